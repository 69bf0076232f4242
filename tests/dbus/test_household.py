"""What is meant for everyone who drives this car, and whose it stays; whom a memory is about."""

import pytest
from dbus_fast import Variant

from cabin import DRIVER, CallFailed, RunningDaemon

OTHER = "oem:u-1002"
BOTH = (("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
WISH = "谁开这辆车都把空调开到二十四度"


async def listed(daemon: RunningDaemon, who: str, **options: object) -> list[str]:
    shown = await daemon.call("Manage.List", speaker=who, **options)
    return sorted(memory["text"] for memory in shown["memories"])


async def test_a_name_in_a_household_memory_is_the_household_s(daemon: RunningDaemon) -> None:
    """Each vault counts its own placeholders: the driver's first name is not the household's first."""
    await daemon.occupants(*BOTH)
    await daemon.observe("周末去看李雷", entities=[["person", "李雷"]])
    await daemon.observe("周末去看赵敏", speaker=OTHER, entities=[["person", "赵敏"]])
    text = "谁开这辆车都按韩梅梅的习惯把空调开到二十二度"
    told = await daemon.observe(text, entities=[["person", "韩梅梅"]])
    await daemon.observe("谁开这辆车去接孙悟空都要慢点", speaker=OTHER, entities=[["person", "孙悟空"]])
    await daemon.settle()
    assert (await daemon.call("Manage.Get", told["id"], speaker=DRIVER))["text"] == text
    assert (await daemon.recall("韩梅梅习惯空调开多少度"))["memories"][0]["text"] == text
    assert (await daemon.recall("韩梅梅习惯空调开多少度", speaker=OTHER))["memories"][0]["text"] == text


async def test_whoever_says_the_same_takes_nothing_over(daemon: RunningDaemon) -> None:
    await daemon.occupants(*BOTH)
    first = await daemon.observe(WISH, session="1")
    second = await daemon.observe(WISH, speaker=OTHER, session="2")
    assert first["id"] != second["id"]
    assert await listed(daemon, DRIVER) == [WISH]
    assert await listed(daemon, OTHER) == [WISH]
    await daemon.forget(second["id"], speaker=OTHER)
    assert await listed(daemon, DRIVER) == [WISH]
    assert await listed(daemon, OTHER) == []
    await daemon.settle()
    answer = await daemon.recall("空调开多少度", speaker=OTHER)
    assert [memory["id"] for memory in answer["memories"]] == [first["id"]]


async def test_two_who_say_the_same_are_one_answer(daemon: RunningDaemon) -> None:
    await daemon.occupants(*BOTH)
    await daemon.observe(WISH, session="1")
    await daemon.observe(WISH, speaker=OTHER, session="2")
    await daemon.settle()
    assert len((await daemon.recall("空调开多少度"))["memories"]) == 1


async def test_a_limit_counts_one_s_own(daemon: RunningDaemon) -> None:
    """The newest household memories are another's; they must not use up the limit."""
    await daemon.occupants(*BOTH)
    await daemon.observe(WISH, session="1")
    for number in range(3):
        await daemon.observe(f"谁开这辆车都不要走{number}号门", speaker=OTHER, session=f"{number}")
    assert await listed(daemon, DRIVER, limit=1) == [WISH]


async def test_a_memory_about_a_named_person_is_not_told_to_them(daemon: RunningDaemon) -> None:
    """Its subject lies in the vault without the name, and that is still a label that may be anyone."""
    await daemon.observe("给小雨订了生日蛋糕，先别说", subject="小雨", entities=[["person", "小雨"]])
    await daemon.settle()
    assert (await daemon.recall("小雨的蛋糕订了吗"))["memories"]
    assert await listed(daemon, DRIVER, subject="小雨") == ["给小雨订了生日蛋糕，先别说"]
    await daemon.occupants(*BOTH)
    assert (await daemon.recall("小雨的蛋糕订了吗"))["reason"] == "passenger_present"
    await daemon.driver()
    gone = await daemon.call(
        "Manage.Forget", {"subject": Variant("s", "小雨")}, signature="a{sv}", speaker=DRIVER
    )
    assert gone["count"] == 1


async def test_an_id_is_no_name_to_be_hidden(daemon: RunningDaemon) -> None:
    await daemon.observe("anna likes tea", entities=[["person", "anna"]], session="1")
    kept = await daemon.observe("She takes her coffee without sugar", subject="oem:anna-2", session="2")
    await daemon.settle()
    shown = await daemon.call("Manage.Get", kept["id"], speaker=DRIVER)
    assert shown["subject"] == "oem:anna-2"
    question = "How does she take her coffee?"
    assert (await daemon.recall(question))["memories"]
    await daemon.occupants(BOTH[0], ("Row1.PassengerSide", "oem:anna-2", 95.0))
    assert (await daemon.recall(question))["reason"] == "passenger_present"
    await daemon.occupants(*BOTH)
    assert (await daemon.recall(question))["memories"]


async def test_nothing_is_shown_to_someone_of_whom_the_car_is_not_sure(daemon: RunningDaemon) -> None:
    kept = await daemon.observe("我喜欢听轻音乐")
    await daemon.driver(confidence=40.0)
    for method, arguments in (
        ("Manage.List", ()),
        ("Manage.Get", (kept["id"],)),
        ("Manage.Export", ()),
        ("Manage.Why", (kept["id"],)),
        ("Manage.Statistics", ()),
    ):
        for options in ({}, {"speaker": DRIVER}):
            with pytest.raises(CallFailed) as refused:
                await daemon.call(method, *arguments, **options)
            assert refused.value.name == "UnknownOccupant", method
    with pytest.raises(CallFailed, match="NotFound"):  # of a guest's memories only
        await daemon.forget(kept["id"], speaker=DRIVER)


async def test_an_empty_speaker_is_nobody(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    for method, arguments in (("Recall", ("放什么音乐",)), ("Describe", ()), ("Manage.List", ())):
        with pytest.raises(CallFailed) as refused:
            await daemon.call(method, *arguments, speaker="")
        assert refused.value.name == "InvalidArgument"


async def test_whom_a_sentence_tells_of_is_understood(daemon: RunningDaemon) -> None:
    """Nobody says so in an option; what is little sensitive stays free to be said."""
    kept = await daemon.observe("我老婆从来不吃香菜")
    await daemon.observe("我老婆喜欢空调开二十六度")
    await daemon.settle()
    assert (await daemon.call("Manage.Get", kept["id"], speaker=DRIVER))["subject"] == "partner"
    question = "我老婆不吃什么"
    assert (await daemon.recall(question))["memories"]
    await daemon.occupants(*BOTH)
    assert (await daemon.recall(question))["reason"] == "passenger_present"
    assert (await daemon.recall("我老婆喜欢空调几度"))["memories"]
    await daemon.call("Occupants.Declare", "Row1.PassengerSide", "child")
    assert (await daemon.recall(question))["memories"]


@pytest.mark.parametrize(
    ("told", "complaint", "question"),
    [
        ("我喝咖啡都要加糖", "你记错了，我喝咖啡从来不加糖", "我喝咖啡要加糖吗"),
        (
            "Keep the cabin at nineteen degrees",
            "You remembered that wrong, it's twenty-one degrees in the cabin",
            "What temperature do I like in the cabin?",
        ),
    ],
)
async def test_a_complaint_that_says_how_it_is_corrects_the_memory(
    daemon: RunningDaemon, told: str, complaint: str, question: str
) -> None:
    old = await daemon.observe(told, session="1")
    new = await daemon.observe(complaint, session="2")
    await daemon.settle()
    assert new["conflict"]["replaces"] == old["id"]
    assert [memory["text"] for memory in (await daemon.recall(question))["memories"]] == [complaint]


async def test_only_what_is_little_sensitive_is_shared(daemon: RunningDaemon) -> None:
    await daemon.occupants(*BOTH)
    kept = await daemon.observe("谁开这辆车都要先去我家接我妈")
    await daemon.settle()
    assert kept["sensitivity"] != "low"
    assert (await daemon.recall("开车先去接谁", speaker=OTHER))["memories"] == []
