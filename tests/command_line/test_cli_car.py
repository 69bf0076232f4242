"""What people write of persons and signals: everyday words are understood, mistyped paths are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin import RunningDaemon
from cabin_memory.domain import vehicle
from cabin_memory.domain.people import SeatRole
from cabin_memory.inbound.command_line.chinese import CHINESE
from cabin_memory.inbound.command_line.failures import ExitCode, Failure
from cabin_memory.inbound.command_line.roles import role_of
from cabin_memory.inbound.command_line.signal_hints import USED, unused
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon

USED_PATHS = st.sampled_from(sorted(USED))


# --- roles -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("wife", "spouse"),
        ("Husband", "spouse"),
        ("妻子", "spouse"),
        ("老婆", "spouse"),
        ("老公", "spouse"),
        ("丈夫", "spouse"),
        ("kid", "child"),
        ("孩子", "child"),
        ("MOM", "parent"),
        ("dad", "parent"),
        ("妈妈", "parent"),
        ("爸爸", "parent"),
        ("me", "self"),
        ("客人", "guest"),
        *((str(role), str(role)) for role in SeatRole),
        *((CHINESE[role], str(role)) for role in SeatRole),
    ],
)
def test_everyday_words_are_roles(word: str, role: str) -> None:
    assert role_of(word) is SeatRole(role)
    assert role_of(f" {word} ") is SeatRole(role)


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("spose", "Did you mean {near}?"),
        ("friend", "Write {roles}"),
        ("朋友", "Write {roles}"),
        ("", "Write"),
    ],
)
def test_another_word_is_no_role(word: str, remedy: str) -> None:
    with pytest.raises(Failure) as failure:
        role_of(word)
    assert failure.value.code is ExitCode.USAGE
    assert failure.value.remedy.startswith(remedy)


async def test_the_contract_hears_its_own_word_only(run: Run, scripted: ScriptedDaemon) -> None:
    outcome = await run("occupants", "declare", "Row1.PassengerSide", "老婆")
    assert outcome.code == ExitCode.OK
    assert "declared as spouse" in outcome.out
    assert scripted.calls == [("Occupants.Declare", ["Row1.PassengerSide", "spouse"], {})]
    assert (await run("occupants", "declare", "Row1.PassengerSide", "friend")).code == ExitCode.USAGE
    assert len(scripted.calls) == 1


async def test_roles_are_completed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CABIN_MEMORY_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "cabin-memory occupants declare Row1.PassengerSide sp")
    monkeypatch.setenv("COMP_CWORD", "4")
    assert "spouse" in (await run()).out


# --- signals -----------------------------------------------------------------------------------------
def test_every_path_of_the_vehicle_is_used() -> None:
    assert {vehicle.SPEED, vehicle.AUTONOMY, vehicle.LOW_VOLTAGE_STATE} <= USED
    assert vehicle.SEAT_OCCUPIED.format(seat="Row2.Middle") in USED
    assert not [path for path in USED if "{" in path]


@given(path=USED_PATHS)
def test_what_is_used_needs_no_hint(path: str) -> None:
    assert unused([path]) == {}


@pytest.mark.parametrize(
    "path",
    [
        "Vehicle.AmbientAirTemperature",
        "Vehicle.Body.Lights.IsBackupOn",
        "Vehicle.Cabin.Seat.Row1.Pos1.IsBelted",
        "Vehicle.Cabin.Seat.Row1.DriverSide.OccupancyStatus",
    ],
)
def test_paths_of_other_releases_need_no_hint(path: str) -> None:
    assert unused([path]) == {}


@given(path=USED_PATHS, data=st.data())
def test_a_path_with_a_doubled_letter_is_recognised(path: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(len("Vehicle.") + 1, len(path)))
    mistyped = path[:at] + path[at - 1 :]
    assert unused([mistyped]) == {mistyped: path}


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("Vehicle.Speeed", "Vehicle.Speed"),
        ("vehicle.speed", "Vehicle.Speed"),
        ("Speed", "Vehicle.Speed"),
        ("SelectedGear", vehicle.SELECTED_GEAR),
        ("Vehicle.SelectedGear", vehicle.SELECTED_GEAR),
        ("Vehicle.OBD.EngineLoad", ""),
        ("x", ""),
    ],
)
def test_the_nearest_path_is_named(path: str, near: str) -> None:
    assert unused([path]) == {path: near}


async def test_a_signal_that_nothing_uses_is_told_after_it_was_sent(run: Run, daemon: RunningDaemon) -> None:
    line = ("context", "set", "Vehicle.Speeed=0", "Vehicle.OBD.EngineLoad=3", "Vehicle.Speed=0")
    outcome = await run(*line)
    assert outcome.code == ExitCode.OK
    assert outcome.err.splitlines() == [
        "Vehicle.Speeed: not used; did you mean Vehicle.Speed?",
        "Vehicle.OBD.EngineLoad: not used; it changes nothing.",
    ]
    assert "Accepted" in outcome.out
    assert "未被使用；是不是想写 Vehicle.Speed？" in (await run(*line, "--lang", "zh")).err
    told = await run(*line, "--json")
    assert told.err == ""
    assert told.document["unused"] == {"Vehicle.Speeed": "Vehicle.Speed", "Vehicle.OBD.EngineLoad": ""}
    assert (await run("context", "set", "Vehicle.Speed=0")).err == ""
