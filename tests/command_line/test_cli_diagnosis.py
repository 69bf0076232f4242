"""`why` and `stats` on the command line."""

import re
from pathlib import Path

import pytest
from dbus_fast import Variant

from cabin import MOVING, REVERSING, SECOND, RunningDaemon
from cabin_memory.inbound.command_line import application
from cabin_memory.inbound.command_line.chinese import CHINESE
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.rules.diagnosis import GateName, Verdict
from cabin_memory.rules.scoring import Fading
from command_line.cli_outcome import Run
from command_line.scripted_daemon import ScriptedDaemon

DAY = 86_400 * SECOND
TROUBLE = Path(__file__).resolve().parents[2] / "docs" / "trouble.md"


@pytest.mark.parametrize("words", [GateName, Verdict, Fading])
def test_every_word_of_a_diagnosis_has_a_chinese_one(words: type) -> None:
    assert {str(word) for word in words} - set(CHINESE) == set()


def test_the_page_about_trouble_knows_every_gate_and_names_only_commands_that_exist() -> None:
    page = TROUBLE.read_text("utf-8")
    table = page.partition("## The gates")[2].partition("## Symptoms")[0]
    told = [
        word
        for row in table.splitlines()
        if row.startswith("| `")
        for word in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert set(told) == {str(name) for name in GateName}
    assert len(told) == len(set(told))
    commands = set(re.findall(r"cabin-memory ([a-z-]+)", page))
    assert commands
    assert commands <= set(application._COMMANDS) | set(application._GROUPS)


async def test_why_a_question_is_answered_as_it_is(run: Run, daemon: RunningDaemon) -> None:
    kept = (await run("observe", "I like the cabin at 21 degrees", "--json")).document
    rain = (await run("observe", "When it rains I want 25 degrees", "--json")).document
    await daemon.settle()
    outcome = await run("why", "how warm do I like the cabin?")
    assert outcome.code == ExitCode.OK
    for expected in ("Returned.", "Stopped at conditions.", "weather=rain: unknown", "0.65", kept["id"]):
        assert expected in outcome.out
    document = (await run("why", "how warm do I like the cabin?", "--json")).document
    stopped = {one["id"]: one["stopped_by"] for one in document["memories"]}
    assert stopped == {kept["id"]: "", rain["id"]: "conditions"}
    assert document["status"] == "ok"


async def test_why_by_id_tells_the_life(run: Run, daemon: RunningDaemon) -> None:
    kept = (await run("observe", "What a nice day it is", "--json")).document
    outcome = await run("why", kept["id"])
    assert outcome.code == ExitCode.OK
    assert "archived on 2026-03-10" in outcome.out
    life = (await run("why", kept["id"], "--json")).document["life"]
    assert life["told"] == ["2026-03-03T01:00:03.000000Z"]
    assert life["next_time_us"] - life["told_us"][0] == 7 * DAY
    held = await run("why", kept["id"], "--query", "how warm do I like it?", "--lang", "zh")
    assert held.code == ExitCode.OK
    assert "recall 的结果" in held.out
    assert "相关度 (relevance)" in held.out


async def test_nothing_is_shown_while_driving_but_the_gate(run: Run, daemon: RunningDaemon) -> None:
    await run("observe", "I like the cabin at 21 degrees")
    await daemon.settle()
    await daemon.drive(MOVING)
    moving = await run("why", "how warm?")
    assert "21" not in moving.out
    assert "looking" in moving.out
    await daemon.context(REVERSING)
    suppressed = await run("why", "how warm?")
    assert suppressed.code == ExitCode.SUPPRESSED
    assert "The car is reversing" in suppressed.out


async def test_an_id_of_nobody(run: Run, daemon: RunningDaemon) -> None:
    assert (await run("why", "01JNQ4ABCDEFGHJKMNPQRSTVWX")).code == ExitCode.NOTHING


async def test_why_sends_every_option(run: Run, scripted: ScriptedDaemon) -> None:
    outcome = await run(
        *("why", "how warm?", "--query", "x", "--session", "s-1", "--limit", "3"),
        *("--speaker", "oem:u-7", "--timezone", "Asia/Shanghai"),
    )
    assert outcome.code == ExitCode.NOTHING
    options = {"speaker": "oem:u-7", "timezone": "Asia/Shanghai", "query": "x", "session": "s-1", "limit": 3}
    assert scripted.calls == [("Manage.Why", ["how warm?"], options)]


async def test_a_text_cannot_steer_the_terminal(run: Run, scripted: ScriptedDaemon) -> None:
    memory = {
        "id": Variant("s", "01J"),
        "text": Variant("s", "evil\x1b[2J"),
        "stopped_by": Variant("s", ""),
        "gates": Variant("aa{sv}", []),
    }
    scripted.replies["Manage.Why"] = {
        "status": Variant("s", "ok"),
        "gates": Variant("aa{sv}", []),
        "memories": Variant("aa{sv}", [memory]),
    }
    outcome = await run("why", "how warm?")
    assert outcome.code == ExitCode.OK
    assert "\x1b" not in outcome.out


async def test_what_was_returned_comes_first_then_the_nearest_of_the_rest(
    run: Run, scripted: ScriptedDaemon
) -> None:
    def memory(text: str, stopped_by: str, relevance: float | None) -> dict[str, Variant]:
        gate = {"gate": Variant("s", "relevance"), "verdict": Variant("s", "stopped")}
        if relevance is not None:
            gate["number"] = Variant("d", relevance)
        return {
            "text": Variant("s", text),
            "stopped_by": Variant("s", stopped_by),
            "reason": Variant("s", "below_threshold" if stopped_by else ""),
            "gates": Variant("aa{sv}", [gate]),
        }

    stopped = [memory(f"stopped-{n}", "relevance", n / 10) for n in (1, 5, 3)]
    stopped += [memory(f"unseen-{n}", "channels", None) for n in range(4)]
    returned = [memory("first", "", 0.7), memory("second", "", 0.9)]
    scripted.replies["Manage.Why"] = {
        "status": Variant("s", "ok"),
        "memories": Variant("aa{sv}", [*stopped[:2], *returned, *stopped[2:]]),
    }
    out = (await run("why", "how warm?")).out
    told = [line for line in out.splitlines() if line.startswith(("first", "second", "stopped", "unseen"))]
    assert told == ["first", "second", "stopped-5", "stopped-3", "stopped-1", "unseen-0", "unseen-1"]
    assert "and 2 more that are further off" in out


async def test_stats_with_a_hint(run: Run, daemon: RunningDaemon) -> None:
    assert (await run("stats")).code == ExitCode.NOTHING
    kept = (await run("observe", "I like the cabin at 21 degrees", "--json")).document
    await daemon.settle()
    await run("recall", "how warm do I like the cabin?")
    assert "Less than 40 %" not in (await run("stats")).out
    await run("feedback", kept["id"], "rejected")
    outcome = await run("stats")
    assert outcome.code == ExitCode.OK
    for expected in ("climate 1", "preference 1", "recalls 1", "found 1", "0 (0%)", "Less than 40 %", "█"):
        assert expected in outcome.out
    chinese = await run("stats", "--lang", "zh")
    assert "空调 (climate) 1" in chinese.out
    assert "被接受的不到 40%" in chinese.out
    assert (await run("stats", "--json")).document["hint"] == "low_acceptance"
