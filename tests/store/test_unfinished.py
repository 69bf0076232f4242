"""What a power cut or a fault left half done: finished at the next start, never in the way of the rest."""

import asyncio
import os
from pathlib import Path

import pytest

from cabin_memory.domain.errors import StoreDamaged
from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.keyring import Keyring
from store.conftest import MEMORIES
from store.vaults import ANNA, BEN, DEVICE_KEY, hashes, keep, opened, said, vault_file


def keyring(state: Path) -> Keyring:
    return Keyring(state / KEYRING, DEVICE_KEY)


async def wiped_but_not_removed(state: Path) -> Path:
    """Ben has a vault; his key is destroyed, then the power is cut."""
    async with opened(state, BEN) as store:
        await keep(store, said(1))
    file = vault_file(state, BEN)
    keyring(state).drop(str(BEN), file.name)
    return file


def blocked(file: Path) -> Path:
    """Nothing removes what now lies in the place of the file: a folder that is not empty."""
    file.unlink(missing_ok=True)
    file.mkdir()
    (file / "inside").touch()
    return file / "inside"


@pytest.mark.parametrize("left", [".db", ".db-wal", ".db-shm"])
async def test_a_wipe_is_finished_whichever_part_was_left(state: Path, left: str) -> None:
    file = await wiped_but_not_removed(state)
    file.unlink()
    file.with_suffix(left).write_bytes(b"what no key opens")
    async with opened(state) as store:
        assert await store.count() == MEMORIES
    assert not file.with_suffix(left).exists()
    assert not keyring(state).unfinished


async def test_what_cannot_be_removed_is_told_and_tried_again(
    state: Path, caplog: pytest.LogCaptureFixture
) -> None:
    inside = blocked(await wiped_but_not_removed(state))
    async with opened(state) as store:
        assert await store.count() == MEMORIES
    assert "tried again at the next start" in caplog.text
    assert keyring(state).unfinished == {inside.parent.name}
    inside.unlink()
    inside.parent.rmdir()
    inside.parent.write_bytes(b"what no key opens")
    async with opened(state):
        assert not inside.parent.exists()
    assert not keyring(state).unfinished


async def test_a_keyring_that_cannot_be_written_keeps_no_vault_shut(state: Path) -> None:
    """As on a full disk: the file goes, that it went is noted at a later start."""
    file = await wiped_but_not_removed(state)
    (state / "keyring.new").mkdir()
    async with opened(state) as store:
        assert await store.count() == MEMORIES
    assert not file.exists()
    (state / "keyring.new").rmdir()
    async with opened(state):
        assert not keyring(state).unfinished


async def test_a_wipe_destroys_the_key_even_if_the_file_cannot_go(state: Path) -> None:
    async with opened(state, BEN) as store:
        await keep(store, said(1))
    blocked(vault_file(state, BEN))
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    assert await keeper.wipe(BEN)
    await keeper.close()
    assert set(keyring(state).entries) == {str(ANNA)}


@pytest.mark.parametrize("make", [os.mkfifo, lambda place: place.symlink_to("/dev/zero"), Path.mkdir])
async def test_a_keyring_that_is_no_file_is_a_damage_that_holds_nothing_up(state: Path, make: object) -> None:
    (state / KEYRING).unlink()
    make(state / KEYRING)  # type: ignore[operator]
    before = hashes(state)
    with pytest.raises(StoreDamaged, match="keyring"):
        await asyncio.wait_for(asyncio.to_thread(EncryptedStoreKeeper.take, state, DEVICE_KEY), 10)
    assert hashes(state) == before
