"""A car on a CAN bus for the demonstration: it sends what a driver does with it, until it is told otherwise.

The bus is served over TCP on this machine in the protocol of socketcand, which python-can reads like any
other interface, so no CAN hardware, kernel module or network is needed.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import can

from cabin_memory.domain.vehicle import RAIN_INTENSITY, DriveState
from synthesise_drive import DRIVE, PARK, REVERSE, Phase, Synthesiser, truth

CYCLE_S = 0.05
ACCELERATION = 1.5
"""km/h in one cycle: 30 km/h a second, a lively car."""

PARKED = Phase(seconds=1, state=DriveState.PARKED, gear=PARK, brake=True)
DRIVING = Phase(seconds=1, state=DriveState.MOVING, gear=DRIVE, speed=45.0)
STANDING = Phase(seconds=1, state=DriveState.IDLING, gear=DRIVE)
REVERSING = Phase(seconds=1, state=DriveState.REVERSING, gear=REVERSE, speed=3.0)


@dataclass(slots=True)
class LiveCar:
    """Call `start`, assign `phase` (the speed follows evenly), call `stop`."""

    synthesiser: Synthesiser
    phase: Phase = PARKED
    rain: int = 0
    """Percent of the rain sensor."""
    speed: float = 0.0
    port: int = 0
    _server: asyncio.Server | None = None

    @classmethod
    async def start(cls, mapping: Path, dbc: Path) -> Self:
        car = cls(Synthesiser(mapping, [dbc]))
        car._server = await asyncio.start_server(car._serve, "127.0.0.1", 0)
        car.port = car._server.sockets[0].getsockname()[1]
        return car

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await asyncio.sleep(2 * CYCLE_S)  # whoever is served sees it in the next cycle

    def frames(self) -> Iterator[can.Message]:
        """What every control unit says once in a cycle."""
        step = max(-ACCELERATION, min(ACCELERATION, self.phase.speed - self.speed))
        self.speed += step
        said = truth(self.phase, self.speed) | {RAIN_INTENSITY: self.rain}
        for sender in self.synthesiser.senders:
            yield can.Message(
                arbitration_id=sender.message.frame_id,
                is_extended_id=sender.message.is_extended_frame,
                data=sender.data(said),
            )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client of socketcand: its two commands, then frames until it goes away."""
        try:
            writer.write(b"< hi >")
            for _command in ("open", "rawmode"):
                await reader.readuntil(b">")
                writer.write(b"< ok >")
            while self._server is not None and self._server.is_serving() and not writer.is_closing():
                await asyncio.sleep(CYCLE_S)  # also keeps the last answer and the first frame apart
                writer.write(b"".join(map(_spelled, self.frames())))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


def _spelled(frame: can.Message) -> bytes:
    """`< frame ID SECONDS DATA >`; a 29-bit identifier has eight digits, an 11-bit one three."""
    digits = 8 if frame.is_extended_id else 3
    return f"< frame {frame.arbitration_id:0{digits}X} 0.0 {frame.data.hex()} >".encode()
