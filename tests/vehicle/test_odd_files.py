"""Whatever can lie in the place of a bridge's files is named, or does no harm; nothing hangs or escapes."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vehicle_cars import VEHICLES

from cabin_memory.codecs import dbc_loading
from cabin_memory.codecs.can_decoding import CanDecoder, FrameSignal
from cabin_memory.codecs.dbc_loading import Wanted
from cabin_memory.domain.errors import InvalidArgument, MappingInvalid
from cabin_memory.inbound.vehicle_bridges import vehicle_files
from cabin_memory.inbound.vehicle_bridges.bridge_file import load_bridges
from cabin_memory.inbound.vehicle_bridges.recording import frames

RECORDING = (
    '[[recording]]\nfile = "drive.log"\nspeed = 1\nmapping = "demo_car.json"\ndbc = ["demo_car.dbc"]\n'
)
DBUS = (
    '[[dbus]]\nservice = "org.example.Car"\npath = "/org/example/Car"\ninterface = "org.example.Car1"\n'
    'property = "Speed"\nvss = "Vehicle.Foo"\n'
)
HUGE = "9" * 5000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("demo_car.json", "demo_car.dbc"):
        shutil.copy(VEHICLES / name, tmp_path)
    (tmp_path / "bridges.toml").write_text(RECORDING)
    return tmp_path


def fifo(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def large(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(1 << 34)


ODD: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (Path.mkdir, "not a regular file"),
    "pipe": (fifo, "not a regular file"),
    "device": (device, "not a regular file"),
    "large": (large, "larger than"),
    "missing": (lambda place: None, "No such file"),
    "loop": (lambda place: place.symlink_to(place.name), "symbolic links"),
}


@pytest.mark.parametrize("name", ["bridges.toml", "demo_car.json", "demo_car.dbc"])
@pytest.mark.parametrize("odd", ODD)
async def test_what_is_no_file_is_named_with_its_fault(folder: Path, name: str, odd: str) -> None:
    make, told = ODD[odd]
    (folder / name).unlink()
    make(folder / name)
    with pytest.raises(MappingInvalid) as caught:
        await asyncio.wait_for(asyncio.to_thread(load_bridges, folder / "bridges.toml"), 20)
    assert name in caught.value.detail
    assert told in caught.value.detail
    assert caught.value.remedy


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd != "large"])
async def test_what_is_no_recording_is_named_and_holds_nothing_up(tmp_path: Path, odd: str) -> None:
    make, told = ODD[odd]
    make(tmp_path / "drive.log")
    with pytest.raises(InvalidArgument) as caught:
        await asyncio.wait_for(asyncio.to_thread(list, frames(tmp_path / "drive.log")), 20)
    assert "drive.log" in caught.value.detail
    assert told in caught.value.detail


@pytest.mark.parametrize("name", ["\\u0000", "x" * 300, "a/" * 3000])
@pytest.mark.parametrize("key", ["demo_car.json", "demo_car.dbc"])
def test_a_name_that_no_file_can_have_is_a_fault(folder: Path, key: str, name: str) -> None:
    (folder / "bridges.toml").write_text(RECORDING.replace(key, name))
    with pytest.raises(MappingInvalid, match=r"bridges\.toml: recording 1: "):
        load_bridges(folder / "bridges.toml")


@pytest.mark.parametrize("speed", ["nan", "inf", "-1", "0", "1e-320", "9" * 400])
def test_a_speed_that_no_recording_can_have(folder: Path, speed: str) -> None:
    (folder / "bridges.toml").write_text(RECORDING.replace("speed = 1", f"speed = {speed}"))
    with pytest.raises(MappingInvalid, match="recording 1: speed is from"):
        load_bridges(folder / "bridges.toml")


@pytest.mark.parametrize("bound", ["min = nan", "max = nan"])
def test_a_bound_that_is_no_number(tmp_path: Path, bound: str) -> None:
    (tmp_path / "bridges.toml").write_text(DBUS + bound + "\n")
    with pytest.raises(MappingInvalid, match="dbus 1: min or max is not a number"):
        load_bridges(tmp_path / "bridges.toml")


MESSAGE = 'BO_ 256 Dynamics: 8 ECU\n SG_ Speed : 0|16@1+ (0.01,0) [0|400] "km/h" HMI\n'
WANTED = [Wanted(signal="Speed")]


@pytest.mark.parametrize(
    ("sound", "odd"),
    [
        ("BO_ 256", f"BO_ {HUGE}"),
        (": 8 ECU", f": {HUGE} ECU"),
        ("0|16@", f"{HUGE}|16@"),
        ("0|16@", f"0|{HUGE}@"),
        ("Speed :", f"Speed m{HUGE} :"),
        ("(0.01,", f"({HUGE},"),
        ("[0|400]", f"[{HUGE}|400]"),
    ],
)
def test_a_number_of_thousands_of_digits_in_what_is_mapped(sound: str, odd: str) -> None:
    with pytest.raises(MappingInvalid) as caught:
        dbc_loading.load(MESSAGE.replace(sound, odd).encode(), "car.dbc", WANTED)
    assert caught.value.detail.startswith("car.dbc:")


@pytest.mark.parametrize(
    "line",
    [
        f'VAL_ {HUGE} Speed 0 "a" ;',
        f"SIG_VALTYPE_ {HUGE} Speed : 1;",
        f'BA_ "GenMsgCycleTime" BO_ 256 {HUGE};',
        f'BA_ "GenMsgCycleTime" BO_ {HUGE} 10;',
        f"SG_MUL_VAL_ {HUGE} Speed Speed 0-1;",
    ],
)
def test_a_number_of_thousands_of_digits_elsewhere_does_no_harm(line: str) -> None:
    loaded = dbc_loading.load(f"{MESSAGE}{line}\n".encode(), "car.dbc", WANTED)
    assert [message.name for message in loaded.messages] == ["Dynamics"]
    assert [fault.line for fault in loaded.faults] == [3]


NUMBERS = st.one_of(
    st.from_regex(r"[+-]?[0-9]{1,3}(\.[0-9]{0,3})?([eE][+-]?[0-9]{1,4})?", fullmatch=True),
    st.integers(1, 500).map(lambda digits: "9" * digits),
)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.binary(max_size=10), st.sampled_from(["", "1", "2"]))
def test_no_number_of_a_file_makes_a_frame_raise(
    scale: str, offset: str, low: str, high: str, frame: bytes, valued: str
) -> None:
    """Whatever scale and range a DBC file gives, a frame becomes values or reasons."""
    bits = {"": 16, "1": 32, "2": 64}[valued]
    text = f'BO_ 256 D: 8 E\n SG_ Speed : 0|{bits}@1- ({scale},{offset}) [{low}|{high}] "" E\n'
    text += f"SIG_VALTYPE_ 256 Speed : {valued};\n" if valued else ""
    try:
        messages = dbc_loading.load(text.encode(), "car.dbc", WANTED).messages
    except MappingInvalid:
        return
    rows = [
        FrameSignal(
            message=message,
            signal="Speed",
            path="Vehicle.Foo",
            convert=lambda value, *, name, raw: value,
            finish=lambda value: vehicle_files._finish("Vehicle.Foo", "Vehicle.Foo", value),
        )
        for message in messages
    ]
    values = CanDecoder(rows, messages).decode(256, frame)
    assert all(isinstance(value, int | float | str) for value in values.values())


JUNK = st.recursive(
    st.one_of(
        st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(["math", "x", "P"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["from", "to", "mapping", "math", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["datatype", "min", "max", "allowed", "math", "mapping", "invalid", "argument", "bus", "vss", "path"]
)


def toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in str(value)) + '"'


@given(st.dictionaries(KEYS, JUNK, min_size=1, max_size=3))
def test_no_entry_raises_anything_but_mapping_invalid(
    tmp_path_factory: pytest.TempPathFactory, entries: dict[str, object]
) -> None:
    file = tmp_path_factory.getbasetemp() / "junk_bridges.toml"
    rows = [line for line in DBUS.splitlines() if line.partition(" ")[0] not in entries]
    file.write_text("\n".join([*rows, *(f"{key} = {toml(value)}" for key, value in entries.items())]))
    with contextlib.suppress(MappingInvalid):
        load_bridges(file)
