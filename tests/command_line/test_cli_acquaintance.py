"""`ask` and generic defaults on the command line."""

from dbus_fast import Variant

from cabin import RunningDaemon
from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon


async def test_ask_puts_one_question_with_its_default(run: Run, daemon: RunningDaemon) -> None:
    asked = await run("ask", "--category", "climate", "--language", "en")
    assert asked.code == ExitCode.OK
    assert "How warm do you like it in the car?" in asked.out
    assert "cabin at 22 degrees (a generic default)" in asked.out
    again = await run("ask", "--lang", "zh")
    assert again.code == ExitCode.NOTHING
    assert "这次行程已经问过此人一个问题。" in again.out


async def test_ask_for_programs(run: Run, daemon: RunningDaemon) -> None:
    document = (await run("ask", "--json")).document
    assert (document["status"], document["id"]) == ("ok", "address_term.name")
    assert document["default"]["generic"] is True


async def test_a_suppressed_question_has_the_exit_code_of_one(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Ask"] = {"status": Variant("s", "suppressed"), "reason": Variant("s", "driver_busy")}
    outcome = await run("ask", "--speaker", "oem:u-7")
    assert outcome.code == ExitCode.SUPPRESSED
    assert "The driver is busy" in outcome.out
    assert scripted.calls == [("Ask", [], {"speaker": "oem:u-7"})]


async def test_recall_shows_a_generic_default_as_such(run: Run, daemon: RunningDaemon) -> None:
    outcome = await run("recall", "how warm do I like it?")
    assert outcome.code == ExitCode.NOTHING
    assert "cabin at 22 degrees (a generic default)" in outcome.out
