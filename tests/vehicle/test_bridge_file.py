import asyncio
import contextlib
import shutil
import time
from pathlib import Path

import can
import pytest
from vehicle_cars import CONFIG, VEHICLES, CarMaker

from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import MappingInvalid
from cabin_memory.inbound.vehicle_bridges import Values
from cabin_memory.inbound.vehicle_bridges.bridge_file import RecordingBridge, load_bridges, run_bridges
from cabin_memory.inbound.vehicle_bridges.can_bridge import CanBridge
from cabin_memory.inbound.vehicle_bridges.dbus_bridge import DbusBridge

CAN = '[[can]]\ninterface = "virtual"\nchannel = "c"\nmapping = "demo_car.json"\ndbc = ["demo_car.dbc"]\n'
DBUS = (
    '[[dbus]]\nservice = "org.example.Car"\npath = "/org/example/Car"\ninterface = "org.example.Car1"\n'
    'property = "Speed"\nvss = "Vehicle.Speed"\n'
)


def written(folder: Path, text: str) -> Path:
    for name in ("demo_car.json", "demo_car.dbc"):
        shutil.copy(VEHICLES / name, folder)
    (folder / "bridges.toml").write_text(text)
    return folder / "bridges.toml"


def test_the_examples_are_sound() -> None:
    live = load_bridges(CONFIG / "bridges.toml")
    assert [type(bridge) for bridge in live] == [CanBridge, DbusBridge]
    (recorded,) = load_bridges(CONFIG / "bridges_recording.toml")
    assert isinstance(recorded, RecordingBridge)
    assert recorded.file == CONFIG / "drive.log"


def test_one_connection_for_each_bus(tmp_path: Path) -> None:
    text = DBUS + DBUS.replace("[[dbus]]", '[[dbus]]\nbus = "session"') + DBUS
    assert [type(bridge) for bridge in load_bridges(written(tmp_path, text))] == [DbusBridge, DbusBridge]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[can]", "not a TOML document"),
        ("[[lin]]\n", "bridges.toml: unknown table lin"),
        ("can = 3\n", "can 1: expected a table"),
        (CAN.replace('channel = "c"\n', ""), "can 1: channel is missing"),
        (CAN + "bitrate = 5\n", "can 1: unknown key bitrate"),
        (CAN.replace('"c"', "0"), "can 1: channel is of the wrong type"),
        (CAN.replace('["demo_car.dbc"]', "[1]"), "can 1: dbc is a list of file names"),
        (CAN.replace("demo_car.dbc", "nowhere.dbc"), "nowhere.dbc: No such file"),
        (CAN.replace("demo_car.json", "demo_car.dbc"), "can 1: demo_car.dbc:1: "),
        (CAN.replace("[[can]]", "[[recording]]"), "recording 1: file is missing"),
        ('[[recording]]\nfile = "x"\nspeed = 0\n', "recording 1: speed is from 0.001"),
        (DBUS.replace("property", "member"), "dbus 1: one of property and signal is needed"),
        (DBUS + 'signal = "S"\n', "dbus 1: one of property and signal is needed"),
        (DBUS + 'bus = "starter"\n', "dbus 1: bus is system or session"),
        (DBUS + "argument = -1\n", "dbus 1: argument counts from 0"),
        (DBUS + "argument = true\n", "dbus 1: argument is of the wrong type"),
        (DBUS + 'math = "exec(x)"\n', "dbus 1: math is not a formula"),
        (DBUS + 'math = "x"\nmapping = []\n', "dbus 1: transform is neither one mapping nor one math"),
        (DBUS.replace("Vehicle.Speed", "Speed"), "dbus 1: a signal is named by a VSS path"),
        (DBUS.replace('"org.example.Car"', "\"x',sender='y\""), "dbus 1: invalid bus name"),
        (DBUS.replace("/org/example/Car", "org"), "dbus 1: invalid object path"),
        (DBUS.replace('"Speed"', '"Spe ed"'), "dbus 1: invalid member name"),
    ],
)
def test_faults_name_the_entry(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(MappingInvalid) as caught:
        load_bridges(written(tmp_path, text))
    assert fault in caught.value.detail


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = CAN + CAN.replace('channel = "c"\n', "") + DBUS + DBUS.replace("Vehicle.", "")
    with pytest.raises(MappingInvalid) as caught:
        load_bridges(written(tmp_path, text))
    assert [line.split(": ")[1] for line in caught.value.detail.splitlines()] == ["can 2", "dbus 2"]


def test_a_missing_document_is_named(tmp_path: Path) -> None:
    with pytest.raises(MappingInvalid, match="No such file"):
        load_bridges(tmp_path / "bridges.toml")


async def test_a_recording_and_a_bus_run_side_by_side(car: CarMaker, tmp_path: Path) -> None:
    car("demo_car").record("passenger", tmp_path / "drive.log")
    channel = f"side-{time.monotonic_ns()}"
    recording = CAN.replace("[[can]]", '[[recording]]\nfile = "drive.log"\nspeed = 1000')
    recording = recording.replace('interface = "virtual"\nchannel = "c"\n', "")
    bridges = load_bridges(written(tmp_path, CAN.replace('"c"', f'"{channel}"') + recording))
    seen: dict[str, object] = {}
    heard = asyncio.Event()

    def sink(values: Values) -> None:
        seen.update(values)
        heard.set()

    running = asyncio.create_task(run_bridges(bridges, sink))
    with can.Bus(channel, "virtual", ignore_config=True) as sender:
        async with asyncio.timeout(10):
            while seen.get(vehicle.AUTONOMY) != "SAE_5" or vehicle.SPEED not in seen:
                sender.send(can.Message(arbitration_id=0x18FF0150, data=b"\x05"))
                heard.clear()
                await heard.wait()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def test_a_damaged_recording_is_told_and_ends(
    car: CarMaker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bridge = RecordingBridge(file=tmp_path / "nowhere.log", decoder=car("demo_car").decoder())
    await run_bridges([bridge], lambda values: None)
    assert "nowhere.log: No such file" in caplog.text
