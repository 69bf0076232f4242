"""The bridge on real python-can buses, and on one that fails as drivers do."""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Iterator

import can
import pytest
from vehicle_cars import CarMaker

from cabin_memory.codecs.can_decoding import CanDecoder
from cabin_memory.domain import vehicle
from cabin_memory.inbound.vehicle_bridges import Values
from cabin_memory.inbound.vehicle_bridges.can_bridge import CanBridge, OpenBus, open_bus

DYNAMICS, GEARBOX, SEATS = 0x100, 0x110, 0x130


@pytest.fixture
def decoder(car: CarMaker) -> CanDecoder:
    return car("demo_car").decoder()


class Heard:
    """A sink that can be waited on."""

    def __init__(self) -> None:
        self.batches: list[dict[str, object]] = []
        self._came = asyncio.Event()

    def __call__(self, values: Values) -> None:
        self.batches.append(dict(values))
        self._came.set()

    @property
    def last(self) -> dict[str, object]:
        return {path: value for batch in self.batches for path, value in batch.items()}

    async def until(self, **expected: object) -> None:
        wanted = {getattr(vehicle, name): value for name, value in expected.items()}
        async with asyncio.timeout(10):
            while not wanted.items() <= self.last.items():
                self._came.clear()
                await self._came.wait()


@contextlib.asynccontextmanager
async def running(decoder: CanDecoder, opener: OpenBus, heard: Heard) -> AsyncIterator[None]:
    bridge = CanBridge("test", decoder, opener, batch_s=0.01, retry_first_s=0.01, retry_most_s=0.02)
    task = asyncio.create_task(bridge.run(heard))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def frame(identifier: int, data: str, *, extended: bool = False) -> can.Message:
    return can.Message(arbitration_id=identifier, data=bytes.fromhex(data), is_extended_id=extended)


@pytest.fixture(params=["virtual", "udp_multicast"])
def bus(request: pytest.FixtureRequest, decoder: CanDecoder) -> Iterator[tuple[can.BusABC, OpenBus]]:
    """A sender's end of a real bus, and how the bridge opens its own."""
    channel = {"virtual": f"bridge-{time.monotonic_ns()}", "udp_multicast": "239.74.163.2"}[request.param]
    options = {"port": 43_113} if request.param == "udp_multicast" else {}
    with can.Bus(channel, request.param, ignore_config=True, **options) as sender:
        yield sender, lambda: open_bus(request.param, channel, options, decoder.frames)


async def send_until(sender: can.BusABC, heard: Heard, message: can.Message, **expected: object) -> None:
    """Send as a control unit does, again and again, until it is heard."""

    async def forever() -> None:
        while True:
            sender.send(message)
            await asyncio.sleep(0.01)

    sending = asyncio.create_task(forever())
    try:
        await heard.until(**expected)
    finally:
        sending.cancel()


async def test_signals_of_a_real_bus(bus: tuple[can.BusABC, OpenBus], decoder: CanDecoder) -> None:
    sender, opener = bus
    heard = Heard()
    async with running(decoder, opener, heard):
        await send_until(sender, heard, frame(DYNAMICS, "2823050000000000"), SPEED=90.0, IS_MOVING=True)
        await send_until(sender, heard, frame(0x18FF0150, "03", extended=True), AUTONOMY="SAE_3")
        sender.send(frame(0x7FF, "00"))


async def test_nothing_is_repeated_without_a_frame(decoder: CanDecoder) -> None:
    heard = Heard()
    channel = f"bridge-{time.monotonic_ns()}"
    with can.Bus(channel, "virtual", ignore_config=True) as sender:
        async with running(decoder, lambda: open_bus("virtual", channel, {}, decoder.frames), heard):
            await send_until(sender, heard, frame(DYNAMICS, "2823050000000000"), SPEED=90.0)
            await asyncio.sleep(0.1)
            before = len(heard.batches)
            await asyncio.sleep(0.2)
            assert len(heard.batches) == before
            # The same value again is a new report.
            sender.send(frame(DYNAMICS, "2823050000000000"))
            async with asyncio.timeout(10):
                while len(heard.batches) == before:
                    await asyncio.sleep(0.01)
            assert heard.batches[-1][vehicle.SPEED] == 90.0


async def test_variants_of_a_frame_do_not_hide_each_other(decoder: CanDecoder) -> None:
    heard = Heard()
    script = [frame(SEATS, f"0{seat}05000000000000") for seat in (1, 2, 3, 4)]
    async with running(decoder, ScriptedBus.opener([script]), heard):
        async with asyncio.timeout(10):
            while len(heard.last) < 8:
                await asyncio.sleep(0.01)
    assert set(heard.last.values()) == {True}


class ScriptedBus(can.BusABC):
    """A bus that gives its frames and then fails, as a driver whose device is pulled."""

    def __init__(self, frames: list[can.Message]) -> None:
        super().__init__(channel="scripted")
        self._frames = list(frames)

    @staticmethod
    def opener(scripts: list[list[can.Message] | Exception]) -> OpenBus:
        """Opens one bus per script; an exception is a bus that cannot be opened. The last one repeats."""
        remaining = iter(scripts)
        last: list[list[can.Message] | Exception] = []

        def open_next() -> can.BusABC:
            script = next(remaining, last[-1] if last else [])
            last.append(script)
            if isinstance(script, Exception):
                raise script
            return ScriptedBus(script)

        return open_next

    def _recv_internal(self, timeout: float | None) -> tuple[can.Message | None, bool]:
        if not self._frames:
            raise can.CanOperationError("the device is gone")
        return self._frames.pop(0), False

    def send(self, msg: can.Message, timeout: float | None = None) -> None:
        raise NotImplementedError


async def test_a_bus_that_goes_comes_back_and_is_told_once(
    decoder: CanDecoder, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    heard = Heard()
    scripts: list[list[can.Message] | Exception] = [
        [frame(GEARBOX, "3001000000000000")],
        OSError("no such device"),
        can.CanInitializationError("still not there"),
        [frame(DYNAMICS, "1027050000000000")],
    ]
    async with running(decoder, ScriptedBus.opener(scripts), heard):
        await heard.until(SELECTED_GEAR=127, SPEED=100.0)
    told = [
        (record.levelname, record.getMessage())
        for record in caplog.records
        if "CAN bus" in record.getMessage()
    ]
    assert told[0] == ("WARNING", "CAN bus test is down (the device is gone); trying again until it is back")
    assert told[1] == ("INFO", "CAN bus test is back")
    assert len(told) == 2


async def test_error_and_remote_frames_are_no_values(decoder: CanDecoder) -> None:
    heard = Heard()
    odd = [
        can.Message(arbitration_id=DYNAMICS, is_remote_frame=True, is_extended_id=False, dlc=8),
        can.Message(arbitration_id=DYNAMICS, is_error_frame=True, is_extended_id=False),
        frame(GEARBOX, "3001000000000000"),
    ]
    async with running(decoder, ScriptedBus.opener([odd]), heard):
        await heard.until(SELECTED_GEAR=127)
    assert vehicle.SPEED not in heard.last


async def test_the_receiving_thread_ends_with_the_bridge(decoder: CanDecoder) -> None:
    heard = Heard()
    channel = f"bridge-{time.monotonic_ns()}"
    async with running(decoder, lambda: open_bus("virtual", channel, {}, decoder.frames), heard):
        await asyncio.sleep(0.05)
        assert "can-test" in {thread.name for thread in threading.enumerate()}
    assert "can-test" not in {thread.name for thread in threading.enumerate()}


async def test_the_loop_runs_on_while_a_bus_cannot_be_opened(decoder: CanDecoder) -> None:
    held = threading.Event()

    def stuck() -> can.BusABC:
        held.wait(10)
        raise OSError("gave up")

    async with running(decoder, stuck, Heard()):
        for _ in range(10):
            await asyncio.sleep(0)
        held.set()
