"""Every way in which a command can fail names the fault and the remedy and has its own exit code."""

import pytest

from cabin_memory.domain import errors
from cabin_memory.inbound.command_line.failures import ExitCode, from_error
from cabin_memory.inbound.dbus_contract import ERROR_PREFIX
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon


def told(err: str) -> tuple[str, str]:
    fault, remedy = err.strip().split("\n")
    assert fault.startswith(("Fault: ", "Not now: "))
    assert remedy.startswith(("Remedy: ", "Later: "))
    return fault, remedy


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (errors.InvalidArgument("limit: above 500"), ExitCode.USAGE, "limit: above 500"),
        (errors.UnknownOccupant(), ExitCode.REFUSED, "cabin-memory occupants set"),
        (errors.NotFound(), ExitCode.NOTHING, "cabin-memory list"),
        (errors.NotAuthorized(), ExitCode.REFUSED, "D-Bus policy"),
        (errors.Locked(), ExitCode.REFUSED, "Stop the car"),
        (errors.ParkedOnly(), ExitCode.REFUSED, "Park the car"),
        (errors.ConsentRequired(), ExitCode.REFUSED, "cabin-memory consent"),
        (errors.ConfirmationRequired(), ExitCode.REFUSED, "--yes"),
        (errors.Busy(), ExitCode.UNAVAILABLE, "Wait a moment"),
        (errors.Unavailable(), ExitCode.UNAVAILABLE, "cabin-memory health"),
        (errors.WrongKey(), ExitCode.UNAVAILABLE, "Nothing was changed"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
async def test_an_error_of_the_daemon(
    run: Run, scripted: ScriptedDaemon, error: Exception, code: ExitCode, says: str
) -> None:
    scripted.replies["Manage.Get"] = error
    outcome = await run("get", "01J")
    assert outcome.code == code
    assert says in " ".join(told(outcome.err))
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("command", "method", "says"),
    [(("undo", "r1"), "Undo", "no such receipt"), (("answer", "c1", "new"), "Answer", "no open conflict")],
)
async def test_what_is_not_found_is_called_what_it_is(
    run: Run, scripted: ScriptedDaemon, command: tuple[str, ...], method: str, says: str
) -> None:
    scripted.replies[f"Manage.{method}"] = errors.NotFound()
    outcome = await run(*command)
    assert outcome.code == ExitCode.NOTHING
    assert says in told(outcome.err)[0]
    scripted.replies[f"Manage.{method}"] = errors.Busy()
    assert (await run(*command)).code == ExitCode.UNAVAILABLE


def test_every_error_word_of_the_daemon_has_its_own_sentence() -> None:
    words = {
        kind.word
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.CabinMemoryError)
    }
    # Settings are read before the daemon is on the bus.
    for word in words - {"SettingsInvalid"}:
        assert from_error(ERROR_PREFIX + word, "text", "Recall").word == word


async def test_no_daemon_on_the_bus(run: Run) -> None:
    outcome = await run("recall", "hello", "--session-bus")
    assert outcome.code == ExitCode.UNREACHABLE
    fault, remedy = told(outcome.err)
    assert "not running" in fault
    assert "cabin-memoryd --session" in remedy


async def test_no_bus(run: Run) -> None:
    outcome = await run("health", "--address", "unix:path=/nonexistent/bus")
    assert outcome.code == ExitCode.UNREACHABLE
    fault, remedy = told(outcome.err)
    assert "unix:path=/nonexistent/bus" in fault
    assert "--address" in remedy


async def test_an_address_that_is_none(run: Run) -> None:
    outcome = await run("health", "--address", "nonsense")
    assert outcome.code == ExitCode.UNREACHABLE
    assert "nonsense" in told(outcome.err)[0]


async def test_a_daemon_of_another_version(
    run: Run, scripted: ScriptedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.replies["Health.Check"] = {}
    monkeypatch.setattr("cabin_memory.inbound.command_line.daemon_client.PATH", "/org/cabinmemory/Memory2")
    outcome = await run("health")
    assert outcome.code == ExitCode.UNAVAILABLE
    assert "same version" in told(outcome.err)[1]


async def test_an_error_in_json(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = errors.UnknownOccupant()
    outcome = await run("recall", "hello", "--json")
    assert outcome.code == ExitCode.REFUSED
    assert outcome.err == ""
    error = outcome.document["error"]
    assert (error["word"], error["exit_code"]) == ("UnknownOccupant", 4)
    assert error["fault"]
    assert error["remedy"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("recall", "hello", "--limt", "3"), "--limit"),
        (("recal", "hello"), "Did you mean recall?"),
        (("recall",), "QUERY is missing."),
        (("context", "replay", "drive.log", "--mapping", "car.json"), "--dbc is missing."),
        (("recall", "hello", "--limit", "0"), "--limit"),
        (("list", "--category", "colours"), "--category cannot be colours. Remedy: Its meaning: Only"),
        (("recall", "how", "warm"), "Put a text of several words in quotes"),
        (("context",), "Name one of show, set, replay."),
        (("list", "--since", "yesterday"), "2026-03-01T18:30"),
        (("recall", "hello", "--timezone", "Mars/Base"), "Asia/Shanghai"),
        (("occupants", "set", "Row1.Driver=oem:u-1"), "Row1.DriverSide=oem:u-1001@95"),
        (("context", "set", "Vehicle.Speed"), "SelectedGear=126"),
        (("observe", "hello", "--entity", "Anna"), "person:Anna"),
        (("observe", "hello", "--slot", "24"), "temperature=24"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
async def test_a_wrong_command_line(
    run: Run, scripted: ScriptedDaemon, arguments: tuple[str, ...], says: str
) -> None:
    outcome = await run(*arguments)
    assert outcome.code == ExitCode.USAGE
    assert says in " ".join(told(outcome.err))
    assert scripted.calls == []


async def test_a_wrong_bus_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CABIN_MEMORY_BUS", "ethernet")
    outcome = await run("health")
    assert outcome.code == ExitCode.USAGE
    assert "session or system" in told(outcome.err)[1]


async def test_errors_in_chinese(run: Run, scripted: ScriptedDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    scripted.replies["Recall"] = errors.UnknownOccupant()
    outcome = await run("recall", "你好")
    assert outcome.err.startswith("问题：车里没有这个编号的人")
    assert "办法：" in outcome.err
