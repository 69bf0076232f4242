"""Who is in the car: identities, seats, roles. Speaker, owner and subject are three different things."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from cabin_memory.domain.errors import InvalidArgument

# COVESA VSS identifies an occupant by issuer and subject (OpenID Connect claims iss and sub).
_PART = re.compile(r"[A-Za-z0-9._@/+=-]{1,128}")
# VSS seats: rows from the front, sides as DriverSide, Middle, PassengerSide.
_SEAT = re.compile(r"Row[1-4]\.(DriverSide|Middle|PassengerSide)")

GUEST_BELOW = 60.0
"""Confidence (0 to 100) below which a person counts as a guest (DESIGN: occupants)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OccupantId:
    """An identity as the vehicle asserts it: `issuer:subject`, for example `oem:u-1001`."""

    issuer: str
    subject: str

    def __post_init__(self) -> None:
        if not (_PART.fullmatch(self.issuer) and _PART.fullmatch(self.subject)):
            raise InvalidArgument(
                "an occupant id is issuer:subject, each 1 to 128 of A-Z a-z 0-9 . _ @ / + = -"
            )

    @classmethod
    def parse(cls, text: str) -> "OccupantId":
        """`issuer:subject` to an id. Raises InvalidArgument for anything else."""
        issuer, colon, subject = text.partition(":")
        if not colon:
            raise InvalidArgument("an occupant id is issuer:subject")
        return cls(issuer=issuer, subject=subject)

    def __str__(self) -> str:
        return f"{self.issuer}:{self.subject}"


def is_occupant_id(text: str) -> bool:
    """Whether a text, such as the subject of a memory, is an id and not a free label."""
    issuer, colon, subject = text.partition(":")
    return bool(colon and _PART.fullmatch(issuer) and _PART.fullmatch(subject))


Speaker = NewType("Speaker", OccupantId)
"""Whoever said the sentence or asks the question."""

Owner = NewType("Owner", OccupantId)
"""Whose vault a memory lies in. No read path exists without one."""


class SeatRole(StrEnum):
    """What a person is to the driver, as declared in the car."""

    SELF = "self"
    SPOUSE = "spouse"
    CHILD = "child"
    PARENT = "parent"
    GUEST = "guest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A VSS seat position such as `Row1.DriverSide`."""

    position: str

    def __post_init__(self) -> None:
        if not _SEAT.fullmatch(self.position):
            raise InvalidArgument(
                "a seat is Row1..Row4 with DriverSide, Middle or PassengerSide, e.g. Row1.DriverSide"
            )

    def __str__(self) -> str:
        return self.position


DRIVER_SEAT = Seat(position="Row1.DriverSide")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """One occupied seat. `who` is None where only a body, not an identity, is known."""

    seat: Seat
    who: OccupantId | None
    confidence: float
    role: SeatRole | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 100.0:
            raise InvalidArgument("a confidence lies between 0 and 100")

    @property
    def unsure(self) -> bool:
        """Whether the car should ask who this is."""
        return self.who is not None and self.confidence < GUEST_BELOW

    @property
    def guest(self) -> bool:
        """Whether nothing personal may be said to or kept for this seat."""
        return self.who is None or self.role is SeatRole.GUEST or self.confidence < GUEST_BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Someone of whom the vehicle is not sure: what they say is in memory only, and while they sit there."""

    seat: Seat
    who: OccupantId


Whose = Owner | Guest
"""Whose memories are meant: a person's that are kept, or a guest's. The household's are nobody's."""


def whose(occupant: Occupant) -> Whose | None:
    """What this occupant may leave behind and hear again; None where no identity is asserted at all."""
    if occupant.who is None:
        return None
    return Guest(seat=occupant.seat, who=occupant.who) if occupant.guest else Owner(occupant.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cabin:
    """Everyone who is known or sensed to be in the car, one entry per seat."""

    occupants: tuple[Occupant, ...] = ()

    def at(self, seat: Seat) -> Occupant | None:
        return next((o for o in self.occupants if o.seat == seat), None)

    def find(self, who: OccupantId) -> Occupant | None:
        """The seat in which this identity is surest."""
        seats = [o for o in self.occupants if o.who == who]
        return max(seats, key=lambda o: o.confidence, default=None)

    @property
    def driver(self) -> Occupant | None:
        return self.at(DRIVER_SEAT)

    def others(self, who: OccupantId) -> tuple[Occupant, ...]:
        """Everyone in the car but this identity."""
        return tuple(o for o in self.occupants if o.who != who)
