"""What is not said aloud while someone else listens."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import MemoryId, MemoryRecord, Provenance, Snapshot
from cabin_memory.domain.people import Cabin, Occupant, OccupantId, Seat, SeatRole, Speaker
from cabin_memory.domain.recall import RankedMemory, Withheld
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Reason, Sensitivity, Source
from cabin_memory.rules.disclosure import disclose, disclose_records, private

OWNER, WIFE, BOSS = (OccupantId.parse(who) for who in ("oem:u-1001", "oem:u-1002", "oem:u-1009"))
SPEAKER = Speaker(OWNER)
SEATS = [Seat(position=p) for p in ("Row1.DriverSide", "Row1.PassengerSide", "Row2.PassengerSide")]


def sits(
    who: OccupantId | None, seat: int = 1, confidence: float = 95.0, role: SeatRole | None = None
) -> Occupant:
    return Occupant(seat=SEATS[seat], who=who, confidence=confidence, role=role)


DRIVER = sits(OWNER, 0)
ALONE = Cabin(occupants=(DRIVER,))


def car(*others: Occupant) -> Cabin:
    return Cabin(occupants=(DRIVER, *others))


def memory(
    sensitivity: Sensitivity = Sensitivity.LOW, subject: str = "", category: Category = Category.SEAT
) -> MemoryRecord:
    time = UtcMicros(1_772_499_600_000_000)
    return MemoryRecord(
        id=MemoryId(f"{sensitivity}-{subject}-{category}"),
        text="…",
        language=Language.CHINESE,
        kind=Kind.EPISODE,
        category=category,
        source=Source.STATED,
        sensitivity=sensitivity,
        status=MemoryStatus.CURRENT,
        confidence=0.9,
        importance=8,
        created=time,
        touched=time,
        provenance=Provenance(time=time, timezone="Asia/Shanghai"),
        snapshot=Snapshot(),
        subject=subject,
    )


def ranked(record: MemoryRecord, relevance: float = 0.8) -> RankedMemory:
    return RankedMemory(
        memory=record, score=0.7, relevance=relevance, recency=0.9, channels={"vector": 0}, because="said"
    )


HOME = memory(Sensitivity.HIGH, category=Category.IDENTITY)
SEAT = memory()
FOOD = memory(Sensitivity.MEDIUM, category=Category.FOOD)
LISTENERS = {
    "a known passenger": sits(WIFE),
    "somebody": sits(None, confidence=0.0),
    "an unsure face": sits(WIFE, confidence=20.0),
    "a guest": sits(BOSS, role=SeatRole.GUEST),
    "a child": sits(None, 2, 0.0, SeatRole.CHILD),
    "one's own face on a second seat": sits(OWNER, 2, 40.0),
}


@pytest.mark.parametrize("listener", LISTENERS.values(), ids=LISTENERS)
def test_high_sensitivity_is_withheld_while_anyone_listens(listener: Occupant) -> None:
    shown, withheld = disclose([ranked(HOME), ranked(SEAT), ranked(FOOD)], SPEAKER, car(listener), False)
    assert [r.memory for r in shown] == [SEAT, FOOD]
    assert withheld == (Withheld(ranked=ranked(HOME), reason=Reason.PASSENGER_PRESENT),)


def test_alone_everything_is_said_in_its_order() -> None:
    memories = [ranked(m) for m in (HOME, SEAT, memory(subject="daughter"), FOOD, memory(subject=str(WIFE)))]
    assert disclose(memories, SPEAKER, ALONE, False) == (tuple(memories), ())


@pytest.mark.parametrize("listener", LISTENERS.values(), ids=LISTENERS)
def test_the_owner_who_asks_and_has_consented_hears_everything(listener: Occupant) -> None:
    memories = [ranked(HOME), ranked(memory(subject=str(WIFE)))]
    assert disclose(memories, SPEAKER, car(listener), True) == (tuple(memories), ())


def test_a_passenger_who_asks_is_overheard_by_the_driver() -> None:
    both = car(sits(WIFE))
    assert private(HOME, Speaker(WIFE), both)
    assert not private(SEAT, Speaker(WIFE), both)


def test_a_speaker_who_is_not_in_the_car_is_overheard_by_everyone() -> None:
    assert private(HOME, Speaker(BOSS), ALONE)
    assert not private(HOME, Speaker(BOSS), Cabin())


# --- memories about someone -----------------------------------------------------------------------------
@pytest.mark.parametrize("subject", ["", str(OWNER)])
@pytest.mark.parametrize("listener", LISTENERS.values(), ids=LISTENERS)
def test_memories_about_oneself_are_said(subject: str, listener: Occupant) -> None:
    assert not private(memory(subject=subject), SPEAKER, car(listener))


def test_memories_about_an_identity_are_withheld_from_that_person() -> None:
    about_wife = memory(subject=str(WIFE))
    assert private(about_wife, SPEAKER, car(sits(WIFE)))
    assert not private(about_wife, SPEAKER, car(sits(BOSS)))
    assert private(about_wife, SPEAKER, car(sits(BOSS), sits(WIFE, 2)))


@pytest.mark.parametrize(
    "maybe", [sits(None, confidence=0.0), sits(BOSS, confidence=59.0), sits(BOSS, role=SeatRole.GUEST)]
)
@pytest.mark.parametrize("subject", [str(WIFE), "daughter", "小美"])
def test_whoever_is_not_known_for_sure_may_be_anyone(maybe: Occupant, subject: str) -> None:
    assert private(memory(subject=subject), SPEAKER, car(maybe))


LABELS = {
    SeatRole.SPOUSE: ["wife", "Husband", "spouse", "老婆", "妻子", "老公", "丈夫", "爱人", "先生"],
    SeatRole.CHILD: ["daughter", "Son", "child", "kid", "女儿", "儿子", "孩子", "娃"],
    SeatRole.PARENT: ["mother", "Dad", "mom", "mum", "妈妈", "爸爸", "父亲"],
}


@pytest.mark.parametrize(("role", "label"), [(r, label) for r, ls in LABELS.items() for label in ls])
def test_a_label_that_names_a_role_excludes_the_other_roles(role: SeatRole, label: str) -> None:
    for other in (SeatRole.SPOUSE, SeatRole.CHILD, SeatRole.PARENT):
        assert private(memory(subject=label), SPEAKER, car(sits(WIFE, role=other))) is (other is role)
    assert private(memory(subject=label), SPEAKER, car(sits(WIFE)))
    assert not private(memory(subject=label), SPEAKER, ALONE)


@pytest.mark.parametrize("label", ["小美", "Grace", "the neighbour"])
def test_any_other_label_may_be_anyone(label: str) -> None:
    for role in (None, SeatRole.SPOUSE, SeatRole.CHILD):
        assert private(memory(subject=label), SPEAKER, car(sits(WIFE, role=role)))


def test_looked_up_memories_are_split_alike() -> None:
    records = [HOME, SEAT, memory(subject=str(WIFE)), FOOD]
    assert disclose_records(records, SPEAKER, car(sits(WIFE)), consented=False) == (
        [SEAT, FOOD],
        [HOME, memory(subject=str(WIFE))],
    )
    assert disclose_records(records, SPEAKER, car(sits(WIFE)), consented=True) == (records, [])
    assert disclose_records(records, SPEAKER, ALONE, consented=False) == (records, [])


def test_story_a_colleague_gets_in_and_out() -> None:
    """The seat sensor notices the colleague before anyone is identified, and may miss that they stay."""
    question = [ranked(HOME), ranked(SEAT)]
    for there in (sits(None, 2, 0.0), sits(BOSS, 2, 45.0), sits(BOSS, 2, 80.0)):
        shown, withheld = disclose(question, SPEAKER, car(there), False)
        assert ([r.memory for r in shown], [w.memory for w in withheld]) == ([SEAT], [HOME])
    assert disclose(question, SPEAKER, ALONE, False) == (tuple(question), ())


SUBJECTS = ["", str(OWNER), str(WIFE), "daughter", "小美"]
MEMORIES = st.lists(
    st.builds(memory, st.sampled_from(Sensitivity), st.sampled_from(SUBJECTS)).map(ranked), max_size=6
)
OTHERS = st.lists(
    st.builds(
        sits,
        st.sampled_from([WIFE, BOSS, None]),
        st.integers(1, 2),
        st.sampled_from([0.0, 59.9, 60.0, 95.0]),
        st.sampled_from([None, *SeatRole]),
    ),
    max_size=3,
)


@given(MEMORIES, OTHERS)
def test_every_memory_is_either_shown_or_withheld(
    memories: list[RankedMemory], others: list[Occupant]
) -> None:
    shown, withheld = disclose(memories, SPEAKER, car(*others), False)
    assert len(shown) + len(withheld) == len(memories)
    assert not others or all(r.memory.sensitivity is not Sensitivity.HIGH for r in shown)
    assert not any(r.memory.subject == str(o.who) for r, o in itertools.product(shown, others))
    assert shown == tuple(r for r in memories if r in shown)


@given(MEMORIES, OTHERS, OTHERS)
def test_another_listener_never_frees_a_memory(
    memories: list[RankedMemory], others: list[Occupant], more: list[Occupant]
) -> None:
    few, _ = disclose(memories, SPEAKER, car(*others), False)
    fewer, _ = disclose(memories, SPEAKER, car(*others, *more), False)
    assert set(map(id, fewer)) <= set(map(id, few))
