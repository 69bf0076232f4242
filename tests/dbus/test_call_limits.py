"""How often one program may call; that the others are served is in test_at_once."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin import CallFailed, RunningDaemon
from cabin_memory.domain.errors import Busy
from cabin_memory.domain.settings import AccessSettings
from cabin_memory.inbound.call_limits import MOST_CALLS, MOST_OF_ONE, CallLimits

SETTINGS = AccessSettings(calls_per_second=10, calls_at_once=100)


class HandClock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def served(limits: CallLimits, sender: str, *, urgent: bool = False) -> bool:
    """Whether a call is let in; it is done at once."""
    try:
        limits.begin(sender, urgent=urgent)
    except Busy:
        return False
    limits.end(sender)
    return True


@given(st.lists(st.tuples(st.floats(0, 3), st.integers(0, 60)), max_size=30))
def test_no_more_than_the_burst_and_what_time_brings(blocks: list[tuple[float, int]]) -> None:
    clock = HandClock()
    limits = CallLimits(SETTINGS, clock)
    count = 0
    for pause, calls in blocks:
        clock.now += pause
        count += sum(served(limits, ":1.1") for _ in range(calls))
        assert count <= 100 + clock.now * 10 + 1e-6


def test_a_slow_caller_is_never_refused_and_a_fast_one_recovers() -> None:
    clock = HandClock()
    limits = CallLimits(SETTINGS, clock)
    assert sum(served(limits, ":1.1") for _ in range(150)) == 100
    assert served(limits, ":1.2")  # another program has its own
    for _ in range(200):
        clock.now += 0.11
        assert served(limits, ":1.1")


def test_urgent_calls_pass_ten_times_as_often_and_whatever_waits() -> None:
    limits = CallLimits(SETTINGS, HandClock())
    for number in range(MOST_CALLS):
        limits.begin(f":1.{number % 16}", urgent=False)
    with pytest.raises(Busy):
        limits.begin(":1.99", urgent=False)
    assert served(limits, ":1.99", urgent=True)
    fresh = CallLimits(SETTINGS, HandClock())
    assert sum(served(fresh, ":1.1", urgent=True) for _ in range(2000)) == 1000


def test_one_sender_has_a_share_of_what_may_wait() -> None:
    limits = CallLimits(SETTINGS, HandClock())
    for _ in range(MOST_OF_ONE):
        limits.begin(":1.1", urgent=False)
    with pytest.raises(Busy):
        limits.begin(":1.1", urgent=False)
    limits.begin(":1.2", urgent=False)
    limits.end(":1.1")
    limits.begin(":1.1", urgent=False)


def test_many_senders_do_not_grow_the_daemon() -> None:
    limits = CallLimits(SETTINGS, HandClock())
    assert all(served(limits, f":1.{number}") for number in range(5000))
    assert len(limits._senders) <= 512


async def test_a_program_that_calls_too_often_is_told_so(daemon: RunningDaemon) -> None:
    results = []
    for _ in range(8):
        block = (daemon.get("Health", "Level") for _ in range(500))
        results += await asyncio.gather(*block, return_exceptions=True)
    refused = [one for one in results if isinstance(one, CallFailed)]
    assert {one.name for one in refused} == {"Busy"}
    assert any("calls a second" in one.text for one in refused)
    assert results[0] == "full"
