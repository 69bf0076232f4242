"""Counts over memories."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.vocabulary import Category, MemoryStatus, Reason
from cabin_memory.rules.statistics import Statistics, Tally
from rules.memories import memory

MEMORIES = st.builds(
    memory,
    importance=st.integers(1, 10),
    category=st.sampled_from(Category),
    status=st.sampled_from(MemoryStatus),
    occurrences=st.integers(1, 9),
    accepted=st.integers(0, 3),
    rejected=st.integers(0, 3),
)


def counted(*memories: MemoryRecord, dormant: bool = False) -> Statistics:
    tally = Tally()
    for one in memories:
        tally.add(one, "lasting", dormant=dormant)
    return tally.statistics()


@given(st.lists(MEMORIES))
def test_every_memory_is_counted_once_in_each_distribution(memories: list[MemoryRecord]) -> None:
    counts = counted(*memories, dormant=True)
    assert counts.total == len(memories)
    for each in (counts.importance, counts.categories, counts.kinds, counts.sources, counts.statuses):
        assert sum(each.values()) == len(memories)
    current = sum(m.status is MemoryStatus.CURRENT for m in memories)
    assert sum(counts.activation.values()) == counts.dormant == current
    assert counts.merges == sum(m.occurrences for m in memories) - len(memories)
    assert counts.supersessions == sum(m.status is MemoryStatus.SUPERSEDED for m in memories)


@pytest.mark.parametrize(
    ("accepted", "rejected", "acceptance", "hint"),
    [
        (0, 0, None, Reason.NONE),
        (2, 3, 0.4, Reason.NONE),
        (3, 5, 0.375, Reason.LOW_ACCEPTANCE),
        (0, 1, 0.0, Reason.LOW_ACCEPTANCE),
        (5, 0, 1.0, Reason.NONE),
    ],
)
def test_below_forty_percent_there_is_a_hint(
    accepted: int, rejected: int, acceptance: float | None, hint: Reason
) -> None:
    counts = counted(memory(accepted=accepted, rejected=rejected))
    assert (counts.acceptance, counts.hint) == (acceptance, hint)


def test_importance_stands_in_its_order() -> None:
    assert list(counted(memory(importance=10), memory(importance=2)).importance) == ["2", "10"]
