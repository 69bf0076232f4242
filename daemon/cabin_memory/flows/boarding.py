"""Vaults come and go with their people: open, load vectors, embed what is pending, close."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

from cabin_memory.domain.errors import CabinMemoryError, ModelUnavailable, StoreError, UnknownOccupant
from cabin_memory.domain.people import Guest, Whose
from cabin_memory.domain.ports import (
    MemoryStore,
    StoreKeeper,
    TextUnderstanding,
    VectorIndexFactory,
)
from cabin_memory.domain.settings import EmbeddingSettings
from cabin_memory.domain.text import Side
from cabin_memory.domain.workplace import Meter, OpenVault

log = logging.getLogger(__name__)

_HOUSEHOLD = None
# Longer than any call takes.
_LINGERS_S = 5.0


class Boarding:
    """Open vaults by owner; `None` is the household's. One opening and one embedding job per vault."""

    def __init__(
        self,
        keeper: StoreKeeper,
        new_index: VectorIndexFactory,
        understanding: TextUnderstanding,
        settings: EmbeddingSettings,
        meter: Meter,
        prepare: Callable[[OpenVault], Awaitable[object]],
    ) -> None:
        """`prepare` runs on a vault that was opened, before its vectors are loaded."""
        self._prepare = prepare
        self._keeper = keeper
        self._new_index = new_index
        self._understanding = understanding
        self._settings = settings
        self._meter = meter
        self._openings: dict[Whose | None, asyncio.Task[OpenVault | None]] = {}
        self._wanted: frozenset[Whose] = frozenset()
        self._faults: dict[Whose | None, StoreError] = {}
        self._embedding: dict[int, asyncio.Task[None]] = {}
        self._leaving: dict[Whose | None, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()

    # ---------------------------------------------------------------------------------- opening
    async def open(self, owner: Whose | None, *, create: bool) -> OpenVault | None:
        """The vault with its vectors loaded; concurrent callers share one opening."""
        vault = await self._shared(owner, create=create)
        if vault is None and create:
            # An earlier opening found no vault; this caller may make one.
            vault = await self._shared(owner, create=True)
        return vault

    async def _shared(self, owner: Whose | None, *, create: bool) -> OpenVault | None:
        task = self._openings.get(owner)
        if task is None:
            task = asyncio.create_task(self._open(owner, create=create))
            self._openings[owner] = task
        try:
            vault = await asyncio.shield(task)
        except CabinMemoryError as fault:
            self._drop(owner, task)
            if isinstance(fault, StoreError):
                self._faults[owner] = fault
            raise
        self._faults.pop(owner, None)
        if vault is None:
            self._drop(owner, task)
        return vault

    def _drop(self, owner: Whose | None, task: asyncio.Task[OpenVault | None]) -> None:
        if self._openings.get(owner) is task:
            del self._openings[owner]

    async def _open(self, owner: Whose | None, *, create: bool) -> OpenVault | None:
        store: MemoryStore | None
        if isinstance(owner, Guest):
            store = await self._keeper.guest() if create else None
            if store is not None and owner not in self._wanted:
                await store.close()  # left meanwhile: whoever sits there next must not find it
                raise UnknownOccupant("the guest has left")
        else:
            store = await self._keeper.open(owner, create=create)
        if store is None:
            return None
        vault = OpenVault(owner=owner, store=store, index=self._new_index())
        await vault.read_names()
        await self._prepare(vault)
        try:
            model_id = await self._understanding.ready()
        except ModelUnavailable:
            return vault  # level `structured`: full text and attributes still answer
        await self._load_vectors(vault, model_id)
        self.embed_soon(vault)
        return vault

    async def _load_vectors(self, vault: OpenVault, model_id: str) -> None:
        last = -1
        while rows := await vault.store.vectors(model_id, last, self._settings.load_chunk):
            vectors = await asyncio.to_thread(
                self._understanding.search_vectors,
                [row.vector for row in rows],
                [row.language for row in rows],
                Side.PASSAGE,
            )
            vault.index.add(rows, vectors)
            last = rows[-1].row

    # --------------------------------------------------------------------------------- embedding
    def embed_soon(self, vault: OpenVault) -> None:
        """Start the vault's embedding job unless it runs; it ends when nothing is pending."""
        running = self._embedding.get(id(vault))
        if running is None or running.done():
            self._embedding[id(vault)] = asyncio.create_task(self._embed(vault))

    async def _embed(self, vault: OpenVault) -> None:
        try:
            model_id = await self._understanding.ready()
            while waiting := await vault.store.pending(model_id, self._settings.batch):
                understood = await self._understanding.understand(
                    [text for _, _, text in waiting], Side.PASSAGE
                )
                by_row = {row: u for (row, _, _), u in zip(waiting, understood, strict=True)}
                kept = await vault.store.put_vectors(model_id, {r: u.vector for r, u in by_row.items()})
                # No await in between: what was forgotten meanwhile must not enter the index.
                vault.index.add(kept, [by_row[row.row].search_vector for row in kept])
                self._meter.count("embedded", len(kept))
        except CabinMemoryError as fault:
            # They stay pending in the store and are taken up at the next observation or start.
            log.warning("embedding stopped: %s", fault.word)
            self._meter.count("embedding_failed")

    async def settle(self) -> None:
        """Wait until nothing is being opened, embedded or closed."""
        while tasks := [
            task
            for task in (*self._openings.values(), *self._embedding.values(), *self._closing)
            if not task.done()
        ]:
            await asyncio.wait(tasks)

    def reload(self, vault: OpenVault, rows: Sequence[int]) -> None:
        """Read the vectors of changed memories again, and have made those that are pending."""
        task = asyncio.create_task(self._reload(vault, rows))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _reload(self, vault: OpenVault, rows: Sequence[int]) -> None:
        try:
            model_id = await self._understanding.ready()
            for row in rows:
                found = await vault.store.vectors(model_id, row - 1, 1)
                here = [one for one in found if one.row == row]
                if here:
                    searched = self._understanding.search_vectors(
                        [one.vector for one in here], [one.language for one in here], Side.PASSAGE
                    )
                    vault.index.add(here, searched)
        except CabinMemoryError as fault:
            log.warning("vectors were not read again: %s", fault.word)
        self.embed_soon(vault)

    # ----------------------------------------------------------------------------------- closing
    async def take(self, owner: Whose | None) -> OpenVault | None:
        """Close a vault, also a damaged one, so that it can be destroyed; None when it was not open."""
        self._faults.pop(owner, None)
        if owner in self._leaving:
            self._leaving.pop(owner).cancel()
        opening = self._openings.pop(owner, None)
        if opening is None:
            return None
        try:
            vault = await opening
        except CabinMemoryError:
            return None  # damaged: there is nothing to close
        if vault is not None:
            await self._shut(vault)
        return vault

    def keep_only(self, owners: Iterable[Whose]) -> None:
        """Open the vaults of these people, close those of everyone else.

        A guest's is gone at once. A person's is closed a little later, so that what they said while they
        got out is still kept; nobody reaches it meanwhile, because every call asks who is in the car.
        """
        self._wanted = wanted = frozenset(owners)
        for owner in [o for o in self._faults if o is not _HOUSEHOLD and o not in wanted]:
            del self._faults[owner]
        for back in wanted & self._leaving.keys():
            self._leaving.pop(back).cancel()
        for gone in self._openings.keys() - wanted - self._leaving.keys():
            if isinstance(gone, Guest):
                self._close_soon(gone)
            elif gone is not _HOUSEHOLD:
                loop = asyncio.get_running_loop()
                self._leaving[gone] = loop.call_later(_LINGERS_S, self._close_soon, gone)
        for owner in wanted - set(self._openings):
            warm = asyncio.create_task(self._warm(owner))
            self._closing.add(warm)
            warm.add_done_callback(self._closing.discard)

    def _close_soon(self, owner: Whose | None) -> None:
        self._leaving.pop(owner, None)
        if (opening := self._openings.pop(owner, None)) is not None:
            closing = asyncio.create_task(self._close(opening))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _warm(self, owner: Whose) -> None:
        try:
            await self.open(owner, create=False)
        except CabinMemoryError as fault:
            log.error("a vault cannot be opened: %s. %s", fault.word, fault.remedy)

    async def _close(self, opening: asyncio.Task[OpenVault | None]) -> None:
        try:
            vault = await opening
        except CabinMemoryError:
            return  # it was never open; whoever asked for it was told
        if vault is None:
            return
        await self._shut(vault)

    async def _shut(self, vault: OpenVault) -> None:
        job = self._embedding.pop(id(vault), None)
        if job is not None:
            job.cancel()
            await asyncio.wait([job])
        await self._write_recalled(vault)
        await vault.store.close()

    @staticmethod
    async def _write_recalled(vault: OpenVault) -> None:
        try:
            await vault.store.touch(vault.recalled)
        except StoreError as fault:
            log.warning("recalls were not noted: %s", fault.word)

    async def close(self) -> None:
        """Close every vault; what is pending stays pending in its store."""
        self.keep_only(())
        for leaving in list(self._leaving):
            self._leaving[leaving].cancel()
            self._close_soon(leaving)
        if (household := self._openings.pop(_HOUSEHOLD, None)) is not None:
            await self._close(household)
        if self._closing:
            await asyncio.wait(set(self._closing))
        await self._keeper.close()

    def faults(self) -> dict[Whose | None, StoreError]:
        """What is wrong with the vaults of those in the car, and with the household's."""
        opened = {vault.owner: fault for vault in self.opened() if (fault := vault.store.fault) is not None}
        return self._faults | opened

    def opened(self) -> list[OpenVault]:
        """Vaults that are open now."""
        done = [task for task in self._openings.values() if task.done() and not task.cancelled()]
        return [vault for task in done if task.exception() is None and (vault := task.result()) is not None]
