import math

import pytest
from dbus_fast import Message, MessageType
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs.dbus_values import variant
from cabin_memory.codecs.vss_values import TEXT_CAP, check
from cabin_memory.domain import vehicle
from cabin_memory.domain.vehicle import Invalid

OCCUPIED = vehicle.SEAT_OCCUPIED.format(seat="Row2.Middle")
FLAGS = [
    vehicle.IS_MOVING,
    vehicle.PARK_LOCK,
    vehicle.PARKING_BRAKE,
    vehicle.BACKUP_LIGHT,
    OCCUPIED,
    vehicle.SEAT_BELTED.format(seat="Row1.DriverSide"),
]
NUMBERS = [
    vehicle.SPEED,
    vehicle.SELECTED_GEAR,
    vehicle.CURRENT_GEAR,
    vehicle.RAIN_INTENSITY,
    vehicle.AIR_TEMPERATURE,
    vehicle.DISTRACTION,
    vehicle.FATIGUE,
]
WORDS = [vehicle.LOW_VOLTAGE_STATE, vehicle.AUTONOMY]


@pytest.mark.parametrize("path", FLAGS)
def test_flags_are_true_or_false(path: str) -> None:
    assert check(path, True) is True
    assert check(path, False) is False
    for other in (0, 1, 1.0, "true", None):
        assert check(path, other) is Invalid.WRONG_TYPE


@pytest.mark.parametrize("path", NUMBERS)
def test_numbers_are_no_flags_and_no_words(path: str) -> None:
    for other in (True, False, "0", None, [0], b"0"):
        assert check(path, other) is Invalid.WRONG_TYPE
    for other in (math.nan, math.inf, -math.inf, 10**400, -(10**400)):
        assert check(path, other) is Invalid.OUT_OF_RANGE


@pytest.mark.parametrize(
    ("path", "value", "meant"),
    [
        (vehicle.SPEED, 0, 0),
        (vehicle.SPEED, 400, 400),
        (vehicle.SPEED, -3.5, -3.5),
        (vehicle.SPEED, 400.01, Invalid.OUT_OF_RANGE),
        (vehicle.SPEED, 655.35, Invalid.OUT_OF_RANGE),
        (vehicle.SELECTED_GEAR, 126, 126),
        (vehicle.SELECTED_GEAR, 127.0, 127),
        (vehicle.SELECTED_GEAR, -8, -8),
        (vehicle.SELECTED_GEAR, 33, Invalid.OUT_OF_RANGE),
        (vehicle.SELECTED_GEAR, -128, Invalid.OUT_OF_RANGE),
        (vehicle.SELECTED_GEAR, 1.5, Invalid.WRONG_TYPE),
        (vehicle.CURRENT_GEAR, 126, Invalid.OUT_OF_RANGE),
        (vehicle.CURRENT_GEAR, -1, -1),
        (vehicle.RAIN_INTENSITY, 100, 100),
        (vehicle.RAIN_INTENSITY, 101, Invalid.OUT_OF_RANGE),
        (vehicle.RAIN_INTENSITY, -1, Invalid.OUT_OF_RANGE),
        (vehicle.AIR_TEMPERATURE, -80, -80),
        (vehicle.AIR_TEMPERATURE, 80.5, Invalid.OUT_OF_RANGE),
        (vehicle.FATIGUE, 100.0, 100.0),
        (vehicle.DISTRACTION, 100.1, Invalid.OUT_OF_RANGE),
        (vehicle.LOW_VOLTAGE_STATE, "ON", "ON"),
        (vehicle.LOW_VOLTAGE_STATE, "UNDEFINED", Invalid.NOT_AVAILABLE),
        (vehicle.LOW_VOLTAGE_STATE, "on", Invalid.OUT_OF_RANGE),
        (vehicle.AUTONOMY, "SAE_2_DISENGAGING", "SAE_2_DISENGAGING"),
        (vehicle.AUTONOMY, "SAE_1_DISENGAGING", Invalid.OUT_OF_RANGE),
        (vehicle.AUTONOMY, 2, Invalid.WRONG_TYPE),
        (vehicle.SPEED, "stale", Invalid.STALE),
        (vehicle.SPEED, Invalid.NOT_AVAILABLE, Invalid.NOT_AVAILABLE),
        ("Vehicle.Cabin.Door.Row1.DriverSide.IsOpen", True, True),
        ("Vehicle.Cabin.Infotainment.Media.Played.Track", "x" * TEXT_CAP, "x" * TEXT_CAP),
        ("Vehicle.Cabin.Infotainment.Media.Played.Track", "x" * (TEXT_CAP + 1), Invalid.OUT_OF_RANGE),
        ("Vehicle.Cabin.HVAC.AmbientAirTemperature", [1], Invalid.WRONG_TYPE),
    ],
)
def test_ranges(path: str, value: object, meant: object) -> None:
    checked = check(path, value)
    assert checked == meant
    assert type(checked) is type(meant)


PATHS = st.sampled_from([*FLAGS, *NUMBERS, *WORDS, "Vehicle.Other"])
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.lists(st.integers())
)


@given(PATHS, ANYTHING)
def test_nothing_raises_and_a_checked_value_stays_as_it_is(path: str, value: object) -> None:
    checked = check(path, value)
    assert check(path, checked) == checked
    assert isinstance(checked, bool | int | float | str)
    assert not (isinstance(checked, float) and not math.isfinite(checked))


@given(
    st.one_of(
        st.integers(),
        st.floats(allow_nan=True),
        st.text(st.characters(), max_size=600),
        st.just("a\ud800"),
        st.just("a\0"),
        st.binary(),
        st.lists(st.integers()),
    )
)
def test_whatever_is_taken_can_be_shown_over_d_bus(value: object) -> None:
    """The property `Signals` sends whole numbers as 64 bits, and no message holds a NUL."""
    taken = check("Vehicle.Foo", value)
    if isinstance(taken, bool | Invalid):
        return
    assert not isinstance(taken, str) or "\0" not in taken
    message = Message(path="/a", interface="a.b", member="c", message_type=MessageType.SIGNAL, signature="v")
    message.body = [variant(taken)]
    assert message._marshall(False)


@pytest.mark.parametrize("number", [2**63, 2**64 - 1, -(2**63) - 1])
def test_a_number_beyond_64_bits_is_none(number: int) -> None:
    assert check("Vehicle.Foo", number) is Invalid.OUT_OF_RANGE
    assert check("Vehicle.Foo", 2**63 - 1) == 2**63 - 1
