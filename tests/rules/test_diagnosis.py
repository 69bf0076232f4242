"""Gates in order: what was passed, what stopped, what was never reached."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.people import DRIVER_SEAT, Occupant, OccupantId, SeatRole
from cabin_memory.domain.recall import RankedMemory, Suppression
from cabin_memory.domain.situation import Condition, ConditionKind
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import MemoryStatus, Reason
from cabin_memory.rules import safety_suppression, scoring
from cabin_memory.rules.diagnosis import (
    Gate,
    GateName,
    Looked,
    Verdict,
    Weights,
    gates,
    gates_alone,
    gates_of_caller,
    reason_before_search,
    stopped_by,
)
from cabin_memory.rules.safety_suppression import SuppressionLimits
from rules.memories import memory, ranked

RAIN = Condition(kind=ConditionKind.WEATHER, any_of=frozenset({"rain"}))
WEIGHTS = Weights(recency=0.3, importance=0.4, relevance=0.3, source=1.0, resemblance=0.05)
REASONS = {
    Reason.NOT_CURRENT: GateName.STATUS,
    Reason.CONDITION_NOT_MET: GateName.CONDITIONS,
    Reason.NOT_PROPOSED: GateName.CHANNELS,
    Reason.BELOW_THRESHOLD: GateName.RELEVANCE,
    Reason.BESIDE_THE_POINT: GateName.POINT,
    Reason.CONTRADICTED: GateName.CONTRADICTION,
    Reason.PASSENGER_PRESENT: GateName.DISCLOSURE,
    Reason.LIMIT: GateName.COUNT,
}


def looked(**changes: Any) -> Looked:
    told = memory()
    defaults: dict[str, Any] = {
        "memory": told,
        "reason": Reason.NONE,
        "ranked": ranked(told, channels=("vectors", "text")),
        "conditions": (),
        "candidates": 40,
        "threshold": 0.65,
        "weights": WEIGHTS,
        "resemblance": 0.5,
        "rivals": (),
        "characters": 6,
        "most_characters": None,
        "listeners": 0,
        "place": 1,
        "most": 10,
    }
    made: Looked = Looked(**(defaults | changes))
    return made


def named(passed: tuple[Gate, ...], name: GateName) -> Gate:
    return next(gate for gate in passed if gate.name is name)


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_of_recall_stops_at_its_gate(reason: Reason) -> None:
    passed = gates(looked(reason=reason))
    stop = stopped_by(passed)
    assert stop is not None
    assert (stop.name, stop.reason) == (REASONS[reason], reason)


def test_a_limit_is_one_of_length_where_the_text_is_too_long() -> None:
    stop = stopped_by(gates(looked(reason=Reason.LIMIT, characters=121, most_characters=120)))
    assert stop is not None
    assert (stop.name, stop.number, stop.limit) == (GateName.LENGTH, 121, 120)


@given(st.sampled_from([Reason.NONE, *REASONS]), st.booleans())
def test_gates_stand_in_order_and_at_most_one_stops(reason: Reason, found: bool) -> None:
    passed = gates(looked(reason=reason, ranked=ranked() if found else None))
    order = list(GateName)
    assert [order.index(gate.name) for gate in passed] == sorted(order.index(g.name) for g in passed)
    verdicts = [gate.verdict for gate in passed]
    assert verdicts.count(Verdict.STOPPED) == (reason is not Reason.NONE and stopped_by(passed) is not None)
    if Verdict.STOPPED in verdicts:
        at = verdicts.index(Verdict.STOPPED)
        assert set(verdicts[at + 1 :]) <= {Verdict.NOT_REACHED}
        assert Verdict.NOT_REACHED not in verdicts[:at]
    else:
        assert Verdict.NOT_REACHED not in verdicts


@given(
    st.floats(0, 1), st.floats(0, 1), st.integers(1, 10), st.floats(0, 1), st.sampled_from([1.0, 0.85, 0.7])
)
def test_what_the_gates_add_is_the_score(
    recency: float, relevance: float, importance: int, resemblance: float, source: float
) -> None:
    told = memory(importance=importance)
    weights = Weights(recency=0.3, importance=0.4, relevance=0.3, source=source, resemblance=0.05)
    passed = gates(
        looked(
            memory=told,
            ranked=_numbered(recency=recency, relevance=relevance),
            weights=weights,
            resemblance=resemblance,
        )
    )
    share = {gate.name: gate.share or 0.0 for gate in passed}
    total = share[GateName.RECENCY] + share[GateName.IMPORTANCE] + share[GateName.RELEVANCE]
    told_score = total * share[GateName.SOURCE] * share[GateName.RESEMBLANCE]
    plain = scoring.score(told, recency, relevance, scoring.DEFAULT_WEIGHTS, resemblance)
    assert told_score == pytest.approx(plain * source)


def _numbered(**numbers: float) -> RankedMemory:
    return replace(ranked(), **numbers)


def test_channels_conditions_and_links_are_told_in_words() -> None:
    gone = memory(status=MemoryStatus.SUPERSEDED, replaced_by=MemoryId("01NEW"))
    passed = gates(looked(memory=gone, reason=Reason.NOT_CURRENT, conditions=((RAIN, None),)))
    assert named(passed, GateName.STATUS).words == ("superseded", "replaced_by=01NEW")
    assert named(passed, GateName.CONDITIONS).words == ("weather=rain: unknown",)
    assert named(passed, GateName.CHANNELS).words == ("vectors: 1", "text: 1")


@pytest.mark.parametrize(
    ("status", "met", "reason"),
    [
        (MemoryStatus.CURRENT, True, Reason.NONE),
        (MemoryStatus.CURRENT, None, Reason.CONDITION_NOT_MET),
        (MemoryStatus.CURRENT, False, Reason.CONDITION_NOT_MET),
        (MemoryStatus.PENDING, True, Reason.NOT_CURRENT),
        (MemoryStatus.ARCHIVED, False, Reason.NOT_CURRENT),
    ],
)
def test_what_is_not_searched_for_stops_without_a_question_too(
    status: MemoryStatus, met: bool | None, reason: Reason
) -> None:
    told = memory(status=status)
    assert reason_before_search(told, ((RAIN, met),)) is reason
    stop = stopped_by(gates_alone(told, ((RAIN, met),), 0.5, 0.1))
    assert (stop.reason if stop else Reason.NONE) is reason


@pytest.mark.parametrize("state", DriveState)
@pytest.mark.parametrize("confidence", [0.0, 59.9, 60.0, 100.0])
@pytest.mark.parametrize("role", [None, SeatRole.GUEST])
def test_person_and_car_stop_where_recall_does(
    state: DriveState, confidence: float, role: SeatRole | None
) -> None:
    who = OccupantId(issuer="oem", subject="u-1")
    occupant = Occupant(seat=DRIVER_SEAT, who=who, confidence=confidence, role=role)
    permit = safety_suppression.answer(state, "how warm?", SuppressionLimits())
    passed = gates_of_caller(occupant, state, permit, may_look=safety_suppression.may_look(state))
    stop = stopped_by(passed)
    if isinstance(permit, Suppression):
        expected = permit.reason
    elif occupant.guest:
        expected = Reason.GUEST
    else:
        expected = Reason.NONE if safety_suppression.may_look(state) else Reason.LOCKED
    assert (stop.reason if stop else Reason.NONE) is expected
    assert named(passed, GateName.GUEST).number == confidence
