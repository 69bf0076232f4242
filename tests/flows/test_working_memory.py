"""Working memory with a real vehicle context and a clock that moves by hand."""

import pytest

from cabin_memory.domain.people import DRIVER_SEAT, Occupant, OccupantId, Speaker
from cabin_memory.domain.settings import ConversationSettings
from cabin_memory.domain.time import MINUTE
from cabin_memory.domain.vehicle import LOW_VOLTAGE_STATE
from cabin_memory.domain.vocabulary import Outcome, Role
from cabin_memory.flows.converse import WorkingMemory
from cabin_memory.flows.vehicle_context import VehicleContext
from cabin_memory.outbound.clock import SimulatedClock
from cabin_memory.rules.vehicle_state import VehicleLimits

ME = Speaker(OccupantId.parse("oem:u-1"))
OTHER = Speaker(OccupantId.parse("oem:u-2"))


class Cabin:
    """A car with its driver, and the working memory of what is said in it."""

    def __init__(self, **settings: int) -> None:
        self.clock = SimulatedClock()
        self.context = VehicleContext(self.clock, VehicleLimits())
        self.memory = WorkingMemory(self.clock, ConversationSettings(**settings), self.context)
        self.board()
        self.ignition("ON")

    def board(self) -> None:
        self.context.seat([Occupant(seat=DRIVER_SEAT, who=ME, confidence=95.0)])

    def ignition(self, state: str) -> None:
        self.context.update({LOW_VOLTAGE_STATE: state})

    def texts(self, session: str = "a") -> list[str]:
        return [turn.text for turn in self.memory.turns(ME, session)]


def test_a_turn_is_kept_with_what_the_assistant_knew_of_it() -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "空调二十四度", intent="climate.set", slots={"t": 24}, outcome=Outcome.ACCEPTED)
    car.clock.advance(MINUTE)
    car.memory.hear(ME, "a", "好的", role=Role.ASSISTANT)
    first, second = car.memory.turns(ME, "a")
    assert (first.intent, first.slots, first.outcome) == ("climate.set", {"t": 24}, Outcome.ACCEPTED)
    assert (second.role, second.at - first.at) == (Role.ASSISTANT, MINUTE)
    assert car.memory.since(ME, "a") == first.at


def test_conversations_are_apart_by_person_and_name() -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "one")
    car.memory.hear(ME, "b", "I'm in a hurry")
    car.memory.hear(OTHER, "a", "two")
    car.memory.hear(ME, "", "belongs to none")
    assert (car.texts("a"), car.texts("b"), car.texts("")) == (["one"], ["I'm in a hurry"], [])
    assert (car.memory.hurry(ME, "b"), car.memory.hurry(ME, "a")) == (True, None)
    assert (car.memory.latest(ME), car.memory.latest(OTHER)) == ("b", "a")


def test_a_pause_of_fifteen_minutes_ends_a_conversation() -> None:
    car = Cabin()
    for text in ("one", "two"):
        car.memory.hear(ME, "a", text)
        car.clock.advance(15 * MINUTE)
    assert car.texts() == ["one", "two"]
    car.clock.advance(1)
    assert car.texts() == []
    assert (car.memory.since(ME, "a"), car.memory.latest(ME)) == (None, "")


@pytest.mark.parametrize("off", ["OFF", "LOCK"])
def test_the_end_of_the_trip_ends_every_conversation(off: str) -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "one")
    car.ignition("ACC")
    assert car.texts() == ["one"]
    car.ignition(off)
    assert car.texts() == []
    # Whoever goes on talking in the parked car is listened to, until the next trip.
    car.memory.hear(ME, "a", "two")
    assert car.texts() == ["two"]
    car.ignition("ON")
    assert car.texts() == []


def test_a_trip_that_ended_unseen_ends_them_too() -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "one")
    car.ignition("OFF")
    car.ignition("ON")
    assert car.texts() == []


def test_an_empty_car_ends_every_conversation_at_once() -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "one")
    car.context.seat([])
    car.memory.end_what_is_over()
    car.board()
    assert car.texts() == []


def test_what_must_never_be_stored_is_not_kept_here_either() -> None:
    car = Cabin()
    car.memory.hear(ME, "a", "我的银行卡密码是四八二九一六")
    car.memory.hear(ME, "a", "my PIN is 4829, remember the password hunter2")
    assert car.texts() == ["", ""]


def test_it_is_bounded() -> None:
    car = Cabin(max_sessions=4, max_turns=4)
    for number in range(9):
        car.memory.hear(ME, "a", str(number))
    car.memory.hear(ME, "long", "x" * 2000)
    assert car.texts() == ["5", "6", "7", "8"]
    assert len(car.texts("long")[0]) == 200
    for name in "bcd":
        car.memory.hear(ME, name, "one")
    assert car.texts("a") == []
    assert car.texts("d") == ["one"]
