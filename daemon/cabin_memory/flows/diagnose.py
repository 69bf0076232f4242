"""Why a memory was or was not an answer, how it lives, and counts over all of them.

A question is put to Recall as anyone would put it, marked as examined: it is counted nowhere and keeps
nothing fresh. So what is told here is what Recall does, and not a second opinion.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from cabin_memory.domain.errors import Locked, NotFound, UnknownOccupant
from cabin_memory.domain.memory import MemoryId, MemoryRecord
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import Clock, MemoryFilter
from cabin_memory.domain.recall import Answer, Question, RankedMemory, RecallPermit, Suppression
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, MemoryStatus, Reason
from cabin_memory.domain.workplace import OpenVault, Present, Vaults
from cabin_memory.rules import (
    categories,
    diagnosis,
    fusion,
    occupancy,
    pre_filter,
    redaction,
    retention,
    safety_suppression,
    scoring,
    wording,
)
from cabin_memory.rules.diagnosis import Conditioned, Gate, Looked, Weights
from cabin_memory.rules.retention import RetentionSettings, Step
from cabin_memory.rules.safety_suppression import ANY_LENGTH, SuppressionLimits
from cabin_memory.rules.scoring import ScoringWeights
from cabin_memory.rules.statistics import Statistics, Tally

_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
_PAGE = 500
# Of the memories that are not current, the newest few of the question's own category are looked at.
_EARLIER = 5
_NOT_CURRENT = frozenset(MemoryStatus) - {MemoryStatus.CURRENT}


class Recalls(Protocol):
    async def recall(self, question: Question) -> Answer: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One memory, its words, and what every gate did with it."""

    memory: MemoryRecord
    text: str
    gates: tuple[Gate, ...]
    returned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """How one memory lives, apart from any question."""

    memory: MemoryRecord
    activation: float
    fading: str
    volunteered: bool
    """Whether it is current, and active and sure enough to be brought up unasked."""
    next_at: UtcMicros | None = None
    """When retention changes it, if nothing happens before; None: it stays."""
    next_status: MemoryStatus | None = None
    """None with a time: it is dropped for good."""
    texts: Mapping[MemoryId, str] = field(default_factory=dict)
    """The words of those that it replaced or was replaced by, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What was found out. Without a question there is no answer, without an id no life."""

    gates: tuple[Gate, ...] = ()
    answer: Answer | None = None
    memories: tuple[Diagnosis, ...] = ()
    life: Life | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosisSettings:
    """The settings of those whose work is explained."""

    recall: RecallSettings
    weights: ScoringWeights
    limits: SuppressionLimits
    retention: RetentionSettings


class Diagnosing:
    """`Manage.Why` and `Manage.Statistics`."""

    def __init__(
        self,
        *,
        clock: Clock,
        present: Present,
        vaults: Vaults,
        recalling: Recalls,
        recalling_widely: Recalls,
        settings: DiagnosisSettings,
        counters: Callable[[], Mapping[str, int]],
    ) -> None:
        """`recalling_widely` looks at many more memories, to find the place of one that was too far."""
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._recalling = recalling
        self._recalling_widely = recalling_widely
        self._settings = settings
        self._counters = counters

    # ------------------------------------------------------------------------------------------ why
    async def why(self, what: str, question: Question) -> Why:
        """Explain a memory (`what` is its id), or the answer to a question (any other text).

        Args:
            question: of whom, with time zone and session; its text, if any, is held against the memory.

        Raises:
            Locked: a memory is named and memories cannot be looked through in this drive state.
            NotFound: this person has no such memory.
            UnknownOccupant: there is a question, and the person is not in the car.
        """
        if not _ID.fullmatch(what):
            question = replace(question, text=what)
            why = await self._of_question(question)
            gates = self._caller_gates(question)
            if diagnosis.stopped_by(gates):  # the car moved off meanwhile
                return Why(gates=gates, answer=await self._recalling.recall(question))
            return why
        why = await self._of_named(what, question)
        self._must_look()
        return why

    async def _of_named(self, what: str, question: Question) -> Why:
        vault, memory = await self._find(Owner(question.speaker), MemoryId(what))
        life = await self._life(vault, memory)
        if question.text.strip():
            return replace(await self._of_memory(question, vault, memory), life=life)
        situation = self._present.situation(question.timezone)
        conditions = _conditions(memory, situation)
        gates = diagnosis.gates_alone(memory, conditions, life.activation, scoring.LEAST_ACTIVATION)
        told = Diagnosis(memory=memory, text=_text(vault, memory), gates=gates, returned=False)
        return Why(memories=(told,), life=life)

    async def _of_question(self, question: Question) -> Why:
        answer = await self._recalling.recall(question)
        gates = self._caller_gates(question)
        if diagnosis.stopped_by(gates):
            return Why(gates=gates, answer=answer)
        found = [*answer.memories, *_nearest(answer)][: question.limit]
        vaults = {vault.owner is None: vault for vault in await self._opened(Owner(question.speaker))}
        told = [await self._diagnosed(question, answer, vaults[r.household], r.memory, r) for r in found]
        for vault in vaults.values():
            for memory in await _earlier(question, vault, found):
                told.append(await self._diagnosed(question, answer, vault, memory, None))
        return Why(gates=gates, answer=answer, memories=tuple(told))

    async def _of_memory(self, question: Question, vault: OpenVault, memory: MemoryRecord) -> Why:
        answer = await self._recalling.recall(question)
        gates = self._caller_gates(question)
        if diagnosis.stopped_by(gates):
            return Why(gates=gates, answer=answer)
        ranked = _ranked(answer, memory.id) or _ranked(
            await self._recalling_widely.recall(question), memory.id
        )
        return Why(
            gates=gates,
            answer=answer,
            memories=(await self._diagnosed(question, answer, vault, memory, ranked),),
        )

    async def _diagnosed(
        self,
        question: Question,
        answer: Answer,
        vault: OpenVault,
        memory: MemoryRecord,
        ranked: RankedMemory | None,
    ) -> Diagnosis:
        situation = answer.situation or self._present.situation(question.timezone)
        conditions = _conditions(memory, situation)
        text = _text(vault, memory)
        permit = self._permit(question)
        if isinstance(permit, Suppression):
            raise Locked("the car moved off meanwhile")
        weights = self._settings.weights
        reason = _reason(answer, memory, conditions)
        looked = Looked(
            memory=memory,
            reason=reason,
            ranked=ranked,
            conditions=conditions,
            candidates=self._settings.recall.candidates,
            threshold=self._settings.recall.threshold,
            weights=Weights(
                recency=weights.recency,
                importance=weights.importance,
                relevance=weights.relevance,
                source=weights.of_source(memory.source),
                resemblance=weights.resemblance,
            ),
            resemblance=scoring.resemblance(memory.snapshot, pre_filter.snapshot(situation)),
            rivals=tuple(r.memory.id for r in answer.memories if fusion.contradict(memory, r.memory)),
            characters=len(text),
            most_characters=permit.max_characters if permit.max_characters < ANY_LENGTH else None,
            listeners=len(self._present.cabin().others(question.speaker)),
            place=_place(answer, memory.id),
            most=min(question.limit, permit.max_memories),
        )
        returned = reason is Reason.NONE
        return Diagnosis(memory=memory, text=text, gates=diagnosis.gates(looked), returned=returned)

    # ----------------------------------------------------------------------------------- the caller
    def _permit(self, question: Question) -> RecallPermit | Suppression:
        state = self._present.drive_state()
        return safety_suppression.answer(state, question.text, self._settings.limits)

    def _caller_gates(self, question: Question) -> tuple[Gate, ...]:
        occupant = occupancy.admit(self._present.cabin(), question.speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        state = self._present.drive_state()
        may_look = safety_suppression.may_look(state)
        return diagnosis.gates_of_caller(occupant, state, self._permit(question), may_look=may_look)

    def _must_look(self) -> None:
        if not safety_suppression.may_look(self._present.drive_state()):
            raise Locked("memories cannot be looked through in this drive state")

    # ------------------------------------------------------------------------------------- the vaults
    async def _opened(self, owner: Owner) -> Sequence[OpenVault]:
        opened = [await self._vaults.open(whose, create=False) for whose in (owner, None)]
        return [vault for vault in opened if vault is not None]

    async def _find(self, owner: Owner, memory: MemoryId) -> tuple[OpenVault, MemoryRecord]:
        """In the person's vault, or a household memory that the person stated.

        Raises Locked, NotFound, and UnknownOccupant for someone of whom the vehicle is not sure.
        """
        self._must_look()
        occupant = self._present.cabin().find(owner)
        if occupant is not None and occupant.guest:
            raise UnknownOccupant("the vehicle is not sure who this is")
        for vault in await self._opened(owner):
            found = await vault.store.get([memory])
            if found and vault.shows(owner, found[0]):
                return vault, found[0]
        raise NotFound("no such memory of this person")

    # ------------------------------------------------------------------------------------------- life
    async def _life(self, vault: OpenVault, memory: MemoryRecord) -> Life:
        now = self._clock.utc()
        linked = [other for other in (memory.replaces, memory.replaced_by, *memory.evidence) if other]
        texts = {other.id: _text(vault, other) for other in await vault.store.get(linked)}
        due = [
            (memory.provenance.time + now - step.due.until, step.then)
            for step in retention.steps(now, self._settings.retention)
            if step.due.until is not None and _meant(step, memory)
        ]
        at, then = min(due, key=lambda one: one[0], default=(None, None))
        return Life(
            memory=memory,
            activation=scoring.recency(memory, now),
            fading=scoring.fading(memory),
            volunteered=memory.status is MemoryStatus.CURRENT and scoring.may_volunteer(memory, now),
            next_at=None if at is None else UtcMicros(at),
            next_status=then,
            texts=texts,
        )

    # ------------------------------------------------------------------------------------- statistics
    async def statistics(self, owner: Owner) -> tuple[Statistics, Mapping[str, int]]:
        """Counts over this person's memories, the household ones that they stated among them, and the
        counters of this run, which are everyone's.

        Raises:
            Locked: not in this drive state.
        """
        self._must_look()
        now, tally = self._clock.utc(), Tally()
        for vault in await self._opened(owner):
            last = -1
            while page := await vault.store.page(last, _PAGE):
                for memory in page.values():
                    if vault.shows(owner, memory):
                        dormant = scoring.recency(memory, now) < scoring.LEAST_ACTIVATION
                        tally.add(memory, scoring.fading(memory), dormant=dormant)
                last = max(page)
        return tally.statistics(), self._counters()


def _text(vault: OpenVault, memory: MemoryRecord) -> str:
    return wording.retold(memory, redaction.restore(memory.text, vault.names))


def _meant(step: Step, memory: MemoryRecord) -> bool:
    """Whether a step of retention is for such a memory, once it is old enough."""
    due = step.due
    return (
        memory.status in due.statuses
        and (not due.kinds or memory.kind in due.kinds)
        and (not due.sources or memory.source in due.sources)
        and memory.importance <= due.importance_to
    )


def _conditions(memory: MemoryRecord, situation: Situation) -> Conditioned:
    return [(condition, pre_filter.verdict(condition, situation)) for condition in memory.conditions]


def _ranked(answer: Answer, memory: MemoryId) -> RankedMemory | None:
    ranked = [*answer.memories, *(withheld.ranked for withheld in answer.withheld)]
    return next((one for one in ranked if one.memory.id == memory), None)


def _nearest(answer: Answer) -> Sequence[RankedMemory]:
    """What was withheld, the most relevant first."""
    return sorted((withheld.ranked for withheld in answer.withheld), key=lambda r: -r.relevance)


def _reason(answer: Answer, memory: MemoryRecord, conditions: Conditioned) -> Reason:
    """Why Recall did not return it; NONE when it did."""
    if any(ranked.memory.id == memory.id for ranked in answer.memories):
        return Reason.NONE
    for withheld in answer.withheld:
        if withheld.memory.id == memory.id:
            return withheld.reason
    return diagnosis.reason_before_search(memory, conditions) or Reason.NOT_PROPOSED


def _place(answer: Answer, memory: MemoryId) -> int | None:
    """From 1, among what was returned and what was one too many."""
    many = [withheld.memory.id for withheld in answer.withheld if withheld.reason is Reason.LIMIT]
    order = [*(ranked.memory.id for ranked in answer.memories), *many]
    return order.index(memory) + 1 if memory in order else None


async def _earlier(
    question: Question, vault: OpenVault, found: Sequence[RankedMemory]
) -> Sequence[MemoryRecord]:
    """Memories that are not current but may be what is looked for: what the found ones replaced, and the
    newest of the question's category."""
    replaced = [ranked.memory.replaces for ranked in found if ranked.memory.replaces]
    earlier = {memory.id: memory for memory in await vault.store.get(replaced)}
    category = categories.categorise(question.text, "", {}, None)
    if category is not Category.OTHER:
        wanted = MemoryFilter(
            categories=frozenset({category}), statuses=_NOT_CURRENT, limit=_EARLIER, newest_first=True
        )
        earlier |= {memory.id: memory for memory in await vault.store.find(wanted)}
    return [m for m in earlier.values() if vault.shows(Owner(question.speaker), m)]
