"""COVESA VSS paths of releases 3 to 6 → the VSS 4 paths that the daemon uses (`domain/vehicle`).

What was renamed, by release:

- 3.1: lights became branches (`Lights.IsBackupOn` → `Lights.Backup.IsOn`), the outside temperature moved
  from `Vehicle.AmbientAirTemperature` to `Vehicle.Exterior.AirTemperature`.
- 4.0: seats and doors are counted from the driver's side (`Row1.Pos1`, `Row1.Left` → `Row1.DriverSide`).
- 5.0: an occupant's identity moved from the seat to `Vehicle.Occupant.<seat>`, and from `Vehicle.Driver` too
  in 6.0.
- 6.0: `Seat.<seat>.IsOccupied` (true, false) became `OccupancyStatus` (`OCCUPIED`, `EMPTY`, `UNKNOWN`).

Any other path below `Vehicle` passes unchanged.
"""

import re

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.vehicle import AIR_TEMPERATURE, BACKUP_LIGHT, Invalid, SignalValue

# Longest path of VSS 6 is about 100 characters; the cap keeps an odd caller from filling the snapshot.
_PATH = re.compile(r"(?=.{1,200}\Z)Vehicle(\.[A-Za-z0-9_]+)+")

_RENAMED = {
    "Vehicle.Body.Lights.IsBackupOn": BACKUP_LIGHT,
    "Vehicle.AmbientAirTemperature": AIR_TEMPERATURE,
}

_COUNTED = re.compile(r"Vehicle\.Cabin\.(Seat|Door)\.Row([1-4])\.(Pos[1-3]|Left|Right)(\..+)")
# VSS 3 counts from the left: two places in row 1, three behind it (its default SeatPosCount is [2, 3]).
_FRONT = {"Pos1": "left", "Pos2": "right", "Pos3": "right", "Left": "left", "Right": "right"}
_REAR = _FRONT | {"Pos2": "middle"}

_STATUS = re.compile(r"(Vehicle\.Cabin\.Seat\.Row[1-4]\.\w+)\.OccupancyStatus")
_OCCUPIED = {"OCCUPIED": True, "EMPTY": False}

_IDENTITY = re.compile(r"Vehicle\.Occupant\.(Row[1-4]\.\w+)\.(Identifier\.(?:Subject|Issuer))")


def canonical_path(path: str, *, driver_on_right: bool = False) -> str:
    """The VSS 4 path of any release's path.

    Args:
        path: a dotted VSS path.
        driver_on_right: which side VSS 3's positions, counted from the left, are for the driver.

    Raises:
        InvalidArgument: it is not a path below `Vehicle`.
    """
    if not _PATH.fullmatch(path):
        raise InvalidArgument("a signal is named by a VSS path such as Vehicle.Speed")
    if counted := _COUNTED.fullmatch(path):
        kind, row, place, rest = counted.groups()
        return f"Vehicle.Cabin.{kind}.Row{row}.{_side(row, place, driver_on_right)}{rest}"
    if status := _STATUS.fullmatch(path):
        return f"{status[1]}.IsOccupied"
    if identity := _IDENTITY.fullmatch(path):
        seat, leaf = identity.groups()
        driver = seat == "Row1.DriverSide"
        return f"Vehicle.Driver.{leaf}" if driver else f"Vehicle.Cabin.Seat.{seat}.Occupant.{leaf}"
    return _RENAMED.get(path, path)


def canonical(
    path: str, value: SignalValue | Invalid, *, driver_on_right: bool = False
) -> tuple[str, SignalValue | Invalid]:
    """The VSS 4 path and what the value means there. Raises InvalidArgument as `canonical_path` does."""
    target = canonical_path(path, driver_on_right=driver_on_right)
    if _STATUS.fullmatch(path) and not isinstance(value, Invalid):
        # VSS 5 spells it UNKNOW; whatever is not one of the two words is not known.
        return target, _OCCUPIED.get(str(value), Invalid.NOT_AVAILABLE)
    return target, value


def _side(row: str, place: str, driver_on_right: bool) -> str:
    side = (_FRONT if row == "1" else _REAR)[place]
    if side == "middle":
        return "Middle"
    return "DriverSide" if (side == "right") == driver_on_right else "PassengerSide"
