"""`Manage.Why` and `Manage.Statistics`: they tell what Recall does, and leave no trace."""

from pathlib import Path
from typing import Any

import pytest
from dbus_fast import Variant

from cabin import DRIVER, MOVING, PARKED, REVERSING, SECOND, CallFailed, Launch, RunningDaemon

OTHER = "oem:u-1002"
DAY = 86_400 * SECOND
START = 1_772_499_600 * SECOND
RAIN = {"Vehicle.Body.Raindetection.Intensity": 60}


async def why(daemon: RunningDaemon, what: str, **options: Any) -> Any:
    return await daemon.call("Manage.Why", what, **options)


def gate(gates: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(one for one in gates if one["gate"] == name)


def of(reply: dict[str, Any], memory: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in reply["memories"] if one["id"] == memory)
    return found


async def test_a_question_is_explained_as_recall_answers_it(daemon: RunningDaemon) -> None:
    for text in (
        "空调固定开二十四度",
        "下雨天空调要二十六度",
        "我不吃香菜",
        "我喜欢听轻音乐",
        "座椅加热开二档",
    ):
        assert (await daemon.observe(text))["stored"]
    await daemon.settle()
    question = "空调开多少度合适"
    answer = await daemon.recall(question, explain=True)
    told = await why(daemon, question)
    assert (told["status"], told["reason"], told["level"]) == ("ok", "", "full")
    returned = {one["id"] for one in told["memories"] if one["returned"]}
    assert returned == {one["id"] for one in answer["memories"]} != set()
    withheld = {one["id"]: one["reason"] for one in answer["withheld"]}
    assert {one["id"]: one["reason"] for one in told["memories"] if not one["returned"]} == withheld
    assert {"condition_not_met", "below_threshold"} <= set(withheld.values())
    best = answer["memories"][0]
    numbers = {one["gate"]: one.get("number") for one in of(told, best["id"])["gates"]}
    assert numbers["relevance"] == best["relevance"]
    assert numbers["score"] == best["score"]
    assert numbers["recency"] == best["recency"]
    assert -1 <= numbers["cosine"] <= 1
    assert gate(told["gates"], "guest")["number"] == 95.0


async def test_conditions_hold_do_not_hold_or_are_not_known(daemon: RunningDaemon) -> None:
    kept = await daemon.observe("下雨天别走高速")
    await daemon.settle()
    seen = []
    for context in (PARKED, PARKED | RAIN, PARKED | {"Vehicle.Body.Raindetection.Intensity": 0}):
        await daemon.drive(context)
        told = of(await why(daemon, kept["id"], query="走高速吗"), kept["id"])
        seen.append((gate(told["gates"], "conditions")["words"], told["returned"], told["stopped_by"]))
    assert seen == [
        (["weather=rain: unknown"], False, "conditions"),
        (["weather=rain: yes"], True, ""),
        (["weather=rain: no"], False, "conditions"),
    ]


async def test_what_was_replaced_says_by_what(daemon: RunningDaemon) -> None:
    old = await daemon.observe("空调固定开二十四度")
    new = await daemon.observe("以后空调都开二十一度")
    await daemon.settle()
    told = await why(daemon, "空调开多少度")
    assert of(told, new["id"])["returned"]
    before = of(told, old["id"])
    assert (before["stopped_by"], before["reason"]) == ("status", "not_current")
    assert gate(before["gates"], "status")["words"] == ["superseded", f"replaced_by={new['id']}"]
    life = (await why(daemon, old["id"]))["life"]
    assert not life["volunteered"]
    assert (life["replaced_by"], life["texts"]) == (new["id"], {new["id"]: "以后空调都开二十一度"})
    assert (await why(daemon, new["id"]))["life"]["replaces"] == old["id"]


async def test_the_life_of_a_memory_is_told_ahead(daemon: RunningDaemon) -> None:
    lasting = await daemon.observe("空调固定开二十四度")
    small = await daemon.observe("今天天气真不错")
    life = (await why(daemon, lasting["id"]))["life"]
    assert (life["occurrences"], life["fading"], life["activation"]) == (1, "lasting", 1.0)
    assert "next" not in life
    life = (await why(daemon, small["id"]))["life"]
    told = life["told"][-1]
    assert (life["next"], life["next_time"]) == ("archived", told + 7 * DAY)
    await daemon.set_time(told + 8 * DAY)
    await daemon.drive(PARKED)
    await daemon.call("Simulation.RunDueJobs")
    reply = await why(daemon, small["id"], query="今天天气怎么样")
    assert of(reply, small["id"])["status"] == "archived"
    assert of(reply, small["id"])["reason"] == "not_current"
    assert (reply["life"]["next"], reply["life"]["next_time"]) == ("dropped", told + 30 * DAY)


async def test_a_memory_that_no_channel_brought_up_is_placed_all_the_same(
    launch: Launch, tmp_path: Path
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("[recall]\ncandidates = 5\n", "utf-8")
    daemon = await launch(None, "--simulate", "--config", str(config))
    await daemon.set_time(START)
    await daemon.driver()
    await daemon.drive(PARKED)
    far = await daemon.observe("我的车是白色的")
    dishes = ("香菜", "羊肉", "洋葱", "大蒜", "芹菜", "海鲜", "辣的")
    for dish in dishes:
        await daemon.observe(f"我不吃{dish}")
    await daemon.settle()
    told = of(await why(daemon, far["id"], query="我有什么不吃的"), far["id"])
    assert (told["stopped_by"], told["reason"]) == ("channels", "not_proposed")
    channels = gate(told["gates"], "channels")
    assert (channels["limit"], channels["words"]) == (5.0, [f"vectors: {len(dishes) + 1}"])
    assert "number" in gate(told["gates"], "relevance")


async def test_others_in_the_car_stop_what_is_private(daemon: RunningDaemon) -> None:
    kept = await daemon.observe("我家住在中山路十八号")
    assert kept["sensitivity"] == "high"
    await daemon.settle()
    assert of(await why(daemon, kept["id"], query="我家住在哪里"), kept["id"])["returned"]
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
    told = of(await why(daemon, kept["id"], query="我家住在哪里"), kept["id"])
    assert (told["stopped_by"], told["reason"]) == ("disclosure", "passenger_present")
    assert gate(told["gates"], "disclosure")["number"] == 1.0


@pytest.mark.parametrize(
    ("context", "stop", "reason", "status"),
    [(MOVING, "looking", "locked", "ok"), (REVERSING, "suppression", "reversing", "suppressed")],
)
async def test_on_the_move_the_gates_are_told_and_no_memory(
    daemon: RunningDaemon, context: dict[str, Any], stop: str, reason: str, status: str
) -> None:
    kept = await daemon.observe("空调固定开二十四度")
    await daemon.settle()
    await daemon.drive(context)
    told = await why(daemon, "空调开多少度")
    assert (told["status"], told["memories"]) == (status, [])
    stopped = gate(told["gates"], stop)
    assert (stopped["verdict"], stopped["reason"]) == ("stopped", reason)
    for member, arguments in (("Manage.Why", [kept["id"]]), ("Manage.Statistics", [])):
        with pytest.raises(CallFailed) as locked:
            await daemon.call(member, *arguments)
        assert locked.value.name == "Locked"


async def test_a_guest_and_strangers(daemon: RunningDaemon) -> None:
    kept = await daemon.observe("空调固定开二十四度")
    await daemon.driver(confidence=40.0)
    told = await why(daemon, "空调开多少度")
    guest = gate(told["gates"], "guest")
    assert (guest["verdict"], guest["number"], guest["limit"]) == ("stopped", 40.0, 60.0)
    assert (told["reason"], told["memories"]) == ("guest", [])
    await daemon.driver(OTHER)
    with pytest.raises(CallFailed) as not_theirs:
        await why(daemon, kept["id"], speaker=OTHER)
    assert not_theirs.value.name == "NotFound"
    with pytest.raises(CallFailed) as absent:
        await why(daemon, "空调开多少度", speaker=DRIVER)
    assert absent.value.name == "UnknownOccupant"


async def test_to_ask_why_is_counted_nowhere_and_keeps_nothing_fresh(
    daemon: RunningDaemon, launch: Launch
) -> None:
    kept = await daemon.observe("空调固定开二十四度")
    await daemon.settle()
    await daemon.set_time(START + 20 * DAY)
    await daemon.drive(PARKED)
    assert of(await why(daemon, "空调开多少度"), kept["id"])["returned"]
    assert "recalls" not in await daemon.metrics()
    activations = []
    for recalled in (False, True):
        if recalled:
            await daemon.recall("空调开多少度")
        await daemon.stop()
        daemon = await launch(daemon.state, "--simulate")
        await daemon.set_time(START + 20 * DAY)
        await daemon.driver()
        await daemon.drive(PARKED)
        activations.append((await why(daemon, kept["id"]))["life"]["activation"])
    asked, recalled_then = activations
    assert asked < 0.7
    assert recalled_then > 0.99


async def test_statistics_count_what_happened(daemon: RunningDaemon) -> None:
    climate = await daemon.observe("空调固定开二十四度", session="a")
    await daemon.advance(60 * SECOND)
    await daemon.drive(PARKED)
    again = await daemon.observe("空调固定开二十四度", session="b")
    assert again["merged_into"] == climate["id"]
    await daemon.observe("以后空调都开二十一度")
    route = await daemon.observe("回家别走高速")
    await daemon.settle()
    for question in ("走高速吗", "Who painted the Mona Lisa?"):
        await daemon.recall(question)
    await daemon.context(REVERSING)
    await daemon.recall("走高速吗")
    await daemon.drive(PARKED)
    await daemon.call("Feedback", route["id"], "rejected")
    counts = await daemon.call("Manage.Statistics")
    assert (counts["total"], counts["merges"], counts["supersessions"]) == (3, 1, 1)
    assert counts["categories"] == {"climate": 2, "route": 1}
    assert counts["statuses"] == {"current": 2, "superseded": 1}
    assert sum(counts["importance"].values()) == 3
    assert counts["activation"] == {"lasting": 2}
    assert (counts["accepted"], counts["rejected"], counts["acceptance"]) == (0, 1, 0.0)
    assert counts["hint"] == "low_acceptance"
    assert counts["run"] == {
        "recalls": 3,
        "found": 1,
        "nothing": 1,
        "suppressed": 1,
        "accepted": 0,
        "rejected": 1,
        "corrected": 0,
    }


async def test_nothing_to_count(daemon: RunningDaemon) -> None:
    counts = await daemon.call("Manage.Statistics", speaker=DRIVER)
    assert (counts["total"], counts["hint"]) == (0, "")
    assert "acceptance" not in counts
    told = await why(daemon, "空调开多少度", limit=Variant("u", 3))
    assert (told["status"], told["reason"], told["memories"]) == ("nothing_relevant", "no_memories", [])
