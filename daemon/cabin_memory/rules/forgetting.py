"""What a person may forget at once, what is asked again, and what stays of a memory told more than once."""

from collections.abc import Sequence
from dataclasses import replace

from cabin_memory.domain.memory import MemoryId, MemoryRecord
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Source

_ASKED_AGAIN = frozenset({Category.HEALTH, Category.SAFETY})
MANY = 50
"""More memories than this at once are asked for again."""


def needs_confirmation(memories: Sequence[MemoryRecord], *, everything: bool) -> bool:
    """Whether the person is asked again: everything, many at once, health or safety."""
    return everything or len(memories) > MANY or any(m.category in _ASKED_AGAIN for m in memories)


def trimmed(memory: MemoryRecord, since: UtcMicros | None, until: UtcMicros | None) -> MemoryRecord | None:
    """What stays of a memory when a time range is forgotten; None when it was first told in that range."""

    def goes(time: UtcMicros) -> bool:
        return (since is None or time >= since) and (until is None or time < until)

    kept = [occasion for occasion in memory.earlier if not goes(occasion.time)]
    if not kept or kept[0] != memory.earlier[0]:
        return None
    # Occasions between the first and the latest sixteen are counted, not listed: they go with the range.
    *earlier, last = kept
    return replace(
        memory,
        provenance=replace(memory.provenance, time=last.time, session=last.session),
        earlier=tuple(earlier),
        occurrences=len(kept),
        touched=min(memory.touched, last.time),
        digest="",
    )


def rests_on(memory: MemoryRecord, gone: frozenset[MemoryId]) -> bool:
    """Whether what was inferred or reflected has lost a part of what it was derived from."""
    return memory.source is not Source.STATED and not gone.isdisjoint(memory.evidence)
