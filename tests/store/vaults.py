"""Vaults on disk for the tests of the store, and a look at what their files hold."""

import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from cabin_memory.codecs import full_text
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord, Provenance
from cabin_memory.domain.people import OccupantId, Owner
from cabin_memory.domain.ports import MemoryFilter, MemoryStore, Stored
from cabin_memory.domain.recall import RecallPermit, SearchScope
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.keyring import Entry, Keyring
from rules.memories import TOLD, memory

DEVICE_KEY = bytes(range(32))
ANNA = Owner(OccupantId.parse("oem:anna"))
BEN = Owner(OccupantId.parse("oem:ben"))
MODEL = "model-a"
CIPHER = "chacha20"


@asynccontextmanager
async def opened(
    folder: Path, owner: Owner | None = ANNA, device_key: bytes = DEVICE_KEY
) -> AsyncIterator[MemoryStore]:
    """One vault of a state folder, made where there is none."""
    keeper = EncryptedStoreKeeper.take(folder, device_key)
    try:
        store = await keeper.open(owner, create=True)
        assert store is not None
        try:
            yield store
        finally:
            await store.close()
    finally:
        await keeper.close()


# ------------------------------------------------------------------------------------------ contents
def said(number: int, text: str = "空调二十四度", **changes: Any) -> MemoryRecord:
    """A memory with an id, a time and a digest of its own."""
    told = UtcMicros(TOLD + number * 1_000_000)
    defaults = {
        "id": MemoryId(f"{number:026d}"),
        "text": text,
        "digest": hashlib.sha256(str(number).encode()).hexdigest(),
        "told": told,
        "provenance": Provenance(time=told, timezone="Asia/Shanghai"),
    }
    return memory(**(defaults | changes))


async def keep(
    store: MemoryStore,
    remembered: MemoryRecord,
    vector: bytes | None = None,
    placeholders: Mapping[str, Entity] | None = None,
    changed: Iterable[MemoryRecord] = (),
) -> Stored:
    """Add a memory as the daemon does: its terms are those of its text."""
    return await store.add(
        remembered,
        full_text.terms(remembered.text),
        placeholders or {},
        (MODEL, vector) if vector else None,
        tuple(changed),
    )


def unit(seed: int) -> bytes:
    """A float32[384] of length one, as a model would give it."""
    values = np.random.default_rng(seed).standard_normal(384).astype("<f4")
    return bytes((values / np.linalg.norm(values)).astype("<f4").tobytes())


def scope(*condition_sets: int, **limits: Any) -> SearchScope:
    """Without condition sets: only what always applies."""
    permit = RecallPermit(drive_state=DriveState.PARKED, max_memories=10, max_characters=2000)
    return SearchScope(permit=permit, condition_sets=frozenset(condition_sets or {0}), **limits)


async def everything(store: MemoryStore) -> list[object]:
    """All that can be read of a vault: equal lists, equal vaults."""
    memories = await store.find(MemoryFilter(limit=100_000))
    terms = sorted({term for one in memories for term in full_text.terms(one.text)})
    anywhere = scope(*await store.condition_sets())
    return [
        memories,
        await store.page(0, 100_000),
        await store.get([one.id for one in memories]),
        [await store.told(one.digest) for one in memories],
        [await store.search_text([term], anywhere, 100_000) for term in terms],
        await store.search_categories(list({one.category for one in memories}), anywhere, 100_000),
        await store.vectors(MODEL, 0, 100_000),
        await store.pending(MODEL, 100_000),
        (await store.names()).known,
        await store.condition_sets(),
        await store.asked(),
        await store.count(),
    ]


# --------------------------------------------------------------------------------------------- files
def hashes(folder: Path) -> dict[str, str]:
    """Of every file that holds something: not the lock, an empty log or the log's index in shared memory."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
        and file.name != "lock"
        and not file.name.endswith("-shm")
        and not (file.name.endswith("-wal") and not file.stat().st_size)
    }


def _entry(folder: Path, owner: Owner | None) -> Entry:
    return Keyring(folder / KEYRING, DEVICE_KEY).entries[str(owner or "")]


def vault_file(folder: Path, owner: Owner | None = ANNA) -> Path:
    return folder / "people" / f"{_entry(folder, owner).file}.db" if owner else folder / "household.db"


def keyed(file: Path, key: bytes, cipher: str = CIPHER) -> apsw.Connection:
    """A connection that knows nothing of the daemon's own code."""
    connection = apsw.Connection(str(file))
    connection.pragma("cipher", cipher)
    connection.pragma("key", f"x'{key.hex()}'")
    return connection


def unlocked(folder: Path, owner: Owner | None = ANNA) -> apsw.Connection:
    return keyed(vault_file(folder, owner), _entry(folder, owner).key)


def vault_key(folder: Path, owner: Owner | None = ANNA) -> bytes:
    return _entry(folder, owner).key
