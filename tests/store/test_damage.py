"""Flipped bits: each is detected, or nothing that is read changes. Never wrong data, never an empty vault."""

import random
import shutil
from pathlib import Path

import pytest

from cabin_memory.domain.errors import StoreDamaged, StoreError
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.database import PAGE_BYTES
from store.conftest import MEMORIES
from store.vaults import DEVICE_KEY, everything, hashes, keep, opened, said, vault_file

SEED = 20260303
FLIPS_A_PAGE = 1


def flip(file: Path, bit: int) -> None:
    raw = bytearray(file.read_bytes())
    raw[bit // 8] ^= 1 << bit % 8
    file.write_bytes(raw)


async def test_a_flipped_bit_in_a_vault_is_detected_or_changes_nothing(state: Path) -> None:
    rng = random.Random(SEED)
    async with opened(state) as store:
        whole = await everything(store)
    file = vault_file(state)
    bits = [
        (page + rng.randrange(PAGE_BYTES)) * 8 + rng.randrange(8)
        for page in range(0, file.stat().st_size, PAGE_BYTES)
        for _ in range(FLIPS_A_PAGE)
    ]
    # The beginning of the file is where SQLite and the cipher keep what is not encrypted.
    bits += [byte * 8 + rng.randrange(8) for byte in range(100)]
    detected = 0
    for bit in bits:
        flip(file, bit)
        before = hashes(state)
        try:
            async with opened(state) as store:
                assert await everything(store) == whole
        except StoreDamaged:
            detected += 1
        assert hashes(state) == before
        flip(file, bit)
    assert detected > len(bits) * 3 / 4  # most pages are read, so most flips must be seen


async def test_a_flipped_bit_in_the_log_loses_the_end_of_it_at_most(tmp_path: Path) -> None:
    """SQLite takes a broken frame of the log for the end of an unfinished write: what is before it stays."""
    rng = random.Random(SEED)
    live, power_cut, damaged = tmp_path / "live", tmp_path / "power-cut", tmp_path / "damaged"
    memories = [said(n, f"第{n}次充电充到百分之八十") for n in range(MEMORIES)]
    async with opened(live) as store:
        for one in memories:
            await keep(store, one)
        shutil.copytree(live, power_cut)
    log = damaged / "people" / (vault_file(live).name + "-wal")
    counts = set()
    for _ in range(60):
        shutil.copytree(power_cut, damaged)
        flip(log, rng.randrange(log.stat().st_size * 8))
        async with opened(damaged) as store:
            found = await store.find(MemoryFilter(limit=1000, newest_first=False))
        assert found == memories[: len(found)]
        counts.add(len(found))
        shutil.rmtree(damaged)
    assert len(counts) > 10  # the flips hit all parts of the log


async def test_every_flipped_byte_of_the_keyring_is_detected(state: Path) -> None:
    rng = random.Random(SEED)
    keyring = state / KEYRING
    for byte in range(keyring.stat().st_size):
        bit = byte * 8 + rng.randrange(8)
        flip(keyring, bit)
        before = hashes(state)
        with pytest.raises(StoreError):
            EncryptedStoreKeeper.take(state, DEVICE_KEY)
        assert hashes(state) == before
        flip(keyring, bit)
    async with opened(state) as store:
        assert await store.count() == MEMORIES
