"""`context replay`: a recording of the vehicle's bus, decoded here and sent to the daemon at its own pace."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer
from dbus_fast import Variant

from cabin_memory.domain.errors import InvalidArgument, MappingInvalid
from cabin_memory.domain.time import MINUTE, SECOND
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.failures import usage
from cabin_memory.inbound.command_line.parsing import readable_file
from cabin_memory.inbound.command_line.session import Result, Session
from cabin_memory.inbound.vehicle_bridges import Values, recording
from cabin_memory.inbound.vehicle_bridges.vehicle_files import load_decoder

_OWN_CLOCK = (
    "Hold times and ages run on the daemon's own clock: at a speed other than 1 its states may differ."
)


def _variant(value: SignalValue | Invalid) -> Variant:
    """A value by its Python type; the reason why there is none goes as a word, which no signal accepts."""
    match value:
        case Invalid():
            return Variant("s", value.value)
        case bool():
            return Variant("b", value)
        case int():
            return Variant("x", value)
        case float():
            return Variant("d", value)
    return Variant("s", value)


def clock_face(micros: int) -> str:
    """Time since the start of a recording: minutes, seconds, milliseconds."""
    return f"{micros // MINUTE:02d}:{micros % MINUTE / SECOND:06.3f}"


async def replay(
    session: Session,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A recording: candump .log, .trc, .asc or .blf.")
    ],
    mapping: Annotated[
        Path, typer.Option(metavar="FILE", help="Which CAN signal is which VSS path (vss_dbc.json).")
    ],
    dbc: Annotated[
        list[Path], typer.Option(metavar="FILE", help="The DBC that describes the frames; may be repeated.")
    ],
    speed: Annotated[
        float, typer.Option(min=0, help="How many times faster than recorded; 0 is as fast as it goes.")
    ] = 1.0,
) -> Result:
    """Play a recording of the vehicle's bus to the daemon and tell the drive states along the way.

    A daemon in simulation has its clock moved with the recording, at any speed.
    """
    readable_file(file)
    try:
        decoder = load_decoder(mapping, dbc)
        player = _Player(session, speed=speed, simulated=await session.daemon.simulated())
        async for at, values in recording.replay(file, decoder):
            await player.play(at, values)
    except (MappingInvalid, InvalidArgument) as fault:
        raise usage(
            "The recording or its mapping cannot be used: {detail}.", fault.remedy, detail=fault.detail
        ) from fault
    if not player.updates:
        raise usage(
            "{path} holds no signal that the mapping knows.",
            "Choose the mapping and the DBC of this car with --mapping and --dbc.",
            path=str(file),
        )
    return player.result()


class _Player:
    """Sends what a recording says and notes each change of the drive state."""

    def __init__(self, session: Session, *, speed: float, simulated: bool) -> None:
        self._session = session
        self._speed = speed
        self._simulated = simulated
        self._started = asyncio.get_running_loop().time()
        self._at = 0
        self._paths: set[str] = set()
        self._states: list[dict[str, Any]] = []
        self.updates = 0
        if not simulated and speed != 1.0:
            self._tell(session.words(_OWN_CLOCK))

    async def play(self, at: int, values: Values) -> None:
        """Let recorded time pass up to `at` (microseconds), then send what came. Raises Failure."""
        await self._wait_until(at)
        daemon = self._session.daemon
        if values:
            variants = {path: _variant(value) for path, value in values.items()}
            # What another car or a former replay reported must not go stale under this one.
            await daemon.call(contract.CONTEXT, "Update", variants, restart=not self.updates or None)
            self.updates += 1
            self._paths.update(values)
        self._note(at, await daemon.read(contract.CONTEXT, "DriveState"))

    async def _wait_until(self, at: int) -> None:
        passed, self._at = at - self._at, at
        if self._simulated:
            await self._session.daemon.call(contract.SIMULATION, "Advance", max(0, passed))
        elif self._speed:
            due = self._started + at / SECOND / self._speed
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))

    def _note(self, at: int, state: str) -> None:
        if self._states and self._states[-1]["drive_state"] == state:
            return
        self._states.append({"at_us": at, "drive_state": state})
        self._tell(clock_face(at), views.drive_state(self._session.words, state))

    def _tell(self, *parts: Any) -> None:
        if not self._session.options.as_json:
            self._session.console.print(*parts)

    def result(self) -> Result:
        words = self._session.words
        told = [
            (words("Replayed"), clock_face(self._at)),
            (words("Updates"), str(self.updates)),
            (words("Signals that were decoded"), "\n".join(sorted(self._paths))),
            (words("Clock"), words("simulated" if self._simulated else "real")),
        ]
        document = {
            "states": self._states,
            "duration_us": self._at,
            "updates": self.updates,
            "signals": sorted(self._paths),
            "simulated": self._simulated,
        }
        return Result(document=document, view=(views.facts(told),))
