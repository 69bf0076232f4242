"""The device key comes from systemd or a 0600 file, and is never made anew beside what needs the old one."""

from pathlib import Path

import pytest

from cabin_memory.domain.errors import KeyUnavailable, StoreError, StoreReadOnly
from cabin_memory.outbound.device_key import CREDENTIAL, DEVELOPMENT_FILE, load_device_key
from store.vaults import DEVICE_KEY, hashes


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


def test_a_development_key_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    made = load_device_key(folder, create=True)
    assert len(made) == 32
    assert (folder / DEVELOPMENT_FILE).stat().st_mode & 0o777 == 0o600
    assert load_device_key(folder, create=True) == load_device_key(folder, create=False) == made
    assert load_device_key(tmp_path / "other", create=True) != made


def test_the_credential_of_systemd_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_device_key(tmp_path, create=True)
    (tmp_path / CREDENTIAL).write_bytes(DEVICE_KEY)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert load_device_key(tmp_path, create=False) == DEVICE_KEY


def test_without_a_key_nothing_is_made_unless_asked_for(tmp_path: Path) -> None:
    with pytest.raises(KeyUnavailable) as fault:
        load_device_key(tmp_path, create=False)
    assert fault.value.remedy
    assert not hashes(tmp_path)


def test_no_new_key_is_made_beside_a_keyring(state: Path) -> None:
    before = hashes(state)
    with pytest.raises(KeyUnavailable, match="its device key is gone") as fault:
        load_device_key(state, create=True)
    assert "nothing was overwritten" in fault.value.remedy
    assert hashes(state) == before


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_size_is_refused(size: int, tmp_path: Path) -> None:
    file = tmp_path / DEVELOPMENT_FILE
    file.write_bytes(bytes(size))
    file.chmod(0o600)
    with pytest.raises(KeyUnavailable, match=f"holds {size} bytes"):
        load_device_key(tmp_path, create=True)
    assert file.stat().st_size == size


def test_a_key_that_others_may_read_is_refused_with_the_command_that_mends_it(tmp_path: Path) -> None:
    load_device_key(tmp_path, create=True)
    file = tmp_path / DEVELOPMENT_FILE
    file.chmod(0o640)
    with pytest.raises(KeyUnavailable) as fault:
        load_device_key(tmp_path, create=True)
    assert fault.value.remedy == f"Run: chmod 600 {file}"


def test_where_no_key_can_be_written_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as fault:
        load_device_key(tmp_path / "file" / "state", create=True)
    assert isinstance(fault.value, StoreReadOnly)
    assert fault.value.remedy
