"""Where arguments, output or bus are not what one hopes: one fault, one remedy, never a traceback."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from dbus_fast import Variant

from cabin import Launch
from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.cli_outcome import Outcome, Run
from command_line.scripted_daemon import ScriptedDaemon
from command_line.test_cli_commands import ANSWER, MEMORY
from command_line.test_cli_terminal import PROGRAM

WORDS = "空调二十四度 😀"
LIST = {
    "memories": Variant("aa{sv}", [MEMORY | {"text": Variant("s", WORDS)}]),
    "total": Variant("u", 1),
}


async def program(*arguments: str | bytes, shell: str = "", **environment: str) -> Outcome:
    """The program in a process of its own; `shell` is what stands behind it on the line of a shell."""
    line = f'"$@" {shell}'
    process = await asyncio.create_subprocess_exec(
        *("bash", "-c", f"set -o pipefail; {line}", "-", sys.executable, *PROGRAM, *arguments),
        env={name: value for name, value in os.environ.items() if name[:3] not in ("LC_", "PYT")}
        | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = await process.communicate()
    shown = Outcome(code=process.returncode or 0, out=out.decode(), err=err.decode())
    assert "Traceback" not in shown.err
    assert "Exception ignored" not in shown.err
    return shown


def told(shown: Outcome) -> str:
    """The one fault and the one remedy."""
    lines = shown.err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Fault", "Remedy"]
    return shown.err


@pytest.mark.parametrize(
    "arguments", [("observe", b"a\xff"), ("get", b"\xff\xfe"), (b"\xff",), ("list", "--\udcff")]
)
async def test_arguments_that_are_no_text(arguments: tuple[str | bytes, ...]) -> None:
    shown = await program(*(os.fsencode(one) for one in arguments), LC_ALL="C.UTF-8")
    assert shown.code == ExitCode.USAGE
    assert "is not UTF-8" in told(shown)


async def test_a_file_that_cannot_be(run: Run) -> None:
    shown = await run("export", "a" * 300)
    assert shown.code == ExitCode.USAGE
    assert "cannot be written" in told(shown)


async def test_what_stands_behind_two_dashes_is_no_option(run: Run) -> None:
    assert (await run("recall", "--session-bus", "--", "--json")).err.startswith("Fault: ")
    assert (await run("recall", "--session-bus", "--", "--lang", "zh")).err.startswith("Fault: ")


async def test_no_text_in_json() -> None:
    shown = await program("observe", b"a\xff", "--json", LC_ALL="C.UTF-8")
    assert json.loads(shown.out)["error"]["exit_code"] == ExitCode.USAGE


async def test_text_is_read_where_the_locale_is_ascii(bus_address: str, scripted: ScriptedDaemon) -> None:
    scripted.replies["Recall"] = ANSWER
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = await program("recall", WORDS, "--address", bus_address, **plain)
    assert shown.code == ExitCode.OK
    assert scripted.calls == [("Recall", [WORDS], {})]


async def test_ascii_output_loses_nothing(bus_address: str, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.List"] = LIST
    to = ("--address", bus_address)
    people = await program("list", *to, PYTHONIOENCODING="ascii")
    assert people.code == ExitCode.OK
    assert WORDS.encode("ascii", "backslashreplace").decode() in people.out
    programs = await program("list", "--json", *to, PYTHONIOENCODING="ascii")
    assert programs.out.isascii()
    assert json.loads(programs.out)["memories"][0]["text"] == WORDS
    chinese = await program("list", "--json", *to, PYTHONIOENCODING="gbk:strict")
    assert json.loads(chinese.out)["memories"][0]["text"] == WORDS


@pytest.mark.parametrize("arguments", [("--help",), ("recall", "--help"), ("recall",), ("recall", "a", "b")])
async def test_chinese_where_only_ascii_goes_out(arguments: tuple[str, ...]) -> None:
    shown = await program(*arguments, "--lang", "zh", PYTHONIOENCODING="ascii")
    assert shown.code == (ExitCode.OK if "--help" in arguments else ExitCode.USAGE)
    assert "\\u" in shown.out + shown.err


@pytest.mark.parametrize("arguments", [("list",), ("list", "--json"), ("--help",), ("list", "--help")])
@pytest.mark.parametrize("shell", ["| head -c 1", "| true", ">&-"])
async def test_a_reader_that_goes_away_is_no_fault(
    bus_address: str, scripted: ScriptedDaemon, arguments: tuple[str, ...], shell: str
) -> None:
    scripted.replies["Manage.List"] = LIST
    shown = await program("--address", bus_address, *arguments, shell=shell)
    assert (shown.code, shown.err) == (ExitCode.OK, "")


@pytest.mark.parametrize("arguments", [("list",), ("list", "--json"), ("--help",)])
async def test_a_full_disk_is_a_fault(
    bus_address: str, scripted: ScriptedDaemon, arguments: tuple[str, ...]
) -> None:
    scripted.replies["Manage.List"] = LIST
    shown = await program("--address", bus_address, *arguments, shell="> /dev/full")
    assert shown.code == ExitCode.USAGE
    assert "No space left" in told(shown)


@pytest.mark.parametrize("shell", ["2> /dev/full", "2>&-", "2>&1 | true", "> /dev/full 2>&1"])
async def test_nowhere_to_tell_a_fault_still_ends_in_its_code(shell: str) -> None:
    assert (await program("list", "--foo", shell=shell)).code == ExitCode.USAGE


# --- a bus that is none ------------------------------------------------------------------------------
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def say_something_else(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(100)
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    writer.close()


async def let_in_and_fall_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(200)
    writer.write(b"OK 0123456789abcdef0123456789abcdef\r\n")
    await mute(reader, writer)


@pytest.fixture(params=[mute, hang_up, say_something_else, let_in_and_fall_silent])
async def stranger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of something that listens and is no message bus."""
    path = tmp_path / "bus"
    server = await asyncio.start_unix_server(request.param, path)
    yield f"unix:path={path}"
    server.close()


async def test_what_listens_is_no_bus(run: Run, stranger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabin_memory.inbound.command_line.daemon_client.CONNECT_SECONDS", 0.2)
    shown = await run("health", "--address", stranger)
    assert shown.code == ExitCode.UNREACHABLE
    assert stranger in told(shown)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", stranger)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent")
    assert "the session bus" in told(await run("health"))


# --- numbers that no message holds -------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments", [("advance", f"{10**30}d"), ("time", "0001-01-01"), ("time", "9999-12-31")]
)
async def test_where_simulated_time_does_not_go(run: Run, launch: Launch, arguments: tuple[str, ...]) -> None:
    await launch(None, "--simulate")
    shown = await run("simulate", *arguments)
    assert shown.code == ExitCode.USAGE
    assert "1970 to 2169" in told(shown)


async def test_a_failure_that_nobody_thought_of(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("cabin_memory.inbound.command_line.application.zone_of", broken)
    shown = await run("list")
    assert shown.code == ExitCode.UNAVAILABLE
    assert "RuntimeError" in told(shown)
    assert "secret" not in shown.err


async def test_a_fault_cannot_steer_the_terminal(run: Run) -> None:
    shown = await run("list", "--timezone", "a\x1b[2J\nb")
    assert "a\ufffd[2J b" in told(shown)
