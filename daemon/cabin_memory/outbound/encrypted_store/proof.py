"""Proof of forgetting: the vault's own bytes are searched for what was forgotten."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import apsw

# A shorter piece is bound to stand in other memories as well and proves nothing.
_SHORTEST_NEEDLE = 6


def leftovers(connection: apsw.Connection, file: Path, needles: Sequence[tuple[str, bytes]]) -> int:
    """How many texts or vectors still stand in the files, raw, or in any page, decrypted.

    What another memory that still exists says word for word is that memory's. The decrypted image holds every
    page of the database, the free ones too; the write-ahead log must have been truncated before.
    """
    image = connection.serialize("main")
    areas = [image, *(path.read_bytes() for path in _files(file) if path.exists())]
    searched = [_needles(connection, text, vector) for text, vector in needles]
    return sum(any(needle in area for needle in pieces for area in areas) for pieces in searched)


def _files(file: Path) -> Iterable[Path]:
    return (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm"))


def _needles(connection: apsw.Connection, text: str, vector: bytes) -> list[bytes]:
    encoded = text.encode()
    shared = connection.execute("SELECT 1 FROM memory WHERE instr(text, ?) LIMIT 1", (text,)).fetchone()
    if shared is not None or len(encoded) < _SHORTEST_NEEDLE:
        return []
    # A vector is long enough that its beginning is its own; it may be split over two pages.
    return [encoded, *([vector[:64]] if vector else [])]
