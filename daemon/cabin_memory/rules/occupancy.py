"""Who is in the car: asserted identities, declared roles and seat sensors joined, and who may ask.

A seat sensor can add someone and can never take someone away: it sees a body where no identity is known, and
an "empty" from it does not undo what was asserted, because sensors fail and a passenger who is overlooked
hears what was not meant for them. For the same reason a sensor's last word counts until its next one, however
old it is, and a word that is no plain "empty" (invalid, out of range) counts as a body.
"""

from collections.abc import Mapping, Sequence

from cabin_memory.domain.people import Cabin, Occupant, OccupantId, Seat, SeatRole, Speaker
from cabin_memory.domain.vehicle import SEAT_OCCUPIED, Signals

Roles = Mapping[OccupantId | Seat, SeatRole]
"""What was declared: for an identity wherever it sits, or for the seat of someone whom nobody identified."""

SEATS = tuple(
    Seat(position=f"Row{row}.{side}")
    for row in range(1, 5)
    for side in ("DriverSide", "Middle", "PassengerSide")
)


def cabin(asserted: Sequence[Occupant], roles: Roles, signals: Signals) -> Cabin:
    """Everyone who is known or sensed to be in the car, one entry per seat.

    Args:
        asserted: one entry per seat at most; their own roles are not looked at.
    """
    known = {occupant.seat: occupant for occupant in asserted}
    bodies = [
        Occupant(seat=s, who=None, confidence=0.0) for s in SEATS if s not in known and _body(signals, s)
    ]
    return Cabin(occupants=tuple(_with_role(occupant, roles) for occupant in (*asserted, *bodies)))


def declare(roles: Roles, now: Cabin, seat: Seat, role: SeatRole) -> Roles:
    """The roles after someone said what the person on a seat is to the driver.

    The role belongs to the identity that sits there now, or to the seat as long as nobody is identified on
    it: whoever is identified there later does not inherit it.
    """
    occupant = now.at(seat)
    who = None if occupant is None else occupant.who
    return {**roles, (seat if who is None else who): role}


def keep_roles(roles: Roles, before: Cabin, after: Cabin) -> Roles:
    """The roles that outlast a change: a seat's own ends when someone is identified there or leaves."""
    return {
        of: role for of, role in roles.items() if isinstance(of, OccupantId) or not _left(of, before, after)
    }


def admit(now: Cabin, speaker: Speaker) -> Occupant | None:
    """The speaker's place in the car, the one where they are surest; None when they are not in it.

    Nothing personal is said to or kept for an occupant whose `guest` is true.
    """
    return now.find(speaker)


def _body(signals: Signals, seat: Seat) -> bool:
    reading = signals.get(SEAT_OCCUPIED.format(seat=seat))
    return reading is not None and reading.value is not False


def _with_role(occupant: Occupant, roles: Roles) -> Occupant:
    role = roles.get(occupant.seat if occupant.who is None else occupant.who)
    return Occupant(seat=occupant.seat, who=occupant.who, confidence=occupant.confidence, role=role)


def _left(seat: Seat, before: Cabin, after: Cabin) -> bool:
    there = after.at(seat)
    return before.at(seat) is not None if there is None else there.who is not None
