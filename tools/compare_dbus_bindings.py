"""Measure D-Bus bindings: time a call, memory kept a call, and a ping behind a slow call.

Run it as `python tools/compare_dbus_bindings.py [--calls 5000]`. It starts a private dbus-daemon and for each
binding that is installed, one service process with the same three methods; the client is the same for
all (dbus-fast, raw messages), so that only the service differs. A second table measures pydbus as a client
of the dbus-fast service. ADR 0001 holds figures taken with it.
"""

import argparse
import array
import asyncio
import contextlib
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.annotations import DBusDict, DBusStr
from dbus_fast.service import ServiceInterface, dbus_method

NAME = "org.cabinmemory.Comparison"
PATH = "/org/cabinmemory/Comparison"
BINDINGS = {"dbus-fast": "dbus_fast", "pydbus": "pydbus", "dasbus": "dasbus"}
SLOW_SECONDS = 0.5
TEXTS = ("a", "x" * 4096)
WARM_UP_CALLS = 500
"""Calls before the first memory reading: caches and pools have their size by then."""

XML = f"""<node><interface name="{NAME}">
  <method name="Ping"><arg type="s" direction="out"/></method>
  <method name="Slow"><arg type="s" direction="out"/></method>
  <method name="Echo"><arg type="s" direction="in" name="text"/>
    <arg type="a{{sv}}" direction="in" name="options"/><arg type="a{{sv}}" direction="out"/></method>
</interface></node>"""


# --- the service, once per binding -----------------------------------------------------------------
class FastService(ServiceInterface):
    """The slow work runs on a thread while the loop goes on answering."""

    def __init__(self) -> None:
        super().__init__(NAME)

    @dbus_method()
    def Ping(self) -> DBusStr:
        return "pong"

    @dbus_method()
    async def Slow(self) -> DBusStr:
        await asyncio.to_thread(time.sleep, SLOW_SECONDS)
        return "done"

    @dbus_method()
    def Echo(self, text: DBusStr, options: DBusDict) -> DBusDict:
        return {"text": Variant("s", text), **options}


class GLibService:
    """Both GLib bindings call methods on the GLib loop and take their return value as the reply."""

    dbus = XML
    __dbus_xml__ = XML

    def __init__(self, variant: Any) -> None:
        self._variant = variant

    def Ping(self) -> str:
        return "pong"

    def Slow(self) -> str:
        time.sleep(SLOW_SECONDS)
        return "done"

    def Echo(self, text: str, options: dict[str, Any]) -> dict[str, Any]:
        return {"text": self._variant("s", text)}


async def serve_dbus_fast(address: str) -> None:
    bus = await MessageBus(bus_address=address).connect()
    bus.export(PATH, FastService())
    await bus.request_name(NAME)
    await asyncio.Event().wait()


def serve_pydbus(address: str) -> None:
    import pydbus
    from gi.repository import GLib

    with pydbus.connect(address) as bus, bus.publish(NAME, GLibService(GLib.Variant)):
        GLib.MainLoop().run()


def serve_dasbus(address: str) -> None:
    from dasbus.connection import AddressedMessageBus
    from dasbus.loop import EventLoop
    from gi.repository import GLib

    bus = AddressedMessageBus(address)
    bus.publish_object(PATH, GLibService(GLib.Variant))
    bus.register_service(NAME)
    EventLoop().run()


def serve(binding: str, address: str) -> None:
    """Serve until the process is stopped."""
    if binding == "dbus-fast":
        asyncio.run(serve_dbus_fast(address))
    else:
        {"pydbus": serve_pydbus, "dasbus": serve_dasbus}[binding](address)


# --- the measurement ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One series of equal calls."""

    median_ms: float
    growth_bytes_per_call: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    small: Load
    large: Load
    ping_behind_slow_ms: float


def resident_bytes(pid: int) -> int:
    """Resident memory of a process, from /proc/PID/statm (proc(5): the second field, in pages)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def call(bus: MessageBus, member: str, *body: object) -> Any:
    signature = "sa{sv}" if body else ""
    reply = await bus.call(
        Message(
            destination=NAME, path=PATH, interface=NAME, member=member, signature=signature, body=list(body)
        )
    )
    if reply is None or reply.message_type is MessageType.ERROR:
        raise RuntimeError(f"{member} failed: {reply.error_name if reply else 'no reply'}")
    return reply.body[0]


async def measure_load(bus: MessageBus, pid: int, text: str, calls: int) -> Load:
    """Echo `text` many times: median time of a call and growth of the service's resident memory."""
    options = {"session": Variant("s", "s-1")}
    for _ in range(WARM_UP_CALLS):
        await call(bus, "Echo", text, options)
    before = resident_bytes(pid)
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        await call(bus, "Echo", text, options)
        times.append(time.perf_counter() - start)
    growth = (resident_bytes(pid) - before) / calls
    return Load(median_ms=statistics.median(times) * 1000, growth_bytes_per_call=growth)


async def measure_ping(bus: MessageBus, rounds: int = 5) -> float:
    """Median milliseconds that a ping takes when sent 50 ms after a call that needs half a second."""
    waits = []
    for _ in range(rounds):
        slow = asyncio.create_task(call(bus, "Slow"))
        await asyncio.sleep(0.05)
        start = time.perf_counter()
        await call(bus, "Ping")
        waits.append((time.perf_counter() - start) * 1000)
        await slow
    return statistics.median(waits)


async def measure(address: str, pid: int, calls: int) -> Figures:
    bus = await MessageBus(bus_address=address).connect()
    try:
        await wait_for_name(bus)
        return Figures(
            small=await measure_load(bus, pid, TEXTS[0], calls),
            large=await measure_load(bus, pid, TEXTS[1], calls),
            ping_behind_slow_ms=await measure_ping(bus),
        )
    finally:
        bus.disconnect()


async def wait_for_name(bus: MessageBus) -> None:
    """Until the service answers; raises TimeoutError after ten seconds."""
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(RuntimeError):
                await call(bus, "Ping")
                return
            await asyncio.sleep(0.05)


# --- pydbus as a client ------------------------------------------------------------------------------
def call_with_pydbus(address: str, calls: int) -> None:
    """Print a Load for a small and for a large argument, one JSON list; memory is this process's own."""
    import pydbus
    from gi.repository import GLib

    loads = []
    with pydbus.connect(address) as bus:
        service = bus.get(NAME, PATH)[NAME]
        for text in TEXTS:
            options = {"session": GLib.Variant("s", "s-1")}
            for _ in range(WARM_UP_CALLS):
                service.Echo(text, options)
            times = array.array("d", [0.0]) * calls  # its memory is taken before it is measured
            before = resident_bytes(os.getpid())
            for number in range(calls):
                start = time.perf_counter()
                service.Echo(text, options)
                times[number] = time.perf_counter() - start
            growth = (resident_bytes(os.getpid()) - before) / calls
            loads.append((statistics.median(times) * 1000, growth))
    print(json.dumps(loads))


def measure_pydbus_client(calls: int) -> list[Load]:
    with private_bus() as address, running([sys.executable, __file__, "--serve", "dbus-fast", address]):
        asyncio.run(wait_until_served(address))
        command = [sys.executable, __file__, "--call", address, "--calls", str(calls)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [Load(median_ms=median, growth_bytes_per_call=growth) for median, growth in json.loads(output)]


async def wait_until_served(address: str) -> None:
    bus = await MessageBus(bus_address=address).connect()
    try:
        await wait_for_name(bus)
    finally:
        bus.disconnect()


# --- processes ---------------------------------------------------------------------------------------
@contextlib.contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=5)


@contextlib.contextmanager
def private_bus() -> Iterator[str]:
    """A dbus-daemon of our own; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={folder}"]
        # Its standard error only tells root that it may not raise a limit.
        with running(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as daemon:
            assert daemon.stdout is not None
            if not (address := daemon.stdout.readline().strip()):
                raise RuntimeError("dbus-daemon did not start; run `dbus-daemon --session` to see why")
            yield address


def measure_binding(binding: str, calls: int) -> Figures:
    """A fresh bus and a fresh service, so that no binding pays for the one before it."""
    with private_bus() as address:
        command = [sys.executable, __file__, "--serve", binding, address]
        with running(command) as service:
            return asyncio.run(measure(address, service.pid, calls))


LOADS = "small: ms a call | small: bytes kept a call | 4 KiB: ms a call | 4 KiB: bytes kept a call"


# --- the table ---------------------------------------------------------------------------------------
def header(calls: int) -> str:
    glib = "not installed"
    with contextlib.suppress(ImportError):
        from gi.repository import GLib

        glib = f"{GLib.MAJOR_VERSION}.{GLib.MINOR_VERSION}.{GLib.MICRO_VERSION}"
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, GLib {glib}; "
        f"{calls} calls after {WARM_UP_CALLS} to warm up\n\n"
        f"| service | {LOADS} | ping behind a 500 ms call, ms |\n|---|---|---|---|---|---|"
    )


def table_row(binding: str, figures: Figures) -> str:
    return f"| {binding} | {cells((figures.small, figures.large))} | {figures.ping_behind_slow_ms:.1f} |"


def cells(loads: Iterable[Load]) -> str:
    return " | ".join(f"{load.median_ms:.2f} | {load.growth_bytes_per_call:,.0f}" for load in loads)


def print_services(calls: int, bindings: Iterable[str]) -> None:
    print(header(calls), flush=True)
    for binding in bindings:
        if importlib.util.find_spec(BINDINGS[binding]) is None:
            print(f"| {binding} | not installed | | | | |")
        else:
            print(table_row(binding, measure_binding(binding, calls)), flush=True)


def print_client(calls: int) -> None:
    """pydbus as a client, where it is installed."""
    if importlib.util.find_spec("pydbus") is not None:
        print(f"\n| client | {LOADS} |\n|---|---|---|---|---|")
        print(f"| pydbus | {cells(measure_pydbus_client(calls))} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=5000, help="calls per series (default 5000)")
    parser.add_argument("--only", choices=sorted(BINDINGS), action="append", help="measure these only")
    parser.add_argument("--serve", nargs=2, metavar=("BINDING", "ADDRESS"), help=argparse.SUPPRESS)
    parser.add_argument("--call", metavar="ADDRESS", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(*arguments.serve)
    elif arguments.call:
        call_with_pydbus(arguments.call, arguments.calls)
    else:
        print_services(arguments.calls, arguments.only or BINDINGS)
        print_client(arguments.calls)


if __name__ == "__main__":
    main()
