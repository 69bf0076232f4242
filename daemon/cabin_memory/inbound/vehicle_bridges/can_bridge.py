"""A CAN bus → vehicle signals: one thread that only receives, one loop that decodes and publishes.

The thread keeps the newest frame of each identifier; the loop takes them every 50 ms. So 2,000 frames a
second cost as many dictionary writes and 20 short batches, and a value is passed on if and only if a frame
of it came since the batch before.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cabin_memory.codecs.can_decoding import EXTENDED, CanDecoder
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.inbound.vehicle_bridges import Sink

if TYPE_CHECKING:
    import can

log = logging.getLogger(__name__)

BATCH_S = 0.05
"""Shorter than the shortest hold time of a drive state (1 s) by far, longer than a frame's cycle."""
RETRY_FIRST_S = 0.5
RETRY_MOST_S = 30.0
_RECEIVE_S = 0.2
"""How long a stop may wait for the receiving thread."""
_LOG_EVERY_S = 60.0
# Frames of one batch that may differ by their multiplexer; a full 1 Mbit/s bus carries about 400 in 50 ms.
_VARYING_CAP = 4096

OpenBus = Callable[[], "can.BusABC"]


def open_bus(
    interface: str, channel: str, options: Mapping[str, Any], frames: frozenset[int]
) -> "can.BusABC":
    """A python-can bus that lets only these frames through (SocketCAN filters in the kernel).

    Args:
        interface: any interface of python-can: `socketcan`, `pcan`, `udp_multicast`, `virtual`, …
        channel: as that interface names it: `can0`, `PCAN_USBBUS1`, `239.0.0.1`.
        options: further arguments of that interface, such as `bitrate`.
        frames: identifiers as `CanDecoder.frames` gives them.

    Raises:
        can.CanError, OSError, ValueError: as the interface does.
    """
    import can  # 0.2 s, and not needed without a CAN source

    filters: list[can.typechecking.CanFilter] = [
        {
            "can_id": frame & ~EXTENDED,
            "can_mask": 0x1FFF_FFFF if frame & EXTENDED else 0x7FF,
            "extended": bool(frame & EXTENDED),
        }
        for frame in sorted(frames)
    ]
    return can.Bus(channel, interface, ignore_config=True, can_filters=filters, **options)


@dataclass(slots=True)
class _Inbox:
    """Frames that came since they were last taken."""

    varying: frozenset[int]
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _newest: dict[int, bytes] = field(default_factory=dict)
    _all: list[tuple[int, bytes]] = field(default_factory=list)

    def put(self, frame: int, data: bytes) -> None:
        with self._lock:
            if frame not in self.varying:
                self._newest[frame] = data
            elif len(self._all) < _VARYING_CAP:
                self._all.append((frame, data))

    def take(self) -> list[tuple[int, bytes]]:
        with self._lock:
            taken = [*self._all, *self._newest.items()]
            self._all, self._newest = [], {}
        return taken


class CanBridge:
    """Feeds one bus into a sink until it is cancelled; outlives a bus that goes away and comes back."""

    def __init__(
        self,
        name: str,
        decoder: CanDecoder,
        opener: OpenBus,
        *,
        batch_s: float = BATCH_S,
        retry_first_s: float = RETRY_FIRST_S,
        retry_most_s: float = RETRY_MOST_S,
    ) -> None:
        """`opener` is called in the receiving thread, as often as the bus has to be opened."""
        self._name = name
        self._decoder = decoder
        self._opener = opener
        self._batch_s = batch_s
        self._retry_s = (retry_first_s, retry_most_s)
        self._inbox = _Inbox(varying=decoder.varying)
        self._stop = threading.Event()
        self._log = _StateLog(name)

    async def run(self, sink: Sink) -> None:
        """Receive until cancelled. A bus that cannot be opened or read is tried again, never raised."""
        self._stop.clear()
        thread = threading.Thread(target=self._receive_forever, name=f"can-{self._name}", daemon=True)
        thread.start()
        try:
            while True:
                await asyncio.sleep(self._batch_s)
                if values := self._decoded():
                    sink(values)
        finally:
            self._stop.set()
            await asyncio.shield(asyncio.to_thread(thread.join, 2 * _RECEIVE_S))

    def _decoded(self) -> dict[str, SignalValue | Invalid]:
        values: dict[str, SignalValue | Invalid] = {}
        for frame, data in self._inbox.take():
            values.update(self._decoder.decode(frame, data))
        return values

    # --- in the receiving thread ---------------------------------------------------------------------
    def _receive_forever(self) -> None:
        first, most = self._retry_s
        delay = first
        while not self._stop.is_set():
            try:
                with self._opener() as bus:
                    while not self._stop.is_set():
                        if self._receive(bus):
                            delay = first
                            self._log.up()
            except Exception as fault:  # noqa: BLE001 -- interfaces raise what their drivers raise
                self._log.down(fault)
                self._stop.wait(delay)
                delay = min(2 * delay, most)

    def _receive(self, bus: "can.BusABC") -> bool:
        """Whether a data frame came. Raises as the interface does."""
        message = bus.recv(_RECEIVE_S)
        if message is None or message.is_error_frame or message.is_remote_frame:
            return False
        frame = message.arbitration_id | (EXTENDED if message.is_extended_id else 0)
        if frame in self._decoder.frames:
            self._inbox.put(frame, bytes(message.data))
        return True


class _StateLog:
    """Says once that a bus is down and once that it is back, and at most once a minute if it flaps."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._down = False
        self._announced = False
        self._said_at = -_LOG_EVERY_S

    def down(self, fault: Exception) -> None:
        now = time.monotonic()
        if not self._down and now - self._said_at >= _LOG_EVERY_S:
            log.warning("CAN bus %s is down (%s); trying again until it is back", self._name, fault)
            self._said_at, self._announced = now, True
        self._down = True

    def up(self) -> None:
        if self._down and self._announced:
            log.info("CAN bus %s is back", self._name)
        self._down = self._announced = False
