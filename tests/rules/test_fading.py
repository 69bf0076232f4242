"""Retention, verdicts, scenes and what a time range leaves of a memory."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.memory import MemoryRecord, Occasion, Provenance
from cabin_memory.domain.people import Cabin, Occupant, OccupantId, Seat, SeatRole
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Scene, Source
from cabin_memory.rules import retention, scenes
from cabin_memory.rules.forgetting import MANY, needs_confirmation, rests_on, trimmed
from cabin_memory.rules.retention import RetentionSettings
from cabin_memory.rules.scenes import SceneSettings
from cabin_memory.rules.verdicts import Choice, Verdict, judged, settled
from rules.memories import TOLD, memory

CURRENT, ARCHIVED, DEMOTED = MemoryStatus.CURRENT, MemoryStatus.ARCHIVED, MemoryStatus.DEMOTED


def fate(one: MemoryRecord, days: float) -> MemoryStatus | None:
    """The status after retention ran at that age, all steps in order; None: dropped."""
    status: MemoryStatus | None = one.status
    for step in retention.steps(UtcMicros(one.provenance.time + round(days * DAY)), RetentionSettings()):
        due = step.due
        assert due.until is not None
        if (
            status in due.statuses
            and (not due.kinds or one.kind in due.kinds)
            and (not due.sources or one.source in due.sources)
            and one.importance <= due.importance_to
            and one.provenance.time < due.until
        ):
            status = step.then
    return status


def episode(importance: int, **more: Any) -> MemoryRecord:
    return memory(kind=Kind.EPISODE, importance=importance, **more)


@pytest.mark.parametrize(
    ("one", "days", "status"),
    [
        (episode(3), 6.9, CURRENT),
        (episode(3), 7.1, ARCHIVED),
        (episode(3), 30.1, None),
        (episode(6), 29.9, CURRENT),
        (episode(6), 30.1, DEMOTED),
        (episode(6), 90.1, None),
        (episode(8), 4000, CURRENT),
        (memory(importance=7), 4000, CURRENT),
        (memory(kind=Kind.FACT, importance=3), 4000, CURRENT),
        (episode(3, status=MemoryStatus.SUPERSEDED), 4000, MemoryStatus.SUPERSEDED),
        (memory(status=MemoryStatus.PENDING, source=Source.INFERRED), 3.1, None),
        (memory(status=MemoryStatus.PENDING), 3.1, MemoryStatus.PENDING),
        (memory(status=MemoryStatus.PENDING), 30.1, DEMOTED),
    ],
)
def test_how_long_what_is_kept(one: MemoryRecord, days: float, status: MemoryStatus | None) -> None:
    assert fate(one, days) is status


@given(st.integers(8, 10), st.floats(0, 10_000))
def test_what_matters_never_fades(importance: int, days: float) -> None:
    assert fate(episode(importance), days) is CURRENT


# --- verdicts ----------------------------------------------------------------------------------------
@given(st.integers(1, 10), st.lists(st.sampled_from([Verdict.ACCEPTED, Verdict.REJECTED]), max_size=20))
def test_importance_stays_within_its_scale(importance: int, verdicts: list[Verdict]) -> None:
    one = memory(importance=importance)
    for verdict in verdicts:
        after = judged(one, verdict, TOLD)
        up = verdict is Verdict.ACCEPTED
        assert after.importance >= one.importance if up else after.importance <= one.importance
        assert 1 <= after.importance <= 10
        assert 0 <= after.confidence <= 1
        one = after
    assert (one.accepted, one.rejected) == (
        verdicts.count(Verdict.ACCEPTED),
        verdicts.count(Verdict.REJECTED),
    )


def test_an_answer_settles_a_conflict() -> None:
    old = memory(id="old")
    new = memory(id="new", status=MemoryStatus.PENDING, replaces="old")
    for choice, statuses in (
        (Choice.NEW, (MemoryStatus.SUPERSEDED, CURRENT)),
        (Choice.OLD, (CURRENT, MemoryStatus.SUPERSEDED)),
        (Choice.BOTH, (CURRENT, CURRENT)),
    ):
        assert tuple(one.status for one in settled(old, new, choice)) == statuses


# --- forgetting --------------------------------------------------------------------------------------
def test_what_is_asked_for_again() -> None:
    assert needs_confirmation([], everything=True)
    assert needs_confirmation([memory(category=Category.HEALTH)], everything=False)
    assert needs_confirmation([memory()] * (MANY + 1), everything=False)
    assert not needs_confirmation([memory()] * MANY, everything=False)


def told_on(*days: int) -> MemoryRecord:
    *before, last = (UtcMicros(TOLD + day * DAY) for day in days)
    return memory(
        provenance=Provenance(time=last, timezone="UTC"),
        earlier=tuple(Occasion(time=at) for at in before),
        occurrences=len(days),
    )


@given(
    st.lists(st.integers(0, 60), min_size=2, max_size=10, unique=True), st.integers(0, 60), st.integers(0, 60)
)
def test_a_range_leaves_what_was_told_outside_of_it(days: list[int], one: int, other: int) -> None:
    days, (since, until) = sorted(days), sorted((one, other))
    kept = trimmed(told_on(*days), UtcMicros(TOLD + since * DAY), UtcMicros(TOLD + until * DAY))
    earlier = [day for day in days[:-1] if not since <= day < until]
    if not earlier or earlier[0] != days[0]:
        assert kept is None
    else:
        assert kept is not None
        assert kept.occurrences == len(earlier)
        assert kept.provenance.time == TOLD + earlier[-1] * DAY


def test_what_rests_on_what() -> None:
    gone = frozenset({memory().id})
    assert rests_on(memory(source=Source.INFERRED, evidence=(memory().id,)), gone)
    assert not rests_on(memory(source=Source.STATED, evidence=(memory().id,)), gone)
    assert not rests_on(memory(source=Source.REFLECTED, evidence=("x",)), gone)


# --- scenes ------------------------------------------------------------------------------------------
def at(hour: int, day: int = 2, *roles: SeatRole | None) -> Situation:
    """2026-03-02 is a Monday. The driver, and one more person for each role."""
    seats = ["Row1.DriverSide", "Row1.PassengerSide", "Row2.DriverSide"]
    people = [
        Occupant(seat=Seat(position=seat), who=OccupantId.parse(f"oem:{n}"), confidence=95, role=role)
        for n, (seat, role) in enumerate(zip(seats, (None, *roles), strict=False))
    ]
    return Situation(
        local_time=datetime(2026, 3, day, hour, tzinfo=UTC), cabin=Cabin(occupants=tuple(people))
    )


@pytest.mark.parametrize(
    ("situation", "destination", "scene"),
    [
        (at(8), "", Scene.COMMUTE),
        (at(8, 2, SeatRole.CHILD), "", Scene.SCHOOL_RUN),
        (at(14, 7, SeatRole.SPOUSE), "", Scene.LEISURE),
        (at(14), "", Scene.OTHER),
        (at(8), "人民医院", Scene.MEDICAL),
        (at(8), "the dentist", Scene.MEDICAL),
        (at(12), "找家餐厅", Scene.DINING),
        (at(12), "充电站", Scene.CHARGING),
        (at(12), "the airport", Scene.BUSINESS),
    ],
)
def test_the_scene_of_a_trip(situation: Situation, destination: str, scene: Scene) -> None:
    assert scenes.infer(situation, destination) is scene


def test_health_is_volunteered_on_the_way_to_a_doctor_only() -> None:
    settings = SceneSettings()
    for scene in Scene:
        assert (scenes.weight(scene, Category.HEALTH, settings) > 0) is (scene is Scene.MEDICAL)
        assert scenes.weight(scene, Category.SAFETY, settings) == 1.0
    assert scenes.weight(Scene.DINING, Category.SEAT, settings) == 0.1
    with pytest.raises(SettingsInvalid, match="dining: 'fod'"):
        SceneSettings(dining=("fod",))
