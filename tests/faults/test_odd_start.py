"""Places that cannot be reached, named on the command line or by the environment: told, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cabin import PARKED, RunningDaemon

EX_CONFIG = 78
TOO_LONG = "/tmp/" + "x" * 300


def started(*arguments: str, environment: dict[str, str], user: int | None = None) -> tuple[int, str]:
    """Exit code and messages of a daemon that is expected to end by itself."""
    ended = subprocess.run(
        [sys.executable, "-m", "cabin_memory", "--session", *arguments],
        env=environment,
        user=user,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("place", ["/dev/zero", "/proc/self/mem", TOO_LONG, "/etc/passwd/settings.toml"])
def test_a_settings_file_that_cannot_be_read_is_named(bus_address: str, tmp_path: Path, place: str) -> None:
    code, told = started(
        *("--state-dir", str(tmp_path / "state"), "--config", place),
        environment=os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus_address},
    )
    assert code == EX_CONFIG
    assert place in told
    assert "Traceback" not in told


@pytest.mark.skipif(os.geteuid() != 0, reason="has to become a user without a home")
def test_without_a_home_the_state_folder_has_to_be_named() -> None:
    code, told = started(environment={"PATH": os.environ["PATH"]}, user=54_321)
    assert code == EX_CONFIG
    assert "--state-dir" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("option", "place", "level"),
    [
        ("--state-dir", TOO_LONG, "stateless"),
        ("--state-dir", "/etc/passwd", "stateless"),
        ("--state-dir", "/dev/zero", "stateless"),
        ("--model-dir", TOO_LONG, "structured"),
        ("--model-dir", "/etc/passwd", "structured"),
        ("--bridges", TOO_LONG, "full"),
        ("--bridges", "/dev/zero", "full"),
    ],
)
async def test_a_place_that_no_file_can_be_in_is_told_by_health_and_the_daemon_serves(
    launch: Any, option: str, place: str, level: str
) -> None:
    daemon: RunningDaemon = await launch(None, option, place, "--simulate")
    await daemon.settle()
    await daemon.driver()
    await daemon.context(PARKED)
    health = await daemon.call("Health.Check")
    assert health["level"] == level
    assert health["remedy"]
    assert place in daemon.log.read_text()
    assert "Traceback" not in daemon.log.read_text()
