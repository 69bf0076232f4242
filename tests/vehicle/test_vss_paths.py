import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs.vss_paths import canonical, canonical_path
from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.vehicle import Invalid

SEAT = "Vehicle.Cabin.Seat."


@pytest.mark.parametrize(
    ("path", "same_in_vss_4"),
    [
        # VSS 3.0
        ("Vehicle.Body.Lights.IsBackupOn", vehicle.BACKUP_LIGHT),
        ("Vehicle.AmbientAirTemperature", vehicle.AIR_TEMPERATURE),
        (SEAT + "Row1.Pos1.IsOccupied", SEAT + "Row1.DriverSide.IsOccupied"),
        (SEAT + "Row1.Pos2.IsBelted", SEAT + "Row1.PassengerSide.IsBelted"),
        (SEAT + "Row2.Pos2.IsOccupied", SEAT + "Row2.Middle.IsOccupied"),
        (SEAT + "Row2.Pos3.IsOccupied", SEAT + "Row2.PassengerSide.IsOccupied"),
        ("Vehicle.Cabin.Door.Row2.Left.IsOpen", "Vehicle.Cabin.Door.Row2.DriverSide.IsOpen"),
        (
            "Vehicle.Cabin.Door.Row1.Right.Window.Position",
            "Vehicle.Cabin.Door.Row1.PassengerSide.Window.Position",
        ),
        # VSS 5 and 6
        (SEAT + "Row2.DriverSide.OccupancyStatus", SEAT + "Row2.DriverSide.IsOccupied"),
        ("Vehicle.Occupant.Row1.DriverSide.Identifier.Subject", "Vehicle.Driver.Identifier.Subject"),
        (
            "Vehicle.Occupant.Row2.Middle.Identifier.Issuer",
            SEAT + "Row2.Middle.Occupant.Identifier.Issuer",
        ),
        # the same in all
        (vehicle.SPEED, vehicle.SPEED),
        (vehicle.AUTONOMY, vehicle.AUTONOMY),
        (
            "Vehicle.Cabin.HVAC.Station.Row1.Driver.Temperature",
            "Vehicle.Cabin.HVAC.Station.Row1.Driver.Temperature",
        ),
    ],
)
def test_paths_of_other_releases(path: str, same_in_vss_4: str) -> None:
    assert canonical_path(path) == same_in_vss_4


def test_positions_count_from_the_left_so_the_right_hand_driver_is_at_two() -> None:
    assert (
        canonical_path(SEAT + "Row1.Pos2.IsBelted", driver_on_right=True) == SEAT + "Row1.DriverSide.IsBelted"
    )
    assert (
        canonical_path(SEAT + "Row2.Pos1.IsBelted", driver_on_right=True)
        == SEAT + "Row2.PassengerSide.IsBelted"
    )
    assert canonical_path(SEAT + "Row2.Pos2.IsBelted", driver_on_right=True) == SEAT + "Row2.Middle.IsBelted"


@pytest.mark.parametrize(
    ("status", "occupied"),
    [
        ("OCCUPIED", True),
        ("EMPTY", False),
        ("UNKNOWN", Invalid.NOT_AVAILABLE),
        ("UNKNOW", Invalid.NOT_AVAILABLE),  # as VSS 5.1 spells it
        ("", Invalid.NOT_AVAILABLE),
        (True, Invalid.NOT_AVAILABLE),
        (Invalid.OUT_OF_RANGE, Invalid.OUT_OF_RANGE),
    ],
)
def test_occupancy_of_vss_6_is_a_flag_of_vss_4(
    status: str | bool | Invalid, occupied: bool | Invalid
) -> None:
    path = SEAT + "Row1.PassengerSide.OccupancyStatus"
    assert canonical(path, status) == (SEAT + "Row1.PassengerSide.IsOccupied", occupied)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "Vehicle",
        "Vehicle.",
        "Speed",
        "vehicle.Speed",
        "Vehicle..Speed",
        "Vehicle.Sp eed",
        "Vehicle." + "a" * 300,
    ],
)
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(InvalidArgument):
        canonical_path(path)


@given(st.text())
def test_any_text_is_a_path_or_refused(path: str) -> None:
    with contextlib.suppress(InvalidArgument):
        assert canonical_path(path).startswith("Vehicle.")


@given(st.lists(st.from_regex(r"[A-Za-z0-9]{1,12}", fullmatch=True), min_size=1, max_size=6), st.booleans())
def test_mapping_twice_changes_nothing_more(parts: list[str], right: bool) -> None:
    once = canonical_path(".".join(["Vehicle", *parts]), driver_on_right=right)
    assert canonical_path(once, driver_on_right=right) == once
