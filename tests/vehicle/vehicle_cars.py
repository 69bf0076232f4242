"""The cars whose mappings are in config/vehicles, with the DBC files that they need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cabin_memory.codecs.can_decoding import CanDecoder
from cabin_memory.domain.time import MonotonicMicros
from cabin_memory.domain.vehicle import DriveState, Invalid, Reading, Signals, SignalValue
from cabin_memory.inbound.vehicle_bridges.vehicle_files import load_decoder
from cabin_memory.rules.vehicle_state import HeldState, VehicleLimits, advance
from opendbc_file import dbc_text
from synthesise_drive import STORIES, Phase, Synthesiser, write

CONFIG = Path(__file__).parents[2] / "config"
VEHICLES = CONFIG / "vehicles"
OPENDBC = {
    "hyundai_kona_2018": "hyundai_kia_generic",
    "honda_civic_2016": "honda_civic_touring_2016_can_generated",
    "ford_mustang": "ford_lincoln_base_pt",
}
CARS = ("demo_car", *OPENDBC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    name: str
    mapping: Path
    dbc: tuple[Path, ...]

    def decoder(self) -> CanDecoder:
        return load_decoder(self.mapping, self.dbc)

    def record(self, story: str | Sequence[Phase], file: Path, seed: int = 1) -> int:
        phases = STORIES[story] if isinstance(story, str) else story
        return write(Synthesiser(self.mapping, self.dbc).drive(phases, seed), file)


def make_car(name: str, folder: Path) -> Car:
    """A car by the name of its mapping; DBC files of opendbc are written into the folder."""
    mapping = VEHICLES / f"{name}.json"
    if name not in OPENDBC:
        return Car(name=name, mapping=mapping, dbc=(VEHICLES / f"{name}.dbc",))
    file = folder / f"{OPENDBC[name]}.dbc"
    if not file.exists():
        file.write_text(dbc_text(OPENDBC[name]), encoding="utf-8")
    return Car(name=name, mapping=mapping, dbc=(file,))


class Watcher:
    """Follows a drive as the daemon does: stamps what comes and asks the rule for the state."""

    def __init__(self) -> None:
        self.readings: dict[str, Reading] = {}
        self.held = HeldState()
        self.states: list[tuple[int, DriveState]] = []

    def take(self, at: int, values: Mapping[str, SignalValue | Invalid]) -> None:
        for path, value in values.items():
            self.readings[path] = Reading(value=value, at=MonotonicMicros(at))
        signals = Signals(readings=dict(self.readings))
        self.held = advance(self.held, signals, MonotonicMicros(at), VehicleLimits())
        if not self.states or self.states[-1][1] is not self.held.shown:
            self.states.append((at, self.held.shown))

    def state_at(self, at: int) -> DriveState:
        return next(state for since, state in reversed(self.states) if since <= at)

    def value(self, path: str) -> SignalValue | Invalid | None:
        reading = self.readings.get(path)
        return None if reading is None else reading.value


CarMaker = Callable[[str], Car]
