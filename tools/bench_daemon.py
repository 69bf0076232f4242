"""A private message bus and a daemon on it for benchmarks: calls over D-Bus, figures from /proc."""

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

NAME = "org.cabinmemory.Memory1"
PATH = "/org/cabinmemory/Memory1"
SPEAKER = "oem:bench"
START_TIMEOUT_S = 60.0
_RESEND_S = 0.5
"""Signals count for two seconds; a real bridge sends them at least this often."""

_GEAR = "Vehicle.Powertrain.Transmission."
PARKED: Mapping[str, Variant] = {
    "Vehicle.Speed": Variant("d", 0.0),
    _GEAR + "SelectedGear": Variant("n", 126),
    _GEAR + "CurrentGear": Variant("n", 0),
}
REVERSING: Mapping[str, Variant] = {
    "Vehicle.Speed": Variant("d", 2.0),
    _GEAR + "SelectedGear": Variant("n", -1),
    _GEAR + "CurrentGear": Variant("n", -1),
}


class BenchmarkError(Exception):
    """The benchmark cannot go on; the text says why and what helps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What the kernel holds for a process, in bytes."""

    resident: int
    anonymous: int

    @classmethod
    def of(cls, pid: int) -> Self:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        kilobytes = {
            key: int(rest.split()[0])
            for key, _, rest in (line.partition(":") for line in lines)
            if key in ("VmRSS", "RssAnon")
        }
        return cls(resident=1024 * kilobytes["VmRSS"], anonymous=1024 * kilobytes["RssAnon"])


def bytes_written(pid: int) -> int:
    """Bytes that this process caused to be sent to the storage so far, deleted files not counted."""
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    counted = {key: int(value) for key, _, value in (line.partition(": ") for line in lines)}
    return counted["write_bytes"] - counted["cancelled_write_bytes"]


def processor_time(pid: int) -> float:
    """Seconds of processor time that this process and its threads took so far; steps of 10 ms."""
    # The name, which may hold blanks, ends at the last bracket; utime and stime are fields 14 and 15.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """A dbus-daemon of one's own; gives its address."""
    address = f"unix:path={folder / 'bus'}"
    command = [
        "dbus-daemon",
        "--session",
        "--nofork",
        "--nopidfile",
        "--print-address",
        f"--address={address}",
    ]
    log = folder / "bus.log"
    with log.open("wb") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as bus:
        try:
            assert bus.stdout is not None
            # It prints the address once it listens.
            if not bus.stdout.readline():
                raise BenchmarkError(f"dbus-daemon did not start: {log.read_text().strip()}")
            yield address
        finally:
            bus.terminate()


class Daemon:
    """One running daemon and a connection to it."""

    def __init__(self, pid: int, bus: MessageBus) -> None:
        self.pid = pid
        self._bus = bus
        self._signals = PARKED

    async def call(self, member: str, signature: str, *body: Any, interface: str = "") -> dict[str, Any]:
        """One method; `interface` is the part after the bus name. Options come last in `body`."""
        message = Message(
            destination=NAME,
            path=PATH,
            interface=f"{NAME}.{interface}" if interface else NAME,
            member=member,
            signature=signature + "a{sv}",
            body=list(body),
        )
        return dict(_unpacked(await self._answer(message))[0])

    async def get(self, interface: str, name: str) -> Any:
        """One property, without variants."""
        message = Message(
            destination=NAME,
            path=PATH,
            interface="org.freedesktop.DBus.Properties",
            member="Get",
            signature="ss",
            body=[f"{NAME}.{interface}", name],
        )
        return _unpacked(await self._answer(message))[0]

    async def _answer(self, message: Message) -> list[Any]:
        reply = await self._bus.call(message)
        if reply is None or reply.message_type is MessageType.ERROR:
            raise BenchmarkError(f"{message.member}: {reply.error_name if reply else 'no reply'}")
        return reply.body

    # ------------------------------------------------------------------------------ the situation
    async def recall(self, query: str) -> dict[str, Any]:
        return await self.call("Recall", "s", query, {"speaker": Variant("s", SPEAKER)})

    async def plan(self, request: str) -> dict[str, Any]:
        return await self.call("Plan", "s", request, {"speaker": Variant("s", SPEAKER)})

    async def observe(self, text: str, *, at: int | None = None) -> dict[str, Any]:
        """`at`: when it was said, microseconds UTC; None is now."""
        options = {"speaker": Variant("s", SPEAKER), "timezone": Variant("s", "Asia/Shanghai")}
        if at is not None:
            options["time"] = Variant("x", at)
        return await self.call("Observe", "s", text, options)

    async def board(self) -> None:
        """Seat the driver in a parked car."""
        await self._send_signals()
        await self.call("Set", "a(ssd)", [["Row1.DriverSide", SPEAKER, 95.0]], {}, interface="Occupants")

    async def be(self, signals: Mapping[str, Variant], drive_state: str) -> None:
        """Report these signals from now on and wait until the daemon shows the state."""
        self._signals = signals
        deadline = time.monotonic() + START_TIMEOUT_S
        while (state := await self.get("Context", "DriveState")) != drive_state:
            if time.monotonic() > deadline:
                raise BenchmarkError(f"the car stays {state}, expected {drive_state}")
            await self._send_signals()
            await asyncio.sleep(0.1)

    async def keep_reporting(self) -> None:
        """Send the signals until cancelled."""
        while True:
            await self._send_signals()
            await asyncio.sleep(_RESEND_S)

    async def _send_signals(self) -> None:
        await self.call("Update", "a{sv}", dict(self._signals), {}, interface="Context")

    # ----------------------------------------------------------------------------- what is in it
    async def memories(self) -> tuple[int, int]:
        """(memories, vectors) of the open vaults together."""
        vaults = await self.get("Health", "Vaults")
        return sum(v["memories"] for v in vaults.values()), sum(v["vectors"] for v in vaults.values())

    async def until_embedded(self) -> int:
        """Wait until every memory has its vector; gives their number."""
        while True:
            stored, embedded = await self.memories()
            if embedded >= stored:
                return stored
            if (level := await self.get("Health", "Level")) != "full":
                raise BenchmarkError(f"the daemon is at level {level}; cabin-memory health says why")
            await asyncio.sleep(0.2)


def _unpacked(value: Any) -> Any:
    if isinstance(value, Variant):
        return _unpacked(value.value)
    if isinstance(value, dict):
        return {key: _unpacked(item) for key, item in value.items()}
    return [_unpacked(item) for item in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A daemon that owns its name, and when that was."""

    daemon: Daemon
    spawned: float
    """time.perf_counter() when the process was started."""
    name_owned_s: float


@contextlib.asynccontextmanager
async def running_daemon(address: str, state: Path, log: Path, *arguments: str) -> AsyncIterator[Started]:
    """Start the daemon on this bus and folder, and stop it at the end; its output is appended to `log`.

    Raises:
        BenchmarkError: it ended early, did not take its name in time, or did not end well.
    """
    bus = await MessageBus(bus_address=address).connect()
    owned = asyncio.Event()
    await _watch_name(bus, owned)
    command = [sys.executable, "-m", "cabin_memory", "--session", "--state-dir", str(state), *arguments]
    with log.open("ab") as output:
        spawned = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": address},
        )
    try:
        await _until_owned(owned, process, log)
        owned_s = time.perf_counter() - spawned
        yield Started(daemon=Daemon(process.pid, bus), spawned=spawned, name_owned_s=owned_s)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        bus.disconnect()


async def _watch_name(bus: MessageBus, owned: asyncio.Event) -> None:
    def received(message: Message) -> None:
        if message.member == "NameOwnerChanged" and message.body[0] == NAME and message.body[2]:
            owned.set()

    bus.add_message_handler(received)
    rule = f"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='{NAME}'"
    await bus.call(
        Message(
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
            member="AddMatch",
            signature="s",
            body=[rule],
        )
    )


async def _until_owned(owned: asyncio.Event, process: asyncio.subprocess.Process, log: Path) -> None:
    waiting = asyncio.create_task(owned.wait())
    ended = asyncio.create_task(process.wait())
    done, pending = await asyncio.wait(
        {waiting, ended}, timeout=START_TIMEOUT_S, return_when=asyncio.FIRST_COMPLETED
    )
    for task in pending:
        task.cancel()
    if waiting not in done:
        raise BenchmarkError(f"the daemon did not take its name; the end of {log}:\n{_tail(log)}")


def _tail(log: Path) -> str:
    return log.read_text(errors="replace")[-1000:]
