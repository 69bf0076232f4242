"""How somebody usually sits and when they usually drive: a sign of who it is, kept by consent only."""

from collections.abc import Mapping
from dataclasses import dataclass

_SEAT = "Vehicle.Cabin.Seat.Row1.DriverSide"
_MIRROR = "Vehicle.Body.Mirrors.DriverSide"

POSTURE: Mapping[str, float] = {
    f"{_SEAT}.Position": 40.0,  # mm
    f"{_SEAT}.Height": 20.0,  # mm
    f"{_MIRROR}.Tilt": 10.0,  # percent
    f"{_MIRROR}.Pan": 10.0,  # percent
}
"""VSS signals that people set for themselves, each with what it varies by from drive to drive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """Mean and standard deviation over so many drives; of a time of day the count alone."""

    mean: float = 0.0
    spread: float = 0.0
    count: int = 0


Habits = Mapping[str, Habit]
"""By the path of a signal, or `hours:N` for the N-th three hours of a day."""
