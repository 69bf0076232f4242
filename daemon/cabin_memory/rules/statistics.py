"""Counts over the memories of one person; no content."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.vocabulary import MemoryStatus, Reason

LEAST_ACCEPTANCE = 0.4
"""Share of what was judged below which memories are brought up that people do not want."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Each map counts memories by a word; importance by its number."""

    total: int
    importance: Mapping[str, int]
    categories: Mapping[str, int]
    kinds: Mapping[str, int]
    sources: Mapping[str, int]
    statuses: Mapping[str, int]
    merges: int
    """Occurrences beyond the first of each memory."""
    supersessions: int
    activation: Mapping[str, int]
    """Current memories by the class in which they fade."""
    dormant: int
    """Current memories that have faded so far that they are never volunteered."""
    accepted: int
    rejected: int

    @property
    def acceptance(self) -> float | None:
        """Accepted among those that were judged; None when none was."""
        judged = self.accepted + self.rejected
        return self.accepted / judged if judged else None

    @property
    def hint(self) -> Reason:
        low = self.acceptance is not None and self.acceptance < LEAST_ACCEPTANCE
        return Reason.LOW_ACCEPTANCE if low else Reason.NONE


class Tally:
    """Takes in one memory after the other, so that no more than a page of them is held at once."""

    def __init__(self) -> None:
        self._importance: Counter[int] = Counter()
        self._words: dict[str, Counter[str]] = {
            name: Counter() for name in ("category", "kind", "source", "status", "fading")
        }
        self._sums: Counter[str] = Counter()

    def add(self, memory: MemoryRecord, fading: str, *, dormant: bool) -> None:
        """`fading` and `dormant` are what scoring says of the memory now."""
        self._importance[memory.importance] += 1
        for name in ("category", "kind", "source", "status"):
            self._words[name][getattr(memory, name).value] += 1
        if memory.status is MemoryStatus.CURRENT:
            self._words["fading"][fading] += 1
            self._sums["dormant"] += dormant
        self._sums["merges"] += memory.occurrences - 1
        self._sums["accepted"] += memory.accepted
        self._sums["rejected"] += memory.rejected

    def statistics(self) -> Statistics:
        return Statistics(
            total=self._importance.total(),
            importance={str(number): self._importance[number] for number in sorted(self._importance)},
            categories=dict(self._words["category"].most_common()),
            kinds=dict(self._words["kind"].most_common()),
            sources=dict(self._words["source"].most_common()),
            statuses=dict(self._words["status"].most_common()),
            merges=self._sums["merges"],
            supersessions=self._words["status"][MemoryStatus.SUPERSEDED.value],
            activation=dict(self._words["fading"].most_common()),
            dormant=self._sums["dormant"],
            accepted=self._sums["accepted"],
            rejected=self._sums["rejected"],
        )
