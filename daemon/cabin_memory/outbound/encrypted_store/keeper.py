"""All vaults of a car: one file a person, one for the household, their keys in the keyring."""

import asyncio
import fcntl
import logging
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cabin_memory.domain.errors import StoreDamaged, StoreError, StoreInUse, StoreReadOnly
from cabin_memory.domain.people import OccupantId, Owner
from cabin_memory.outbound.device_key import KEYRING
from cabin_memory.outbound.encrypted_store.group_commit import GroupCommit
from cabin_memory.outbound.encrypted_store.keyring import HOUSEHOLD, Entry, Keyring
from cabin_memory.outbound.encrypted_store.memory_store import EncryptedMemoryStore
from cabin_memory.outbound.encrypted_store.reserve import Reserve

log = logging.getLogger(__name__)

_PEOPLE = "people"
_HOUSEHOLD_FILE = "household.db"


class EncryptedStoreKeeper:
    """Holds the state folder for this process alone. See the port for what its methods promise."""

    def __init__(self, folder: Path, keyring: Keyring, lock: int) -> None:
        self._folder = folder
        self._keyring = keyring
        self._lock = lock
        self._sweep()
        self._writer = GroupCommit()
        # One thread: SQLite connections are used by one at a time, and searches are short.
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._reserve = Reserve(folder)
        self._opening = threading.Lock()

    @classmethod
    def take(cls, folder: Path, device_key: bytes, former_key: bytes | None = None) -> "EncryptedStoreKeeper":
        """Take the folder and read the keyring.

        Raises:
            StoreInUse: another process holds the folder.
            StoreReadOnly: the folder cannot be written.
            WrongKey, StoreDamaged, NewerSchema: the keyring cannot be read or is gone; nothing was changed.
        """
        try:
            (folder / _PEOPLE).mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            raise StoreReadOnly(f"{folder}: {fault.strerror}") from fault
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return cls(folder, Keyring(folder / KEYRING, device_key, former_key), lock)
        except BlockingIOError as fault:
            os.close(lock)
            raise StoreInUse(f"{folder} is held by another daemon") from fault
        except BaseException:
            os.close(lock)
            raise

    def owners(self) -> Sequence[Owner]:
        return [Owner(OccupantId.parse(owner)) for owner in self._keyring.entries if owner != HOUSEHOLD]

    async def open(self, owner: Owner | None, *, create: bool) -> EncryptedMemoryStore | None:
        name = HOUSEHOLD if owner is None else str(owner)
        if not create and name not in self._keyring.entries:
            return None  # asked with every question, so not in a thread
        return await asyncio.to_thread(self._open, name, create)

    def _open(self, owner: str, create: bool) -> EncryptedMemoryStore | None:
        with self._opening:
            entry = self._keyring.entries.get(owner)
            if entry is not None:
                return self._store(owner, entry, create=False)
            if not create:
                return None
            entry = Entry.new()
            file = self._file(owner, entry)
            self._keyring.begin(file.name)
            try:
                # The file before its entry: an entry without its file would look like a loss.
                store = self._store(owner, entry, create=True)
                self._keyring.keep(owner, entry, file.name)
            except StoreError:
                self._finish(file.name)
                raise
            return store

    async def guest(self) -> EncryptedMemoryStore:
        return await asyncio.to_thread(EncryptedMemoryStore.in_memory, self._writer, self._readers)

    async def wipe(self, owner: Owner | None) -> bool:
        return await asyncio.to_thread(self._wipe, HOUSEHOLD if owner is None else str(owner))

    def _wipe(self, owner: str) -> bool:
        with self._opening:
            entry = self._keyring.entries.get(owner)
            if entry is None:
                return False
            file = self._file(owner, entry)
            # The key first: whatever of the file outlasts the next line cannot be read any more.
            self._keyring.drop(owner, file.name)
            self._finish(file.name)
            return True

    def _file(self, owner: str, entry: Entry) -> Path:
        return self._place(_HOUSEHOLD_FILE if owner == HOUSEHOLD else f"{entry.file}.db")

    def _place(self, name: str) -> Path:
        return self._folder / name if name == _HOUSEHOLD_FILE else self._folder / _PEOPLE / name

    def _store(self, owner: str, entry: Entry, *, create: bool) -> EncryptedMemoryStore:
        file = self._file(owner, entry)
        return EncryptedMemoryStore.open(
            file, entry.key, self._writer, self._readers, self._reserve, create=create
        )

    def _sweep(self) -> None:
        """Finish what a power cut interrupted. A vault that no entry names is left alone.

        Raises:
            StoreDamaged: there are files and no keyring, so it was lost.
        """
        files = [*(self._folder / _PEOPLE).glob("*.db"), *self._folder.glob(_HOUSEHOLD_FILE)]
        if files and not (self._folder / KEYRING).exists():
            raise StoreDamaged(
                f"{self._folder} has vaults but no keyring",
                remedy="Restore the keyring from a backup; no vault opens without it. Nothing was changed.",
            )
        known = {self._file(owner, entry).name for owner, entry in self._keyring.entries.items()}
        for name in self._keyring.unfinished:
            self._finish(name)
        for file in files:
            if file.exists() and file.name not in known | self._keyring.unfinished:
                log.warning(
                    "%s is in no entry of the keyring, which may come from an older backup. Restore the "
                    "newest keyring, or delete the file.",
                    file,
                )

    def _finish(self, name: str) -> None:
        """Remove a file that no key opens, with its log, and note that it is gone."""
        file = self._place(name)
        try:
            for part in file.parent.glob(f"{name}*"):
                part.unlink(missing_ok=True)
            self._keyring.finish(name)
        except (OSError, StoreError) as fault:
            log.warning(
                "%s, which no key opens, cannot be removed (%s). It is tried again at the next start; make "
                "the state folder writable and free space on its partition.",
                file,
                type(fault).__name__,
            )

    async def close(self) -> None:
        """After every store of it: end the threads, let go of the folder."""
        await asyncio.to_thread(self._writer.close)
        self._readers.shutdown()
        os.close(self._lock)
