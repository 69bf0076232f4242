"""One memory, with whatever a test is about."""

from typing import Any

from cabin_memory.domain.memory import MemoryId, MemoryRecord, Provenance, Snapshot
from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Sensitivity, Source

TOLD = UtcMicros(1_772_500_000_000_000)  # 2026-03-03 01:06:40 UTC


def memory(**changes: Any) -> MemoryRecord:
    told = changes.pop("told", TOLD)
    defaults: dict[str, Any] = {
        "id": MemoryId("01HQ0000000000000000000000"),
        "text": "空调二十四度",
        "language": Language.CHINESE,
        "kind": Kind.PREFERENCE,
        "category": Category.CLIMATE,
        "source": Source.STATED,
        "sensitivity": Sensitivity.LOW,
        "status": MemoryStatus.CURRENT,
        "confidence": 0.95,
        "importance": 8,
        "created": told,
        "touched": told,
        "provenance": Provenance(time=told, timezone="Asia/Shanghai"),
        "snapshot": Snapshot(),
    }
    made: MemoryRecord = MemoryRecord(**(defaults | changes))
    return made


def ranked(
    of: MemoryRecord | None = None,
    *,
    score: float = 0.8,
    channels: tuple[str, ...] = ("vectors",),
    household: bool = False,
    **changes: Any,
) -> RankedMemory:
    return RankedMemory(
        memory=of or memory(**changes),
        score=score,
        relevance=0.9,
        recency=1.0,
        channels=dict.fromkeys(channels, 0),
        because="",
        household=household,
    )
