"""Forgotten means gone: from every table, every page and every file, whatever the receipt would say."""

import asyncio
import random
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from cabin_memory.codecs import full_text
from cabin_memory.codecs.store_rows import pack_vector
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord
from cabin_memory.domain.ports import MemoryFilter, MemoryStore
from cabin_memory.domain.situation import Condition, ConditionKind
from store.conftest import RAIN
from store.vaults import MODEL, keep, opened, said, scope, unit, unlocked, vault_file

PLACE, PERSON = "⟦place:1⟧", "⟦person:1⟧"
SNOW = (Condition(kind=ConditionKind.WEATHER, any_of=frozenset({"snow"})),)
WORDS = ("zanzibar", "吐鲁番", "quetzalcoatl", "哈密瓜园", "wolverhampton", "xylophonist")
MARKED = said(
    1,
    f"{PERSON} zanzibar 吐鲁番 {PLACE}",
    conditions=SNOW,
    value="quetzalcoatl",
    subject="wolverhampton",
    slots={"stop": "哈密瓜园", "xylophonist": "yes"},
)
NAMES = {
    PLACE: Entity(kind="place", text="Ouagadougou"),
    PERSON: Entity(kind="person", text="Rumpelstiltskin"),
}
MARKS = [
    *(word.encode() for word in WORDS),
    *(entity.text.encode() for entity in NAMES.values()),
    bytes.fromhex(MARKED.digest),
    bytes.fromhex(said(2).digest),
    pack_vector(unit(1))[4:],
]
"""Digests and the vector too: a vector can be inverted to its text, a digest be guessed."""


def standing(folder: Path, marks: Iterable[bytes]) -> set[bytes]:
    """Which marks stand in a file as it lies on the disk or in any page of the vault, decrypted."""
    connection = unlocked(folder)
    # Terms lie compressed in the shadow tables of the full text; this lists them whole.
    connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, memory_terms, row)")
    areas = [
        connection.serialize("main"),
        "\n".join(word for (word,) in connection.execute("SELECT term FROM temp.words")).encode(),
        *(file.read_bytes() for file in folder.rglob("*") if file.is_file()),
    ]
    connection.close()
    return {mark for mark in marks if any(mark in area for area in areas)}


async def fill(store: MemoryStore) -> None:
    await keep(store, MARKED, unit(1), NAMES)
    await store.update([replace(MARKED, digest=said(2).digest)])  # told twice
    for n in range(10, 40):
        await keep(store, said(n, f"第{n}次充电充到百分之八十"), unit(n))


async def test_no_byte_of_what_was_forgotten_is_left_anywhere(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store)
        assert standing(tmp_path, MARKS) == set(MARKS)  # or looking would prove nothing
        raw = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        assert not any(mark in raw for mark in MARKS)  # the files themselves are encrypted

        receipt = await store.forget([MARKED.id])
        assert receipt.verified
        assert standing(tmp_path, MARKS) == set()
        log = vault_file(tmp_path).with_name(vault_file(tmp_path).name + "-wal")
        assert log.stat().st_size == 0
    assert standing(tmp_path, MARKS) == set()


async def test_what_is_forgotten_answers_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store)
        await store.forget([MARKED.id])
        assert await store.get([MARKED.id]) == []
        assert await store.count() == len(await store.find(MemoryFilter())) == 30
        for term in full_text.query_terms(MARKED.text):
            assert await store.search_text([term], scope(*await store.condition_sets()), 10) == []
        assert len(await store.vectors(MODEL, 0, 100)) == 30
        assert await store.pending(MODEL, 100) == []
        for digest in (MARKED.digest, said(2).digest):
            assert await store.told(digest) is None
        assert not (await keep(store, MARKED)).duplicate  # it may be told anew


async def test_the_receipt_counts_what_went(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n))).row for n in range(4)]
        first = await store.forget([said(2).id, MemoryId("none"), said(0).id, said(2).id])
        assert (first.count, set(first.rows), first.verified) == (2, {rows[0], rows[2]}, True)
        second = await store.forget([said(2).id])
        assert (second.count, second.rows, second.verified) == (0, (), True)
        assert await store.find(MemoryFilter()) == [said(3), said(1)]


async def test_names_and_conditions_go_with_the_last_memory_that_has_them(tmp_path: Path) -> None:
    with_both = said(1, f"接{PERSON}去{PLACE}", conditions=SNOW)
    others = {
        "in the text": said(2, f"去{PLACE}", conditions=RAIN),
        "as the subject": said(3, subject=PLACE),
        "as a slot": said(4, slots={"to": PLACE}),
        "as the value": said(5, value=PLACE),
    }
    async with opened(tmp_path) as store:
        await keep(store, with_both, placeholders=NAMES)
        for other in others.values():
            await keep(store, other)
        await store.forget([with_both.id])
        assert set((await store.condition_sets()).values()) == {(), RAIN}
        for other in others.values():
            assert set((await store.names()).known) == {PLACE}
            await store.forget([other.id])
        assert (await store.names()).known == {}
        assert await store.condition_sets() == {0: ()}
    assert standing(tmp_path, [entity.text.encode() for entity in NAMES.values()]) == set()


async def test_what_another_memory_says_as_well_stays_its_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await keep(store, said(1, "去zanzibar要走高速"))
        await keep(store, said(2, "去zanzibar要走高速"))
        assert (await store.forget([said(1).id])).verified
        hits = await store.search_text(["zanzibar"], scope(), 10)
        assert await store.rows([hit.row for hit in hits]) == {2: said(2, "去zanzibar要走高速")}


SEEDS = (3, 15, 22)
"""With each of these, SQLite leaves parts of forgotten texts behind that a search for whole texts misses."""


@pytest.mark.parametrize("seed", SEEDS)
async def test_what_sqlite_leaves_behind_when_it_moves_rows_goes_too(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    live: dict[MemoryId, MemoryRecord] = {}
    forgotten = 0
    async with opened(tmp_path) as store:
        for step in range(300):
            choice = rng.random()
            if choice < 0.5 or len(live) < 5:
                one = _rambling(step, rng)
                await keep(store, one)
                live[one.id] = one
            elif choice < 0.75:
                old = rng.choice(list(live.values()))
                length = rng.randrange(40, 400)
                longer = replace(old, text=(old.text + " more" * 80)[:length])
                await store.update([longer])
                live[old.id] = longer
            else:
                ids = rng.sample(list(live), rng.randrange(1, 4))
                assert (await store.forget(ids)).verified
                marks = [mark for one in ids for mark in _marks(live.pop(one))]
                assert standing(tmp_path, marks) == set()
                forgotten += len(ids)
        assert await store.count() == len(live)
    assert forgotten > 80


def _rambling(number: int, rng: random.Random) -> MemoryRecord:
    """A memory of any length with words that no other has."""
    words = (
        "".join(rng.choice("bcdfghjklmnpqrstvwxyz") for _ in range(rng.randrange(2, 9))) for _ in range(40)
    )
    unique = "".join(rng.choice("bcdfghjklmnpqrtvwxyz") for _ in range(8))
    filling = " ".join(words)[: rng.randrange(300)]
    return said(
        number,
        f"t{number:05} {unique} {filling}",
        subject=f"subject{number:05}",
        value=f"value{number:05}",
        slots={"a": f"slot{number:05}", "b": filling},
    )


def _marks(one: MemoryRecord) -> list[bytes]:
    texts = (*one.text.split()[:2], one.subject, one.value, str(one.slots["a"]))
    return [text.encode() for text in texts]


async def test_a_log_that_is_being_read_is_not_called_verified(tmp_path: Path) -> None:
    """A reader keeps the log; what it holds is gone when the vault is next opened, after a power cut too."""
    live, power_cut = tmp_path / "live", tmp_path / "power-cut"
    async with opened(live) as store:
        await fill(store)
        reader = unlocked(live)
        reader.execute("BEGIN; SELECT count(*) FROM memory").fetchall()
        receipt = await store.forget([MARKED.id])
        assert (receipt.count, receipt.verified) == (1, False)
        assert await store.get([MARKED.id]) == []
        await asyncio.to_thread(shutil.copytree, live, power_cut)
        reader.close()
        assert (await store.forget([said(10).id])).verified
        assert standing(live, MARKS) == set()
    async with opened(power_cut) as store:
        assert await store.count() == 30
        log = vault_file(power_cut).with_name(vault_file(power_cut).name + "-wal")
        assert log.stat().st_size == 0
        assert standing(power_cut, MARKS) == set()
