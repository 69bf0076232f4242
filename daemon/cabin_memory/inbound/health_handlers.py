"""`org.cabinmemory.Memory1.Health`: how the daemon is. Names no person and holds no content."""

import time
from collections.abc import Callable, Mapping, Sequence

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map, variant
from cabin_memory.domain.errors import CabinMemoryError
from cabin_memory.domain.vocabulary import Kind, Level, MemoryStatus
from cabin_memory.domain.workplace import OpenVault, Present
from cabin_memory.inbound.dbus_service import Call

# What may answer; superseded, demoted and archived memories have left the search index.
# A plan answers nothing and has no vector.
_ANSWERING = frozenset(Kind) - {Kind.PLAN}
_LIVE = frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})


class HealthHandlers:
    """One short method per D-Bus method and property."""

    def __init__(
        self,
        *,
        level: Callable[[], Level],
        fault: Callable[[], CabinMemoryError | None],
        present: Present,
        opened: Callable[[], Sequence[OpenVault]],
        counters: Callable[[], Mapping[str, int]],
    ) -> None:
        self._level = level
        self._fault = fault
        self._present = present
        self._opened = opened
        self._counters = counters
        self._started = time.monotonic()

    async def check(self, call: Call) -> Map:
        fault = self._fault()
        return {
            "level": Variant("s", self._level()),
            "reason": Variant("s", fault.word if fault else ""),
            "remedy": Variant("s", fault.remedy if fault else ""),
            "drive_state": Variant("s", self._present.drive_state()),
            "uptime_us": Variant("t", int((time.monotonic() - self._started) * 1e6)),
        }

    # ------------------------------------------------------------------------------- properties
    async def level(self) -> Variant:
        return Variant("s", self._level())

    async def vaults(self) -> Variant:
        numbers: dict[str, Variant] = {}
        for number, vault in enumerate(self._opened(), 1):
            counts = {
                "memories": await vault.store.count(_LIVE, _ANSWERING),
                "kept": await vault.store.count(),
                "vectors": len(vault.index),
            }
            numbers["household" if vault.owner is None else str(number)] = variant(counts)
        return Variant("a{sv}", numbers)

    async def metrics(self) -> Variant:
        return variant(self._counters())
