"""The storm and the forensic look in small; the figures for a release are those of the programs in tools/."""

from pathlib import Path

import pytest

import forensic
import storm

SEED = 20260303


async def test_in_a_storm_of_calls_nobody_hears_another(tmp_path: Path) -> None:
    found = await storm.storm(4000, SEED, tmp_path)
    assert found.own > 100
    assert found.foreign == []
    assert not [name for name in found.errors if name.endswith("Unavailable")]


async def test_of_what_was_forgotten_by_any_scope_no_byte_is_left_in_a_file(tmp_path: Path) -> None:
    look = await forensic.forensic(60, SEED, tmp_path)
    assert look.planted == 60
    assert all(look.forgotten.values())
    assert (look.in_files, look.answered) == (set(), set())


def test_the_storm_sees_a_foreign_word() -> None:
    """Or its silence would prove nothing."""
    found = storm.Storm()
    anna, ben, *_ = storm.PEOPLE
    found.look("Recall", f"… {anna.words[0]} …", ben.who)
    found.look("Recall", f"… {ben.words[1]} …", ben.who)
    assert (len(found.foreign), found.own) == (1, 1)


@pytest.mark.parametrize("forgets", [True, False])
async def test_the_forensic_look_finds_what_is_there(tmp_path: Path, forgets: bool) -> None:
    look = forensic.Look()
    forensic._search(look, ["qorvaltin"], {"a file": b"" if forgets else b"..qorvaltin.."})
    assert bool(look.in_files) is not forgets
