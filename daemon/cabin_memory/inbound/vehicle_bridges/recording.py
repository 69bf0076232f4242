"""Recorded drives (candump .log, PCAN .trc, Vector .asc and .blf, and whatever else python-can reads).

A recording has its own time. It is handed out as batches on a grid of recording time, empty ones too, so
that a consumer with a simulated clock sees the gaps of the feed at any speed, as it would have on the road.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cabin_memory.codecs.can_decoding import EXTENDED, CanDecoder
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.inbound.vehicle_bridges import Values
from cabin_memory.inbound.vehicle_bridges.vehicle_files import regular_size

log = logging.getLogger(__name__)

BATCH_US = 100_000
# A longer silence (a logger that was off, a broken time stamp) passes as one step, long after every limit
# of age has passed.
_GAP_STEPS = 600

TimedSink = Callable[[int, Values], None]
"""Microseconds since the first frame, and what came up to then."""
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFrame:
    """One data frame."""

    offset_us: int
    """Microseconds since the first frame; never less than that of the frame before."""
    frame: int
    """Identifier, a 29-bit one with EXTENDED."""
    data: bytes


def frames(file: Path) -> Iterator[RecordedFrame]:
    """The data frames of a recording, in recorded order; the format is told by the file's suffix.

    Raises:
        InvalidArgument: the file is not there, not of a known format, or damaged (after the frames before).
    """
    import can  # 0.2 s, and not needed without a CAN source

    count, first, last = 0, None, 0
    try:
        regular_size(file)  # opening a pipe would wait for its writer
        with can.LogReader(file) as reader:
            for message in reader:
                count += 1
                if message.is_error_frame or message.is_remote_frame:
                    continue
                first = message.timestamp if first is None else first
                last = max(last, round((message.timestamp - first) * 1e6))
                extended = EXTENDED if message.is_extended_id else 0
                yield RecordedFrame(
                    offset_us=last, frame=message.arbitration_id | extended, data=bytes(message.data)
                )
    except OSError as fault:
        raise InvalidArgument(f"{file}: {fault.strerror or 'cannot be read'}") from fault
    except Exception as fault:  # the readers raise whatever their parsing meets
        raise InvalidArgument(f"{file}: not a recording that can be read, after frame {count}") from fault


async def replay(
    file: Path, decoder: CanDecoder, *, batch_us: int = BATCH_US
) -> AsyncIterator[tuple[int, Values]]:
    """Batches of a recording as fast as they are taken.

    Yields:
        Microseconds of recording time at the end of a step of `batch_us`, and what came within it; the last
        batch ends with the last frame. Silent steps are yielded too, empty; a silence of more than
        600 steps only as that many.

    Raises:
        InvalidArgument: as `frames`.
    """
    values: dict[str, SignalValue | Invalid] = {}
    end, offset, seen = batch_us, 0, False
    for frame in frames(file):
        seen, offset = True, frame.offset_us
        for _ in range(_GAP_STEPS):
            if offset < end:
                break
            yield end, values
            values = {}
            end += batch_us
            await asyncio.sleep(0)
        if offset >= end:
            end = (offset // batch_us + 1) * batch_us
        values.update(decoder.decode(frame.frame, frame.data))
    if seen:
        yield offset, values


async def play(
    file: Path,
    decoder: CanDecoder,
    sink: TimedSink,
    *,
    speed: float = 1.0,
    sleep: Sleep = asyncio.sleep,
) -> None:
    """Play a recording to its end.

    Args:
        file: the recording.
        decoder: decodes its frames.
        sink: takes each batch with its recording time.
        speed: 1 as recorded, 10 ten times as fast, 0 without waiting.
        sleep: waits for that many seconds.

    Raises:
        InvalidArgument: as `frames`, or a negative speed.
    """
    if not speed >= 0:
        raise InvalidArgument("a speed is 0 (without waiting) or more")
    loop = asyncio.get_running_loop()
    start = loop.time()
    async for offset_us, values in replay(file, decoder):
        if speed:
            # Against the start, not the batch before, so that the time of decoding does not add up.
            await sleep(max(0.0, start + offset_us / 1e6 / speed - loop.time()))
        sink(offset_us, values)
