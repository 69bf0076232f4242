"""The vehicle's state as the daemon sees it: signals with their age, and what follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cabin_memory.domain.time import MonotonicMicros

SignalValue = bool | int | float | str

# Canonical paths are those of COVESA VSS 4; codecs/vss_paths maps VSS 5 and 6 onto them.
SPEED = "Vehicle.Speed"  # km/h
IS_MOVING = "Vehicle.IsMoving"
SELECTED_GEAR = "Vehicle.Powertrain.Transmission.SelectedGear"  # 126 Park, 127 Drive, 0 Neutral, < 0 Reverse
CURRENT_GEAR = "Vehicle.Powertrain.Transmission.CurrentGear"  # 0 Neutral, < 0 Reverse
PARK_LOCK = "Vehicle.Powertrain.Transmission.IsParkLockEngaged"
PARKING_BRAKE = "Vehicle.Chassis.ParkingBrake.IsEngaged"
LOW_VOLTAGE_STATE = "Vehicle.LowVoltageSystemState"  # LOCK OFF ACC ON START UNDEFINED
BACKUP_LIGHT = "Vehicle.Body.Lights.Backup.IsOn"
RAIN_INTENSITY = "Vehicle.Body.Raindetection.Intensity"  # percent
AIR_TEMPERATURE = "Vehicle.Exterior.AirTemperature"  # degrees Celsius
DISTRACTION = "Vehicle.Driver.DistractionLevel"  # percent
FATIGUE = "Vehicle.Driver.FatigueLevel"  # percent
AUTONOMY = "Vehicle.ADAS.ActiveAutonomyLevel"  # SAE J3016 level, SAE_2_DISENGAGING while handing over
SEAT_OCCUPIED = "Vehicle.Cabin.Seat.{seat}.IsOccupied"
SEAT_BELTED = "Vehicle.Cabin.Seat.{seat}.IsBelted"

GEAR_PARK = 126
GEAR_DRIVE = 127

_INFINITE = float("inf")


class Invalid(StrEnum):
    """Why a source could not give a value. A reading that holds one of these is not a value."""

    OUT_OF_RANGE = "out_of_range"
    NOT_AVAILABLE = "not_available"
    WRONG_TYPE = "wrong_type"
    STALE = "stale"
    """Older than its limit, or from a time that has not come yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One signal's last report: a value or the reason why there is none, and when it came."""

    value: SignalValue | Invalid
    at: MonotonicMicros

    def age(self, now: MonotonicMicros) -> int:
        """Microseconds since it came, never negative."""
        return max(0, now - self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Canonical VSS path to its last reading."""

    readings: Mapping[str, Reading] = field(default_factory=dict)

    def get(self, path: str) -> Reading | None:
        return self.readings.get(path)

    def value(self, path: str, now: MonotonicMicros, limit: int) -> SignalValue | Invalid | None:
        """What a signal says now: None when it was never reported, Invalid when that cannot be relied on.

        Args:
            limit: greatest age in microseconds at which a value still counts.
        """
        reading = self.readings.get(path)
        if reading is None or isinstance(reading.value, Invalid):
            return None if reading is None else reading.value
        return reading.value if 0 <= now - reading.at <= limit else Invalid.STALE

    def number(self, path: str, now: MonotonicMicros, limit: int) -> int | float | Invalid | None:
        """As `value`, for a finite number; true and false are none."""
        value = self.value(path, now, limit)
        if value is None or isinstance(value, Invalid):
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Invalid.WRONG_TYPE
        return value if abs(value) < _INFINITE else Invalid.OUT_OF_RANGE

    def flag(self, path: str, now: MonotonicMicros, limit: int) -> bool | Invalid | None:
        """As `value`, for true or false; 0 and 1 are neither."""
        value = self.value(path, now, limit)
        return value if value is None or isinstance(value, bool | Invalid) else Invalid.WRONG_TYPE


class DriveState(StrEnum):
    """Ordered from most to least restrictive by `rules/vehicle_state`."""

    UNKNOWN = "unknown"
    REVERSING = "reversing"
    MOVING = "moving"
    IDLING = "idling"
    PARKED = "parked"
