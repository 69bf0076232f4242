"""The device key: 32 bytes that wrap every vault's own key.

On a head unit systemd hands it over (`LoadCredentialEncrypted=cabin-memory.device-key`). For development a
file of mode 0600 in the state folder stands in; it is made once, and never where a keyring already exists.
"""

import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from cabin_memory.domain.errors import KeyUnavailable, StoreReadOnly

CREDENTIAL = "cabin-memory.device-key"
DEVELOPMENT_FILE = "development-device-key"
KEYRING = "keyring"
FORMER = ".old"
KEY_BYTES = 32
_UNREACHABLE = "Name a folder (--state-dir) that the daemon's user can reach."


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceKeys:
    """The key in use, and the one before it while the key is being changed."""

    current: bytes
    former: bytes | None = None


def load_device_keys(state_dir: Path, *, create: bool) -> DeviceKeys:
    """The device key and, where it lies beside it with `.old` behind its name, the former one.

    Args:
        create: make a development key where there is neither a key nor a keyring (session bus only).

    Raises:
        KeyUnavailable: there is no key, or one has the wrong size or mode. Nothing was written.
        StoreReadOnly: a development key cannot be written.
    """
    try:
        return _load(state_dir, create=create)
    except OSError as fault:  # even asking whether a file exists may be refused
        raise KeyUnavailable(f"{fault.filename}: {fault.strerror}", remedy=_UNREACHABLE) from fault


def _load(state_dir: Path, *, create: bool) -> DeviceKeys:
    if folder := os.environ.get("CREDENTIALS_DIRECTORY"):
        credential = Path(folder) / CREDENTIAL
        if credential.exists():
            return _both(credential, check_mode=False)
    development = state_dir / DEVELOPMENT_FILE
    if development.exists():
        return _both(development, check_mode=True)
    if not create:
        raise KeyUnavailable(f"no systemd credential {CREDENTIAL} and no {development}")
    if (state_dir / KEYRING).exists():
        raise KeyUnavailable(f"{state_dir} has a keyring but its device key is gone")
    return DeviceKeys(current=_make(development))


def _both(file: Path, *, check_mode: bool) -> DeviceKeys:
    former = file.with_name(file.name + FORMER)
    return DeviceKeys(
        current=_read(file, check_mode=check_mode),
        former=_read(former, check_mode=check_mode) if former.exists() else None,
    )


def _read(file: Path, *, check_mode: bool) -> bytes:
    if not file.is_file():
        raise KeyUnavailable(f"{file} is no file")
    try:
        mode, key = stat.S_IMODE(file.stat().st_mode), file.read_bytes()
    except OSError as fault:
        raise KeyUnavailable(f"{file} cannot be read: {fault.strerror}") from fault
    if check_mode and mode != 0o600:
        raise KeyUnavailable(f"{file} has mode {mode:04o}", remedy=f"Run: chmod 600 {file}")
    if len(key) != KEY_BYTES:
        raise KeyUnavailable(f"{file} holds {len(key)} bytes, not {KEY_BYTES}")
    return key


def _make(file: Path) -> bytes:
    key = secrets.token_bytes(KEY_BYTES)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(key)
            out.flush()
            os.fsync(out.fileno())
    except OSError as fault:
        raise StoreReadOnly(f"{file} cannot be written: {fault.strerror}") from fault
    return key
