"""Many callers at once share commits, each is told the truth, and what was told outlasts a power cut."""

import asyncio
import shutil
from pathlib import Path

import pytest

from cabin_memory.domain.errors import InvalidArgument, NotFound, Unavailable
from cabin_memory.domain.ports import MemoryFilter, Stored
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.group_commit import GroupCommit
from store.vaults import ANNA, BEN, DEVICE_KEY, MODEL, keep, opened, said, unit, unlocked, vault_file

CALLERS = 50


async def test_fifty_additions_at_once_are_durable_without_closing(tmp_path: Path) -> None:
    live, power_cut = tmp_path / "live", tmp_path / "power-cut"
    memories = [said(n, f"第{n}次充电") for n in range(CALLERS)]
    async with opened(live) as store:
        stored = await asyncio.gather(*(keep(store, one, unit(n)) for n, one in enumerate(memories)))
        assert [one.id for one in stored] == [one.id for one in memories]
        assert len({one.row for one in stored}) == CALLERS
        shutil.copytree(live, power_cut)
    async with opened(power_cut) as store:
        assert await store.find(MemoryFilter(newest_first=False)) == memories
        assert [one.row for one in await store.vectors(MODEL, 0, 100)] == sorted(s.row for s in stored)


def _commits(folder: Path) -> int:
    """Transactions in the write-ahead log: frames that carry the size of the database (file format, 4.1)."""
    file = vault_file(folder)
    raw = file.with_name(file.name + "-wal").read_bytes()
    page_size = int.from_bytes(raw[8:12], "big")
    frames = range(32, len(raw), 24 + page_size)
    return sum(raw[frame + 4 : frame + 8] != bytes(4) for frame in frames)


async def test_additions_at_once_share_commits(tmp_path: Path) -> None:
    async with opened(tmp_path / "alone") as store:
        for n in range(CALLERS):
            await keep(store, said(n))
        assert _commits(tmp_path / "alone") == CALLERS
    async with opened(tmp_path / "shared") as store:
        await asyncio.gather(*(keep(store, said(n)) for n in range(CALLERS)))
        assert _commits(tmp_path / "shared") <= CALLERS / 5


async def test_who_fails_fails_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        results = await asyncio.gather(
            *(keep(store, said(n), b"no vector" if n % 5 == 0 else None) for n in range(CALLERS)),
            store.update([said(1, importance=2), said(99)]),
            return_exceptions=True,
        )
        added, update = results[:CALLERS], results[CALLERS]
        assert isinstance(update, NotFound)
        for n, result in enumerate(added):
            assert isinstance(result, Stored if n % 5 else InvalidArgument)
        kept = [said(n) for n in range(CALLERS) if n % 5]
        assert await store.find(MemoryFilter(newest_first=False)) == kept


async def test_the_same_observation_at_once_is_kept_once(tmp_path: Path) -> None:
    digest = said(0).digest
    async with opened(tmp_path) as store:
        stored = await asyncio.gather(*(keep(store, said(n, digest=digest)) for n in range(CALLERS)))
        assert sum(not one.duplicate for one in stored) == 1
        assert len({one.row for one in stored}) == 1
        assert await store.count() == 1


async def test_a_caller_that_gives_up_undoes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        tasks = [asyncio.create_task(keep(store, said(n))) for n in range(CALLERS)]
        await asyncio.sleep(0)  # all are handed to the writer
        for task in tasks[::2]:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(result, asyncio.CancelledError) for result in results) == CALLERS / 2
        assert await store.count() == CALLERS


async def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        tasks = [asyncio.create_task(keep(store, said(n))) for n in range(CALLERS)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
    async with opened(tmp_path) as store:
        assert await store.count() == CALLERS


async def test_two_vaults_are_written_at_once(tmp_path: Path) -> None:
    keeper = EncryptedStoreKeeper.take(tmp_path, DEVICE_KEY)
    anna, ben = await keeper.open(ANNA, create=True), await keeper.open(BEN, create=True)
    assert anna is not None
    assert ben is not None
    await asyncio.gather(*(keep((anna, ben)[n % 2], said(n)) for n in range(CALLERS)))
    for store, remainder in ((anna, 0), (ben, 1)):
        found = await store.find(MemoryFilter(newest_first=False))
        assert found == [said(n) for n in range(CALLERS) if n % 2 == remainder]
        await store.close()
    await keeper.close()


async def test_forgetting_among_additions_is_verified(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for n in range(10):
            await keep(store, said(n, f"wolverhampton {n}"))
        *_, receipt = await asyncio.gather(
            *(keep(store, said(100 + n)) for n in range(CALLERS)),
            *(store.find(MemoryFilter()) for _ in range(10)),
            store.forget([said(n).id for n in range(10)]),
        )
        assert (receipt.count, receipt.verified) == (10, True)
        assert await store.count() == CALLERS
        connection = unlocked(tmp_path)
        assert b"wolverhampton" not in connection.serialize("main")
        connection.close()


async def test_a_closed_writer_refuses() -> None:
    writer = GroupCommit()
    writer.close()
    with pytest.raises(Unavailable, match="closed"):
        await writer.write(None, Path(), lambda _: None)  # type: ignore[arg-type]
