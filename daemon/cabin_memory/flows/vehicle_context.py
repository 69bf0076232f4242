"""The present: signals with their age, the drive state that follows from them, and who is in the car."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.people import (
    DRIVER_SEAT,
    Cabin,
    Occupant,
    OccupantId,
    Seat,
    SeatRole,
    Whose,
    whose,
)
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.time import SECOND
from cabin_memory.domain.vehicle import (
    AIR_TEMPERATURE,
    AUTONOMY,
    BACKUP_LIGHT,
    CURRENT_GEAR,
    DISTRACTION,
    FATIGUE,
    IS_MOVING,
    LOW_VOLTAGE_STATE,
    PARK_LOCK,
    PARKING_BRAKE,
    RAIN_INTENSITY,
    SEAT_BELTED,
    SEAT_OCCUPIED,
    SELECTED_GEAR,
    SPEED,
    DriveState,
    Invalid,
    Reading,
    Signals,
    SignalValue,
)
from cabin_memory.rules import familiarity, occupancy, trips, vehicle_state
from cabin_memory.rules.trips import Trip
from cabin_memory.rules.vehicle_state import HeldState, VehicleLimits

log = logging.getLogger(__name__)

# A car reports a few hundred signals; a caller that invents paths must not grow the daemon.
_MOST_SIGNALS = 512
_DRIVE_INPUTS = frozenset(
    {SPEED, IS_MOVING, SELECTED_GEAR, CURRENT_GEAR, PARK_LOCK, PARKING_BRAKE, BACKUP_LIGHT}
)
_RELIED_ON = (
    _DRIVE_INPUTS
    | {LOW_VOLTAGE_STATE, RAIN_INTENSITY, AIR_TEMPERATURE, DISTRACTION, FATIGUE, AUTONOMY}
    | {path.format(seat=seat) for path in (SEAT_OCCUPIED, SEAT_BELTED) for seat in occupancy.SEATS}
    | {path for paths in occupancy.IDENTIFIERS.values() for path in paths}
)
# Declared roles outlast a trip; a family and its friends are fewer.
_MOST_ROLES = 64
# Rain sensors report every few seconds at most; older than this the weather is not known.
_WEATHER_STALE = 600 * SECOND


class VehicleContext:
    """Everything that is known of the present moment. Synchronous: it is asked on every call."""

    def __init__(self, clock: Clock, limits: VehicleLimits) -> None:
        self._clock = clock
        self._limits = limits
        self._readings: dict[str, Reading] = {}
        self._held = HeldState()
        self._trip = Trip()
        self._asserted: tuple[Occupant, ...] = ()
        self._roles: occupancy.Roles = {}
        self._weight: tuple[int, OccupantId | None, float] = (0, None, 0.0)
        self._shown: DriveState | None = None
        self.on_drive_state: list[Callable[[DriveState], None]] = []
        self.on_occupants: list[Callable[[Cabin], None]] = []

    # ---------------------------------------------------------------------------------- signals
    def update(self, values: Mapping[str, SignalValue | Invalid], *, restart: bool = False) -> None:
        """Take in what a bridge or a caller reports now, by canonical VSS path.

        Beyond more distinct paths than a car has, what is new is taken in the place of what is oldest.
        `restart` drops what was reported before: another feed begins, and signals that only the former one
        had would grow stale and make the state unknown for good.
        """
        now, before = self._clock.monotonic(), self.cabin()
        if restart:
            self._readings.clear()
        for path, value in values.items():
            self._readings.pop(path, None)
            self._readings[path] = Reading(value=value, at=now)
        self._bound()
        ignition = self._readings.get(LOW_VOLTAGE_STATE)
        self._trip = trips.heard(self._trip, ignition.value if ignition else None, now)
        self.drive_state()
        after = self.cabin()
        if after != before:
            self._roles = occupancy.keep_roles(self._roles, before, after)
            self._announce_occupants()

    def distrust(self) -> None:
        """A report could not be read, and it may have said that the car moves: nothing before it counts."""
        now = self._clock.monotonic()
        for path in _DRIVE_INPUTS & self._readings.keys():
            self._readings[path] = Reading(value=Invalid.NOT_AVAILABLE, at=now)
        self.drive_state()

    def _bound(self) -> None:
        """Forget the oldest of the signals that nothing here relies on."""
        for path in [path for path in self._readings if path not in _RELIED_ON]:
            if len(self._readings) <= _MOST_SIGNALS:
                return
            del self._readings[path]

    def signals(self) -> Signals:
        return Signals(readings=self._readings)

    def trip(self) -> int:
        """Another number for each trip since the daemon started."""
        return self._trip.number

    def ages(self) -> dict[str, int]:
        """Age of each signal in microseconds."""
        now = self._clock.monotonic()
        return {path: reading.age(now) for path, reading in self._readings.items()}

    def drive_state(self) -> DriveState:
        """The state at this moment; tells the listeners when it is another than before."""
        self._held = vehicle_state.advance(self._held, self.signals(), self._clock.monotonic(), self._limits)
        state = self._held.shown
        if state is not self._shown:
            log.info("drive state: %s", state.value)
            self._shown = state
            for listener in self.on_drive_state:
                listener(state)
        return state

    def _fresh(self, path: str) -> float | None:
        number = self.signals().number(path, self._clock.monotonic(), _WEATHER_STALE)
        return float(number) if isinstance(number, int | float) else None

    # -------------------------------------------------------------------------------- occupants
    def seat(self, occupants: Sequence[Occupant]) -> None:
        """Replace every asserted identity. A role stays with the person, not with the seat.

        Raises:
            InvalidArgument: a seat is named twice.
        """
        if len({o.seat for o in occupants}) != len(occupants):
            raise InvalidArgument("seats: one seat is named twice")
        before = self.cabin()
        self._asserted = tuple(occupants)
        if (driver := self.cabin().driver) is None or driver.who != self._weight[1]:
            self._weight = (0, None, 0.0)  # whoever comes back to the wheel may be somebody else
        self._roles = occupancy.keep_roles(self._roles, before, self.cabin())
        self._announce_occupants()

    def distrust_occupants(self) -> None:
        """A report of who is in the car could not be read: until the next the car is sure of nobody."""
        self._asserted = tuple(replace(occupant, confidence=0.0) for occupant in self._asserted)
        self._announce_occupants()

    def declare(self, seat: Seat, role: SeatRole) -> None:
        """Say what the person on this seat is to the driver."""
        roles = dict(occupancy.declare(self._roles, self.cabin(), seat, role))
        while len(roles) > _MOST_ROLES:
            del roles[next(iter(roles))]
        self._roles = roles
        self._announce_occupants()

    def _announce_occupants(self) -> None:
        cabin = self.cabin()
        for listener in self.on_occupants:
            listener(cabin)

    def cabin(self) -> Cabin:
        return occupancy.cabin(self._asserted, self._roles, self.signals(), self._weighed)

    def _weighed(self, occupant: Occupant) -> Occupant:
        trip, who, added = self._weight
        if occupant.seat != DRIVER_SEAT or occupant.who != who or trip != self._trip.number:
            return occupant
        return replace(occupant, confidence=familiarity.weighed(occupant.confidence, added))

    def weigh(self, who: OccupantId, added: float) -> None:
        """See the port."""
        before = self.cabin()
        if before.driver is not None and before.driver.who == who:
            self._weight = (self._trip.number, who, added)
            if self.cabin() != before:
                self._announce_occupants()

    def people(self) -> list[Whose]:
        """Everyone in the car who may leave something behind."""
        return [found for occupant in self.cabin().occupants if (found := whose(occupant)) is not None]

    # -------------------------------------------------------------------------------- situation
    def situation(self, timezone: str) -> Situation:
        """What conditions are compared with. Hurry and the question's own words are added by the caller.

        Raises:
            InvalidArgument: the zone does not exist.
        """
        rain = self._fresh(RAIN_INTENSITY)
        return Situation(
            local_time=local_time(self._clock.utc(), timezone),
            drive_state=self.drive_state(),
            cabin=self.cabin(),
            raining=None if rain is None else rain > 0,
            air_celsius=self._fresh(AIR_TEMPERATURE),
        )


def local_time(utc_micros: int, timezone: str) -> datetime:
    """Microseconds UTC as an aware time in an IANA zone; empty: the system's zone."""
    moment = datetime.fromtimestamp(utc_micros / SECOND, UTC)
    if not timezone:
        return moment.astimezone()
    try:
        return moment.astimezone(ZoneInfo(timezone))
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise InvalidArgument("timezone: not an IANA zone such as Asia/Shanghai") from fault
