"""Every part of the daemon, made once and given to one another."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dbus_fast import Variant

from cabin_memory.domain.errors import (
    CabinMemoryError,
    MappingInvalid,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreReadOnly,
)
from cabin_memory.domain.ports import StoreKeeper, TextUnderstanding, VectorIndex
from cabin_memory.domain.settings import (
    RecallSettings,
)
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import Level
from cabin_memory.domain.workplace import Authority
from cabin_memory.flows.acquaint import Acquainting
from cabin_memory.flows.admit import Admitting
from cabin_memory.flows.boarding import Boarding
from cabin_memory.flows.consent import Consenting
from cabin_memory.flows.converse import WorkingMemory
from cabin_memory.flows.describe import Describing
from cabin_memory.flows.diagnose import Diagnosing, DiagnosisSettings
from cabin_memory.flows.edit import Editing
from cabin_memory.flows.export import Exporting
from cabin_memory.flows.forget import Forgetting
from cabin_memory.flows.judge import Judging
from cabin_memory.flows.manage import Managing
from cabin_memory.flows.observe import Observing
from cabin_memory.flows.plan import Planning
from cabin_memory.flows.plan.turning_down import TurningDown
from cabin_memory.flows.recall import Recalling
from cabin_memory.flows.recognise import Recognising
from cabin_memory.flows.resolve_time import TimeResolving
from cabin_memory.flows.retain import Retaining
from cabin_memory.flows.vehicle_context import VehicleContext
from cabin_memory.flows.wipe import Wiping
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.acquaintance_handlers import AcquaintanceHandlers
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.consent_handlers import ConsentHandlers
from cabin_memory.inbound.dbus_handlers import ContextHandlers, MemoryHandlers
from cabin_memory.inbound.dbus_service import Handler, Reader
from cabin_memory.inbound.diagnosis_handlers import DiagnosisHandlers
from cabin_memory.inbound.forgetting_handlers import ForgettingHandlers
from cabin_memory.inbound.health_handlers import HealthHandlers
from cabin_memory.inbound.judging_handlers import JudgingHandlers
from cabin_memory.inbound.looking_back_handlers import LookingBackHandlers
from cabin_memory.inbound.manage_handlers import ManageHandlers
from cabin_memory.inbound.planning_handlers import PlanningHandlers
from cabin_memory.inbound.simulation import SimulationHandlers
from cabin_memory.outbound.clock import SimulatedClock, SystemClock
from cabin_memory.outbound.device_key import load_device_keys
from cabin_memory.outbound.heap import give_back
from cabin_memory.outbound.identifiers import new_memory_id
from cabin_memory.outbound.lazy_understanding import LazyUnderstanding
from cabin_memory.outbound.meter import RunMeter
from cabin_memory.outbound.no_store import NoStore
from cabin_memory.rules import safety_suppression
from cabin_memory.wiring.options import StartOptions
from cabin_memory.wiring.planning import planning

log = logging.getLogger(__name__)

_UNWRITTEN = (StoreFull, StoreReadOnly)
# As many memories as the setting recall.candidates may be at most: to find the place of one that was too far.
_WIDE = 500


def _open_store(options: StartOptions) -> StoreKeeper:
    """Raises StoreInUse; any other fault of the store makes the daemon stateless, not absent."""
    from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper

    try:
        keys = load_device_keys(options.state_dir, create=options.session_bus)
        return EncryptedStoreKeeper.take(options.state_dir, keys.current, keys.former)
    except StoreInUse:
        raise
    except StoreError as fault:
        log.error("no store: %s. %s", fault.detail, fault.remedy)
        return NoStore(fault)


def _new_index() -> VectorIndex:
    from cabin_memory.outbound.vector_index import FaissVectorIndex

    return FaissVectorIndex()


def _load_understanding(folder: Path) -> tuple[TextUnderstanding, str]:
    from cabin_memory.outbound.text_embedding import OnnxTextEncoder
    from cabin_memory.outbound.text_understanding import CalibratedUnderstanding
    from cabin_memory.outbound.vector_index import prepare_faiss

    encoder = OnnxTextEncoder.open(folder)
    understanding = CalibratedUnderstanding.open(folder, encoder)
    prepare_faiss()  # here, off the loop; the first vault needs it
    give_back()
    return understanding, encoder.model_id


class Parts:
    """Clock, store, model, flows and the handlers that reach them."""

    def __init__(self, options: StartOptions, settings: Mapping[str, Any]) -> None:
        """Raises StoreInUse when another daemon holds the state folder."""
        self.options = options
        self.meter = RunMeter()
        self.clock: SystemClock | SimulatedClock = SimulatedClock() if options.simulate else SystemClock()
        self.keeper = _open_store(options)
        self.understanding = LazyUnderstanding(lambda: _load_understanding(options.model_dir), self.meter)
        self.context = VehicleContext(self.clock, settings["vehicle"])
        self.admitting = Admitting(self.context, settings["suppression"])
        self.retaining = Retaining(self.clock, self.meter, settings["retention"])
        self.boarding = Boarding(
            self.keeper,
            _new_index,
            self.understanding,
            settings["embedding"],
            self.meter,
            self.retaining.run,
        )
        self.conversations = WorkingMemory(self.clock, settings["conversation"], self.context)
        self.consenting = Consenting(self.clock, self.context, self.boarding, self.meter)
        self.forgetting = Forgetting(
            self.clock, self.context, self.boarding, self.consenting, self.conversations, self.meter
        )
        self.recognising = Recognising(self.clock, self.context, self.boarding, self.consenting, self.meter)
        self.acquainting = Acquainting(
            self.clock, self.context, self.boarding, settings["suppression"], self.meter
        )
        self._settings = settings
        self._health = HealthHandlers(
            level=self.level,
            fault=self.fault,
            present=self.context,
            opened=self.boarding.opened,
            counters=self.meter.report,
        )
        self.bridge_fault: MappingInvalid | None = None

    # --------------------------------------------------------------------------------- the parts
    def handlers(self, authority: Authority | None) -> dict[str, Handler]:
        """Of every method that is served, by `interface.Method`."""
        callers = self._callers(authority)
        observing = Observing(
            clock=self.clock,
            present=self.context,
            vaults=self.boarding,
            understanding=self.understanding,
            conversations=self.conversations,
            new_id=new_memory_id,
            meter=self.meter,
            limits=self._settings["suppression"],
            consents=self.consenting,
            asked=self.acquainting.waiting,
            heard=self.recognising.heard,
        )
        context = ContextHandlers(self.context)
        return (
            self._for_the_assistant(callers, observing)
            | self._for_the_owner(callers, observing)
            | {
                f"{contract.NAME}.Context.Update": context.update,
                f"{contract.NAME}.Occupants.Set": context.set_occupants,
                f"{contract.NAME}.Occupants.Declare": context.declare,
                f"{contract.NAME}.Health.Check": self._health.check,
            }
        )

    def _callers(self, authority: Authority | None) -> Callers:
        return Callers(self.clock, self.context, self._settings["access"], authority)

    def _resolving(self) -> TimeResolving:
        return TimeResolving(
            present=self.context,
            vaults=self.boarding,
            understanding=self.understanding,
            conversations=self.conversations,
            meter=self.meter,
            recall=self._settings["recall"],
            conversation=self._settings["conversation"],
            admission=self.admitting,
            consents=self.consenting,
        )

    def _recalling(self, recall: RecallSettings) -> Recalling:
        return Recalling(
            clock=self.clock,
            present=self.context,
            vaults=self.boarding,
            understanding=self.understanding,
            conversations=self.conversations,
            meter=self.meter,
            settings=recall,
            weights=self._settings["scoring"],
            admission=self.admitting,
            looking_back=self._resolving(),
            consents=self.consenting,
            rollout=self._settings["rollout"],
        )

    def _judging(self, observing: Observing) -> Judging:
        turning_down = TurningDown(self.clock, self.boarding, self.consenting, new_memory_id)
        return Judging(self.clock, self.boarding, observing, self.meter, turning_down)

    def _planning(self) -> Planning:
        return planning(
            clock=self.clock,
            present=self.context,
            vaults=self.boarding,
            admission=self.admitting,
            conversations=self.conversations,
            consents=self.consenting,
            recalling=self._recalling(self._settings["recall"]),
            meter=self.meter,
            settings=self._settings,
        )

    def _diagnosing(self) -> Diagnosing:
        settings = self._settings
        recall: RecallSettings = settings["recall"]
        return Diagnosing(
            clock=self.clock,
            present=self.context,
            vaults=self.boarding,
            recalling=self._recalling(recall),
            recalling_widely=self._recalling(replace(recall, candidates=_WIDE)),
            settings=DiagnosisSettings(
                recall=recall,
                weights=settings["scoring"],
                limits=settings["suppression"],
                retention=settings["retention"],
            ),
            counters=self.meter.report,
        )

    def _for_the_assistant(self, callers: Callers, observing: Observing) -> dict[str, Handler]:
        settings = self._settings
        resolving = self._resolving()
        memory = MemoryHandlers(
            callers=callers,
            observing=observing,
            recalling=self._recalling(settings["recall"]),
            describing=Describing(self.context, self.boarding, self.admitting),
            recall=settings["recall"],
        )
        judging = JudgingHandlers(callers, self._judging(observing))
        acquaintance = AcquaintanceHandlers(callers, self.acquainting)
        return {
            f"{contract.NAME}.Observe": memory.observe,
            f"{contract.NAME}.Recall": memory.recall,
            f"{contract.NAME}.Brief": memory.brief,
            f"{contract.NAME}.Plan": PlanningHandlers(callers, self._planning()).plan,
            f"{contract.NAME}.Feedback": judging.feedback,
            f"{contract.NAME}.Ask": acquaintance.ask,
            f"{contract.NAME}.Describe": memory.describe,
            f"{contract.NAME}.Lookup": memory.lookup,
            f"{contract.NAME}.ResolveTime": LookingBackHandlers(callers, resolving).resolve_time,
        }

    def _for_the_owner(self, callers: Callers, observing: Observing) -> dict[str, Handler]:
        manage = ManageHandlers(
            callers,
            Managing(self.context, self.boarding),
            Editing(self.context, self.boarding, observing),
            Exporting(self.clock, self.context, self.boarding),
        )
        wiping = Wiping(self.keeper, self.boarding, self.conversations, self.meter)
        forgetting = ForgettingHandlers(callers, self.forgetting, wiping)
        judging = JudgingHandlers(callers, self._judging(observing))
        consents = ConsentHandlers(callers, self.consenting, self.clock, self.context)
        diagnosis = DiagnosisHandlers(callers, self._diagnosing(), self._settings["recall"])
        return {
            f"{contract.NAME}.Manage.List": manage.list,
            f"{contract.NAME}.Manage.Why": diagnosis.why,
            f"{contract.NAME}.Manage.Statistics": diagnosis.statistics,
            f"{contract.NAME}.Manage.Get": manage.get,
            f"{contract.NAME}.Manage.Answer": judging.answer,
            f"{contract.NAME}.Manage.Consent": consents.consent,
            f"{contract.NAME}.Manage.Edit": manage.edit,
            f"{contract.NAME}.Manage.Export": manage.export,
            f"{contract.NAME}.Manage.Forget": forgetting.forget,
            f"{contract.NAME}.Manage.Undo": forgetting.undo,
            f"{contract.NAME}.Manage.ForgetLog": forgetting.log,
            f"{contract.NAME}.Manage.Wipe": forgetting.wipe,
            f"{contract.NAME}.Manage.ChangeOwner": forgetting.change_owner,
        }

    def readers(self, authority: Authority | None) -> dict[str, Reader]:
        """Of every property, by `interface.Property`."""
        context = ContextHandlers(self.context)
        consents = ConsentHandlers(self._callers(authority), self.consenting, self.clock, self.context)
        return {
            f"{contract.NAME}.Context.DriveState": context.drive_state,
            f"{contract.NAME}.Context.Suppression": self._suppression,
            f"{contract.NAME}.Context.Signals": context.signals,
            f"{contract.NAME}.Context.Ages": context.ages,
            f"{contract.NAME}.Occupants.Occupants": context.occupants,
            f"{contract.NAME}.Manage.Collecting": consents.collecting,
            f"{contract.NAME}.Health.Level": self._health.level,
            f"{contract.NAME}.Health.Vaults": self._health.vaults,
            f"{contract.NAME}.Health.Metrics": self._health.metrics,
        }

    def simulation(self, clock: SimulatedClock) -> dict[str, Handler]:
        """Handlers of `.Simulation`."""
        handlers = SimulationHandlers(clock, self.context.drive_state, self.settle, self.run_due_jobs)
        prefix = contract.SIMULATION.name
        return {
            f"{prefix}.SetTime": handlers.set_time,
            f"{prefix}.Advance": handlers.advance,
            f"{prefix}.Settle": handlers.settle,
            f"{prefix}.RunDueJobs": handlers.run_due_jobs,
        }

    async def settle(self) -> None:
        """Wait until the model is loaded or has failed and nothing is pending."""
        try:
            await self.understanding.ready()
        except CabinMemoryError as fault:
            log.debug("settled without a model: %s", fault.word)
        await self.boarding.settle()

    async def run_due_jobs(self) -> int:
        """Take up what is pending and let fade what is due, in the open vaults."""
        vaults = self.boarding.opened()
        for vault in vaults:
            self.boarding.embed_soon(vault)
            await self.retaining.run(vault)
            await self.forgetting.expire(vault)
        await self.boarding.settle()
        return len(vaults)

    # -------------------------------------------------------------------------------------- health
    def level(self) -> Level:
        """Stateless when the memories of someone in the car cannot be read; what cannot be written can."""
        unread = [
            owner for owner, fault in self.boarding.faults().items() if not isinstance(fault, _UNWRITTEN)
        ]
        if isinstance(self.keeper, NoStore) or any(owner is not None for owner in unread):
            return Level.STATELESS
        return Level.STRUCTURED if self.understanding.fault else Level.FULL

    def fault(self) -> CabinMemoryError | None:
        """The first thing that is wrong, with its remedy."""
        if isinstance(self.keeper, NoStore):
            return self.keeper.fault
        damaged = next(iter(self.boarding.faults().values()), None)
        return damaged or self.understanding.fault or self.bridge_fault

    def suppression_word(self, state: DriveState) -> str:
        """Why questions are not answered in a state; empty when they are."""
        verdict = safety_suppression.answer(state, "", self._settings["suppression"])
        return getattr(verdict, "reason", "")

    async def _suppression(self) -> Variant:
        return Variant("s", self.suppression_word(self.context.drive_state()))
