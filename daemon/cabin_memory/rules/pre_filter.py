"""Which memories may be looked at: those whose conditions hold now. Unknown is never held.

Each value of a condition is true, false or unknown in a situation. What the question itself states comes
first and settles what excludes it (asked about the evening, the morning does not hold); only then comes what
is sensed. A condition holds when one of its values is true, a negated one when all are known to be false.
A snapshot of a memory plays no part here.
"""

from collections.abc import Mapping
from datetime import datetime

from cabin_memory.domain.memory import Snapshot
from cabin_memory.domain.people import DRIVER_SEAT, Cabin
from cabin_memory.domain.recall import RecallPermit, SearchScope
from cabin_memory.domain.situation import Condition, ConditionKind, Conditions, Situation
from cabin_memory.domain.vocabulary import Kind

NO_CONDITIONS = 0
"""The id of the empty set of conditions."""

# Hours of local time, from (inclusive) to (exclusive). Neighbours overlap, as the words do.
_DAYPARTS: Mapping[str, tuple[int, int]] = {
    "dawn": (4, 7),
    "morning": (5, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "evening": (17, 23),
    "night": (20, 5),
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS: Mapping[str, frozenset[str]] = {day: frozenset({day}) for day in _WEEKDAYS} | {
    "weekday": frozenset(_WEEKDAYS[:5]),
    "weekend": frozenset(_WEEKDAYS[5:]),
}
_SEASONS = ("winter", "spring", "summer", "autumn")
# Zones whose seasons are the other way round (IANA names begin so).
_SOUTHERN = (
    "Australia/", "Antarctica/", "Pacific/Auckland", "Africa/Johannesburg", "Africa/Maputo", "Africa/Harare",
    "America/Argentina/", "America/Sao_Paulo", "America/Santiago", "America/Montevideo", "America/Asuncion",
)  # fmt: skip

HOT_FROM_CELSIUS = 28.0
COLD_UP_TO_CELSIUS = 10.0
SNOW_UP_TO_CELSIUS = 1.0
"""Rain that the sensor reports below this is taken for snow as well."""

# Of one group at most one can be true: to state one denies the others.
_OPPOSITES: Mapping[str, frozenset[str]] = {
    "rain": frozenset({"dry"}),
    "snow": frozenset({"dry"}),
    "dry": frozenset({"rain", "snow"}),
    "hot": frozenset({"cold"}),
    "cold": frozenset({"hot"}),
    "fog": frozenset(),
}


def scope(
    permit: RecallPermit,
    situation: Situation,
    condition_sets: Mapping[int, Conditions],
    kinds: frozenset[Kind] = frozenset(),
) -> SearchScope:
    """What a permit leaves to be searched in this situation. `condition_sets` are those of the vault."""
    holding = {
        number
        for number, conditions in condition_sets.items()
        if all(holds(condition, situation) for condition in conditions)
    }
    return SearchScope(
        permit=permit,
        condition_sets=frozenset(holding | {NO_CONDITIONS}),
        kinds=kinds,
        categories=permit.categories,
    )


def holds(condition: Condition, situation: Situation) -> bool:
    """Whether it is known that the condition is met."""
    return verdict(condition, situation) is True


def verdict(condition: Condition, situation: Situation) -> bool | None:
    """Whether the condition is met; None where that is not known."""
    truths = {_truth(condition.kind, value, situation) for value in condition.any_of}
    met = True if True in truths else None if None in truths else False
    return met if met is None or not condition.negated else not met


def daypart(local_time: datetime) -> str:
    """The part of the day that names a moment best: of those that hold, the one whose middle is nearest."""
    hour = local_time.hour + local_time.minute / 60
    return min((name for name in _DAYPARTS if _in_daypart(name, hour)), key=lambda n: _off_middle(n, hour))


def day(local_time: datetime) -> str:
    """monday … sunday, in local time."""
    return _WEEKDAYS[local_time.weekday()]


def snapshot(situation: Situation) -> Snapshot:
    """What a memory keeps of the moment in which it was made."""
    return Snapshot(
        drive_state=situation.drive_state.value,
        raining=situation.raining,
        daypart=daypart(situation.local_time),
        day=day(situation.local_time),
        seats=tuple(sorted(occupant.seat.position for occupant in situation.cabin.occupants)),
    )


def _truth(kind: ConditionKind, value: str, situation: Situation) -> bool | None:
    stated = _stated(kind, value, situation.stated)
    return stated if stated is not None else _SENSED[kind](value, situation)


# --- what the question states ----------------------------------------------------------------------------
def _stated(kind: ConditionKind, value: str, stated: Conditions) -> bool | None:
    """True or false as far as the question settles it."""
    verdicts = {_by_statement(value, said) for said in stated if said.kind is kind}
    if kind in (ConditionKind.OCCUPANT, ConditionKind.ALONE):
        verdicts |= {_company(kind, said) for said in stated}
    return True if True in verdicts else False if False in verdicts else None


def _by_statement(value: str, said: Condition) -> bool | None:
    if said.kind is ConditionKind.OCCUPANT:
        named = any(_same_place(value, other) for other in said.any_of)
        return not said.negated if named else None
    if said.kind is ConditionKind.DAY:
        named = bool(_DAYS.get(value, frozenset()) & _all_days(said.any_of))
    else:
        named = value in said.any_of
    if named:
        return not said.negated
    if said.negated:
        return None
    if said.kind is ConditionKind.WEATHER:
        return False if said.any_of & _OPPOSITES.get(value, frozenset()) else None
    return False


def _all_days(values: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*(_DAYS.get(value, frozenset()) for value in values))


def _same_place(value: str, said: str) -> bool:
    """Whether who was named in the question answers to a condition: same role, places that do not differ."""
    role, _, place = value.partition("@")
    said_role, _, said_place = said.partition("@")
    same = not place or not said_place or place.startswith(said_place) or said_place.startswith(place)
    return same and (role in (said_role, "passenger"))


def _company(kind: ConditionKind, said: Condition) -> bool | None:
    """Who is alone has no company, and the other way round."""
    if said.negated or said.kind is kind:
        return None
    alone = said.kind is ConditionKind.ALONE and kind is ConditionKind.OCCUPANT
    company = said.kind is ConditionKind.OCCUPANT and kind is ConditionKind.ALONE
    return False if alone or company else None


# --- what is sensed ----------------------------------------------------------------------------------------
def _occupant(value: str, situation: Situation) -> bool | None:
    """`role` or `role@place`; a place is a seat or a row. The driver counts only by the driver's seat."""
    role, _, place = value.partition("@")
    if not _known(situation.cabin):
        return None
    seats = [
        o
        for o in situation.cabin.occupants
        if o.seat.position.startswith(place) and (o.seat != DRIVER_SEAT or place == DRIVER_SEAT.position)
    ]
    if role == "passenger":
        return bool(seats)
    roles = [o.role for o in seats]
    if any(known is not None and known.value == role for known in roles):
        return True
    return None if None in roles else False


def _known(cabin: Cabin) -> bool:
    """A cabin without a driver is one of which nothing is known."""
    return cabin.driver is not None


def _alone(_: str, situation: Situation) -> bool | None:
    cabin = situation.cabin
    return len(cabin.occupants) == 1 if _known(cabin) else None


def _weather(value: str, situation: Situation) -> bool | None:
    raining, celsius = situation.raining, situation.air_celsius
    if value == "rain":
        return raining
    if value == "dry":
        return None if raining is None else not raining
    if value == "snow":
        if raining is False:
            return False
        return None if raining is None or celsius is None else celsius <= SNOW_UP_TO_CELSIUS
    if celsius is None or value not in ("hot", "cold"):
        return None
    return celsius >= HOT_FROM_CELSIUS if value == "hot" else celsius <= COLD_UP_TO_CELSIUS


def _daypart(value: str, situation: Situation) -> bool | None:
    local = situation.local_time
    return _in_daypart(value, local.hour + local.minute / 60) if value in _DAYPARTS else None


def _day(value: str, situation: Situation) -> bool | None:
    return day(situation.local_time) in _DAYS[value] if value in _DAYS else None


def _season(value: str, situation: Situation) -> bool | None:
    local = situation.local_time
    southern = str(local.tzinfo).startswith(_SOUTHERN)
    quarter = (local.month % 12) // 3 + (2 if southern else 0)
    return _SEASONS[quarter % 4] == value


def _hurry(_: str, situation: Situation) -> bool | None:
    return situation.hurry


_SENSED = {
    ConditionKind.OCCUPANT: _occupant,
    ConditionKind.WEATHER: _weather,
    ConditionKind.DAYPART: _daypart,
    ConditionKind.DAY: _day,
    ConditionKind.SEASON: _season,
    ConditionKind.HURRY: _hurry,
    ConditionKind.ALONE: _alone,
}


def _in_daypart(name: str, hour: float) -> bool:
    start, end = _DAYPARTS[name]
    return start <= hour < end if start < end else hour >= start or hour < end


def _off_middle(name: str, hour: float) -> float:
    start, end = _DAYPARTS[name]
    middle = (start + (end - start) % 24 / 2) % 24
    distance = abs(hour - middle)
    return min(distance, 24 - distance) / ((end - start) % 24)
