"""`MemoryStore` on one encrypted database: writes share commits, reads have a connection of their own."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import apsw

from cabin_memory.domain.consent import Choices
from cabin_memory.domain.errors import StoreError, StoreFull, VaultClosed
from cabin_memory.domain.habits import Habits
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord, Names
from cabin_memory.domain.ports import (
    ForgetReceipt,
    Forgotten,
    Found,
    MemoryFilter,
    Stored,
    StoredRow,
    Undo,
)
from cabin_memory.domain.recall import Hit, SearchScope
from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus
from cabin_memory.outbound.encrypted_store import ledger, proof, statements
from cabin_memory.outbound.encrypted_store.database import (
    connect,
    empty_log,
    in_memory,
    migrate,
    translated,
)
from cabin_memory.outbound.encrypted_store.group_commit import GroupCommit
from cabin_memory.outbound.encrypted_store.reserve import Reserve
from cabin_memory.outbound.encrypted_store.unchanged import Unchanged

log = logging.getLogger(__name__)

_NO_FILE = Path(":memory:")
# Memories that questions found, as they were read; about 2 KB each.
_MOST_KEPT = 1000

P = ParamSpec("P")
T = TypeVar("T")


class EncryptedMemoryStore:
    """One vault. See the port for what its methods promise."""

    def __init__(
        self,
        file: Path,
        writer: GroupCommit,
        readers: ThreadPoolExecutor,
        written: apsw.Connection,
        read: apsw.Connection,
        reserve: Reserve | None,
    ) -> None:
        """`reserve` None: a vault in memory, whose one connection stands for both."""
        self._reserve = reserve
        self._faults: dict[str, StoreError] = {}
        self._file = file
        self._writer = writer
        self._readers = readers
        self._written = written
        self._read = read
        self._closed = False
        self._unchanged = Unchanged()

    @classmethod
    def open(
        cls,
        file: Path,
        key: bytes,
        writer: GroupCommit,
        readers: ThreadPoolExecutor,
        reserve: Reserve,
        *,
        create: bool,
    ) -> "EncryptedMemoryStore":
        """Open and migrate; a deletion that a power cut interrupted is finished. Blocks.

        Raises:
            StoreDamaged, WrongCipher, NewerSchema, StoreFull, StoreReadOnly, Unavailable.
        """
        written = connect(file, key, create=create)
        try:
            migrate(written, file)
            with translated(file):
                # The log may still hold what was forgotten in the last moment before a power cut.
                empty_log(written)
            read = connect(file, key, create=False)
        except BaseException:
            written.close()
            raise
        return cls(file, writer, readers, written, read, reserve)

    @classmethod
    def in_memory(cls, writer: GroupCommit, readers: ThreadPoolExecutor) -> "EncryptedMemoryStore":
        """A vault that no file ever holds. Blocks."""
        connection = in_memory()
        migrate(connection, _NO_FILE)
        return cls(_NO_FILE, writer, readers, connection, connection, None)

    @property
    def fault(self) -> StoreError | None:
        return next(iter(self._faults.values()), None)

    # ---------------------------------------------------------------------------------- plumbing
    async def _reading(
        self, run: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def work() -> T:
            with translated(self._file):
                return run(self._read, *args, **kwargs)

        if self._closed:
            raise VaultClosed("the vault is closed")
        with self._noted("read"):
            if self._read is self._written:  # one connection is used by one thread at a time
                return await self._writer.write(self._written, self._file, lambda c: run(c, *args, **kwargs))
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def _writing(self, run: Callable[[apsw.Connection], T]) -> T:
        if self._closed:
            raise VaultClosed("the vault is closed")
        with self._noted("write"), self._unchanged.writing():
            if self._reserve:
                self._reserve.hold()
            return await self._writer.write(self._written, self._file, run)

    async def _removing(self, run: Callable[[apsw.Connection], T], *, alone: bool = False) -> T:
        """A write that makes the vault smaller and is done on a full disk too."""
        if self._closed:
            raise VaultClosed("the vault is closed")
        with self._noted("write"), self._unchanged.writing():
            try:
                return await self._writer.write(self._written, self._file, run, alone=alone)
            except StoreFull:
                if not (self._reserve and self._reserve.use()):
                    raise
            return await self._writer.write(self._written, self._file, run, alone=alone)

    @contextmanager
    def _noted(self, what: str) -> Iterator[None]:
        """Keeps in mind whether the last of its kind failed, for `fault`."""
        try:
            yield
        except StoreError as fault:
            self._faults[what] = fault
            raise
        self._faults.pop(what, None)

    # ----------------------------------------------------------------------------------- writing
    async def add(
        self,
        memory: MemoryRecord,
        terms: Sequence[str],
        placeholders: Mapping[str, Entity],
        vector: tuple[str, bytes] | None = None,
        changed: Sequence[MemoryRecord] = (),
    ) -> Stored:
        return await self._writing(lambda c: statements.add(c, memory, terms, placeholders, vector, changed))

    async def told(self, digest: str) -> MemoryId | None:
        return await self._reading(statements.told_id, digest)

    async def update(
        self, memories: Sequence[MemoryRecord], placeholders: Mapping[str, Entity] | None = None
    ) -> list[int]:
        def work(connection: apsw.Connection) -> list[int]:
            statements.name(connection, placeholders or {})
            return [statements.update(connection, memory) for memory in memories]

        return await self._writing(work)

    async def put_vectors(self, model_id: str, vectors: Mapping[int, bytes]) -> list[StoredRow]:
        return await self._writing(lambda c: statements.put_vectors(c, model_id, vectors))

    async def touch(self, recalled: Mapping[MemoryId, UtcMicros]) -> None:
        await self._writing(lambda c: statements.touch(c, recalled))

    async def forget(self, ids: Sequence[MemoryId]) -> ForgetReceipt:
        gone = await self._removing(lambda c: statements.delete(c, ids))
        verified = await self._removing(lambda c: self._clean(c, gone.content), alone=True)
        return ForgetReceipt(count=len(gone.rows), verified=verified, rows=gone.rows)

    async def forget_for_now(self, ids: Sequence[MemoryId], forgotten: Forgotten) -> tuple[int, ...]:
        def work(connection: apsw.Connection) -> tuple[int, ...]:
            undo = statements.undo_of(connection, ids)
            gone = statements.delete(connection, ids)
            ledger.note(connection, forgotten, undo)
            return gone.rows

        return await self._removing(work)

    async def note_forgotten(self, forgotten: Forgotten) -> None:
        await self._removing(lambda c: ledger.note(c, forgotten, None))

    async def forget_log(self, limit: int) -> list[Forgotten]:
        return await self._reading(ledger.receipts, limit)

    async def undoable(self, receipt: str) -> Undo | None:
        return await self._reading(ledger.undoable, receipt)

    async def settle(self, receipt: str) -> bool:
        undo = await self.undoable(receipt)
        content = statements.content_of(undo) if undo else []
        await self._removing(lambda c: ledger.settle(c, receipt, verified=False))
        verified = await self._removing(lambda c: self._clean(c, content), alone=True)
        await self._removing(lambda c: ledger.settle(c, receipt, verified=verified))
        return verified

    def _clean(self, connection: apsw.Connection, content: Sequence[bytes]) -> bool:
        """Empty the log and look; what is still found is cleaned harder, once."""
        if not empty_log(connection):
            log.warning("the write-ahead log is being read and could not be emptied")
            return False
        if not proof.leftovers(connection, content):
            return True
        log.warning("forgotten bytes were left in a page; rebuilding the file")
        connection.execute("INSERT INTO memory_terms (memory_terms) VALUES ('rebuild')")
        connection.execute("VACUUM")
        return empty_log(connection) and not proof.leftovers(connection, content)

    # ----------------------------------------------------------------------------------- reading
    async def get(self, ids: Sequence[MemoryId]) -> list[MemoryRecord]:
        return await self._reading(statements.get, ids)

    async def rows(self, rows: Sequence[int]) -> dict[int, MemoryRecord]:
        return {row: found.memory for row, found in (await self.found(rows)).items()}

    async def found(self, rows: Sequence[int]) -> dict[int, Found]:
        known = self._unchanged.part("found")
        missing = [row for row in rows if row not in known]
        if not missing:
            return {row: known[row] for row in rows}
        before = self._unchanged.writes
        read = await self._reading(statements.found, missing, await self.condition_sets())
        if self._unchanged.writes == before and len(known) + len(read) <= _MOST_KEPT:
            known.update(read)
        whole = known | read
        return {row: whole[row] for row in rows if row in whole}

    async def find(self, wanted: MemoryFilter) -> list[MemoryRecord]:
        return await self._reading(statements.find, wanted)

    async def count(
        self, statuses: frozenset[MemoryStatus] = frozenset(), kinds: frozenset[Kind] = frozenset()
    ) -> int:
        name = f"count {sorted(statuses)} {sorted(kinds)}"
        return await self._unchanged.get(name, lambda: self._reading(statements.count, statuses, kinds))

    async def page(self, after: int, limit: int) -> Mapping[int, MemoryRecord]:
        return await self._reading(statements.page, after, limit)

    async def choices(self) -> Choices:
        return await self._unchanged.get("choices", lambda: self._reading(ledger.choices))

    async def choose(self, choices: Choices) -> None:
        await self._removing(lambda c: ledger.choose(c, choices))

    async def habits(self) -> Habits:
        return await self._reading(ledger.habits)

    async def keep_habits(self, habits: Habits) -> None:
        await self._removing(lambda c: ledger.keep_habits(c, habits))

    async def asked(self) -> Mapping[str, UtcMicros]:
        return await self._reading(statements.asked)

    async def note_asked(self, question: str, at: UtcMicros) -> None:
        await self._writing(lambda c: statements.note_asked(c, question, at))

    async def search_text(self, terms: Sequence[str], scope: SearchScope, limit: int) -> list[Hit]:
        return await self._reading(statements.search_text, terms, scope, limit)

    async def search_categories(
        self, categories: Sequence[Category], scope: SearchScope, limit: int
    ) -> list[Hit]:
        return await self._reading(statements.search_categories, categories, scope, limit)

    async def condition_sets(self) -> Mapping[int, Conditions]:
        return await self._unchanged.get("sets", lambda: self._reading(statements.condition_sets))

    async def names(self) -> Names:
        return await self._reading(statements.names)

    async def pending(self, model_id: str, limit: int) -> list[tuple[int, MemoryId, str]]:
        return await self._reading(statements.pending, model_id, limit)

    async def vectors(self, model_id: str, after: int, limit: int) -> list[StoredRow]:
        return await self._reading(statements.vectors, model_id, after, limit)

    async def image(self) -> bytes:
        """Every page of the file, decrypted, freed ones included: to prove that nothing is left in them."""
        return await self._reading(lambda c: c.serialize("main"))

    async def close(self) -> None:
        """What waits is written first."""
        if self._closed:
            return

        def end(connection: apsw.Connection) -> None:
            connection.close()

        if self._read is not self._written:
            await self._reading(lambda c: c.close())
        await self._writer.write(self._written, self._file, end, alone=True)
        self._closed = True
