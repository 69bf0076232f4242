"""Someone of whom the car is not sure: they have a memory of their own, in RAM, while they sit there."""

from pathlib import Path
from typing import Any

import pytest
from dbus_fast import Variant

from cabin import DRIVER, PARKED, CallFailed, RunningDaemon

VISITOR = "guest:visitor"
SEAT = "Row1.PassengerSide"
WISH = "我喝咖啡要双份焦糖"
QUESTION = "我喝咖啡要什么"


def texts(answer: dict[str, Any]) -> list[str]:
    return [memory["text"] for memory in answer["memories"]]


async def visit(daemon: RunningDaemon, who: str = VISITOR, confidence: float = 30.0) -> None:
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), (SEAT, who, confidence))


async def test_a_guest_hears_again_what_they_said_on_this_drive(daemon: RunningDaemon) -> None:
    await visit(daemon)
    kept = await daemon.observe(WISH, speaker=VISITOR)
    assert (kept["stored"], kept["reason"]) == (True, "guest")
    await daemon.settle()
    answer = await daemon.recall(QUESTION, speaker=VISITOR)
    assert (answer["status"], texts(answer)) == ("ok", [WISH])
    assert texts(await daemon.call("Describe", speaker=VISITOR)) == [WISH]
    assert texts(await daemon.call("Lookup", speaker=VISITOR, category="food")) == [WISH]
    assert texts(await daemon.recall(QUESTION)) == []


async def test_it_is_gone_when_they_leave_and_never_on_disk(daemon: RunningDaemon, tmp_path: Path) -> None:
    await visit(daemon)
    before = {file.name for file in daemon.state.rglob("*") if file.is_file()}
    await daemon.observe(WISH, speaker=VISITOR)
    assert {file.name for file in daemon.state.rglob("*") if file.is_file()} == before
    await daemon.driver()
    await visit(daemon)
    answer = await daemon.recall(QUESTION, speaker=VISITOR)
    assert (answer["reason"], answer["memories"]) == ("guest", [])


async def test_a_guest_hears_nothing_of_the_household_and_leaves_it_nothing(daemon: RunningDaemon) -> None:
    await daemon.observe("谁开这辆车都把空调开到二十四度")
    await visit(daemon)
    await daemon.observe("谁开这辆车都把空调开到十八度", speaker=VISITOR)
    await daemon.settle()
    assert texts(await daemon.recall("空调开多少度", speaker=VISITOR)) == ["谁开这辆车都把空调开到十八度"]
    assert texts(await daemon.recall("空调开多少度")) == ["谁开这辆车都把空调开到二十四度"]


async def test_two_guests_are_two_people(daemon: RunningDaemon) -> None:
    """The same face is not sure to be the same person, on another seat or later on the same."""
    await visit(daemon)
    await daemon.observe(WISH, speaker=VISITOR)
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row2.DriverSide", VISITOR, 30.0))
    assert texts(await daemon.recall(QUESTION, speaker=VISITOR)) == []


async def test_whom_the_car_takes_for_the_owner_without_being_sure(daemon: RunningDaemon) -> None:
    mine = await daemon.observe("我喝咖啡只喝拿铁")
    await daemon.settle()
    await daemon.driver(confidence=40.0)
    await daemon.observe(WISH)
    await daemon.settle()
    assert texts(await daemon.recall(QUESTION)) == [WISH]
    with pytest.raises(CallFailed, match="NotFound"):
        await daemon.forget(mine["id"], speaker=DRIVER)
    gone = await daemon.call(
        "Manage.Forget", {"all": Variant("b", True)}, signature="a{sv}", speaker=DRIVER, confirm=True
    )
    assert gone["count"] == 1
    assert texts(await daemon.recall(QUESTION)) == []
    await daemon.driver()
    assert texts(await daemon.recall(QUESTION)) == ["我喝咖啡只喝拿铁"]


async def test_what_a_stranger_just_said_is_not_the_owner_s_conversation(daemon: RunningDaemon) -> None:
    await daemon.driver(confidence=40.0)
    await daemon.observe("快点，我赶时间", session="s")
    await daemon.driver()
    await daemon.observe("赶时间的时候走高架")
    await daemon.settle()
    assert texts(await daemon.recall("走哪条路", session="s")) == []


async def test_health_needs_consent_also_of_a_guest(daemon: RunningDaemon) -> None:
    await visit(daemon)
    told = await daemon.observe("我有高血压", speaker=VISITOR)
    assert (told["stored"], told["reason"]) == (False, "consent_required")


async def test_a_guest_s_memory_works_without_a_model(launch: Any, tmp_path: Path) -> None:
    (tmp_path / "no-model").mkdir()
    daemon: RunningDaemon = await launch(None, "--simulate", "--model-dir", str(tmp_path / "no-model"))
    await daemon.drive(PARKED)
    await visit(daemon)
    await daemon.observe("空调固定开二十四度", speaker=VISITOR)
    assert texts(await daemon.recall("空调固定开多少度", speaker=VISITOR)) == ["空调固定开二十四度"]
