"""Whatever keeps a vault from being opened has its own error and remedy and leaves every file as it was."""

from collections.abc import Callable
from pathlib import Path

import msgpack
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cabin_memory.domain.errors import (
    NewerSchema,
    StoreDamaged,
    StoreError,
    StoreInUse,
    StoreReadOnly,
    Unavailable,
    WrongCipher,
    WrongKey,
)
from cabin_memory.domain.people import OccupantId, Owner
from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.database import PAGE_BYTES
from cabin_memory.outbound.encrypted_store.keyring import Entry, Keyring
from store.conftest import MEMORIES
from store.vaults import (
    ANNA,
    BEN,
    DEVICE_KEY,
    everything,
    hashes,
    keep,
    keyed,
    opened,
    said,
    unlocked,
    vault_file,
    vault_key,
)

Break = Callable[[Path], None]


def encrypted_with(cipher: str) -> Break:
    def change(folder: Path) -> None:
        file, key = vault_file(folder), vault_key(folder)
        file.unlink()
        other = keyed(file, key, cipher)
        other.execute("CREATE TABLE memory (text); INSERT INTO memory VALUES ('x')")
        other.close()

    return change


def unencrypted(folder: Path) -> None:
    connection = unlocked(folder)
    plain = connection.serialize("main")
    connection.close()
    # A page of an encrypted file ends in 32 bytes of nonce and tag; SQLite reads it all the same.
    vault_file(folder).write_bytes(plain)


def swapped(folder: Path) -> None:
    """Each file meets the database key of the other."""
    anna, ben, between = vault_file(folder, ANNA), vault_file(folder, BEN), folder / "between"
    anna.rename(between)
    ben.rename(anna)
    between.rename(ben)


def newer_schema(folder: Path) -> None:
    connection = unlocked(folder)
    connection.pragma("user_version", 1000)
    connection.close()


def newer_keyring(folder: Path) -> None:
    raw = bytearray((folder / KEYRING).read_bytes())
    raw[4] = 200  # the version, behind four bytes of magic
    (folder / KEYRING).write_bytes(raw)


def cut(name: str, size: Callable[[int], int]) -> Break:
    def change(folder: Path) -> None:
        file = vault_file(folder) if name == "vault" else folder / name
        raw = file.read_bytes()
        file.write_bytes(raw[: size(len(raw))])

    return change


BREAKS: dict[str, tuple[Break, type[StoreError]]] = {
    "another database key": (swapped, StoreDamaged),
    "aes256cbc": (encrypted_with("aes256cbc"), WrongCipher),
    "sqlcipher": (encrypted_with("sqlcipher"), WrongCipher),
    "no encryption": (unencrypted, WrongCipher),
    "a vault of no bytes": (cut("vault", lambda _: 0), StoreDamaged),
    "a vault of one byte": (cut("vault", lambda _: 1), StoreDamaged),
    "less than a page": (cut("vault", lambda _: 4095), StoreDamaged),
    "the first page only": (cut("vault", lambda _: PAGE_BYTES), StoreDamaged),
    "half a vault": (cut("vault", lambda size: size // 2), StoreDamaged),
    "a page too few": (cut("vault", lambda size: size - PAGE_BYTES), StoreDamaged),
    "a byte too few": (cut("vault", lambda size: size - 1), StoreDamaged),
    "no vault": (lambda folder: vault_file(folder).unlink(), StoreDamaged),
    "a newer schema": (newer_schema, NewerSchema),
    "a newer keyring": (newer_keyring, NewerSchema),
    "a keyring of no bytes": (cut(KEYRING, lambda _: 0), StoreDamaged),
    "half a keyring": (cut(KEYRING, lambda size: size // 2), WrongKey),
    "no keyring": (lambda folder: (folder / KEYRING).unlink(), StoreDamaged),
}


@pytest.mark.parametrize("name", BREAKS)
async def test_what_cannot_be_opened_is_named_and_left_alone(name: str, state: Path) -> None:
    change, error = BREAKS[name]
    change(state)
    before = hashes(state)
    for _ in range(2):  # the second attempt meets what the first one may have left
        with pytest.raises(StoreError) as fault:
            async with opened(state) as store:
                await everything(store)
        assert type(fault.value) is error
        assert fault.value.remedy
        assert hashes(state) == before


def test_each_error_of_the_store_has_its_own_remedy() -> None:
    kinds = StoreError.__subclasses__()
    assert len({kind.remedy for kind in kinds} - {Unavailable.remedy}) == len(kinds)


async def test_another_device_key_opens_nothing_and_the_right_one_still_does(state: Path) -> None:
    async with opened(state) as store:
        kept = await everything(store)
    before = hashes(state)
    with pytest.raises(WrongKey) as fault:
        EncryptedStoreKeeper.take(state, bytes(32))
    assert "device key" in fault.value.remedy
    assert hashes(state) == before
    async with opened(state) as store:
        assert await everything(store) == kept


async def test_one_damaged_vault_leaves_the_others_open(state: Path) -> None:
    vault_file(state, ANNA).write_bytes(b"")
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    with pytest.raises(StoreDamaged):
        await keeper.open(ANNA, create=True)
    store = await keeper.open(BEN, create=False)
    assert store is not None
    assert await store.count() == MEMORIES
    await store.close()
    await keeper.close()


async def test_a_lost_keyring_beside_a_household_alone_is_a_loss_too(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as store:
        await keep(store, said(1))
    (tmp_path / KEYRING).unlink()
    before = hashes(tmp_path)
    with pytest.raises(StoreDamaged, match="no keyring") as fault:
        EncryptedStoreKeeper.take(tmp_path, DEVICE_KEY)
    assert "keyring" in fault.value.remedy
    assert hashes(tmp_path) == before


@pytest.mark.parametrize("written", [False, True])
async def test_a_vault_that_a_power_cut_left_half_made_goes(state: Path, written: bool) -> None:
    known = set(hashes(state)) - {KEYRING}
    half = "0" * 32 + ".db"
    Keyring(state / KEYRING, DEVICE_KEY).begin(half)
    if written:
        (state / "people" / half).write_bytes(b"half a new vault")
    async with opened(state) as store:
        assert await store.count() == MEMORIES
    assert set(hashes(state)) - {KEYRING} == known
    assert not Keyring(state / KEYRING, DEVICE_KEY).unfinished


async def test_a_wipe_that_a_power_cut_interrupted_is_finished(state: Path) -> None:
    file = vault_file(state)
    Keyring(state / KEYRING, DEVICE_KEY).drop(str(ANNA), file.name)
    async with opened(state, None):
        assert not file.exists()


async def test_an_older_keyring_destroys_no_vault(state: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It came back from a backup that does not know the newest vault."""
    backup = (state / KEYRING).read_bytes()
    carl = Owner(OccupantId.parse("oem:carl"))
    async with opened(state, carl) as store:
        await keep(store, said(1))
    newest = (state / KEYRING).read_bytes()
    (state / KEYRING).write_bytes(backup)
    async with opened(state) as store:
        assert await store.count() == MEMORIES
    assert "older backup" in caplog.text
    (state / KEYRING).write_bytes(newest)
    async with opened(state, carl) as store:
        assert await store.count() == 1


def test_a_keyring_of_the_first_version_is_read(tmp_path: Path) -> None:
    entry = Entry.new()
    head = b"CMKR\x01"
    plain = msgpack.packb({"oem:anna": (entry.file, entry.key)})
    nonce = bytes(12)
    (tmp_path / KEYRING).write_bytes(head + nonce + AESGCM(DEVICE_KEY).encrypt(nonce, plain, head))
    keyring = Keyring(tmp_path / KEYRING, DEVICE_KEY)
    assert (keyring.entries, keyring.unfinished) == ({"oem:anna": entry}, frozenset())


async def test_a_folder_is_held_by_one_keeper(state: Path) -> None:
    async with opened(state):
        with pytest.raises(StoreInUse) as fault:
            EncryptedStoreKeeper.take(state, DEVICE_KEY)
        assert "Another daemon" in fault.value.remedy
    async with opened(state) as store:
        assert await store.count() == MEMORIES


async def test_a_read_only_folder_is_named(state: Path, read_only: Callable[[Path], None]) -> None:
    before = hashes(state)
    read_only(state)
    with pytest.raises(StoreReadOnly) as fault:
        EncryptedStoreKeeper.take(state, DEVICE_KEY)
    assert "writable" in fault.value.remedy
    assert hashes(state) == before


async def test_a_folder_that_becomes_read_only_refuses_vaults(
    state: Path, read_only: Callable[[Path], None]
) -> None:
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    before = hashes(state)
    read_only(state)
    try:
        for owner in (ANNA, None):  # one that exists and one that would have to be made
            with pytest.raises(StoreReadOnly):
                await keeper.open(owner, create=True)
        assert hashes(state) == before
    finally:
        await keeper.close()


async def test_what_is_closed_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        pass
    with pytest.raises(Unavailable):
        await store.count()
    with pytest.raises(Unavailable):
        await keep(store, said(1))
