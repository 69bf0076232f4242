"""Cars for the tests of the safety rules: what they report, by short names."""

from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import (
    AUTONOMY,
    BACKUP_LIGHT,
    CURRENT_GEAR,
    DISTRACTION,
    FATIGUE,
    IS_MOVING,
    PARK_LOCK,
    PARKING_BRAKE,
    SELECTED_GEAR,
    SPEED,
    Invalid,
    Reading,
    Signals,
    SignalValue,
)

Value = SignalValue | Invalid

PATHS = {
    "speed": SPEED,
    "moving": IS_MOVING,
    "selected": SELECTED_GEAR,
    "current": CURRENT_GEAR,
    "lock": PARK_LOCK,
    "brake": PARKING_BRAKE,
    "light": BACKUP_LIGHT,
    "distraction": DISTRACTION,
    "fatigue": FATIGUE,
    "autonomy": AUTONOMY,
}

P, R, N, D = 126, -1, 0, 127

NOW = MonotonicMicros(1_000 * SECOND)

PARKED: dict[str, Value] = {
    "speed": 0.0, "moving": False, "selected": P, "current": 0, "lock": True, "brake": True, "light": False,
}  # fmt: skip
IDLING: dict[str, Value] = {
    "speed": 0.0, "moving": False, "selected": D, "current": 1, "lock": False, "brake": False, "light": False,
}  # fmt: skip
DRIVING: dict[str, Value] = {**IDLING, "speed": 50.0, "moving": True, "current": 3}
BACKING: dict[str, Value] = {
    **IDLING, "speed": 3.0, "moving": True, "selected": R, "current": -1, "light": True,
}  # fmt: skip


def at(micros: int) -> MonotonicMicros:
    return MonotonicMicros(micros)


def signals(at: MonotonicMicros = NOW, **values: Value | None) -> Signals:
    """Readings that all came at one moment; None: the car does not have this signal."""
    return Signals(readings={PATHS[n]: Reading(value=v, at=at) for n, v in values.items() if v is not None})


def without(car: dict[str, Value], *names: str) -> dict[str, Value]:
    return {name: value for name, value in car.items() if name not in names}


class Drive:
    """A car on the road: signals come, time passes, and somebody looks at the state."""

    def __init__(self, start: int = NOW) -> None:
        self.now = start
        self.readings: dict[str, Reading] = {}

    def report(self, **values: Value) -> Signals:
        """What the car says now; what it does not repeat grows older."""
        for name, value in values.items():
            self.readings[PATHS[name]] = Reading(value=value, at=at(self.now))
        return Signals(readings=dict(self.readings))
