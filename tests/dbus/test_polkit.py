"""A real polkitd on a private system bus decides who manages memories. Needs root: a mount namespace."""

import asyncio
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from cabin import NAME, PATH

POLKITD = Path("/usr/lib/polkit-1/polkitd")
OURS = Path(__file__).resolve().parents[2] / "systemd" / "polkit"
OWNER, STRANGER = "games", "nobody"
"""Users that every Debian has; the first is put into the owner's group for polkitd's eyes only."""

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not POLKITD.exists() or not shutil.which("busctl"),
    reason="needs root, polkitd and busctl",
)

_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>"""
_POLKITD = (
    "mount --bind {folder}/actions /usr/share/polkit-1/actions && "
    "mount --bind {folder}/rules /usr/share/polkit-1/rules.d && "
    "mount --bind {folder}/group /etc/group && exec " + str(POLKITD)
)


@asynccontextmanager
async def running(*command: str, address: str = "", log: Path) -> AsyncIterator[None]:
    environment = os.environ | ({"DBUS_SYSTEM_BUS_ADDRESS": address} if address else {})
    with log.open("ab") as output:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=output, stderr=output, env=environment
        )
    try:
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def until(text: str, log: Path) -> None:
    for _ in range(300):
        if text in log.read_text(errors="replace"):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{text!r} did not come: {log.read_text()}")


@pytest.fixture
async def folder() -> AsyncIterator[Path]:
    """Readable for every user, as a system bus is."""
    with tempfile.TemporaryDirectory(prefix="cabin-memory-polkit-") as name:
        place = Path(name)
        place.chmod(0o755)
        for kind, part in (("actions", "*.policy"), ("rules", "*.rules")):
            (place / kind).mkdir(mode=0o755)
            for file in OURS.glob(part):
                shutil.copy(file, place / kind)
        (place / "group").write_text(Path("/etc/group").read_text() + f"cabin-memory-owner:x:65000:{OWNER}\n")
        (place / "bus.conf").write_text(_BUS.format(folder=place))
        (place / "state").mkdir(mode=0o700)
        key = place / "state" / "development-device-key"
        key.write_bytes(bytes(32))
        key.chmod(0o600)
        yield place


@asynccontextmanager
async def car(folder: Path, *, polkit: bool, settings: str = "") -> AsyncIterator[str]:
    """A system bus with the daemon; gives its address."""
    address, log = f"unix:path={folder}/bus", folder / "log"
    (folder / "settings.toml").write_text(settings)
    async with AsyncExitStack() as parts:
        bus = (
            "dbus-daemon",
            f"--config-file={folder}/bus.conf",
            "--nofork",
            "--nopidfile",
            "--print-address",
        )
        await parts.enter_async_context(running(*bus, log=log))
        await until("unix:path", log)
        if polkit:
            namespace = ("unshare", "--mount", "sh", "-c", _POLKITD.format(folder=folder))
            await parts.enter_async_context(running(*namespace, address=address, log=log))
            await until("Acquired the name", log)
        daemon = (sys.executable, "-m", "cabin_memory", "--state-dir", str(folder / "state"))
        config = ("--config", str(folder / "settings.toml"))
        await parts.enter_async_context(running(*daemon, *config, address=address, log=log))
        await until("serving on the system bus", log)
        yield address


async def call(address: str, user: str, member: str, signature: str, *arguments: str) -> str:
    """What busctl says when this user calls a method of Manage."""
    process = await asyncio.create_subprocess_exec(
        "setpriv", f"--reuid={user}", "--regid=nogroup", "--clear-groups",
        "busctl", f"--address={address}", "call", NAME, PATH, f"{NAME}.Manage", member, signature, *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return output.decode()


LOG = ("ForgetLog", "a{sv}", "1", "speaker", "s", "oem:anna")
WIPE = ("ChangeOwner", "a{sv}", "1", "confirm", "b", "true")
REFUSED = "Call as the assistant or as the owner's panel"


async def test_polkit_s_rule_lets_the_owner_s_group_manage_and_nobody_else(folder: Path) -> None:
    async with car(folder, polkit=True) as address:
        assert "receipts" in await call(address, OWNER, *LOG)
        assert "receipts" in await call(address, "root", *LOG)
        assert REFUSED in await call(address, STRANGER, *LOG)
        assert REFUSED in await call(address, STRANGER, *WIPE)
        assert "vaults" in await call(address, OWNER, *WIPE)


async def test_a_rule_of_the_car_maker_may_keep_wiping_for_the_workshop(folder: Path) -> None:
    (folder / "rules" / "40-workshop.rules").write_text(
        'polkit.addRule(function (action) { if (action.id === "org.cabinmemory.memory1.wipe")'
        " { return polkit.Result.NO; } });"
    )
    async with car(folder, polkit=True) as address:
        assert "receipts" in await call(address, OWNER, *LOG)
        assert REFUSED in await call(address, OWNER, *WIPE)


async def test_without_polkit_the_settings_name_the_users(folder: Path) -> None:
    async with car(folder, polkit=False) as address:
        assert "receipts" in await call(address, "root", *LOG)
        assert REFUSED in await call(address, OWNER, *LOG)


async def test_without_polkit_another_user_may_be_named(folder: Path) -> None:
    games = pwd.getpwnam(OWNER).pw_uid
    async with car(folder, polkit=False, settings=f"[access]\nmanage_uids = [{games}]\n") as address:
        assert "receipts" in await call(address, OWNER, *LOG)
        assert REFUSED in await call(address, STRANGER, *LOG)
