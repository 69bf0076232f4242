"""Forgetting: accepted first, so that nothing forgotten is returned from then on; then made sure of.

    find → ask again → accept → remove, with what was derived → verify → note without content

Where the person chose that, what was forgotten can be brought back for a day; it is out of every search at
once all the same.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Consent
from cabin_memory.domain.errors import ConfirmationRequired, NotFound
from cabin_memory.domain.memory import MemoryId, MemoryRecord
from cabin_memory.domain.people import Guest, Owner, Speaker, Whose, whose
from cabin_memory.domain.ports import EVERY, Clock, Forgotten, MemoryFilter
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import MemoryStatus, Source
from cabin_memory.domain.workplace import Consents, Conversations, Meter, OpenVault, Present, Vaults
from cabin_memory.rules import forgetting, fusion, redaction

_DERIVED = frozenset({Source.INFERRED, Source.REFLECTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """What to forget of whom. Allowed in every drive state."""

    owner: Owner
    scope: MemoryFilter
    keys: tuple[str, ...]
    """Which keys the caller's scope had; `all` is one."""
    dry_run: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetfulness:
    """What a request did: its entry in the log, and the ids that it named in vain."""

    entry: Forgotten
    unknown: tuple[MemoryId, ...] = ()


@dataclass(slots=True, kw_only=True)
class _Mine:
    """What goes from one vault, and what is only shortened there."""

    vault: OpenVault
    gone: list[MemoryRecord]
    kept: list[MemoryRecord]


class Forgetting:
    """Removes memories from the store, the index and every answer."""

    def __init__(
        self,
        clock: Clock,
        present: Present,
        vaults: Vaults,
        consents: Consents,
        conversations: Conversations,
        meter: Meter,
    ) -> None:
        self._present = present
        self._conversations = conversations
        self._clock = clock
        self._vaults = vaults
        self._consents = consents
        self._meter = meter

    async def forget(self, request: ForgetRequest) -> Forgetfulness:
        """Forget by scope, the household memories that this person stated included.

        Raises:
            NotFound: ids were named and none of them is this person's.
            ConfirmationRequired: the person must be asked again first.
            StoreError: the deletion could not be made durable. What it was is not returned while the daemon
                runs, but will be after the next start: call again.
        """
        mine = await self._mine(request)
        gone = [memory for part in mine for memory in part.gone]
        unknown = tuple(sorted(request.scope.ids - {memory.id for memory in gone}))
        if request.scope.ids and not gone:
            raise NotFound("none of these ids is a memory of this person")
        if request.dry_run:
            return Forgetfulness(entry=self._entry(request, gone), unknown=unknown)
        everything = "all" in request.keys
        if not request.confirmed and forgetting.needs_confirmation(gone, everything=everything):
            raise ConfirmationRequired("this forgets much, or what concerns health or safety")
        if everything:
            await self._give_up_undo(request.owner)
        for part in mine:
            part.vault.accept_forgetting(memory.id for memory in part.gone)
        for part in mine:  # what was derived while it was looked for; from now on nothing more is
            late = await self._derived(part.vault, part.gone)
            part.vault.accept_forgetting(memory.id for memory in late)
            part.gone += late
            gone += late
        self._conversations.end(Speaker(request.owner))  # it may have been said in one that is under way
        entry = await self._remove(request, mine, gone)
        self._meter.count("forgotten", entry.count)
        return Forgetfulness(entry=entry, unknown=unknown)

    async def undo(self, owner: Owner, receipt: str) -> int:
        """Bring back what was forgotten under a receipt; returns how many memories.

        Raises:
            NotFound: nothing can be brought back under it, or its term is over.
        """
        count = 0
        for place in (owner, None):
            vault = await self._vaults.open(place, create=False)
            count += await self._bring_back(vault, receipt) if vault else 0
        if not count:
            raise NotFound("nothing can be brought back under this receipt")
        return count

    async def _bring_back(self, vault: OpenVault, receipt: str) -> int:
        entry = next((e for e in await vault.store.forget_log(EVERY) if e.id == receipt), None)
        undo = await vault.store.undoable(receipt)
        if undo is None or entry is None or self._clock.utc() >= entry.undo_until:
            return 0
        for memory in undo.memories:
            now = await _as_of_now(vault, memory)
            await vault.store.add(now, full_text.terms(now.text), undo.placeholders)
        vault.names |= undo.placeholders
        await vault.store.settle(receipt)
        vault.forgotten.difference_update(memory.id for memory in undo.memories)
        self._vaults.embed_soon(vault)
        return len(undo.memories)

    async def log(self, owner: Owner, limit: int) -> Sequence[Forgotten]:
        """What was forgotten and when, without content; the newest first."""
        vault = await self._vaults.open(owner, create=False)
        return await vault.store.forget_log(limit) if vault else []

    async def expire(self, vault: OpenVault) -> int:
        """Give up what can be brought back no longer; returns how many receipts."""
        return await vault.give_up_undo(self._clock.utc())

    async def _give_up_undo(self, owner: Owner) -> None:
        """Whoever forgets everything means what could be brought back as well."""
        for place in self._places(owner):
            if isinstance(place, Guest) or place is None:
                continue
            if vault := await self._vaults.open(place, create=False):
                await vault.give_up_undo()

    # ------------------------------------------------------------------------------------- finding
    async def _mine(self, request: ForgetRequest) -> list[_Mine]:
        """Per vault what goes and is this person's to forget, derived memories included."""
        parts = []
        for place in self._places(request.owner):
            vault = await self._vaults.open(place, create=False)
            if vault is None:
                continue
            subject = redaction.redact_subject(request.scope.subject, vault.names)
            found = await vault.store.find(replace(request.scope, limit=EVERY, subject=subject))
            part = _split(vault, [m for m in found if vault.shows(request.owner, m)], request.scope)
            part.gone += await self._derived(vault, part.gone)
            if part.gone or part.kept:
                parts.append(part)
        return parts

    def _places(self, owner: Owner) -> Sequence[Whose | None]:
        """Where this person's memories lie: while the car takes them for a guest, nothing else is touched."""
        occupant = self._present.cabin().find(owner)
        guest = whose(occupant) if occupant is not None and occupant.guest else None
        return (owner, None) if guest is None else (guest,)

    @staticmethod
    async def _derived(vault: OpenVault, gone: Sequence[MemoryRecord]) -> list[MemoryRecord]:
        """What rests on memories that go, and what rests on that."""
        derived: list[MemoryRecord] = []
        inferred = await vault.store.find(MemoryFilter(sources=_DERIVED, limit=EVERY)) if gone else []
        ids = {memory.id for memory in gone}
        while more := [m for m in inferred if m.id not in ids and forgetting.rests_on(m, frozenset(ids))]:
            derived += more
            ids |= {memory.id for memory in more}
        return derived

    # ------------------------------------------------------------------------------------ removing
    async def _remove(
        self, request: ForgetRequest, mine: Sequence[_Mine], gone: Sequence[MemoryRecord]
    ) -> Forgotten:
        entry = self._entry(request, gone)
        choices = await self._consents.of(request.owner)
        verified = True
        noted = False
        for part in mine:
            ids = [memory.id for memory in part.gone]
            if part.kept:
                await part.vault.store.update(part.kept)
            if (
                not isinstance(part.vault.owner, Guest)
                and ids
                and choices.given(Consent.UNDO, self._clock.utc())
            ):
                entry = replace(entry, undo_until=UtcMicros(self._clock.utc() + DAY))
                rows = await part.vault.store.forget_for_now(ids, entry)
                verified, noted = False, noted or part.vault.owner is not None
                part.vault.index.remove(rows)
                await part.vault.read_names()
            else:
                receipt = await part.vault.forget(ids)
                verified = verified and receipt.verified
        entry = replace(entry, verified=verified)
        if not noted and (vault := await self._vaults.open(self._places(request.owner)[0], create=True)):
            await vault.store.note_forgotten(entry)
        return entry

    def _entry(self, request: ForgetRequest, gone: Sequence[MemoryRecord]) -> Forgotten:
        derived = sum(memory.source is not Source.STATED and bool(memory.evidence) for memory in gone)
        return Forgotten(
            id="" if request.dry_run else secrets.token_hex(8),
            time=self._clock.utc(),
            count=sum(max(1, memory.occurrences) for memory in gone),
            derived=derived,
            verified=False,
            scope=tuple(sorted(request.keys)),
        )


def _split(vault: OpenVault, found: Sequence[MemoryRecord], scope: MemoryFilter) -> _Mine:
    """What goes whole, and what only loses the occasions of a time range."""
    part = _Mine(vault=vault, gone=[], kept=[])
    for memory in found:
        ranged = scope.since is not None or scope.until is not None
        kept = forgetting.trimmed(memory, scope.since, scope.until) if ranged and memory.earlier else None
        if kept is None:
            part.gone.append(memory)
        else:
            part.kept.append(kept)
    return part


async def _as_of_now(vault: OpenVault, memory: MemoryRecord) -> MemoryRecord:
    """What comes back as it would stand today: newer wishes on the same matter have taken its place."""
    if memory.status is not MemoryStatus.CURRENT or not memory.attribute:
        return memory
    wanted = MemoryFilter(attribute=memory.attribute, statuses=frozenset({MemoryStatus.CURRENT}), limit=EVERY)
    newer = [
        other
        for other in await vault.store.find(wanted)
        if other.provenance.time >= memory.provenance.time
        and other.conditions == memory.conditions
        and (other.text == memory.text or fusion.contradict(other, memory))
    ]
    return replace(memory, status=MemoryStatus.SUPERSEDED, replaced_by=newer[0].id) if newer else memory
