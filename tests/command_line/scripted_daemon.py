"""A daemon that answers as a test says: the real service and contract on a real bus, scripted handlers."""

from collections.abc import Callable, Mapping
from typing import Any

from dbus_fast import Variant
from dbus_fast.aio import MessageBus

from cabin_memory.domain.settings import AccessSettings
from cabin_memory.inbound.call_limits import CallLimits
from cabin_memory.inbound.dbus_contract import INTERFACES
from cabin_memory.inbound.dbus_service import Call, DBusService, Handler, Reader
from cabin_memory.outbound.meter import RunMeter

Script = Mapping[str, Variant] | Exception | Callable[[Call], Mapping[str, Variant]]


class ScriptedDaemon:
    """Replies by method name, `Recall` or `Manage.List`; notes every call."""

    def __init__(self) -> None:
        self.replies: dict[str, Script] = {}
        self.values: dict[str, Variant] = {}
        self.calls: list[tuple[str, list[Any], dict[str, Any]]] = []

    def _handler(self, name: str) -> Handler:
        async def handle(call: Call) -> Mapping[str, Variant]:
            self.calls.append((name, call.arguments, call.options))
            script = self.replies.get(name, {})
            if isinstance(script, Exception):
                raise script
            return script(call) if callable(script) else script

        return handle

    def _reader(self, name: str, signature: str) -> Reader:
        empty: dict[str, Any] = {"s": "", "a{sv}": {}, "a(ssd)": []}

        async def read() -> Variant:
            return self.values.get(name, Variant(signature, empty[signature]))

        return read

    async def serve(self, bus: MessageBus) -> None:
        short = {
            interface.name: interface.name.removeprefix("org.cabinmemory.Memory1").lstrip(".")
            for interface in INTERFACES
        }
        handlers = {
            f"{i.name}.{m.name}": self._handler(f"{short[i.name]}.{m.name}".lstrip("."))
            for i in INTERFACES
            for m in i.methods
        }
        readers = {
            f"{i.name}.{p.name}": self._reader(f"{short[i.name]}.{p.name}", p.signature)
            for i in INTERFACES
            for p in i.properties
        }
        limits = CallLimits(AccessSettings())
        await DBusService(bus, INTERFACES, handlers, readers, RunMeter(), limits, {}).start()
