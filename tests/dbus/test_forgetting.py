"""Forgotten means gone: every scope, undo, wipe, change of owner, and nothing in between is returned."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgpack
import pytest
from dbus_fast import Variant

from cabin import DRIVER, MOVING, PARKED, REVERSING, CallFailed, Launch, RunningDaemon

DAY = 86_400_000_000
OTHER = "oem:u-1002"
NOODLES, OFFAL, SEAT = "我爱吃牛肉粉", "我不吃芹菜", "座椅按摩开二档"


async def forget(daemon: RunningDaemon, confirm: bool = True, **scope: Any) -> Any:
    typed = {
        key: value if isinstance(value, Variant) else Variant("s", value) for key, value in scope.items()
    }
    return await daemon.call("Manage.Forget", typed, signature="a{sv}", confirm=confirm)


async def told(daemon: RunningDaemon, *sentences: str, **options: Any) -> list[str]:
    ids = [str((await daemon.observe(sentence, **options))["id"]) for sentence in sentences]
    await daemon.settle()
    return ids


async def texts(daemon: RunningDaemon, **options: Any) -> set[str]:
    await daemon.context(PARKED)
    return {memory["text"] for memory in (await daemon.call("Manage.List", **options))["memories"]}


def on_disk(state: Path, *words: str) -> list[str]:
    """Those of the words that stand in any file, as they are."""
    content = b"".join(file.read_bytes() for file in state.rglob("*") if file.is_file())
    return [word for word in words if word.encode() in content]


# --- scopes ----------------------------------------------------------------------------------------------
async def test_a_category_goes_and_others_stay(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES, OFFAL, SEAT)
    receipt = await forget(daemon, category="food")
    assert (receipt["count"], receipt["verified"], receipt["undo_until"]) == (2, True, 0)
    assert await texts(daemon) == {SEAT}
    assert not on_disk(daemon.state, "牛肉粉", "芹菜")


async def test_keys_narrow_each_other_down(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES, session="a")
    await told(daemon, OFFAL, SEAT, session="b")
    assert (await forget(daemon, category="food", session="b"))["count"] == 1
    assert await texts(daemon) == {NOODLES, SEAT}


async def test_a_kind_and_a_subject(daemon: RunningDaemon) -> None:
    await told(daemon, SEAT)
    await told(daemon, "刚才那只猫好胖啊", subject="女儿")
    assert (await forget(daemon, subject="女儿"))["count"] == 1
    assert (await forget(daemon, kind="preference"))["count"] == 1
    assert await texts(daemon) == set()


async def test_a_time_range_takes_what_was_said_in_it(daemon: RunningDaemon) -> None:
    await daemon.set_time(1_772_499_600_000_000)
    await told(daemon, NOODLES)
    await daemon.advance(10 * DAY)
    await daemon.context(PARKED)
    await told(daemon, SEAT)
    since = Variant("x", 1_772_499_600_000_000 + 5 * DAY)
    assert (await forget(daemon, since=since))["count"] == 1
    assert await texts(daemon) == {NOODLES}


async def test_a_range_shortens_what_was_told_before_it_too(daemon: RunningDaemon) -> None:
    start = 1_772_499_600_000_000
    await daemon.set_time(start)
    (first,) = await told(daemon, NOODLES, session="a")
    await daemon.advance(10 * DAY)
    await daemon.context(PARKED)
    (again,) = await told(daemon, NOODLES, session="b")
    assert again == first
    await forget(daemon, since=Variant("x", start + 5 * DAY))
    detail = await daemon.call("Manage.Get", first)
    assert (detail["occurrences"], detail["provenance"]["session"]) == (1, "a")


async def test_everything_is_asked_for_again_and_one_can_begin_anew(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES, SEAT)
    with pytest.raises(CallFailed) as asked:
        await forget(daemon, confirm=False, all=Variant("b", True))
    assert asked.value.name == "ConfirmationRequired"
    assert await texts(daemon) == {NOODLES, SEAT}
    assert (await forget(daemon, all=Variant("b", True)))["count"] == 2
    assert await texts(daemon) == set()
    await told(daemon, OFFAL)
    assert await texts(daemon) == {OFFAL}


async def test_health_is_asked_for_again_also_by_id(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", health=True)
    (ill,) = await told(daemon, "我有糖尿病，饭前要打胰岛素")
    with pytest.raises(CallFailed) as asked:
        await forget(daemon, confirm=False, ids=Variant("as", [ill]))
    assert asked.value.name == "ConfirmationRequired"
    assert (await forget(daemon, ids=Variant("as", [ill])))["count"] == 1


async def test_ids_in_vain_are_named(daemon: RunningDaemon) -> None:
    (seat,) = await told(daemon, SEAT)
    receipt = await forget(daemon, ids=Variant("as", [seat, "0" * 26]))
    assert (receipt["count"], receipt["unknown"]) == (1, ["0" * 26])


@pytest.mark.parametrize(
    "scope",
    [
        {},
        {"al": Variant("b", True)},
        {"all": Variant("b", False)},
        {"all": Variant("b", True), "category": Variant("s", "food")},
        {"category": Variant("s", "foood")},
        {"ids": Variant("as", [])},
        {"ids": Variant("s", "x")},
        {"since": Variant("s", "yesterday")},
        {"subject": Variant("s", "")},
    ],
)
async def test_a_scope_that_is_none_removes_nothing(daemon: RunningDaemon, scope: dict[str, Any]) -> None:
    await told(daemon, SEAT)
    with pytest.raises(CallFailed) as refused:
        await forget(daemon, **scope)
    assert refused.value.name == "InvalidArgument"
    assert await texts(daemon) == {SEAT}


async def test_forgetting_works_in_every_drive_state(daemon: RunningDaemon) -> None:
    for state in (MOVING, REVERSING):
        await told(daemon, NOODLES)
        await daemon.drive(state)
        assert (await forget(daemon, category="food"))["verified"]
        await daemon.drive(PARKED)


# --- undo and the log ------------------------------------------------------------------------------------
async def test_undo_only_by_choice_and_for_a_day(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES)
    with pytest.raises(CallFailed) as refused:
        await daemon.call("Manage.Undo", (await forget(daemon, category="food"))["id"])
    assert refused.value.name == "NotFound"
    await daemon.call("Manage.Consent", undo=True)
    (noodles,) = await told(daemon, NOODLES)
    receipt = await forget(daemon, category="food")
    assert receipt["undo_until"] > 0
    assert not receipt["verified"]  # it can come back, so it is not gone
    assert await texts(daemon) == set()
    assert (await daemon.recall("我爱吃什么"))["memories"] == []
    assert (await daemon.call("Manage.Undo", receipt["id"]))["count"] == 1
    await daemon.settle()
    assert [m["id"] for m in (await daemon.recall("我爱吃什么"))["memories"]] == [noodles]
    with pytest.raises(CallFailed):
        await daemon.call("Manage.Undo", receipt["id"])


async def test_after_a_day_it_is_gone_for_good(daemon: RunningDaemon) -> None:
    await daemon.call("Manage.Consent", undo=True)
    await told(daemon, NOODLES)
    receipt = await forget(daemon, category="food")
    await daemon.advance(DAY + 1)
    await daemon.call("Simulation.RunDueJobs")
    with pytest.raises(CallFailed):
        await daemon.call("Manage.Undo", receipt["id"])
    (entry,) = (await daemon.call("Manage.ForgetLog"))["receipts"]
    assert (entry["id"], entry["verified"], entry["undo_until"]) == (receipt["id"], True, 0)


async def test_the_log_tells_when_and_how_much_and_not_what(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES, OFFAL)
    receipt = await forget(daemon, category="food")
    (entry,) = (await daemon.call("Manage.ForgetLog"))["receipts"]
    assert (entry["id"], entry["count"], entry["scope"]) == (receipt["id"], 2, ["category"])
    assert "food" not in json.dumps(entry)


# --- never in between ------------------------------------------------------------------------------------
async def test_nothing_forgotten_is_returned_once_forget_has_answered(daemon: RunningDaemon) -> None:
    """Eight callers ask while memories are forgotten one by one."""
    ids = await told(daemon, *(f"我爱吃第{n}号牛肉粉" for n in range(40)))
    gone: set[str] = set()
    done = False

    async def ask() -> None:
        while not done:
            before = frozenset(gone)
            answer = await daemon.recall("我爱吃什么粉", limit=50)
            assert not before & {memory["id"] for memory in answer["memories"]}

    async def forget_all() -> None:
        nonlocal done
        try:
            for one in dict.fromkeys(ids):
                await forget(daemon, ids=Variant("as", [one]))
                gone.add(one)
        finally:
            done = True

    await asyncio.gather(forget_all(), *(ask() for _ in range(8)))
    assert len(gone) == len(set(ids))


async def test_forgotten_stays_forgotten_after_a_kill(daemon: RunningDaemon, launch: Launch) -> None:
    await told(daemon, NOODLES, SEAT)
    await forget(daemon, category="food")
    await daemon.stop(9)
    again = await launch(daemon.state, "--simulate")
    await again.driver()
    assert await texts(again) == {SEAT}
    assert not on_disk(daemon.state, "牛肉粉")


# --- wipe and change of owner ----------------------------------------------------------------------------
async def both(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES)
    await told(daemon, "谁开这辆车都别走高速")
    await daemon.driver(OTHER)
    await told(daemon, SEAT, speaker=OTHER)
    await daemon.driver(DRIVER)


async def test_a_wipe_takes_one_person_and_what_they_said_for_everyone(daemon: RunningDaemon) -> None:
    await both(daemon)
    with pytest.raises(CallFailed) as asked:
        await daemon.call("Manage.Wipe", DRIVER)
    assert asked.value.name == "ConfirmationRequired"
    people = set((daemon.state / "people").glob("*.db"))
    reply = await daemon.call("Manage.Wipe", DRIVER, confirm=True)
    assert (reply["wiped"], reply["household"]) == (True, 1)
    assert len(people - set((daemon.state / "people").glob("*.db"))) == 1
    assert await texts(daemon) == set()
    await daemon.driver(OTHER)
    assert await texts(daemon, speaker=OTHER) == {SEAT}
    with pytest.raises(CallFailed) as twice:
        await daemon.call("Manage.Wipe", DRIVER, confirm=True)
    assert twice.value.name == "NotFound"


async def test_a_wiped_person_can_begin_anew(daemon: RunningDaemon) -> None:
    await told(daemon, NOODLES)
    await daemon.call("Manage.Wipe", DRIVER, confirm=True)
    await told(daemon, SEAT)
    assert await texts(daemon) == {SEAT}


async def test_a_damaged_vault_can_be_wiped(daemon: RunningDaemon, launch: Launch) -> None:
    await told(daemon, NOODLES)
    await daemon.stop()
    (vault,) = (daemon.state / "people").glob("*.db")
    vault.write_bytes(b"\0" * vault.stat().st_size)
    again = await launch(daemon.state, "--simulate")
    await again.driver()
    await again.context(PARKED)
    with pytest.raises(CallFailed) as damaged:
        await again.call("Manage.List")
    assert damaged.value.name == "Tampered"
    assert (await again.call("Manage.Wipe", DRIVER, confirm=True))["wiped"]
    assert await texts(again) == set()


async def test_a_change_of_owner_leaves_nobody(daemon: RunningDaemon, launch: Launch) -> None:
    await both(daemon)
    with pytest.raises(CallFailed) as asked:
        await daemon.call("Manage.ChangeOwner")
    assert asked.value.name == "ConfirmationRequired"
    assert (await daemon.call("Manage.ChangeOwner", confirm=True))["vaults"] == 3
    assert [file.name for file in daemon.state.rglob("*.db*")] == []
    assert await texts(daemon) == set()
    await daemon.stop()
    again = await launch(daemon.state, "--simulate")
    await again.driver()
    assert await texts(again) == set()


# --- taking along, correcting ----------------------------------------------------------------------------
async def test_an_export_reads_without_the_daemon(daemon: RunningDaemon) -> None:
    await daemon.observe(
        "五点接豆豆去蓝天幼儿园",
        entities=[["person", "豆豆"], ["place", "蓝天幼儿园"]],
    )
    await told(daemon, SEAT)
    exported = json.loads((await daemon.call("Manage.Export"))["json"])
    assert exported["format"] == "cabin-memory-export"
    assert {memory["text"] for memory in exported["memories"]} == {"五点接豆豆去蓝天幼儿园", SEAT}
    packed = await daemon.call("Manage.Export", format="msgpack")
    assert msgpack.unpackb(bytes(packed["archive"]))["memories"] == exported["memories"]
    await daemon.drive(MOVING)
    with pytest.raises(CallFailed) as locked:
        await daemon.call("Manage.Export")
    assert locked.value.name == "Locked"


async def test_an_edit_is_found_by_its_new_words_only(daemon: RunningDaemon) -> None:
    (wheel,) = await told(daemon, "座椅加热开一档")
    await daemon.drive(MOVING)
    with pytest.raises(CallFailed) as parked:
        await daemon.call("Manage.Edit", wheel, text="座椅加热开三档")
    assert parked.value.name == "ParkedOnly"
    await daemon.drive(PARKED)
    await daemon.call("Manage.Edit", wheel, text="座椅加热开三档")
    await daemon.settle()
    (found,) = (await daemon.recall("座椅加热开几档"))["memories"]
    assert (found["id"], found["text"]) == (wheel, "座椅加热开三档")
    assert (await daemon.call("Manage.Get", wheel))["value"] == "3"


async def test_an_edit_that_is_none(daemon: RunningDaemon) -> None:
    (wheel,) = await told(daemon, "座椅加热开一档")
    for options in ({}, {"text": " "}, {"text": "我的银行卡号6222020000001234566"}, {"importance": 11}):
        with pytest.raises(CallFailed) as refused:
            await daemon.call("Manage.Edit", wheel, **options)
        assert refused.value.name == "InvalidArgument"
    assert await texts(daemon) == {"座椅加热开一档"}
