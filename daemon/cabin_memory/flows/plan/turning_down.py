"""A rejected plan: what it meant is kept, so that it is not proposed again, and why is remembered."""

import hashlib
from dataclasses import replace
from functools import partial

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Consent
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Observation
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.vocabulary import Kind, MemoryStatus, Outcome, Polarity, Source
from cabin_memory.domain.workplace import Consents, NewId, OpenVault, Vaults
from cabin_memory.rules import redaction, wording
from cabin_memory.rules.planning import past

IMPORTANCE = 8
"""Of a rejection at least (DESIGN 6: options rejected outright)."""


class TurningDown:
    """The port `Rejects` of `flows/judge`."""

    def __init__(self, clock: Clock, vaults: Vaults, consents: Consents, new_id: NewId) -> None:
        self._consents = consents
        self._clock = clock
        self._vaults = vaults
        self._new_id = new_id

    async def reject(
        self, vault: OpenVault, plan: MemoryRecord, said: Observation, reason: str
    ) -> tuple[MemoryRecord, str]:
        """The plan after its rejection, not stored yet, and the memory that the rejection became.

        Args:
            said: the reason in the words of the person, maybe empty.
            reason: the memory that the reason became; empty where there is none.

        Raises:
            StoreError: the rejection could not be made durable.
        """
        names = vault.names
        turned = past.with_refused(plan, said.text, partial(redaction.restore, names=names))
        if reason and await self._weighty(vault, MemoryId(reason)):
            return turned, reason
        if not vault.owner or not (await self._consents.of(vault.owner)).given(
            Consent.COLLECT, self._clock.utc()
        ):
            return turned, ""
        memory = self._record(vault, turned, said)
        held = {name: entity for name, entity in vault.names.known.items() if name in memory.text}
        await vault.store.add(memory, full_text.terms(memory.text), held)
        self._vaults.embed_soon(vault)
        return turned, memory.id

    async def _weighty(self, vault: OpenVault, reason: MemoryId) -> bool:
        """Raise what the reason became to the importance of a rejection; False if it is not here."""
        found = await vault.store.get([reason])
        if found and found[0].importance < IMPORTANCE:
            await vault.store.update([replace(found[0], importance=IMPORTANCE)])
        return bool(found)

    def _record(self, vault: OpenVault, plan: MemoryRecord, said: Observation) -> MemoryRecord:
        """The rejection in words of the car's own. It tells what the plan told, so it rests on the same."""
        now = self._clock.utc()
        id_ = MemoryId(self._new_id(now))
        return replace(
            plan,
            id=id_,
            text=wording.turned_down(plan.text, plan.language),
            kind=Kind.EPISODE,
            source=Source.INFERRED,
            status=MemoryStatus.CURRENT,
            confidence=1.0,
            importance=IMPORTANCE,
            created=now,
            touched=now,
            provenance=replace(said.provenance, in_reply_to=plan.id),
            polarity=Polarity.AVOIDS,
            slots={},
            outcome=Outcome.REJECTED,
            occurrences=1,
            earlier=(),
            replaced_by=None,
            evidence=(*plan.evidence, plan.id),
            accepted=0,
            rejected=0,
            digest=hashlib.sha256(f"rejection\x1f{id_}".encode()).hexdigest(),
        )
