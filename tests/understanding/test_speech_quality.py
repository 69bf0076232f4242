"""How sentences are meant, on some that nothing was fitted to: floors a few points below what was found."""

import asyncio
import json

import pytest

from cabin_memory.domain.text import Act
from understanding_report import FIELDS, HELD_OUT, Reading, is_preference, read, score, understand

LINES = [json.loads(line) for line in HELD_OUT.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    understood = asyncio.run(understand([line["text"] for line in LINES]))
    return [read(text, one) for text, one in understood.items()]


@pytest.mark.parametrize(
    ("field", "least"), [("act", 0.65), ("polarity", 0.7), ("subject", 0.72), ("emotion", 0.48)]
)
def test_mean_f1_of_a_field(readings: list[Reading], field: str, least: float) -> None:
    pairs = [(line[field], str(getattr(one, field))) for line, one in zip(LINES, readings, strict=True)]
    classes = [one.value for one in FIELDS[field]]
    assert sum(score(pairs, one).f1 for one in classes) / len(classes) >= least


@pytest.mark.parametrize("act", [Act.EXCEPTION, Act.CORRECTION, Act.COMPLAINT])
def test_what_changes_memory_is_seldom_read_into_a_sentence(readings: list[Reading], act: Act) -> None:
    pairs = [(line["act"], one.act) for line, one in zip(LINES, readings, strict=True)]
    assert score(pairs, act).precision >= 0.7


def test_most_of_what_is_no_preference_is_kept_as_an_episode(readings: list[Reading]) -> None:
    told = [
        (is_preference(line), one.preference)
        for line, one in zip(LINES, readings, strict=True)
        if line["act"] != Act.CORRECTION
    ]
    others = [kept for meant, kept in told if not meant]
    assert sum(others) / len(others) <= 0.18
    assert sum(kept for meant, kept in told if meant) >= 0.7 * sum(meant for meant, _ in told)
