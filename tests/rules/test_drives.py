"""From moment to moment: how long a state lingers, drivers' stories, and any drive whatsoever.

The seed of the generated drives is fixed in conftest.py.
"""

from collections.abc import Iterator

import pytest
from cars import BACKING, DRIVING, IDLING, NOW, PARKED, D, Drive, P, R, Value, at, signals
from hypothesis import given, settings
from hypothesis import strategies as st

from cabin_memory.domain.time import SECOND
from cabin_memory.domain.vehicle import DriveState, Invalid, Signals
from cabin_memory.rules.vehicle_state import HeldState, VehicleLimits, advance

LIMITS = VehicleLimits()
UNKNOWN, REVERSING, MOVING, IDLE, PARK = DriveState
SUPPRESSING = {UNKNOWN, REVERSING}
MS = 1_000


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
SOUND_CAR = st.sampled_from([PARKED, IDLING, DRIVING, BACKING, LOST, {}])
STEPS = st.lists(
    st.tuples(
        st.one_of(st.integers(0, 3_000_000), st.sampled_from([999_999, SECOND, 2 * SECOND])), SOUND_CAR
    ),
    min_size=1,
    max_size=12,
)


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
