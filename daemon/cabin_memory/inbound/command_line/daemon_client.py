"""The daemon as its clients see it: calls by the contract's names, plain Python values in and out."""

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, Self

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import SignatureBodyMismatchError

from cabin_memory.codecs.dbus_types import Interface, Method, plain
from cabin_memory.inbound.command_line.failures import ExitCode, Failure, from_error, usage
from cabin_memory.inbound.dbus_contract import NAME, PATH, SIMULATION

_log = logging.getLogger(__name__)

CALL_SECONDS = 30.0
"""A call that takes longer counts as failed. Forgetting 20,000 memories is the longest that is meant."""


CONNECT_SECONDS = 5.0
"""A bus lets its clients in within milliseconds; what takes longer is no bus."""


class BusChoice(StrEnum):
    SESSION = "session"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class BusPlace:
    """Where to look for the daemon."""

    choice: BusChoice | None = None
    """None: the session bus when the daemon is there, otherwise the system bus."""
    address: str = ""
    """A bus address; counts before `choice`."""


def _no_bus(place: str, error: Exception) -> Failure:
    _log.debug("connecting to %s failed: %s", place, error)
    mute = isinstance(error, TimeoutError)
    return Failure(
        code=ExitCode.UNREACHABLE,
        word="NoBus",
        fault="What listens there does not answer as a message bus does: {place}."
        if mute
        else "The message bus cannot be reached: {place}.",
        remedy="Start dbus-daemon, or name another bus with --session-bus, --system-bus or --address.",
        spoken=(("place", place),),
    )


async def _open(address: str | None, bus_type: BusType, place: str) -> MessageBus:
    """Raises Failure where nothing listens, what listens is no bus, or the bus does not let us in."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await MessageBus(bus_address=address, bus_type=bus_type).connect()
    # Whatever a stranger sends ends in errors of its own kind.
    except Exception as error:
        raise _no_bus(place, error) from error


async def _owned(bus: MessageBus) -> bool:
    """Whether the daemon has its name on this bus. Raises Failure where the bus does not answer."""
    question = Message(
        destination="org.freedesktop.DBus",
        path="/org/freedesktop/DBus",
        interface="org.freedesktop.DBus",
        member="NameHasOwner",
        signature="s",
        body=[NAME],
    )
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reply = await bus.call(question)
    except (OSError, EOFError) as error:
        raise _no_bus("the session bus", error) from error
    return bool(reply and reply.message_type is MessageType.METHOD_RETURN and reply.body[0])


def _preferred(environment: Mapping[str, str]) -> BusChoice | None:
    """What CABIN_MEMORY_BUS says. Raises Failure where it says neither session nor system."""
    wish = environment.get("CABIN_MEMORY_BUS", "")
    if wish and wish not in tuple(BusChoice):
        raise usage("CABIN_MEMORY_BUS is {wish}.", "Set it to session or system, or unset it.", wish=wish)
    return BusChoice(wish) if wish else None


async def _find(place: BusPlace, environment: Mapping[str, str]) -> MessageBus:
    if place.address:
        return await _open(place.address, BusType.SESSION, place.address)
    choice = place.choice or _preferred(environment)
    if choice is BusChoice.SESSION:
        return await _open(None, BusType.SESSION, "the session bus")
    if choice is None and environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return await _wherever()
    return await _open(None, BusType.SYSTEM, "the system bus")


async def _wherever() -> MessageBus:
    """The session bus if the daemon is there, else the system bus."""
    try:
        bus = await _open(None, BusType.SESSION, "the session bus")
    except Failure as failure:
        _log.debug("no session bus (%s), trying the system bus", failure.word)
        try:
            return await _open(None, BusType.SYSTEM, "the system bus")
        except Failure:
            raise failure from None
    if await _owned(bus):
        return bus
    bus.disconnect()
    try:
        return await _open(None, BusType.SYSTEM, "the system bus")
    except Failure as failure:
        # Nobody looks for a system bus that is not there when the daemon is missing on the session bus.
        raise from_error("org.freedesktop.DBus.Error.ServiceUnknown", "", "Introspect") from failure


def _body(method: Method, arguments: Sequence[object], options: Mapping[str, Any]) -> list[Any]:
    """The arguments, and the options with the types that the contract declares, or as they are where it
    leaves a choice. Raises Failure for a number that its type cannot hold."""
    declared = {value.name: value.signature for value in method.options}
    try:
        fitting = [
            Variant(value.signature, one).value for value, one in zip(method.takes, arguments, strict=True)
        ]
        variants = {
            name: value if isinstance(value, Variant) else Variant(declared[name], value)
            for name, value in options.items()
            if value is not None
        }
    except SignatureBodyMismatchError as error:
        raise usage(
            "A number is too large or too small.",
            "Correct that value; --help explains the command.",
        ) from error
    return [*fitting, variants]


class DaemonClient:
    """One connection, opened at the first call. Not thread-safe."""

    def __init__(self, place: BusPlace) -> None:
        self._place = place
        self._bus: MessageBus | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bus is not None:
            self._bus.disconnect()

    async def call(
        self, interface: Interface, name: str, *arguments: object, **options: object
    ) -> dict[str, Any]:
        """Call a method of the contract. Options that are None are not sent.

        Raises:
            Failure: the daemon cannot be reached, refuses, or does not answer in time.
            KeyError: the contract has no such method or option.
        """
        method = next((method for method in interface.methods if method.name == name), None)
        if method is None:
            raise KeyError(name)
        body = _body(method, arguments, options)
        what = f"{_short(interface)}{name}"
        result: dict[str, Any] = plain(await self._send(what, interface.name, name, method.signature, body))
        return result

    async def hang_up(self) -> None:
        """Close the connection; the next call looks for the daemon anew."""
        if self._bus is not None:
            self._bus.disconnect()
            self._bus = None

    async def read(self, interface: Interface, name: str) -> Any:
        """A property of the contract. Raises Failure as `call` does."""
        body = [interface.name, name]
        what = f"{_short(interface)}{name}"
        return plain(await self._send(what, "org.freedesktop.DBus.Properties", "Get", "ss", body))

    async def simulated(self) -> bool:
        """Whether the daemon was started with --simulate. Raises Failure as `call` does."""
        text = await self._send("Introspect", "org.freedesktop.DBus.Introspectable", "Introspect", "", [])
        return f'"{SIMULATION.name}"' in text

    async def _send(self, what: str, interface: str, member: str, signature: str, body: list[Any]) -> Any:
        if self._bus is None:
            self._bus = await _find(self._place, os.environ)
        message = Message(
            destination=NAME, path=PATH, interface=interface, member=member, signature=signature, body=body
        )
        started = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(CALL_SECONDS):
                reply = await self._bus.call(message)
        except TimeoutError as error:
            raise _late(what) from error
        except (OSError, EOFError) as error:
            raise from_error("org.freedesktop.DBus.Error.Disconnected", "", what) from error
        _log.debug("%s took %.1f ms", what, (asyncio.get_running_loop().time() - started) * 1000)
        if reply is None or reply.message_type is MessageType.ERROR:
            raise _refused(reply, what)
        return reply.body[0] if reply.body else {}


def _short(interface: Interface) -> str:
    """`Manage.` for `org.cabinmemory.Memory1.Manage`, nothing for the first interface."""
    last = interface.name.removeprefix(NAME).lstrip(".")
    return f"{last}." if last else ""


def _late(what: str) -> Failure:
    return Failure(
        code=ExitCode.UNAVAILABLE,
        word="Timeout",
        fault="The daemon did not answer {what} within {seconds} seconds.",
        remedy="cabin-memory health shows how it is; its log says more: journalctl -u cabin-memoryd.",
        values=(("what", what), ("seconds", f"{CALL_SECONDS:.0f}")),
    )


def _refused(reply: Message | None, what: str) -> Failure:
    if reply is None:
        return from_error("org.freedesktop.DBus.Error.Disconnected", "", what)
    text = str(reply.body[0]) if reply.body else ""
    _log.debug("%s: %s", what, reply.error_name)
    return from_error(reply.error_name or "", text, what)
