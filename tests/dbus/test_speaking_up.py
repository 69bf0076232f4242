"""The whole table of who may be told what and when: state × asked or not × topic × speed × driver."""

from itertools import product
from typing import Any

import pytest

from cabin import IDLING, MOVING, PARKED, REVERSING, SECOND, RunningDaemon

SPEED = "Vehicle.Speed"
DISTRACTION = "Vehicle.Driver.DistractionLevel"
FATIGUE = "Vehicle.Driver.FatigueLevel"
AUTONOMY = "Vehicle.ADAS.ActiveAutonomyLevel"
CALM = {DISTRACTION: 0.0, FATIGUE: 0.0, AUTONOMY: "SAE_0"}
HANDING_OVER = "SAE_2_DISENGAGING"

SAID = {
    "reroute": "前面堵车就帮我换走滨江大道",
    "climate.set": "空调我习惯二十四度",
    "seat.set": "座椅加热开二档",
    "media.play": "我爱听脱口秀",
    "charging.set": "充电充到八成",
    "safety.warn": "倒车一定提醒我看左后方，那边有盲区",
}
ASKED = {
    "reroute": "前面堵了，帮我换条路",
    "climate.set": "空调调好",
    "seat.set": "座椅调好",
    "media.play": "放点东西听",
    "charging.set": "充电设一下",
    "safety.warn": "有什么要注意的",
}
MAY_BE_SAID_ON_THE_MOVE = ("reroute", "safety.warn")


def unasked(state: str, intent: str, context: dict[str, Any]) -> str:
    """Why it must stay unsaid, as DESIGN's table has it; empty when it may be said."""
    if state in ("unknown", "reversing"):
        return {"unknown": "vehicle_state_unknown", "reversing": "reversing"}[state]
    if state == "parked":
        return ""
    if context[AUTONOMY] == HANDING_OVER:
        return "handover"
    if state == "idling":
        return ""
    if intent not in MAY_BE_SAID_ON_THE_MOVE:
        return "driving"
    if context[DISTRACTION] > 50 or context[FATIGUE] > 50:
        return "driver_busy"
    return "high_speed" if context[SPEED] > 80 else ""


def asked(state: str) -> str:
    return {"unknown": "vehicle_state_unknown", "reversing": "reversing"}.get(state, "")


async def plan(daemon: RunningDaemon, intent: str, text: str = "") -> Any:
    slots = {"cause": "前方拥堵"} if intent == "reroute" else {}
    return await daemon.call("Plan", text, intent=intent, slots=slots, scene="other")


def check(reply: dict[str, Any], reason: str, case: tuple[Any, ...]) -> None:
    if reason:
        assert (reply["status"], reply["reason"]) == ("suppressed", reason), case
        assert (reply["text"], reply["proposal"], reply["ids"], reply["id"]) == ("", {}, [], ""), case
    else:
        assert (reply["status"], reply["reason"]) == ("ok", ""), case
        assert reply["text"], case
        assert reply["proposal"], case
        assert reply["because"], case


@pytest.fixture
async def knowing(daemon: RunningDaemon) -> RunningDaemon:
    for text in SAID.values():
        assert (await daemon.observe(text, session="told"))["stored"]
    await daemon.settle()
    return daemon


async def sweep(daemon: RunningDaemon, state: str, context: dict[str, Any]) -> int:
    """Every topic, asked for and not; returns how many were suppressed."""
    assert await daemon.get("Context", "DriveState") == state
    suppressed = 0
    for intent in SAID:
        reason = unasked(state, intent, context)
        check(await plan(daemon, intent), reason, (state, intent, context))
        suppressed += bool(reason)
    return suppressed


async def test_the_whole_table(knowing: RunningDaemon) -> None:
    for state, base in (("parked", PARKED), ("idling", IDLING), ("reversing", REVERSING)):
        await knowing.drive(base | CALM)
        for changes in ({}, {AUTONOMY: HANDING_OVER}, {DISTRACTION: 90.0}, {FATIGUE: 90.0}):
            context = base | CALM | changes
            await knowing.context(context)
            await sweep(knowing, state, context)
        for intent, text in ASKED.items():
            check(await plan(knowing, intent, text), asked(state), (state, intent, "asked"))
    await knowing.drive(MOVING | CALM)
    grid = product((1.0, 80.0, 80.1, 130.0), (0.0, 50.0, 50.1), (0.0, 50.1), ("SAE_3", HANDING_OVER))
    intents = list(ASKED)
    for number, (kmh, distraction, fatigue, autonomy) in enumerate(grid):
        changes = {SPEED: kmh, DISTRACTION: distraction, FATIGUE: fatigue, AUTONOMY: autonomy}
        await knowing.context(MOVING | changes)
        await sweep(knowing, "moving", MOVING | changes)
        # Asked in this turn it is an answer, whatever the speed and the driver; one topic after the other.
        intent = intents[number % len(intents)]
        check(await plan(knowing, intent, ASKED[intent]), "", ("moving", intent, changes, "asked"))
    await knowing.advance(5 * SECOND)
    assert await sweep(knowing, "unknown", MOVING) == len(SAID)
    for intent, text in ASKED.items():
        check(await plan(knowing, intent, text), "vehicle_state_unknown", ("unknown", intent))


async def test_what_is_suppressed_is_not_searched_for(knowing: RunningDaemon) -> None:
    await knowing.drive(MOVING | CALM | {SPEED: 130.0})
    before = await knowing.metrics()
    assert (await knowing.call("Plan", ""))["reason"] == "high_speed"
    assert (await plan(knowing, "climate.set"))["reason"] == "driving"
    await knowing.drive(REVERSING)
    assert (await plan(knowing, "climate.set", "空调调好"))["reason"] == "reversing"
    after = await knowing.metrics()
    assert [before.get(name) for name in ("searches", "embeddings")] == [
        after.get(name) for name in ("searches", "embeddings")
    ]
    assert after["plans_suppressed"] == 3


async def test_a_monitor_that_fell_silent_is_a_busy_driver(knowing: RunningDaemon) -> None:
    await knowing.drive(MOVING | CALM)
    assert (await plan(knowing, "reroute"))["status"] == "ok"
    await knowing.drive(MOVING, seconds=6.0)
    assert (await plan(knowing, "reroute"))["reason"] == "driver_busy"


async def test_on_the_move_a_proposal_is_short(knowing: RunningDaemon) -> None:
    for road in ("南京东路", "淮海中路", "延安西路", "四川北路"):
        await knowing.observe(f"{road}天天堵得一塌糊涂，" + "真的非常让人受不了" * 12)
        await knowing.observe(f"{road}早上别走")
    await knowing.drive(MOVING | CALM)
    reply = await plan(knowing, "reroute", "前面堵了，帮我换条路")
    assert 0 < len(reply["ids"]) <= 3
    assert len(reply["text"]) <= 120
    assert all(len(reason) <= 120 for reason in reply["because"])
