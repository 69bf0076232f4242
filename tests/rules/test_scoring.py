"""How much a memory counts now."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.memory import MemoryRecord, Snapshot
from cabin_memory.domain.time import DAY, HOUR, UtcMicros
from cabin_memory.domain.vocabulary import Kind, Source
from cabin_memory.rules.scoring import ScoringWeights, may_volunteer, recency, resemblance, score
from rules.memories import TOLD, memory


def after(hours: float) -> UtcMicros:
    return UtcMicros(TOLD + round(hours * HOUR))


@pytest.mark.parametrize(
    ("kind", "importance", "hours", "expected"),
    [
        (Kind.EPISODE, 6, 24, 0.99**24),
        (Kind.EPISODE, 4, 24, 0.95),
        (Kind.EPISODE, 2, 240, 0.95**10),
        (Kind.PREFERENCE, 7, 24, math.exp(-0.02)),
        (Kind.FACT, 7, 2400, math.exp(-2)),
        (Kind.REFLECTION, 7, 24, math.exp(-0.02)),
        (Kind.PREFERENCE, 8, 24 * 380, 0.3),
        (Kind.PREFERENCE, 7, 24 * 380, math.exp(-7.6)),
        (Kind.EPISODE, 8, 24 * 380, 0.3),
    ],
)
def test_recency_by_class(kind: Kind, importance: int, hours: float, expected: float) -> None:
    assert recency(memory(kind=kind, importance=importance), after(hours)) == pytest.approx(expected)


def test_the_blend_is_that_of_the_design() -> None:
    told = memory(importance=8)
    assert score(told, 0.5, 0.9) == pytest.approx(0.3 * 0.5 + 0.4 * 0.8 + 0.3 * 0.9)
    for source, weight in ((Source.STATED, 1.0), (Source.INFERRED, 0.85), (Source.REFLECTED, 0.7)):
        one = memory(importance=8, source=source)
        assert score(one, 0.5, 0.9) == pytest.approx(weight * score(told, 0.5, 0.9))


def test_a_touch_in_the_future_counts_as_now() -> None:
    assert recency(memory(touched=after(5)), TOLD) == 1.0


@pytest.mark.parametrize(
    "wrong", [{"recency": -0.1}, {"relevance": 1.1}, {"stated": 2.0}, {"resemblance": 0.5}]
)
def test_weights_outside_their_bounds_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingsInvalid, match=next(iter(wrong))):
        ScoringWeights(**wrong)


def test_what_has_faded_or_was_never_sure_is_not_volunteered() -> None:
    episode = memory(kind=Kind.EPISODE, importance=3)
    assert may_volunteer(episode, after(24 * 10))
    assert not may_volunteer(episode, after(24 * 50))
    assert not may_volunteer(memory(confidence=0.4), TOLD)
    assert may_volunteer(memory(importance=8), after(24 * 3650))


def test_resemblance_counts_what_is_known_of_both() -> None:
    then = Snapshot(drive_state="parked", raining=True, daypart="morning", day="monday")
    assert resemblance(then, then) == 1.0
    assert resemblance(then, Snapshot()) == 0.0
    assert resemblance(Snapshot(), then) == 0.0
    assert resemblance(then, Snapshot(raining=True, daypart="night")) == 0.5
    assert resemblance(Snapshot(raining=False), Snapshot(raining=False)) == 1.0


unit = st.floats(0, 1)
memories = st.builds(
    lambda kind, importance, source: memory(kind=kind, importance=importance, source=source),
    st.sampled_from(list(Kind)),
    st.integers(1, 10),
    st.sampled_from(list(Source)),
)
weights = st.builds(ScoringWeights, recency=unit, importance=unit, relevance=unit)


@given(memories, weights, unit, unit, unit, unit)
def test_more_relevance_never_lowers_a_score(
    told: MemoryRecord, weighed: ScoringWeights, recent: float, one: float, other: float, alike: float
) -> None:
    low, high = sorted((one, other))
    assert score(told, recent, low, weighed, alike) <= score(told, recent, high, weighed, alike)


@given(memories, weights, unit, unit, unit)
def test_a_like_situation_never_lowers_a_score(
    told: MemoryRecord, weighed: ScoringWeights, recent: float, relevant: float, alike: float
) -> None:
    plain = score(told, recent, relevant, weighed)
    assert plain <= score(told, recent, relevant, weighed, alike) <= plain * 1.2


@given(
    st.sampled_from(list(Kind)),
    st.integers(1, 10),
    st.integers(0, 5 * 365 * DAY),
    st.integers(0, 5 * 365 * DAY),
)
def test_touching_never_lowers_and_time_never_raises_recency(
    kind: Kind, importance: int, age: int, since_touch: int
) -> None:
    now = UtcMicros(TOLD + age)
    untouched = memory(kind=kind, importance=importance)
    touched = memory(kind=kind, importance=importance, touched=UtcMicros(max(TOLD, now - since_touch)))
    assert recency(touched, now) >= recency(untouched, now)
    assert recency(untouched, UtcMicros(now + DAY)) <= recency(untouched, now)
    assert 0.0 <= recency(untouched, now) <= 1.0


@given(st.integers(8, 10), st.integers(0, 100 * 365 * DAY))
def test_the_important_never_fade_below_the_floor(importance: int, age: int) -> None:
    for kind in Kind:
        assert recency(memory(kind=kind, importance=importance), UtcMicros(TOLD + age)) >= 0.3
