"""A sign of who drives is a sign only: when it cannot be looked at, what was observed stays observed."""

from typing import Any

from cabin_memory.domain.errors import VaultClosed
from cabin_memory.domain.people import DRIVER_SEAT, Cabin, Occupant, OccupantId
from cabin_memory.domain.vocabulary import Category
from cabin_memory.flows.recognise import Recognising
from cabin_memory.outbound.clock import SimulatedClock
from cabin_memory.outbound.meter import RunMeter

ANNA = OccupantId.parse("oem:anna")


class Car:
    """Anna drives; nothing is weighed."""

    def cabin(self) -> Cabin:
        return Cabin(occupants=(Occupant(seat=DRIVER_SEAT, who=ANNA, confidence=95.0),))

    def trip(self) -> int:
        return 1


class Leaving:
    """Vaults whose people have just got out."""

    async def open(self, *_: Any, **__: Any) -> None:
        raise VaultClosed("the vault is closed")


async def test_a_vault_that_closes_meanwhile_is_no_fault_of_the_sentence() -> None:
    meter = RunMeter()
    car: Any = Car()
    vaults: Any = Leaving()
    recognising = Recognising(SimulatedClock(), car, vaults, vaults, meter)
    await recognising.moved_off()
    for _ in range(12):
        await recognising.heard(ANNA, Category.MEDIA)
    assert meter.report()["not_recognised"] == 2
