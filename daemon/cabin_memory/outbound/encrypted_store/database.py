"""One encrypted SQLite file: opening, migrating, and what its errors mean.

SQLite3 Multiple Ciphers, cipher chacha20 (ChaCha20-Poly1305 per page), raw key, write-ahead log.
"""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import apsw

from cabin_memory.domain.errors import (
    CabinMemoryError,
    NewerSchema,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    Unavailable,
    VaultClosed,
    WrongCipher,
)

CIPHER = "chacha20"
_OTHER_CIPHERS = ("sqlcipher", "aes256cbc", "aes128cbc", "rc4", "ascon128", "aegis")
_BUSY_MS = 3000  # another process that holds the file longer than this is a fault
_CACHE_KIB = 2048
# One memory changes about twenty pages, each in part: small pages halve what is written to the flash. Files
# made before keep the size that they have.
PAGE_BYTES = 1024
# Pages of the log before they are brought into the file, 4 MiB: many commits change the same pages.
_LOG_PAGES = 4000
# A commit needs a few pages; with less than this the disk counts as full.
_LEAST_FREE_BYTES = 65536


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """Turns what SQLite raises into the domain's errors. Their details name the file and never content."""
    try:
        yield
    except CabinMemoryError:
        raise
    except apsw.FullError as fault:
        raise StoreFull(f"{file}: no space left") from fault
    except apsw.ReadOnlyError as fault:
        raise StoreReadOnly(f"{file}: read-only") from fault
    except (apsw.BusyError, apsw.LockedError) as fault:
        raise Unavailable(f"{file}: held by another program") from fault
    except (apsw.CorruptError, apsw.NotADBError) as fault:
        raise StoreDamaged(f"{file}: a page cannot be decrypted or is malformed") from fault
    except apsw.CantOpenError as fault:
        raise _cannot_open(file) from fault
    except apsw.IOError as fault:
        raise (StoreFull if _full(file) else StoreDamaged)(f"{file}: input/output error") from fault
    except OSError as fault:
        raise (StoreFull if fault.errno == errno.ENOSPC else StoreReadOnly)(
            f"{file}: {fault.strerror}"
        ) from fault
    except (apsw.ConnectionClosedError, apsw.ThreadingViolationError) as fault:
        raise VaultClosed(f"{file}: closed") from fault
    except apsw.Error as fault:  # a table is gone, a row breaks a rule: nothing of ours writes that
        raise StoreDamaged(f"{file}: {type(fault).__name__}") from fault


def _full(file: Path) -> bool:
    space = os.statvfs(file.parent)
    return space.f_bavail * space.f_frsize < _LEAST_FREE_BYTES


def _cannot_open(file: Path) -> StoreError:
    if not os.access(file.parent, os.W_OK):
        return StoreReadOnly(f"{file.parent}: not writable")
    if _full(file):
        return StoreFull(f"{file}: no space left")
    return StoreDamaged(f"{file}: cannot be opened")


def _keyed(file: Path, key: bytes, cipher: str) -> apsw.Connection:
    connection = apsw.Connection(str(file))
    connection.pragma("cipher", cipher)
    connection.execute(f"PRAGMA key = \"x'{key.hex()}'\"")
    connection.pragma("page_size", PAGE_BYTES)
    return connection


def _explain(file: Path, key: bytes) -> StoreError:
    """Why the first page cannot be read: another cipher, no cipher, or damage."""
    with file.open("rb") as raw:
        if raw.read(16) == b"SQLite format 3\0":
            return WrongCipher(f"{file} is not encrypted")
    for cipher in _OTHER_CIPHERS:
        connection = _keyed(file, key, cipher)
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        except apsw.Error:
            continue
        finally:
            connection.close()
        return WrongCipher(f"{file} is encrypted with {cipher}, not {CIPHER}")
    return StoreDamaged(f"{file}: the first page cannot be decrypted")


def connect(file: Path, key: bytes, *, create: bool) -> apsw.Connection:
    """Open a file that can be read, with every safety setting on.

    Raises:
        StoreDamaged: the file is missing or empty and not to be created, or its first page is damaged.
        WrongCipher, StoreFull, StoreReadOnly, Unavailable: as their names say.
    """
    if not create and not file.exists():
        raise StoreDamaged(f"{file} is in the keyring but not on the disk")
    with translated(file):
        connection = _keyed(file, key, CIPHER)
        try:
            tables = connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        except apsw.NotADBError:
            connection.close()
            raise _explain(file, key) from None
        if not (tables or create):
            connection.close()
            raise StoreDamaged(f"{file} is empty")
        connection.set_busy_timeout(_BUSY_MS)
        for pragma, value in (
            ("journal_mode", "wal"),
            ("synchronous", "full"),
            ("secure_delete", "on"),
            ("temp_store", "memory"),
            ("foreign_keys", "on"),
            ("cache_size", -_CACHE_KIB),
            ("wal_autocheckpoint", _LOG_PAGES),
        ):
            connection.pragma(pragma, value)
        return connection


def in_memory() -> apsw.Connection:
    """An empty database that lives in this process only."""
    connection = apsw.Connection(":memory:")
    connection.pragma("secure_delete", "on")
    connection.pragma("foreign_keys", "on")
    return connection


def migrate(connection: apsw.Connection, file: Path) -> None:
    """Bring the schema to the newest version, all steps in one transaction.

    Raises:
        NewerSchema: a newer version of the daemon wrote it; nothing was changed.
    """
    steps = _steps()
    with translated(file):
        version = int(connection.pragma("user_version"))
        if version > len(steps):
            raise NewerSchema(f"{file} has schema {version}, this daemon knows {len(steps)}")
        if version == len(steps):
            return
        with connection:
            for step in steps[version:]:
                connection.execute(step)
            connection.pragma("user_version", len(steps))


def empty_log(connection: apsw.Connection) -> bool:
    """Bring the write-ahead log into the file and cut it to nothing. False while another connection reads."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(truncate)").fetchall()[0]
    return not busy


def _steps() -> list[str]:
    """The numbered SQL files in order. Raises RuntimeError when a number is missing: a packaging fault."""
    folder = resources.files("cabin_memory.outbound") / "schema"
    files = sorted(
        (f.name, f.read_text("utf-8")) for f in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", f.name)
    )
    if [int(name[:4]) for name, _ in files] != list(range(1, len(files) + 1)):
        raise RuntimeError("the numbered schema files are not complete")
    return [text for _, text in files]
