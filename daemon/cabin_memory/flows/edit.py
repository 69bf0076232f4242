"""A memory corrected by hand, while the car is parked: read anew as if it had been said so."""

from dataclasses import dataclass, replace
from typing import Protocol

from cabin_memory.domain.errors import InvalidArgument, NotFound, ParkedOnly
from cabin_memory.domain.memory import (
    MemoryId,
    MemoryRecord,
    Observation,
    RedactedObservation,
    ScoredObservation,
)
from cabin_memory.domain.people import Owner, Speaker
from cabin_memory.domain.vocabulary import Category
from cabin_memory.domain.workplace import OpenVault, Present, Vaults
from cabin_memory.rules import found_names, redaction, safety_suppression


class Reads(Protocol):
    """How a sentence is understood on its way in."""

    async def score(self, redacted: RedactedObservation) -> ScoredObservation: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is to change; what is None stays."""

    text: str | None = None
    category: Category | None = None
    importance: int | None = None


class Editing:
    """`Manage.Edit`."""

    def __init__(self, present: Present, vaults: Vaults, reader: Reads) -> None:
        self._present = present
        self._vaults = vaults
        self._reader = reader

    async def edit(self, owner: Owner, memory: MemoryId, correction: Correction) -> MemoryRecord:
        """Change a memory; its search terms and its vector follow.

        Raises:
            ParkedOnly: the car is not parked.
            NotFound: this person has no such memory.
            InvalidArgument: nothing is to change, or the text is one that is never kept.
        """
        if not safety_suppression.may_edit(self._present.drive_state()):
            raise ParkedOnly("memories are edited while the car is parked")
        if correction == Correction():
            raise InvalidArgument("name what is to change: text, category or importance")
        vault, found = await self._find(owner, memory)
        changed = found
        names = None
        if correction.text is not None:
            redacted = await self._redacted(vault, owner, found, correction.text)
            changed = _reread(found, await self._reader.score(redacted))
            names = redacted.placeholders
        changed = replace(
            changed,
            category=correction.category or changed.category,
            importance=correction.importance or changed.importance,
        )
        rows = await vault.store.update([changed], names)
        await vault.read_names()  # the former text may have been the last to hold a name
        vault.index.remove(rows)
        self._vaults.reload(vault, rows)
        return changed

    async def _redacted(
        self, vault: OpenVault, owner: Owner, found: MemoryRecord, text: str
    ) -> RedactedObservation:
        if not text.strip():
            raise InvalidArgument("text: it is empty; use Forget to remove a memory")
        said = Observation(
            text=text,
            speaker=Speaker(owner),
            provenance=found.provenance,
            subject=redaction.restore(found.subject, vault.names),
            scene=found.scene,
            outcome=found.outcome,
        )
        if refused := redaction.refused(said):
            raise InvalidArgument(f"text: such sentences are never kept ({refused.value})")
        redacted = redaction.redact(found_names.with_found(said, vault.names), vault.names)
        vault.names |= redacted.placeholders
        return redacted

    async def _find(self, owner: Owner, memory: MemoryId) -> tuple[OpenVault, MemoryRecord]:
        for whose in (owner, None):
            vault = await self._vaults.open(whose, create=False)
            found = await vault.store.get([memory]) if vault else []
            if vault and found and vault.shows(owner, found[0]):
                return vault, found[0]
        raise NotFound("no such memory of this person")


def _reread(found: MemoryRecord, scored: ScoredObservation) -> MemoryRecord:
    """The memory with everything that its new words say; where and when it was told stays."""
    return replace(
        found,
        text=scored.redacted.text,
        language=scored.language,
        kind=scored.kind,
        category=scored.category,
        importance=max(found.importance, scored.importance),
        sensitivity=scored.sensitivity,
        confidence=scored.confidence,
        polarity=scored.polarity,
        attribute=scored.attribute,
        value=scored.value,
        conditions=scored.conditions,
        subject=scored.subject,
        slots=scored.redacted.slots,
    )
