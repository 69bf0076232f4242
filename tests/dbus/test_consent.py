"""What a person agreed to decides what is kept and what is said."""

from typing import Any

import pytest
from dbus_fast import Variant

from cabin import DRIVER, PARKED, CallFailed, RunningDaemon

DAY = 86_400_000_000
ILL = "我有糖尿病，饭前要打胰岛素"


async def consent(daemon: RunningDaemon, **options: Any) -> Any:
    return await daemon.call("Manage.Consent", **options)


async def texts(daemon: RunningDaemon) -> list[str]:
    await daemon.context(PARKED)
    return [memory["text"] for memory in (await daemon.call("Manage.List"))["memories"]]


async def test_nothing_is_agreed_to_but_collecting(daemon: RunningDaemon) -> None:
    shown = await consent(daemon)
    assert shown == {
        "collect": True, "health": False, "biometrics": False, "sync": False, "disclosure": False,
        "undo": False, "until": {},
        "without": [],
    }  # fmt: skip


async def test_health_needs_consent_and_goes_when_it_is_withdrawn(daemon: RunningDaemon) -> None:
    refused = await daemon.observe(ILL)
    assert (refused["stored"], refused["reason"]) == (False, "consent_required")
    assert (await consent(daemon, health=True))["health"]
    kept = await daemon.observe(ILL)
    assert kept["stored"]
    await daemon.observe("空调开二十三度")
    assert not (await consent(daemon, health=False))["health"]
    assert await texts(daemon) == ["空调开二十三度"]
    assert ILL.encode() not in b"".join(f.read_bytes() for f in daemon.state.rglob("*") if f.is_file())


async def test_an_illness_needs_consent_whatever_it_is_filed_under(daemon: RunningDaemon) -> None:
    refused = await daemon.observe("Please note that I am allergic to peanuts")
    assert (refused["stored"], refused["reason"]) == (False, "consent_required")


async def test_a_term_ends(daemon: RunningDaemon) -> None:
    now = 1_772_499_600_000_000
    await daemon.set_time(now)
    term = Variant("a{sv}", {"given": Variant("b", True), "until": Variant("x", now + DAY)})
    shown = await consent(daemon, health=term)
    assert shown["health"]
    assert shown["until"] == {"health": now + DAY}
    await daemon.advance(DAY + 1)
    assert not (await consent(daemon))["health"]
    assert (await daemon.observe(ILL))["reason"] == "consent_required"


async def test_not_collecting_for_this_drive(daemon: RunningDaemon) -> None:
    assert await daemon.get("Manage", "Collecting")
    pause = Variant("a{sv}", {"given": Variant("b", False), "this_drive": Variant("b", True)})
    assert not (await consent(daemon, collect=pause))["collect"]
    assert not await daemon.get("Manage", "Collecting")
    refused = await daemon.observe("空调开二十三度")
    assert (refused["stored"], refused["reason"]) == (False, "not_collecting")
    await daemon.drive({"Vehicle.LowVoltageSystemState": "OFF"}, seconds=1)
    await daemon.drive(PARKED, seconds=1)
    assert await daemon.get("Manage", "Collecting")
    assert (await daemon.observe("空调开二十三度"))["stored"]


async def test_not_collecting_for_good_outlasts_a_restart(daemon: RunningDaemon, launch: Any) -> None:
    await consent(daemon, collect=False)
    await daemon.stop()
    again = await launch(daemon.state, "--simulate")
    await again.driver()
    await again.context(PARKED)
    assert (await again.observe("空调开二十三度"))["reason"] == "not_collecting"


async def test_a_category_of_which_nothing_is_kept(daemon: RunningDaemon) -> None:
    await daemon.observe("我爱吃牛肉粉")
    await daemon.observe("空调开二十三度")
    shown = await consent(daemon, without=["food"])
    assert shown["without"] == ["food"]
    assert await texts(daemon) == ["空调开二十三度"]
    assert (await daemon.observe("我不吃芹菜"))["reason"] == "not_collecting"
    assert (await consent(daemon, without=Variant("as", [])))["without"] == []
    assert (await daemon.observe("我不吃芹菜"))["stored"]


async def test_private_memories_in_company(daemon: RunningDaemon) -> None:
    await daemon.observe("我家住在青石路八号")
    await daemon.settle()
    seats = (("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", "oem:u-1002", 95.0))
    await daemon.occupants(*seats)
    asked = await daemon.recall("我家住在哪里")
    assert (asked["memories"], asked["reason"]) == ([], "passenger_present")
    await consent(daemon, disclosure=True)
    assert (await daemon.recall("我家住在哪里"))["memories"]


@pytest.mark.parametrize(
    "options",
    [
        {"health": Variant("s", "yes")},
        {"health": Variant("a{sv}", {})},
        {"health": Variant("a{sv}", {"given": Variant("b", True), "until": Variant("x", 1)})},
        {"health": Variant("a{sv}", {"given": Variant("b", True), "untill": Variant("x", 1)})},
        {"without": ["foood"]},
        {"marketing": True},
    ],
)
async def test_what_is_no_decision(daemon: RunningDaemon, options: dict[str, Any]) -> None:
    with pytest.raises(CallFailed) as refused:
        await consent(daemon, **options)
    assert refused.value.name == "InvalidArgument"
