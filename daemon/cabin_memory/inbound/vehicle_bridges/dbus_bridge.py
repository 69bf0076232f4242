"""Signals and properties of other D-Bus services → vehicle signals.

A property that keeps its value is not announced again, and an announcement that never comes looks the same
as a service that hangs. So properties are read again every second (the answer proves that they are alive);
signals grow old from when they came. A service that goes takes its values with it at once.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from cabin_memory.codecs import vss_paths, vss_values
from cabin_memory.codecs.vss_mapping import Conversion
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.inbound.vehicle_bridges import Sink

log = logging.getLogger(__name__)

POLL_S = 1.0
"""Half the age at which a speed is too old."""
_ANSWER_S = 1.0
_RETRY_FIRST_S = 0.5
_RETRY_MOST_S = 30.0

_Group = tuple[str, str, str]
"""Service, object path, interface: what one GetAll reads."""
_Source = tuple[str, str, str, str]

_BUS = "org.freedesktop.DBus"
_PROPERTIES = "org.freedesktop.DBus.Properties"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A property, or one argument of a signal, of another service, and the VSS path that it feeds."""

    service: str
    object_path: str
    interface: str
    member: str
    vss: str
    """Of any VSS release."""
    is_signal: bool = False
    argument: int = 0
    """Which argument of the signal, from 0."""
    conversion: Conversion = field(default_factory=Conversion)

    @property
    def source(self) -> _Source:
        return self.service, self.object_path, self.interface, self.member

    def value(self, body: Any) -> tuple[str, SignalValue | Invalid]:
        """The canonical path and what a D-Bus value means there."""
        while isinstance(body, Variant):
            body = body.value
        plain = isinstance(body, bool | int | float | str)
        value = self.conversion.apply(body) if plain else Invalid.WRONG_TYPE
        path, value = vss_paths.canonical(self.vss, value)
        return path, vss_values.check(path, value)

    def absent(self) -> tuple[str, Invalid]:
        return vss_paths.canonical_path(self.vss), Invalid.NOT_AVAILABLE


Connect = Callable[[], Awaitable[MessageBus]]


class DbusBridge:
    """Feeds what it watches into a sink until it is cancelled; outlives services and the bus itself."""

    def __init__(
        self,
        watches: Iterable[Watch],
        connect: Connect,
        *,
        close: bool = True,
        poll_s: float = POLL_S,
        retry_first_s: float = _RETRY_FIRST_S,
    ) -> None:
        """
        Args:
            watches: what to follow.
            connect: gives a connected bus; called again after the bus was lost.
            close: whether the connection is this bridge's own, to be closed when it ends.
            poll_s: how often properties are read again, 0 for never.
            retry_first_s: wait before the first new attempt to connect; it doubles up to 30 s.
        """
        self._watches = tuple(watches)
        self._connect = connect
        self._close = close
        self._poll_s = poll_s
        self._retry_first_s = retry_first_s

    async def run(self, sink: Sink) -> None:
        """Follow until cancelled. A bus that cannot be reached is tried again, never raised."""
        delay, announced = self._retry_first_s, False
        while True:
            try:
                bus = await self._connect()
                if announced:
                    log.info("D-Bus is back for vehicle signals")
                delay, announced = self._retry_first_s, False
                try:
                    await _Following(self._watches, bus, sink, self._poll_s).run()
                finally:
                    if self._close:
                        bus.disconnect()
            except Exception as fault:  # noqa: BLE001 -- a lost bus shows as many kinds of error
                if not announced:
                    log.warning("D-Bus is out of reach for vehicle signals (%s)", type(fault).__name__)
                announced = True
            sink(dict(watch.absent() for watch in self._watches))
            await asyncio.sleep(delay)
            delay = min(2 * delay, _RETRY_MOST_S)


class _Following:
    """One connection's life."""

    def __init__(self, watches: tuple[Watch, ...], bus: MessageBus, sink: Sink, poll_s: float) -> None:
        self._bus = bus
        self._sink = sink
        self._poll_s = poll_s
        self._owners: dict[str, str] = {watch.service: "" for watch in watches}
        self._watches = watches
        self._properties: dict[_Group, list[Watch]] = {}
        for watch in watches:
            if not watch.is_signal:
                group = (watch.service, watch.object_path, watch.interface)
                self._properties.setdefault(group, []).append(watch)
        self._news: Counter[_Source] = Counter()
        """How often a property was announced, so that an older answer does not replace it."""
        self._wake = asyncio.Event()

    async def run(self) -> None:
        """Until the connection ends. Raises what the bus raises."""
        rules = _rules(self._watches)
        self._bus.add_message_handler(self._on_message)
        try:
            for rule in rules:
                await self._ask(_BUS, "/org/freedesktop/DBus", _BUS, "AddMatch", "s", [rule])
            for service in self._owners:
                self._owned(service, await self._owner(service))
            async with asyncio.TaskGroup() as group:
                reading = group.create_task(self._read_forever())
                await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
                reading.cancel()
        finally:
            self._bus.remove_message_handler(self._on_message)
            if self._bus.connected:
                for rule in rules:
                    self._tell("RemoveMatch", rule)

    # --- who is there -------------------------------------------------------------------------------
    async def _owner(self, service: str) -> str:
        reply = await self._call(_BUS, "/org/freedesktop/DBus", _BUS, "GetNameOwner", "s", [service])
        return (
            str(reply.body[0])
            if reply is not None and reply.message_type is MessageType.METHOD_RETURN
            else ""
        )

    def _owned(self, service: str, owner: str) -> None:
        """A service has come, or gone (empty owner)."""
        self._owners[service] = owner
        if owner:
            self._wake.set()
        else:
            gone = [watch for watch in self._watches if watch.service == service]
            self._send(watch.absent() for watch in gone)

    # --- what is said --------------------------------------------------------------------------------
    def _on_message(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if message.sender == _BUS:
            if message.member == "NameOwnerChanged" and message.body[0] in self._owners:
                self._owned(message.body[0], message.body[2])
        elif message.interface == _PROPERTIES and message.member == "PropertiesChanged":
            self._announced(message)
        else:
            self._signalled(message)

    def _announced(self, message: Message) -> None:
        if message.signature != "sa{sv}as":
            return
        interface, changed, invalidated = message.body
        mine = [
            watch
            for (service, path, of), watches in self._properties.items()
            if self._speaks(message, service) and path == message.path and of == interface
            for watch in watches
        ]
        for watch in mine:
            if watch.member in changed or watch.member in invalidated:
                self._news[watch.source] += 1
        if any(watch.member in invalidated for watch in mine):
            self._wake.set()
        values = [watch.value(changed[watch.member]) for watch in mine if watch.member in changed]
        self._send([*values, *(watch.absent() for watch in mine if watch.member in invalidated)])

    def _signalled(self, message: Message) -> None:
        self._send(
            watch.value(message.body[watch.argument])
            if watch.argument < len(message.body)
            else watch.absent()
            for watch in self._watches
            if watch.is_signal
            and (watch.object_path, watch.interface, watch.member)
            == (message.path, message.interface, message.member)
            and self._speaks(message, watch.service)
        )

    def _speaks(self, message: Message, service: str) -> bool:
        """Whether it comes from who owns the name; any peer may send the same signal."""
        return bool(message.sender) and message.sender == self._owners[service]

    def _send(self, values: Iterable[tuple[str, SignalValue | Invalid]]) -> None:
        if batch := dict(values):
            self._sink(batch)

    # --- what is asked -------------------------------------------------------------------------------
    async def _read_forever(self) -> None:
        while True:
            self._wake.clear()
            await asyncio.gather(*(self._read(group) for group in self._properties))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._poll_s or None):
                    await self._wake.wait()

    async def _read(self, group: _Group) -> None:
        """All watched properties of one interface. A service that does not answer is left to grow old."""
        service, path, interface = group
        owner = self._owners[service]
        if not owner:
            return
        before = self._news.copy()
        # To the owner, not the name: asking must never start a service.
        reply = await self._call(owner, path, _PROPERTIES, "GetAll", "s", [interface])
        if reply is None or self._owners[service] != owner:
            return
        answered = reply.message_type is MessageType.METHOD_RETURN and reply.signature == "a{sv}"
        found: Mapping[str, Variant] = reply.body[0] if answered else {}
        self._send(
            watch.value(found[watch.member]) if watch.member in found else watch.absent()
            for watch in self._properties[group]
            if self._news[watch.source] == before[watch.source]
        )

    async def _call(
        self, destination: str, path: str, interface: str, member: str, signature: str, body: list[Any]
    ) -> Message | None:
        """The answer, be it an error; None if there is none in time."""
        message = Message(
            destination=destination,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=body,
        )
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await self._bus.call(message)
        except TimeoutError:
            log.debug("%s does not answer %s", destination, member)
            return None

    async def _ask(
        self, destination: str, path: str, interface: str, member: str, signature: str, body: list[Any]
    ) -> None:
        reply = await self._call(destination, path, interface, member, signature, body)
        if reply is None or reply.message_type is MessageType.ERROR:
            raise ConnectionError(f"{member} was refused")

    def _tell(self, member: str, text: str) -> None:
        message = Message(
            destination=_BUS,
            path="/org/freedesktop/DBus",
            interface=_BUS,
            member=member,
            signature="s",
            body=[text],
        )
        self._bus.send(message)


def _rules(watches: Iterable[Watch]) -> list[str]:
    """Match rules, each once. The names are checked when a watch is read from its document."""
    rules = set()
    for watch in watches:
        rules.add(
            f"type='signal',sender='{_BUS}',interface='{_BUS}',member='NameOwnerChanged',arg0='{watch.service}'"
        )
        where = f"type='signal',sender='{watch.service}',path='{watch.object_path}'"
        if watch.is_signal:
            rules.add(f"{where},interface='{watch.interface}',member='{watch.member}'")
        else:
            rules.add(
                f"{where},interface='{_PROPERTIES}',member='PropertiesChanged',arg0='{watch.interface}'"
            )
    return sorted(rules)
