"""The keyring: which person has which vault file and key, all of it under the device key.

The whole list is encrypted (AES-256-GCM), so the plain file names no person and does not even tell how many
there are but for its size. It is replaced as a whole: temporary file, fsync, rename, fsync of the folder.
"""

import logging
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import msgpack
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cabin_memory.domain.errors import NewerSchema, StoreDamaged, StoreFull, StoreReadOnly, WrongKey

log = logging.getLogger(__name__)

_MAGIC = b"CMKR"
_VERSION = 2
_NONCE = 12  # bytes, NIST SP 800-38D
_SMALLEST = len(_MAGIC) + 1 + _NONCE + 16
HOUSEHOLD = ""
"""The entry of the household; no occupant id is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A vault's file name (random, without folder and suffix) and its raw key of 32 bytes."""

    file: str
    key: bytes

    @classmethod
    def new(cls) -> "Entry":
        return cls(file=secrets.token_hex(16), key=secrets.token_bytes(32))


class Keyring:
    """Entries by occupant id. Not shared between processes: the keeper's lock sees to that."""

    def __init__(self, file: Path, device_key: bytes, former_key: bytes | None = None) -> None:
        """Read the file, or begin an empty keyring.

        A keyring that opens with the former key only is written anew under the present one: so the device
        key is changed, and so a vault moves to a repaired head unit.

        Raises:
            StoreFull, StoreReadOnly: it could not be written anew; it is as before.
            WrongKey: it was written with another device key, or altered.
            StoreDamaged: it is no keyring.
            NewerSchema: a newer version wrote it.
        """
        self._file = file
        self._cipher = AESGCM(device_key)
        self._former = None if former_key is None else AESGCM(former_key)
        self.entries: dict[str, Entry] = {}
        self.unfinished: frozenset[str] = frozenset()
        """Names of vault files that are being made or destroyed: after a power cut they may go."""
        if file.exists():
            self.entries, self.unfinished, rewrap = self._read()
            if rewrap:
                self._write(self.entries, self.unfinished)
                log.info("the keyring is under the new device key; the former one is not needed any more")

    def _read(self) -> tuple[dict[str, Entry], frozenset[str], bool]:
        """Entries, unfinished files, and whether it was the former key that opened it."""
        if not self._file.is_file():
            raise StoreDamaged(f"{self._file} is no file")
        try:
            raw = self._file.read_bytes()
        except OSError as fault:
            raise StoreDamaged(f"{self._file} cannot be read: {fault.strerror}") from fault
        if len(raw) < _SMALLEST or not raw.startswith(_MAGIC):
            raise StoreDamaged(f"{self._file} is not a keyring")
        if raw[len(_MAGIC)] > _VERSION:
            raise NewerSchema(f"{self._file} has version {raw[len(_MAGIC)]}, this daemon knows {_VERSION}")
        head, rest = raw[: len(_MAGIC) + 1], raw[len(_MAGIC) + 1 :]
        rewrap = False
        try:
            plain = self._cipher.decrypt(rest[:_NONCE], rest[_NONCE:], head)
        except InvalidTag as fault:
            plain, rewrap = self._by_former(rest, head, fault), True
        document = msgpack.unpackb(plain)
        listed, unfinished = (document, []) if head[-1] == 1 else document  # version 1 had no second part
        return (
            {o: Entry(file=file, key=key) for o, (file, key) in listed.items()},
            frozenset(unfinished),
            rewrap,
        )

    def _by_former(self, rest: bytes, head: bytes, fault: InvalidTag) -> bytes:
        if self._former is not None:
            try:
                return self._former.decrypt(rest[:_NONCE], rest[_NONCE:], head)
            except InvalidTag:
                raise WrongKey(f"{self._file} opens with neither device key") from fault
        raise WrongKey(f"{self._file} cannot be opened with this device key") from fault

    def begin(self, file: str) -> None:
        """Note a file before it is made; durable when it returns.

        Raises:
            StoreFull, StoreReadOnly: it could not be written.
        """
        self._write(self.entries, self.unfinished | {file})

    def keep(self, owner: str, entry: Entry, file: str) -> None:
        """Add an entry whose file is complete; durable when it returns.

        Raises:
            StoreFull, StoreReadOnly: it could not be written; the keyring is as before.
        """
        self._write({**self.entries, owner: entry}, self.unfinished - {file})

    def drop(self, owner: str, file: str) -> None:
        """Destroy an entry; durable when it returns. Its file may go from now on.

        Raises:
            StoreFull, StoreReadOnly: it could not be written; the keyring is as before.
        """
        others = {other: entry for other, entry in self.entries.items() if other != owner}
        self._write(others, self.unfinished | {file})

    def finish(self, file: str) -> None:
        """A file that was unfinished is gone. Raises as `drop`."""
        if file in self.unfinished:
            self._write(self.entries, self.unfinished - {file})

    def _write(self, entries: dict[str, Entry], unfinished: frozenset[str]) -> None:
        listed = {owner: (entry.file, entry.key) for owner, entry in entries.items()}
        plain = msgpack.packb((listed, sorted(unfinished)))
        head, nonce = _MAGIC + bytes([_VERSION]), secrets.token_bytes(_NONCE)
        temporary = self._file.with_suffix(".new")
        try:
            with temporary.open("wb") as out:
                out.write(head + nonce + self._cipher.encrypt(nonce, plain, head))
                out.flush()
                os.fsync(out.fileno())
            temporary.replace(self._file)
            folder = os.open(self._file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as fault:
            kind = StoreReadOnly if fault.errno in (30, 13) else StoreFull  # EROFS, EACCES
            raise kind(f"{self._file} cannot be written: {fault.strerror}") from fault
        self.entries, self.unfinished = entries, unfinished
