"""What is forgotten for now answers nothing and can be brought back until it is settled: gone for good."""

from pathlib import Path

from cabin_memory.domain.memory import Entity
from cabin_memory.domain.ports import Forgotten, MemoryFilter, MemoryStore
from cabin_memory.domain.time import UtcMicros
from rules.memories import TOLD
from store.test_forget import MARKED, MARKS, NAMES, PERSON, PLACE, WORDS, fill, standing
from store.vaults import MODEL, keep, opened, said, scope

CONTENT = [word.encode() for word in WORDS] + [entity.text.encode() for entity in NAMES.values()]


def receipt(name: str, later: int = 0) -> Forgotten:
    return Forgotten(
        id=name,
        time=UtcMicros(TOLD + later),
        count=1,
        derived=0,
        verified=False,
        scope=("ids", "since"),
        undo_until=UtcMicros(TOLD + 1000),
    )


async def test_what_is_forgotten_for_now_answers_nothing_and_can_be_brought_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store)
        (before,) = await store.get([MARKED.id])
        rows = {row for row, one in (await store.page(0, 100)).items() if one.id == MARKED.id}
        assert set(await store.forget_for_now([MARKED.id], receipt("r"))) == rows
        assert await store.get([MARKED.id]) == []
        assert await store.search_text(["zanzibar"], scope(*await store.condition_sets()), 10) == []
        assert len(await store.vectors(MODEL, 0, 100)) == 30
    async with opened(tmp_path) as store:
        undo = await store.undoable("r")
        assert undo is not None
        assert undo.memories == (before,)
        assert undo.placeholders == NAMES
        assert await store.undoable("another") is None


async def test_when_it_is_settled_no_byte_is_left(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store)
        await store.forget_for_now([MARKED.id], receipt("r"))
        assert standing(tmp_path, CONTENT) == set(CONTENT)
        assert await store.settle("r")
        assert await store.undoable("r") is None
        assert standing(tmp_path, MARKS) == set()


async def test_what_can_be_brought_back_holds_no_names_of_others(tmp_path: Path) -> None:
    """Otherwise a name that was forgotten for good would wait with what was forgotten for now."""
    async with opened(tmp_path) as store:
        await keep(store, said(1, f"接{PERSON}"), placeholders={PERSON: NAMES[PERSON]})
        await keep(store, said(2, f"去{PLACE}"), placeholders={PLACE: NAMES[PLACE]})
        await store.forget_for_now([said(1).id], receipt("r"))
        assert (await store.forget([said(2).id])).verified
        assert standing(tmp_path, [NAMES[PLACE].text.encode()]) == set()
        undo = await store.undoable("r")
        assert undo is not None
        assert undo.placeholders == {PERSON: NAMES[PERSON]}


async def test_the_log_of_forgetting_has_the_newest_first(tmp_path: Path) -> None:
    older, newer = receipt("older"), receipt("newer", later=1)
    async with opened(tmp_path) as store:
        await fill(store)
        await store.forget_for_now([MARKED.id], older)
        await store.note_forgotten(newer)
        assert await store.forget_log(10) == [newer, older]
        assert await store.forget_log(1) == [newer]
        await store.settle("older")
        settled = (await store.forget_log(10))[1]
        assert (settled.verified, settled.undo_until) == (True, 0)


async def _bring_back(store: MemoryStore, name: str) -> None:
    undo = await store.undoable(name)
    assert undo is not None
    for one in undo.memories:
        await keep(store, one, placeholders=undo.placeholders)
    await store.settle(name)


async def test_what_was_brought_back_is_kept_when_its_receipt_is_settled(tmp_path: Path) -> None:
    names = {PLACE: Entity(kind="place", text="Ouagadougou")}
    one = said(1, f"去{PLACE}")
    async with opened(tmp_path) as store:
        await keep(store, one, placeholders=names)
        await store.forget_for_now([one.id], receipt("r"))
        assert (await store.names()).known == {}
        await _bring_back(store, "r")
        assert await store.find(MemoryFilter()) == [one]
        assert (await store.names()).known == names
