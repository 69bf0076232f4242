"""The index against plain numpy: same rows, order and cosines, whatever was added and removed before."""

import asyncio
import random
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from cabin_memory.domain.ports import StoredRow
from cabin_memory.domain.recall import SearchScope
from cabin_memory.domain.vocabulary import Category, Kind
from cabin_memory.outbound.vector_index import FaissVectorIndex
from store.vaults import scope, unit

SEED = 20260303
HALF_PRECISION = 1e-3
"""What a cosine may lose by keeping components in 16 bits."""
KINDS = (Kind.EPISODE, Kind.PREFERENCE, Kind.FACT)
CATEGORIES = (Category.SEAT, Category.CLIMATE, Category.MEDIA)


class PlainIndex:
    """Every row with its vector; a search compares with all of them."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[StoredRow, npt.NDArray[np.float32]]] = {}

    def cosines(self, query: bytes) -> dict[int, float]:
        asked = np.frombuffer(query, "<f4")
        return {row: float(vector @ asked) for row, (_, vector) in self.rows.items()}

    def within(self, wanted: SearchScope) -> set[int]:
        return {
            number
            for number, (row, _) in self.rows.items()
            if row.condition_set in wanted.condition_sets
            and (not wanted.kinds or row.kind in wanted.kinds)
            and (wanted.categories is None or row.category in wanted.categories)
        }


class Both:
    """The index and the plain one, always changed together."""

    def __init__(self) -> None:
        self.index = FaissVectorIndex()
        self.plain = PlainIndex()

    def add(self, rows: list[StoredRow]) -> None:
        self.index.add(rows, [row.vector for row in rows])
        for row in rows:
            self.plain.rows[row.row] = (row, np.frombuffer(row.vector, "<f4"))

    def remove(self, rows: list[int]) -> None:
        self.index.remove(rows)
        for row in rows:
            self.plain.rows.pop(row, None)

    async def agree(self, query: bytes, wanted: SearchScope, limit: int) -> None:
        assert len(self.index) == len(self.plain.rows)
        exact = self.plain.cosines(query)
        searches = (
            (await self.index.search(query, wanted, limit), self.plain.within(wanted)),
            (await self.index.nearest(query, limit), set(exact)),
        )
        for hits, permitted in searches:
            best = sorted((exact[row] for row in permitted), reverse=True)[:limit]
            assert len({hit.row for hit in hits}) == len(hits) == len(best)
            assert {hit.row for hit in hits} <= permitted
            assert [hit.strength for hit in hits] == pytest.approx(best, abs=HALF_PRECISION)
            for hit in hits:
                assert hit.strength == pytest.approx(exact[hit.row], abs=HALF_PRECISION)
        asked = [*list(exact)[:10], -1]
        near = self.index.cosines(query, asked)
        assert near == pytest.approx({row: exact[row] for row in asked[:-1]}, abs=HALF_PRECISION)


def row(number: int, seed: int | None = None, choose: random.Random | None = None) -> StoredRow:
    rng = choose or random.Random(number)
    return StoredRow(
        row=number,
        condition_set=rng.randrange(4),
        kind=rng.choice(KINDS),
        category=rng.choice(CATEGORIES),
        language="zh",
        vector=unit(number if seed is None else seed),
    )


def any_scope(rng: random.Random) -> SearchScope:
    return replace(
        scope(),
        condition_sets=frozenset(rng.sample(range(5), rng.randrange(5))),
        kinds=frozenset(rng.sample([*KINDS, Kind.PLAN], rng.randrange(4))),
        categories=rng.choice(
            [None, frozenset(rng.sample([*CATEGORIES, Category.FOOD], rng.randrange(1, 4)))]
        ),
    )


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
async def test_after_any_changes_searches_agree(seed: int) -> None:
    rng = random.Random(seed)
    both = Both()
    for step in range(120):
        numbers = [rng.randrange(300) for _ in range(rng.randrange(1, 12))]
        if rng.random() < 0.6:
            both.add([row(n, seed=rng.randrange(10_000), choose=rng) for n in dict.fromkeys(numbers)])
        else:
            both.remove([n for m in numbers for n in (m, m + 1, m + 2, m + 3)])  # holes, then compaction
        await both.agree(unit(100_000 + step), any_scope(rng), rng.choice([1, 5, 500]))


async def test_an_empty_index_answers_with_nothing() -> None:
    index = FaissVectorIndex()
    assert len(index) == 0
    assert await index.search(unit(1), scope(), 10) == []
    assert await index.nearest(unit(1), 10) == []
    assert index.cosines(unit(1), [1, 2]) == {}
    index.add([], [])
    index.remove([1])
    assert len(index) == 0


async def test_an_emptied_index_answers_with_nothing_and_can_be_filled_again() -> None:
    both = Both()
    both.add([row(n) for n in range(200)])
    both.remove(list(range(200)))
    await both.agree(unit(1), scope(0, 1, 2, 3), 10)
    assert both.index.cosines(unit(1), [1]) == {}
    both.add([row(7)])
    await both.agree(unit(7), scope(0, 1, 2, 3), 10)


async def test_a_row_that_is_added_again_has_its_new_vector_and_labels_only() -> None:
    both = Both()
    both.add([row(n) for n in range(20)])
    changed = replace(row(5), vector=unit(999), kind=Kind.PLAN, condition_set=9)
    both.add([changed])
    plans = scope(9, kinds=frozenset({Kind.PLAN}))
    assert [hit.row for hit in await both.index.search(unit(999), plans, 10)] == [5]
    for query in (unit(5), unit(999)):
        await both.agree(query, plans, 10)
        await both.agree(query, scope(0, 1, 2, 3), 10)


async def test_a_row_is_most_like_itself() -> None:
    both = Both()
    both.add([row(n) for n in range(50)])
    for number in range(50):
        best = (await both.index.nearest(unit(number), 1))[0]
        assert best.row == number
        assert best.strength == pytest.approx(1, abs=HALF_PRECISION)


async def test_another_kind_is_found_as_that_kind_with_the_same_vector() -> None:
    index = FaissVectorIndex()
    index.add([replace(row(1), kind=Kind.EPISODE, condition_set=0)], [unit(1)])
    index.relabel([1, 99], Kind.REFLECTION)
    for kind, found in ((Kind.EPISODE, []), (Kind.REFLECTION, [1])):
        hits = await index.search(unit(1), scope(kinds=frozenset({kind})), 10)
        assert [hit.row for hit in hits] == found
    assert index.vectors([1, 99]).keys() == {1}


async def test_long_searches_agree_while_the_index_changes() -> None:
    """Above 2,000 vectors a search leaves the loop; it sees the index as it was when it was asked."""
    both = Both()
    both.add([row(n) for n in range(2500)])
    exact = both.plain.cosines(unit(100_000))
    best = sorted(exact.values(), reverse=True)[:10]
    searches = [asyncio.create_task(both.index.nearest(unit(100_000), 10)) for _ in range(20)]
    await asyncio.sleep(0)  # all have taken what they search
    for start in range(2500, 4500, 100):
        both.add([row(n) for n in range(start, start + 100)])
        await asyncio.sleep(0)
    both.remove(list(range(3500)))  # more than half: the vectors move
    for hits in await asyncio.gather(*searches):
        assert [hit.strength for hit in hits] == pytest.approx(best, abs=HALF_PRECISION)
        assert all(hit.strength == pytest.approx(exact[hit.row], abs=HALF_PRECISION) for hit in hits)
    await both.agree(unit(100_000), scope(0, 1, 2, 3), 10)
