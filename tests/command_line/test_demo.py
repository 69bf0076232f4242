"""The demonstration holds with the real daemon, and fails with one that does what it must not."""

import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dbus_fast import Variant
from rich.console import Console

from cabin_memory.inbound.command_line.daemon_client import BusPlace, DaemonClient
from command_line.scripted_daemon import ScriptedDaemon
from command_line.test_cli_commands import ANSWER, RECEIPT, nothing
from demo import ROOT, SAID, WARMTH, Demo, DoesNotHold, Show
from demo_car import LiveCar

PROGRAM = str(ROOT / "tools" / "demo.py")
VEHICLES = ROOT / "config" / "vehicles"


async def run(environment: dict[str, str]) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, PROGRAM),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_everything_holds() -> None:
    code, out, err = await run(dict(os.environ))
    assert (code, err) == (0, "")
    assert "Everything holds." in out
    assert out.count("✓") == 8


async def test_without_a_bus_it_says_what_is_missing(tmp_path: Path) -> None:
    code, _, err = await run(os.environ | {"PATH": str(tmp_path)})
    assert code == 1
    assert "Does not hold: the program dbus-daemon is not installed" in err


@pytest.fixture
async def demo(bus_address: str, scripted: ScriptedDaemon) -> AsyncIterator[Demo]:
    """The steps, in front of a daemon that says what the test wants."""
    scripted.values["Context.Signals"] = Variant("a{sv}", {"Vehicle.Speed": Variant("d", 0.0)})
    counters = {"embeddings": Variant("x", 3), "searches": Variant("x", 2)}
    scripted.values["Health.Metrics"] = Variant("a{sv}", counters)
    car = await LiveCar.start(VEHICLES / "demo_car.json", VEHICLES / "demo_car.dbc")
    async with DaemonClient(BusPlace(address=bus_address)) as daemon:
        steps = Demo(Show(Console(file=io.StringIO())), daemon, car)
        steps.ids = dict.fromkeys(SAID, ANSWER["memories"].value[0]["id"].value)
        yield steps
    await car.stop()


async def test_it_fails_when_reversing_does_not_suppress(demo: Demo, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "reversing")
    scripted.replies["Recall"] = ANSWER
    with pytest.raises(DoesNotHold, match="not suppressed"):
        await demo.reverse()
    scripted.replies["Recall"] = nothing("suppressed", "reversing")
    await demo.reverse()


async def test_it_fails_when_a_suppressed_question_searches(demo: Demo, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "reversing")

    def search(_call: object) -> dict[str, Variant]:
        counters = {"embeddings": Variant("x", 3), "searches": Variant("x", 3)}
        scripted.values["Health.Metrics"] = Variant("a{sv}", counters)
        return nothing("suppressed", "reversing")

    scripted.replies["Recall"] = search
    with pytest.raises(DoesNotHold, match="counter searches"):
        await demo.reverse()


async def test_it_fails_when_another_driver_is_told(demo: Demo, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "parked")
    scripted.replies["Recall"] = ANSWER
    with pytest.raises(DoesNotHold, match="another driver"):
        await demo.change_driver()


@pytest.mark.parametrize(
    ("receipt", "says"),
    [
        (RECEIPT, "forgotten memory was returned"),
        (RECEIPT | {"verified": Variant("b", False)}, "verified removal"),
        (RECEIPT | {"count": Variant("u", 0)}, "verified removal"),
    ],
)
async def test_it_fails_when_the_memory_stays(
    demo: Demo, scripted: ScriptedDaemon, receipt: dict[str, Variant], says: str
) -> None:
    scripted.replies["Manage.Forget"] = receipt
    scripted.replies["Recall"] = ANSWER
    with pytest.raises(DoesNotHold, match=says):
        await demo.forget()
    assert demo.ids[WARMTH] in str(scripted.calls[0])


async def test_it_fails_when_nothing_is_kept(demo: Demo, scripted: ScriptedDaemon) -> None:
    scripted.replies["Observe"] = {"stored": Variant("b", False), "reason": Variant("s", "not_collecting")}
    with pytest.raises(DoesNotHold, match="not_collecting"):
        await demo.observe()
