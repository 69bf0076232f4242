"""The command line and the real daemon: the life of a memory, and a replayed drive."""

from pathlib import Path

import pytest
from dbus_fast import Variant

from cabin import DRIVER, MOVING, PARKED, REVERSING, Launch, RunningDaemon
from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.cli_outcome import Run
from synthesise_drive import STORIES, Synthesiser, moments, write

VEHICLES = Path(__file__).resolve().parents[2] / "config" / "vehicles"
CAR = ("--mapping", str(VEHICLES / "demo_car.json"), "--dbc", str(VEHICLES / "demo_car.dbc"))


async def test_the_life_of_a_memory(run: Run, daemon: RunningDaemon) -> None:
    kept = (await run("observe", "I like the cabin at 21 degrees.", "--json")).document
    assert kept["stored"]
    await daemon.settle()
    found = (await run("recall", "How warm do I like the cabin?", "--json")).document
    assert [memory["id"] for memory in found["memories"]] == [kept["id"]]
    listed = (await run("list")).out
    assert kept["id"] in listed
    assert not [line for line in listed.splitlines() if line != line.rstrip()]
    assert "21 degrees" in (await run("describe")).out
    brief = await run("brief", "How warm do I like the cabin?", "--max-chars", "200")
    assert brief.code == ExitCode.OK
    assert "21 degrees" in brief.out
    told = (await run("brief", "How warm do I like the cabin?", "--json")).document
    assert told["ids"] == [kept["id"]]
    detail = (await run("get", kept["id"], "--json")).document
    assert detail["provenance"]["speaker"] == DRIVER
    assert (await run("lookup", "--category", kept["category"])).code == ExitCode.OK

    would = (await run("forget", kept["id"], "--dry-run", "--json")).document
    assert would["count"] == 1
    assert (await run("list")).code == ExitCode.OK
    receipt = await run("forget", kept["id"])
    assert receipt.code == ExitCode.OK
    assert "no trace is left" in receipt.out
    assert (await run("get", kept["id"])).code == ExitCode.NOTHING
    assert (await run("recall", "How warm do I like the cabin?")).code == ExitCode.NOTHING
    assert (await run("brief", "How warm do I like the cabin?")).code == ExitCode.NOTHING
    assert (await run("list")).code == ExitCode.NOTHING


async def test_nothing_is_answered_in_reverse(run: Run, daemon: RunningDaemon) -> None:
    await run("observe", "I like the cabin at 21 degrees.")
    await daemon.drive(REVERSING)
    outcome = await run("recall", "How warm do I like the cabin?")
    assert outcome.code == ExitCode.SUPPRESSED
    assert "The car is reversing" in outcome.out
    assert "21" not in outcome.out


@pytest.mark.parametrize("command", [("list",), ("stats",), ("get", "01JNQ4ABCDEFGHJKMNPQRSTVWX")])
@pytest.mark.parametrize(
    ("signals", "says"),
    [
        (MOVING, ("The car is moving", "车停下后即可使用")),
        (REVERSING, ("The car is reversing", "正在倒车")),
        (PARKED | {"Vehicle.Speed": "fast"}, ("It is not known whether the car stands", "收到车速和挡位后")),
    ],
    ids=["moving", "reversing", "unknown"],
)
async def test_what_waits_for_the_car_is_no_fault(
    run: Run,
    daemon: RunningDaemon,
    signals: dict[str, object],
    says: tuple[str, str],
    command: tuple[str, ...],
) -> None:
    await daemon.drive(signals)
    english, chinese = await run(*command), await run(*command, "--lang", "zh")
    assert english.code == chinese.code == ExitCode.REFUSED
    assert says[0] in english.err
    assert "It works again" in english.err
    assert says[1] in chinese.err
    for shown in (english, chinese):
        assert len(shown.err.splitlines()) == 2
        assert not [word for word in ("Fault", "Remedy", "问题", "办法") if word in shown.err]
    assert (await run(*command, "--json")).document["error"]["word"] == "Locked"


@pytest.mark.parametrize(
    "command",
    [("describe",), ("lookup",), ("recall", "warm?"), ("brief", "warm?"), ("resolve-time", "yesterday")],
)
async def test_an_answer_waits_while_the_car_reverses(
    run: Run, daemon: RunningDaemon, command: tuple[str, ...]
) -> None:
    await daemon.drive(REVERSING)
    english, chinese = await run(*command), await run(*command, "--lang", "zh")
    assert english.code == chinese.code == ExitCode.SUPPRESSED
    assert english.err == chinese.err == ""
    assert english.out.startswith("Not now.")
    assert "The car is reversing" in english.out
    assert "It works again by itself" in english.out
    assert chinese.out.startswith("现在不回答。")
    assert "倒车结束" in chinese.out


async def test_correcting_waits_for_the_car_to_be_parked(run: Run, daemon: RunningDaemon) -> None:
    await daemon.drive(MOVING)
    shown = await run("edit", "01JNQ4ABCDEFGHJKMNPQRSTVWX", "--text", "x")
    assert shown.code == ExitCode.REFUSED
    assert "Not now: The car is moving; this is for a car that is parked." in shown.err
    assert "Later: It works again when the car is parked." in shown.err


async def test_somebody_who_is_not_in_the_car(run: Run, daemon: RunningDaemon) -> None:
    outcome = await run("recall", "How warm?", "--speaker", "oem:u-9009")
    assert outcome.code == ExitCode.REFUSED
    assert "occupants set" in outcome.err


async def test_seats_and_signals(run: Run, daemon: RunningDaemon) -> None:
    assert (await run("occupants", "set", "Row1.DriverSide=oem:u-7@88")).code == ExitCode.OK
    shown = (await run("occupants", "show", "--json")).document["occupants"]
    assert shown[0] == {"seat": "Row1.DriverSide", "occupant": "oem:u-7", "confidence": 88.0}
    assert (await run("occupants", "declare", "Row1.DriverSide", "guest")).code == ExitCode.OK
    signals = [
        f"{path}={str(value).lower() if isinstance(value, bool) else value}" for path, value in PARKED.items()
    ]
    outcome = await run("context", "set", *signals)
    assert outcome.code == ExitCode.OK
    assert "parked" in outcome.out
    context = (await run("context", "show", "--json")).document
    assert context["drive_state"] == "parked"
    assert {item["path"] for item in context["signals"]} >= set(PARKED)


async def test_a_value_that_is_none(run: Run, daemon: RunningDaemon) -> None:
    outcome = await run("context", "set", "Vehicle.Speed=fast")
    assert outcome.code == ExitCode.USAGE
    assert (await run("context", "show", "--json")).document["drive_state"] == "unknown"


async def test_health(run: Run, daemon: RunningDaemon) -> None:
    await daemon.settle()
    outcome = await run("health", "--json")
    assert outcome.code == ExitCode.OK
    assert outcome.document["level"] == "full"


@pytest.fixture(scope="module")
def drive_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("drive") / "drive.log"
    car = Synthesiser(VEHICLES / "demo_car.json", [VEHICLES / "demo_car.dbc"])
    write(car.drive(STORIES["full"]), file)
    return file


def state_at(states: list[dict[str, object]], micros: float) -> object:
    """The state that the replay told at a time of the recording."""
    return [item["drive_state"] for item in states if int(str(item["at_us"])) <= micros][-1]


@pytest.mark.parametrize("speed", ["0", "1000"])
async def test_a_replay_moves_the_simulated_clock(
    run: Run, launch: Launch, drive_log: Path, speed: str
) -> None:
    await launch(None, "--simulate")
    outcome = await run("context", "replay", str(drive_log), *CAR, "--speed", speed, "--json")
    assert outcome.code == ExitCode.OK
    replayed = outcome.document
    assert replayed["simulated"]
    assert "Vehicle.Speed" in replayed["signals"]
    for ends, state in moments(STORIES["full"]):
        # Two steps of the replay before the next phase begins.
        assert state_at(replayed["states"], ends * 1e6 - 200_000) == state, f"at {ends} s"


async def test_a_replay_does_not_inherit_another_cars_signals(
    run: Run, launch: Launch, drive_log: Path
) -> None:
    daemon = await launch(None, "--simulate")
    alone = (await run("context", "replay", str(drive_log), *CAR, "--speed", "0", "--json")).document
    await daemon.drive({"Vehicle.Powertrain.Transmission.IsParkLockEngaged": Variant("b", True)})
    again = (await run("context", "replay", str(drive_log), *CAR, "--speed", "0", "--json")).document
    states = [item["drive_state"] for item in again["states"]]
    assert states[-3:] == [item["drive_state"] for item in alone["states"]][-3:]
    assert "moving" in states


async def test_a_replay_is_told_as_it_goes(run: Run, launch: Launch, drive_log: Path) -> None:
    await launch(None, "--simulate")
    out = (await run("context", "replay", str(drive_log), *CAR)).out
    told = [line.split() for line in out.splitlines() if line[:3] == "00:"]
    assert {state for _, state in told} >= {"parked", "idling", "moving", "reversing"}
    assert [moment for moment, _ in told] == sorted(moment for moment, _ in told)


@pytest.mark.parametrize(
    ("file", "mapping", "says"),
    [
        ("missing.log", "demo_car.json", "missing.log"),
        ("drive.log", "missing.json", "missing.json"),
        ("drive.txt", "demo_car.json", "drive.txt"),
    ],
)
async def test_a_replay_that_cannot_be(
    run: Run, launch: Launch, drive_log: Path, file: str, mapping: str, says: str
) -> None:
    await launch(None, "--simulate")
    drive_log.with_name("drive.txt").write_text("no recording")
    outcome = await run(
        *("context", "replay", str(drive_log.with_name(file)), "--mapping", str(VEHICLES / mapping)),
        *("--dbc", str(VEHICLES / "demo_car.dbc")),
    )
    assert outcome.code == ExitCode.USAGE
    assert says in outcome.err


async def test_a_recording_of_another_car(run: Run, launch: Launch, tmp_path: Path) -> None:
    await launch(None, "--simulate")
    other = tmp_path / "other.log"
    other.write_text("(1700000000.000000) can0 7FF#00\n")
    outcome = await run("context", "replay", str(other), *CAR)
    assert outcome.code == ExitCode.USAGE
    assert "--mapping" in outcome.err


async def test_forgetting_by_scope_undo_and_the_log(run: Run, daemon: RunningDaemon) -> None:
    assert (await run("consent", "--undo", "yes")).code == ExitCode.OK
    await run("observe", "I like the cabin at 21 degrees.")
    await run("observe", "I love noodle soup")
    assert (await run("forget")).code == ExitCode.USAGE
    gone = (await run("forget", "--category", "food", "--json")).document
    assert gone["count"] == 1
    assert "noodle" not in (await run("list")).out
    assert gone["id"] in (await run("forget-log")).out
    assert (await run("undo", gone["id"])).code == ExitCode.OK
    assert "noodle" in (await run("list")).out
    assert (await run("forget", "--all")).code == ExitCode.REFUSED
    assert (await run("forget", "--all", "--yes", "--json")).document["count"] == 2


async def test_correcting_taking_along_and_wiping(run: Run, daemon: RunningDaemon, tmp_path: Path) -> None:
    kept = (await run("observe", "I like the cabin at 21 degrees.", "--json")).document
    assert (await run("edit", kept["id"], "--text", "I like the cabin at 23 degrees.")).code == ExitCode.OK
    file = tmp_path / "mine.json"
    assert (await run("export", str(file))).code == ExitCode.OK
    assert "23 degrees" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (await run("export", str(file))).code == ExitCode.USAGE
    packed = tmp_path / "mine.msgpack"
    assert (await run("export", str(packed), "--format", "msgpack")).code == ExitCode.OK
    assert b"23 degrees" in packed.read_bytes()
    assert (await run("wipe", DRIVER)).code == ExitCode.REFUSED
    assert (await run("wipe", DRIVER, "--yes")).code == ExitCode.OK
    assert (await run("list")).code == ExitCode.NOTHING
    assert (await run("change-owner", "--yes")).code == ExitCode.OK


async def test_simulated_time(run: Run, daemon: RunningDaemon) -> None:
    assert (await run("wait")).code == ExitCode.OK
    await daemon.context(REVERSING)
    assert "reversing" in (await run("simulate", "advance", "500ms")).out
    await daemon.context(PARKED)
    after = (await run("simulate", "advance", "1.5s", "--json")).document
    assert after["drive_state"] == "parked"
    assert (
        (await run("simulate", "time", "2026-05-01T08:00", "--timezone", "UTC", "--json"))
        .document["time"]
        .startswith("2026-05-01T08:00")
    )
    assert (await run("simulate", "jobs")).code == ExitCode.OK
    assert (await run("simulate", "advance", "soon")).code == ExitCode.USAGE


async def test_no_simulation(run: Run, launch: Launch) -> None:
    await launch(None)
    outcome = await run("simulate", "advance", "1s")
    assert outcome.code == ExitCode.USAGE
    assert "real time" in outcome.err


async def test_waiting_in_vain(run: Run) -> None:
    assert (await run("wait", "--timeout", "0.3")).code == ExitCode.UNREACHABLE
