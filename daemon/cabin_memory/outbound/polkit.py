"""polkit decides who may manage memories; the caller is named by the bus, never by an argument."""

import logging

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

log = logging.getLogger(__name__)

_SERVICE = "org.freedesktop.PolicyKit1"
_ABSENT = frozenset(
    {
        "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
    }
)


class Polkit:
    """The port `Authority` on a system bus."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus

    async def allows(self, sender: str, action: str) -> bool | None:
        """Whether the program with this unique bus name may do it; None where there is no polkit.

        An error of polkit is a no: an unknown action, a caller that is gone, a daemon that fails.
        """
        reply = await self._bus.call(
            Message(
                destination=_SERVICE,
                path="/org/freedesktop/PolicyKit1/Authority",
                interface=f"{_SERVICE}.Authority",
                member="CheckAuthorization",
                signature="(sa{sv})sa{ss}us",
                # 0: do not ask anybody for a password; the last one would cancel an asking.
                body=[["system-bus-name", {"name": Variant("s", sender)}], action, {}, 0, ""],
            )
        )
        if reply is not None and reply.message_type is MessageType.METHOD_RETURN:
            return bool(reply.body[0][0])
        fault = reply.error_name if reply else "no reply"
        if fault in _ABSENT:
            return None
        log.warning("polkit did not decide: %s", fault)
        return False
