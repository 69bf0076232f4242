"""Where one trip ends and the next begins."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.time import MINUTE, SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import Invalid
from cabin_memory.rules.trips import SILENCE, Trip, heard

WORDS = st.sampled_from([None, "LOCK", "OFF", "ACC", "ON", "START", "UNDEFINED", Invalid.NOT_AVAILABLE, 7])


def trips_of(*reports: tuple[object, int]) -> list[int]:
    """The trip's number after each report: ignition, seconds since the report before."""
    trip, now, numbers = Trip(), 0, []
    for ignition, seconds in reports:
        now += seconds * SECOND
        trip = heard(trip, ignition, MonotonicMicros(now))  # type: ignore[arg-type]
        numbers.append(trip.number)
    return numbers


def test_a_trip_ends_when_the_ignition_goes_off_and_on_again() -> None:
    assert trips_of(("ON", 1), ("ON", 1), ("OFF", 1), ("OFF", 600), ("ON", 1), ("ON", 1)) == [
        0, 0, 0, 0, 1, 1,
    ]  # fmt: skip


def test_neither_waiting_on_accessory_power_nor_an_engine_that_starts_begins_one() -> None:
    assert trips_of(("ON", 1), ("ACC", 1), ("ON", 1), ("START", 1), ("ON", 1)) == [0] * 5
    assert trips_of(("OFF", 1), ("ACC", 1), ("START", 1)) == [0, 0, 1]


def test_two_hours_of_silence_end_one_in_a_car_without_an_ignition_signal() -> None:
    limit = SILENCE // SECOND
    assert trips_of((None, 1), (None, limit - 1), (None, limit), (None, 1)) == [0, 0, 1, 1]


def test_a_night_is_one_change_of_trips_however_it_is_told() -> None:
    night = 9 * 60 * MINUTE // SECOND
    assert trips_of(("ON", 1), ("OFF", 1), ("ON", night)) == [0, 0, 1]
    assert trips_of(("ON", 1), ("ON", night)) == [0, 1]


@given(st.lists(st.tuples(WORDS, st.integers(0, 20_000)), max_size=30))
def test_trips_count_up_one_by_one_and_never_without_a_cause(reports: list[tuple[object, int]]) -> None:
    numbers = trips_of(*reports)
    assert all(after - before in (0, 1) for before, after in pairwise(numbers))
    calm = all(seconds * SECOND < SILENCE for _, seconds in reports)
    if calm and not any(ignition in ("OFF", "LOCK") for ignition, _ in reports):
        assert set(numbers) <= {0}
