"""A vault against a dictionary: whatever is done in whatever order, both hold the same.

Hypothesis, derandomised: the same 40 runs of up to 25 steps everywhere.
"""

import asyncio
import tempfile
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cabin_memory.codecs import full_text
from cabin_memory.codecs.store_rows import placeholder_names
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord
from cabin_memory.domain.ports import MemoryFilter, MemoryStore
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, MemoryStatus
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from store.conftest import RAIN
from store.test_forget import SNOW, standing
from store.vaults import ANNA, DEVICE_KEY, MODEL, keep, said, scope, unit

WORDS = ("吃辣", "高速", "空调", "music", "seat")
NAMES = {f"⟦place:{n}⟧": Entity(kind="place", text=f"Zanzibar street {n}") for n in range(3)}

changes = st.fixed_dictionaries(
    {
        "text": st.lists(st.sampled_from([*WORDS, *NAMES]), min_size=1, max_size=4).map("，".join),
        "conditions": st.sampled_from([(), RAIN, SNOW]),
        "status": st.sampled_from(MemoryStatus),
        "category": st.sampled_from([Category.SEAT, Category.CLIMATE]),
        "importance": st.integers(1, 10),
        "subject": st.sampled_from(["", *NAMES]),
    }
)


class VaultAgainstDictionary(RuleBasedStateMachine):
    """`memories` by id, `told` from every digest to its id, `embedded`: ids that have a vector."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.memories: dict[MemoryId, MemoryRecord] = {}
        self.told: dict[str, MemoryId] = {}
        self.embedded: set[MemoryId] = set()
        self.names: dict[str, Entity] = {}
        self.number = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    @initialize()
    def open(self) -> None:
        self.keeper = EncryptedStoreKeeper.take(Path(self.folder.name), DEVICE_KEY)
        store = self.run(self.keeper.open(ANNA, create=True))
        assert store is not None
        self.store: MemoryStore = store

    def teardown(self) -> None:
        if hasattr(self, "keeper"):
            self.close()
        self.loop.close()
        self.folder.cleanup()

    def close(self) -> None:
        self.run(self.store.close())
        self.run(self.keeper.close())

    def any_id(self, data: st.DataObject) -> MemoryId:
        return data.draw(st.sampled_from(sorted(self.memories)))

    def drop_unused_names(self) -> None:
        used = {name for one in self.memories.values() for name in placeholder_names(one)}
        self.names = {name: entity for name, entity in self.names.items() if name in used}

    # ---------------------------------------------------------------------------------------- rules
    @rule(fields=changes, embedded=st.booleans())
    def add(self, fields: dict[str, Any], embedded: bool) -> None:
        self.number += 1
        one = said(self.number, **fields)
        names = {name: NAMES[name] for name in placeholder_names(one)}
        stored = self.run(keep(self.store, one, unit(self.number) if embedded else None, names))
        assert (stored.id, stored.duplicate) == (one.id, False)
        self.memories[one.id] = one
        self.told[one.digest] = one.id
        self.names |= names
        if embedded:
            self.embedded.add(one.id)

    @precondition(lambda self: self.told)
    @rule(data=st.data(), fields=changes)
    def repeat(self, data: st.DataObject, fields: dict[str, Any]) -> None:
        digest = data.draw(st.sampled_from(sorted(self.told)))
        self.number += 1
        stored = self.run(keep(self.store, said(self.number, digest=digest, **fields), unit(1), NAMES))
        assert (stored.id, stored.duplicate) == (self.told[digest], True)

    @precondition(lambda self: self.memories)
    @rule(data=st.data(), fields=changes, told_again=st.booleans())
    def update(self, data: st.DataObject, fields: dict[str, Any], told_again: bool) -> None:
        """With words and names that the vault knows: an update brings no new ones."""
        old = self.memories[self.any_id(data)]
        new = replace(old, **fields)
        if not placeholder_names(new) <= set(self.names):
            new = replace(new, text=old.text, subject=old.subject)
        if told_again:
            self.number += 1
            new = replace(new, digest=said(self.number).digest)
            self.told[new.digest] = new.id
        self.run(self.store.update([new]))
        self.memories[new.id] = new
        if new.text != old.text:
            self.embedded.discard(new.id)
        if (new.text, new.conditions) != (old.text, old.conditions):
            self.drop_unused_names()

    @precondition(lambda self: self.memories)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        ids = data.draw(st.lists(st.sampled_from(sorted(self.memories)), min_size=1, max_size=3))
        receipt = self.run(self.store.forget(ids))
        assert (receipt.count, receipt.verified) == (len(set(ids)), True)
        before = self.names
        for one in set(ids):
            del self.memories[one]
            self.embedded.discard(one)
        self.told = {digest: one for digest, one in self.told.items() if one in self.memories}
        self.drop_unused_names()
        gone = [before[name].text.encode() for name in before.keys() - self.names.keys()]
        assert standing(Path(self.folder.name), gone) == set()

    @precondition(lambda self: self.memories)
    @rule(data=st.data(), later=st.integers(-10, 10))
    def touch(self, data: st.DataObject, later: int) -> None:
        one = self.memories[self.any_id(data)]
        at = UtcMicros(one.touched + later)
        self.run(self.store.touch({one.id: at}))
        self.memories[one.id] = replace(one, touched=max(one.touched, at))

    @rule()
    def embed_what_is_pending(self) -> None:
        found = self.run(self.store.pending(MODEL, 100))
        self.run(self.store.put_vectors(MODEL, {row: unit(row) for row, _, _ in found}))
        self.embedded.update(one for _, one, _ in found)

    @rule()
    def reopen(self) -> None:
        self.close()
        self.open()

    # ----------------------------------------------------------------------------------- comparisons
    @invariant()
    def holds_the_same(self) -> None:
        if hasattr(self, "store"):
            self.run(self._compare())

    async def _compare(self) -> None:
        store, memories = self.store, self.memories
        assert {one.id: one for one in await store.find(MemoryFilter(limit=1000))} == memories
        assert (await store.names()).known == self.names
        sets = await store.condition_sets()
        assert set(sets.values()) == {(), *(one.conditions for one in memories.values())}
        for digest, one in self.told.items():
            assert await store.told(digest) == one
        by_row = {row: one.id for row, one in (await store.page(0, 1000)).items()}
        assert await store.rows(list(by_row)) == {row: memories[one] for row, one in by_row.items()}
        await self._compare_searches(by_row, frozenset(sets))

    async def _compare_searches(self, by_row: dict[int, MemoryId], sets: frozenset[int]) -> None:
        current = {one.id for one in self.memories.values() if one.status is MemoryStatus.CURRENT}
        live = {one.id for one in self.memories.values() if one.status in {"current", "pending"}}
        assert await self.store.count(frozenset({MemoryStatus.CURRENT})) == len(current)
        for word in (*WORDS, *NAMES):
            hits = await self.store.search_text(full_text.query_terms(word), scope(*sets), 1000)
            having = {one for one in current if word in self.memories[one].text}
            assert {by_row[hit.row] for hit in hits} == having
        vectors = await self.store.vectors(MODEL, 0, 1000)
        assert {by_row[one.row] for one in vectors} == live & self.embedded
        assert {one for _, one, _ in await self.store.pending(MODEL, 1000)} == live - self.embedded


TestVault = VaultAgainstDictionary.TestCase
TestVault.settings = settings(derandomize=True, deadline=None, max_examples=40, stateful_step_count=25)
