"""Full text and attributes: what was said is found by its words, within the scope and nowhere else."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cabin_memory.codecs import full_text
from cabin_memory.domain.memory import Entity
from cabin_memory.domain.ports import MemoryStore
from cabin_memory.domain.recall import SearchScope
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus
from store.conftest import RAIN
from store.vaults import keep, opened, said, scope

SENTENCES = {
    1: "我喜欢吃辣",
    2: "下雨天走高速",
    3: "空调开到二十四度",
    4: "妈妈不吃香菜",
    5: "I like the heated seat at level two",
    6: "Never take the toll road to the airport",
    7: "去⟦place:1⟧接孩子",
    8: "My wife's favourite station is Jazz FM",
    9: "it's 24.5 degrees; don't \"touch\" it AND NOT (x)",
}


async def _say_all(store: MemoryStore) -> dict[int, int]:
    """Row to number of the sentence."""
    place = {"⟦place:1⟧": Entity(kind="place", text="静安寺")}
    return {
        (await keep(store, said(n, text), placeholders=place if "⟦" in text else {})).row: n
        for n, text in SENTENCES.items()
    }


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("吃辣", [1]),
        ("高速", [2]),
        ("香菜", [4]),
        ("空调", [3]),
        ("辣", [1]),  # one character is the beginning of a pair
        ("香", [4]),
        ("24度", [3]),
        ("二十四", [3]),
        ("heating", [5]),
        ("seats", [5]),
        ("TOLL", [6]),
        ("airports", [6]),
        ("wife", [8]),
        ("jazz", [8]),
        ("⟦place:1⟧", [7]),
        ("24.5", [9]),
        ("香菜 airport", [4, 6]),
        ("粤菜", []),
        ("the", []),  # a stop word alone finds nothing
        ('" OR *', []),
        ("touch", [9]),
        ("place", []),  # a placeholder is one term
    ],
)
async def test_words_are_found(question: str, numbers: list[int], tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = await _say_all(store)
        hits = await store.search_text(full_text.query_terms(question), scope(), 10)
        assert sorted(rows[hit.row] for hit in hits) == numbers


async def test_the_rarer_and_the_denser_match_comes_first(tmp_path: Path) -> None:
    texts = ["充电充到八十", "充电", "充电站旁边有一家很好吃的面馆", "别走高速", "听民谣"]
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n, text))).row for n, text in enumerate(texts)]
        hits = await store.search_text(full_text.query_terms("充电"), scope(), 10)
        assert hits[0].row == rows[1]
        assert hits[-1].row == rows[2]
        strengths = [hit.strength for hit in hits]
        assert strengths == sorted(strengths, reverse=True)
        assert len(await store.search_text(["充电"], scope(), 2)) == 2


async def test_a_text_that_changed_is_found_by_its_new_words_only(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        row = (await keep(store, said(1, "我喜欢吃辣"))).row
        await store.update([said(1, "我喜欢民谣")])
        assert await store.search_text(["吃辣"], scope(), 10) == []
        assert [hit.row for hit in await store.search_text(["民谣"], scope(), 10)] == [row]


SCOPED: list[dict[str, Any]] = [
    {},
    {"category": Category.SEAT},
    {"kind": Kind.EPISODE},
    {"conditions": RAIN},
    {"category": Category.SEAT, "kind": Kind.EPISODE, "conditions": RAIN},
    {"status": MemoryStatus.PENDING},
    {"status": MemoryStatus.SUPERSEDED},
    {"status": MemoryStatus.DEMOTED},
    {"status": MemoryStatus.ARCHIVED},
]
RAINING = 1  # the id of the first set of conditions of a vault


@pytest.mark.parametrize(
    ("within", "numbers"),
    [
        (scope(), [0, 1, 2]),
        (scope(RAINING), [3, 4]),
        (scope(0, RAINING), [0, 1, 2, 3, 4]),
        (scope(0, RAINING, kinds=frozenset({Kind.EPISODE})), [2, 4]),
        (scope(0, RAINING, categories=frozenset({Category.SEAT})), [1, 4]),
        (scope(0, RAINING, categories=frozenset({Category.SEAT}), kinds=frozenset({Kind.PREFERENCE})), [1]),
        (scope(0, RAINING, categories=frozenset({Category.SEAT, Category.CLIMATE})), [0, 1, 2, 3, 4]),
        (scope(0, RAINING, categories=frozenset()), []),
        (replace(scope(), condition_sets=frozenset()), []),
        (scope(99), []),
    ],
)
async def test_only_current_memories_within_the_scope_are_found(
    within: SearchScope, numbers: Sequence[int], tmp_path: Path
) -> None:
    async with opened(tmp_path) as store:
        stored = [await keep(store, said(n, "空调开到二十四度", **fields)) for n, fields in enumerate(SCOPED)]
        assert {one.condition_set for one in stored} == {0, RAINING}
        expected = {stored[n].row for n in numbers}
        assert {hit.row for hit in await store.search_text(["空调"], within, 100)} == expected
        hits = await store.search_categories(list(Category), within, 100)
        assert {hit.row for hit in hits} == expected


async def test_categories_give_the_most_important_then_the_newest(tmp_path: Path) -> None:
    importances = [5, 9, 5, 1]
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n, importance=i))).row for n, i in enumerate(importances)]
        await keep(store, said(9, category=Category.FOOD, importance=10))
        hits = await store.search_categories([Category.CLIMATE], scope(), 10)
        assert [hit.row for hit in hits] == [rows[1], rows[2], rows[0], rows[3]]
        assert [hit.row for hit in await store.search_categories([Category.CLIMATE], scope(), 1)] == [rows[1]]
        assert await store.search_categories([], scope(), 10) == []
