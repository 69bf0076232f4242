"""A start with files that are not what they should be: one message that names the fault, and an exit code."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cabin import PARKED, RunningDaemon

EX_UNAVAILABLE, EX_CONFIG = 69, 78


def started(bus_address: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The daemon, which is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "cabin_memory", "--session", *arguments],
        env=os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus_address},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def pipe(place: Path) -> None:
    os.mkfifo(place)


def folder(place: Path) -> None:
    place.mkdir()


def content(body: bytes) -> Callable[[Path], None]:
    return lambda place: place.write_bytes(body) and None


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (folder, "No such file"),
        (pipe, "No such file"),
        (content(b"\xff\xfe"), "cannot be read"),
        (content(b"[recall]\nlimit = " + b"9" * 5000), "not a TOML document"),
        (content(b"a = " + b"[" * 5000), "nested too deep"),
        (content(b'[access]\nmanage_uids = ["root"]'), "access.manage_uids[0]"),
    ],
    ids=["folder", "pipe", "not text", "huge number", "deep", "wrong type"],
)
def test_a_settings_file_that_is_none(
    bus_address: str, tmp_path: Path, make: Callable[[Path], None], told: str
) -> None:
    file = tmp_path / "settings.toml"
    make(file)
    ended = started(bus_address, "--state-dir", str(tmp_path / "state"), "--config", str(file))
    assert ended.returncode == EX_CONFIG
    assert str(file) in ended.stderr
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


async def told_by_health(daemon: RunningDaemon) -> dict[str, Any]:
    await daemon.driver()
    await daemon.context(PARKED)
    for _ in range(100):
        health: dict[str, Any] = await daemon.call("Health.Check")
        if health["reason"]:
            return health
        await asyncio.sleep(0.05)
    raise AssertionError("Health names no fault")


@pytest.mark.parametrize(
    ("place", "make", "reason", "level"),
    [
        ("state/keyring", folder, "Tampered", "stateless"),
        ("state/development-device-key", folder, "Unavailable", "stateless"),
        ("state/development-device-key", pipe, "Unavailable", "stateless"),
        ("state/people", content(b"a file"), "Unavailable", "stateless"),
        ("model/manifest.toml", pipe, "Unavailable", "structured"),
        ("model/manifest.toml", content(b"a = " + b"[" * 5000), "Unavailable", "structured"),
        ("model", content(b"a file"), "Unavailable", "structured"),
    ],
)
async def test_a_part_that_is_not_what_it_should_be_is_said_and_the_daemon_serves(
    launch: Any, tmp_path: Path, place: str, make: Callable[[Path], None], reason: str, level: str
) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    if place.startswith("model/"):
        (tmp_path / "model").mkdir()
    if place == "state/keyring":
        (tmp_path / "state" / "development-device-key").write_bytes(bytes(32))
        (tmp_path / "state" / "development-device-key").chmod(0o600)
    make(tmp_path / place)
    model = ("--model-dir", str(tmp_path / "model")) if place.startswith("model") else ()
    daemon: RunningDaemon = await launch(tmp_path / "state", *model)
    health = await told_by_health(daemon)
    assert (health["level"], health["reason"]) == (level, reason)
    assert health["remedy"]
    assert "Traceback" not in daemon.log.read_text()


@pytest.mark.parametrize(
    "body",
    [
        b'[[can]]\ninterface = "virtual"\nchannel = "c"\nmapping = "\\u0000"\ndbc = ["a.dbc"]',
        b"[[can]]\nx = " + b"[" * 5000,
        b"[[can]]\nx = " + b"9" * 5000,
        b'[[can]]\ninterface = "virtual"\nchannel = "c"\nmapping = "."\ndbc = ["."]',
        b"\xff",
    ],
    ids=["NUL", "deep", "huge number", "folders", "not text"],
)
async def test_a_bridge_file_that_cannot_be_used_is_said(launch: Any, tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "bridges.toml"
    file.write_bytes(body)
    daemon: RunningDaemon = await launch(None, "--bridges", str(file))
    health = await told_by_health(daemon)
    assert (health["level"], health["reason"]) == ("full", "SettingsInvalid")
    assert "bridges.toml" in daemon.log.read_text()
    assert "Traceback" not in daemon.log.read_text()


@pytest.mark.parametrize("name", ["mapping.json", "car.dbc"])
async def test_a_pipe_in_the_place_of_a_vehicle_file_holds_nothing_up(
    launch: Any, tmp_path: Path, name: str
) -> None:
    os.mkfifo(tmp_path / name)
    other = {"mapping.json": ("mapping.json", "none.dbc"), "car.dbc": ("map.json", "car.dbc")}[name]
    (tmp_path / "map.json").write_text("{}")
    file = tmp_path / "bridges.toml"
    file.write_text(
        f'[[can]]\ninterface = "virtual"\nchannel = "c"\nmapping = "{other[0]}"\ndbc = ["{other[1]}"]'
    )
    daemon: RunningDaemon = await launch(None, "--bridges", str(file))
    assert (await told_by_health(daemon))["reason"] == "SettingsInvalid"
