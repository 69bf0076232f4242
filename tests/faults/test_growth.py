"""A daemon that runs for years must not grow: 20,000 mixed calls, at most 1 MB."""

import os
from pathlib import Path

import pytest

from cabin import CallFailed, RunningDaemon

CALLS = int(os.environ.get("CABIN_MEMORY_GROWTH_CALLS", "20000"))
ALLOWED = 1_000_000


def _anonymous(pid: int) -> int:
    """Bytes of anonymous memory; file mappings are the page cache's."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no RssAnon in /proc")


async def _round(daemon: RunningDaemon, number: int) -> None:
    """One of each kind of call that an assistant makes all day; suppressed and refused ones too."""
    kind = number % 8
    if kind == 0:
        await daemon.context({"Vehicle.Speed": 0.0, "Vehicle.IsMoving": False})
    elif kind == 1:
        await daemon.recall(f"空调开多少度 {number % 50}")
    elif kind == 2:
        await daemon.call("Lookup", category="climate", limit=3)
    elif kind == 3:
        with pytest.raises(CallFailed):
            await daemon.recall("空调", speaker=f"oem:stranger-{number}")
    elif kind == 4:
        with pytest.raises(CallFailed):
            await daemon.recall("空调", **{f"unknown{number}": "x"})
    elif kind == 5:
        await daemon.metrics()
    elif kind == 6:
        await daemon.observe("今天就这样", session=f"s{number}", role="assistant")
    else:
        await daemon.call("Describe")


async def test_memory_does_not_grow_over_many_calls(daemon: RunningDaemon) -> None:
    for text in ("空调固定开二十四度", "座椅加热开一档", "我喜欢听民谣"):
        await daemon.observe(text)
    await daemon.settle()
    for number in range(4000):  # caches, arenas and pools fill first
        await _round(daemon, number)
    before = _anonymous(daemon.process.pid)
    for number in range(CALLS):
        await _round(daemon, number)
    grown = _anonymous(daemon.process.pid) - before
    assert grown <= ALLOWED, f"{grown} bytes over {CALLS} calls"
