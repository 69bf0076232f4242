"""The document that names what feeds the vehicle's state (`bridges.toml`) → bridges that are ready to run.

[[can]]                      a live bus
name = "body"                for the log
interface = "socketcan"      any interface of python-can
channel = "can0"
options = { bitrate = 500000 }
mapping = "vehicles/hyundai_kona_2018.json"   files are relative to this document
dbc = ["hyundai_kia_generic.dbc"]
driver_on_right = false      for positions of VSS 3, which count from the left

[[recording]]                a recorded drive, once
file = "drive.log"
speed = 1.0                  1 as recorded, 10 ten times as fast
mapping = …  dbc = …  driver_on_right = …

[[dbus]]                     a property or signal of another service
bus = "system"               or "session"
service = "org.example.Car"  path = "/org/example/Car"  interface = "org.example.Car1"
property = "SpeedMs"         or: signal = "Rain", argument = 0
vss = "Vehicle.Speed"
datatype = "float"           optional, as are: math = "x * 3.6", mapping = [{ from = "P", to = 126 }],
                             invalid = [255], min, max, allowed
"""

import asyncio
import logging
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from dbus_fast import BusType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import (
    InvalidBusNameError,
    InvalidInterfaceNameError,
    InvalidMemberNameError,
    InvalidObjectPathError,
)
from dbus_fast.validators import (
    assert_bus_name_valid,
    assert_interface_name_valid,
    assert_member_name_valid,
    assert_object_path_valid,
)

from cabin_memory.codecs import vss_mapping, vss_paths
from cabin_memory.codecs.can_decoding import CanDecoder
from cabin_memory.domain.errors import InvalidArgument, MappingInvalid
from cabin_memory.inbound.vehicle_bridges import Sink, Values
from cabin_memory.inbound.vehicle_bridges.can_bridge import CanBridge, open_bus
from cabin_memory.inbound.vehicle_bridges.dbus_bridge import DbusBridge, Watch
from cabin_memory.inbound.vehicle_bridges.recording import play
from cabin_memory.inbound.vehicle_bridges.vehicle_files import load_decoder, read_file

log = logging.getLogger(__name__)

# An hour in 4 ms, a second in a quarter of an hour; beyond, no wait is a time any more.
_SLOWEST, _FASTEST = 0.001, 1_000_000

_T = TypeVar("_T")


class Bridge(Protocol):
    """Whatever feeds a sink until it is cancelled (or, a recording, until its end)."""

    async def run(self, sink: Sink) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingBridge:
    """A recorded drive in the place of a bus."""

    file: Path
    decoder: CanDecoder
    speed: float = 1.0

    async def run(self, sink: Sink) -> None:
        """Until the end of the recording. One that cannot be read ends at once, with an error in the log."""

        def untimed(_: int, values: Values) -> None:
            if values:
                sink(values)

        try:
            await play(self.file, self.decoder, untimed, speed=self.speed)
        except InvalidArgument as fault:
            log.error("recorded drive: %s", fault.detail)


async def run_bridges(bridges: Iterable[Bridge], sink: Sink) -> None:
    """Run all of them until cancelled, or until all have ended; none takes another down.

    A batch that the sink refuses is left out, so that its signals grow old, and told once per kind of fault.
    """
    careful = _careful(sink)
    async with asyncio.TaskGroup() as group:
        for bridge in bridges:
            group.create_task(_run_apart(bridge, careful))


async def _run_apart(bridge: Bridge, sink: Sink) -> None:
    try:
        await bridge.run(sink)
    except Exception as fault:  # noqa: BLE001 -- whatever it is, the other bridges go on
        log.error("a %s has ended (%s); the other bridges go on", type(bridge).__name__, type(fault).__name__)


def _careful(sink: Sink) -> Sink:
    """A sink that never raises."""
    told: set[str] = set()

    def take(values: Values) -> None:
        try:
            sink(values)
        except Exception as fault:  # noqa: BLE001 -- the batch is lost, what feeds it must not be
            kind = type(fault).__name__  # never its text, which may hold what was said
            if kind not in told:
                log.warning("a report of vehicle signals was refused (%s); those after it count", kind)
                told.add(kind)

    return take


def load_bridges(file: Path) -> tuple[Bridge, ...]:
    """Read a document and every file that it names.

    Raises:
        MappingInvalid: every fault, one a line, each with the file and the entry.
    """
    try:
        document = tomllib.loads(read_file(file).decode("utf-8"))
    except RecursionError as fault:
        raise MappingInvalid(f"{file}: not a TOML document: nested too deep") from fault
    except ValueError as fault:  # not UTF-8, not TOML, a number of thousands of digits
        raise MappingInvalid(f"{file}: not a TOML document: {fault}") from fault
    faults = [
        f"{file.name}: unknown table {key}" for key in sorted(set(document) - {"can", "recording", "dbus"})
    ]
    bridges: list[Bridge] = []
    watches: dict[str, list[Watch]] = {}

    def read(kind: str, entry: Callable[[_Table], None]) -> None:
        tables = document.get(kind, [])
        for number, values in enumerate(tables if isinstance(tables, list) else [tables], start=1):
            try:
                table = _Table(values)
                entry(table)
                table.end()
            except (MappingInvalid, InvalidArgument) as fault:
                faults.append(f"{file.name}: {kind} {number}: {fault.detail}")

    read("can", lambda table: bridges.append(_can(table, file.parent)))
    read("recording", lambda table: bridges.append(_recording(table, file.parent)))
    read("dbus", lambda table: watches.setdefault(_bus(table), []).append(_watch(table)))
    if faults:
        raise MappingInvalid("\n".join(faults))
    buses = [DbusBridge(found, partial(_connect, BusType[bus.upper()])) for bus, found in watches.items()]
    return (*bridges, *buses)


async def _connect(bus: BusType) -> MessageBus:
    return await MessageBus(bus_type=bus).connect()


class _Table:
    """A table of the document whose keys are taken one by one, so that what is left is unknown."""

    def __init__(self, values: Any) -> None:
        if not isinstance(values, dict):
            raise MappingInvalid("expected a table")
        self._values: dict[str, Any] = dict(values)

    def take(self, key: str, kind: type[_T] | tuple[type[_T], ...], default: _T | None = None) -> _T:
        """Raises MappingInvalid if it is of another kind, or missing without a default."""
        value = self._values.pop(key, default)
        if value is None:
            raise MappingInvalid(f"{key} is missing")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise MappingInvalid(f"{key} is of the wrong type")
        return value

    def rest(self, *keys: str) -> dict[str, Any]:
        """Those of the keys that are there, unchecked."""
        return {key: self._values.pop(key) for key in keys if key in self._values}

    def end(self) -> None:
        if self._values:
            raise MappingInvalid(f"unknown key {', '.join(sorted(self._values))}")


def _decoder(table: _Table, folder: Path) -> CanDecoder:
    dbc = table.take("dbc", list)
    if not all(isinstance(name, str) for name in dbc):
        raise MappingInvalid("dbc is a list of file names")
    return load_decoder(
        folder / table.take("mapping", str),
        [folder / name for name in dbc],
        driver_on_right=table.take("driver_on_right", bool, False),
    )


def _can(table: _Table, folder: Path) -> Bridge:
    interface, channel = table.take("interface", str), table.take("channel", str)
    name, options = table.take("name", str, channel), table.take("options", dict, {})
    decoder = _decoder(table, folder)
    return CanBridge(name, decoder, partial(open_bus, interface, channel, options, decoder.frames))


def _recording(table: _Table, folder: Path) -> Bridge:
    file, speed = folder / table.take("file", str), table.take("speed", (int, float), 1.0)
    if not _SLOWEST <= speed <= _FASTEST:
        raise MappingInvalid(f"speed is from {_SLOWEST} to {_FASTEST}; the daemon's clock cannot be outrun")
    return RecordingBridge(file=file, speed=float(speed), decoder=_decoder(table, folder))


def _bus(table: _Table) -> str:
    bus = table.take("bus", str, "system")
    if bus not in ("system", "session"):
        raise MappingInvalid("bus is system or session")
    return bus


def _watch(table: _Table) -> Watch:
    source = table.rest("property", "signal")
    if len(source) != 1 or not isinstance(next(iter(source.values())), str):
        raise MappingInvalid("one of property and signal is needed")
    member = str(next(iter(source.values())))
    service, path, interface = (table.take(key, str) for key in ("service", "path", "interface"))
    _check_names(service, path, interface, member)
    vss = table.take("vss", str)
    vss_paths.canonical_path(vss)
    node = table.rest("datatype", "min", "max", "allowed")
    conversion = table.rest("invalid") | {"transform": table.rest("math", "mapping")}
    argument = table.take("argument", int, 0)
    if argument < 0:
        raise MappingInvalid("argument counts from 0")
    return Watch(
        service=service,
        object_path=path,
        interface=interface,
        member=member,
        vss=vss,
        is_signal="signal" in source,
        argument=argument,
        conversion=vss_mapping.conversion(node, conversion),
    )


def _check_names(service: str, path: str, interface: str, member: str) -> None:
    """Also keeps a quote out of a match rule."""
    try:
        assert_bus_name_valid(service)
        assert_object_path_valid(path)
        assert_interface_name_valid(interface)
        assert_member_name_valid(member)
    except (
        InvalidBusNameError,
        InvalidObjectPathError,
        InvalidInterfaceNameError,
        InvalidMemberNameError,
    ) as fault:
        raise MappingInvalid(str(fault)) from fault
