"""What the car is doing, from its signals alone, and how long that must have ended before it counts as over.

Theory
------
Two questions are kept apart. `classify` says what the signals mean at one moment. `advance` remembers just
enough of the past that a car which has this instant stopped reversing is not treated as one that stands.

A car offers a signal when it has reported it at least once. It need not offer all of them:

    reversing   any one sign of reverse: a gear below zero or the reverse light. No speed is needed.
    parked      a speed, and one of: Park selected, park lock, parking brake.
    otherwise   a speed and one of the two gears; without a gear nobody can tell which way the car goes.

Whatever a car offers it must go on offering. One signal that is stale (older than its limit), invalid, of the
wrong type (true is no speed, 1 is no park lock), not finite, outside its range, or dated later than now makes
the state `unknown`, whatever the other signals say: a bus that lost one message has perhaps lost more.

Signals contradict each other, and the state is `unknown`, when they say what a sound car cannot do:

    in Park or locked, and moving        IsMoving, or a speed above the limit of standing (0.5 km/h)
    in Park or locked, and in reverse    a gear below zero or the reverse light
    IsMoving is false, yet it is fast    above 5 km/h; below that the two may come from different sensors
    rolling back out of reverse          a speed below −0.5 km/h without a sign of reverse

These do not contradict each other, because sound cars do them: the selected gear and the engaged one differ
while a shift is under way (any sign of reverse counts), the reverse light lags, the parking brake is set or
still on while the car moves (moving), IsMoving is true at a speed of 0 (wheel sensors are blind when slow).
Both `unknown` and `reversing` suppress; a doubtful sign of reverse is `unknown` and never less.

Time. Reversing and moving linger: each is shown until it has been over for its hold time, so the car shows
the strictest of what it does now and what lingers. A state that was in force at the last look counts as in
force until this look, because nothing was known in between. `unknown` is no state of the car but of our
knowledge: it shows at once, ends at once, and does not shorten what lingers beneath it, so that a lost
message cannot wash away a car that was reversing. Time never runs backwards here: an earlier `now` is taken
as the latest one seen.

    shown       entered                    left
    unknown     at once                    at once
    reversing   at once                    1.0 s after its last sign
    moving      at once                    2.0 s after its last sign
    idling      when nothing lingers       at once
    parked      when nothing lingers       at once
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from cabin_memory.domain.settings import Section, setting
from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import (
    BACKUP_LIGHT,
    CURRENT_GEAR,
    GEAR_PARK,
    IS_MOVING,
    PARK_LOCK,
    PARKING_BRAKE,
    SELECTED_GEAR,
    SPEED,
    DriveState,
    Invalid,
    Signals,
)

_T = TypeVar("_T")

# No road car drives faster; an unavailable 16-bit speed decodes to 655.35 or 511.99 km/h.
_FASTEST_KMH = 400.0
# VSS declares both gears as int8.
_LOWEST_GEAR, _HIGHEST_GEAR = -128, 127
_START = MonotonicMicros(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleLimits(Section):
    """When a signal counts, what standing is, and how long a state must be over.

    Raises:
        SettingsInvalid: every value outside its bounds; no setting can switch a limit off.
    """

    speed_stale_us: int = setting(
        2 * SECOND,
        "age beyond which Speed and IsMoving no longer count",
        unit="us",
        low=SECOND // 5,
        high=5 * SECOND,
    )
    gear_stale_us: int = setting(
        2 * SECOND,
        "age beyond which gears, locks, brake and reverse light no longer count",
        unit="us",
        low=SECOND // 5,
        high=5 * SECOND,
    )
    hold_reversing_us: int = setting(
        SECOND,
        "time without a sign of reverse until the car no longer counts as reversing",
        unit="us",
        low=SECOND // 2,
        high=10 * SECOND,
    )
    hold_moving_us: int = setting(
        2 * SECOND,
        "time without motion until the car no longer counts as moving",
        unit="us",
        low=SECOND,
        high=10 * SECOND,
    )
    moving_above_kmh: float = setting(
        0.5, "speed up to which the car counts as standing", unit="km/h", low=0.1, high=1.0
    )
    not_moving_up_to_kmh: float = setting(
        5.0, "speed above which IsMoving false is a contradiction", unit="km/h", low=1.0, high=5.0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldState:
    """What has to be remembered from one look at the car to the next. Only `advance` makes one."""

    shown: DriveState = DriveState.UNKNOWN
    """The state that everyone else acts on."""
    raw: DriveState = DriveState.UNKNOWN
    """What the signals alone said at the last look."""
    at: MonotonicMicros = _START
    """The latest moment that was ever passed."""
    reversing_at: MonotonicMicros | None = None
    """When the car was last in reverse; None: never yet."""
    moving_at: MonotonicMicros | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evidence:
    """What the signals say once all of them can be relied on."""

    speed_known: bool
    gear_known: bool
    rolling: bool
    """A forward speed above standing, or IsMoving."""
    backwards: bool
    """A speed below standing. In reverse, some cars count it so."""
    denied: bool
    """IsMoving is false, yet the speed is high."""
    reverse: bool
    park: bool
    brake: bool


# The first row that holds decides.
_TABLE: tuple[tuple[Callable[[_Evidence], bool], DriveState], ...] = (
    (lambda car: car.park and (car.rolling or car.reverse), DriveState.UNKNOWN),
    (lambda car: car.denied, DriveState.UNKNOWN),
    (lambda car: car.reverse, DriveState.REVERSING),
    (lambda car: car.backwards or not car.speed_known, DriveState.UNKNOWN),
    (lambda car: car.rolling and car.gear_known, DriveState.MOVING),
    (lambda car: car.rolling, DriveState.UNKNOWN),
    (lambda car: car.park or car.brake, DriveState.PARKED),
    (lambda car: car.gear_known, DriveState.IDLING),
    (lambda car: True, DriveState.UNKNOWN),
)


def classify(signals: Signals, now: MonotonicMicros, limits: VehicleLimits) -> DriveState:
    """What the signals mean at this moment, without any memory of earlier ones."""
    car = _evidence(signals, now, limits)
    if car is None:
        return DriveState.UNKNOWN
    return next(state for holds, state in _TABLE if holds(car))


def advance(held: HeldState, signals: Signals, now: MonotonicMicros, limits: VehicleLimits) -> HeldState:
    """The state at this moment. Call it on every update and before every use of the state.

    Args:
        held: what the last call returned; HeldState() at the start.
        now: monotonic, in microseconds; one earlier than the latest is taken as the latest.
    """
    now = max(now, held.at)
    raw = classify(signals, now, limits)
    in_force = (held.raw, raw)
    reversing_at = now if DriveState.REVERSING in in_force else held.reversing_at
    moving_at = now if DriveState.MOVING in in_force else held.moving_at
    shown = raw
    if raw is not DriveState.UNKNOWN:
        if _lingers(moving_at, now, limits.hold_moving_us):
            shown = DriveState.MOVING
        if _lingers(reversing_at, now, limits.hold_reversing_us):
            shown = DriveState.REVERSING
    return HeldState(shown=shown, raw=raw, at=now, reversing_at=reversing_at, moving_at=moving_at)


def _lingers(last: MonotonicMicros | None, now: MonotonicMicros, hold_us: int) -> bool:
    return last is not None and now - last < hold_us


def _evidence(signals: Signals, now: MonotonicMicros, limits: VehicleLimits) -> _Evidence | None:
    """None when one of the signals that the car offers cannot be relied on."""
    numbers, flags = _numbers(signals, now, limits), _flags(signals, now, limits)
    if numbers is None or flags is None:
        return None
    speed, *gears = numbers
    is_moving, park_lock, brake, light = flags
    kmh = 0.0 if speed is None else speed
    return _Evidence(
        speed_known=speed is not None,
        gear_known=any(gear is not None for gear in gears),
        rolling=kmh > limits.moving_above_kmh or is_moving is True,
        backwards=kmh < -limits.moving_above_kmh,
        denied=is_moving is False and abs(kmh) > limits.not_moving_up_to_kmh,
        reverse=light is True or any(gear is not None and gear < 0 for gear in gears),
        park=park_lock is True or gears[0] == GEAR_PARK,
        brake=brake is True,
    )


def _numbers(signals: Signals, now: MonotonicMicros, limits: VehicleLimits) -> list[float | None] | None:
    """Speed, selected gear, engaged gear."""
    return _reliable(
        (
            _within(signals.number(SPEED, now, limits.speed_stale_us), -_FASTEST_KMH, _FASTEST_KMH),
            _gear(signals.number(SELECTED_GEAR, now, limits.gear_stale_us)),
            _gear(signals.number(CURRENT_GEAR, now, limits.gear_stale_us)),
        )
    )


def _flags(signals: Signals, now: MonotonicMicros, limits: VehicleLimits) -> list[bool | None] | None:
    """IsMoving, park lock, parking brake, reverse light."""
    return _reliable(
        (
            signals.flag(IS_MOVING, now, limits.speed_stale_us),
            signals.flag(PARK_LOCK, now, limits.gear_stale_us),
            signals.flag(PARKING_BRAKE, now, limits.gear_stale_us),
            signals.flag(BACKUP_LIGHT, now, limits.gear_stale_us),
        )
    )


def _reliable(readings: Iterable[_T | Invalid | None]) -> list[_T | None] | None:
    """The readings as they are, or None when one of them is invalid."""
    kept: list[_T | None] = []
    for reading in readings:
        if isinstance(reading, Invalid):
            return None
        kept.append(reading)
    return kept


def _within(number: float | Invalid | None, low: float, high: float) -> float | Invalid | None:
    if number is None or isinstance(number, Invalid):
        return number
    return number if low <= number <= high else Invalid.OUT_OF_RANGE


def _gear(number: float | Invalid | None) -> float | Invalid | None:
    """A gear is a whole number; 126.0 from a caller that knows only doubles counts as 126."""
    gear = _within(number, _LOWEST_GEAR, _HIGHEST_GEAR)
    if gear is None or isinstance(gear, Invalid):
        return gear
    return gear if gear == int(gear) else Invalid.OUT_OF_RANGE
