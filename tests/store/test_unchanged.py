"""What is kept of a vault between writes is never older than the last write."""

import asyncio

import pytest

from cabin_memory.outbound.encrypted_store.unchanged import Unchanged


class _Vault:
    def __init__(self) -> None:
        self.value = 0
        self.reads = 0

    async def read(self) -> int:
        self.reads += 1
        return self.value


async def test_what_was_read_is_not_read_again_until_something_is_written() -> None:
    vault, kept = _Vault(), Unchanged()
    assert [await kept.get("value", vault.read) for _ in range(3)] == [0, 0, 0]
    assert vault.reads == 1
    with kept.writing():
        vault.value = 1
    assert await kept.get("value", vault.read) == 1


async def test_a_read_that_a_write_overtakes_is_not_kept() -> None:
    vault, kept = _Vault(), Unchanged()
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly() -> int:
        value = await vault.read()
        begun.set()
        await go_on.wait()
        return value

    reading = asyncio.ensure_future(kept.get("value", slowly))
    await begun.wait()
    with kept.writing():
        vault.value = 1
    go_on.set()
    assert await reading == 0  # it was so when it was asked for
    assert await kept.get("value", vault.read) == 1


async def test_what_is_read_in_the_middle_of_a_write_is_gone_when_it_ends_or_fails() -> None:
    vault, kept = _Vault(), Unchanged()

    async def write() -> None:
        with kept.writing():
            assert await kept.get("value", vault.read) == 0
            kept.part("found")[1] = "before"
            vault.value = 1
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await write()
    assert await kept.get("value", vault.read) == 1
    assert kept.part("found") == {}


async def test_a_table_belongs_to_the_time_between_two_writes() -> None:
    kept = Unchanged()
    table, before = kept.part("found"), kept.writes
    table[1] = "a"
    assert kept.part("found") is table
    with kept.writing():
        pass
    assert kept.writes != before
    assert kept.part("found") == {}
