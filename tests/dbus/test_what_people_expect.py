"""Short dialogues and what a person expects of them: whose affair it is, today and always, corrections."""

from typing import Any

import pytest
from dbus_fast import Variant

from cabin import DRIVER, PARKED, SECOND, CallFailed, RunningDaemon

OTHER = "oem:u-1002"
COMPANY = (("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
DAY = 86_400 * SECOND
MINUTE = 60 * SECOND


def texts(answer: dict[str, Any]) -> list[str]:
    return [memory["text"] for memory in answer["memories"]]


async def later(daemon: RunningDaemon, micros: int) -> None:
    await daemon.advance(micros)
    await daemon.drive(PARKED)


# --- whose affair it is -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("first", "second", "question", "expected"),
    [
        ("我儿子怕隧道", "我女儿喜欢隧道", "我儿子怕什么", "我儿子怕隧道"),
        ("爸爸不吃辣", "我爱吃辣", "爸爸吃辣吗", "爸爸不吃辣"),
        ("爸爸不吃香菜", "妈妈爱吃香菜", "爸爸吃香菜吗", "爸爸不吃香菜"),
        ("我老婆喜欢空调二十五度", "我喜欢空调二十度", "我老婆喜欢空调几度", "我老婆喜欢空调二十五度"),
        ("My office is on 5th Avenue", "My gym is on 6th Avenue", "Where is my office?",
         "My office is on 5th Avenue"),
        ("My son is afraid of dogs", "My daughter is afraid of dogs", "What is my son afraid of?",
         "My son is afraid of dogs"),
        ("My wife likes it warm, 25 degrees", "I like it at 20 degrees", "How warm does my wife like it?",
         "My wife likes it warm, 25 degrees"),
    ],
)  # fmt: skip
async def test_what_is_said_of_one_person_changes_nothing_of_another(
    daemon: RunningDaemon, first: str, second: str, question: str, expected: str
) -> None:
    one = await daemon.observe(first, session="1")
    two = await daemon.observe(second, session="2")
    await daemon.settle()
    assert one["id"] != two["id"]
    shown = {m["text"]: m["status"] for m in (await daemon.call("Manage.List"))["memories"]}
    assert shown == {first: "current", second: "current"}
    assert expected in texts(await daemon.recall(question))


# --- aloud, in company ------------------------------------------------------------------------------------
async def test_a_conflict_is_not_put_as_a_question_in_company(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", speaker=DRIVER, health=True)
    for day in range(3):
        await daemon.observe("我每天中午固定吃五片降压药", session=str(day))
        await later(daemon, DAY)
    await daemon.occupants(*COMPANY)
    told = await daemon.observe("我每天中午吃三片降压药", session="x")
    assert not told["conflict"].get("question")
    assert "五片" not in str(told)


async def test_a_report_of_occupants_that_cannot_be_read_leaves_nobody_sure(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.settle()
    for seats in (
        [["Row1.PassengerSide", OTHER, 101.0]],
        [["Roof", OTHER, 95.0]],
        [["Row1.DriverSide", "x", 95.0]],
    ):
        await daemon.driver()
        assert texts(await daemon.recall("放点什么音乐")) == ["我喜欢听轻音乐"]
        with pytest.raises(CallFailed, match="InvalidArgument"):
            await daemon.call("Occupants.Set", seats, signature="a(ssd)")
        assert (await daemon.recall("放点什么音乐"))["reason"] == "guest"


# --- forgetting and its undo -------------------------------------------------------------------------------
async def undoable(daemon: RunningDaemon, text: str, **options: Any) -> str:
    await daemon.call("Manage.Consent", speaker=DRIVER, undo=True, health=True)
    kept = await daemon.observe(text, **options)
    receipt = await daemon.forget(kept["id"], speaker=DRIVER, confirm=True)
    assert receipt["undo_until"]
    return str(receipt["id"])


@pytest.mark.parametrize(
    "withdrawn", [{"health": False}, {"undo": False}, {"collect": False}, {"without": ["health"]}]
)
async def test_consent_that_is_withdrawn_takes_what_could_be_brought_back(
    daemon: RunningDaemon, withdrawn: dict[str, Any]
) -> None:
    receipt = await undoable(daemon, "我对花生过敏")
    await daemon.call("Manage.Consent", speaker=DRIVER, **withdrawn)
    with pytest.raises(CallFailed, match="NotFound"):
        await daemon.call("Manage.Undo", receipt, speaker=DRIVER)


async def test_forgetting_everything_takes_it_too(daemon: RunningDaemon) -> None:
    receipt = await undoable(daemon, "我喜欢听轻音乐")
    await daemon.call("Manage.Forget", {"all": Variant("b", True)}, signature="a{sv}", confirm=True)
    with pytest.raises(CallFailed, match="NotFound"):
        await daemon.call("Manage.Undo", receipt, speaker=DRIVER)


async def test_undo_brings_nothing_back_that_was_replaced_meanwhile(daemon: RunningDaemon) -> None:
    receipt = await undoable(daemon, "空调固定开二十四度", session="1")
    await later(daemon, MINUTE)
    await daemon.observe("空调固定开十九度", session="2")
    assert (await daemon.call("Manage.Undo", receipt, speaker=DRIVER))["count"] == 1
    await daemon.settle()
    assert texts(await daemon.recall("空调开多少度")) == ["空调固定开十九度"]


async def test_undo_brings_back_what_was_meant_for_everyone_too(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", speaker=DRIVER, undo=True)
    own = await daemon.observe("我喜欢听轻音乐")
    shared = await daemon.observe("谁开这辆车都把空调开到二十四度")
    receipt = await daemon.forget(own["id"], shared["id"], speaker=DRIVER)
    assert receipt["count"] == 2
    assert (await daemon.call("Manage.Undo", receipt["id"], speaker=DRIVER))["count"] == 2
    await daemon.settle()
    assert texts(await daemon.recall("空调开多少度")) == ["谁开这辆车都把空调开到二十四度"]


async def test_a_name_is_found_as_a_subject_in_any_case_and_where_the_sentence_has_it(
    daemon: RunningDaemon,
) -> None:
    await daemon.observe("Zebediah likes jazz", entities=[["person", "Zebediah"]], session="1")
    await daemon.observe("likes rock music", subject="Zebediah", session="2")
    await daemon.observe("likes folk music", subject="Daughter", session="3")
    for subject, count in (("daughter", 1), ("zebediah", 2)):
        gone = await daemon.call("Manage.Forget", {"subject": Variant("s", subject)}, signature="a{sv}")
        assert gone["count"] == count


# --- time ------------------------------------------------------------------------------------------------
async def test_what_is_told_of_an_earlier_time_replaces_nothing_newer(daemon: RunningDaemon) -> None:
    newer = await daemon.observe("空调固定开二十五度", session="1")
    now = (await daemon.call("Manage.Get", newer["id"]))["time"]
    await daemon.observe("空调固定开十八度", session="2", time=now - 30 * DAY)
    await daemon.settle()
    assert texts(await daemon.recall("空调开多少度")) == ["空调固定开二十五度"]


async def test_a_clock_that_is_ahead_is_forgiven_a_little_and_never_stored(daemon: RunningDaemon) -> None:
    kept = await daemon.observe("我喜欢听轻音乐")
    now = (await daemon.call("Manage.Get", kept["id"]))["time"]
    ahead = await daemon.observe("我喜欢听民谣", time=now + MINUTE)
    assert (await daemon.call("Manage.Get", ahead["id"]))["time"] == now
    with pytest.raises(CallFailed, match="future"):
        await daemon.observe("我喜欢听摇滚", time=now + 3600 * SECOND)


# --- today and always --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("always", "today", "question"),
    [
        ("I like the cabin at 22 degrees", "Only today I want it at 18 degrees", "How warm do I like it?"),
        ("空调固定开二十四度", "就今天空调开二十度", "空调开多少度"),
        ("以后别走隧道", "就今天走一次隧道，我赶时间", "走隧道吗"),
    ],
)  # fmt: skip
async def test_an_exception_counts_on_its_day_and_the_wish_afterwards(
    daemon: RunningDaemon, always: str, today: str, question: str
) -> None:
    await daemon.observe(always, session="1")
    await later(daemon, DAY)
    await daemon.observe(today, session="2")
    await daemon.settle()
    assert texts(await daemon.recall(question))[0] == today
    await later(daemon, 2 * DAY)
    assert texts(await daemon.recall(question)) == [always]


@pytest.mark.parametrize(
    ("before", "change", "question"),
    [
        ("I like my coffee black", "I've changed my mind, I take milk in my coffee now",
         "How do I take my coffee?"),
        ("我喝咖啡不加糖", "我改主意了，咖啡还是加糖", "我喝咖啡加糖吗"),
    ],
)  # fmt: skip
async def test_who_says_that_they_changed_their_mind_is_believed(
    daemon: RunningDaemon, before: str, change: str, question: str
) -> None:
    await daemon.observe(before, session="1")
    await daemon.observe(change, session="2")
    await daemon.settle()
    assert change in texts(await daemon.recall(question))


# --- corrections -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("told", "correction", "question", "value"),
    [
        ("Keep the temperature at 21 degrees", "Actually, make that 22", "How warm do I like it?", "22"),
        ("空调固定开二十一度", "改成二十三", "空调开多少度", "23"),
    ],
)
async def test_a_few_words_correct_what_was_just_said(
    daemon: RunningDaemon, told: str, correction: str, question: str, value: str
) -> None:
    old = await daemon.observe(told, session="1")
    new = await daemon.observe(correction, session="1")
    await daemon.settle()
    assert new["conflict"]["replaces"] == old["id"]
    shown = await daemon.call("Manage.Get", new["id"], speaker=DRIVER)
    assert (shown["category"], shown["value"]) == ("climate", value)
    (answer,) = texts(await daemon.recall(question))
    assert told.rstrip(".") in answer  # alone it would say nothing
    assert correction in answer


async def test_a_correction_keeps_the_situation(daemon: RunningDaemon) -> None:
    await daemon.observe("下雨的时候空调二十一度", session="1")
    new = await daemon.observe("不对，改成二十二度", session="1")
    assert new["conditions"]


# --- what is no memory -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "question", ["Do I like tea?", "What is my favourite restaurant?", "我喜欢喝什么茶？"]
)
async def test_a_question_is_no_memory(daemon: RunningDaemon, question: str) -> None:
    told = await daemon.observe(question)
    assert (told["stored"], told["reason"]) == (False, "question")


@pytest.mark.parametrize(
    "text", ["我每周二去看心理医生", "我戒酒三年了", "I have been feeling depressed lately"]
)
async def test_health_by_other_words_needs_consent_too(daemon: RunningDaemon, text: str) -> None:
    assert (await daemon.observe(text))["reason"] == "consent_required"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
async def test_a_number_that_is_none_is_refused(daemon: RunningDaemon, number: float) -> None:
    with pytest.raises(CallFailed, match="temperature"):
        await daemon.observe("空调调一下", intent="climate.set", slots={"temperature": number})
