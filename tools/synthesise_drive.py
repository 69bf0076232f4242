"""Synthesise the CAN recording of a drive from a mapping, its DBC files and a story.

    python tools/synthesise_drive.py --story full --mapping config/vehicles/demo_car.json \\
        --dbc config/vehicles/demo_car.dbc drive.log

The suffix chooses the format (.log, .asc, .blf, .trc). A DBC file of the package opendbc is named
`opendbc:hyundai_kia_generic`. The same seed gives the same recording. Only signals that the mapping names
are sent; everything else of a frame is zero.
"""

import argparse
import itertools
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import can

from cabin_memory.codecs import dbc_loading, vss_mapping, vss_paths
from cabin_memory.codecs.can_decoding import EXTENDED, CanDecoder
from cabin_memory.codecs.dbc_loading import Wanted
from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import CabinMemoryError
from cabin_memory.domain.vehicle import DriveState, Invalid, SignalValue
from cabin_memory.inbound.vehicle_bridges.vehicle_files import load_decoder
from opendbc_file import dbc_text

if TYPE_CHECKING:
    from cantools.database.can import Message, Signal

Value = SignalValue | Invalid

PARK, REVERSE, NEUTRAL, DRIVE = vehicle.GEAR_PARK, -1, 0, vehicle.GEAR_DRIVE
START_S = 1_700_000_000.0
"""Time stamp of the first frame; any fixed moment, so that equal seeds give equal files."""
SEATS = ("Row1.DriverSide", "Row1.PassengerSide", "Row2.DriverSide", "Row2.PassengerSide")
FAST_CYCLE_S, SLOW_CYCLE_S = 0.02, 0.1
"""Cycle times of frames whose DBC gives none: speed and gears, everything else."""
_FAST = {vehicle.SPEED, vehicle.SELECTED_GEAR, vehicle.CURRENT_GEAR}


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A stretch of a drive. The speed goes evenly from that of the phase before to `speed`."""

    seconds: float
    state: DriveState
    """What a reader of the bus must see at the end of the phase, hold times included."""
    gear: int = DRIVE
    speed: float = 0.0
    """km/h at its end."""
    brake: bool = False
    key: str = "ON"
    seats: tuple[str, ...] = SEATS[:1]
    odd: Mapping[str, Value] = field(default_factory=dict)
    """What the bus says instead of the truth."""
    silent: bool = False


def _parked(seconds: float, *, key: str = "ON", seats: tuple[str, ...] = SEATS[:1]) -> Phase:
    return Phase(seconds=seconds, state=DriveState.PARKED, gear=PARK, brake=True, key=key, seats=seats)


_SETTING_OFF = (
    _parked(2.0, key="OFF"),
    _parked(1.0, key="START"),
    _parked(3.0),
    Phase(seconds=2.0, state=DriveState.IDLING),
)
_UP_TO_90 = Phase(seconds=12.0, state=DriveState.MOVING, speed=90.0)
_AT_90 = Phase(seconds=6.0, state=DriveState.MOVING, speed=90.0)
_STOPPING = Phase(seconds=10.0, state=DriveState.MOVING)
_STANDING = Phase(seconds=3.0, state=DriveState.IDLING)
_PARKING = (
    Phase(seconds=2.0, state=DriveState.REVERSING, gear=REVERSE),
    Phase(seconds=3.0, state=DriveState.REVERSING, gear=REVERSE, speed=4.0),
    Phase(seconds=2.0, state=DriveState.REVERSING, gear=REVERSE),
    _parked(3.0),
    _parked(2.0, key="OFF"),
)
_HOME = (_STOPPING, _STANDING, _parked(3.0))
_TWO = SEATS[:2]

STORIES: dict[str, tuple[Phase, ...]] = {
    "full": (*_SETTING_OFF, _UP_TO_90, _AT_90, _STOPPING, _STANDING, *_PARKING),
    "cut": (
        *_SETTING_OFF,
        _UP_TO_90,
        Phase(seconds=5.0, state=DriveState.UNKNOWN, speed=90.0, silent=True),
        _AT_90,
        *_HOME,
    ),
    "invalid-gear": (
        *_SETTING_OFF,
        Phase(seconds=8.0, state=DriveState.MOVING, speed=40.0),
        Phase(
            seconds=3.0,
            state=DriveState.UNKNOWN,
            speed=40.0,
            odd={vehicle.SELECTED_GEAR: Invalid.NOT_AVAILABLE},
        ),
        Phase(seconds=4.0, state=DriveState.MOVING, speed=40.0),
        *_HOME,
    ),
    "contradiction": (
        *_SETTING_OFF,
        Phase(seconds=8.0, state=DriveState.MOVING, speed=60.0),
        Phase(seconds=3.0, state=DriveState.UNKNOWN, speed=60.0, gear=PARK),
        Phase(seconds=4.0, state=DriveState.MOVING, speed=60.0),
        *_HOME,
    ),
    "passenger": (
        *_SETTING_OFF[:3],
        _parked(4.0, seats=_TWO),
        Phase(seconds=8.0, state=DriveState.MOVING, speed=50.0, seats=_TWO),
        Phase(seconds=8.0, state=DriveState.MOVING, seats=_TWO),
        _parked(4.0, seats=_TWO),
        _parked(3.0),
    ),
    "handover": (
        *_SETTING_OFF,
        Phase(seconds=14.0, state=DriveState.MOVING, speed=110.0, odd={vehicle.AUTONOMY: "SAE_3"}),
        Phase(
            seconds=5.0,
            state=DriveState.MOVING,
            speed=100.0,
            odd={vehicle.AUTONOMY: "SAE_3_DISENGAGING", vehicle.DISTRACTION: 70.0},
        ),
        *_HOME,
    ),
}


def truth(phase: Phase, speed: float) -> dict[str, Value]:
    """Everything that a car can say in a phase, by canonical path."""
    forward = min(6, 1 + int(speed / 18))
    said: dict[str, Value] = {
        vehicle.SPEED: speed,
        vehicle.IS_MOVING: speed > 0,
        vehicle.SELECTED_GEAR: phase.gear,
        vehicle.CURRENT_GEAR: {PARK: 0, NEUTRAL: 0, REVERSE: -1}.get(phase.gear, forward),
        vehicle.PARK_LOCK: phase.gear == PARK,
        vehicle.PARKING_BRAKE: phase.brake,
        vehicle.LOW_VOLTAGE_STATE: phase.key,
        vehicle.BACKUP_LIGHT: phase.gear == REVERSE,
        vehicle.RAIN_INTENSITY: 0,
        vehicle.AIR_TEMPERATURE: 18.5,
        vehicle.DISTRACTION: 5.0,
        vehicle.FATIGUE: 10.0,
        vehicle.AUTONOMY: "SAE_0",
    }
    for seat in SEATS:
        said[vehicle.SEAT_OCCUPIED.format(seat=seat)] = seat in phase.seats
        said[vehicle.SEAT_BELTED.format(seat=seat)] = seat in phase.seats and phase.gear != PARK
        said[f"Vehicle.Cabin.Door.{seat}.IsOpen"] = False
    said.update(phase.odd)
    return said


def moments(story: Sequence[Phase]) -> Iterator[tuple[float, DriveState]]:
    """Seconds since the start at which each phase ends, and the state there."""
    ends = itertools.accumulate(phase.seconds for phase in story)
    return zip(ends, (phase.state for phase in story), strict=True)


# --- from values to frames -------------------------------------------------------------------------
@dataclass(slots=True)
class _Field:
    """A signal on the bus and the paths that are read from it."""

    signal: "Signal"
    paths: tuple[str, ...]
    raws: dict[str, dict[int, Value]]
    """By path, what each raw value is read as; for a wide signal only some."""

    def raw(self, values: Mapping[str, Value]) -> int:
        for path in self.paths:
            if path in values:
                return self._for(path, values[path])
        return 0

    def _for(self, path: str, value: Value) -> int:
        read = self.raws[path]
        if isinstance(value, Invalid):
            unlike = [raw for raw, seen in read.items() if isinstance(seen, Invalid)]
            return max(unlike, default=0)
        for raw, seen in read.items():
            if seen == value and isinstance(seen, bool) == isinstance(value, bool):
                return raw
        if isinstance(value, str):
            return 0
        numbers = {raw: seen for raw, seen in read.items() if isinstance(seen, int | float)}
        if not _wide(self.signal):
            return min(numbers, key=lambda raw: abs(numbers[raw] - value), default=0)
        (first, low), (second, high) = itertools.islice(numbers.items(), 2)
        return round(first + (value - low) * (second - first) / (high - low))


@dataclass(slots=True)
class _Sender:
    """One frame of the bus, or one variant of a multiplexed frame."""

    message: "Message"
    fields: tuple[_Field, ...]
    fixed: Mapping[str, int]
    cycle_s: float

    def data(self, values: Mapping[str, Value]) -> bytes:
        raws = {**self.fixed, **{known.signal.name: known.raw(values) for known in self.fields}}
        return self.message.encode(raws, scaling=False, strict=False)


def _variants(message: "Message") -> list[int] | list[None]:
    """Values of the multiplexer that carry something; for a plain message, one without."""
    numbers = {number for signal in message.signals for number in signal.multiplexer_ids or ()}
    return sorted(numbers) or [None]


def _wide(signal: "Signal") -> bool:
    return signal.length > 10


class Synthesiser:
    """Sends what a mapping can say of a car, as the car's own frames."""

    def __init__(self, mapping: Path, dbc: Sequence[Path]) -> None:
        """Raises MappingInvalid as `load_decoder` does."""
        self._decoder = load_decoder(mapping, dbc)
        mapped = vss_mapping.parse(mapping.read_text("utf-8"), mapping.name)
        self._conditions = {signal.signal: (*signal.when, *signal.valid_when) for signal in mapped}
        self._paths: dict[tuple[str, str], tuple[str, ...]] = {}
        wanted = set()
        for signal in mapped:
            names = [signal.signal, *(name for name, _ in self._conditions[signal.signal])]
            wanted |= {Wanted(signal=name, message=signal.message) for name in names}
            place = (signal.message, signal.signal)
            path = vss_paths.canonical_path(signal.path)
            self._paths[place] = (*self._paths.get(place, ()), path)
        self.senders = [
            self._sender(message, variant)
            for file in dbc
            for message in dbc_loading.load(file.read_bytes(), file.name, wanted).messages
            for variant in _variants(message)
        ]

    def _sender(self, message: "Message", variant: int | None) -> _Sender:
        """One variant of a message. What other signals depend on is fixed to what makes them valid."""
        carried = [
            signal
            for signal in message.signals
            if variant is None or signal.is_multiplexer or variant in (signal.multiplexer_ids or ())
        ]
        names = {signal.name for signal in carried}
        conditions = [known for name in names for known in self._conditions.get(name, ())]
        fixed = dict.fromkeys(names, 0) | {name: value for name, value in conditions if name in names}
        if variant is not None:
            fixed |= {signal.name: variant for signal in carried if signal.is_multiplexer}
        fields = []
        for signal in carried:
            paths = self._paths.get((message.name, signal.name), ()) + self._paths.get(("", signal.name), ())
            if paths and not signal.is_multiplexer:
                raws = {path: self._read(message, fixed, signal, path) for path in paths}
                fields.append(_Field(signal=signal, paths=paths, raws=raws))
        fast = any(path in _FAST for known in fields for path in known.paths)
        cycle_s = (message.cycle_time or 0) / 1000 or (FAST_CYCLE_S if fast else SLOW_CYCLE_S)
        return _Sender(message=message, fields=tuple(fields), fixed=fixed, cycle_s=cycle_s)

    def _read(
        self, message: "Message", fixed: Mapping[str, int], signal: "Signal", path: str
    ) -> dict[int, Value]:
        """What the decoder itself makes of raw values of a signal."""
        bits = signal.length - (1 if signal.is_signed else 0)
        low, high = (-(2**bits) if signal.is_signed else 0), 2**bits - 1
        tried = [0, 1000, high] if _wide(signal) else range(low, high + 1)
        frame = message.frame_id | (EXTENDED if message.is_extended_frame else 0)
        read: dict[int, Value] = {}
        for raw in tried:
            data = message.encode({**fixed, signal.name: raw}, scaling=False, strict=False)
            seen = self._decoder.decode(frame, data)
            if path in seen:
                read[raw] = seen[path]
        return read

    @property
    def decoder(self) -> CanDecoder:
        return self._decoder

    def drive(self, story: Sequence[Phase], seed: int = 1) -> Iterator[can.Message]:
        """The frames of a story, in order of time."""
        chance = random.Random(seed)
        due = {index: chance.uniform(0, sender.cycle_s) for index, sender in enumerate(self.senders)}
        began, speed = 0.0, 0.0
        for phase in story:
            ends = began + phase.seconds
            while (index := min(due, key=due.__getitem__)) is not None and due[index] < ends:
                at, sender = due[index], self.senders[index]
                # Clocks of control units drift and jitter by a percent or so.
                due[index] += sender.cycle_s * chance.uniform(0.98, 1.02)
                now = speed + (phase.speed - speed) * (at - began) / phase.seconds
                shaken = max(0.0, now + chance.gauss(0, 0.05)) if now > 1 else now
                if not phase.silent:
                    yield can.Message(
                        timestamp=START_S + at,
                        arbitration_id=sender.message.frame_id,
                        is_extended_id=sender.message.is_extended_frame,
                        data=sender.data(truth(phase, shaken)),
                        channel="can0",
                    )
            began, speed = ends, phase.speed


def write(messages: Iterable[can.Message], file: Path) -> int:
    """Write a recording in the format of the suffix; how many frames."""
    count = 0
    with can.Logger(file) as logger:
        for count, message in enumerate(messages, start=1):  # noqa: B007 -- the count is the result
            logger.on_message_received(message)
    return count


def dbc_files(names: Iterable[str], folder: Path) -> list[Path]:
    """Paths of DBC files; those of opendbc are written into the folder. Raises KeyError if it has none."""
    files = []
    for name in names:
        if name.startswith("opendbc:"):
            bare = name.removeprefix("opendbc:")
            files.append(folder / f"{bare}.dbc")
            files[-1].write_text(dbc_text(bare), encoding="utf-8")
        else:
            files.append(Path(name))
    return files


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mapping", type=Path, required=True)
    parser.add_argument("--dbc", action="append", required=True)
    parser.add_argument("--story", choices=sorted(STORIES), default="full")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    story = STORIES[options.story]
    try:
        with tempfile.TemporaryDirectory() as folder:
            car = Synthesiser(options.mapping, dbc_files(options.dbc, Path(folder)))
        count = write(car.drive(story, options.seed), options.output)
    except KeyError as fault:
        print(f"opendbc has no DBC file of the name {fault.args[0]}", file=sys.stderr)
        return 1
    except CabinMemoryError as fault:
        print(fault.detail, fault.remedy, sep="\n", file=sys.stderr)
        return 1
    print(f"{count} frames of {sum(phase.seconds for phase in story):g} s in {options.output}")
    for at, state in moments(story):
        print(f"  {at:6.1f} s  {state}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
