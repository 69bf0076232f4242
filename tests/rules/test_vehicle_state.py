"""What the car is doing: each kind of car, each boundary, each way in which signals can fail, and stories.

The seed of the generated drives is fixed in conftest.py.
"""

import itertools
import math
from collections.abc import Iterator

import pytest
from cars import BACKING, DRIVING, IDLING, NOW, PARKED, PATHS, D, Drive, N, P, R, Value, at, signals, without
from hypothesis import given, settings
from hypothesis import strategies as st

from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import DriveState, Invalid, Reading, Signals
from cabin_memory.rules.vehicle_state import HeldState, VehicleLimits, advance, classify

LIMITS = VehicleLimits()
UNKNOWN, REVERSING, MOVING, IDLE, PARK = DriveState
SUPPRESSING = {UNKNOWN, REVERSING}
MS = 1_000


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


# --- from moment to moment ---------------------------------------------------------------------------
def drive(*steps: tuple[int, dict[str, Value]], limits: VehicleLimits = LIMITS) -> list[DriveState]:
    """What is shown at each step; a step is (milliseconds that pass first, what the car then reports)."""
    car, held, shown = Drive(), HeldState(), []
    for millis, values in steps:
        car.now += millis * MS
        held = advance(held, car.report(**values), at(car.now), limits)
        shown.append(held.shown)
    return shown


def test_nothing_is_known_at_first() -> None:
    assert (HeldState().shown, HeldState().raw, HeldState().at) == (UNKNOWN, UNKNOWN, 0)
    assert advance(HeldState(), Signals(), at(0), LIMITS).shown is UNKNOWN


def test_the_first_signals_show_at_once() -> None:
    for car, expected in ((PARKED, PARK), (IDLING, IDLE), (DRIVING, MOVING), (BACKING, REVERSING)):
        assert drive((0, car)) == [expected]
        assert advance(HeldState(), signals(at=at(0), **car), at(0), LIMITS).shown is expected


@pytest.mark.parametrize(
    ("car", "stricter", "expected"),
    [
        (PARKED, IDLING, IDLE),
        (PARKED, DRIVING, MOVING),
        (PARKED, BACKING, REVERSING),
        (IDLING, DRIVING, MOVING),
        (IDLING, BACKING, REVERSING),
        (DRIVING, BACKING, REVERSING),
        *((car, {"speed": Invalid.NOT_AVAILABLE}, UNKNOWN) for car in (PARKED, IDLING, DRIVING, BACKING)),
    ],
)
def test_a_stricter_state_is_entered_at_once(
    car: dict[str, Value], stricter: dict[str, Value], expected: DriveState
) -> None:
    assert drive((0, car), (0, stricter))[-1] is expected


@pytest.mark.parametrize(("car", "expected"), [(DRIVING, MOVING), (IDLING, IDLE), (PARKED, PARK)])
def test_reversing_is_left_after_one_second(car: dict[str, Value], expected: DriveState) -> None:
    assert drive((0, BACKING), (100, car), (999, car), (1, car)) == [
        REVERSING,
        REVERSING,
        REVERSING,
        expected,
    ]
    nearly = advance(HeldState(), signals(at=at(0), **BACKING), at(0), LIMITS)
    nearly = advance(nearly, signals(at=at(1), **car), at(1), LIMITS)
    assert advance(nearly, signals(at=at(1), **car), at(SECOND), LIMITS).shown is REVERSING
    assert advance(nearly, signals(at=at(1), **car), at(SECOND + 1), LIMITS).shown is expected


@pytest.mark.parametrize(("car", "expected"), [(IDLING, IDLE), (PARKED, PARK)])
def test_moving_is_left_after_two_seconds(car: dict[str, Value], expected: DriveState) -> None:
    assert drive((0, DRIVING), (100, car), (1_999, car), (1, car)) == [MOVING, MOVING, MOVING, expected]


def test_idling_and_parked_follow_each_other_at_once() -> None:
    assert drive((0, PARKED), (0, IDLING), (0, PARKED), (0, IDLING)) == [PARK, IDLE, PARK, IDLE]


def test_a_longer_hold_is_kept() -> None:
    limits = VehicleLimits(hold_reversing_us=3 * SECOND, hold_moving_us=5 * SECOND)
    steps = [(0, BACKING), (100, IDLING), (2_999, IDLING), (1, IDLING)]
    assert drive(*steps, limits=limits) == [REVERSING, REVERSING, REVERSING, IDLE]
    steps = [(0, DRIVING), (100, PARKED), (4_999, PARKED), (1, PARKED)]
    assert drive(*steps, limits=limits) == [MOVING, MOVING, MOVING, PARK]


def test_the_hold_starts_again_when_the_state_comes_back() -> None:
    again = [(0, BACKING), (100, IDLING), (600, BACKING), (100, IDLING), (600, IDLING), (400, IDLING)]
    assert drive(*again) == [REVERSING] * 5 + [IDLE]


def test_moving_lingers_beneath_reversing() -> None:
    steps = [(0, DRIVING), (100, BACKING), (100, IDLING), (1_000, IDLING), (899, IDLING), (1, IDLING)]
    assert drive(*steps) == [MOVING, REVERSING, REVERSING, MOVING, MOVING, IDLE]


def test_what_was_in_force_counts_until_the_next_look() -> None:
    """Nobody looked for 1.5 s: the car may have reversed until just before this moment."""
    assert drive((0, BACKING), (1_500, IDLING), (999, IDLING), (1, IDLING)) == [
        REVERSING,
        REVERSING,
        REVERSING,
        IDLE,
    ]
    assert drive((0, DRIVING), (1_900, IDLING), (1_999, IDLING), (1, IDLING)) == [
        MOVING,
        MOVING,
        MOVING,
        IDLE,
    ]


LOST: dict[str, Value] = {"speed": Invalid.NOT_AVAILABLE}


def test_leaving_unknown_needs_no_hold() -> None:
    for car, expected in ((PARKED, PARK), (IDLING, IDLE), (DRIVING, MOVING), (BACKING, REVERSING)):
        assert drive((0, LOST), (0, car)) == [UNKNOWN, expected]
        assert drive((0, PARKED), (500, LOST), (10, car)) == [PARK, UNKNOWN, expected]


def test_unknown_does_not_wash_away_a_car_that_was_reversing() -> None:
    assert drive((0, BACKING), (100, LOST), (100, IDLING), (899, IDLING), (1, IDLING)) == [
        REVERSING, UNKNOWN, REVERSING, REVERSING, IDLE,
    ]  # fmt: skip
    assert drive((0, DRIVING), (100, LOST), (100, PARKED), (1_899, PARKED), (1, PARKED)) == [
        MOVING, UNKNOWN, MOVING, MOVING, PARK,
    ]  # fmt: skip


def test_after_a_long_unknown_nothing_lingers() -> None:
    assert drive((0, BACKING), (100, LOST), (5_000, IDLING)) == [REVERSING, UNKNOWN, IDLE]
    assert drive((0, DRIVING), (100, LOST), (5_000, PARKED)) == [MOVING, UNKNOWN, PARK]


def test_an_earlier_now_shortens_no_hold_and_freshens_no_signal() -> None:
    backing, idling = signals(**BACKING), signals(**IDLING)
    held = advance(HeldState(), backing, NOW, LIMITS)
    held = advance(held, idling, NOW, LIMITS)
    for past in (NOW - 1, NOW - 2 * SECOND, 0):
        assert advance(held, idling, at(past), LIMITS).shown is REVERSING
        assert advance(held, idling, at(past), LIMITS).at == NOW
    stale = advance(HeldState(), signals(**PARKED), at(NOW + 3 * SECOND), LIMITS)
    assert stale.shown is UNKNOWN
    assert advance(stale, signals(**PARKED), NOW, LIMITS).shown is UNKNOWN


# --- drivers' stories ------------------------------------------------------------------------------------
def test_story_backing_out_of_the_garage_and_off_to_work() -> None:
    shown = drive(
        (0, PARKED),
        (500, {**PARKED, "brake": False}),
        # the lever is in R, the lock has not let go yet
        (200, {**PARKED, "brake": False, "selected": R}),
        (200, {**BACKING, "speed": 0.0, "moving": False, "light": False, "current": 0}),
        (200, BACKING),
        (1_000, BACKING),
        # into D while still rolling back
        (200, {**BACKING, "selected": D}),
        (200, {**IDLING, "speed": 0.0}),
        (500, {**DRIVING, "speed": 6.0}),
        (500, {**DRIVING, "speed": 12.0}),
        (1_000, DRIVING),
    )
    assert shown == [
        PARK, PARK, UNKNOWN, REVERSING, REVERSING, REVERSING, REVERSING, REVERSING, REVERSING, MOVING, MOVING,
    ]  # fmt: skip


def test_story_three_point_turn_never_shows_less_than_moving() -> None:
    turn: list[tuple[int, dict[str, Value]]] = [(0, DRIVING)]
    for _ in range(3):
        turn += [
            (700, {**IDLING, "speed": 0.0}),
            (300, BACKING),
            (900, BACKING),
            (200, {**BACKING, "speed": 0.0, "moving": False}),
            (300, IDLING),
            (600, {**DRIVING, "speed": 4.0}),
        ]
    assert set(drive(*turn)) == {MOVING, REVERSING}


def test_story_red_light_then_home() -> None:
    shown = drive(
        (0, DRIVING),
        (500, {**IDLING, "moving": True}),
        (500, IDLING),
        (1_900, IDLING),
        (100, IDLING),
        (1_000, DRIVING),
        (500, IDLING),
        (300, {**PARKED, "brake": False}),
        (1_700, PARKED),
    )
    assert shown == [MOVING, MOVING, MOVING, MOVING, IDLE, MOVING, MOVING, MOVING, PARK]


def test_story_the_bus_falls_silent_and_only_questions_are_asked() -> None:
    assert drive((0, PARKED), (2_000, {}), (1, {}), (10_000, {}), (0, PARKED)) == [
        PARK, PARK, UNKNOWN, UNKNOWN, PARK,
    ]  # fmt: skip
    assert drive((0, BACKING), (1_900, {}), (200, {}), (500, IDLING), (499, IDLING), (1, IDLING)) == [
        REVERSING, REVERSING, UNKNOWN, REVERSING, REVERSING, IDLE,
    ]  # fmt: skip


def test_story_only_the_gear_falls_silent() -> None:
    """The car goes on reporting its speed; nobody knows any more which way it goes."""
    assert drive((0, {"speed": 0.0, "selected": D}), (1_500, {"speed": 0.0}), (501, {"speed": 0.0})) == [
        IDLE, IDLE, UNKNOWN,
    ]  # fmt: skip


def test_story_an_ev_that_offers_gear_and_speed_only() -> None:
    gears = [(P, 0.0), (R, 0.0), (R, -2.5), (D, 0.0), (D, 0.0), (D, 30.0), (D, 0.0), (P, 0.0), (P, 0.0)]
    waits = [0, 100, 800, 100, 1_000, 900, 900, 900, 1_100]
    shown = drive(*((w, {"selected": g, "speed": v}) for w, (g, v) in zip(waits, gears, strict=True)))
    assert shown == [PARK, REVERSING, REVERSING, REVERSING, IDLE, MOVING, MOVING, MOVING, PARK]


def test_story_a_lever_without_a_speed() -> None:
    """A bus that carries the lever only: reverse is plain, everything else is unknown."""
    lever = [(0, {"selected": P}), (100, {"selected": R}), (400, {"selected": R}), (300, {"selected": D})]
    assert drive(*lever) == [UNKNOWN, REVERSING, REVERSING, UNKNOWN]


def test_story_a_hill_start_that_rolls_back() -> None:
    flat = {"speed": 0.0, "current": 1}
    assert drive((0, flat), (300, {**flat, "speed": -1.2}), (300, flat), (300, {**flat, "speed": 9.0})) == [
        IDLE, UNKNOWN, IDLE, MOVING,
    ]  # fmt: skip


# --- any drive whatsoever ----------------------------------------------------------------------------------
ALMOST_ANYTHING = st.one_of(
    st.none(), st.booleans(), st.sampled_from([*Invalid]), st.integers(-130, 130), st.floats(-80, 130),
    st.floats(), st.text(max_size=3),
)  # fmt: skip
PLAUSIBLE = {name: st.sampled_from(values) for name, values in VALUES.items()}
ANY_CAR = st.fixed_dictionaries({name: st.one_of(PLAUSIBLE[name], ALMOST_ANYTHING) for name in VALUES})
SOUND_CAR = st.sampled_from([PARKED, IDLING, DRIVING, BACKING, LOST, {}])
STEPS = st.lists(
    st.tuples(
        st.one_of(st.integers(0, 3_000_000), st.sampled_from([999_999, SECOND, 2 * SECOND])), SOUND_CAR
    ),
    min_size=1,
    max_size=12,
)


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


def looks(steps: list[tuple[int, dict[str, Value]]]) -> Iterator[tuple[int, HeldState]]:
    car, held = Drive(), HeldState()
    for micros, values in steps:
        car.now += micros
        held = advance(held, car.report(**values), at(car.now), LIMITS)
        yield car.now, held


@settings(max_examples=500)
@given(STEPS)
def test_for_any_drive_the_strictest_of_now_and_of_the_hold_times_is_shown(
    steps: list[tuple[int, dict[str, Value]]],
) -> None:
    past: list[tuple[int, DriveState]] = []
    for now, held in looks(steps):
        past.append((now, held.raw))
        ends = [*(t for t, _ in past[1:]), now]
        lingering = {
            raw
            for (_, raw), end in zip(past, ends, strict=True)
            if now - end < {REVERSING: SECOND, MOVING: 2 * SECOND}.get(raw, 0)
        }
        allowed = {UNKNOWN} if held.raw is UNKNOWN else {held.raw, *lingering}
        assert held.shown is next(s for s in DriveState if s in allowed)


@settings(max_examples=500)
@given(STEPS)
def test_no_timing_lets_a_car_speak_within_a_second_of_reversing(
    steps: list[tuple[int, dict[str, Value]]],
) -> None:
    last: int | None = None
    for now, held in looks(steps):
        if held.raw is REVERSING:
            last = now
        if last is not None and now - last < SECOND:
            assert held.shown in SUPPRESSING


@settings(max_examples=300)
@given(STEPS, st.integers(0, 20 * SECOND))
def test_a_clock_that_jumps_back_makes_nothing_more_permissive(
    steps: list[tuple[int, dict[str, Value]]], jump: int
) -> None:
    car, held = Drive(), HeldState()
    for micros, values in steps:
        car.now += micros
        held = advance(held, car.report(**values), at(car.now), LIMITS)
    told = Signals(readings=dict(car.readings))
    earlier = advance(held, told, at(max(0, car.now - jump)), LIMITS)
    assert earlier.shown is advance(held, told, at(car.now), LIMITS).shown
