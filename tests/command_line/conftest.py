"""Running the command line in this process, against a daemon on the private bus."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from dbus_fast.aio import MessageBus

from cabin_memory.inbound.command_line import main
from command_line.cli_outcome import Outcome, Run
from command_line.scripted_daemon import ScriptedDaemon


@pytest.fixture
def run(
    bus_address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Run]:
    """`await run("recall", "…")`: the command line in English on the private bus."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    monkeypatch.delenv("CABIN_MEMORY_BUS", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()

    def blocking(arguments: tuple[str, ...]) -> Outcome:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        out, err = capsys.readouterr()
        return Outcome(code=int(stop.value.code or 0), out=out, err=err)

    async def start(*arguments: str) -> Outcome:
        return await asyncio.to_thread(blocking, arguments)

    yield start
    monkeypatch.delenv("TZ")
    time.tzset()


@pytest.fixture
async def scripted(bus_address: str) -> AsyncIterator[ScriptedDaemon]:
    bus = await MessageBus(bus_address=bus_address).connect()
    daemon = ScriptedDaemon()
    await daemon.serve(bus)
    yield daemon
    bus.disconnect()
