"""The device key comes from systemd or a 0600 file, and is never made anew beside what needs the old one."""

import shutil
from pathlib import Path

import pytest

from cabin_memory.domain.errors import KeyUnavailable, StoreError, StoreReadOnly, WrongKey
from cabin_memory.outbound.device_key import CREDENTIAL, DEVELOPMENT_FILE, KEYRING, load_device_keys
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from store.conftest import MEMORIES
from store.vaults import ANNA, DEVICE_KEY, hashes, opened


def key(folder: Path, *, create: bool = False) -> bytes:
    return load_device_keys(folder, create=create).current


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


def test_a_development_key_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    made = key(folder, create=True)
    assert len(made) == 32
    assert (folder / DEVELOPMENT_FILE).stat().st_mode & 0o777 == 0o600
    assert key(folder, create=True) == key(folder) == made
    assert key(tmp_path / "other", create=True) != made


def test_the_credential_of_systemd_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key(tmp_path, create=True)
    (tmp_path / CREDENTIAL).write_bytes(DEVICE_KEY)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert key(tmp_path) == DEVICE_KEY


def test_without_a_key_nothing_is_made_unless_asked_for(tmp_path: Path) -> None:
    with pytest.raises(KeyUnavailable) as fault:
        key(tmp_path)
    assert fault.value.remedy
    assert not hashes(tmp_path)


def test_no_new_key_is_made_beside_a_keyring(state: Path) -> None:
    before = hashes(state)
    with pytest.raises(KeyUnavailable, match="its device key is gone") as fault:
        key(state, create=True)
    assert "nothing was overwritten" in fault.value.remedy
    assert hashes(state) == before


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_is_refused(size: int, tmp_path: Path) -> None:
    file = tmp_path / DEVELOPMENT_FILE
    file.write_bytes(bytes(size))
    file.chmod(0o600)
    with pytest.raises(KeyUnavailable, match=f"holds {size} bytes"):
        key(tmp_path, create=True)
    assert file.stat().st_size == size


def test_a_key_that_others_may_read_is_refused_with_the_command_that_mends_it(tmp_path: Path) -> None:
    key(tmp_path, create=True)
    file = tmp_path / DEVELOPMENT_FILE
    file.chmod(0o640)
    with pytest.raises(KeyUnavailable) as fault:
        key(tmp_path, create=True)
    assert fault.value.remedy == f"Run: chmod 600 {file}"


def test_where_no_key_can_be_written_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as fault:
        key(tmp_path / "file" / "state", create=True)
    assert isinstance(fault.value, StoreReadOnly)
    assert fault.value.remedy


# --- change of the device key, and the way to a repaired head unit -----------------------------------------
NEW_KEY = bytes(range(100, 132))


def placed(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / name).write_bytes(content)
    (folder / name).chmod(0o600)


async def test_a_new_device_key_takes_over_while_the_former_lies_beside_it(state: Path) -> None:
    before = (state / KEYRING).read_bytes()
    keeper = EncryptedStoreKeeper.take(state, NEW_KEY, DEVICE_KEY)
    await keeper.close()
    assert (state / KEYRING).read_bytes() != before
    async with opened(state, device_key=NEW_KEY) as store:  # the former one is not needed any more
        assert await store.count() == MEMORIES
    with pytest.raises(WrongKey):
        EncryptedStoreKeeper.take(state, DEVICE_KEY)


async def test_a_former_key_that_is_none_of_it_changes_nothing(state: Path) -> None:
    before = hashes(state)
    with pytest.raises(WrongKey, match="neither device key"):
        EncryptedStoreKeeper.take(state, NEW_KEY, bytes(32))
    assert hashes(state) == before


def test_the_former_key_lies_beside_the_present_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    placed(tmp_path / "credentials", CREDENTIAL, NEW_KEY)
    placed(tmp_path / "credentials", CREDENTIAL + ".old", DEVICE_KEY)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "credentials"))
    keys = load_device_keys(tmp_path, create=False)
    assert (keys.current, keys.former) == (NEW_KEY, DEVICE_KEY)


async def test_a_saved_state_folder_opens_on_a_repaired_head_unit(state: Path, tmp_path: Path) -> None:
    """The workshop brings the folder and the former unit's key; the new unit has a key of its own."""
    repaired = tmp_path / "repaired"
    shutil.copytree(state, repaired)
    with pytest.raises(WrongKey):
        EncryptedStoreKeeper.take(repaired, NEW_KEY)
    keeper = EncryptedStoreKeeper.take(repaired, NEW_KEY, DEVICE_KEY)
    store = await keeper.open(ANNA, create=False)
    assert store is not None
    assert await store.count() == MEMORIES
    await store.close()
    await keeper.close()
