"""Types and ranges of the VSS signals that the daemon relies on. A value outside them is no value.

The ranges are those of VSS 4 where it gives one, otherwise what is physically possible with room to
spare: a bus sends its highest raw value (0xFFFF) for "not available", and that must not pass as a speed.
"""

import math
import re
from collections.abc import Callable

from cabin_memory.domain import vehicle
from cabin_memory.domain.vehicle import Invalid, SignalValue

TEXT_CAP = 256
"""Longest text of a signal; the longest enumeration value of VSS has 46 characters."""

Check = Callable[[object], SignalValue | Invalid]

_LARGEST = 2**63
"""Numbers are shown as a signed 64-bit integer of D-Bus."""
# A D-Bus string is valid UTF-8 without NUL; the bus closes the connection of whoever sends another.
_UNSENDABLE = re.compile("[\0\ud800-\udfff]")
_REASONS = frozenset(Invalid)
_IGNITION = {"LOCK", "OFF", "ACC", "ON", "START"}
_AUTONOMY = {f"SAE_{level}" for level in range(6)} | {f"SAE_{level}_DISENGAGING" for level in range(2, 6)}
_SEAT_FLAG = re.compile(r"Vehicle\.Cabin\.Seat\.Row[1-4]\.\w+\.(IsOccupied|IsBelted)")


def check(path: str, value: object) -> SignalValue | Invalid:
    """What a source said of a canonical path, or why it is no value.

    `Vehicle.Speed` may be negative: VSS gives it no lower bound, and some cars sign it while they roll
    backwards. `rules/vehicle_state` reads the sign; nothing else may take a negative speed for standing.

    Args:
        path: a VSS 4 path (`vss_paths.canonical_path`).
        value: what came; anything that is not bool, int, float or str is of the wrong type. A word of
            `Invalid` is the reason itself, also from a client that decodes and can only send words.
    """
    if isinstance(value, str) and value in _REASONS:
        return Invalid(value)
    return _CHECKS.get(path, _flag if _SEAT_FLAG.fullmatch(path) else _anything)(value)


def _flag(value: object) -> SignalValue | Invalid:
    return value if isinstance(value, bool) else Invalid.WRONG_TYPE


def _number(value: object) -> float | int | Invalid:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Invalid.WRONG_TYPE
    if isinstance(value, int):
        return value if -_LARGEST <= value < _LARGEST else Invalid.OUT_OF_RANGE
    return value if math.isfinite(value) else Invalid.OUT_OF_RANGE


def _within(low: float, high: float) -> Check:
    def ranged(value: object) -> SignalValue | Invalid:
        number = _number(value)
        if isinstance(number, Invalid):
            return number
        return number if low <= number <= high else Invalid.OUT_OF_RANGE

    return ranged


def _gear(*positions: int) -> Check:
    """A gear number from −8 (reverse) to 32 (forward, as in trucks) or one of the named positions."""

    def geared(value: object) -> SignalValue | Invalid:
        number = _number(value)
        if isinstance(number, Invalid):
            return number
        if number != math.floor(number):
            return Invalid.WRONG_TYPE
        return int(number) if -8 <= number <= 32 or number in positions else Invalid.OUT_OF_RANGE

    return geared


def _word(allowed: set[str], *, unset: str = "") -> Check:
    def worded(value: object) -> SignalValue | Invalid:
        if not isinstance(value, str):
            return Invalid.WRONG_TYPE
        if value == unset:
            return Invalid.NOT_AVAILABLE
        return value if value in allowed else Invalid.OUT_OF_RANGE

    return worded


def _anything(value: object) -> SignalValue | Invalid:
    """A path that no rule reads: any plain value that can be shown."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if len(value) <= TEXT_CAP and not _UNSENDABLE.search(value) else Invalid.OUT_OF_RANGE
    return _number(value)


_percent = _within(0, 100)
_CHECKS: dict[str, Check] = {
    vehicle.SPEED: _within(-400, 400),
    vehicle.IS_MOVING: _flag,
    vehicle.SELECTED_GEAR: _gear(vehicle.GEAR_PARK, vehicle.GEAR_DRIVE),
    vehicle.CURRENT_GEAR: _gear(),
    vehicle.PARK_LOCK: _flag,
    vehicle.PARKING_BRAKE: _flag,
    vehicle.LOW_VOLTAGE_STATE: _word(_IGNITION, unset="UNDEFINED"),
    vehicle.BACKUP_LIGHT: _flag,
    vehicle.RAIN_INTENSITY: _percent,
    vehicle.AIR_TEMPERATURE: _within(-80, 80),
    vehicle.DISTRACTION: _percent,
    vehicle.FATIGUE: _percent,
    vehicle.AUTONOMY: _word(_AUTONOMY),
}
