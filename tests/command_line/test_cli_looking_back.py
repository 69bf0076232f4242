"""`resolve-time` on the command line."""

from dbus_fast import Variant

from cabin import RunningDaemon
from cabin_memory.inbound.command_line.failures import ExitCode
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon


async def test_resolve_time_shows_what_a_phrase_may_mean(run: Run, daemon: RunningDaemon) -> None:
    await daemon.observe("Play some jazz", session="one", intent="media.play", slots={"genre": "jazz"})
    await daemon.settle()
    found = await run("resolve-time", "like last time", "--topic", "music", "--session", "two")
    assert found.code == ExitCode.OK
    assert "Play some jazz" in found.out
    assert "in the last conversation" in found.out
    document = (await run("resolve-time", "today", "--json")).document
    assert [one["text"] for one in document["candidates"]] == ["Play some jazz"]
    nothing = await run("resolve-time", "yesterday", "--lang", "zh")
    assert nothing.code == ExitCode.NOTHING
    assert "没有相关的记忆。" in nothing.out


async def test_a_phrase_that_is_not_understood_is_told_so(run: Run, daemon: RunningDaemon) -> None:
    outcome = await run("resolve-time", "打开车窗", "--lang", "zh")
    assert outcome.code == ExitCode.NOTHING
    assert "这句话既没有说时间，也没有说以前的事。" in outcome.out


async def test_what_is_asked_reaches_the_daemon(run: Run, scripted: ScriptedDaemon) -> None:
    scripted.replies["ResolveTime"] = {
        "status": Variant("s", "suppressed"),
        "reason": Variant("s", "reversing"),
    }
    outcome = await run("resolve-time", "昨天", "--speaker", "oem:u-7", "--timezone", "Europe/Berlin")
    assert outcome.code == ExitCode.SUPPRESSED
    assert scripted.calls == [("ResolveTime", ["昨天"], {"speaker": "oem:u-7", "timezone": "Europe/Berlin"})]
