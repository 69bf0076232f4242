"""Proof of forgetting: a vault's pages are searched for what was forgotten.

A row that is deleted is overwritten with zeros where it stands, and so is a page that is freed
(`secure_delete`). But SQLite balances its trees by moving rows, and what it moves it leaves behind, whole or
in part, in the gap of the page. The full-text index separates its pages by terms that may be gone. These
places are searched, decrypted; the write-ahead log must have been emptied before.
"""

from collections.abc import Iterable, Iterator
from struct import unpack_from

import apsw

# A shorter piece is bound to stand in other memories as well and proves nothing.
_PIECE = 6
_FILE_HEADER = 100
# SQLite file format, 1.6: kind of page to the size of its header.
_TREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}


def leftovers(connection: apsw.Connection, forgotten: Iterable[bytes]) -> bool:
    """Whether a piece of what was forgotten is left.

    Any remainder of 11 bytes or more is found, and shorter ones where they begin or end a text. What another
    memory that still exists says as well is that memory's.
    """
    separators = (term for (term,) in connection.execute("SELECT term FROM memory_terms_idx"))
    searched = [*_gaps(connection.serialize("main"), connection.pragma("page_size")), *separators]
    standing = {area[at : at + _PIECE] for area in searched for at in range(len(area) - _PIECE + 1)}
    suspects = standing.intersection(_pieces(forgotten))
    return any(not _is_said(connection, piece) for piece in suspects)


def _gaps(image: bytes, page_size: int) -> Iterator[bytes]:
    """What stands between the list of cells and the cells of every page."""
    for start in range(0, len(image), page_size):
        head = start or _FILE_HEADER
        size = _TREE_PAGES.get(image[head])
        if size is not None:
            cells, content = unpack_from(">HH", image, head + 3)
            yield image[head + size + 2 * cells : start + content].strip(b"\0")


def _pieces(forgotten: Iterable[bytes]) -> Iterator[bytes]:
    for whole in forgotten:
        last = len(whole) - _PIECE
        if last >= 0:
            yield from (whole[at : at + _PIECE] for at in (*range(0, last, _PIECE), last))


def _is_said(connection: apsw.Connection, piece: bytes) -> bool:
    columns = ("CAST(text AS BLOB)", "CAST(subject AS BLOB)", "CAST(terms AS BLOB)", "rest")
    where = " OR ".join(f"instr({column}, ?1)" for column in columns)
    return connection.execute(f"SELECT 1 FROM memory WHERE {where} LIMIT 1", (piece,)).fetchone() is not None
