"""A daemon on a bus as a test sees it: calls, signals, drives. Nothing here replaces a part of it."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

NAME = "org.cabinmemory.Memory1"
PATH = "/org/cabinmemory/Memory1"
PROPERTIES = "org.freedesktop.DBus.Properties"

Launch = Callable[..., Any]
"""`await launch(state_dir, "--simulate")`: starts a daemon, see the fixture."""

DRIVER = "oem:u-1001"
SECOND = 1_000_000

PARKED: dict[str, Any] = {
    "Vehicle.Speed": 0.0,
    "Vehicle.IsMoving": False,
    "Vehicle.Powertrain.Transmission.SelectedGear": 126,
    "Vehicle.Powertrain.Transmission.CurrentGear": 0,
    "Vehicle.Chassis.ParkingBrake.IsEngaged": True,
    "Vehicle.Body.Lights.Backup.IsOn": False,
    "Vehicle.LowVoltageSystemState": "ON",
}
IDLING = PARKED | {
    "Vehicle.Powertrain.Transmission.SelectedGear": 127,
    "Vehicle.Powertrain.Transmission.CurrentGear": 1,
    "Vehicle.Chassis.ParkingBrake.IsEngaged": False,
}
MOVING = IDLING | {"Vehicle.Speed": 50.0, "Vehicle.IsMoving": True}
REVERSING = IDLING | {
    "Vehicle.Speed": 3.0,
    "Vehicle.IsMoving": True,
    "Vehicle.Powertrain.Transmission.SelectedGear": -1,
    "Vehicle.Powertrain.Transmission.CurrentGear": -1,
    "Vehicle.Body.Lights.Backup.IsOn": True,
}


class CallFailed(Exception):
    """A D-Bus call ended in an error; `name` is without the contract's prefix."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name.removeprefix(NAME + ".Error.")
        self.text = text


def plain(value: Any) -> Any:
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def variant(value: Any) -> Variant:
    """A plain value as an assistant would send it."""
    match value:
        case Variant():
            return value
        case bool():
            return Variant("b", value)
        case int():
            return Variant("i", value)
        case float():
            return Variant("d", value)
        case str():
            return Variant("s", value)
        case dict():
            return Variant("a{sv}", {key: variant(item) for key, item in value.items()})
        case list():
            return Variant("as", value)
    raise TypeError(type(value).__name__)


_TYPED = {"time": "x", "since": "x", "until": "x", "limit": "u", "entities": "a(ss)"}


def options_of(given: dict[str, Any]) -> dict[str, Variant]:
    return {
        key: Variant(_TYPED[key], value)
        if key in _TYPED and not isinstance(value, Variant)
        else variant(value)
        for key, value in given.items()
    }


class RunningDaemon:
    """A daemon process on the private bus, and a client connection to it."""

    def __init__(self, process: asyncio.subprocess.Process, bus: MessageBus, state: Path, log: Path) -> None:
        self.process = process
        self.bus = bus
        self.state = state
        self.log = log
        self.signals: list[Message] = []
        bus.add_message_handler(self._hear)

    def _hear(self, message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.path == PATH:
            self.signals.append(message)

    async def raw_match(self) -> None:
        """Have the daemon's signals delivered here."""
        await self.bus.call(
            Message(
                destination="org.freedesktop.DBus",
                path="/org/freedesktop/DBus",
                interface="org.freedesktop.DBus",
                member="AddMatch",
                signature="s",
                body=[f"type='signal',sender='{NAME}'"],
            )
        )

    async def raw(self, interface: str, member: str, signature: str, body: list[Any]) -> Any:
        """One call; returns the first value of the reply without variants. Raises CallFailed."""
        reply = await asyncio.wait_for(
            self.bus.call(
                Message(
                    destination=NAME,
                    path=PATH,
                    interface=interface,
                    member=member,
                    signature=signature,
                    body=body,
                )
            ),
            30,
        )
        assert reply is not None
        if reply.message_type is MessageType.ERROR:
            raise CallFailed(reply.error_name or "", str(reply.body[0]) if reply.body else "")
        return plain(reply.body[0]) if reply.body else None

    async def call(self, member: str, *arguments: Any, signature: str = "", **options: Any) -> Any:
        """`Recall` or `Manage.List`, with options by keyword."""
        head, _, name = member.rpartition(".")
        interface = f"{NAME}.{head}" if head else NAME
        leading = signature or "s" * len(arguments)
        return await self.raw(interface, name, leading + "a{sv}", [*arguments, options_of(options)])

    async def observe(self, text: str, speaker: str = DRIVER, **options: Any) -> Any:
        return await self.call("Observe", text, speaker=speaker, **options)

    async def recall(self, text: str, speaker: str = DRIVER, **options: Any) -> Any:
        return await self.call("Recall", text, speaker=speaker, **options)

    async def context(self, values: dict[str, Any]) -> Any:
        return await self.call(
            "Context.Update", {key: variant(value) for key, value in values.items()}, signature="a{sv}"
        )

    async def occupants(self, *seats: tuple[str, str, float]) -> Any:
        return await self.call("Occupants.Set", [list(seat) for seat in seats], signature="a(ssd)")

    async def driver(self, who: str = DRIVER, confidence: float = 95.0) -> None:
        await self.occupants(("Row1.DriverSide", who, confidence))

    async def forget(self, *ids: str, **options: Any) -> Any:
        return await self.call(
            "Manage.Forget", {"ids": Variant("as", list(ids))}, signature="a{sv}", **options
        )

    async def get(self, interface: str, name: str) -> Any:
        return await self.raw(PROPERTIES, "Get", "ss", [f"{NAME}.{interface}", name])

    async def metrics(self) -> dict[str, int]:
        return await self.get("Health", "Metrics")

    async def set_time(self, micros: int) -> None:
        await self.call("Simulation.SetTime", micros, signature="x")

    async def advance(self, micros: int) -> None:
        await self.call("Simulation.Advance", micros, signature="x")

    async def settle(self) -> None:
        await self.call("Simulation.Settle")

    async def drive(self, values: dict[str, Any], seconds: float = 3.0) -> None:
        """Send a context until every hold time has passed (simulated time)."""
        await self.context(values)
        for _ in range(round(seconds * 2)):
            await self.advance(SECOND // 2)
            await self.context(values)

    async def stop(self, how: int = signal.SIGTERM) -> int:
        """Send a signal to the daemon and return its exit code."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(how)
            await asyncio.wait_for(self.process.wait(), 20)
        self.bus.disconnect()
        assert self.process.returncode is not None
        return self.process.returncode
