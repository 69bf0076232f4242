"""What becomes of a sentence beside what is known; what stays true of a memory however often it is told."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import (
    MemoryRecord,
    Observation,
    Provenance,
    RedactedObservation,
    ScoredObservation,
)
from cabin_memory.domain.people import OccupantId, Speaker
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import DAY, MINUTE, UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Polarity, Sensitivity, Source
from cabin_memory.rules.change_of_mind import (
    Outcome,
    contradicted,
    corrected,
    corrects,
    repeated,
    told_again,
)
from rules.memories import TOLD, memory

LIN = Speaker(OccupantId.parse("oem:lin"))


def said(text: str = "空调开二十四度", at: int = TOLD, session: str = "s", **more: Any) -> ScoredObservation:
    reply = more.pop("in_reply_to", "")
    observation = Observation(
        text=text,
        speaker=LIN,
        provenance=Provenance(time=UtcMicros(at), timezone="UTC", session=session, in_reply_to=reply),
    )
    scored = ScoredObservation(
        redacted=RedactedObservation(observation=observation, text=text, slots={}),
        language=Language.CHINESE, kind=Kind.PREFERENCE, category=Category.CLIMATE, importance=8,
        sensitivity=Sensitivity.LOW, confidence=0.95, polarity=Polarity.WANTS,
    )  # fmt: skip
    return replace(scored, **more)


def known(**more: Any) -> MemoryRecord:
    return memory(**({"kind": Kind.PREFERENCE, "status": MemoryStatus.CURRENT} | more))


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (known(), said(), Outcome.SUPERSEDE),
        (known(occurrences=2), said(), Outcome.SUPERSEDE),
        (known(occurrences=3), said(), Outcome.ASK),
        (known(occurrences=3), said("从今天起空调开二十四度"), Outcome.SUPERSEDE),
        (known(occurrences=9), said("From now on keep it at 24"), Outcome.SUPERSEDE),
        (known(), said(kind=Kind.EPISODE), Outcome.KEEP),
        (known(kind=Kind.EPISODE), said(), Outcome.KEEP),
        (known(status=MemoryStatus.PENDING), said(), Outcome.KEEP),
    ],
)
def test_what_a_contradiction_does(old: MemoryRecord, new: ScoredObservation, outcome: Outcome) -> None:
    assert contradicted(new, old) is outcome


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (known(), said(), Outcome.MERGE),
        (known(), said(kind=Kind.EPISODE), Outcome.MERGE),
        (known(kind=Kind.EPISODE), said(kind=Kind.EPISODE), Outcome.MERGE),
        (known(kind=Kind.EPISODE), said(), Outcome.KEEP),
        (known(status=MemoryStatus.PENDING), said(), Outcome.CONFIRM),
    ],
)
def test_what_a_repetition_does(old: MemoryRecord, new: ScoredObservation, outcome: Outcome) -> None:
    assert repeated(new, old) is outcome


@pytest.mark.parametrize(
    "text",
    ["不对，我是说五档", "我说的是五档", "No, I meant position five", "Sorry, I meant five", "说错了，五档"],
)
def test_corrections(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize("text", ["不走高速", "No tunnels please", "对，就这样"])
def test_no_corrections(text: str) -> None:
    assert not corrects(text)


def test_what_a_correction_takes_back() -> None:
    old = known(category=Category.CLIMATE, provenance=Provenance(time=TOLD, timezone="UTC", session="s"))
    assert corrected(said(at=TOLD + MINUTE), old)
    assert not corrected(said(at=TOLD + 3 * MINUTE), old)
    assert not corrected(said(at=TOLD + MINUTE, session="t"), old)
    assert not corrected(said(at=TOLD + MINUTE, category=Category.SEAT), old)
    assert corrected(said(at=TOLD + DAY, session="t", in_reply_to=old.id), old)
    assert not corrected(said(at=TOLD + MINUTE, in_reply_to="0" * 26), old)


steps = st.lists(
    st.tuples(st.integers(0, 40 * 24 * 60), st.sampled_from(["", "a", "b", "c"]), st.floats(0.1, 1.0)),
    min_size=1,
    max_size=30,
)


@given(steps, st.integers(1, 10), st.sampled_from([Kind.EPISODE, Kind.PREFERENCE]))
def test_however_often_it_is_told(told: list[tuple[int, str, float]], importance: int, kind: Kind) -> None:
    one = known(kind=kind, importance=importance, confidence=0.9, value="24", attribute="climate.temperature")
    at = TOLD
    for minutes, session, confidence in told:
        at = UtcMicros(at + minutes * MINUTE)
        again = told_again(one, said(at=at, session=session, confidence=confidence), str(at))
        assert again.occurrences == one.occurrences + 1
        assert again.importance >= one.importance
        assert again.confidence == max(confidence, 0.9 * one.confidence)
        assert (again.id, again.text) == (one.id, one.text)
        assert len(again.earlier) <= 16
        assert again.earlier[0].time == TOLD
        one = again
    assert one.importance <= 10
    assert one.kind is Kind.PREFERENCE or one.importance <= max(7, importance)


def again_after(days: float, session: str, **more: Any) -> MemoryRecord:
    command = known(
        kind=Kind.EPISODE, value="24", attribute="climate.temperature",
        provenance=Provenance(time=TOLD, timezone="UTC", session="a"),
    )  # fmt: skip
    command = replace(command, **more)
    new = said(at=TOLD + round(days * DAY), session=session, kind=Kind.EPISODE)
    return told_again(command, new, "d")


def test_a_value_set_in_two_sessions_within_three_days_is_inferred() -> None:
    inferred = again_after(2, "b")
    assert (inferred.kind, inferred.source) == (Kind.PREFERENCE, Source.INFERRED)
    assert inferred.importance >= 7
    assert again_after(2, "a").kind is Kind.EPISODE  # the same session
    assert again_after(4, "b").kind is Kind.EPISODE  # too late
    assert again_after(2, "b", attribute="climate.temperature.change").kind is Kind.EPISODE  # a mere step
