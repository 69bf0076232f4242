"""What is put into a vault comes out of it as it was, by id, row, filter and page, and once only."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs.store_rows import COLUMNS, from_columns, to_columns
from cabin_memory.domain.errors import CabinMemoryError, InvalidArgument, NotFound
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord, Occasion, Provenance, Snapshot
from cabin_memory.domain.ports import MemoryFilter, MemoryStore
from cabin_memory.domain.situation import Condition, ConditionKind, Conditions
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import (
    Category,
    Kind,
    MemoryStatus,
    Outcome,
    Polarity,
    Role,
    Sensitivity,
    Source,
)
from rules.memories import TOLD, memory
from store.conftest import RAIN
from store.vaults import ANNA, BEN, hashes, keep, opened, said, unit

FULL = said(
    7,
    "妈妈说去⟦place:1⟧要走高速 🚗",
    language=Language.ENGLISH,
    kind=Kind.REFLECTION,
    category=Category.ROUTE,
    source=Source.INFERRED,
    sensitivity=Sensitivity.HIGH,
    status=MemoryStatus.PENDING,
    confidence=0.625,
    importance=3,
    provenance=Provenance(
        time=TOLD, timezone="Europe/Paris", session="s-1", role=Role.VEHICLE, caller="uid=1001",
        speaker="oem:anna", in_reply_to="m-1",
    ),
    snapshot=Snapshot(
        drive_state="parked", raining=False, daypart="dawn", day="monday", seats=("Row1.DriverSide",)
    ),
    conditions=RAIN,
    polarity=Polarity.AVOIDS,
    attribute="road",
    value="motorway",
    subject="⟦person:2⟧",
    scene="commute",
    intent="navigate",
    slots={"to": "⟦place:1⟧", "stops": 2, "share": 0.5, "toll": True},
    outcome=Outcome.REJECTED,
    occurrences=4,
    earlier=(Occasion(time=UtcMicros(TOLD - 5), session="s-0"), Occasion(time=UtcMicros(TOLD - 1))),
    replaces=MemoryId("a"),
    replaced_by=MemoryId("b"),
    evidence=(MemoryId("c"), MemoryId("d")),
    accepted=2,
    rejected=1,
)  # fmt: skip


async def test_a_memory_comes_back_with_every_field(tmp_path: Path) -> None:
    assert all(getattr(FULL, name) != getattr(memory(), name) for name in MemoryRecord.__slots__)
    async with opened(tmp_path) as store:
        stored = await keep(store, FULL)
    async with opened(tmp_path) as store:
        assert await store.get([FULL.id]) == [FULL]
        assert await store.rows([stored.row]) == {stored.row: FULL}


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
numbers = st.integers(-(2**63), 2**64 - 1)


@given(
    data=st.fixed_dictionaries(
        {},
        optional={
            "text": texts,
            "subject": texts,
            "attribute": texts,
            "value": texts,
            "digest": texts | st.binary(max_size=40).map(bytes.hex),
            "slots": st.dictionaries(
                texts, texts | numbers | st.booleans() | st.floats(allow_nan=False), max_size=3
            ),
            "status": st.sampled_from(MemoryStatus),
            "kind": st.sampled_from(Kind),
            "category": st.sampled_from(Category),
            "source": st.sampled_from(Source),
            "sensitivity": st.sampled_from(Sensitivity),
            "language": st.sampled_from(Language),
            "outcome": st.sampled_from(Outcome),
            "polarity": st.sampled_from(Polarity),
            "confidence": st.floats(0, 1),
            "evidence": st.lists(texts).map(tuple),
        },
    )
)
def test_any_memory_survives_its_row(data: dict[str, Any]) -> None:
    one = memory(**data)
    columns = to_columns(one)
    assert len(columns) == len(COLUMNS)
    assert from_columns(columns, one.conditions) == one


async def test_a_slot_beyond_64_bits_is_refused_and_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        with pytest.raises(InvalidArgument, match="64 bits"):
            await keep(store, said(1, slots={"n": 2**64}))
        assert await store.count() == 0


async def test_get_keeps_the_order_and_leaves_out_what_is_not_there(tmp_path: Path) -> None:
    one, two = said(1), said(2)
    async with opened(tmp_path) as store:
        await keep(store, one)
        await keep(store, two)
        assert await store.get([two.id, MemoryId("none"), one.id, two.id]) == [two, one]
        assert await store.get([]) == []
        assert await store.rows([99]) == {}


# --------------------------------------------------------------------------------------- told before
async def test_the_same_digest_is_one_memory(tmp_path: Path) -> None:
    first, other = said(1), said(2)
    again = replace(first, id=MemoryId("again"), text="something else")
    async with opened(tmp_path) as store:
        one = await keep(store, first)
        await keep(store, other)
        repeated = await keep(
            store, again, changed=[replace(other, importance=1)],
            placeholders={"⟦place:1⟧": Entity(kind="place", text="x")},
        )  # fmt: skip
        assert (one.duplicate, repeated.duplicate) == (False, True)
        assert (repeated.row, repeated.id) == (one.row, first.id)
        assert await store.get([first.id, again.id, other.id]) == [first, other]  # nothing else changed
        assert (await store.names()).known == {}
        assert await store.told(first.digest) == first.id
        assert await store.told("00") is None


async def test_a_digest_that_was_merged_away_stays_known(tmp_path: Path) -> None:
    first = said(1)
    merged = replace(first, digest=said(2).digest, occurrences=2)
    async with opened(tmp_path) as store:
        await keep(store, first)
        await store.update([merged])
        for digest in (first.digest, merged.digest):
            assert await store.told(digest) == first.id
            assert (await keep(store, said(3, digest=digest))).duplicate
        assert await store.find(MemoryFilter()) == [merged]


async def test_memories_without_a_digest_are_never_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for n in range(3):
            assert not (await keep(store, said(n, digest=""))).duplicate
        assert await store.count() == 3
        assert await store.told("") is None


# ------------------------------------------------------------------------------------------ changing
async def test_an_update_replaces_and_returns_rows(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n))).row for n in range(3)]
        changed = [replace(said(n), importance=n, conditions=RAIN) for n in (2, 0)]
        assert await store.update(changed) == [rows[2], rows[0]]
        assert await store.get([m.id for m in changed]) == changed
        assert await store.get([said(1).id]) == [said(1)]


async def test_updates_are_all_or_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await keep(store, said(1))
        with pytest.raises(NotFound):
            await store.update([replace(said(1), importance=1), said(2)])
        with pytest.raises(NotFound):
            await keep(store, said(3), changed=[replace(said(1), importance=1), said(2)])
        assert await store.find(MemoryFilter()) == [said(1)]


async def test_what_changes_with_an_addition_changes_with_it(tmp_path: Path) -> None:
    older = said(1)
    superseded = replace(older, status=MemoryStatus.SUPERSEDED, replaced_by=said(2).id)
    async with opened(tmp_path) as store:
        await keep(store, older)
        await keep(store, said(2), changed=[superseded])
        assert await store.get([older.id]) == [superseded]
        assert await store.count(frozenset({MemoryStatus.CURRENT})) == 1


async def test_touching_moves_forward_only(tmp_path: Path) -> None:
    one = said(1)
    later = UtcMicros(one.touched + 5)
    async with opened(tmp_path) as store:
        await keep(store, one)
        await store.touch({one.id: later, MemoryId("gone"): later})
        await store.touch({one.id: UtcMicros(later - 1)})
        assert await store.get([one.id]) == [replace(one, touched=later)]


async def test_first_questions_are_remembered_with_their_last_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.note_asked("climate", UtcMicros(1))
        await store.note_asked("climate", UtcMicros(3))
        await store.note_asked("seat", UtcMicros(2))
        assert await store.asked() == {"climate": 3, "seat": 2}


# ------------------------------------------------------------------------------------------- finding
FINDABLE = [
    said(n, category=category, kind=kind, status=status, source=source, importance=n, attribute=attribute,
         subject=subject,
         provenance=Provenance(time=UtcMicros(TOLD + n), timezone="UTC", session=session))
    for n, (category, kind, status, source, attribute, subject, session) in enumerate([
        (Category.CLIMATE, Kind.PREFERENCE, MemoryStatus.CURRENT, Source.STATED, "temperature", "", "a"),
        (Category.CLIMATE, Kind.EPISODE, MemoryStatus.PENDING, Source.INFERRED, "fan", "wife", "a"),
        (Category.SEAT, Kind.PREFERENCE, MemoryStatus.ARCHIVED, Source.STATED, "heating", "", "b"),
        (Category.MEDIA, Kind.FACT, MemoryStatus.CURRENT, Source.REFLECTED, "", "wife", ""),
    ])
]  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({}, [3, 2, 1, 0]),
        ({"newest_first": False}, [0, 1, 2, 3]),
        ({"limit": 2}, [3, 2]),
        ({"limit": 2, "newest_first": False}, [0, 1]),
        ({"ids": frozenset({FINDABLE[1].id, FINDABLE[3].id})}, [3, 1]),
        ({"categories": frozenset({Category.CLIMATE, Category.MEDIA})}, [3, 1, 0]),
        ({"kinds": frozenset({Kind.PREFERENCE})}, [2, 0]),
        ({"statuses": frozenset({MemoryStatus.PENDING, MemoryStatus.ARCHIVED})}, [2, 1]),
        ({"sources": frozenset({Source.STATED})}, [2, 0]),
        ({"importance_to": 1}, [1, 0]),
        ({"attribute": "fan"}, [1]),
        ({"subject": "wife"}, [3, 1]),
        ({"session": "a"}, [1, 0]),
        ({"since": UtcMicros(TOLD + 1)}, [3, 2, 1]),
        ({"until": UtcMicros(TOLD + 1)}, [0]),
        ({"since": UtcMicros(TOLD + 1), "until": UtcMicros(TOLD + 3)}, [2, 1]),
        ({"session": "a", "kinds": frozenset({Kind.EPISODE})}, [1]),
        ({"subject": "' OR 1 --"}, []),
    ],
)
async def test_a_filter_is_exact(wanted: dict[str, Any], numbers: list[int], tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for one in FINDABLE:
            await keep(store, one)
        assert await store.find(MemoryFilter(**wanted)) == [FINDABLE[n] for n in numbers]


async def test_counting_and_paging_see_every_status(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = {(await keep(store, one)).row: one for one in FINDABLE}
        assert await store.count() == 4
        assert await store.count(frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})) == 3
        assert await _paged(store, 3) == rows
        assert await store.page(max(rows), 3) == {}


async def _paged(store: MemoryStore, limit: int) -> dict[int, MemoryRecord]:
    found: dict[int, MemoryRecord] = {}
    while page := await store.page(max(found, default=0), limit):
        assert len(page) <= limit
        found |= page
    return found


# ------------------------------------------------------------------------- conditions and placeholders
def _holds(*values: str, kind: ConditionKind = ConditionKind.DAY) -> Conditions:
    return (Condition(kind=kind, any_of=frozenset(values)),)


async def test_equal_conditions_are_one_set(tmp_path: Path) -> None:
    several = _holds("monday", "tuesday", "friday")
    negated = (replace(several[0], negated=True),)
    async with opened(tmp_path) as store:
        ids = [
            (await keep(store, said(n, conditions=conditions))).condition_set
            for n, conditions in enumerate([(), several, _holds("friday", "tuesday", "monday"), negated, ()])
        ]
        assert ids[0] == ids[4] == 0
        assert ids[1] == ids[2] != ids[3]
        assert await store.condition_sets() == {0: (), ids[1]: several, ids[3]: negated}


async def test_condition_sets_that_no_memory_has_any_more_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await keep(store, said(1, conditions=RAIN))
        await store.update([said(1)])
        assert await store.condition_sets() == {0: ()}


async def test_placeholders_are_kept_with_their_kind(tmp_path: Path) -> None:
    names = {
        "⟦place:1⟧": Entity(kind="place", text="静安寺"),
        "⟦person:1⟧": Entity(kind="person", text="O'Hara"),
    }
    async with opened(tmp_path) as store:
        await keep(store, said(1, "接⟦person:1⟧去⟦place:1⟧"), placeholders=names)
        assert (await store.names()).known == names
        await store.update([said(1, "去⟦place:1⟧")])  # the person is named no more
        assert set((await store.names()).known) == {"⟦place:1⟧"}


# ------------------------------------------------------------------------------------------- vaults
async def test_each_person_and_the_household_have_vaults_of_their_own(tmp_path: Path) -> None:
    for n, owner in enumerate((ANNA, BEN, None)):
        async with opened(tmp_path, owner) as store:
            assert await store.count() == 0
            await keep(store, said(n), unit(n))
    for n, owner in enumerate((ANNA, BEN, None)):
        async with opened(tmp_path, owner) as store:
            assert await store.find(MemoryFilter()) == [said(n)]
    names = " ".join(hashes(tmp_path))
    assert "anna" not in names
    assert "ben" not in names


async def test_every_error_of_a_call_leaves_the_vault_usable(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for _ in range(3):
            with pytest.raises(CabinMemoryError):
                await store.update([said(9)])
            with pytest.raises(CabinMemoryError):
                await keep(store, said(1), b"too short for a vector")
        await keep(store, said(1))
        assert await store.find(MemoryFilter()) == [said(1)]
