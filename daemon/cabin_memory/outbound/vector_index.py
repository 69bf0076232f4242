"""Vectors of one vault in memory: a FAISS scalar-quantised index, filtered before anything is scored.

There is no file: the index is read from the encrypted store when a person boards. Components are kept in half
precision (768 bytes a vector); the loss in a cosine is below 1e-3.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

from cabin_memory.domain.ports import StoredRow
from cabin_memory.domain.recall import Hit, SearchScope
from cabin_memory.domain.vocabulary import Kind

DIMENSION = 384
# A scan of this many vectors takes about a millisecond; longer ones leave the loop.
_MOST_ON_THE_LOOP = 2000
# A situation has two: what applies now, and what does not.
_MOST_MASKS = 8

_searches: ThreadPoolExecutor | None = None


def prepare_faiss() -> Any:
    """Import FAISS, which takes a tenth of a second; on one thread: the car has other things to do."""
    import faiss

    faiss.omp_set_num_threads(1)
    return faiss


def _thread() -> ThreadPoolExecutor:
    global _searches
    if _searches is None:
        _searches = ThreadPoolExecutor(1, thread_name_prefix="vector-search")
    return _searches


class FaissVectorIndex:
    """See the port. Rows are mapped to positions; a removed row leaves a hole that the mask skips."""

    def __init__(self) -> None:
        import numpy as np

        self._np = np
        self._faiss = prepare_faiss()
        self._index = self._new_index()
        # FAISS may move its vectors when one is added; a search in the other thread must not be reading them.
        self._moving = Lock()
        self._rows = np.empty(0, np.int64)
        self._sets = np.empty(0, np.int64)
        self._kinds = np.empty(0, np.int16)
        self._categories = np.empty(0, np.int16)
        self._alive = np.empty(0, bool)
        self._positions: dict[int, int] = {}
        self._codes: dict[str, int] = {}
        self._masks: dict[SearchScope, Any] = {}

    def _new_index(self) -> Any:
        faiss = self._faiss
        return faiss.IndexScalarQuantizer(
            DIMENSION, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        )

    def _code(self, word: str) -> int:
        return self._codes.setdefault(word, len(self._codes))

    def __len__(self) -> int:
        return len(self._positions)

    # ----------------------------------------------------------------------------------- changing
    def add(self, rows: Sequence[StoredRow], search_vectors: Sequence[bytes]) -> None:
        np = self._np
        self.remove([row.row for row in rows])
        if not rows:
            return
        self._masks.clear()
        start = self._index.ntotal
        vectors = np.frombuffer(b"".join(search_vectors), np.float32).reshape(len(rows), DIMENSION)
        with self._moving:
            self._index.add(vectors)
        self._rows = np.append(self._rows, [row.row for row in rows])
        self._sets = np.append(self._sets, [row.condition_set for row in rows])
        self._kinds = np.append(self._kinds, [self._code(row.kind) for row in rows])
        self._categories = np.append(self._categories, [self._code(row.category) for row in rows])
        self._alive = np.append(self._alive, np.ones(len(rows), bool))
        self._positions.update({row.row: start + n for n, row in enumerate(rows)})

    def remove(self, rows: Sequence[int]) -> None:
        self._masks.clear()
        for row in rows:
            position = self._positions.pop(row, None)
            if position is not None:
                self._alive[position] = False
        if len(self._alive) > 64 and self._alive.sum() * 2 < len(self._alive):
            self._compact()

    def relabel(self, rows: Sequence[int], kind: Kind) -> None:
        self._masks.clear()
        for row in rows:
            if (position := self._positions.get(row)) is not None:
                self._kinds[position] = self._code(kind)

    def _compact(self) -> None:
        """Drop the holes, and with them the vectors of what was removed."""
        np, keep = self._np, self._np.flatnonzero(self._alive)
        old, self._index = self._index, self._new_index()
        for start in range(0, len(keep), 4096):
            chunk = keep[start : start + 4096]
            self._index.add(np.stack([old.reconstruct(int(position)) for position in chunk]))
        self._rows, self._sets = self._rows[keep], self._sets[keep]
        self._kinds, self._categories = self._kinds[keep], self._categories[keep]
        self._alive = np.ones(len(keep), bool)
        self._positions = {int(row): n for n, row in enumerate(self._rows)}

    # ---------------------------------------------------------------------------------- searching
    def _mask(self, scope: SearchScope) -> Any:
        """Which positions the scope permits, as booleans; the last few are kept until something changes."""
        if (known := self._masks.get(scope)) is not None:
            return known
        if len(self._masks) >= _MOST_MASKS:
            self._masks.clear()
        mask = self._masks[scope] = self._permitted(scope)
        return mask

    def _permitted(self, scope: SearchScope) -> Any:
        np = self._np
        mask = self._alive & np.isin(self._sets, list(scope.condition_sets))
        if scope.kinds:
            mask &= np.isin(self._kinds, [self._codes.get(kind, -1) for kind in scope.kinds])
        if scope.categories is not None:
            mask &= np.isin(self._categories, [self._codes.get(one, -1) for one in scope.categories])
        return mask

    async def search(self, search_vector: bytes, scope: SearchScope, limit: int) -> list[Hit]:
        return await self._search(search_vector, self._mask(scope), limit)

    async def nearest(self, search_vector: bytes, limit: int) -> list[Hit]:
        return await self._search(search_vector, self._alive.copy(), limit)

    async def _search(self, search_vector: bytes, mask: Any, limit: int) -> list[Hit]:
        if not mask.any():
            return []
        # Taken now: whatever changes meanwhile makes new arrays, or adds behind the end of the mask.
        work = (self._index, self._rows, mask, search_vector, limit)
        if len(mask) <= _MOST_ON_THE_LOOP:
            return self._scan(*work)
        return await asyncio.get_running_loop().run_in_executor(_thread(), self._scan, *work)

    def _scan(self, index: Any, rows: Any, mask: Any, search_vector: bytes, limit: int) -> list[Hit]:
        np, faiss = self._np, self._faiss
        query = np.frombuffer(search_vector, np.float32)[None]
        bits = np.packbits(mask, bitorder="little")
        # Always: it also shuts out what was added since the mask was taken.
        selector = faiss.IDSelectorBitmap(bits)
        parameters = faiss.SearchParameters(sel=selector)
        with self._moving:
            scores, positions = index.search(query, min(limit, len(mask)), params=parameters)
        return [
            Hit(row=int(rows[position]), strength=float(score))
            for score, position in zip(scores[0], positions[0], strict=True)
            if position >= 0
        ]

    def vectors(self, rows: Sequence[int]) -> dict[int, bytes]:
        known = [row for row in rows if row in self._positions]
        return {row: self._index.reconstruct(self._positions[row]).tobytes() for row in known}

    def cosines(self, search_vector: bytes, rows: Sequence[int]) -> dict[int, float]:
        np = self._np
        known = [row for row in rows if row in self._positions]
        if not known:
            return {}
        query = np.frombuffer(search_vector, np.float32)
        vectors = self._index.reconstruct_batch(np.array([self._positions[row] for row in known]))
        return dict(zip(known, (vectors @ query).tolist(), strict=True))
