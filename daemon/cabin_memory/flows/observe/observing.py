"""One sentence on its way into the store.

admit → hear → redact or refuse → understand → score → record → durable → (vector) → acknowledged
"""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Choices, Consent
from cabin_memory.domain.errors import ModelUnavailable, UnknownOccupant, VaultClosed
from cabin_memory.domain.memory import (
    Conflict,
    MemoryId,
    MemoryRecord,
    Observation,
    Observed,
    RedactedObservation,
    ScoredObservation,
    SlotValue,
)
from cabin_memory.domain.people import Occupant, OccupantId, Owner, Speaker, Whose, whose
from cabin_memory.domain.ports import Clock, MemoryFilter, Stored, StoredRow, TextUnderstanding
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.text import Side, Understood
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Reason, Role, Scene, Source
from cabin_memory.domain.workplace import Consents, Conversations, Meter, NewId, OpenVault, Present, Vaults
from cabin_memory.flows.observe import comparing, reading
from cabin_memory.flows.observe.comparing import Kin
from cabin_memory.rules import (
    categories,
    change_of_mind,
    disclosure,
    found_names,
    occupancy,
    pre_filter,
    redaction,
    safety_suppression,
    scenes,
    wording,
    worth_keeping,
)
from cabin_memory.rules.change_of_mind import Outcome
from cabin_memory.rules.safety_suppression import SuppressionLimits

# How many of what is most alike are compared; a person has fewer wishes on one matter.
_NEAREST = 16
_LIVE = frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})


class Observing:
    """Takes in what people say and do."""

    def __init__(
        self,
        *,
        clock: Clock,
        present: Present,
        vaults: Vaults,
        understanding: TextUnderstanding,
        conversations: Conversations,
        new_id: NewId,
        meter: Meter,
        limits: SuppressionLimits,
        consents: Consents,
        asked: Callable[[Speaker], Category | None],
        heard: Callable[[OccupantId, Category], Awaitable[None]],
    ) -> None:
        """`asked` tells what a person was asked just now; `heard` is told what they speak of."""
        self._heard = heard
        self._asked = asked
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._understanding = understanding
        self._conversations = conversations
        self._new_id = new_id
        self._meter = meter
        self._limits = limits
        self._consents = consents
        self._deciding: defaultdict[Whose | None, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def observe(self, observation: Observation) -> Observed:
        """Keep what is worth keeping; durable when it returns with an id, but for a guest.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            StoreError: it could not be made durable; nothing was kept.
        """
        occupant = self._admit(observation)
        if not observation.text.strip():
            return Observed(reason=Reason.EMPTY)
        source = observation.provenance
        self._conversations.hear(
            observation.speaker,
            source.session,
            observation.text,
            role=source.role,
            intent=observation.intent,
            slots=observation.slots,
            outcome=observation.outcome,
        )
        if source.role is Role.ASSISTANT:
            return Observed(reason=Reason.WORKING_MEMORY)
        if worth_keeping.nothing(observation.text):
            return Observed(reason=Reason.EMPTY)
        with self._meter.timing("observe"):
            observed = await self._kept(observation, occupant)
        if occupant.guest and observed.stored:
            observed = replace(observed, reason=observed.reason or Reason.GUEST)
        self._meter.count("observed" if observed.stored else "refused")
        if observed.category is not None and occupant.who is not None:
            await self._heard(occupant.who, observed.category)
        return observed

    async def score(self, redacted: RedactedObservation) -> ScoredObservation:
        """What a sentence is understood to say, without keeping it."""
        return reading.score(redacted, await self._understand(redacted))

    def _admit(self, observation: Observation) -> Occupant:
        occupant = occupancy.admit(self._present.cabin(), observation.speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        return occupant

    async def _kept(self, observation: Observation, occupant: Occupant) -> Observed:
        while True:
            try:
                return await self._keep(observation, occupant)
            except VaultClosed:  # left meanwhile; who is back already is heard all the same
                occupant = self._admit(observation)

    async def _keep(self, observation: Observation, occupant: Occupant) -> Observed:
        owner = whose(occupant)
        assert owner is not None  # admitted by identity
        if refused := redaction.refused(observation):
            return Observed(reason=refused)
        choices = await self._consents.of(owner)
        if not choices.given(Consent.COLLECT, self._clock.utc()):
            return Observed(reason=Reason.NOT_COLLECTING)
        vault = await self._vaults.open(owner, create=True)
        assert vault is not None  # create=True makes one or raises
        redacted = _redact(observation, vault)
        if told := await self._told(vault, redacted):
            return told
        understood = await self._understand(redacted)
        asked = self._asked(observation.speaker)
        scored = reading.score(redacted, understood, asked)
        if refused := self._refused(scored, choices):
            return Observed(reason=refused)
        if scored.asks:
            return Observed(reason=Reason.QUESTION)
        if scored.household and not occupant.guest:
            vault = await self._vaults.open(None, create=True)
            assert vault is not None
            # Another vault has other placeholders for the same names.
            redacted = _redact(observation, vault)
            if told := await self._told(vault, redacted):
                return told
            scored = replace(reading.score(redacted, understood, asked), household=True)
        # What changes a known memory is done one by one; what is merely new shares commits.
        async with self._deciding[vault.owner]:
            found = comparing.decide(scored, await self._kin(vault, scored, understood))
            if found.old is not None:
                return await self._change(vault, found.old, found.outcome, scored, understood)
        return await self._store(vault, scored, understood)

    def _refused(self, scored: ScoredObservation, choices: Choices) -> Reason | None:
        """Why the person's own decisions keep this from being stored."""
        if scored.category in choices.without:
            return Reason.NOT_COLLECTING
        health = scored.category is Category.HEALTH or categories.names_illness(scored.redacted.text)
        if health and not choices.given(Consent.HEALTH, self._clock.utc()):
            return Reason.CONSENT_REQUIRED
        return None

    @staticmethod
    async def _told(vault: OpenVault, redacted: RedactedObservation) -> Observed | None:
        """The answer to a retry: the same observation changes nothing."""
        known = await vault.store.told(_digest(redacted.observation))
        found = await vault.store.get([known]) if known else []
        return replace(_observed(found[0]), reason=Reason.DUPLICATE) if found else None

    async def _understand(self, redacted: RedactedObservation) -> Understood | None:
        try:
            return (await self._understanding.understand([redacted.text], Side.PASSAGE))[0]
        except ModelUnavailable:
            return None  # rules alone decide; the vector is made when the model is back

    # -------------------------------------------------------------------------- what is known already
    async def _kin(
        self, vault: OpenVault, scored: ScoredObservation, understood: Understood | None
    ) -> list[Kin]:
        """Memories that may say the same or the opposite, the most alike first."""
        cosines: dict[int, float] = {}
        if understood is not None:
            hits = await vault.index.nearest(understood.search_vector, _NEAREST)
            cosines = {hit.row: hit.strength for hit in hits}
        by_row = await vault.store.rows(list(cosines))
        kin = [Kin(memory=memory, cosine=cosines[row]) for row, memory in by_row.items()]
        seen = {one.memory.id for one in kin}
        kin += [Kin(memory=m) for m in await self._concerned(vault, scored) if m.id not in seen]
        # Of the household's only what this person stated: nobody's words are changed by another's.
        owner = Owner(scored.redacted.observation.speaker)
        # What the car proposed is nothing that the person said.
        told = [one for one in kin if one.memory.kind is not Kind.PLAN]
        alive = [one for one in told if one.memory.status in _LIVE and vault.shows(owner, one.memory)]
        return sorted(alive, key=lambda one: -(one.cosine or 0.0))

    async def _concerned(self, vault: OpenVault, scored: ScoredObservation) -> list[MemoryRecord]:
        """What names the same attribute, what the sentence answers; for a correction what was just told."""
        found: list[MemoryRecord] = []
        if scored.attribute:
            wanted = MemoryFilter(attribute=scored.attribute, statuses=_LIVE, limit=_NEAREST)
            found += await vault.store.find(wanted)
        source = scored.redacted.observation.provenance
        if source.in_reply_to:
            found += await vault.store.get([MemoryId(source.in_reply_to)])
        if source.session and change_of_mind.corrects(scored.redacted.text):
            found += await vault.store.find(MemoryFilter(session=source.session, statuses=_LIVE, limit=1))
        return list({memory.id: memory for memory in found}.values())

    # --------------------------------------------------------------------------------------- change
    async def _change(
        self,
        vault: OpenVault,
        old: MemoryRecord,
        outcome: Outcome,
        scored: ScoredObservation,
        understood: Understood | None,
    ) -> Observed:
        """Carry out a decision that concerns a known memory."""
        self._meter.count(f"writes_{outcome.value}")
        if outcome is Outcome.MERGE:
            return await self._merge(vault, old, scored)
        if outcome is Outcome.CONFIRM:
            return await self._confirm(vault, old, scored)
        if scored.redacted.observation.provenance.time < old.provenance.time:
            return await self._outdated(vault, old, scored)
        if change_of_mind.corrects(scored.redacted.text):
            scored, understood = self._completed(scored, old, understood)
        pending = outcome is Outcome.ASK
        memory = replace(
            self._record(scored),
            status=MemoryStatus.PENDING if pending else MemoryStatus.CURRENT,
            replaces=old.id,
        )
        gone = [] if pending else [change_of_mind.superseded(old, memory)]
        stored = await self._add(vault, scored, memory, understood, gone)
        if understood is None:
            self._vaults.embed_soon(vault)
        return replace(_observed(memory), id=stored.id, conflict=await self._conflict(vault, memory, old))

    @staticmethod
    def _completed(
        scored: ScoredObservation, old: MemoryRecord, understood: Understood | None
    ) -> tuple[ScoredObservation, Understood | None]:
        """A correction that stands for itself later on: a bare one behind what it corrects."""
        whole = change_of_mind.inheriting(scored, old)
        if not change_of_mind.bare(scored.redacted.text):
            return whole, understood
        text = wording.corrected(old.text, scored.redacted.text, scored.language)
        return replace(whole, redacted=replace(whole.redacted, text=text)), None  # its vector follows

    async def _outdated(self, vault: OpenVault, old: MemoryRecord, scored: ScoredObservation) -> Observed:
        """Told now of a time before what is known: it was replaced already."""
        memory = replace(self._record(scored), status=MemoryStatus.SUPERSEDED, replaced_by=old.id)
        stored = await self._add(vault, scored, memory, None)
        conflict = Conflict(id=old.id, replaces=stored.id, status=MemoryStatus.SUPERSEDED)
        return replace(_observed(memory), id=stored.id, conflict=conflict)

    async def _merge(self, vault: OpenVault, old: MemoryRecord, scored: ScoredObservation) -> Observed:
        merged = change_of_mind.told_again(old, scored, _digest(scored.redacted.observation))
        rows = await vault.store.update([merged])
        vault.index.relabel(rows, merged.kind)
        return replace(_observed(merged), merged_into=merged.id)

    async def _confirm(self, vault: OpenVault, pending: MemoryRecord, scored: ScoredObservation) -> Observed:
        """Said again: it counts from now on, and what it contradicted gives way."""
        again = change_of_mind.told_again(pending, scored, _digest(scored.redacted.observation))
        current = change_of_mind.confirmed(again)
        found = await vault.store.get([pending.replaces]) if pending.replaces else []
        gone = [change_of_mind.superseded(old, current) for old in found]
        rows = await vault.store.update([current, *gone])
        vault.index.remove(rows[1:])
        conflict = Conflict(id=current.id, replaces=gone[0].id, status=gone[0].status) if gone else None
        return replace(_observed(current), merged_into=current.id, conflict=conflict)

    async def _conflict(self, vault: OpenVault, new: MemoryRecord, old: MemoryRecord) -> Conflict:
        """What the caller is told; with a question while one may be put."""
        pending = new.status is MemoryStatus.PENDING
        question = ""
        if pending and self._may_ask(new, old):
            names = vault.names
            before, now = (redaction.restore(text, names) for text in (old.text, new.text))
            question = wording.which_counts(before, now, new.language)
        status = MemoryStatus.PENDING if pending else MemoryStatus.SUPERSEDED
        return Conflict(id=new.id, replaces=old.id, status=status, question=question)

    # --------------------------------------------------------------------------------------- store
    async def _store(
        self, vault: OpenVault, scored: ScoredObservation, understood: Understood | None
    ) -> Observed:
        memory = self._record(scored)
        stored = await self._add(vault, scored, memory, understood)
        reason = Reason.DUPLICATE if stored.duplicate else Reason.NONE
        return replace(_observed(memory), id=stored.id, reason=reason)

    async def _add(
        self,
        vault: OpenVault,
        scored: ScoredObservation,
        memory: MemoryRecord,
        understood: Understood | None,
        changed: Sequence[MemoryRecord] = (),
    ) -> Stored:
        """Make a new memory durable, with what changes because of it, and searchable."""
        vector = None if understood is None else (await self._understanding.ready(), understood.vector)
        terms, names = full_text.terms(memory.text), scored.redacted.placeholders
        stored = await vault.store.add(memory, terms, names, vector, changed)
        vault.names |= names
        if not stored.duplicate:
            if understood is not None:
                vault.index.add([_row(stored, memory, understood)], [understood.search_vector])
            vault.index.remove(stored.changed)
        return stored

    def _may_ask(self, new: MemoryRecord, old: MemoryRecord) -> bool:
        """Whether both may be said aloud now, unasked and in this company."""
        speaker = Speaker(OccupantId.parse(new.provenance.speaker))
        if any(disclosure.private(one, speaker, self._present.cabin()) for one in (new, old)):
            return False
        suppressed = safety_suppression.speak_up(
            self._present.drive_state(),
            new.category,
            self._present.signals(),
            self._clock.monotonic(),
            self._limits,
        )
        return suppressed is None

    def _record(self, scored: ScoredObservation) -> MemoryRecord:
        redacted = scored.redacted
        told = redacted.observation
        situation = self._present.situation(told.provenance.timezone)
        return MemoryRecord(
            id=MemoryId(self._new_id(told.provenance.time)),
            text=redacted.text,
            language=scored.language,
            kind=scored.kind,
            category=scored.category,
            source=Source.STATED,
            sensitivity=scored.sensitivity,
            status=MemoryStatus.CURRENT,
            confidence=scored.confidence,
            importance=scored.importance,
            created=self._clock.utc(),
            touched=told.provenance.time,
            provenance=told.provenance,
            snapshot=pre_filter.snapshot(situation),
            conditions=scored.conditions,
            polarity=scored.polarity,
            attribute=scored.attribute,
            value=scored.value,
            subject=scored.subject,
            scene=told.scene or _scene(situation, redacted.slots),
            intent=told.intent,
            slots=redacted.slots,
            outcome=told.outcome,
            digest=_digest(told),
        )


def _redact(observation: Observation, vault: OpenVault) -> RedactedObservation:
    """With this vault's placeholders. No await: two sentences at once must not share a new one."""
    redacted = redaction.redact(found_names.with_found(observation, vault.names), vault.names)
    vault.names |= redacted.placeholders
    return redacted


def _observed(memory: MemoryRecord) -> Observed:
    return Observed(
        id=memory.id,
        category=memory.category,
        importance=memory.importance,
        sensitivity=memory.sensitivity,
        conditions=memory.conditions,
    )


def _row(stored: Stored, memory: MemoryRecord, understood: Understood) -> StoredRow:
    return StoredRow(
        row=stored.row,
        condition_set=stored.condition_set,
        kind=memory.kind,
        category=memory.category,
        language=memory.language,
        vector=understood.vector,
    )


def _scene(situation: Situation, slots: Mapping[str, SlotValue]) -> str:
    """What the trip seems to be for; empty where nothing tells."""
    scene = scenes.infer(situation, str(slots.get("destination", "")))
    return "" if scene is Scene.OTHER else scene.value


def _digest(told: Observation) -> str:
    """The same observation: same text, speaker, session and time (DESIGN: readings)."""
    source = told.provenance
    parts = (told.text, str(told.speaker), source.session, str(source.time))
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
