"""Someone whom the car does not know yet: what it asks, when, and what it says meanwhile."""

from typing import Any

import pytest

from cabin import DRIVER, IDLING, MOVING, PARKED, REVERSING, SECOND, CallFailed, Launch, RunningDaemon

OTHER = "oem:u-1002"
DAY = 86_400 * SECOND


async def ask(daemon: RunningDaemon, **options: Any) -> Any:
    return await daemon.call("Ask", **options)


async def next_trip(daemon: RunningDaemon, after: int = 0) -> None:
    await daemon.drive(PARKED | {"Vehicle.LowVoltageSystemState": "OFF"})
    if after:
        await daemon.advance(after)
    await daemon.drive(PARKED)


async def test_one_question_a_trip_and_the_next_one_on_the_next(daemon: RunningDaemon) -> None:
    first = await ask(daemon, language="en")
    assert (first["status"], first["reason"], first["id"]) == ("ok", "", "address_term.name")
    assert first["text"].endswith("?")
    again = await ask(daemon)
    assert (again["status"], again["reason"]) == ("nothing_relevant", "asked_this_trip")
    assert (again["id"], again["text"], again["default"]) == ("", "", {})
    await next_trip(daemon)
    second = await ask(daemon, language="zh")
    assert (second["id"], second["category"]) == ("climate.temperature", "climate")
    assert second["text"].endswith("？")
    assert second["default"] == {
        "generic": True,
        "category": "climate",
        "attribute": "climate.temperature",
        "value": "22",
        "text": "空调 22 度",
    }


async def test_two_hours_of_silence_are_another_trip(daemon: RunningDaemon) -> None:
    await ask(daemon)
    await daemon.advance(2 * 3600 * SECOND)
    await daemon.drive(PARKED)
    assert (await ask(daemon))["status"] == "ok"


async def test_what_is_known_is_not_asked_and_the_language_is_the_persons(daemon: RunningDaemon) -> None:
    await daemon.observe("叫我小王就行")
    await daemon.observe("空调我习惯二十四度")
    asked = await ask(daemon)
    assert (asked["id"], asked["text"]) == ("seat.position", "座椅现在这样合适吗？您喜欢坐高一点还是低一点？")
    none = await ask(daemon, speaker=DRIVER, category="climate")
    assert none["reason"] == "asked_this_trip"
    await next_trip(daemon)
    none = await ask(daemon, category="climate")
    assert (none["status"], none["reason"]) == ("nothing_relevant", "nothing_to_ask")
    assert (await ask(daemon, category="health"))["reason"] == "nothing_to_ask"


async def test_an_answer_given_to_observe_settles_the_question(daemon: RunningDaemon) -> None:
    assert (await ask(daemon, category="climate"))["id"] == "climate.temperature"
    assert (await daemon.observe("二十三度"))["category"] == "climate"
    await next_trip(daemon, 40 * DAY)
    assert (await ask(daemon, category="climate"))["reason"] == "nothing_to_ask"


async def test_a_question_without_an_answer_rests_for_thirty_days_also_over_a_restart(
    daemon: RunningDaemon, launch: Launch
) -> None:
    await ask(daemon, category="climate")
    await daemon.stop()
    later = await launch(daemon.state, "--simulate")
    await later.set_time(1_772_499_600 * SECOND + 29 * DAY)
    await later.driver()
    await later.drive(PARKED)
    assert (await ask(later, category="climate"))["reason"] == "nothing_to_ask"
    await later.set_time(1_772_499_600 * SECOND + 31 * DAY)
    await later.drive(PARKED)
    assert (await ask(later, category="climate"))["id"] == "climate.temperature"


@pytest.mark.parametrize(
    ("context", "reason"),
    [(REVERSING, "reversing"), (MOVING | {"Vehicle.Speed": 100.0}, "driving")],
)
async def test_nobody_is_asked_while_that_disturbs(
    daemon: RunningDaemon, context: dict[str, Any], reason: str
) -> None:
    await daemon.drive(context)
    asked = await ask(daemon)
    assert (asked["status"], asked["reason"], asked["text"]) == ("suppressed", reason, "")
    await daemon.drive(IDLING)
    assert (await ask(daemon))["id"] == "address_term.name"


async def test_on_the_move_only_the_route_may_be_asked_about(daemon: RunningDaemon) -> None:
    await daemon.drive(MOVING)
    assert (await ask(daemon, category="climate"))["reason"] == "driving"
    assert (await ask(daemon))["id"] == "route.kind"


async def test_stale_signals_suppress_and_guests_are_never_asked(daemon: RunningDaemon) -> None:
    await daemon.advance(5 * SECOND)
    assert (await ask(daemon))["reason"] == "vehicle_state_unknown"
    await daemon.drive(PARKED)
    await daemon.driver(confidence=40.0)
    guest = await ask(daemon)
    assert (guest["status"], guest["reason"]) == ("nothing_relevant", "guest")
    with pytest.raises(CallFailed) as nobody:
        await ask(daemon, speaker=OTHER)
    assert nobody.value.name == "UnknownOccupant"


async def test_each_person_is_asked_for_themselves(daemon: RunningDaemon) -> None:
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
    assert (await ask(daemon))["id"] == (await ask(daemon, speaker=OTHER))["id"] == "address_term.name"


async def test_a_stranger_gets_a_generic_default_that_is_no_memory(daemon: RunningDaemon) -> None:
    await ask(daemon)  # what was asked is nothing that is remembered of a person
    answer = await daemon.recall("What temperature do I like?", explain=True)
    assert (answer["status"], answer["reason"]) == ("nothing_relevant", "no_memories")
    assert answer["memories"] == answer["withheld"] == []
    assert answer["default"]["generic"] is True
    assert (answer["default"]["attribute"], answer["default"]["value"]) == ("climate.temperature", "22")
    assert "default" not in await daemon.recall("Who painted the Mona Lisa?")
    brief = await daemon.call("Brief", "What temperature do I like?")
    assert "22" not in brief["text"]
    assert (await daemon.call("Describe"))["memories"] == (await daemon.call("Manage.List"))["memories"] == []
    await daemon.observe("I like the cabin at 19 degrees")
    await daemon.settle()
    known = await daemon.recall("What temperature do I like?")
    assert "default" not in known
    assert len(known["memories"]) == 1
