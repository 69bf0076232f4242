"""The start, the stop and what is told to the bus unasked."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dbus_fast import BusType, Variant
from dbus_fast.aio import MessageBus

from cabin_memory.codecs.dbus_types import Interface
from cabin_memory.domain.errors import (
    MappingInvalid,
    Unavailable,
)
from cabin_memory.domain.people import Cabin, Guest, Speaker, Whose
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import Level
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.call_limits import CallLimits
from cabin_memory.inbound.dbus_handlers import occupants_variant
from cabin_memory.inbound.dbus_service import DBusService
from cabin_memory.inbound.job_schedule import run_hourly
from cabin_memory.outbound.clock import SimulatedClock
from cabin_memory.outbound.polkit import Polkit
from cabin_memory.wiring.options import StartOptions
from cabin_memory.wiring.parts import Parts

log = logging.getLogger(__name__)

# A hold or a stale signal is shown within this time; each call looks by itself anyway.
_TICK_S = 0.25


class Daemon:
    """The parts on one bus, and what is announced there."""

    def __init__(self, options: StartOptions, settings: Mapping[str, Any]) -> None:
        """Raises StoreInUse when another daemon holds the state folder."""
        self.parts = Parts(options, settings)
        self._options = options
        self._settings = settings
        self._level: Level | None = None
        self._people: frozenset[Whose] = frozenset()
        self._service: DBusService | None = None
        self._bus: MessageBus | None = None
        self._looking: set[asyncio.Future[None]] = set()
        self._background: list[asyncio.Task[None]] = []

    # ----------------------------------------------------------------------------- start and stop
    async def start(self) -> MessageBus:
        """Own the name, then load what takes long.

        Raises:
            Unavailable: there is no bus.
            Busy: another daemon owns the name.
        """
        bus_type = BusType.SESSION if self._options.session_bus else BusType.SYSTEM
        try:
            self._bus = await MessageBus(bus_type=bus_type).connect()
        except Exception as fault:
            raise Unavailable(
                f"no {bus_type.name.lower()} bus: {type(fault).__name__}",
                remedy="Start the message bus (dbus-daemon or dbus-broker) and check its address.",
            ) from fault
        interfaces: tuple[Interface, ...] = contract.INTERFACES
        authority = None if self._options.session_bus else Polkit(self._bus)
        handlers = self.parts.handlers(authority)
        if isinstance(self.parts.clock, SimulatedClock):
            interfaces = (*interfaces, contract.SIMULATION)
            handlers |= self.parts.simulation(self.parts.clock)
        refused = {
            f"{contract.NAME}.Context.Update": self.parts.context.distrust,
            f"{contract.NAME}.Occupants.Set": self.parts.context.distrust_occupants,
        }
        limits = CallLimits(self._settings["access"])
        self._service = DBusService(
            self._bus, interfaces, handlers, self.parts.readers(authority), self.parts.meter, limits, refused
        )
        self.parts.context.on_drive_state.append(self._drive_state_changed)
        self.parts.context.on_occupants.append(self._occupants_changed)
        await self._service.start()
        self.parts.understanding.start()
        self._background.append(asyncio.create_task(self._tick()))
        if not self._options.simulate:
            self._background.append(asyncio.create_task(run_hourly("retention", self.parts.run_due_jobs)))
        if self._options.bridges is not None:
            self._background.append(asyncio.create_task(self._run_bridges(self._options.bridges)))
        return self._bus

    async def stop(self) -> None:
        """Let calls finish, make everything durable, close."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, *self._looking, return_exceptions=True)
        if self._service is not None:
            await self._service.drain()
        await self.parts.boarding.close()
        if self._bus is not None and self._bus.connected:
            self._bus.disconnect()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_S)
            self.parts.context.drive_state()
            self.parts.conversations.end_what_is_over()
            self._announce_level()

    async def _run_bridges(self, file: Path) -> None:
        """Feed the context. A mapping that cannot be used leaves the state unknown, and Health says why."""
        from cabin_memory.inbound.vehicle_bridges.bridge_file import load_bridges, run_bridges

        try:
            bridges = await asyncio.to_thread(load_bridges, file)  # parsing a DBC file takes a while
        except MappingInvalid as fault:
            self.parts.bridge_fault = fault
            log.error("no vehicle bridge: %s. %s", fault.detail, fault.remedy)
            return
        await run_bridges(bridges, self.parts.context.update)

    # ---------------------------------------------------------------------------------- announcing
    def _drive_state_changed(self, state: DriveState) -> None:
        assert self._service is not None
        changed = {
            "DriveState": Variant("s", state),
            "Suppression": Variant("s", self.parts.suppression_word(state)),
        }
        self._service.announce(contract.CONTEXT.name, changed)
        if state is DriveState.MOVING:
            looking = asyncio.ensure_future(self.parts.recognising.moved_off())
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    def _occupants_changed(self, cabin: Cabin) -> None:
        assert self._service is not None
        people = frozenset(self.parts.context.people())
        for speaker in {Speaker(of.who if isinstance(of, Guest) else of) for of in people ^ self._people}:
            self.parts.conversations.end(
                speaker
            )  # what a stranger said is not theirs, and the other way round
        self._people = people
        self.parts.boarding.keep_only(people)
        self.parts.conversations.end_what_is_over()
        self._service.announce(contract.OCCUPANTS.name, {"Occupants": occupants_variant(cabin)})
        for occupant in cabin.occupants:
            if occupant.who is not None and occupant.unsure:
                body = [occupant.seat.position, "low_confidence"]
                self._service.emit(contract.OCCUPANTS.name, "SwitchSuggested", "ss", body)

    def _announce_level(self) -> None:
        if self._service is not None and (level := self.parts.level()) is not self._level:
            self._level = level
            self._service.announce(contract.HEALTH.name, {"Level": Variant("s", level)})
