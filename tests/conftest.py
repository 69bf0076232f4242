"""A private message bus and real daemons on it. Nothing here replaces a part of the daemon."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dbus_fast import Message
from dbus_fast.aio import MessageBus
from hypothesis import settings as hypothesis_settings

from cabin import NAME, PARKED, SECOND, Launch, RunningDaemon
from cabin_memory.inbound.dbus_service import be_patient

# One fixed seed: a failure here is the same failure everywhere.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None)
hypothesis_settings.load_profile("repeatable")


@pytest.fixture
async def bus_address(tmp_path: Path) -> AsyncIterator[str]:
    """A private dbus-daemon."""
    socket = tmp_path / "bus"
    broker = await asyncio.create_subprocess_exec(
        "dbus-daemon",
        "--session",
        "--nofork",
        "--nopidfile",
        "--print-address=1",
        f"--address=unix:path={socket}",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert broker.stdout is not None
    address = (await asyncio.wait_for(broker.stdout.readline(), 10)).decode().strip()
    yield address
    if broker.returncode is None:
        broker.terminate()
    await broker.wait()


async def _owned(bus: MessageBus, process: asyncio.subprocess.Process, log: Path) -> None:
    question = {
        "destination": "org.freedesktop.DBus",
        "path": "/org/freedesktop/DBus",
        "interface": "org.freedesktop.DBus",
        "member": "NameHasOwner",
        "signature": "s",
        "body": [NAME],
    }
    for _ in range(1500):
        reply = await bus.call(Message(**question))
        if reply is not None and reply.body[0]:
            return
        if process.returncode is not None:
            raise RuntimeError(f"the daemon ended with {process.returncode}: {log.read_text()}")
        await asyncio.sleep(0.02)
    raise RuntimeError(f"the daemon never owned its name: {log.read_text()}")


@pytest.fixture
async def launch(bus_address: str, tmp_path: Path) -> AsyncIterator[Launch]:
    """Start daemons: `await launch(state_dir, "--simulate")`. All are stopped at the end."""
    running: list[RunningDaemon] = []

    async def start(
        state: Path | None = None, *arguments: str, environment: dict[str, str] | None = None
    ) -> RunningDaemon:
        folder = state or tmp_path / "state"
        folder.mkdir(mode=0o700, exist_ok=True)
        log = tmp_path / f"daemon-{len(running)}.log"
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "cabin_memory",
                "--session",
                "--state-dir",
                str(folder),
                *arguments,
                stdout=output,
                stderr=output,
                stdin=asyncio.subprocess.DEVNULL,
                env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus_address} | (environment or {}),
            )
        bus = await MessageBus(bus_address=bus_address).connect()
        be_patient(bus)
        daemon = RunningDaemon(process, bus, folder, log)
        running.append(daemon)
        await _owned(bus, process, log)
        await daemon.raw_match()
        return daemon

    yield start
    for daemon in running:
        await daemon.stop(signal.SIGKILL)


@pytest.fixture
async def daemon(launch: Launch) -> RunningDaemon:
    """A simulated daemon with the driver seated and the car parked, at 2026-03-03 09:00 in Shanghai."""
    started: RunningDaemon = await launch(None, "--simulate")
    await started.set_time(1_772_499_600 * SECOND)
    await started.driver()
    await started.drive(PARKED)
    return started
