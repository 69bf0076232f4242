"""Two kinds of time that must not be mixed. Both count microseconds.

`UtcMicros` is what people mean by a date (the wire type `x`); `MonotonicMicros` measures ages and
hold times and does not jump when the clock is set.
"""

from typing import NewType

UtcMicros = NewType("UtcMicros", int)
MonotonicMicros = NewType("MonotonicMicros", int)

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
