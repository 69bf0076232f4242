"""A memory that lives, as an assistant sees it: merging, changing one's mind, feedback, fading."""

from typing import Any

import pytest

from cabin import PARKED, CallFailed, RunningDaemon

DAY = 86_400_000_000
HOUR = DAY // 24


async def told(daemon: RunningDaemon, text: str, days: float = 0, **options: Any) -> Any:
    """Observe after some days; the vehicle keeps reporting that it is parked."""
    if days:
        await daemon.advance(round(days * DAY))
        await daemon.context(PARKED)
    reply = await daemon.observe(text, **options)
    await daemon.settle()
    return reply


async def listed(daemon: RunningDaemon, **options: Any) -> list[dict[str, Any]]:
    await daemon.context(PARKED)
    memories: list[dict[str, Any]] = (await daemon.call("Manage.List", **options))["memories"]
    return memories


async def later(daemon: RunningDaemon, days: float) -> None:
    await daemon.advance(round(days * DAY))
    await daemon.context(PARKED)
    await daemon.call("Simulation.RunDueJobs")


async def status(daemon: RunningDaemon, memory: str) -> str:
    return str((await daemon.call("Manage.Get", memory))["status"])


# --- merging ---------------------------------------------------------------------------------------------
async def test_what_is_said_again_is_one_memory_that_says_so(daemon: RunningDaemon) -> None:
    first = await told(daemon, "Turn the air conditioning down a bit", session="a")
    again = await told(daemon, "Turn the air conditioning down a bit", 1, session="b")
    third = await told(daemon, "Turn the air conditioning down a bit please", 1, session="c")
    assert again["merged_into"] == third["merged_into"] == first["id"]
    assert first["importance"] < again["importance"] < third["importance"]
    (memory,) = await listed(daemon)
    assert memory["text"] == "Turn the air conditioning down a bit (said 3 times)"
    detail = await daemon.call("Manage.Get", first["id"])
    assert detail["occurrences"] == 3
    assert detail["provenance"]["session"] == "c"


async def test_a_retry_changes_nothing_also_of_a_sentence_that_was_merged(daemon: RunningDaemon) -> None:
    at = 1_772_499_600_000_000 - 2 * HOUR
    first = await told(daemon, "空调调低一点", session="a", time=at)
    await told(daemon, "空调调低一点", session="b", time=at + HOUR)
    before = await daemon.call("Manage.Get", first["id"])
    for session, time in (("a", at), ("b", at + HOUR), ("a", at)):
        retry = await told(daemon, "空调调低一点", session=session, time=time)
        assert (retry["id"], retry["reason"]) == (first["id"], "duplicate")
    after = await daemon.call("Manage.Get", first["id"])
    assert before == after
    assert after["occurrences"] == 2


async def test_another_value_is_another_memory(daemon: RunningDaemon) -> None:
    first = await told(daemon, "Set the temperature to 22 degrees", session="a")
    second = await told(daemon, "Set the temperature to 24 degrees", 1, session="b")
    assert second["merged_into"] == ""
    assert second["id"] != first["id"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("记住车位在B2层35号", "记住车位在B2层36号"),
        ("我爱吃第3号牛肉粉", "我爱吃第4号牛肉粉"),
        ("I love soup number 3", "I love soup number 4"),
        ("我不吃香菜", "我不吃葱"),
        ("以后别走隧道", "以后别走高架"),
        ("I drink my coffee with milk", "I drink my coffee black"),
    ],
)
async def test_what_differs_in_what_it_names_is_never_merged(
    daemon: RunningDaemon, one: str, other: str
) -> None:
    first = await told(daemon, one)
    assert (await told(daemon, other, 1))["merged_into"] == ""
    assert (await daemon.call("Manage.Get", first["id"]))["occurrences"] == 1


async def test_a_value_that_is_set_in_two_sessions_is_an_inferred_preference(daemon: RunningDaemon) -> None:
    slots = {"temperature": 21}
    first = await told(daemon, "空调开到21度", session="a", intent="climate.set", slots=slots)
    kind = (await daemon.call("Manage.Get", first["id"]))["kind"]
    await told(daemon, "空调开到21度", session="a", intent="climate.set", slots=slots, days=0.01)
    if kind == "episode":
        assert (await daemon.call("Manage.Get", first["id"]))["kind"] == "episode"
    await told(daemon, "空调开到21度", 1, session="b", intent="climate.set", slots=slots)
    memory = await daemon.call("Manage.Get", first["id"])
    assert memory["kind"] == "preference"
    assert memory["occurrences"] == 3
    assert [m["id"] for m in await listed(daemon, kind="preference")] == [first["id"]]


# --- changing one's mind ---------------------------------------------------------------------------------
async def test_the_newer_wish_counts_and_the_older_one_stays_visible(daemon: RunningDaemon) -> None:
    old = await told(daemon, "I always want the temperature at 22 degrees")
    new = await told(daemon, "I always want the temperature at 25 degrees", 2)
    assert new["conflict"]["replaces"] == old["id"]
    assert new["conflict"]["status"] == "superseded"
    assert await status(daemon, old["id"]) == "superseded"
    assert [m["id"] for m in await listed(daemon, status="superseded")] == [old["id"]]
    answer = await daemon.recall("What temperature do I like?")
    assert [m["id"] for m in answer["memories"]] == [new["id"]]
    replaced = await daemon.call("Manage.Get", old["id"])
    assert replaced["replaced_by"] == new["id"]


async def test_an_exception_for_the_moment_changes_no_wish(daemon: RunningDaemon) -> None:
    old = await told(daemon, "I always want the temperature at 22 degrees")
    new = await told(daemon, "Just today set it to 25 degrees", 2)
    assert new["conflict"] == {}
    assert await status(daemon, old["id"]) == "current"


async def habit(daemon: RunningDaemon) -> str:
    first = await told(daemon, "I always want the temperature at 22 degrees", session="h1")
    for n in range(2):
        again = await told(daemon, "I always want the temperature at 22 degrees", 2, session=f"h{n + 2}")
        assert again["merged_into"] == first["id"]
    return str(first["id"])


async def test_one_sentence_against_a_habit_waits_for_an_answer(daemon: RunningDaemon) -> None:
    old = await habit(daemon)
    new = await told(daemon, "I always want the temperature at 25 degrees", 2, session="n1")
    assert new["conflict"]["status"] == "pending"
    assert "22 degrees" in new["conflict"]["question"]
    assert "25 degrees" in new["conflict"]["question"]
    answer = await daemon.recall("What temperature do I like?")
    assert [m["id"] for m in answer["memories"]] == [old]
    await daemon.call("Manage.Answer", new["conflict"]["id"], "new")
    assert await status(daemon, old) == "superseded"
    answer = await daemon.recall("What temperature do I like?")
    assert [m["id"] for m in answer["memories"]] == [new["id"]]


async def test_the_old_habit_may_be_kept(daemon: RunningDaemon) -> None:
    old = await habit(daemon)
    new = await told(daemon, "I always want the temperature at 25 degrees", 2, session="n1")
    await daemon.call("Manage.Answer", new["conflict"]["id"], "old")
    assert await status(daemon, old) == "current"
    assert await status(daemon, new["id"]) == "superseded"
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Manage.Answer", new["conflict"]["id"], "old")
    assert refused.value.name == "InvalidArgument"


async def test_said_again_it_counts_and_survives_a_restart(daemon: RunningDaemon) -> None:
    old = await habit(daemon)
    new = await told(daemon, "I always want the temperature at 25 degrees", 2, session="n1")
    again = await told(daemon, "I always want the temperature at 25 degrees", 1, session="n2")
    assert again["merged_into"] == new["id"]
    assert await status(daemon, old) == "superseded"
    answer = await daemon.recall("What temperature do I like?")
    assert [m["id"] for m in answer["memories"]] == [new["id"]]


async def test_from_now_on_is_no_slip(daemon: RunningDaemon) -> None:
    old = await habit(daemon)
    new = await told(daemon, "From now on I want the temperature at 25 degrees", 2, session="n1")
    assert new["conflict"]["status"] == "superseded"
    assert await status(daemon, old) == "superseded"


async def test_a_correction_takes_back_the_sentence_before(daemon: RunningDaemon) -> None:
    wrong = await told(daemon, "以后座椅加热开三档", session="s")
    right = await told(daemon, "不对，我是说开两档", session="s", in_reply_to=wrong["id"])
    assert right["conflict"]["replaces"] == wrong["id"]
    assert await status(daemon, wrong["id"]) == "superseded"


async def test_whose_conflict_it_is(daemon: RunningDaemon) -> None:
    await habit(daemon)
    new = await told(daemon, "I always want the temperature at 25 degrees", 2, session="n1")
    await daemon.occupants(
        ("Row1.DriverSide", "oem:u-1001", 95.0), ("Row1.PassengerSide", "oem:u-1002", 95.0)
    )
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Manage.Answer", new["conflict"]["id"], "new", speaker="oem:u-1002")
    assert refused.value.name == "NotFound"


# --- feedback --------------------------------------------------------------------------------------------
async def test_feedback_moves_importance_both_ways(daemon: RunningDaemon) -> None:
    kept = await told(daemon, "I feel like something mellow today")
    up = await daemon.call("Feedback", kept["id"], "accepted")
    down = await daemon.call("Feedback", kept["id"], "rejected", reason="not now")
    assert kept["importance"] < up["importance"]
    assert down["importance"] < up["importance"]
    assert down["reason_id"] == ""


async def test_a_correction_by_feedback_retires_the_memory(daemon: RunningDaemon) -> None:
    kept = await told(daemon, "Keep the cabin at 20 degrees")
    judged = await daemon.call("Feedback", kept["id"], "corrected", reason="Keep the cabin at 23 degrees")
    assert judged["status"] == "superseded"
    assert judged["reason_id"]
    await daemon.settle()
    answer = await daemon.recall("What temperature do I like?")
    assert [m["id"] for m in answer["memories"]] == [judged["reason_id"]]


async def test_feedback_on_what_does_not_exist(daemon: RunningDaemon) -> None:
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Feedback", "0" * 26, "accepted")
    assert refused.value.name == "NotFound"
    kept = await told(daemon, "I drink my coffee with milk")
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Feedback", kept["id"], "splendid")
    assert refused.value.name == "InvalidArgument"


# --- fading ----------------------------------------------------------------------------------------------
async def test_small_talk_is_archived_then_dropped_and_a_wish_stays(daemon: RunningDaemon) -> None:
    small = await told(daemon, "刚才那只猫好胖啊")
    wish = await told(daemon, "以后座椅靠背都放到五档")
    await later(daemon, 8)
    assert await status(daemon, small["id"]) == "archived"
    assert (await daemon.recall("那只胖猫"))["memories"] == []
    await later(daemon, 25)
    assert [m["id"] for m in await listed(daemon)] == [wish["id"]]
    await later(daemon, 400)
    assert await status(daemon, wish["id"]) == "current"


async def test_what_recurs_does_not_fade(daemon: RunningDaemon) -> None:
    kept = await told(daemon, "空调调低一点", session="a")
    for n in range(3):
        again = await told(daemon, "空调调低一点", 6, session=f"b{n}")
        await later(daemon, 0)
        assert again["merged_into"] == kept["id"]
    assert await status(daemon, kept["id"]) == "current"


# --- scenes ----------------------------------------------------------------------------------------------
async def test_the_scene_is_given_or_inferred(daemon: RunningDaemon) -> None:
    given = await told(daemon, "I like the window open a crack", scene="leisure")
    inferred = await told(daemon, "导航去人民医院", intent="navigate", slots={"destination": "人民医院"})
    assert (await daemon.call("Manage.Get", given["id"]))["scene"] == "leisure"
    assert (await daemon.call("Manage.Get", inferred["id"]))["scene"] == "medical"
