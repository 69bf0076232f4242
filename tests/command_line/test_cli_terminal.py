"""The program as it is installed, at a terminal: it asks again, uses colours, and folds without cutting."""

import asyncio
import os
import pty
import sys
from importlib.metadata import version

import pytest
from dbus_fast import Variant

from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.scripted_daemon import ScriptedDaemon
from command_line.test_cli_commands import ANSWER, ID, MEMORY, wants_confirmation

PROGRAM = ("-c", "from cabin_memory.inbound.command_line import main; main()")


async def at_terminal(address: str, *arguments: str, typed: str = "", columns: int = 80) -> tuple[int, str]:
    """Exit code and everything that the terminal showed."""
    ours, theirs = pty.openpty()
    unset = ("NO_COLOR", "CABIN_MEMORY_BUS")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *PROGRAM, *arguments, "--address", address),
        env=kept | {"TERM": "xterm-256color", "COLUMNS": str(columns), "LC_ALL": "C.UTF-8"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    while True:
        try:
            part = await asyncio.to_thread(os.read, ours, 65536)
        except OSError:  # the other end is closed: the program has ended
            break
        shown += part
    os.close(ours)
    return await process.wait(), shown.decode()


@pytest.mark.parametrize(
    ("typed", "code", "calls"),
    [("y\n", ExitCode.OK, 2), ("n\n", ExitCode.REFUSED, 1), ("\n", ExitCode.REFUSED, 1)],
)
async def test_it_asks_again_before_much_is_forgotten(
    bus_address: str, scripted: ScriptedDaemon, typed: str, code: ExitCode, calls: int
) -> None:
    scripted.replies["Manage.Forget"] = {"count": Variant("u", 3), "id": Variant("s", "r1")}
    ended, shown = await at_terminal(bus_address, "forget", ID, typed=typed)
    assert ended == code
    assert "Forget 3 sentences for good?" in shown
    assert len(scripted.calls) == calls
    assert scripted.calls[0][2] == {"dry_run": True}


async def test_what_is_neither_yes_nor_no_is_asked_again(bus_address: str, scripted: ScriptedDaemon) -> None:
    scripted.replies["Manage.Forget"] = {"count": Variant("u", 3), "id": Variant("s", "r1")}
    ended, shown = await at_terminal(bus_address, "forget", ID, "--lang", "zh", typed="maybe\nn\n")
    assert ended == ExitCode.REFUSED
    assert "请回答 y 或 n。" in shown
    assert len(scripted.calls) == 1


@pytest.mark.parametrize(("typed", "code", "calls"), [("y\n", ExitCode.OK, 2), ("n\n", ExitCode.REFUSED, 1)])
async def test_it_asks_again_before_a_person_is_wiped(
    bus_address: str, scripted: ScriptedDaemon, typed: str, code: ExitCode, calls: int
) -> None:
    scripted.replies["Manage.Wipe"] = wants_confirmation
    ended, shown = await at_terminal(bus_address, "wipe", "oem:u-7", typed=typed)
    assert ended == code
    assert "must be confirmed" in shown
    assert len(scripted.calls) == calls


async def test_colours_at_a_terminal(bus_address: str, scripted: ScriptedDaemon) -> None:
    scripted.values["Context.DriveState"] = Variant("s", "reversing")
    assert "\x1b[31mreversing" in (await at_terminal(bus_address, "context", "show"))[1]


async def test_a_narrow_terminal_folds_and_does_not_cut(bus_address: str, scripted: ScriptedDaemon) -> None:
    long = " ".join(f"word{number}" for number in range(60))
    scripted.replies["Manage.List"] = {
        "memories": Variant("aa{sv}", [MEMORY | {"text": Variant("s", long)}]),
        "total": Variant("u", 1),
    }
    _, shown = await at_terminal(bus_address, "list", columns=60)
    assert all(f"word{number}" in shown for number in range(60))
    assert ID in shown
    assert "…" not in shown


async def test_ids_of_what_was_withheld_can_be_copied(bus_address: str, scripted: ScriptedDaemon) -> None:
    item = {
        "id": Variant("s", ID),
        "reason": Variant("s", "contradicted"),
        "category": Variant("s", "climate"),
    }
    item |= {"conditions": Variant("as", ["daypart=evening|night"]), "relevance": Variant("d", 0.7)}
    scripted.replies["Recall"] = ANSWER | {"withheld": Variant("aa{sv}", [item])}
    shown = (await at_terminal(bus_address, "recall", "q", "--explain", columns=80))[1]
    assert shown.count(ID) == 2  # of the answer and of what was withheld


@pytest.mark.parametrize("module", ["cabin_memory", "cabin_memory.inbound.command_line"])
async def test_versions(module: str) -> None:
    program = ("-m", module) if module == "cabin_memory" else PROGRAM
    process = await asyncio.create_subprocess_exec(
        sys.executable, *program, "--version", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    assert out.decode().split()[-1] == version("cabin-memory")
