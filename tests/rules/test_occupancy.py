"""Who is in the car: identities, roles and seat sensors joined, and who may ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.people import DRIVER_SEAT, Cabin, Occupant, OccupantId, Seat, SeatRole, Speaker
from cabin_memory.domain.time import MonotonicMicros
from cabin_memory.domain.vehicle import SEAT_OCCUPIED, Invalid, Reading, Signals
from cabin_memory.rules.occupancy import IDENTIFIERS, SEATS, Roles, admit, cabin, declare, keep_roles

ANNA, BEN, VISITOR = (OccupantId.parse(who) for who in ("oem:u-1001", "oem:u-1002", "guest:visitor"))
BESIDE = Seat(position="Row1.PassengerSide")
REAR = Seat(position="Row2.DriverSide")


def sits(seat: Seat, who: OccupantId | None, confidence: float = 95.0) -> Occupant:
    return Occupant(seat=seat, who=who, confidence=confidence)


def body(seat: Seat, role: SeatRole | None = None) -> Occupant:
    return Occupant(seat=seat, who=None, confidence=0.0, role=role)


def sensed(**seats: bool | Invalid | str | int) -> Signals:
    """Sensors by seat, the dot written as an underscore; they spoke a long time ago."""
    return Signals(
        readings={
            SEAT_OCCUPIED.format(seat=seat.replace("_", ".")): Reading(value=value, at=MonotonicMicros(0))
            for seat, value in seats.items()
        }
    )


def test_the_seats_are_those_of_vss() -> None:
    assert len(set(SEATS)) == 12
    assert {DRIVER_SEAT, BESIDE, REAR, Seat(position="Row4.Middle")} < set(SEATS)


def test_an_empty_car() -> None:
    assert cabin((), {}, Signals()) == Cabin()


def test_identities_and_bodies_are_joined() -> None:
    asserted = (sits(DRIVER_SEAT, ANNA), sits(BESIDE, BEN, 80.0))
    signals = sensed(Row1_DriverSide=True, Row1_PassengerSide=True, Row2_DriverSide=True, Row2_Middle=False)
    assert cabin(asserted, {}, signals) == Cabin(occupants=(*asserted, body(REAR)))


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_a_body_is_seen_on_every_seat(seat: Seat) -> None:
    signals = sensed(**{seat.position.replace(".", "_"): True})
    assert cabin((), {}, signals) == Cabin(occupants=(body(seat),))


def test_a_sensor_takes_nobody_away() -> None:
    asserted = (sits(DRIVER_SEAT, ANNA), sits(BESIDE, BEN))
    signals = sensed(Row1_DriverSide=False, Row1_PassengerSide=False)
    assert cabin(asserted, {}, signals).occupants == asserted


@pytest.mark.parametrize("value", [*Invalid, "true", 1, "", 0])
def test_a_sensor_that_does_not_plainly_say_empty_counts_as_a_body(value: Invalid | str | int) -> None:
    assert cabin((), {}, sensed(Row2_DriverSide=value)).occupants == (body(REAR),)
    assert cabin((), {}, sensed(Row2_DriverSide=False)).occupants == ()


# --- roles -----------------------------------------------------------------------------------------------
def test_a_role_belongs_to_the_identity_on_the_seat() -> None:
    before = cabin((sits(DRIVER_SEAT, ANNA), sits(BESIDE, BEN)), {}, Signals())
    roles = declare({}, before, BESIDE, SeatRole.SPOUSE)
    assert roles == {BEN: SeatRole.SPOUSE}
    moved = cabin((sits(REAR, BEN), sits(BESIDE, VISITOR)), roles, Signals())
    assert moved.at(REAR) == Occupant(seat=REAR, who=BEN, confidence=95.0, role=SeatRole.SPOUSE)
    assert moved.at(BESIDE) == sits(BESIDE, VISITOR)


def test_a_role_on_a_seat_without_identity_belongs_to_the_body_there() -> None:
    for before in (Cabin(), Cabin(occupants=(body(REAR),))):
        roles = declare({}, before, REAR, SeatRole.CHILD)
        assert roles == {REAR: SeatRole.CHILD}
        assert cabin((), roles, sensed(Row2_DriverSide=True)).occupants == (body(REAR, SeatRole.CHILD),)
        assert cabin((), roles, Signals()).occupants == ()
        assert cabin((sits(REAR, BEN),), roles, Signals()).occupants == (sits(REAR, BEN),)


def test_declaring_again_replaces_the_role_and_nothing_else() -> None:
    now = Cabin(occupants=(sits(DRIVER_SEAT, ANNA), sits(BESIDE, BEN)))
    first = declare(declare({}, now, DRIVER_SEAT, SeatRole.GUEST), now, BESIDE, SeatRole.SPOUSE)
    again = declare(first, now, DRIVER_SEAT, SeatRole.SELF)
    assert again == {ANNA: SeatRole.SELF, BEN: SeatRole.SPOUSE}
    assert first == {ANNA: SeatRole.GUEST, BEN: SeatRole.SPOUSE}


def test_a_seats_own_role_ends_with_whoever_sat_there() -> None:
    roles: Roles = {REAR: SeatRole.CHILD, BEN: SeatRole.SPOUSE}
    empty, child, known = Cabin(), Cabin(occupants=(body(REAR),)), Cabin(occupants=(sits(REAR, VISITOR),))
    assert keep_roles(roles, child, child) == roles
    assert keep_roles(roles, empty, child) == roles
    assert keep_roles(roles, empty, empty) == roles
    for before, after in ((child, empty), (child, known), (empty, known), (known, known), (known, empty)):
        assert keep_roles(roles, before, after) == {BEN: SeatRole.SPOUSE}


def test_the_role_in_what_was_asserted_is_not_looked_at() -> None:
    claimed = Occupant(seat=DRIVER_SEAT, who=ANNA, confidence=95.0, role=SeatRole.SPOUSE)
    assert cabin((claimed,), {}, Signals()).occupants == (sits(DRIVER_SEAT, ANNA),)


# --- who may ask -------------------------------------------------------------------------------------------
def test_only_who_is_in_the_car_may_ask() -> None:
    now = Cabin(occupants=(sits(DRIVER_SEAT, ANNA), body(REAR)))
    assert admit(now, Speaker(ANNA)) == sits(DRIVER_SEAT, ANNA)
    assert admit(now, Speaker(BEN)) is None
    assert admit(Cabin(), Speaker(ANNA)) is None


@pytest.mark.parametrize(("confidence", "guest"), [(0.0, True), (59.9, True), (60.0, False), (100.0, False)])
def test_who_is_not_sure_is_a_guest(confidence: float, guest: bool) -> None:
    occupant = admit(Cabin(occupants=(sits(DRIVER_SEAT, ANNA, confidence),)), Speaker(ANNA))
    assert occupant is not None
    assert occupant.guest is guest


@pytest.mark.parametrize("role", SeatRole)
def test_only_a_declared_guest_is_a_guest(role: SeatRole) -> None:
    now = cabin((sits(DRIVER_SEAT, ANNA),), {ANNA: role}, Signals())
    occupant = admit(now, Speaker(ANNA))
    assert occupant is not None
    assert occupant.guest is (role is SeatRole.GUEST)


def test_the_surest_seat_counts() -> None:
    now = Cabin(occupants=(sits(REAR, ANNA, 30.0), sits(DRIVER_SEAT, ANNA, 90.0)))
    assert admit(now, Speaker(ANNA)) == sits(DRIVER_SEAT, ANNA, 90.0)


def test_story_a_guest_drives_and_the_owner_comes_back() -> None:
    roles: Roles = {}
    asserted: tuple[Occupant, ...] = (sits(DRIVER_SEAT, ANNA),)

    def guest(who: OccupantId) -> bool | None:
        occupant = admit(cabin(asserted, roles, Signals()), Speaker(who))
        return None if occupant is None else occupant.guest

    assert guest(ANNA) is False
    roles = declare(roles, cabin(asserted, roles, Signals()), DRIVER_SEAT, SeatRole.GUEST)
    assert guest(ANNA) is True
    # the camera loses the face for a moment: the declaration outlasts it
    asserted = ()
    assert guest(ANNA) is None
    asserted = (sits(DRIVER_SEAT, ANNA),)
    assert guest(ANNA) is True
    asserted = (sits(DRIVER_SEAT, VISITOR, 90.0),)
    assert (guest(ANNA), guest(VISITOR)) == (None, False)
    roles = declare(roles, cabin(asserted, roles, Signals()), DRIVER_SEAT, SeatRole.GUEST)
    assert guest(VISITOR) is True
    asserted = (sits(DRIVER_SEAT, ANNA),)
    roles = declare(roles, cabin(asserted, roles, Signals()), DRIVER_SEAT, SeatRole.SELF)
    assert (guest(ANNA), guest(VISITOR)) == (False, None)


@given(
    st.dictionaries(st.sampled_from(SEATS), st.sampled_from([ANNA, BEN, VISITOR, None])),
    st.dictionaries(
        st.sampled_from(SEATS), st.one_of(st.booleans(), st.sampled_from([*Invalid]), st.text(max_size=2))
    ),
    st.dictionaries(st.sampled_from([ANNA, BEN, *SEATS]), st.sampled_from(SeatRole)),
)
def test_nobody_is_lost_and_no_seat_is_taken_twice(
    identities: dict[Seat, OccupantId | None], sensors: dict[Seat, bool | Invalid | str], roles: Roles
) -> None:
    asserted = [sits(seat, who) for seat, who in identities.items()]
    signals = sensed(**{seat.position.replace(".", "_"): value for seat, value in sensors.items()})
    now = cabin(asserted, roles, signals)
    seats = [occupant.seat for occupant in now.occupants]
    assert len(seats) == len(set(seats))
    assert set(seats) == set(identities) | {seat for seat, value in sensors.items() if value is not False}
    for seat, who in identities.items():
        occupant = now.at(seat)
        assert occupant is not None
        assert (occupant.who, occupant.confidence) == (who, 95.0)
        assert occupant.role == roles.get(seat if who is None else who)


def named(**seats: str) -> Signals:
    """Identifiers as VSS reports them, by seat."""
    readings = {}
    for seat, who in seats.items():
        issuer, _, subject = who.partition(":")
        paths = IDENTIFIERS[Seat(position=seat.replace("_", "."))]
        for path, part in zip(paths, (issuer, subject), strict=True):
            readings[path] = Reading(value=part, at=MonotonicMicros(0))
    return Signals(readings=readings)


def test_the_vehicle_names_people_by_vss() -> None:
    signals = named(Row1_DriverSide="oem:u-1001", Row2_DriverSide="oem:u-1002")
    assert cabin((), {}, signals).occupants == (sits(DRIVER_SEAT, ANNA, 100.0), sits(REAR, BEN, 100.0))


def test_a_body_gets_its_name_and_keeps_its_seat() -> None:
    assert cabin((body(BESIDE),), {}, named(Row1_PassengerSide="oem:u-1002")).at(BESIDE) == sits(
        BESIDE, BEN, 100.0
    )


def test_two_who_disagree_leave_the_car_unsure_and_two_who_agree_do_not() -> None:
    asserted = (sits(DRIVER_SEAT, ANNA),)
    assert cabin(asserted, {}, named(Row1_DriverSide="oem:u-1001")).occupants == asserted
    unsure = cabin(asserted, {}, named(Row1_DriverSide="oem:u-1002")).driver
    assert unsure == sits(DRIVER_SEAT, ANNA, 0.0)
    assert unsure.guest


@pytest.mark.parametrize("value", ["", "oem", Invalid.NOT_AVAILABLE, 3, True])
def test_an_identifier_that_is_none_names_nobody(value: str | int | Invalid) -> None:
    issuer, subject = IDENTIFIERS[DRIVER_SEAT]
    at = MonotonicMicros(0)
    for signals in (
        Signals(readings={subject: Reading(value="u-1", at=at)}),
        Signals(readings={issuer: Reading(value="", at=at), subject: Reading(value="u 1", at=at)}),
        Signals(readings={issuer: Reading(value=value, at=at)}),
    ):
        assert cabin((), {}, signals) == Cabin()
