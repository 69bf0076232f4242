"""Channels into one order; no two answers that contradict each other."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.time import DAY
from cabin_memory.domain.vocabulary import Category, Kind, Polarity, Source
from cabin_memory.rules.fusion import (
    CHANNELS,
    contradict,
    fuse,
    to_the_point,
    without_contradictions,
    without_repeats,
)
from cabin_memory.rules.stated_conditions import parse
from rules.memories import TOLD, memory, ranked


def pointed(given: list[RankedMemory], question: str) -> tuple[list[RankedMemory], list[RankedMemory]]:
    """Everything was told on another day."""
    return to_the_point(given, question, lambda _: False)


W, A = Polarity.WANTS, Polarity.AVOIDS


def says(attribute: str, value: str, polarity: Polarity = W, **more: Any) -> MemoryRecord:
    return memory(attribute=attribute, value=value, polarity=polarity, **more)


def test_a_row_that_several_channels_find_comes_first() -> None:
    assert fuse({"vectors": [1, 2, 3], "text": [3, 9], "attributes": [3]})[0] == 3


def test_the_sum_is_that_of_reciprocal_ranks() -> None:
    # row 5: 1/61 + 1/63; row 6: 1/62 + 1/62, which is a little less; row 7: 1/61
    assert fuse({"vectors": [5, 6], "text": [7, 6, 5]}) == [5, 6, 7]


def test_a_channel_that_lists_a_row_twice_counts_it_once() -> None:
    assert fuse({"text": [4, 4, 4, 8], "vectors": [8]}) == [8, 4]


def test_no_channel_finds_nothing() -> None:
    assert fuse({}) == []
    assert fuse({"vectors": []}) == []


rankings = st.dictionaries(
    st.sampled_from(CHANNELS), st.lists(st.integers(1, 30), unique=True, max_size=8), max_size=6
)


@given(rankings)
def test_every_row_comes_once_whatever_the_order_of_the_channels(channels: dict[str, list[int]]) -> None:
    fused = fuse(channels)
    assert sorted(fused) == sorted(set(itertools.chain.from_iterable(channels.values())))
    assert fuse(dict(reversed(channels.items()))) == fused


@given(rankings, st.integers(1, 30))
def test_one_more_channel_that_puts_a_row_first_never_lowers_it(
    channels: dict[str, list[int]], row: int
) -> None:
    before = fuse(channels)
    after = fuse(channels | {"another": [row]})
    if row in before:
        assert after.index(row) <= before.index(row)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (says("climate.temperature", "24"), says("climate.temperature", "22"), True),
        (says("climate.temperature", "24"), says("climate.temperature", "24"), False),
        (says("climate.temperature", "24"), says("seat.heating", "2"), False),
        (says("route.highway", "yes"), says("route.highway", "no", A), True),
        (says("route.highway", "no", A), says("route.highway", "no", A), False),
        (says("media.genre.jazz", "yes"), says("media.genre.rock", "yes"), False),
        (says("climate.temperature", "24", A), says("climate.temperature", "26"), False),
        (says("climate.temperature", "24", A), says("climate.temperature", "24"), True),
        (says("volume.change", "up"), says("volume.change", "down"), False),
        (says("", ""), says("", ""), False),
    ],
)
def test_what_contradicts_what(one: MemoryRecord, other: MemoryRecord, expected: bool) -> None:
    assert contradict(one, other) is expected
    assert contradict(other, one) is expected


def test_the_newer_of_two_contradicting_answers_stays() -> None:
    old = ranked(says("route.highway", "yes"), score=0.9)
    new = ranked(says("route.highway", "no", A, told=TOLD + DAY), score=0.5)
    beside = ranked(says("media.genre.jazz", "yes"))
    assert without_contradictions([old, beside, new]) == ([beside, new], [old])


def test_what_was_stated_stays_before_what_was_inferred() -> None:
    stated = ranked(says("climate.temperature", "24"))
    inferred = ranked(says("climate.temperature", "22", source=Source.INFERRED, told=TOLD + DAY))
    assert without_contradictions([inferred, stated]) == ([stated], [inferred])


def test_the_wish_for_this_situation_stays_before_the_general_one() -> None:
    general = ranked(says("driving_style.following_distance", "short", told=TOLD + DAY))
    in_rain = ranked(says("driving_style.following_distance", "long", conditions=parse("下雨天跟车远一点")))
    assert without_contradictions([general, in_rain]) == ([in_rain], [general])


def test_ones_own_wish_stays_before_that_of_the_household() -> None:
    mine = ranked(says("charging.limit", "80"))
    ours = ranked(says("charging.limit", "90", told=TOLD + DAY), household=True)
    assert without_contradictions([ours, mine]) == ([mine], [ours])


answers = st.lists(
    st.builds(
        lambda attribute, value, told, score: ranked(
            says(attribute, value, A if value == "no" else W, told=TOLD + told), score=score
        ),
        st.sampled_from(["route.highway", "climate.temperature", "volume.change", ""]),
        st.sampled_from(["yes", "no", "22", "24"]),
        st.integers(0, 5),
        st.floats(0, 1),
    ),
    max_size=8,
)


@given(answers)
def test_what_is_kept_is_free_of_contradictions_and_nothing_is_lost(given_: list[RankedMemory]) -> None:
    kept, out = without_contradictions(given_)
    assert not any(contradict(a.memory, b.memory) for a, b in itertools.combinations(kept, 2))
    assert len(kept) + len(out) == len(given_)
    assert all(any(contradict(one.memory, other.memory) for other in kept) for one in out)
    assert bool(kept) == bool(given_)


WISH = ranked(memory(kind=Kind.PREFERENCE, importance=8, confidence=0.95))
COMMAND = ranked(memory(kind=Kind.EPISODE, importance=6, occurrences=4, confidence=0.85))
TIRED = ranked(memory(kind=Kind.EPISODE, importance=5, confidence=0.85))
ANGRY = ranked(memory(kind=Kind.EPISODE, importance=5, confidence=0.6))


def test_a_passing_command_does_not_stand_beside_what_lasts() -> None:
    assert pointed([WISH, COMMAND, TIRED], "多少度合适") == ([WISH, TIRED], [COMMAND])


@pytest.mark.parametrize("question", ["我上次怎么调的", "刚才说了什么", "When did I last turn it down?"])
def test_unless_the_question_is_what_happened(question: str) -> None:
    assert pointed([WISH, COMMAND], question) == ([WISH, COMMAND], [])


def test_commands_answer_where_nothing_lasts() -> None:
    assert pointed([COMMAND, TIRED], "多少度合适") == ([COMMAND, TIRED], [])


def test_an_outburst_stands_beside_nothing_sure() -> None:
    assert pointed([ANGRY, WISH], "我上次怎么说的") == ([WISH], [ANGRY])
    assert pointed([ANGRY], "我上次怎么说的") == ([ANGRY], [])


def test_what_says_the_same_is_told_once() -> None:
    mine = says("climate.temperature", "24", text="空调二十四度")
    again = says("climate.temperature", "24", text="keep it at 24")
    other = says("climate.temperature", "26", text="空调二十六度")
    in_rain = says(
        "climate.temperature",
        "24",
        text="下雨空调二十四度",
        conditions=parse("下雨天空调二十四度", Category.CLIMATE),
    )
    trip = says("climate.temperature", "24", text="空调二十四度", kind=Kind.EPISODE)
    given = [ranked(one, household=household) for one, household in (
        (mine, False), (again, True), (other, False), (in_rain, False), (trip, False),
    )]  # fmt: skip
    kept, left = without_repeats(given)
    assert [one.memory for one in kept] == [mine, other, in_rain, trip]
    assert [one.memory for one in left] == [again]
    assert without_repeats(kept) == (kept, [])
