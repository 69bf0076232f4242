"""What the car concluded by itself: how far that counts in each phase of the rollout.

1  nothing is concluded, and what was concluded earlier counts nowhere
2  a conclusion raises what it rests on and what says the same; it is never said itself
3  it may be said
"""

from collections.abc import Sequence
from dataclasses import replace

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.settings import RolloutSettings
from cabin_memory.domain.vocabulary import Kind

RAISED = 0.1
"""Share of its score that a memory gains from a conclusion of full confidence."""


def kinds(wanted: frozenset[Kind], rollout: RolloutSettings) -> frozenset[Kind]:
    """What may be searched: of plans only what is asked for, of conclusions none in phase 1."""
    within = wanted or frozenset(Kind) - {Kind.PLAN}
    return within if rollout.reflects else within - {Kind.REFLECTION}


def weigh(
    ranked: Sequence[RankedMemory], rollout: RolloutSettings
) -> tuple[list[RankedMemory], list[RankedMemory]]:
    """(kept, left out): the rest raised by the conclusions among them, which stay in phase 3 only."""
    concluded = [one.memory for one in ranked if one.memory.kind is Kind.REFLECTION]
    if not concluded:
        return list(ranked), []
    raised = [replace(one, score=min(1.0, one.score * gain(one.memory, concluded))) for one in ranked]
    if rollout.says_so:
        return raised, []
    kept = [one for one in raised if one.memory.kind is not Kind.REFLECTION]
    return kept, [one for one in raised if one.memory.kind is Kind.REFLECTION]


def gain(memory: MemoryRecord, concluded: Sequence[MemoryRecord]) -> float:
    """The factor, 1 or more, by which conclusions raise a memory; nothing raises a conclusion."""
    if memory.kind is Kind.REFLECTION:
        return 1.0
    speaking = [one.confidence for one in concluded if memory.id in one.evidence or _agree(memory, one)]
    return 1 + RAISED * max(speaking, default=0.0)


def _agree(memory: MemoryRecord, conclusion: MemoryRecord) -> bool:
    """Whether both set one attribute to one value."""
    if not memory.attribute or memory.attribute != conclusion.attribute:
        return False
    return memory.value == conclusion.value and memory.polarity is conclusion.polarity
