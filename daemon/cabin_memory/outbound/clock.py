"""Clocks: the system's, and one that stands still until it is told to move (`--simulate`)."""

import time

from cabin_memory.domain.time import MonotonicMicros, UtcMicros


class SystemClock:
    """Wall time for dates, CLOCK_BOOTTIME for ages, so that suspended time counts as age."""

    def utc(self) -> UtcMicros:
        return UtcMicros(time.time_ns() // 1000)

    def monotonic(self) -> MonotonicMicros:
        return MonotonicMicros(time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000)


class SimulatedClock:
    """Time that moves only through `set` and `advance`. Monotonic time never goes back."""

    def __init__(self) -> None:
        self._utc = time.time_ns() // 1000
        self._monotonic = 0

    def utc(self) -> UtcMicros:
        return UtcMicros(self._utc)

    def monotonic(self) -> MonotonicMicros:
        return MonotonicMicros(self._monotonic)

    def set(self, utc: UtcMicros) -> None:
        """Jump to a date; time that passes forward also counts as age."""
        self._monotonic += max(0, utc - self._utc)
        self._utc = utc

    def advance(self, micros: int) -> None:
        """Let time pass. A negative amount sets the date back only."""
        self._utc += micros
        self._monotonic += max(0, micros)
