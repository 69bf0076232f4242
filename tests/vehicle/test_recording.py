from collections.abc import Iterable
from pathlib import Path

import can
import pytest
from vehicle_cars import CarMaker

from cabin_memory.codecs.can_decoding import EXTENDED, CanDecoder
from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.inbound.vehicle_bridges.recording import frames, play, replay

DYNAMICS = 0x100


@pytest.fixture
def decoder(car: CarMaker) -> CanDecoder:
    return car("demo_car").decoder()


def candump(folder: Path, *lines: tuple[float, str]) -> Path:
    file = folder / "drive.log"
    file.write_text("".join(f"({1000 + at:.6f}) can0 {frame}\n" for at, frame in lines))
    return file


def speed(kmh: float) -> str:
    return "100#" + round(kmh * 100).to_bytes(2, "little").hex() + "010000000000"


async def speeds(file: Path, decoder: CanDecoder) -> list[tuple[int, object]]:
    return [(at, values.get(vehicle.SPEED)) async for at, values in replay(file, decoder)]


async def test_batches_lie_on_a_grid_and_silence_is_told(tmp_path: Path, decoder: CanDecoder) -> None:
    file = candump(
        tmp_path, (0, speed(1)), (0.05, speed(2)), (0.1, speed(3)), (0.45, speed(4)), (0.46, "7FF#00")
    )
    assert await speeds(file, decoder) == [
        (100_000, 2.0),
        (200_000, 3.0),
        (300_000, None),
        (400_000, None),
        (460_000, 4.0),
    ]


async def test_a_long_silence_passes_in_a_minute_of_steps(tmp_path: Path, decoder: CanDecoder) -> None:
    file = candump(tmp_path, (0, speed(1)), (1e6, speed(2)))
    told = await speeds(file, decoder)
    assert len(told) == 601
    assert told[1] == (200_000, None)
    assert told[-1] == (1_000_000_000_000, 2.0)


async def test_time_never_runs_back(tmp_path: Path, decoder: CanDecoder) -> None:
    file = candump(tmp_path, (0, speed(1)), (0.3, speed(2)), (0.1, speed(3)), (0.35, speed(4)))
    assert [frame.offset_us for frame in frames(file)] == [0, 300_000, 300_000, 350_000]
    assert await speeds(file, decoder) == [(100_000, 1.0), (200_000, None), (300_000, None), (350_000, 4.0)]


def test_29_bit_identifiers_and_frames_without_data(tmp_path: Path) -> None:
    file = candump(tmp_path, (0, "18FF0150#0B"), (0.1, "100#R"), (0.2, "100#00"))
    assert [(frame.frame, frame.data) for frame in frames(file)] == [
        (0x18FF0150 | EXTENDED, b"\x0b"),
        (DYNAMICS, b"\x00"),
    ]


async def test_an_empty_recording_has_no_batch(tmp_path: Path, decoder: CanDecoder) -> None:
    assert await speeds(candump(tmp_path), decoder) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("drive.log", "(1000.0) can0 100#00\nnot a frame\n"),
        ("drive.asc", "date Fri\nbase hex timestamps absolute\n 1.0 1 100 Rx d eight 00\n"),
        ("drive.wav", "RIFF"),
    ],
)
async def test_what_is_no_recording_is_refused_by_name(
    tmp_path: Path, decoder: CanDecoder, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InvalidArgument) as caught:
        await speeds(tmp_path / name, decoder)
    assert name in caught.value.detail


async def test_a_missing_recording_is_refused(tmp_path: Path, decoder: CanDecoder) -> None:
    with pytest.raises(InvalidArgument, match="No such file"):
        await speeds(tmp_path / "nowhere.log", decoder)


class Waits:
    """A sleep that only notes how long."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def ramp() -> Iterable[tuple[float, str]]:
    return [(number / 10, speed(number)) for number in range(101)]


@pytest.mark.parametrize("pace", [1.0, 10.0])
async def test_waits_follow_the_recording_at_its_pace(
    tmp_path: Path, decoder: CanDecoder, pace: float
) -> None:
    file, waits, heard = candump(tmp_path, *ramp()), Waits(), []
    await play(file, decoder, lambda at, values: heard.append((at, values)), speed=pace, sleep=waits)
    # Nothing waits here, so each wait is what is left until the batch is due.
    for (at, _), waited in zip(heard, waits.seconds, strict=True):
        assert waited <= at / 1e6 / pace
    assert waits.seconds[-1] > 0
    assert heard[-1] == (10_000_000, {vehicle.SPEED: 100.0, vehicle.IS_MOVING: False})


async def test_any_pace_tells_the_same(tmp_path: Path, decoder: CanDecoder) -> None:
    file, told = candump(tmp_path, *ramp()), []
    for pace in (0, 1000.0):
        heard: list[object] = []
        await play(file, decoder, lambda at, values, to=heard: to.append((at, values)), speed=pace)
        told.append(heard)
    assert told[0] == told[1]
    assert len(told[0]) == 101


async def test_a_negative_pace_is_refused(tmp_path: Path, decoder: CanDecoder) -> None:
    for pace in (-1.0, float("nan")):
        with pytest.raises(InvalidArgument):
            await play(candump(tmp_path), decoder, lambda at, values: None, speed=pace)


def test_fd_frames_of_64_bytes(tmp_path: Path) -> None:
    message = can.Message(
        arbitration_id=1, data=bytes(64), is_fd=True, is_extended_id=False, timestamp=1.0, channel="can0"
    )
    with can.Logger(tmp_path / "fd.log") as logger:
        logger.on_message_received(message)
    assert [frame.data for frame in frames(tmp_path / "fd.log")] == [bytes(64)]
