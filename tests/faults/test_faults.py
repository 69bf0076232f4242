"""What goes wrong in a car: power cuts, a full or read-only disk, a second daemon, a bus that goes away.

CABIN_MEMORY_KILLS sets how often the power is cut (default 20; the figure for a release is 100).
"""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cabin import DRIVER, PARKED, CallFailed, RunningDaemon

KILLS = int(os.environ.get("CABIN_MEMORY_KILLS", "20"))
SEED = 20260303


async def _seat(daemon: RunningDaemon) -> None:
    await daemon.driver()
    await daemon.context(PARKED)


async def test_no_acknowledged_memory_is_lost_by_kill_9(launch: Any, tmp_path: Path) -> None:
    """Observations stream in from four callers; the daemon dies at a random moment, again and again."""
    rng = random.Random(SEED)
    state = tmp_path / "state"
    acknowledged: dict[str, str] = {}
    said = 0
    for _ in range(KILLS):
        daemon: RunningDaemon = await launch(state)
        await _seat(daemon)

        heard = asyncio.Event()

        async def talk(daemon: RunningDaemon = daemon, heard: asyncio.Event = heard) -> None:
            nonlocal said
            while True:
                said += 1
                text = f"我们在第{said}家店吃了面"
                try:
                    reply = await daemon.observe(text)
                except (TimeoutError, CallFailed, EOFError, OSError):
                    return
                if reply["stored"]:
                    acknowledged[reply["id"]] = text
                    heard.set()

        talkers = [asyncio.create_task(talk()) for _ in range(4)]
        # In the middle of the stream, however long the start took; now and then before it begins.
        if rng.random() < 0.8:
            await asyncio.wait_for(heard.wait(), 30)
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        await daemon.stop(signal.SIGKILL)
        for talker in talkers:
            talker.cancel()
        await asyncio.gather(*talkers, return_exceptions=True)
    assert len(acknowledged) > KILLS  # otherwise nothing was put to the test
    daemon = await launch(state, "--simulate")
    await daemon.driver()
    await daemon.drive(PARKED)
    await daemon.settle()
    for memory, text in acknowledged.items():
        assert (await daemon.call("Manage.Get", memory, speaker=DRIVER))["text"] == text
    vaults = await daemon.get("Health", "Vaults")
    mine = next(v for k, v in vaults.items() if k != "household")
    assert mine["memories"] == mine["vectors"] >= len(acknowledged)  # pending embeddings were finished


async def test_a_second_daemon_on_the_same_state_is_refused(daemon: RunningDaemon, bus_address: str) -> None:
    await daemon.observe("我喜欢听民谣")
    second = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cabin_memory",
        "--session",
        "--state-dir",
        str(daemon.state),
        env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus_address},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await asyncio.wait_for(second.communicate(), 30)
    assert second.returncode == 69
    assert "Another daemon holds this state folder" in said.decode()
    assert (await daemon.call("Manage.List"))["total"] == 1


async def test_the_bus_going_away_ends_the_daemon_with_an_error(tmp_path: Path, launch: Any) -> None:
    daemon: RunningDaemon = await launch()
    await _seat(daemon)
    reply = await daemon.observe("我喜欢听民谣")
    subprocess.run(["pkill", "-f", f"address=unix:path={tmp_path}/bus"], check=True)
    assert await asyncio.wait_for(daemon.process.wait(), 20) == 69
    assert "bus is gone" in daemon.log.read_text()
    assert reply["stored"]


async def test_without_a_bus_the_start_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cabin_memory", "--session", "--state-dir", str(tmp_path / "s")],
        env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={tmp_path}/nothing"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 69
    assert "no session bus" in done.stderr
    assert "Traceback" not in done.stderr


async def test_simulation_on_the_system_bus_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cabin_memory", "--simulate"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert "--simulate is refused" in done.stderr


@pytest.fixture
def small_disk(tmp_path: Path) -> Any:
    """A file system of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m,mode=0700", "tmpfs", str(folder)], check=False
    )
    if mounted.returncode:
        pytest.skip("mounting needs privileges")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_full_disk_refuses_and_loses_nothing(launch: Any, small_disk: Path) -> None:
    daemon: RunningDaemon = await launch(small_disk / "state", "--simulate")
    await daemon.driver()
    await daemon.drive(PARKED)
    acknowledged = [(await daemon.observe(f"第{n}次充电充到百分之八十"))["id"] for n in range(5)]
    (small_disk / "ballast").write_bytes(b"\0" * (shutil.disk_usage(small_disk).free - 4096))
    refused: CallFailed | None = None
    for n in range(200):
        try:
            acknowledged.append((await daemon.observe(f"第{n}次把车停在靠电梯的位置"))["id"])
        except CallFailed as fault:
            refused = fault
            break
    assert refused is not None
    assert refused.name == "Unavailable"
    assert "Free space" in refused.text
    assert (await daemon.recall("充电充到多少"))["status"] in {"ok", "nothing_relevant"}  # still answers
    (small_disk / "ballast").unlink()
    assert (await daemon.observe("空调开二十四度"))["stored"]  # heals by itself
    for memory in acknowledged:
        assert await daemon.call("Manage.Get", memory, speaker=DRIVER)


async def test_on_a_full_disk_one_can_still_be_forgotten(launch: Any, small_disk: Path) -> None:
    state = small_disk / "state"
    daemon: RunningDaemon = await launch(state, "--simulate")
    await daemon.driver()
    await daemon.drive(PARKED)
    kept = [(await daemon.observe(f"第{n}次充电充到百分之八十"))["id"] for n in range(60)]
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while ballast.write(b"\0" * 4096):
            pass
    with suppress(CallFailed):
        for n in range(200):  # until its own space is used up as well
            kept.append((await daemon.observe(f"第{n}次把车停在靠电梯的位置"))["id"])
    health = await daemon.call("Health.Check")
    assert (health["level"], health["reason"]) == ("full", "Unavailable")
    assert "Free space" in health["remedy"]
    gone = await daemon.forget(*kept[:60], speaker=DRIVER, confirm=True)
    assert (gone["count"], gone["verified"]) == (60, True)
    await daemon.stop(signal.SIGKILL)
    again: RunningDaemon = await launch(state, "--simulate")
    await again.driver()
    await again.drive(PARKED)
    for memory in kept[:60]:
        with pytest.raises(CallFailed, match="NotFound"):
            await again.call("Manage.Get", memory, speaker=DRIVER)
    (small_disk / "ballast").unlink()
    assert (await again.observe("空调开二十四度"))["stored"]
    assert (await again.call("Health.Check"))["reason"] == ""


@pytest.mark.parametrize("damage", ["missing", "altered"])
async def test_a_damaged_vault_is_said_and_spares_the_others(
    launch: Any, tmp_path: Path, damage: str
) -> None:
    state = tmp_path / "state"
    first: RunningDaemon = await launch(state)
    await _seat(first)
    await first.observe("空调开二十四度")
    (file,) = (state / "people").glob("*.db")
    await first.driver("oem:u-1002")
    await first.observe("座椅加热开一档", speaker="oem:u-1002")
    await first.stop()
    _damage(file, damage)
    daemon: RunningDaemon = await launch(state)
    await daemon.driver("oem:u-1002")
    await daemon.context(PARKED)
    assert (await daemon.recall("座椅加热开几档", speaker="oem:u-1002"))["memories"]
    assert (await daemon.call("Health.Check"))["level"] == "full"
    await daemon.driver()
    assert (await daemon.recall("空调开多少度"))["level"] == "stateless"
    health = await daemon.call("Health.Check")
    assert (health["level"], health["reason"]) == ("stateless", "Tampered")
    assert "backup" in health["remedy"]
    with pytest.raises(CallFailed, match="Tampered"):
        await daemon.observe("我喜欢听民谣")


async def test_a_damaged_household_vault_takes_nothing_from_the_people(launch: Any, tmp_path: Path) -> None:
    state = tmp_path / "state"
    first: RunningDaemon = await launch(state)
    await _seat(first)
    await first.observe("座椅加热开一档")
    await first.observe("谁开这辆车都把空调开到二十四度")
    await first.stop()
    _damage(state / "household.db", "altered")
    daemon: RunningDaemon = await launch(state)
    await _seat(daemon)
    answer = await daemon.recall("座椅加热开几档")
    assert (answer["status"], len(answer["memories"])) == ("ok", 1)
    health = await daemon.call("Health.Check")
    assert (health["level"], health["reason"]) == ("full", "Tampered")


def _damage(file: Path, damage: str) -> None:
    for log in file.parent.glob(file.name + "-*"):
        log.unlink()
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(os.urandom(file.stat().st_size))


async def test_a_read_only_state_folder_is_named_and_the_daemon_still_answers(
    launch: Any, tmp_path: Path
) -> None:
    state = tmp_path / "ro"
    state.mkdir(mode=0o700)
    first: RunningDaemon = await launch(state)
    await _seat(first)
    await first.observe("空调开二十四度")
    await first.stop()
    mounted = subprocess.run(["mount", "--bind", str(state), str(state)], check=False)
    if mounted.returncode:
        pytest.skip("mounting needs privileges")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(state)], check=True)
        daemon: RunningDaemon = await launch(state)
        await _seat(daemon)
        health = await daemon.call("Health.Check")
        assert health["level"] == "stateless"
        assert "writable" in health["remedy"]
        answer = await daemon.recall("空调开多少度")
        assert (answer["status"], answer["level"]) == ("degraded", "stateless")
        with pytest.raises(CallFailed, match="writable"):
            await daemon.observe("我喜欢听民谣")
        await daemon.stop()
    finally:
        subprocess.run(["umount", "-l", str(state)], check=True)


async def test_a_wrong_device_key_changes_nothing(launch: Any, tmp_path: Path) -> None:
    state = tmp_path / "state"
    first: RunningDaemon = await launch(state)
    await _seat(first)
    kept = await first.observe("空调开二十四度")
    await first.stop()
    before = {p.name: p.read_bytes() for p in state.rglob("*") if p.is_file() and "key" not in p.name}
    (key,) = state.glob("*device*key*")
    good = key.read_bytes()
    key.write_bytes(bytes(32))
    second: RunningDaemon = await launch(state)
    await _seat(second)
    with pytest.raises(CallFailed) as refused:
        await second.observe("我喜欢听民谣")
    assert refused.value.name == "Tampered"
    await second.stop()
    assert {p.name: p.read_bytes() for p in state.rglob("*") if p.is_file() and "key" not in p.name} == before
    key.write_bytes(good)
    third: RunningDaemon = await launch(state, "--simulate")
    await third.driver()
    await third.drive(PARKED)
    assert (await third.call("Manage.Get", kept["id"], speaker=DRIVER))["text"] == "空调开二十四度"


async def test_sigterm_ends_cleanly_and_what_was_said_is_there_again(launch: Any, tmp_path: Path) -> None:
    state = tmp_path / "state"
    first: RunningDaemon = await launch(state)
    await _seat(first)
    kept = await first.observe("座椅加热开一档")
    assert await first.stop(signal.SIGTERM) == 0
    assert "Traceback" not in first.log.read_text()
    second: RunningDaemon = await launch(state)
    await _seat(second)
    answer = await second.recall("座椅加热开几档")
    assert [m["id"] for m in answer["memories"]] == [kept["id"]]


async def test_a_missing_or_altered_model_steps_down_to_structured(launch: Any, tmp_path: Path) -> None:
    empty = tmp_path / "no-model"
    empty.mkdir()
    daemon: RunningDaemon = await launch(None, "--simulate", "--model-dir", str(empty))
    await daemon.driver()
    await daemon.drive(PARKED)
    await daemon.settle()
    assert await daemon.get("Health", "Level") == "structured"
    assert "model" in (await daemon.call("Health.Check"))["remedy"]
    kept = await daemon.observe("空调固定开二十四度")
    assert kept["stored"]
    answer = await daemon.recall("空调固定开多少度")
    assert (answer["status"], answer["level"]) == ("degraded", "structured")
    assert [m["id"] for m in answer["memories"]] == [kept["id"]]
