"""Does the driver sit, drive and speak like the person that the vehicle takes them for?

When the car moves off, seat and mirrors are where the driver wants them; what they speak of shows later.
"""

from collections import Counter

from cabin_memory.domain.consent import Consent
from cabin_memory.domain.errors import Unavailable
from cabin_memory.domain.habits import POSTURE
from cabin_memory.domain.people import OccupantId, Owner, SeatRole
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.time import MINUTE
from cabin_memory.domain.vocabulary import Category
from cabin_memory.domain.workplace import Consents, Meter, OpenVault, Vaults, Weighing
from cabin_memory.rules import familiarity

# Seats report when they move: what was said since the car was entered counts.
_SET_WITHIN = 24 * 60 * MINUTE
_TURNS = 12
_SAYS_NOTHING = frozenset({Category.OTHER, Category.SMALLTALK})


class Recognising:
    """Weighs the driver's identity once a trip, and learns from drives of whom the car is sure."""

    def __init__(
        self, clock: Clock, context: Weighing, vaults: Vaults, consents: Consents, meter: Meter
    ) -> None:
        self._clock = clock
        self._context = context
        self._vaults = vaults
        self._consents = consents
        self._meter = meter
        self._looked_at: tuple[int, OccupantId] | None = None
        self._added = 0.0
        self._heard: tuple[int, OccupantId, Counter[str]] | None = None

    async def moved_off(self) -> None:
        """Look at the driver. Without their consent to biometrics nothing is compared and nothing learned."""
        driver = self._context.cabin().driver
        if driver is None or driver.who is None or driver.role is SeatRole.GUEST:
            return
        if self._looked_at == (self._context.trip(), driver.who):
            return
        try:
            vault = await self._agreed(driver.who)
            if vault is None:
                return
            habits = await vault.store.habits()
            posture, hour = self._posture(), self._context.situation("").local_time.hour
            added = familiarity.points(habits, posture, hour)
            self._looked_at = (self._context.trip(), driver.who)
            self._added = added
            self._context.weigh(driver.who, added)
            if added >= 0 and driver.confidence >= familiarity.SURE:
                await vault.store.keep_habits(familiarity.learned(habits, posture, hour))
        except Unavailable:  # it is a sign only; what was observed is kept all the same
            self._meter.count("not_recognised")

    async def heard(self, who: OccupantId, category: Category) -> None:
        """What the driver speaks of is a sign as well: looked at every dozen turns of a trip."""
        driver = self._context.cabin().driver
        if category in _SAYS_NOTHING or driver is None or driver.who != who or driver.role is SeatRole.GUEST:
            return
        trip = self._context.trip()
        if self._heard is None or self._heard[:2] != (trip, who):
            self._heard = (trip, who, Counter())
        spoken = self._heard[2]
        spoken[category.value] += 1
        if spoken.total() % _TURNS:
            return
        try:
            vault = await self._agreed(who)
            if vault is None:
                return
            habits = await vault.store.habits()
            added = familiarity.of_topics(habits, spoken)
            posture = self._added if self._looked_at == (trip, who) else 0.0
            self._context.weigh(who, posture + added)
            if posture + added >= 0 and driver.confidence >= familiarity.SURE:
                await vault.store.keep_habits(familiarity.with_topics(habits, spoken))
            spoken.clear()
        except Unavailable:  # it is a sign only; what was observed is kept all the same
            self._meter.count("not_recognised")

    async def _agreed(self, who: OccupantId) -> OpenVault | None:
        """The person's vault, if they consented to be recognised by what they do."""
        vault = await self._vaults.open(Owner(who), create=False)
        choices = await self._consents.of(Owner(who))
        return vault if choices.given(Consent.BIOMETRICS, self._clock.utc()) else None

    def _posture(self) -> dict[str, float]:
        now, signals = self._clock.monotonic(), self._context.signals()
        found = {path: signals.number(path, now, _SET_WITHIN) for path in POSTURE}
        return {path: float(value) for path, value in found.items() if isinstance(value, int | float)}
