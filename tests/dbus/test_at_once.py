"""Many calls at once: what happens between the beginning of a call and its reply counts."""

import asyncio
from typing import Any

import pytest
from dbus_fast.aio import MessageBus

from cabin import DRIVER, REVERSING, CallFailed, RunningDaemon

OTHER = "oem:u-1002"
SPOUSE_SEAT = "Row1.PassengerSide"


def begun(*calls: Any) -> list[asyncio.Task[Any]]:
    """Calls that are sent in this order before any is answered."""
    return [asyncio.ensure_future(call) for call in calls]


async def remembered(daemon: RunningDaemon) -> None:
    await daemon.observe("我喜欢听轻音乐")
    await daemon.observe("空调固定开二十四度")
    await daemon.settle()


ANSWERS = {
    "Recall": lambda d: d.recall("放点什么音乐"),
    "Brief": lambda d: d.call("Brief", "放点什么音乐", speaker=DRIVER),
    "Describe": lambda d: d.call("Describe", speaker=DRIVER),
    "Lookup": lambda d: d.call("Lookup", speaker=DRIVER),
    "ResolveTime": lambda d: d.call("ResolveTime", "今天说的音乐", speaker=DRIVER),
    "Ask": lambda d: d.call("Ask", speaker=DRIVER),
}


@pytest.mark.parametrize("name", ANSWERS)
async def test_an_answer_that_was_begun_before_reversing_is_suppressed_after(
    daemon: RunningDaemon, name: str
) -> None:
    """A reply that comes after the reply to the gear report was decided after it."""
    await remembered(daemon)
    replies: list[tuple[str, Any]] = []

    async def noted(word: str, call: Any) -> None:
        replies.append((word, await call))

    asked = begun(*(noted("answer", ANSWERS[name](daemon)) for _ in range(20)))
    await asyncio.sleep(0.01)  # some are under way by now; which, does not matter
    await asyncio.gather(*asked, *begun(noted("report", daemon.context(REVERSING))))
    after = replies[[word for word, _ in replies].index("report") + 1 :]
    assert [answer["status"] for _, answer in after] == ["suppressed"] * len(after)
    assert (await ANSWERS[name](daemon))["status"] == "suppressed"


@pytest.mark.parametrize("method", ["Manage.List", "Manage.Export"])
async def test_a_list_that_was_begun_before_moving_off_is_locked(daemon: RunningDaemon, method: str) -> None:
    await remembered(daemon)
    asked = begun(*(daemon.call(method, speaker=DRIVER) for _ in range(20)))
    reported = begun(daemon.context(REVERSING))
    results = await asyncio.gather(*asked, *reported, return_exceptions=True)
    assert isinstance(results[-2], CallFailed)
    assert results[-2].name == "Locked"


async def test_whoever_boards_during_a_question_hears_nothing_private(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", speaker=DRIVER, health=True)
    await daemon.observe("我有高血压，每天早上要吃降压药")
    await daemon.settle()
    assert (await daemon.recall("我早上要吃什么药"))["memories"]
    asked = begun(*(daemon.recall("我早上要吃什么药") for _ in range(20)))
    boarded = begun(daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), (SPOUSE_SEAT, OTHER, 95.0)))
    results = await asyncio.gather(*asked, *boarded)
    assert results[-2]["memories"] == []
    assert results[-2]["reason"] == "passenger_present"


async def test_names_that_are_told_at_once_are_not_mixed_up(daemon: RunningDaemon) -> None:
    names = [f"王{character}" for character in "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平"]
    told = [f"{name}喜欢坐后排{number}号位" for number, name in enumerate(names)]
    kept = await asyncio.gather(
        *(
            daemon.observe(text, entities=[["person", name]], session=name)
            for text, name in zip(told, names, strict=True)
        )
    )
    shown = [await daemon.call("Manage.Get", one["id"], speaker=DRIVER) for one in kept]
    assert [memory["text"] for memory in shown] == told


async def test_a_name_survives_forgetting_that_crosses_it(daemon: RunningDaemon) -> None:
    """The only memory with a name goes while another with the same name is on its way in."""
    for attempt in range(10):
        name = f"张医生{attempt}"
        first = await daemon.observe(f"{name}叫我多开窗", entities=[["person", name]], session=f"a{attempt}")
        said = daemon.observe(f"下周要去接{name}", entities=[["person", name]], session=f"b{attempt}")
        told, _ = await asyncio.gather(said, daemon.forget(first["id"], speaker=DRIVER, confirm=True))
        kept = await daemon.call("Manage.Get", told["id"], speaker=DRIVER)
        assert kept["text"] == f"下周要去接{name}"


async def test_undo_brings_back_its_own_name(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", speaker=DRIVER, undo=True)
    first = await daemon.observe("周末去看李雷", entities=[["person", "李雷"]])
    receipt = await daemon.forget(first["id"], speaker=DRIVER)
    second = await daemon.observe("周末去看韩梅梅", entities=[["person", "韩梅梅"]], session="2")
    await daemon.call("Manage.Undo", receipt["id"], speaker=DRIVER)
    texts = {
        one: (await daemon.call("Manage.Get", one, speaker=DRIVER))["text"]
        for one in (first["id"], second["id"])
    }
    assert texts == {first["id"]: "周末去看李雷", second["id"]: "周末去看韩梅梅"}


async def test_safety_and_forgetting_are_served_while_the_daemon_is_full(daemon: RunningDaemon) -> None:
    await remembered(daemon)
    kept = await daemon.observe("我喜欢吃辣")
    flood = begun(*(daemon.observe(f"昨天听了第{n}首歌") for n in range(400)))
    urgent = begun(
        daemon.context(REVERSING),
        daemon.forget(kept["id"], speaker=DRIVER),
        daemon.call("Health.Check"),
        daemon.driver(),
    )
    answers = await asyncio.gather(*flood, return_exceptions=True)
    assert any(isinstance(answer, CallFailed) and answer.name == "Busy" for answer in answers)
    reversing, forgotten, *_ = await asyncio.gather(*urgent)
    assert reversing["accepted"] == len(REVERSING)
    assert forgotten["count"] == 1


async def test_one_sender_does_not_keep_the_others_out(daemon: RunningDaemon, bus_address: str) -> None:
    await remembered(daemon)
    flood = begun(*(daemon.recall(f"放点什么音乐{n}") for n in range(300)))
    bus = await MessageBus(bus_address=bus_address).connect()
    other = RunningDaemon(daemon.process, bus, daemon.state, daemon.log)
    answers = await asyncio.gather(*(other.recall("放点什么音乐") for _ in range(8)))
    bus.disconnect()
    assert all(answer["memories"] for answer in answers)
    await asyncio.gather(*flood, return_exceptions=True)


async def test_what_is_told_is_kept_while_questions_never_end(daemon: RunningDaemon) -> None:
    stop = asyncio.Event()

    async def asking(number: int) -> None:
        while not stop.is_set():
            await daemon.recall(f"第{number}个问题，车里温度多少")

    asked = begun(*(asking(n) for n in range(32)))
    kept = await daemon.observe("我喜欢听轻音乐")
    assert kept["stored"]
    stop.set()
    await asyncio.gather(*asked)
