"""Does whoever drives sit and drive as this person usually does? Signs, never proof (DESIGN 7, occupants).

A seat or a mirror far from its usual place lowers the confidence of an identity, one in its place raises it;
an hour at which the person never drives lowers it a little. Signs never make somebody of a guest: they raise
only what is sure already, because two people may well be of one height.
"""

import math
from collections.abc import Mapping

from cabin_memory.domain.habits import POSTURE, Habit, Habits
from cabin_memory.domain.people import GUEST_BELOW

SURE = 80.0
"""Confidence from which a drive is learned from."""
_DRIVES, _OF_HOURS = 3, 10
"""So many drives make a habit: of a posture, of the hours."""
_REMEMBERED = 20
"""Beyond this count older drives fade."""
_MISFIT, _FIT, _ODD_HOUR = -20.0, 5.0, -5.0
_LOWEST, _HIGHEST = -60.0, 15.0
_HOURS = 3
TOPIC = "topic:"
_TURNS, _KNOWN_TURNS = 12, 30
_MOST, _FEW, _ODD_TOPICS = 0.8, 0.2, -5.0


def points(habits: Habits, posture: Mapping[str, float], hour: int) -> float:
    """What to add to the confidence, −60 to +15; 0 where nothing is known.

    Args:
        posture: signals of `POSTURE` as far as the vehicle reports them.
        hour: local hour of the day, 0 to 23.
    """
    total = 0.0
    for path, value in posture.items():
        habit = habits.get(path)
        if habit is not None and habit.count >= _DRIVES:
            usual = abs(value - habit.mean) <= max(POSTURE[path], 3 * habit.spread)
            total += _FIT if usual else _MISFIT
    return max(_LOWEST, min(_HIGHEST, total + _of_hours(habits, hour)))


def of_topics(habits: Habits, spoken: Mapping[str, int]) -> float:
    """+5 where somebody speaks of what this person speaks of, −5 where of nothing of it; 0 before 12 turns.

    Args:
        spoken: turns of this trip by category, `other` and small talk left out.
    """
    known = {
        name.removeprefix(TOPIC): habit.count for name, habit in habits.items() if name.startswith(TOPIC)
    }
    if sum(spoken.values()) < _TURNS or sum(known.values()) < _KNOWN_TURNS:
        return 0.0
    shared = sum(count for category, count in spoken.items() if known.get(category)) / sum(spoken.values())
    return _FIT if shared >= _MOST else _ODD_TOPICS if shared <= _FEW else 0.0


def with_topics(habits: Habits, spoken: Mapping[str, int]) -> Habits:
    """The habits after a trip in which these were spoken of."""
    more = {TOPIC + category: count for category, count in spoken.items()}
    return {**habits, **{n: Habit(count=habits.get(n, Habit()).count + c) for n, c in more.items()}}


def weighed(confidence: float, added: float) -> float:
    """A confidence with its points; a guest stays one."""
    if added > 0 and confidence < GUEST_BELOW:
        return confidence
    return max(0.0, min(100.0, confidence + added))


def learned(habits: Habits, posture: Mapping[str, float], hour: int) -> Habits:
    """The habits after one more drive (Welford 1962, with at most 20 drives counting)."""
    after = dict(habits)
    for path, value in posture.items():
        before = habits.get(path, Habit())
        count = min(before.count, _REMEMBERED - 1)
        mean = before.mean + (value - before.mean) / (count + 1)
        variance = (before.spread**2 * count + (value - before.mean) * (value - mean)) / (count + 1)
        after[path] = Habit(mean=mean, spread=math.sqrt(max(0.0, variance)), count=before.count + 1)
    name = _name(hour)
    after[name] = Habit(count=habits.get(name, Habit()).count + 1)
    return after


def _of_hours(habits: Habits, hour: int) -> float:
    """Nothing at the usual hours or those beside them."""
    drives = sum(habit.count for name, habit in habits.items() if name.startswith("hours:"))
    near = (hour, hour - _HOURS, hour + _HOURS)
    seen = any(habits.get(_name(one), Habit()).count for one in near)
    return _ODD_HOUR if drives >= _OF_HOURS and not seen else 0.0


def _name(hour: int) -> str:
    return f"hours:{hour % 24 // _HOURS}"
