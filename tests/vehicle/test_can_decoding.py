"""Frames through the real files: mapping and DBC of config/vehicles, decoded as the bridges do."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vehicle_cars import CARS, VEHICLES, CarMaker, make_car

from cabin_memory.codecs.can_decoding import EXTENDED, CanDecoder
from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import MappingInvalid
from cabin_memory.domain.vehicle import DriveState, Invalid
from cabin_memory.inbound.vehicle_bridges.vehicle_files import load_decoder
from synthesise_drive import SEATS, Phase, Synthesiser, truth

DYNAMICS, GEARBOX, BODY, SEATS_FRAME, ASSISTANCE = 0x100, 0x110, 0x120, 0x130, 0x18FF0150 | EXTENDED
DEMO = make_car("demo_car", Path())


@pytest.fixture(scope="module")
def demo() -> CanDecoder:
    return DEMO.decoder()


def test_a_frame_is_decoded(demo: CanDecoder) -> None:
    assert demo.decode(DYNAMICS, bytes.fromhex("2823 05 0000000000")) == {
        vehicle.SPEED: 90.0,
        vehicle.IS_MOVING: True,
    }


def test_only_mapped_frames_are_known(demo: CanDecoder) -> None:
    assert demo.frames == {DYNAMICS, GEARBOX, BODY, SEATS_FRAME, 0x140, ASSISTANCE}
    assert demo.decode(0x7FF, bytes(8)) == {}


def test_a_29_bit_identifier_is_not_its_11_bit_namesake(demo: CanDecoder) -> None:
    assert demo.decode(ASSISTANCE, b"\x0b") == {vehicle.AUTONOMY: "SAE_3_DISENGAGING"}
    assert demo.decode(DYNAMICS | EXTENDED, bytes(8)) == {}


@pytest.mark.parametrize(
    ("frame", "data", "path", "why"),
    [
        (GEARBOX, "f0 00", vehicle.SELECTED_GEAR, Invalid.NOT_AVAILABLE),  # named Invalid
        (GEARBOX, "e0 00", vehicle.SELECTED_GEAR, Invalid.NOT_AVAILABLE),  # named, not mapped
        (GEARBOX, "80 00", vehicle.SELECTED_GEAR, Invalid.NOT_AVAILABLE),  # not even named
        (GEARBOX, "00 80", vehicle.CURRENT_GEAR, Invalid.NOT_AVAILABLE),  # −128, listed as invalid
        (GEARBOX, "00 40", vehicle.CURRENT_GEAR, Invalid.OUT_OF_RANGE),  # 64
        (GEARBOX, "00", vehicle.CURRENT_GEAR, Invalid.NOT_AVAILABLE),  # frame too short
        (DYNAMICS, "ffff 01", vehicle.SPEED, Invalid.NOT_AVAILABLE),
        (DYNAMICS, "feff 01", vehicle.SPEED, Invalid.OUT_OF_RANGE),
        (DYNAMICS, "1027 03", vehicle.SPEED, Invalid.NOT_AVAILABLE),  # 100 km/h of quality Fault
        (DYNAMICS, "1027 00", vehicle.SPEED, Invalid.NOT_AVAILABLE),
        (DYNAMICS, "1027 0d", vehicle.IS_MOVING, Invalid.NOT_AVAILABLE),
        (BODY, "07 7f", vehicle.RAIN_INTENSITY, Invalid.OUT_OF_RANGE),
        (BODY, "07 00", vehicle.LOW_VOLTAGE_STATE, Invalid.NOT_AVAILABLE),  # UNDEFINED
        (BODY, "00 00 ff", vehicle.AIR_TEMPERATURE, Invalid.NOT_AVAILABLE),
        (ASSISTANCE, "0f", vehicle.AUTONOMY, Invalid.WRONG_TYPE),  # a number without a name
    ],
)
def test_what_is_no_value_says_why(demo: CanDecoder, frame: int, data: str, path: str, why: Invalid) -> None:
    assert demo.decode(frame, bytes.fromhex(data))[path] is why


def test_a_multiplexed_frame_speaks_of_one_seat(demo: CanDecoder) -> None:
    for index, seat in enumerate(SEATS, start=1):
        assert demo.decode(SEATS_FRAME, bytes([index, 0b0001, *bytes(6)])) == {
            vehicle.SEAT_OCCUPIED.format(seat=seat): True,
            vehicle.SEAT_BELTED.format(seat=seat): False,
        }
    assert demo.decode(SEATS_FRAME, bytes([9, 1, *bytes(6)])) == {}
    assert demo.varying == {SEATS_FRAME}


def test_names_reach_beyond_a_careless_range(car: CarMaker) -> None:
    """EPB_STATE of the Honda is declared [0|1] and has four names; 3 is engaged."""
    civic = car("honda_civic_2016").decoder()
    assert civic.decode(0x1C2, bytes([0, 0, 0, 0x30, 0, 0, 0, 0])) == {vehicle.PARKING_BRAKE: True}


def test_the_range_of_the_dbc_counts_too(car: CarMaker) -> None:
    """The Kona's outside temperature is declared [-40|60]; 0 on the bus is −40.5 °C, an absent sensor."""
    kona = car("hyundai_kona_2018").decoder()
    assert kona.decode(0x520, bytes(8)) == {vehicle.AIR_TEMPERATURE: Invalid.OUT_OF_RANGE}
    assert kona.decode(0x520, bytes([0, 0, 0, 121, 0, 0, 0, 0])) == {vehicle.AIR_TEMPERATURE: 20.0}
    assert kona.decode(0x520, bytes([0, 0, 0, 202, 0, 0, 0, 0])) == {
        vehicle.AIR_TEMPERATURE: Invalid.OUT_OF_RANGE
    }


@pytest.mark.parametrize("name", CARS)
def test_our_mappings_have_what_the_public_form_demands(name: str) -> None:
    """Eclipse KUKSA reads these three of every mapped node."""
    tree = json.loads((VEHICLES / f"{name}.json").read_text("utf-8"))
    assert all({"type", "datatype", "description"} <= set(node) for node in tree.values())


# --- mappings of the user --------------------------------------------------------------------------
DBC = """BO_ 256 First: 8 ECU
 SG_ Speed : 0|16@1+ (0.01,0) [0|0] "km/h" HMI
 SG_ Kind : 16|4@1+ (1,0) [0|0] "" HMI
BO_ 257 Second: 8 ECU
 SG_ Speed : 0|8@1+ (1,0) [0|0] "km/h" HMI
VAL_ 256 Kind 1 "One" ;
"""


def made(folder: Path, *sources: dict[str, Any], dbc: str = DBC, path: str = "Vehicle.Speed") -> CanDecoder:
    (folder / "car.dbc").write_text(dbc)
    nodes = {
        f"{path}{number or ''}": {"type": "sensor", "dbc2vss": source}
        for number, source in enumerate(sources)
    }
    (folder / "car.json").write_text(json.dumps(nodes))
    return load_decoder(folder / "car.json", [folder / "car.dbc"])


def test_a_name_in_several_messages_is_all_of_them_or_the_named_one(tmp_path: Path) -> None:
    assert made(tmp_path, {"signal": "Speed"}).frames == {256, 257}
    assert made(tmp_path, {"signal": "Speed", "message": "Second"}).frames == {257}


def test_a_plain_selector_leaves_the_other_variant_out(tmp_path: Path) -> None:
    decoder = made(
        tmp_path, {"signal": "Speed", "message": "First", "multiplexer": [{"signal": "Kind", "value": 1}]}
    )
    assert decoder.decode(256, bytes.fromhex("6400010000000000")) == {vehicle.SPEED: 1.0}
    assert decoder.decode(256, bytes.fromhex("6400020000000000")) == {}
    assert decoder.varying == {256}


NESTED = """BO_ 256 Nested: 8 ECU
 SG_ Outer M : 0|4@1+ (1,0) [0|0] "" HMI
 SG_ Inner m1M : 4|4@1+ (1,0) [0|0] "" HMI
 SG_ Deep m2 : 8|8@1+ (1,0) [0|0] "" HMI
SG_MUL_VAL_ 256 Inner Outer 1-1;
SG_MUL_VAL_ 256 Deep Inner 2-2;
"""


def test_a_multiplexer_within_a_multiplexer(tmp_path: Path) -> None:
    decoder = made(tmp_path, {"signal": "Deep"}, dbc=NESTED)
    assert decoder.decode(256, bytes([0x21, 7, *bytes(6)])) == {vehicle.SPEED: 7}
    assert decoder.decode(256, bytes([0x11, 7, *bytes(6)])) == {}
    assert decoder.decode(256, bytes([0x20, 7, *bytes(6)])) == {}


def test_paths_of_other_releases_are_translated(tmp_path: Path) -> None:
    dbc = DBC.replace('1 "One"', '0 "EMPTY" 1 "OCCUPIED" 2 "UNKNOWN"')
    path = "Vehicle.Cabin.Seat.Row1.PassengerSide.OccupancyStatus"
    (tmp_path / "car.dbc").write_text(dbc)
    node = {"type": "sensor", "datatype": "string", "dbc2vss": {"signal": "Kind"}}
    (tmp_path / "car.json").write_text(json.dumps({path: node}))
    decoder = load_decoder(tmp_path / "car.json", [tmp_path / "car.dbc"])
    occupied = vehicle.SEAT_OCCUPIED.format(seat="Row1.PassengerSide")
    for raw, meant in ((0, False), (1, True), (2, Invalid.NOT_AVAILABLE)):
        assert decoder.decode(256, bytes([0, 0, raw])) == {occupied: meant}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ({"signal": "Sped"}, "car.json: Vehicle.Speed: signal Sped is not in any message of the DBC files"),
        ({"signal": "Speed", "message": "Third"}, "is not in message Third"),
        ({"signal": "Kind", "transform": {"mapping": [{"from": "Two", "to": 2}]}}, "'Two' is not in the"),
        ({"signal": "Kind", "invalid": ["SNA"]}, "'SNA' is not in the value table"),
        ({"signal": "Speed", "valid_when": [{"signal": "Kind", "value": 1}]}, "Kind, its condition, is"),
    ],
)  # fmt: skip
def test_a_mapping_that_cannot_work_is_refused(tmp_path: Path, source: dict[str, Any], fault: str) -> None:
    with pytest.raises(MappingInvalid) as caught:
        made(tmp_path, source)
    assert fault in caught.value.detail


def test_faults_of_a_dbc_are_told_instead_of_missing_signals(tmp_path: Path) -> None:
    with pytest.raises(MappingInvalid) as caught:
        made(tmp_path, {"signal": "Kind"}, dbc=DBC.replace("BO_ 256", "BO_ 25600"))
    assert caught.value.detail.startswith("car.dbc:1: ")
    assert len(caught.value.detail.splitlines()) == 1


def test_harmless_faults_are_logged_with_file_and_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made(tmp_path, {"signal": "Kind"}, dbc=DBC + 'CM_ 256 "no keyword";\n' * 25)
    told = [record.getMessage() for record in caplog.records]
    assert told[0].startswith("car.dbc:7: CM_ is not in its form")
    assert len(told) == 21
    assert "5 more faults" in told[-1]


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(MappingInvalid, match=r"nowhere\.json: No such file"):
        load_decoder(tmp_path / "nowhere.json", [])


def test_a_path_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MappingInvalid, match="a signal is named by a VSS path"):
        made(tmp_path, {"signal": "Kind"}, path="Engine.Speed")


# --- properties --------------------------------------------------------------------------------------
DECODER = DEMO.decoder()


@given(st.sampled_from(sorted(DECODER.frames)) | st.integers(0, 2**32 - 1), st.binary(max_size=64))
def test_no_frame_raises_and_only_its_paths_come(frame: int, data: bytes) -> None:
    values = DECODER.decode(frame, data)
    assert set(values) <= DECODER.paths
    assert all(isinstance(value, bool | int | float | str) for value in values.values())


@pytest.fixture(scope="module", params=CARS)
def sender(request: pytest.FixtureRequest, car: CarMaker) -> Synthesiser:
    known = car(request.param)
    return Synthesiser(known.mapping, known.dbc)


GEARS = st.sampled_from([126, -1, 127])
EXACT = {
    vehicle.PARKING_BRAKE,
    vehicle.LOW_VOLTAGE_STATE,
    vehicle.SELECTED_GEAR,
    vehicle.BACKUP_LIGHT,
    *(vehicle.SEAT_BELTED.format(seat=seat) for seat in SEATS),
    *(vehicle.SEAT_OCCUPIED.format(seat=seat) for seat in SEATS),
}


@given(GEARS, st.floats(0, 200), st.booleans(), st.sampled_from(["OFF", "ON", "START"]))
def test_what_a_car_says_is_what_is_read(
    sender: Synthesiser, gear: int, speed: float, brake: bool, key: str
) -> None:
    phase = Phase(seconds=1.0, state=DriveState.MOVING, gear=gear, brake=brake, key=key, seats=SEATS[:3])
    said = truth(phase, speed)
    read: dict[str, Any] = {}
    for known in sender.senders:
        frame = known.message.frame_id | (EXTENDED if known.message.is_extended_frame else 0)
        read.update(sender.decoder.decode(frame, known.data(said)))
    assert set(read) == sender.decoder.paths
    assert {path: read[path] for path in EXACT & set(read)} == {
        path: said[path] for path in EXACT & set(read)
    }
    assert read[vehicle.SPEED] == pytest.approx(speed, abs=0.02)
