"""One sentence on its way into the store.

admit → hear → redact or refuse → understand → score → record → durable → (vector) → acknowledged
"""

import hashlib

from cabin_memory.codecs import full_text
from cabin_memory.domain.errors import ModelUnavailable, UnknownOccupant
from cabin_memory.domain.memory import (
    MemoryId,
    MemoryRecord,
    Observation,
    Observed,
    RedactedObservation,
    ScoredObservation,
)
from cabin_memory.domain.people import Occupant, Owner
from cabin_memory.domain.ports import Clock, Stored, StoredRow, TextUnderstanding
from cabin_memory.domain.text import Side, Understood, language_of
from cabin_memory.domain.vocabulary import (
    Kind,
    MemoryStatus,
    Reason,
    Role,
    Source,
)
from cabin_memory.domain.workplace import Conversations, Meter, NewId, OpenVault, Present, Vaults
from cabin_memory.rules import (
    attributes,
    categories,
    importance,
    occupancy,
    pre_filter,
    redaction,
    stated_conditions,
)


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
    ) -> None:
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._understanding = understanding
        self._conversations = conversations
        self._new_id = new_id
        self._meter = meter

    async def observe(self, observation: Observation) -> Observed:
        """Keep what is worth keeping; durable when it returns with an id.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            StoreError: it could not be made durable; nothing was kept.
        """
        occupant = self._admit(observation)
        if not observation.text.strip():
            return Observed(reason=Reason.EMPTY)
        if occupant.guest:
            return Observed(reason=Reason.GUEST)
        self._conversations.hear(observation.speaker, observation.provenance.session, observation.text)
        if observation.provenance.role is Role.ASSISTANT:
            return Observed(reason=Reason.WORKING_MEMORY)
        with self._meter.timing("observe"):
            observed = await self._keep(observation, Owner(observation.speaker))
        self._meter.count("observed" if observed.stored else "refused")
        return observed

    def _admit(self, observation: Observation) -> Occupant:
        occupant = occupancy.admit(self._present.cabin(), observation.speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        return occupant

    async def _keep(self, observation: Observation, owner: Owner) -> Observed:
        redacted = redaction.redact(observation, {})
        if isinstance(redacted, Reason):
            return Observed(reason=redacted)
        vault = await self._vaults.open(owner, create=True)
        assert vault is not None  # create=True makes one or raises
        known = await vault.store.placeholders()
        if known or redacted.placeholders:
            redacted = redaction.redact(observation, known)
            assert not isinstance(redacted, Reason)  # it passed with fewer names known
        understood = await self._understand(redacted)
        scored = _score(redacted, understood)
        if scored.household:
            vault = await self._vaults.open(None, create=True)
            assert vault is not None
        return await self._store(vault, scored, understood)

    async def _understand(self, redacted: RedactedObservation) -> Understood | None:
        try:
            return (await self._understanding.understand([redacted.text], Side.PASSAGE))[0]
        except ModelUnavailable:
            return None  # rules alone decide; the vector is made when the model is back

    async def _store(
        self, vault: OpenVault, scored: ScoredObservation, understood: Understood | None
    ) -> Observed:
        memory = self._record(scored)
        terms = full_text.terms(memory.text)
        names = scored.redacted.placeholders
        if understood is None:
            stored = await vault.store.add(memory, terms, names)
        else:
            vector = (await self._understanding.ready(), understood.vector)
            stored = await vault.store.add(memory, terms, names, vector)
            if not stored.duplicate:
                vault.index.add([_row(stored, memory, understood)], [understood.search_vector])
        return Observed(
            id=stored.id,
            reason=Reason.DUPLICATE if stored.duplicate else Reason.NONE,
            category=memory.category,
            importance=memory.importance,
            sensitivity=memory.sensitivity,
            conditions=memory.conditions,
        )

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
            subject=told.subject,
            scene=told.scene,
            intent=told.intent,
            slots=redacted.slots,
            outcome=told.outcome,
            digest=_digest(told),
        )


def _score(redacted: RedactedObservation, understood: Understood | None) -> ScoredObservation:
    """Everything that rules and model make of a redacted sentence, in order."""
    told = redacted.observation
    text = redacted.text
    posterior = understood.categories if understood else None
    strengths = understood.strengths if understood else None
    category = categories.categorise(text, told.intent, redacted.slots, posterior)
    strength = importance.strength(text, strengths)
    attribute, value, polarity = attributes.extract(text, category, redacted.slots)
    kind = importance.kind_of(text, category, strength)
    conditions = () if kind is Kind.EPISODE else stated_conditions.parse(text, category)
    return ScoredObservation(
        redacted=redacted,
        language=told.language or language_of(text),
        kind=kind,
        category=category,
        importance=importance.importance(category, strength, polarity, told.outcome, text),
        sensitivity=categories.sensitivity(category, text),
        confidence=importance.confidence(strength, told.outcome, text),
        polarity=polarity,
        attribute=attribute,
        value=value,
        conditions=conditions,
        household=kind is Kind.PREFERENCE and importance.household(text),
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


def _digest(told: Observation) -> str:
    """The same observation: same text, speaker, session and time (DESIGN: readings)."""
    source = told.provenance
    parts = (told.text, str(told.speaker), source.session, str(source.time))
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
