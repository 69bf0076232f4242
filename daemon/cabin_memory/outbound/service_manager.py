"""What systemd wants to hear: sd_notify(3) datagrams. Without NOTIFY_SOCKET nothing is sent."""

import os
import socket


def notify(state: str) -> bool:
    """Send one state such as `READY=1`; False where no service manager listens.

    Raises:
        OSError: NOTIFY_SOCKET is set but cannot be reached.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    # A leading @ means the abstract namespace.
    target = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.sendto(state.encode(), target)
    return True


def watchdog_interval_s() -> float | None:
    """Half of WATCHDOG_USEC in seconds, or None where systemd watches nothing."""
    micros = os.environ.get("WATCHDOG_USEC", "")
    return int(micros) / 2_000_000 if micros.isdigit() and int(micros) > 0 else None
