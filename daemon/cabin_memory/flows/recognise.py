"""When the car moves off, the driver's seat and mirrors are where they want them: do they fit the person?"""

from cabin_memory.domain.consent import Consent
from cabin_memory.domain.errors import StoreError
from cabin_memory.domain.habits import POSTURE
from cabin_memory.domain.people import OccupantId, Owner, SeatRole
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.time import MINUTE
from cabin_memory.domain.workplace import Consents, Meter, Vaults, Weighing
from cabin_memory.rules import familiarity

# Seats report when they move: what was said since the car was entered counts.
_SET_WITHIN = 24 * 60 * MINUTE


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

    async def moved_off(self) -> None:
        """Look at the driver. Without their consent to biometrics nothing is compared and nothing learned."""
        driver = self._context.cabin().driver
        if driver is None or driver.who is None or driver.role is SeatRole.GUEST:
            return
        if self._looked_at == (self._context.trip(), driver.who):
            return
        owner = Owner(driver.who)
        try:
            choices = await self._consents.of(owner)
            vault = await self._vaults.open(owner, create=False)
            if vault is None or not choices.given(Consent.BIOMETRICS, self._clock.utc()):
                return
            habits = await vault.store.habits()
            posture, hour = self._posture(), self._context.situation("").local_time.hour
            added = familiarity.points(habits, posture, hour)
            self._looked_at = (self._context.trip(), driver.who)
            self._context.weigh(driver.who, added)
            if added >= 0 and driver.confidence >= familiarity.SURE:
                await vault.store.keep_habits(familiarity.learned(habits, posture, hour))
        except StoreError:
            self._meter.count("store_failures")

    def _posture(self) -> dict[str, float]:
        now, signals = self._clock.monotonic(), self._context.signals()
        found = {path: signals.number(path, now, _SET_WITHIN) for path in POSTURE}
        return {path: float(value) for path, value in found.items() if isinstance(value, int | float)}
