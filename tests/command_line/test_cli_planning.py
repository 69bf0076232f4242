"""`plan` on the command line."""

from dbus_fast import Variant

from cabin import RunningDaemon
from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon


async def test_a_proposal_with_its_parameters_and_reasons(run: Run, daemon: RunningDaemon) -> None:
    await daemon.observe("Keep the cabin at 19 degrees")
    await daemon.settle()
    asked = await run("plan", "set the climate")
    assert asked.code == ExitCode.OK
    assert "I suggest: the temperature at 19 degrees." in asked.out
    assert "temperature" in asked.out
    assert '"Keep the cabin at 19 degrees"' in asked.out
    unasked = await run("plan", "--intent", "climate.set", "--json")
    assert unasked.document["proposal"]["temperature"] == 19.0
    assert unasked.document["text"].startswith("How about this:")
    await run("feedback", str(unasked.document["id"]), "rejected")
    nothing = await run("plan", "set the climate", "--explain", "--lang", "zh")
    assert nothing.code == ExitCode.NOTHING
    assert "现在没有建议。" in nothing.out
    assert "以前被拒绝过" in nothing.out


async def test_what_is_given_reaches_the_daemon(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["Plan"] = {
        "status": Variant("s", "suppressed"),
        "reason": Variant("s", "high_speed"),
        "text": Variant("s", ""),
    }
    outcome = await run(
        "plan", "--speaker", "oem:u-7", "--slot", "destination=office", "--scene", "commute", "--limit", "2"
    )
    assert outcome.code == ExitCode.SUPPRESSED
    assert "The car is faster" in outcome.out
    given = {"speaker": "oem:u-7", "slots": {"destination": "office"}, "scene": "commute", "limit": 2}
    assert scripted.calls == [("Plan", [""], given)]
