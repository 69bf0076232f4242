"""How many calls one program may make, and how many may wait in all: nobody keeps the others out."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from cabin_memory.domain.errors import Busy
from cabin_memory.domain.settings import AccessSettings

# Calls that may wait at once: beyond this the daemon answers Busy instead of growing.
MOST_CALLS = 256
# Of one sender. An assistant has a handful.
MOST_OF_ONE = 64
# What is urgent is let through so much more often.
_URGENT = 10
# A bus has a few dozen programs; one that is dropped from here only gets its allowance anew.
_MOST_SENDERS = 512


@dataclass(slots=True, kw_only=True)
class _Sender:
    allowance: float
    """Calls that may come at once; grows with time up to the burst (a token bucket)."""
    at: float
    waiting: int = 0


class CallLimits:
    """Counts the calls of every sender on the bus."""

    def __init__(self, settings: AccessSettings, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = settings.calls_per_second
        self._burst = settings.calls_at_once
        self._now = now
        self._senders: OrderedDict[str, _Sender] = OrderedDict()
        self._waiting = 0

    def begin(self, sender: str, *, urgent: bool) -> None:
        """Count a call in. `urgent` ones are never refused for what waits, only for how fast they come.

        Raises:
            Busy: it must not be served now; it is not counted.
        """
        known = self._known(sender)
        cost = 1 / _URGENT if urgent else 1.0
        if known.allowance < cost:
            raise Busy(remedy=f"Slow down: at most {self._rate} calls a second are served for one program.")
        if not urgent and (self._waiting >= MOST_CALLS or known.waiting >= MOST_OF_ONE):
            raise Busy()
        known.allowance -= cost
        known.waiting += 1
        self._waiting += 1

    def end(self, sender: str) -> None:
        """Count a call out that was counted in."""
        self._waiting -= 1
        if sender in self._senders:
            self._senders[sender].waiting -= 1

    def _known(self, sender: str) -> _Sender:
        now = self._now()
        known = self._senders.setdefault(sender, _Sender(allowance=self._burst, at=now))
        self._senders.move_to_end(sender)
        known.allowance = min(self._burst, known.allowance + (now - known.at) * self._rate)
        known.at = now
        while len(self._senders) > _MOST_SENDERS:
            self._senders.popitem(last=False)
        return known
