"""Plans over the bus: what they are made of, and what becomes of them."""

from pathlib import Path
from typing import Any

import pytest

from cabin import DRIVER, PARKED, SECOND, CallFailed, Launch, RunningDaemon

OTHER = "oem:u-1002"
DAY = 86_400 * SECOND
RAIN = {"Vehicle.Body.Raindetection.Intensity": 60}
DRY = {"Vehicle.Body.Raindetection.Intensity": 0}
START = 1_772_499_600 * SECOND


async def plan(daemon: RunningDaemon, text: str = "", **options: Any) -> Any:
    return await daemon.call("Plan", text, **options)


async def reject(daemon: RunningDaemon, proposed: dict[str, Any], reason: str = "") -> Any:
    return await daemon.call("Feedback", proposed["id"], "rejected", reason=reason)


async def listed(daemon: RunningDaemon, **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await daemon.call("Manage.List", **options))["memories"]
    return found


async def next_day(daemon: RunningDaemon, days: int = 1, context: dict[str, Any] | None = None) -> None:
    await daemon.drive(PARKED | {"Vehicle.LowVoltageSystemState": "OFF"})
    await daemon.advance(days * DAY)
    await daemon.drive(PARKED | (context or {}))


async def test_a_plan_joins_what_was_said_with_the_situation(daemon: RunningDaemon) -> None:
    fast = await daemon.observe("去公司我走最快的路，别迟到")
    dry = await daemon.observe("下雨天避开低洼积水的路")
    await daemon.observe("我爱听脱口秀")
    await daemon.observe("去学校接孩子走中环路")
    await daemon.drive(PARKED | RAIN)
    wet = await plan(daemon, "导航去公司")
    assert (wet["status"], wet["reason"], wet["level"]) == ("ok", "", "full")
    assert wet["text"] == "我建议走最快的路，避开积水路段。"
    assert wet["proposal"]["topic"] == "route"
    assert (wet["proposal"]["prefer"], wet["proposal"]["avoid"]) == (["fastest"], ["flooded"])
    assert set(wet["ids"]) == {fast["id"], dry["id"]}
    assert len(wet["because"]) == 2
    assert "去公司我走最快的路" in wet["because"][wet["ids"].index(fast["id"])]
    await daemon.drive(PARKED | DRY)
    assert (await plan(daemon, "导航去公司"))["ids"] == [fast["id"]]


@pytest.mark.parametrize(
    ("said", "request_", "language", "key", "value", "text"),
    [
        ("Keep the cabin at 19 degrees", "set the climate", "en", "temperature", 19.0, "at 19 degrees"),
        ("空调我习惯二十四度", "set the climate", "en", "temperature", 24.0, "at 24 degrees"),
        ("Keep the cabin at 19 degrees", "空调调好", "zh", "temperature", 19.0, "空调调到 19 度"),
        ("右后视镜往下压一点", "后视镜调好", "zh", "attribute", "mirror.right.tilt", "右后视镜往下调"),
        ("I like the seat heating on level two", "adjust my seat", "en", "value", "2", "seat heating at 2"),
        ("我爱听脱口秀", "放点东西听", "zh", "choose", ["media.kind.crosstalk"], "放脱口秀"),
        (
            "I can't stand heavy metal",
            "play some music",
            "en",
            "skip",
            ["media.genre.heavy_metal"],
            "no heavy",
        ),
        ("音量别超过20", "音量调好", "zh", "value", "20", "音量不超过 20"),
        ("Charge to 80 percent", "charge the car", "en", "settings", {"charging.limit": 80.0}, "80 percent"),
        ("我每天早上七点半出门", "几点出发合适", "zh", "leave_at", ["07:30"], "07:30 出发"),
        (
            "I take the coast road to work",
            "take me to work",
            "en",
            "via",
            ["the coast road"],
            "the coast road",
        ),
        ("停车我喜欢停地库，不晒", "帮我停车", "zh", "choose", ["parking.underground"], "停地库"),
        ("我吃面不放香菜", "中午吃面", "zh", "words", ["我吃面不放香菜"], "按你说的"),
    ],
)
async def test_every_topic_has_its_parameters(
    daemon: RunningDaemon, said: str, request_: str, language: str, key: str, value: object, text: str
) -> None:
    await daemon.observe(said)
    await daemon.settle()
    proposed = await plan(daemon, request_, scene="commute")
    assert proposed["proposal"].get(key) == value, proposed
    assert text in proposed["text"]
    assert proposed["text"].startswith("我建议" if language == "zh" else "I suggest")


async def test_a_plan_is_a_memory_and_answers_nothing(daemon: RunningDaemon) -> None:
    told = await daemon.observe("空调我习惯二十四度")
    await daemon.settle()
    first, again = await plan(daemon, "空调调好"), await plan(daemon, "空调调好")
    assert first["id"] == again["id"] != ""
    kept = await daemon.call("Manage.Get", first["id"])
    assert (kept["kind"], kept["source"], kept["occurrences"]) == ("plan", "inferred", 2)
    assert (kept["status"], kept["importance"]) == ("current", 5)
    answer = await daemon.recall("空调开几度")
    assert [memory["id"] for memory in answer["memories"]] == [told["id"]]
    for account in (await daemon.call("Describe"), await daemon.call("Lookup", category="climate")):
        assert [memory["id"] for memory in account["memories"]] == [told["id"]]
    told_again = await daemon.observe("空调我习惯二十四度", session="later")
    assert told_again["merged_into"] == told["id"]
    asked_for = await daemon.recall("空调调到 24 度", kinds=["plan"])
    assert [memory["id"] for memory in asked_for["memories"]] == [first["id"]]
    accepted = await daemon.call("Feedback", first["id"], "accepted")
    assert (accepted["importance"], accepted["status"]) == (6, "current")


async def test_what_was_rejected_for_a_reason_is_not_made_again(daemon: RunningDaemon) -> None:
    await daemon.observe("去学校接孩子走中环路")
    first = await plan(daemon, "去学校接孩子")
    assert first["proposal"]["via"] == ["中环路"]
    judged = await reject(daemon, first, "中环路在修路太堵了，别再走中环")
    assert (judged["status"], judged["importance"]) == ("superseded", 3)
    reason = await daemon.call("Manage.Get", judged["reason_id"])
    assert reason["importance"] >= 8
    assert reason["provenance"]["in_reply_to"] == first["id"]
    await next_day(daemon)
    then = await plan(daemon, "去学校接孩子")
    assert "via" not in then["proposal"]
    assert then["proposal"]["avoid"] == ["中环"]
    assert then["text"] == "我建议避开中环（你说过“中环路在修路太堵了，别再走中环”）。"
    assert then["ids"] == [reason["id"]]


async def test_without_a_reason_it_means_what_the_plan_led_with(daemon: RunningDaemon) -> None:
    comedy = await daemon.observe("我最爱听脱口秀")
    volume = await daemon.observe("音量别超过20")
    await daemon.settle()
    first = await plan(daemon, "放点东西听")
    assert first["ids"] == [comedy["id"], volume["id"]]
    rejected = await reject(daemon, first)
    kept = await daemon.call("Manage.Get", rejected["reason_id"])
    assert (kept["importance"], kept["outcome"], kept["kind"]) == (8, "rejected", "episode")
    assert "放脱口秀" in kept["text"]
    then = await plan(daemon, "放点东西听", explain=True)
    assert then["ids"] == [volume["id"]]
    assert [(one["id"], one["reason"]) for one in then["withheld"]] == [(comedy["id"], "turned_down")]
    await daemon.call("Feedback", first["id"], "accepted")
    assert (await plan(daemon, "放点东西听"))["ids"] == [comedy["id"], volume["id"]]


async def test_circumstances_decide_until_it_was_rejected_twice(daemon: RunningDaemon) -> None:
    await daemon.observe("空调我习惯二十四度")
    await daemon.settle()
    await daemon.drive(PARKED | DRY)
    await reject(daemon, await plan(daemon, "空调调好"))
    nothing = await plan(daemon, "空调调好")
    assert (nothing["status"], nothing["reason"]) == ("nothing_relevant", "turned_down")
    await daemon.drive(PARKED | RAIN)
    wet = await plan(daemon, "空调调好")
    assert wet["proposal"]["temperature"] == 24.0
    # Nobody hears it unasked again, whatever the weather.
    assert (await plan(daemon, "", intent="climate.set"))["reason"] == "turned_down"
    await reject(daemon, wet)
    await next_day(daemon, 4, DRY)
    assert (await plan(daemon, "空调调好"))["reason"] == "turned_down"
    assert (await daemon.recall("空调开几度"))["memories"]


async def test_forgetting_takes_the_plan_and_its_rejection_along(daemon: RunningDaemon) -> None:
    told = await daemon.observe("去公司我走滨江大道")
    first = await plan(daemon, "导航去公司")
    judged = await reject(daemon, first)
    assert {m["id"] for m in await listed(daemon)} == {told["id"], first["id"], judged["reason_id"]}
    receipt = await daemon.forget(told["id"])
    assert (receipt["verified"], receipt["derived"], receipt["count"]) == (True, 2, 3)
    assert await listed(daemon) == []
    assert (await plan(daemon, "导航去公司"))["reason"] in ("below_threshold", "no_memories")


async def test_somebody_who_listens_hears_nothing_private(daemon: RunningDaemon) -> None:
    await daemon.observe("去公司我走最快的路")
    await daemon.call("Manage.Consent", disclosure=True)
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
    assert (await plan(daemon, "导航去公司"))["status"] == "ok"
    unasked = await plan(daemon, "", intent="navigate", slots={"destination": "公司"})
    assert (unasked["status"], unasked["reason"]) == ("nothing_relevant", "passenger_present")
    await daemon.call("Manage.Consent", disclosure=False)
    assert (await plan(daemon, "导航去公司"))["reason"] == "passenger_present"


async def test_each_topic_is_brought_up_once_a_trip(daemon: RunningDaemon) -> None:
    await daemon.observe("空调我习惯二十四度")
    await daemon.observe("我爱听脱口秀")
    await daemon.settle()
    topics = [(await plan(daemon))["proposal"]["topic"] for _ in range(2)]
    assert sorted(topics) == ["climate", "media"]
    nothing = await plan(daemon)
    assert (nothing["status"], nothing["reason"]) == ("nothing_relevant", "said_this_trip")
    assert (await plan(daemon, "空调调好"))["status"] == "ok"
    await next_day(daemon)
    again = await plan(daemon)
    assert again["text"].startswith("要不要")


async def test_only_what_belongs_to_the_scene_is_volunteered(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", health=True)
    await daemon.observe("我爱听脱口秀")
    await daemon.observe("我有高血压，别让我太激动")
    await daemon.settle()
    assert (await plan(daemon, "", intent="media.play", scene="leisure"))["status"] == "ok"
    assert (await plan(daemon, "", intent="media.play", scene="parking"))["status"] == "nothing_relevant"
    assert (await plan(daemon, "放点东西听", scene="parking"))["status"] == "ok"
    health = "health.check"
    assert (await plan(daemon, "", intent=health, slots={"topic": "血压"}, scene="leisure"))["text"] == ""
    assert "血压" in (await plan(daemon, "", intent=health, slots={"topic": "血压"}, scene="medical"))["text"]
    assert "血压" in (await plan(daemon, "我的血压要注意什么"))["text"]


async def test_what_is_not_sure_is_hedged(daemon: RunningDaemon) -> None:
    await daemon.observe("maybe I like jazz")
    await daemon.settle()
    proposed = await plan(daemon, "play some music")
    assert proposed["proposal"]["hedged"] is True
    assert proposed["proposal"]["confidence"] < 0.8
    assert proposed["text"] == "I suggest: perhaps jazz."


async def test_a_way_for_a_jam_is_for_a_jam_only(daemon: RunningDaemon) -> None:
    detour = await daemon.observe("前面堵车就帮我换走滨江大道")
    await daemon.observe("去公司我走最快的路")
    assert detour["id"] not in (await plan(daemon, "导航去公司"))["ids"]
    jammed = await plan(daemon, "前面堵了，帮我换条路")
    assert jammed["ids"][0] == detour["id"]
    assert jammed["proposal"]["via"] == ["滨江大道"]


async def test_nobody_gets_a_plan_of_another_person(daemon: RunningDaemon) -> None:
    await daemon.observe("空调我习惯二十四度")
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
    other = await plan(daemon, "空调调好", speaker=OTHER)
    assert (other["status"], other["reason"], other["text"]) == ("nothing_relevant", "no_memories", "")
    with pytest.raises(CallFailed) as absent:
        await plan(daemon, "空调调好", speaker="oem:u-9")
    assert absent.value.name == "UnknownOccupant"
    await daemon.driver(confidence=40.0)
    assert (await plan(daemon, "空调调好"))["reason"] == "guest"


async def test_odd_calls_are_refused_by_name(daemon: RunningDaemon) -> None:
    for options, word in (
        ({"colour": "red"}, "colour"),
        ({"kinds": ["rumour"]}, "kinds"),
        ({"slots": {"a": ["b"]}}, "slots"),
        ({"timezone": "Mars/Olympus"}, "timezone"),
    ):
        with pytest.raises(CallFailed) as refused:
            await plan(daemon, "空调调好", **options)
        assert refused.value.name == "InvalidArgument"
        assert word in refused.value.text


async def test_nothing_is_kept_of_someone_who_wants_nothing_kept(daemon: RunningDaemon) -> None:
    told = await daemon.observe("空调我习惯二十四度")
    await daemon.call("Manage.Consent", collect=False)
    proposed = await plan(daemon, "空调调好")
    assert (proposed["status"], proposed["id"], proposed["ids"]) == ("ok", "", [told["id"]])
    assert [memory["id"] for memory in await listed(daemon)] == [told["id"]]


async def test_without_a_model_words_and_attributes_still_plan(launch: Launch, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    daemon = await launch(None, "--simulate", "--model-dir", str(tmp_path / "none"))
    await daemon.set_time(START)
    await daemon.driver()
    await daemon.drive(PARKED)
    await daemon.observe("空调我习惯二十四度")
    proposed = await plan(daemon, "空调调好")
    assert (proposed["status"], proposed["level"]) == ("degraded", "structured")
    assert proposed["proposal"]["temperature"] == 24.0


async def test_a_plan_outlives_a_restart_and_so_does_its_rejection(
    daemon: RunningDaemon, launch: Launch
) -> None:
    await daemon.observe("I take the coast road to work")
    first = await plan(daemon, "take me to work")
    await reject(daemon, first, "the coast road is closed until May")
    await daemon.stop()
    later = await launch(daemon.state, "--simulate")
    await later.set_time(START + DAY)
    await later.driver()
    await later.drive(PARKED)
    then = await plan(later, "take me to work")
    assert "via" not in then["proposal"]
    plans = await listed(later, kind="plan")
    assert first["id"] in [one["id"] for one in plans]


async def test_names_are_nowhere_in_clear(daemon: RunningDaemon) -> None:
    await daemon.observe("去王小明家走滨江大道", entities=[("person", "王小明")])
    proposed = await plan(daemon, "导航去王小明家", slots={"destination": "王小明家"})
    assert "王小明" in proposed["text"]
    await daemon.stop()
    everything = b"".join(file.read_bytes() for file in daemon.state.rglob("*") if file.is_file())
    assert "王小明".encode() not in everything
