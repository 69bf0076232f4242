"""A client that does not read its replies, or dies before they come, must not end the daemon."""

import asyncio
import os
import socket
from pathlib import Path

import pytest
from dbus_fast import Message

from cabin import NAME, PARKED, PATH, RunningDaemon

CALLS = 3000
"""Replies of some 30 KB each: more than the sockets hold."""
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"


def connect(address: str) -> socket.socket:
    """A bare connection that has said Hello; nothing ever reads from it again."""
    path = Path(address.partition("path=")[2].partition(",")[0])
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(path))
    client.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    client.recv(200)
    client.sendall(b"BEGIN\r\n")
    client.sendall(marshalled(1, "org.freedesktop.DBus", "org.freedesktop.DBus", "Hello"))
    client.recv(4096)
    return client


def marshalled(serial: int, name: str, interface: str, member: str) -> bytes:
    message = Message(destination=name, path=PATH, interface=interface, member=member)
    message.serial = serial
    return bytes(message._marshall(False))


@pytest.mark.parametrize("dies", [False, True])
async def test_the_daemon_outlives_it(daemon: RunningDaemon, bus_address: str, dies: bool) -> None:
    client = await asyncio.to_thread(connect, bus_address)

    def ask() -> None:
        client.settimeout(20)
        for serial in range(2, CALLS + 2):
            try:
                client.sendall(marshalled(serial, NAME, INTROSPECTABLE, "Introspect"))
            except TimeoutError:
                return  # the bus takes no more from it: it is as silent as can be

    asking = asyncio.create_task(asyncio.to_thread(ask))
    if dies:
        await asyncio.sleep(0.5)
        client.shutdown(socket.SHUT_RDWR)
    await asyncio.gather(asking, return_exceptions=True)
    client.close()
    await asyncio.sleep(0.5)
    assert daemon.process.returncode is None
    await daemon.context(PARKED)
    assert (await daemon.call("Health.Check"))["drive_state"] == "parked"
