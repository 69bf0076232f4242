"""One writer thread: everything that waits is written in one transaction per vault, then acknowledged.

A commit costs a flush to the flash whatever it holds, so callers that come at once share one. Each piece of
work stands in a savepoint of its own: one that fails does so alone.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import apsw

from cabin_memory.domain.errors import StoreDamaged, StoreFull, Unavailable
from cabin_memory.outbound.encrypted_store.database import translated

T = TypeVar("T")

# More in one transaction would hold up the first in line for longer than a flush takes.
_MOST_IN_ONE = 128


@dataclass(slots=True, kw_only=True)
class _Work:
    connection: apsw.Connection
    file: Path
    run: Callable[[apsw.Connection], Any]
    alone: bool
    """Brings its own transactions, such as a checkpoint."""
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None


class GroupCommit:
    """The writer of all vaults of a keeper."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._forever, name="store-writer", daemon=True)
        self._thread.start()

    async def write(
        self,
        connection: apsw.Connection,
        file: Path,
        run: Callable[[apsw.Connection], T],
        *,
        alone: bool = False,
    ) -> T:
        """Run on the writer thread; durable when it returns.

        Raises:
            StoreError, Unavailable: it failed and left nothing behind.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(
            _Work(connection=connection, file=file, run=run, alone=alone, loop=loop, future=future)
        )
        # A caller that gives up does not undo what others share a commit with.
        return await asyncio.shield(future)

    def close(self) -> None:
        """Finish what waits, then end. Blocks."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _forever(self) -> None:
        ending = False
        while not ending:
            batch, ending = self._take()
            groups: dict[int, list[_Work]] = {}
            for work in batch:
                if work.alone:
                    self._commit(groups.pop(id(work.connection), []))
                    self._alone(work)
                else:
                    groups.setdefault(id(work.connection), []).append(work)
            for group in groups.values():
                self._commit(group)

    def _take(self) -> tuple[list[_Work], bool]:
        """What waits, at least one; and whether the end was asked for."""
        batch: list[_Work] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) >= _MOST_IN_ONE:
                return batch, False
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, group: list[_Work]) -> None:
        if not group:
            return
        done: list[_Work] = []
        try:
            with translated(group[0].file), group[0].connection as connection:
                for work in group:
                    try:
                        with translated(work.file), connection:  # nested: a savepoint
                            work.result = work.run(connection)
                    except (StoreFull, StoreDamaged):
                        done.append(work)
                        raise  # SQLite has undone the whole transaction
                    except Exception as fault:  # noqa: BLE001 - it belongs to this caller alone
                        _fail(work, fault)
                    else:
                        done.append(work)
        except Exception as fault:  # noqa: BLE001 - every caller of the transaction must hear of it
            for work in group:
                _fail(work, fault)  # whoever was told already keeps the first word
        else:
            for work in done:
                _succeed(work)

    def _alone(self, work: _Work) -> None:
        try:
            with translated(work.file):
                work.result = work.run(work.connection)
        except Exception as fault:  # noqa: BLE001 - it belongs to this caller
            _fail(work, fault)
        else:
            _succeed(work)


def _succeed(work: _Work) -> None:
    work.loop.call_soon_threadsafe(_set, work.future, work.result, None)


def _fail(work: _Work, fault: Exception) -> None:
    work.loop.call_soon_threadsafe(_set, work.future, None, fault)


def _set(future: asyncio.Future[Any], result: Any, fault: Exception | None) -> None:
    if future.done():
        return
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)
