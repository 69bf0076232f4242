"""Posture and hours as signs of who drives."""

import math
import statistics

from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.habits import POSTURE, Habit, Habits
from cabin_memory.domain.people import GUEST_BELOW
from cabin_memory.rules.familiarity import learned, of_topics, points, weighed, with_topics

SEAT, HEIGHT, TILT, PAN = POSTURE
MORNING, NIGHT = 8, 2
USUAL = {SEAT: 300.0, HEIGHT: 50.0, TILT: 10.0, PAN: 5.0}


def after(drives: int, posture: dict[str, float] = USUAL, hour: int = MORNING) -> Habits:
    habits: Habits = {}
    for _ in range(drives):
        habits = learned(habits, posture, hour)
    return habits


def test_nothing_is_concluded_from_few_drives() -> None:
    assert points(after(2), {SEAT: 500.0}, MORNING) == 0.0
    assert points({}, USUAL, MORNING) == 0.0


def test_what_fits_raises_and_what_does_not_lowers() -> None:
    habits = after(3)
    assert points(habits, {SEAT: 310.0}, MORNING) == 5.0
    assert points(habits, {SEAT: 420.0}, MORNING) == -20.0
    assert points(habits, {SEAT: 420.0, HEIGHT: 90.0, TILT: 80.0}, MORNING) == -60.0
    assert points(habits, USUAL, MORNING) == 15.0  # capped


def test_someone_who_sits_differently_each_time_is_not_doubted_for_it() -> None:
    habits: Habits = {}
    for place in (200.0, 300.0, 400.0, 250.0, 380.0):
        habits = learned(habits, {SEAT: place}, MORNING)
    assert points(habits, {SEAT: 430.0}, MORNING) > 0


def test_an_hour_at_which_one_never_drives_counts_a_little_after_ten_drives() -> None:
    assert points(after(9), {}, NIGHT) == 0.0
    assert points(after(10), {}, NIGHT) == -5.0
    assert points(after(10), {}, MORNING + 3) == 0.0
    assert points(after(10, hour=23), {}, 1) == 0.0  # midnight lies between


@given(st.floats(0, 100), st.floats(-60, 15))
def test_a_guest_stays_a_guest(confidence: float, added: float) -> None:
    result = weighed(confidence, added)
    assert 0 <= result <= 100
    assert confidence >= GUEST_BELOW or result <= confidence


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=20))
def test_mean_and_spread_are_those_of_the_drives(places: list[float]) -> None:
    habits: Habits = {}
    for place in places:
        habits = learned(habits, {SEAT: place}, MORNING)
    habit = habits[SEAT]
    assert math.isclose(habit.mean, statistics.fmean(places), rel_tol=1e-6, abs_tol=1e-6)
    assert math.isclose(habit.spread, statistics.pstdev(places), rel_tol=1e-5, abs_tol=1e-3)
    assert habit.count == len(places)


def test_another_posture_takes_over_within_some_dozens_of_drives() -> None:
    habits = after(100)
    for _ in range(60):
        habits = learned(habits, USUAL | {SEAT: 400.0}, MORNING)
    assert abs(habits[SEAT].mean - 400.0) < 10
    assert habits[SEAT].count == 160
    assert Habit() == Habit(mean=0.0, spread=0.0, count=0)


def test_topics_count_after_a_dozen_turns_beside_enough_that_is_known() -> None:
    known = with_topics({}, {"media": 20, "climate": 20})
    assert of_topics(known, {"media": 12}) == 5.0
    assert of_topics(known, {"charging": 12}) == -5.0
    assert of_topics(known, {"charging": 6, "media": 6}) == 0.0
    assert of_topics(known, {"charging": 11}) == 0.0
    assert of_topics(with_topics({}, {"media": 29}), {"charging": 12}) == 0.0
    assert points(known, USUAL, MORNING) == 0.0  # topics are no hours
