"""`cabin-memoryd`: command line of the daemon, signals, exit codes."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from dbus_fast.aio import MessageBus

from cabin_memory.domain.errors import CabinMemoryError, SettingsInvalid
from cabin_memory.outbound.heap import share_arenas
from cabin_memory.outbound.service_manager import notify, watchdog_interval_s
from cabin_memory.wiring import Daemon, StartOptions, read_settings

log = logging.getLogger("cabin_memory")

# sysexits(3)
EX_USAGE, EX_UNAVAILABLE, EX_CONFIG = 64, 69, 78


def _default_state_dir(session: bool) -> Path:
    """systemd's StateDirectory, else the place that the base directory standards name.

    Raises:
        SettingsInvalid: the user has no home.
    """
    if given := os.environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    if not session:
        return Path("/var/lib/cabin-memory")
    try:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError as fault:
        raise SettingsInvalid("this user has no home folder", remedy="Name a folder: --state-dir.") from fault
    return Path(home) / "cabin-memory"


def _default_model_dir() -> Path:
    """The installed model, or the built one of a source checkout."""
    installed = Path("/usr/share/cabin-memory/model")
    built = Path(__file__).resolve().parents[2] / "models" / "built"
    return built if built.is_dir() and not installed.is_dir() else installed


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="cabin-memoryd",
        description="Long-term memory of the people in a car, answered over D-Bus and kept in the car.",
    )
    parser.add_argument("--session", action="store_true", help="serve on the session bus (development)")
    parser.add_argument(
        "--simulate",
        action="store_true",
        help="offer .Simulation: time stands still between calls (session bus only)",
    )
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="where the encrypted store lies")
    parser.add_argument("--model-dir", type=Path, metavar="DIR", help="where the built embedding model lies")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings, a TOML document")
    parser.add_argument(
        "--bridges", type=Path, metavar="FILE", help="what feeds the vehicle's state, a TOML document"
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('cabin-memory')}")
    options = parser.parse_args(arguments)
    if options.simulate and not options.session:
        parser.error("--simulate is refused on the system bus; add --session")
    return options


async def _run(options: StartOptions, settings: dict[str, object]) -> int:
    daemon = Daemon(options, settings)
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    try:
        bus = await daemon.start()
        notify("READY=1")
        log.info("serving on the %s bus", "session" if options.session_bus else "system")
        lost = asyncio.create_task(_until_gone(bus))
        stopped = asyncio.create_task(stopping.wait())
        watched = asyncio.create_task(_feed_watchdog())
        done, _ = await asyncio.wait({lost, stopped}, return_when=asyncio.FIRST_COMPLETED)
        watched.cancel()
        if lost in done:
            log.error("the message bus is gone; stopping")
        notify("STOPPING=1")
        return 0 if stopped in done else EX_UNAVAILABLE
    finally:
        await daemon.stop()


async def _until_gone(bus: MessageBus) -> None:
    """Until the connection to the bus has ended, whether with an error or without."""
    with suppress(Exception):  # how it ended does not matter: it is said that it did
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]


async def _feed_watchdog() -> None:
    """From the loop that answers, so that a loop that hangs is seen."""
    interval = watchdog_interval_s()
    while interval is not None:
        notify("WATCHDOG=1")
        await asyncio.sleep(interval)


def main(arguments: list[str] | None = None) -> int:
    """Run until SIGTERM; the exit code follows sysexits(3)."""
    given = _parse(arguments)
    os.umask(0o077)
    share_arenas()
    logging.basicConfig(level="INFO", format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("faiss").setLevel("WARNING")  # it tells of every instruction set that it lacks
    logging.getLogger("apscheduler").setLevel("WARNING")  # and that of every job that it adds
    try:
        settings = read_settings(given.config)
        logging.getLogger().setLevel(settings["log"].level.upper())
        options = StartOptions(
            session_bus=given.session,
            simulate=given.simulate,
            state_dir=given.state_dir or _default_state_dir(given.session),
            model_dir=given.model_dir or _default_model_dir(),
            config=given.config,
            bridges=given.bridges,
        )
        return asyncio.run(_run(options, settings))
    except CabinMemoryError as fault:
        sys.stderr.write(f"cabin-memoryd: {fault.detail}\n{fault.remedy}\n")
        return EX_CONFIG if fault.word == "SettingsInvalid" else EX_UNAVAILABLE


if __name__ == "__main__":
    sys.exit(main())
