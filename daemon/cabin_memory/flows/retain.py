"""Letting the unimportant fade: what is due changes its status, or goes for good."""

from collections.abc import Sequence
from dataclasses import replace

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.vocabulary import MemoryStatus
from cabin_memory.domain.workplace import Meter, OpenVault
from cabin_memory.rules import retention
from cabin_memory.rules.retention import RetentionSettings


class Retaining:
    """Runs when a vault is opened, each hour, and when asked."""

    def __init__(self, clock: Clock, meter: Meter, settings: RetentionSettings) -> None:
        self._clock = clock
        self._meter = meter
        self._settings = settings

    async def run(self, vault: OpenVault) -> int:
        """Do what is due in one vault; returns how many memories changed. Raises StoreError."""
        changed = 0
        for step in retention.steps(self._clock.utc(), self._settings):
            while found := await vault.store.find(step.due):
                await self._apply(vault, found, step.then)
                changed += len(found)
        self._meter.count("faded", changed)
        return changed

    async def _apply(
        self, vault: OpenVault, found: Sequence[MemoryRecord], then: MemoryStatus | None
    ) -> None:
        if then is None:
            await vault.forget([memory.id for memory in found])
        else:
            rows = await vault.store.update([replace(memory, status=then) for memory in found])
            vault.index.remove(rows)
