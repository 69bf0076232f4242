"""`.Simulation`: time that stands still between calls. Offered only with --simulate."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.inbound.dbus_service import Call

# A span that no drive and no retention term exceeds; it keeps every date within what datetime knows.
_LONGEST_SPAN = 200 * 366 * DAY


class MovableClock(Clock, Protocol):
    def set(self, utc: UtcMicros) -> None: ...

    def advance(self, micros: int) -> None: ...


class SimulationHandlers:
    """Moves the clock, and waits for what is pending."""

    def __init__(
        self,
        clock: MovableClock,
        tick: Callable[[], object],
        settle: Callable[[], Awaitable[None]],
        run_due: Callable[[], Awaitable[int]],
    ) -> None:
        """`tick` is called whenever time moved, `run_due` runs what is due and says how much it was."""
        self._clock = clock
        self._tick = tick
        self._settle = settle
        self._run_due = run_due

    async def set_time(self, call: Call) -> Map:
        moment = call.arguments[0]
        if not 0 < moment < _LONGEST_SPAN:
            raise InvalidArgument("time: microseconds UTC after 1970")
        self._clock.set(UtcMicros(moment))
        self._tick()
        return {"time": Variant("x", self._clock.utc())}

    async def advance(self, call: Call) -> Map:
        amount = call.arguments[0]
        if not amount >= 0 or not self._clock.utc() + amount < _LONGEST_SPAN:
            raise InvalidArgument("amount: microseconds, not negative")
        self._clock.advance(amount)
        self._tick()
        return {"time": Variant("x", self._clock.utc())}

    async def settle(self, call: Call) -> Map:
        await self._settle()
        return {"settled": Variant("b", True)}

    async def run_due_jobs(self, call: Call) -> Map:
        return {"ran": Variant("u", await self._run_due())}
