"""Everything that is kept of a person, for the person."""

from typing import Any

from cabin_memory.codecs import export_document
from cabin_memory.domain.errors import Locked
from cabin_memory.domain.habits import Habits
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import EVERY, Clock, MemoryFilter
from cabin_memory.domain.workplace import Present, Vaults
from cabin_memory.rules import redaction, safety_suppression


class Exporting:
    """`Manage.Export`."""

    def __init__(self, clock: Clock, present: Present, vaults: Vaults) -> None:
        self._clock = clock
        self._present = present
        self._vaults = vaults

    async def export(self, owner: Owner) -> dict[str, Any]:
        """The person's memories and the household ones that they stated, names restored, oldest first.

        Raises:
            Locked: not in this drive state.
        """
        self._may_look()
        memories: list[MemoryRecord] = []
        texts: dict[str, str] = {}
        habits: Habits = {}
        for whose in (owner, None):
            vault = await self._vaults.open(whose, create=False)
            if vault is None:
                continue
            names = vault.names
            habits = habits or await vault.store.habits()
            found = await vault.store.find(MemoryFilter(limit=EVERY, newest_first=False))
            for memory in (m for m in found if vault.shows(owner, m)):
                texts[memory.id] = redaction.restore(memory.text, names)
                memories.append(redaction.restored(memory, names))
        self._may_look()  # the car may have moved off meanwhile
        return export_document.document(str(owner), self._clock.utc(), memories, texts, habits)

    def _may_look(self) -> None:
        if not safety_suppression.may_look(self._present.drive_state()):
            raise Locked("memories cannot be exported in this drive state")
