"""What acceptance, rejection and correction do to a memory, and what an answer to a conflict does to two."""

from dataclasses import replace
from enum import StrEnum

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.plans import REFUSED
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Kind, MemoryStatus, Outcome


class Verdict(StrEnum):
    """What a person made of a memory that was brought up."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CORRECTED = "corrected"


class Choice(StrEnum):
    """Which of two memories that contradict each other counts."""

    NEW = "new"
    OLD = "old"
    BOTH = "both"


_RAISED, _LOWERED = 1, 2
"""One acceptance weighs less than one rejection: a wrong memory is worse than none."""
_SURER = 0.05


def judged(memory: MemoryRecord, verdict: Verdict, now: UtcMicros) -> MemoryRecord:
    """The memory after a verdict. A correction retires it; what is right is another memory.

    A plan that was rejected answers nothing any more and stays, so that it is not made again; one that is
    accepted after all counts again.
    """
    plan = memory.kind is Kind.PLAN
    if verdict is Verdict.ACCEPTED:
        return replace(
            memory,
            status=MemoryStatus.CURRENT if plan else memory.status,
            outcome=Outcome.ACCEPTED if plan else memory.outcome,
            replaced_by=None if plan else memory.replaced_by,
            slots={key: value for key, value in memory.slots.items() if not plan or key != REFUSED},
            importance=min(10, memory.importance + _RAISED),
            confidence=min(1.0, memory.confidence + _SURER),
            accepted=memory.accepted + 1,
            touched=max(memory.touched, now),
        )
    rejected = replace(memory, importance=max(1, memory.importance - _LOWERED), rejected=memory.rejected + 1)
    if plan:
        return replace(rejected, status=MemoryStatus.SUPERSEDED, outcome=Outcome.REJECTED)
    return rejected if verdict is Verdict.REJECTED else replace(rejected, status=MemoryStatus.SUPERSEDED)


def settled(old: MemoryRecord, new: MemoryRecord, choice: Choice) -> tuple[MemoryRecord, MemoryRecord]:
    """(old, new) after the person said which of them counts."""
    current, superseded = MemoryStatus.CURRENT, MemoryStatus.SUPERSEDED
    if choice is Choice.NEW:
        return replace(old, status=superseded, replaced_by=new.id), replace(new, status=current)
    if choice is Choice.OLD:
        return (
            replace(old, status=current, replaced_by=None),
            replace(new, status=superseded, replaces=None, replaced_by=old.id),
        )
    return replace(old, status=current, replaced_by=None), replace(new, status=current, replaces=None)
