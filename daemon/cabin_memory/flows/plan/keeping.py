"""A plan becomes a memory, so that what becomes of it changes the next one."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Consent
from cabin_memory.domain.memory import (
    Entity,
    MemoryId,
    MemoryRecord,
    Observation,
    Occasion,
    Provenance,
    RedactedObservation,
)
from cabin_memory.domain.people import Whose
from cabin_memory.domain.plans import Circumstances, PastPlan, PlanRequest, Proposal
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.vocabulary import Kind, MemoryStatus, Role, Sensitivity, Source
from cabin_memory.domain.workplace import Consents, NewId, OpenVault, Vaults
from cabin_memory.rules import found_names, redaction
from cabin_memory.rules.planning import past

_IMPORTANCE = 5
"""Of one trip, until it is accepted or rejected."""
_MOST_OCCASIONS = 16
_BY_CARE = (Sensitivity.LOW, Sensitivity.MEDIUM, Sensitivity.HIGH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A plan's memory, and the vault that holds it."""

    vault: OpenVault
    id: MemoryId
    new: bool


class Keeping:
    """Stores plans in the vault of the person for whom they are."""

    def __init__(self, clock: Clock, vaults: Vaults, consents: Consents, new_id: NewId) -> None:
        self._clock = clock
        self._vaults = vaults
        self._consents = consents
        self._new_id = new_id

    async def keep(
        self,
        owner: Whose,
        request: PlanRequest,
        proposal: Proposal,
        circumstances: Circumstances,
        before: Sequence[PastPlan],
        seen: Sequence[OpenVault],
    ) -> Kept | None:
        """Remember a proposal; the same one in the same circumstances is one memory that was made again.

        Args:
            seen: the vaults that its evidence lies in, for the names in it.

        Returns:
            None where the person does not want such things kept.

        Raises:
            StoreError: it could not be made durable.
        """
        choices = await self._consents.of(owner)
        if not choices.given(Consent.COLLECT, self._clock.utc()) or proposal.category in choices.without:
            return None
        vault = await self._vaults.open(owner, create=True)
        assert vault is not None  # create=True makes one or raises
        redacted = self._redacted(request, proposal, circumstances, vault, seen)
        if redacted is None:
            return None
        same = past.again(proposal, before, circumstances)
        known = await vault.store.get([same.id]) if same else []
        if known:
            again = _again(known[0], redacted, proposal)
            await vault.store.update([again])
            return Kept(vault=vault, id=again.id, new=False)
        memory = self._record(redacted, proposal, circumstances)
        await vault.store.add(memory, full_text.terms(memory.text), redacted.placeholders)
        return Kept(vault=vault, id=memory.id, new=True)

    def _redacted(
        self,
        request: PlanRequest,
        proposal: Proposal,
        circumstances: Circumstances,
        vault: OpenVault,
        seen: Sequence[OpenVault],
    ) -> RedactedObservation | None:
        """With this vault's placeholders, also for the names that another vault knew; None if refused."""
        now = self._clock.utc()
        slots = past.slots_of(proposal, circumstances)
        said = "\n".join([proposal.text, *map(str, slots.values())])
        known: list[Entity] = [entity for one in seen for entity in one.names.known.values()]
        observation = Observation(
            text=proposal.text,
            speaker=request.speaker,
            provenance=Provenance(
                time=now,
                timezone=request.timezone,
                session=request.session,
                role=Role.ASSISTANT,
                caller=request.caller,
                speaker=str(request.speaker),
            ),
            intent=request.intent,
            slots=slots,
            entities=tuple(entity for entity in known if entity.text in said),
            scene=request.scene,
        )
        if redaction.refused(observation):
            return None
        redacted = redaction.redact(found_names.with_found(observation, vault.names), vault.names)
        vault.names |= redacted.placeholders
        return redacted

    def _record(
        self, redacted: RedactedObservation, proposal: Proposal, circumstances: Circumstances
    ) -> MemoryRecord:
        told = redacted.observation
        id_ = MemoryId(self._new_id(told.provenance.time))
        evidence = [element.ranked.memory for element in proposal.elements]
        return MemoryRecord(
            id=id_,
            text=redacted.text,
            language=proposal.language,
            kind=Kind.PLAN,
            category=proposal.category,
            source=Source.INFERRED,
            sensitivity=max((one.sensitivity for one in evidence), key=_BY_CARE.index),
            status=MemoryStatus.CURRENT,
            confidence=proposal.confidence,
            importance=_IMPORTANCE,
            created=told.provenance.time,
            touched=told.provenance.time,
            provenance=told.provenance,
            snapshot=circumstances.snapshot,
            subject=next((one.subject for one in evidence if one.subject), ""),
            scene=told.scene,
            intent=told.intent,
            slots=redacted.slots,
            evidence=tuple(one.id for one in evidence),
            digest=hashlib.sha256(f"plan\x1f{id_}".encode()).hexdigest(),
        )


def _again(known: MemoryRecord, redacted: RedactedObservation, proposal: Proposal) -> MemoryRecord:
    """The same proposal made once more, in the words of the first time: to cut a text anew is slow."""
    then, now = known.provenance, redacted.observation.provenance
    earlier = (*known.earlier, Occasion(time=then.time, session=then.session))
    evidence = (*known.evidence, *(element.ranked.memory.id for element in proposal.elements))
    return replace(
        known,
        provenance=now,
        touched=max(known.touched, now.time),
        occurrences=known.occurrences + 1,
        earlier=earlier if len(earlier) <= _MOST_OCCASIONS else (earlier[0], *earlier[2:]),
        evidence=tuple(dict.fromkeys(evidence)),
        status=MemoryStatus.CURRENT,
    )
