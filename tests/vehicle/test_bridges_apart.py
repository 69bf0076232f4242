"""Bridges do not take each other down: neither by a batch that is refused nor by ending in a fault."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

import pytest

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.inbound.vehicle_bridges import Sink
from cabin_memory.inbound.vehicle_bridges.bridge_file import Bridge, run_bridges

SECRET = "Vehicle.Private.Words"


class Source:
    """Reports its batches one after the other, then ends in a fault or stays silent."""

    def __init__(self, *batches: dict[str, SignalValue | Invalid], fault: Exception | None = None) -> None:
        self._batches = batches
        self._fault = fault
        self.told = asyncio.Event()

    async def run(self, sink: Sink) -> None:
        for batch in self._batches:
            await asyncio.sleep(0)
            sink(batch)
        self.told.set()
        if self._fault is not None:
            raise self._fault
        await asyncio.Event().wait()


class Context:
    """Takes everything but what names the secret path."""

    def __init__(self, fault: Exception) -> None:
        self.taken: list[object] = []
        self._fault = fault

    def __call__(self, values: object) -> None:
        if SECRET in str(values):
            raise self._fault
        self.taken.append(values)


@contextlib.asynccontextmanager
async def running(bridges: Iterable[Bridge], sink: Sink) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(run_bridges(bridges, sink))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("fault", [InvalidArgument(f"signals: {SECRET}"), ValueError(SECRET)])
async def test_a_refused_batch_ends_no_bridge_and_is_told_once_without_its_content(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = {SECRET: 1}, {"Vehicle.Speed": 5.0}
    sink = Context(fault)
    one, other = Source(bad, bad, good), Source(good, bad, good)
    async with running([one, other], sink) as task, asyncio.timeout(10):
        await one.told.wait()
        await other.told.wait()
        assert not task.done()
    assert sink.taken == [good, good, good]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert type(fault).__name__ in caplog.text
    assert SECRET not in caplog.text


async def test_a_bridge_that_ends_in_a_fault_leaves_the_others(caplog: pytest.LogCaptureFixture) -> None:
    sink = Context(InvalidArgument())
    broken, sound = Source(fault=RuntimeError(SECRET)), Source(*[{"Vehicle.Speed": 5.0}] * 3)
    async with running([broken, sound], sink) as task, asyncio.timeout(10):
        await broken.told.wait()
        await sound.told.wait()
        assert not task.done()
    assert len(sink.taken) == 3
    assert "Source" in caplog.text
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text


async def test_all_ended_is_an_end() -> None:
    async with asyncio.timeout(10):
        await run_bridges([Source(fault=RuntimeError()), Source(fault=OSError())], Context(InvalidArgument()))
