"""Which trip it is, counted from the vehicle's own reports.

A trip lasts from ignition on to ignition off. A car that does not report its ignition still reports something
every few seconds while it is awake, so two hours of silence end a trip as well. Accessory power is neither on
nor off: people sit in a car that waits.
"""

from dataclasses import dataclass

from cabin_memory.domain.time import HOUR, MonotonicMicros
from cabin_memory.domain.vehicle import Invalid, SignalValue

SILENCE = 2 * HOUR
_ON = frozenset({"ON", "START"})
_OFF = frozenset({"OFF", "LOCK"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """The trip that is under way, or the last one."""

    number: int = 0
    """Counts up with each trip since the daemon started."""
    heard_at: MonotonicMicros | None = None
    ignition_off: bool = False


def heard(trip: Trip, ignition: SignalValue | Invalid | None, now: MonotonicMicros) -> Trip:
    """The trip after a report came; `ignition` is the last known LowVoltageSystemState, however old."""
    silent = trip.heard_at is not None and now - trip.heard_at >= SILENCE
    on, off = ignition in _ON, ignition in _OFF
    begins = silent or (on and trip.ignition_off)
    return Trip(
        number=trip.number + begins,
        heard_at=now,
        ignition_off=off or (trip.ignition_off and not on),
    )
