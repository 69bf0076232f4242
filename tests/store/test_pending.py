"""Vectors: what has none of this model is pending, what is gone is left out, models are never mixed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs.store_rows import VECTOR_BYTES, pack_vector, unpack_vectors
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus
from store.conftest import RAIN
from store.vaults import MODEL, keep, opened, said, unit

OTHER_MODEL = "model-b"


async def test_what_has_no_vector_is_pending_oldest_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n, f"第{n}句"), unit(n) if n == 1 else None)).row for n in range(4)]
        assert await store.pending(MODEL, 10) == [(rows[n], said(n).id, f"第{n}句") for n in (0, 2, 3)]
        assert [row for row, _, _ in await store.pending(MODEL, 2)] == [rows[0], rows[2]]
        assert len(await store.pending(OTHER_MODEL, 10)) == 4


async def test_a_vector_comes_back_close_to_what_was_put_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        stored = await keep(
            store,
            said(1, conditions=RAIN, category=Category.SEAT, kind=Kind.FACT, language=Language.ENGLISH),
            unit(1),
        )
        (row,) = await store.vectors(MODEL, 0, 10)
        assert (row.row, row.condition_set) == (stored.row, stored.condition_set)
        assert (row.category, row.kind, row.language) == (Category.SEAT, Kind.FACT, Language.ENGLISH)
        was, now = np.frombuffer(unit(1), "<f4"), np.frombuffer(row.vector, "<f4")
        assert abs(was - now).max() <= abs(was).max() / 127 / 2 * 1.001  # half a step of the scale


async def test_rows_that_are_gone_meanwhile_get_no_vector(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n))).row for n in range(3)]
        await store.forget([said(1).id])
        await store.update([replace(said(2), status=MemoryStatus.ARCHIVED)])
        put = await store.put_vectors(MODEL, {row: unit(row) for row in (*rows, 99)})
        assert [one.row for one in put] == [rows[0]]
        assert [one.row for one in await store.vectors(MODEL, 0, 10)] == [rows[0]]
        assert await store.pending(MODEL, 10) == []


async def test_what_does_not_answer_has_no_vector_to_search_or_to_make(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for n, status in enumerate(MemoryStatus):
            await keep(store, said(n, status=status), unit(n))
            await keep(store, said(n + 10, status=status))
        live = {said(n).id for n, s in enumerate(MemoryStatus) if s in {"current", "pending"}}
        rows = {row: one.id for row, one in (await store.page(0, 100)).items()}
        assert {rows[one.row] for one in await store.vectors(MODEL, 0, 100)} == live
        assert len(await store.pending(MODEL, 100)) == 2


async def test_vectors_of_another_model_are_never_returned(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n), unit(n))).row for n in range(3)]
        assert await store.vectors(OTHER_MODEL, 0, 10) == []
        await store.put_vectors(OTHER_MODEL, {rows[0]: unit(9)})
        assert [one.row for one in await store.vectors(OTHER_MODEL, 0, 10)] == [rows[0]]
        assert [one.row for one in await store.vectors(MODEL, 0, 10)] == rows[1:]
        assert [row for row, _, _ in await store.pending(MODEL, 10)] == [rows[0]]
        assert [row for row, _, _ in await store.pending(OTHER_MODEL, 10)] == rows[1:]


async def test_a_changed_text_is_pending_again_and_other_changes_are_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        row = (await keep(store, said(1), unit(1))).row
        await store.update([said(1, importance=2)])
        assert await store.pending(MODEL, 10) == []
        await store.update([said(1, "座椅加热开一档")])
        assert await store.pending(MODEL, 10) == [(row, said(1).id, "座椅加热开一档")]
        assert await store.vectors(MODEL, 0, 10) == []


async def test_vectors_are_read_in_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [(await keep(store, said(n), unit(n))).row for n in range(7)]
        found: list[int] = []
        while page := await store.vectors(MODEL, found[-1] if found else 0, 3):
            assert len(page) <= 3
            found += [one.row for one in page]
        assert found == rows


@pytest.mark.parametrize("size", [0, 4 * 383, 4 * 385])
def test_a_vector_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(InvalidArgument, match="1536 bytes"):
        pack_vector(bytes(size))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_vector_holds_finite_numbers_only(bad: float) -> None:
    values = np.ones(384, "<f4")
    values[7] = bad
    with pytest.raises(InvalidArgument, match="finite"):
        pack_vector(values.tobytes())


@given(st.integers(0, 2**32 - 1), st.floats(1e-30, 1e30))
def test_packing_loses_half_a_step_at_most(seed: int, size: float) -> None:
    values = (np.random.default_rng(seed).standard_normal(384) * size).astype("<f4")
    packed = pack_vector(values.tobytes())
    assert len(packed) == VECTOR_BYTES
    back = np.frombuffer(unpack_vectors([packed])[0], "<f4")
    assert abs(back - values).max() <= abs(values).max() / 127 / 2 * 1.001


def test_a_vector_of_zeros_stays_one() -> None:
    assert unpack_vectors([pack_vector(bytes(1536))]) == [bytes(1536)]
