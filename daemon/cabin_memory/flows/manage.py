"""The owner's view: every memory, whatever its status, with where it comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cabin_memory.domain.errors import InvalidArgument, Locked, NotFound
from cabin_memory.domain.memory import MemoryId, MemoryRecord
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import EVERY, MemoryFilter
from cabin_memory.domain.workplace import OpenVault, Present, Vaults
from cabin_memory.rules import redaction, safety_suppression, wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Memories of one person with their texts restored, and how many there are in all."""

    memories: tuple[MemoryRecord, ...]
    texts: Mapping[str, str]
    total: int


class Managing:
    """`List` and `Get`. Looking needs a car that stands; a moving driver must not read lists."""

    def __init__(self, present: Present, vaults: Vaults) -> None:
        self._present = present
        self._vaults = vaults

    async def page(self, owner: Owner, wanted: MemoryFilter) -> Page:
        """This person's memories and the household ones that they stated, the newest first.

        Raises:
            Locked: not in this drive state.
        """
        self._may_look()
        memories: list[MemoryRecord] = []
        texts: dict[str, str] = {}
        total = 0
        for vault in await self._vaults_of(owner):
            names = vault.names
            scope = replace(wanted, subject=redaction.redact_subject(wanted.subject, names))
            if vault.owner is None:  # others' are left out below, so the limit must not cut before
                scope = replace(scope, limit=EVERY)
            found = [m for m in await vault.store.find(scope) if vault.shows(owner, m)]
            memories += [redaction.restored(m, names) for m in found]
            texts |= {m.id: wording.retold(m, redaction.restore(m.text, names)) for m in found}
            total += len(found) if vault.owner is None else await vault.store.count()
        self._may_look()  # the car may have moved off meanwhile
        memories.sort(key=lambda m: (m.provenance.time, m.id), reverse=wanted.newest_first)
        return Page(memories=tuple(memories[: wanted.limit]), texts=texts, total=total)

    async def get(self, owner: Owner, memory: str) -> Page:
        """One memory by id.

        Raises:
            InvalidArgument: no id.
            Locked: not in this drive state.
            NotFound: this person has no such memory.
        """
        if not memory:
            raise InvalidArgument("id: name the memory")
        self._may_look()
        page = await self.page(owner, MemoryFilter(ids=frozenset({MemoryId(memory)}), limit=1))
        if not page.memories:
            raise NotFound("no such memory of this person")
        return replace(page, total=1)

    def _may_look(self) -> None:
        if not safety_suppression.may_look(self._present.drive_state()):
            raise Locked("memories cannot be looked through in this drive state")

    async def _vaults_of(self, owner: Owner) -> Sequence[OpenVault]:
        opened = [await self._vaults.open(whose, create=False) for whose in (owner, None)]
        return [vault for vault in opened if vault is not None]
