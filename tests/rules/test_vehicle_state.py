"""What the car is doing at one moment: each kind of car, each boundary, each way in which signals can fail.

The seed of the generated drives is fixed in conftest.py.
"""

import itertools
import math
from collections.abc import Iterator

import pytest
from cars import BACKING, DRIVING, IDLING, NOW, PARKED, PATHS, D, N, P, R, Value, at, signals, without
from hypothesis import given, settings
from hypothesis import strategies as st

from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import DriveState, Invalid, Reading, Signals
from cabin_memory.rules.vehicle_state import VehicleLimits, classify

LIMITS = VehicleLimits()
UNKNOWN, REVERSING, MOVING, IDLE, PARK = DriveState
SUPPRESSING = {UNKNOWN, REVERSING}


def state(**values: Value | None) -> DriveState:
    return classify(signals(**values), NOW, LIMITS)


# --- one moment --------------------------------------------------------------------------------------
def test_the_states_are_ordered_from_strict_to_permissive() -> None:
    assert [s.value for s in DriveState] == ["unknown", "reversing", "moving", "idling", "parked"]


@pytest.mark.parametrize(
    ("car", "expected"),
    [(PARKED, PARK), (IDLING, IDLE), (DRIVING, MOVING), (BACKING, REVERSING), ({}, UNKNOWN)],
)
def test_a_car_with_every_signal(car: dict[str, Value], expected: DriveState) -> None:
    assert state(**car) is expected


@pytest.mark.parametrize(
    ("car", "expected"),
    [
        # speed and one gear are enough
        ({"speed": 0, "selected": P}, PARK),
        ({"speed": 0, "selected": D}, IDLE),
        ({"speed": 0, "selected": N}, IDLE),
        ({"speed": 30, "selected": D}, MOVING),
        ({"speed": 30, "selected": N}, MOVING),
        ({"speed": 0, "current": 0}, IDLE),
        ({"speed": 0, "current": 1}, IDLE),
        ({"speed": 30, "current": 4}, MOVING),
        ({"speed": 0, "current": 0, "brake": True}, PARK),
        ({"speed": 0, "current": 0, "lock": True}, PARK),
        # without a gear a car that is held is parked, and of any other nobody can tell which way it goes
        ({"speed": 0, "brake": True}, PARK),
        ({"speed": 0, "lock": True}, PARK),
        ({"speed": 0, "brake": False}, UNKNOWN),
        ({"speed": 0, "light": False}, UNKNOWN),
        ({"speed": 8, "brake": False}, UNKNOWN),
        ({"speed": 8, "brake": True}, UNKNOWN),
        ({"speed": 8, "light": False}, UNKNOWN),
        ({"speed": 0}, UNKNOWN),
        ({"speed": 30}, UNKNOWN),
        # without a speed only reverse is plain
        ({"selected": P}, UNKNOWN),
        ({"selected": D}, UNKNOWN),
        ({"current": 1, "brake": True}, UNKNOWN),
        ({"selected": D, "moving": True}, UNKNOWN),
        ({"selected": P, "moving": False, "lock": True, "brake": True}, UNKNOWN),
        ({"brake": True}, UNKNOWN),
        ({"lock": True}, UNKNOWN),
        ({"moving": False}, UNKNOWN),
        ({"selected": R}, REVERSING),
        ({"current": -1}, REVERSING),
        ({"current": -2}, REVERSING),
        ({"light": True}, REVERSING),
    ],
)
def test_a_car_with_few_signals(car: dict[str, Value], expected: DriveState) -> None:
    assert state(**car) is expected


@pytest.mark.parametrize("sign", [{"selected": R}, {"current": -1}, {"light": True}])
@pytest.mark.parametrize("speed", [0.0, 3.0, -3.0, 20.0])
def test_any_sign_of_reverse_is_reversing_whatever_the_others_lag_behind(
    sign: dict[str, Value], speed: float
) -> None:
    for car in (IDLING, DRIVING):
        assert state(**{**car, "moving": speed > 0, "speed": speed, **sign}) is REVERSING
    assert state(**{**IDLING, "speed": speed, "moving": True, "brake": True, **sign}) is REVERSING


@pytest.mark.parametrize(
    "contradiction",
    [
        {"speed": 60.0, "moving": True},
        {"speed": 60.0, "moving": False},
        {"speed": 0.6},
        {"moving": True},
        {"speed": 60.0, "lock": False},
        {"speed": 60.0, "selected": D, "brake": False},
        {"selected": R},
        {"current": -1},
        {"light": True},
        {"selected": R, "lock": True},
        {"light": True, "lock": False},
        {"light": True, "selected": D},
    ],
)
def test_park_contradicts_motion_and_reverse(contradiction: dict[str, Value]) -> None:
    assert state(**PARKED) is PARK
    assert state(**{**PARKED, **contradiction}) is UNKNOWN


def test_not_moving_contradicts_only_what_is_clearly_motion() -> None:
    car = {**DRIVING, "moving": False}
    assert state(**{**car, "speed": 5.0}) is MOVING
    assert state(**{**car, "speed": 5.01}) is UNKNOWN
    assert state(**{**car, "speed": 60.0}) is UNKNOWN
    assert state(**{**BACKING, "moving": False, "speed": 5.0}) is REVERSING
    assert state(**{**BACKING, "moving": False, "speed": 5.01}) is UNKNOWN
    assert state(**{**BACKING, "moving": False, "speed": -5.01}) is UNKNOWN


def test_standing_ends_above_half_a_kilometre_an_hour() -> None:
    car = {**without(IDLING, "moving"), "current": 1}
    assert [state(**{**car, "speed": v}) for v in (0, 0.5, 0.51, -0.5, -0.51)] == [
        IDLE, IDLE, MOVING, IDLE, UNKNOWN,
    ]  # fmt: skip
    parked = without(PARKED, "moving")
    assert [state(**{**parked, "speed": v}) for v in (0.5, 0.51, -0.5, -0.51)] == [
        PARK,
        UNKNOWN,
        PARK,
        UNKNOWN,
    ]


def test_is_moving_counts_where_wheel_sensors_are_blind() -> None:
    assert state(**{**IDLING, "moving": True}) is MOVING
    assert state(**{**IDLING, "moving": True, "speed": 0.5}) is MOVING


def test_rolling_backwards_out_of_reverse_is_unknown() -> None:
    assert state(**{**without(IDLING, "moving"), "speed": -2.0}) is UNKNOWN
    assert state(**{**DRIVING, "speed": -2.0}) is UNKNOWN
    assert state(**{**BACKING, "speed": -2.0}) is REVERSING


@pytest.mark.parametrize("gear", ["selected", "current"])
def test_a_parking_brake_that_is_on_while_driving_changes_nothing(gear: str) -> None:
    assert state(**{"speed": 30.0, gear: 2, "brake": True}) is MOVING
    assert state(**{**IDLING, "brake": True}) is PARK


NOT_NUMBERS = [True, False, "0", "", "P", math.nan, math.inf, -math.inf, *Invalid]
NOT_FLAGS = [0, 1, 0.0, 1.0, "true", "", math.nan, *Invalid]


@pytest.mark.parametrize(
    "car", [PARKED, IDLING, DRIVING, BACKING], ids=["parked", "idling", "moving", "reversing"]
)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *itertools.product(("speed", "selected", "current"), NOT_NUMBERS),
        *itertools.product(("moving", "lock", "brake", "light"), NOT_FLAGS),
        *itertools.product(("selected", "current"), [-129, 128, 0.5, -0.5, 126.5, 10**400, -(10**400)]),
        *itertools.product(("speed",), [400.1, -400.1, 655.35, 511.99, 10**400]),
    ],
)
def test_one_value_that_makes_no_sense_is_unknown(car: dict[str, Value], name: str, value: Value) -> None:
    assert state(**{**car, name: value}) is UNKNOWN


def test_the_outermost_values_that_still_make_sense() -> None:
    assert state(speed=400.0, current=7) is MOVING
    assert state(speed=-400.0, current=-1) is REVERSING
    assert state(speed=0, selected=-128) is REVERSING
    assert state(speed=0, current=127) is IDLE
    assert state(speed=0, selected=126.0) is PARK
    assert state(speed=0, selected=125) is IDLE


@pytest.mark.parametrize(
    "car", [PARKED, IDLING, DRIVING, BACKING], ids=["parked", "idling", "moving", "reversing"]
)
@pytest.mark.parametrize("name", sorted(PARKED))
def test_one_stale_signal_is_unknown_from_the_first_microsecond(car: dict[str, Value], name: str) -> None:
    fresh = state(**car)
    for age, expected in ((2 * SECOND, fresh), (2 * SECOND + 1, UNKNOWN), (-1, UNKNOWN), (-SECOND, UNKNOWN)):
        readings = dict(signals(**car).readings)
        readings[PATHS[name]] = Reading(value=car[name], at=at(NOW - age))
        assert classify(Signals(readings=readings), NOW, LIMITS) is expected


def test_speed_and_gear_have_limits_of_their_own() -> None:
    slow_gear = VehicleLimits(speed_stale_us=SECOND, gear_stale_us=3 * SECOND)
    slow_speed = VehicleLimits(speed_stale_us=3 * SECOND, gear_stale_us=SECOND)
    for name in PARKED:
        readings = dict(signals(**PARKED).readings)
        readings[PATHS[name]] = Reading(value=PARKED[name], at=at(NOW - 2 * SECOND))
        aged = Signals(readings=readings)
        of_speed = name in ("speed", "moving")
        assert (classify(aged, NOW, slow_gear) is UNKNOWN) is of_speed
        assert (classify(aged, NOW, slow_speed) is UNKNOWN) is not of_speed


def test_why_a_reading_cannot_be_relied_on() -> None:
    def told(value: Value, age: int = 0) -> tuple[Value | None, Value | None]:
        aged = signals(at=at(NOW - age), speed=value)
        return aged.number(PATHS["speed"], NOW, SECOND), aged.flag(PATHS["speed"], NOW, SECOND)

    assert told(5.0) == (5.0, Invalid.WRONG_TYPE)
    assert told(True) == (Invalid.WRONG_TYPE, True)
    assert told("5") == (Invalid.WRONG_TYPE, Invalid.WRONG_TYPE)
    assert told(math.inf)[0] is told(-math.inf)[0] is told(math.nan)[0] is Invalid.OUT_OF_RANGE
    assert told(5.0, age=SECOND)[0] == 5.0
    for age in (SECOND + 1, -1):
        assert told(5.0, age) == told(True, age) == (Invalid.STALE, Invalid.STALE)
    for reason in Invalid:
        assert told(reason) == told(reason, age=2 * SECOND) == (reason, reason)
    assert Signals().number(PATHS["speed"], NOW, SECOND) is None
    assert Signals().flag(PATHS["speed"], NOW, SECOND) is None


# --- every combination ---------------------------------------------------------------------------------
VALUES: dict[str, list[Value | None]] = {
    "speed": [None, 0.0, 0.5, 0.6, 5.1, 60.0, -0.6],
    "moving": [None, False, True],
    "selected": [None, P, D, N, R],
    "current": [None, 0, 2, -1],
    "lock": [None, False, True],
    "brake": [None, False, True],
    "light": [None, False, True],
}


def every_car() -> Iterator[dict[str, Value]]:
    for values in itertools.product(*VALUES.values()):
        yield {n: v for n, v in zip(VALUES, values, strict=True) if v is not None}


def test_every_combination_is_as_strict_as_its_signals_demand() -> None:
    seen = dict.fromkeys(DriveState, 0)
    for car in every_car():
        result = state(**car)
        seen[result] += 1
        speed = car.get("speed")
        rolls = car.get("moving") is True or (isinstance(speed, float) and abs(speed) > 0.5)
        park = car.get("selected") == P or car.get("lock") is True
        reverse = car.get("selected") == R or car.get("current") == -1 or car.get("light") is True
        gear = "selected" in car or "current" in car
        denied = car.get("moving") is False and speed in (5.1, 60.0)
        if reverse or result is REVERSING:
            assert result is (UNKNOWN if park or denied else REVERSING), car
        elif speed is None or denied or speed == -0.6 or (park and rolls):
            assert result is UNKNOWN, car
        elif rolls:
            assert result is (MOVING if gear else UNKNOWN), car
        elif park or car.get("brake") is True:
            assert result is PARK, car
        else:
            assert result is (IDLE if gear else UNKNOWN), car
    assert all(seen.values()), seen


# --- settings --------------------------------------------------------------------------------------------
BOUNDS = {
    "speed_stale_us": (200_000, 5_000_000),
    "gear_stale_us": (200_000, 5_000_000),
    "hold_reversing_us": (500_000, 10_000_000),
    "hold_moving_us": (1_000_000, 10_000_000),
    "moving_above_kmh": (0.1, 1.0),
    "not_moving_up_to_kmh": (1.0, 5.0),
}


def test_the_defaults_are_those_of_the_contract() -> None:
    assert (LIMITS.speed_stale_us, LIMITS.gear_stale_us) == (2_000_000, 2_000_000)
    assert (LIMITS.hold_reversing_us, LIMITS.hold_moving_us) == (1_000_000, 2_000_000)
    assert (LIMITS.moving_above_kmh, LIMITS.not_moving_up_to_kmh) == (0.5, 5.0)


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_a_limit_outside_its_bounds_cannot_exist(name: str) -> None:
    low, high = BOUNDS[name]
    assert getattr(VehicleLimits(**{name: low}), name) == low
    assert getattr(VehicleLimits(**{name: high}), name) == high
    step = 0.01 if isinstance(low, float) else 1
    for value in (low - step, high + step, math.nan):
        with pytest.raises(SettingsInvalid, match=name):
            VehicleLimits(**{name: value})


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(SettingsInvalid) as caught:
        VehicleLimits(**dict.fromkeys(BOUNDS, 0))
    assert all(name in str(caught.value) for name in BOUNDS)


def test_a_tighter_limit_of_standing_holds() -> None:
    tight = VehicleLimits(moving_above_kmh=0.2)
    assert classify(signals(speed=0.3, current=1), NOW, tight) is MOVING
    assert classify(signals(speed=0.3, selected=P), NOW, tight) is UNKNOWN


# --- any car whatsoever ------------------------------------------------------------------------------------
ALMOST_ANYTHING = st.one_of(
    st.none(), st.booleans(), st.sampled_from([*Invalid]), st.integers(-130, 130), st.floats(-80, 130),
    st.floats(), st.text(max_size=3),
)  # fmt: skip
PLAUSIBLE = {name: st.sampled_from(values) for name, values in VALUES.items()}
ANY_CAR = st.fixed_dictionaries({name: st.one_of(PLAUSIBLE[name], ALMOST_ANYTHING) for name in VALUES})


@settings(max_examples=300)
@given(ANY_CAR, st.integers(0, 10 * SECOND))
def test_age_makes_nothing_more_permissive(car: dict[str, Value | None], age: int) -> None:
    fresh = classify(signals(**car), NOW, LIMITS)
    assert classify(signals(**car), MonotonicMicros(NOW + age), LIMITS) in {fresh, UNKNOWN}


@settings(max_examples=300)
@given(ANY_CAR, st.sampled_from(sorted(VALUES)), st.sampled_from([*Invalid]))
def test_losing_a_signal_that_the_car_has_is_always_unknown(
    car: dict[str, Value | None], name: str, why: Invalid
) -> None:
    assert state(**{**car, name: why}) is UNKNOWN


@settings(max_examples=300)
@given(ANY_CAR)
def test_a_valid_sign_of_reverse_is_never_weaker_than_unknown(car: dict[str, Value | None]) -> None:
    for sign in ({"selected": R}, {"current": R}, {"light": True}):
        assert state(**{**car, **sign}) in SUPPRESSING
