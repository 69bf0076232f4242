"""Who is in the car: asserted identities, those of VSS, declared roles and seat sensors joined; who may ask.

An identity comes by `Occupants.Set` with a confidence, or as a VSS signal: `Vehicle.Driver.Identifier` (VSS
4), `Vehicle.Occupant.<seat>.Identifier` (VSS 5, 6; codecs/vss_paths). Where both speak they must agree.

A seat sensor can add someone and can never take someone away: it sees a body where no identity is known, and
an "empty" from it does not undo what was asserted, because sensors fail and a passenger who is overlooked
hears what was not meant for them. For the same reason a sensor's last word counts until its next one, however
old it is, and a word that is no plain "empty" (invalid, out of range) counts as a body.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cabin_memory.domain.people import (
    DRIVER_SEAT,
    Cabin,
    Occupant,
    OccupantId,
    Seat,
    SeatRole,
    Speaker,
    is_occupant_id,
)
from cabin_memory.domain.vehicle import SEAT_OCCUPIED, Signals

Roles = Mapping[OccupantId | Seat, SeatRole]
"""What was declared: for an identity wherever it sits, or for the seat of someone whom nobody identified."""

SEATS = tuple(
    Seat(position=f"Row{row}.{side}")
    for row in range(1, 5)
    for side in ("DriverSide", "Middle", "PassengerSide")
)
IDENTIFIERS: Mapping[Seat, tuple[str, str]] = {
    seat: (f"{branch}.Identifier.Issuer", f"{branch}.Identifier.Subject")
    for seat in SEATS
    for branch in ["Vehicle.Driver" if seat == DRIVER_SEAT else f"Vehicle.Cabin.Seat.{seat}.Occupant"]
}
"""VSS 4 paths of the issuer and the subject of whoever sits there."""
_BY_VEHICLE = 100.0
"""VSS identifies without a confidence: the vehicle is as sure as it will be."""


def cabin(
    asserted: Sequence[Occupant],
    roles: Roles,
    signals: Signals,
    weigh: Callable[[Occupant], Occupant] = lambda occupant: occupant,
) -> Cabin:
    """Everyone who is known or sensed to be in the car, one entry per seat.

    Args:
        asserted: one entry per seat at most; their own roles are not looked at.
        weigh: what else makes an identity surer or less sure.
    """
    known = {occupant.seat: occupant for occupant in asserted}
    for seat in SEATS:
        if (who := _named_by_vehicle(signals, seat)) is not None:
            known[seat] = _joined(known.get(seat), seat, who)
    bodies = [
        Occupant(seat=s, who=None, confidence=0.0) for s in SEATS if s not in known and _body(signals, s)
    ]
    return Cabin(
        occupants=tuple(_with_role(occupant, roles) for occupant in (*map(weigh, known.values()), *bodies))
    )


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


def _named_by_vehicle(signals: Signals, seat: Seat) -> OccupantId | None:
    """Who sits there by VSS: an identifier of issuer and subject; None where it is empty or none."""
    issuer, subject = (signals.get(path) for path in IDENTIFIERS[seat])
    if issuer is None or subject is None:
        return None
    text = f"{issuer.value}:{subject.value}"
    return OccupantId.parse(text) if is_occupant_id(text) else None


def _joined(asserted: Occupant | None, seat: Seat, who: OccupantId) -> Occupant:
    """What was asserted and what VSS says. Two who say different things leave the car unsure."""
    if asserted is None or asserted.who is None:
        return Occupant(seat=seat, who=who, confidence=_BY_VEHICLE)
    return asserted if asserted.who == who else replace(asserted, confidence=0.0)


def _body(signals: Signals, seat: Seat) -> bool:
    reading = signals.get(SEAT_OCCUPIED.format(seat=seat))
    return reading is not None and reading.value is not False


def _with_role(occupant: Occupant, roles: Roles) -> Occupant:
    role = roles.get(occupant.seat if occupant.who is None else occupant.who)
    return Occupant(seat=occupant.seat, who=occupant.who, confidence=occupant.confidence, role=role)


def _left(seat: Seat, before: Cabin, after: Cabin) -> bool:
    there = after.at(seat)
    return before.at(seat) is not None if there is None else there.who is not None
