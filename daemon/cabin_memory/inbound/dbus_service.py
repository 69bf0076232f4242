"""The D-Bus service: receive a message, check it against the contract, make one call, reply.

It serves the contract's tables and nothing else. One place turns errors into D-Bus errors; their texts
are fixed, so that nothing of an exception or of a memory leaves through one.
"""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from dbus_fast import ErrorType, Message, MessageType, RequestNameReply, Variant
from dbus_fast.aio import MessageBus

from cabin_memory.codecs.dbus_types import Interface, Method, check_call, interface_xml
from cabin_memory.domain.errors import Busy, CabinMemoryError, InvalidArgument
from cabin_memory.domain.workplace import Meter
from cabin_memory.inbound.call_limits import CallLimits
from cabin_memory.inbound.dbus_contract import ERROR_PREFIX, NAME, PATH

log = logging.getLogger(__name__)

_PROPERTIES = "org.freedesktop.DBus.Properties"
_INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
_DOCTYPE = (
    '<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" '
    '"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">'
)
_STANDARD = (
    f'<interface name="{_INTROSPECTABLE}"><method name="Introspect">'
    '<arg name="xml_data" type="s" direction="out"/></method></interface>'
    f'<interface name="{_PROPERTIES}">'
    '<method name="Get"><arg name="interface_name" type="s" direction="in"/>'
    '<arg name="property_name" type="s" direction="in"/><arg name="value" type="v" direction="out"/></method>'
    '<method name="GetAll"><arg name="interface_name" type="s" direction="in"/>'
    '<arg name="properties" type="a{sv}" direction="out"/></method>'
    '<signal name="PropertiesChanged"><arg name="interface_name" type="s"/>'
    '<arg name="changed_properties" type="a{sv}"/><arg name="invalidated_properties" type="as"/></signal>'
    "</interface>"
)
# Senders whose user id is remembered; a bus has a few dozen programs.
_MOST_SENDERS = 512


class Call:
    """Who calls with what. Handlers get this and nothing of the bus."""

    __slots__ = ("arguments", "options", "sender", "uid")

    def __init__(self, sender: str, uid: int, arguments: list[Any], options: dict[str, Any]) -> None:
        self.sender = sender
        self.uid = uid
        self.arguments = arguments
        self.options = options


Handler = Callable[[Call], Awaitable[Mapping[str, Variant]]]
Reader = Callable[[], Awaitable[Variant]]


class _PatientSocket:
    """A socket that takes nothing while it is full, where the system's raises BlockingIOError.

    dbus-fast (5.2) takes that error for the end of the connection. So a client that does not read its replies
    would have ended the daemon: the bus then stops reading from us too.
    """

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def send(self, content: Any) -> int:
        try:
            sent: int = self._socket.send(content)
        except BlockingIOError:
            return 0  # the writer waits until there is room
        return sent

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def be_patient(bus: MessageBus) -> None:
    """Have a connected bus wait when it cannot write. Does nothing for a writer that it does not know."""
    writer: Any = getattr(bus, "_writer", None)
    if hasattr(writer, "sock"):
        writer.sock = _PatientSocket(writer.sock)


class DBusService:
    """Serves interfaces on one bus under the daemon's name."""

    def __init__(
        self,
        bus: MessageBus,
        interfaces: tuple[Interface, ...],
        handlers: Mapping[str, Handler],
        readers: Mapping[str, Reader],
        meter: Meter,
        limits: CallLimits,
        refused: Mapping[str, Callable[[], None]],
    ) -> None:
        """`handlers` by `interface.Method`, `readers` by `interface.Property`, one for each offered.

        `refused` by `interface.Method`: what to do when a call of it was not accepted.
        """
        self._limits = limits
        self._refused = refused
        self._bus = bus
        self._interfaces = {interface.name: interface for interface in interfaces}
        self._methods = {(i.name, m.name): m for i in interfaces for m in i.methods}
        self._handlers = handlers
        self._readers = readers
        self._meter = meter
        self._running: set[asyncio.Task[None]] = set()
        self._uids: dict[str, int] = {}
        offered = {f"{i.name}.{m.name}" for i in interfaces for m in i.methods}
        offered_values = {f"{i.name}.{p.name}" for i in interfaces for p in i.properties}
        if offered != set(handlers) or offered_values != set(readers):
            odd = (offered ^ set(handlers)) | (offered_values ^ set(readers))
            raise ValueError(f"contract and handlers differ: {odd}")

    async def start(self) -> None:
        """Begin to answer and own the name.

        Raises:
            Busy: another daemon owns the name on this bus.
        """
        be_patient(self._bus)
        self._bus.add_message_handler(self._receive)
        reply = await self._bus.request_name(NAME)
        if reply not in (RequestNameReply.PRIMARY_OWNER, RequestNameReply.ALREADY_OWNER):
            raise Busy(f"another program owns {NAME} on this bus", remedy="Stop the other daemon first.")

    async def drain(self) -> None:
        """Let the calls that are under way finish."""
        if self._running:
            await asyncio.wait(set(self._running), timeout=5)

    # ---------------------------------------------------------------------------------- incoming
    def _receive(self, message: Message) -> Message | bool:
        if message.message_type is not MessageType.METHOD_CALL:
            return False
        path, interface, member = message.path or "", message.interface or "", message.member or ""
        if interface == _INTROSPECTABLE and member == "Introspect":
            return self._introspect(message, path)
        if path != PATH:
            return False
        if interface == _PROPERTIES:
            return self._spawn(message, self._property(message))
        if not interface:  # a caller may leave the interface out
            interface = next((i for i, m in self._methods if m == member), "")
        method = self._methods.get((interface, member))
        if method is None:
            return False  # the library answers UnknownMethod, UnknownInterface or Peer
        return self._spawn(
            message, self._call(message, interface, method), f"{interface}.{member}", urgent=method.urgent
        )

    def _spawn(
        self, message: Message, work: Coroutine[Any, Any, Message], name: str = "", *, urgent: bool = False
    ) -> bool:
        sender = message.sender or ""
        try:
            self._limits.begin(sender, urgent=urgent)
        except Busy as fault:
            work.close()
            self._not_accepted(name)
            self._send(message, self._failure(message, fault))
            return True
        task = asyncio.ensure_future(self._answer(message, work))
        self._running.add(task)
        task.add_done_callback(partial(self._done, sender))
        return True

    def _done(self, sender: str, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._limits.end(sender)

    def _not_accepted(self, name: str) -> None:
        if react := self._refused.get(name):
            react()

    async def _answer(self, message: Message, work: Awaitable[Message]) -> None:
        try:
            reply = await work
        except CabinMemoryError as fault:
            reply = self._failure(message, fault)
        except Exception as fault:  # noqa: BLE001 - the last line of defence: a caller must get an answer
            _log_place(message.member or "", fault)
            reply = self._failure(message, CabinMemoryError())
        self._send(message, reply)

    def _send(self, message: Message, reply: Message) -> None:
        if self._bus.connected and not message.flags & message.flags.NO_REPLY_EXPECTED:
            self._bus.send(reply)

    def _failure(self, message: Message, fault: CabinMemoryError) -> Message:
        """The one translator of errors. Only InvalidArgument says more than its fixed text: the key."""
        self._meter.count(f"errors_{fault.word}")
        text = f"{fault.detail}. {fault.remedy}" if isinstance(fault, InvalidArgument) else fault.remedy
        return Message.new_error(message, ERROR_PREFIX + fault.word, text)

    async def _call(self, message: Message, interface: str, method: Method) -> Message:
        sender, name = message.sender or "", f"{interface}.{method.name}"
        try:
            arguments, options = check_call(method, message.signature, message.body)
            call = Call(sender, await self._uid(sender), arguments, options)
            result = await self._handlers[name](call)
        except CabinMemoryError:
            self._not_accepted(name)
            raise
        return Message.new_method_return(message, "a{sv}", [dict(result)])

    async def _uid(self, sender: str) -> int:
        """The Unix user of a connection, as the bus knows it. Unique names are never used again."""
        if sender not in self._uids:
            reply = await self._bus.call(
                Message(
                    destination="org.freedesktop.DBus",
                    path="/org/freedesktop/DBus",
                    interface="org.freedesktop.DBus",
                    member="GetConnectionUnixUser",
                    signature="s",
                    body=[sender],
                )
            )
            if reply is None or reply.message_type is not MessageType.METHOD_RETURN:
                return -1  # gone already; -1 is nobody
            while len(self._uids) >= _MOST_SENDERS:
                del self._uids[next(iter(self._uids))]
            self._uids[sender] = int(reply.body[0])
        return self._uids[sender]

    # -------------------------------------------------------------------------------- properties
    async def _property(self, message: Message) -> Message:
        match message.member, message.signature, message.body:
            case "Get", "ss", [interface, name] if f"{interface}.{name}" in self._readers:
                return Message.new_method_return(message, "v", [await self._readers[f"{interface}.{name}"]()])
            case "GetAll", "s", [interface] if interface in self._interfaces:
                values = {
                    p.name: await self._readers[f"{interface}.{p.name}"]()
                    for p in self._interfaces[interface].properties
                }
                return Message.new_method_return(message, "a{sv}", [values])
            case "Set", "ssv", _:
                return Message.new_error(
                    message, ErrorType.PROPERTY_READ_ONLY.value, "Every property is read-only."
                )
            case (("Get" | "GetAll"), ("ss" | "s"), _):
                return Message.new_error(
                    message, ErrorType.UNKNOWN_PROPERTY.value, "There is no such property."
                )
        return Message.new_error(message, ErrorType.UNKNOWN_METHOD.value, "There is no such method.")

    def announce(self, interface: str, changed: Mapping[str, Variant]) -> None:
        """Emit PropertiesChanged."""
        self._emit(_PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, dict(changed), []])

    def emit(self, interface: str, member: str, signature: str, body: list[Any]) -> None:
        """Emit one of the contract's signals."""
        self._emit(interface, member, signature, body)

    def _emit(self, interface: str, member: str, signature: str, body: list[Any]) -> None:
        if self._bus.connected:
            self._bus.send(Message.new_signal(PATH, interface, member, signature, body))

    # ----------------------------------------------------------------------------- introspection
    def _introspect(self, message: Message, path: str) -> Message | bool:
        if path == PATH:
            inner = _STANDARD + "".join(interface_xml(i) for i in self._interfaces.values())
        elif path == "/" or PATH.startswith(path + "/"):
            child = PATH[len(path.rstrip("/")) + 1 :].split("/")[0]
            inner = f'<node name="{child}"/>'
        else:
            return False
        return Message.new_method_return(message, "s", [f"{_DOCTYPE}<node>{inner}</node>"])


def _log_place(member: str, fault: Exception) -> None:
    """Where a fault came from. Its text and its frames may hold content, so neither is logged."""
    frames = traceback.extract_tb(fault.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    log.error("%s failed unexpectedly: %s at %s", member, type(fault).__name__, place)
