"""A wipe destroys the wrapped key first, then the file; nobody else's vault is touched."""

from pathlib import Path

from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.keyring import Keyring
from store.conftest import MEMORIES
from store.vaults import ANNA, BEN, DEVICE_KEY, hashes, keep, opened, said, vault_file, vault_key


async def test_a_wiped_vault_is_gone_and_the_others_stay(state: Path) -> None:
    anna, ben = vault_file(state, ANNA), vault_file(state, BEN)
    before = hashes(state)
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    assert set(keeper.owners()) == {ANNA, BEN}
    assert await keeper.wipe(ANNA)
    assert keeper.owners() == [BEN]
    assert await keeper.open(ANNA, create=False) is None
    assert not await keeper.wipe(ANNA)
    await keeper.close()
    assert not anna.exists()
    name = str(ben.relative_to(state))
    assert hashes(state)[name] == before[name]
    async with opened(state, BEN) as store:
        assert await store.count() == MEMORIES


async def test_who_was_wiped_begins_with_another_file_and_key(state: Path) -> None:
    file, key = vault_file(state), vault_key(state)
    saved = file.read_bytes()
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    await keeper.wipe(ANNA)
    await keeper.close()
    file.write_bytes(saved)  # what a copy of the flash would still hold
    async with opened(state) as store:
        assert await store.count() == 0
        await keep(store, said(1))
    assert vault_file(state) != file
    assert vault_key(state) != key
    assert key not in {
        entry.key for entry in Keyring(state / KEYRING, DEVICE_KEY).entries.values()
    }  # nothing opens the copy


async def test_the_household_and_a_damaged_vault_can_be_wiped(state: Path) -> None:
    async with opened(state, None) as store:
        await keep(store, said(1))
    vault_file(state, ANNA).write_bytes(b"damaged")
    keeper = EncryptedStoreKeeper.take(state, DEVICE_KEY)
    assert await keeper.wipe(None)
    assert await keeper.wipe(ANNA)
    assert keeper.owners() == [BEN]
    await keeper.close()
    assert not (state / "household.db").exists()
    assert len(list((state / "people").iterdir())) == 1
