"""Whole drives: synthesised from the DBC of a car, written down, replayed, and judged by the rule."""

from pathlib import Path

import pytest
from vehicle_cars import CARS, CarMaker, Watcher

from cabin_memory.domain import vehicle
from cabin_memory.domain.vehicle import DriveState, Invalid
from cabin_memory.inbound.vehicle_bridges.recording import replay
from synthesise_drive import SEATS, STORIES, moments

# A batch ends up to 100 ms after what it tells, and a state shows in the batch after it began.
SLACK_US = 300_000


async def watch(
    car: CarMaker, name: str, story: str, folder: Path, suffix: str = ".log", seed: int = 1
) -> Watcher:
    known = car(name)
    file = folder / f"drive{suffix}"
    known.record(story, file, seed)
    watcher = Watcher()
    async for at, values in replay(file, known.decoder()):
        watcher.take(at, values)
    return watcher


@pytest.mark.parametrize("story", ["full", "cut", "invalid-gear", "contradiction"])
@pytest.mark.parametrize("name", CARS)
async def test_states_along_the_way(car: CarMaker, tmp_path: Path, name: str, story: str) -> None:
    watcher = await watch(car, name, story, tmp_path)
    for end, state in moments(STORIES[story]):
        assert watcher.state_at(int(end * 1e6) - SLACK_US) is state, f"{end} s"


@pytest.mark.parametrize("name", CARS)
async def test_reversing_shows_within_a_batch_and_lingers_a_second(
    car: CarMaker, tmp_path: Path, name: str
) -> None:
    watcher = await watch(car, name, "full", tmp_path)
    began = next(at for at, state in watcher.states if state is DriveState.REVERSING)
    # In between a slow frame may still tell of the reverse light while the gear is Park: unknown.
    over = next(at for at, state in watcher.states if at > began and state is DriveState.PARKED)
    assert abs(began - 39_000_000) <= SLACK_US
    assert abs(over - 47_000_000) <= SLACK_US


@pytest.mark.parametrize("name", CARS)
async def test_a_cut_feed_is_unknown_two_seconds_later(car: CarMaker, tmp_path: Path, name: str) -> None:
    watcher = await watch(car, name, "cut", tmp_path)
    (unknown,) = (at for at, state in watcher.states if state is DriveState.UNKNOWN)
    assert abs(unknown - 22_000_000) <= SLACK_US
    again = next(state for at, state in watcher.states if at > unknown)
    assert again is DriveState.MOVING


@pytest.mark.parametrize("suffix", [".asc", ".blf", ".trc"])
async def test_every_format_tells_the_same(car: CarMaker, tmp_path: Path, suffix: str) -> None:
    candump = await watch(car, "demo_car", "full", tmp_path)
    other = await watch(car, "demo_car", "full", tmp_path, suffix)
    assert [state for _, state in other.states] == [state for _, state in candump.states]
    for (at, _), (expected, _) in zip(other.states, candump.states, strict=True):
        assert abs(at - expected) <= SLACK_US
    assert other.readings.keys() == candump.readings.keys()


async def test_who_sits_where(car: CarMaker, tmp_path: Path) -> None:
    known = car("demo_car")
    known.record("passenger", tmp_path / "drive.log")
    watcher, seen = Watcher(), set()
    async for at, values in replay(tmp_path / "drive.log", known.decoder()):
        watcher.take(at, values)
        seen.add(tuple(watcher.value(vehicle.SEAT_OCCUPIED.format(seat=seat)) for seat in SEATS))
    assert (True, False, False, False) in seen
    assert (True, True, False, False) in seen
    assert watcher.value(vehicle.SEAT_OCCUPIED.format(seat=SEATS[1])) is False


async def test_a_hand_over_is_seen(car: CarMaker, tmp_path: Path) -> None:
    known = car("demo_car")
    known.record("handover", tmp_path / "drive.log")
    levels = [
        values[vehicle.AUTONOMY]
        async for _, values in replay(tmp_path / "drive.log", known.decoder())
        if vehicle.AUTONOMY in values
    ]
    assert list(dict.fromkeys(levels)) == ["SAE_0", "SAE_3", "SAE_3_DISENGAGING"]


def test_one_seed_one_recording(car: CarMaker, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        car("demo_car").record("passenger", tmp_path / f"{name}.log", seed)
    first, same, other = ((tmp_path / f"{name}.log").read_bytes() for name in "abc")
    assert first == same
    assert first != other


async def test_an_invalid_gear_is_told_as_such(car: CarMaker, tmp_path: Path) -> None:
    known = car("ford_mustang")
    known.record("invalid-gear", tmp_path / "drive.log")
    gears = [
        values[vehicle.SELECTED_GEAR]
        async for _, values in replay(tmp_path / "drive.log", known.decoder())
        if vehicle.SELECTED_GEAR in values
    ]
    assert list(dict.fromkeys(gears)) == [126, 127, Invalid.NOT_AVAILABLE]
