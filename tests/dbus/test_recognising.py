"""The driver's seat as a sign of who drives: by consent, once a trip; it makes nobody of a guest."""

import asyncio
import json
from typing import Any

from cabin import DRIVER, MOVING, PARKED, RunningDaemon

SEAT = "Vehicle.Cabin.Seat.Row1.DriverSide.Position"
OFF = {"Vehicle.LowVoltageSystemState": "OFF"}
HOUR = 3_600_000_000


async def drive_off(daemon: RunningDaemon, place: float, confidence: float = 95.0) -> float:
    """One trip with the seat at this place; returns the driver's confidence a moment after moving off."""
    await daemon.driver(confidence=confidence)
    await daemon.drive(PARKED | {SEAT: place})
    await daemon.drive(MOVING)
    for _ in range(20):  # it looks in the background
        await asyncio.sleep(0.02)
    seats = await daemon.get("Occupants", "Occupants")
    await daemon.drive(PARKED)
    await daemon.context(PARKED | OFF)
    await daemon.advance(3 * HOUR)
    return float(seats[0][2])


async def habits(daemon: RunningDaemon) -> dict[str, Any]:
    await daemon.driver()
    await daemon.drive(PARKED)
    exported = await daemon.call("Manage.Export", speaker=DRIVER)
    return dict(json.loads(exported["json"])["habits"])


async def test_without_consent_nothing_is_learned(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    for _ in range(4):
        assert await drive_off(daemon, 300.0) == 95.0
    assert await habits(daemon) == {}
    assert await drive_off(daemon, 480.0) == 95.0


async def test_a_seat_far_from_its_usual_place_makes_the_car_unsure(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.settle()
    await daemon.call("Manage.Consent", speaker=DRIVER, biometrics=True)
    for _ in range(3):
        assert await drive_off(daemon, 300.0) == 95.0
    assert (await habits(daemon))[SEAT]["count"] == 3
    assert await drive_off(daemon, 302.0) == 100.0
    daemon.signals.clear()
    assert await drive_off(daemon, 480.0, confidence=75.0) == 55.0
    assert any(signal.member == "SwitchSuggested" for signal in daemon.signals)
    assert (await habits(daemon))[SEAT]["count"] == 4  # from a doubtful drive nothing is learned
    assert await drive_off(daemon, 300.0, confidence=50.0) == 50.0  # a guest stays one


async def test_a_guest_by_posture_hears_nothing_until_the_trip_ends(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.settle()
    await daemon.call("Manage.Consent", speaker=DRIVER, biometrics=True)
    for _ in range(3):
        await drive_off(daemon, 300.0)
    await daemon.driver(confidence=70.0)
    await daemon.drive(PARKED | {SEAT: 480.0})
    assert (await daemon.recall("放点什么音乐"))["memories"]
    await daemon.drive(MOVING)
    for _ in range(20):
        await asyncio.sleep(0.02)
    assert (await daemon.recall("放点什么音乐"))["reason"] == "guest"


async def test_withdrawing_consent_removes_what_was_learned(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.call("Manage.Consent", speaker=DRIVER, biometrics=True)
    for _ in range(3):
        await drive_off(daemon, 300.0)
    assert await habits(daemon)
    await daemon.call("Manage.Consent", speaker=DRIVER, biometrics=False)
    assert await habits(daemon) == {}


async def test_what_the_driver_speaks_of_is_a_sign_too(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.call("Manage.Consent", speaker=DRIVER, biometrics=True)
    for number in range(36):
        await daemon.observe(f"我喜欢听第{number}首歌", session=str(number))
    assert (await habits(daemon))["topic:media"]["count"] == 36
    await daemon.context(PARKED | OFF)
    await daemon.advance(3 * HOUR)
    await daemon.driver(confidence=62.0)
    await daemon.drive(PARKED)
    for number in range(12):
        await daemon.observe(f"充电充到百分之{60 + number}", session=f"c{number}")
    assert (await daemon.get("Occupants", "Occupants"))[0][2] == 57.0
    assert (await daemon.recall("听什么歌"))["reason"] == "guest"
