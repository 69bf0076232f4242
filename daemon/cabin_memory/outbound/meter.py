"""Counters and latencies since the start, for Health.Metrics. Bounded, and free of content."""

import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

_KEPT = 1024  # latencies per name: enough for a p99


class RunMeter:
    """Counts in memory; nothing is written."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._times: dict[str, deque[int]] = {}

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    @contextmanager
    def timing(self, name: str) -> Iterator[None]:
        started = time.perf_counter_ns()
        try:
            yield
        finally:
            micros = (time.perf_counter_ns() - started) // 1000
            self._times.setdefault(name, deque(maxlen=_KEPT)).append(micros)

    def report(self) -> dict[str, int]:
        """Every counter, and per latency its count kept, median and 99th percentile in microseconds."""
        numbers = dict(self._counts)
        for name, kept in self._times.items():
            ordered = sorted(kept)
            numbers[f"{name}_p50_us"] = ordered[len(ordered) // 2]
            numbers[f"{name}_p99_us"] = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        return numbers
