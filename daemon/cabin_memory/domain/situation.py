"""The present moment as conditions see it, and conditions themselves.

A condition says when a memory applies; a situation is what holds now. The snapshot that a memory
carries is a situation too, but it never excludes (DESIGN: conditions are not the context snapshot).
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.people import Cabin
from cabin_memory.domain.vehicle import DriveState


class ConditionKind(StrEnum):
    """What a condition speaks of. The values of each kind are listed beside it."""

    OCCUPANT = "occupant"  # ROLE, ROLE@SEAT, ROLE@ROW; ROLE: spouse child parent guest passenger
    WEATHER = "weather"  # rain snow fog hot cold dry
    DAYPART = "daypart"  # dawn morning noon afternoon evening night
    DAY = "day"  # weekday weekend monday … sunday
    SEASON = "season"  # spring summer autumn winter
    HURRY = "hurry"  # yes
    ALONE = "alone"  # yes


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Holds when one of `any_of` holds (or, negated, when it is known that none does)."""

    kind: ConditionKind
    any_of: frozenset[str]
    negated: bool = False

    def __post_init__(self) -> None:
        if not self.any_of:
            raise InvalidArgument("a condition names at least one value")

    def __str__(self) -> str:
        """In stable words: `weather=rain`, `hurry!=yes`, `day=saturday|sunday`."""
        return f"{self.kind}{'!=' if self.negated else '='}{'|'.join(sorted(self.any_of))}"


Conditions = tuple[Condition, ...]
"""All of them must hold; empty: always applies. Sorted by kind, so that equal wishes compare equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What is known of the present. None means not known, which is never the same as no."""

    local_time: datetime
    """Aware, in the speaker's zone."""
    drive_state: DriveState = DriveState.UNKNOWN
    cabin: Cabin = field(default_factory=Cabin)
    raining: bool | None = None
    air_celsius: float | None = None
    hurry: bool | None = None
    """From the present session and query only."""
    stated: Conditions = ()
    """Conditions that the question itself states ("when it rains …"); they count as holding."""

    def __post_init__(self) -> None:
        if self.local_time.tzinfo is None:
            raise InvalidArgument("a local time needs a zone")
