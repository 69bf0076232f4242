"""For whom a call acts, and whether its caller may: what every handler asks first."""

import os
from collections.abc import Mapping
from typing import Any

from cabin_memory.domain.errors import InvalidArgument, NotAuthorized, UnknownOccupant
from cabin_memory.domain.people import OccupantId, Owner, Speaker
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.settings import AccessSettings
from cabin_memory.domain.time import MINUTE, UtcMicros
from cabin_memory.domain.workplace import Authority, Present
from cabin_memory.inbound.dbus_service import Call

_AHEAD = 5 * MINUTE
MANAGE = "org.cabinmemory.memory1.manage"
WIPE = "org.cabinmemory.memory1.wipe"


class Callers:
    """Speaker, owner and time of a call, from its options and its bus credentials."""

    def __init__(
        self, clock: Clock, present: Present, access: AccessSettings, authority: Authority | None
    ) -> None:
        """`authority` None: a session bus, on which the daemon's own user may everything."""
        self._clock = clock
        self._present = present
        self._access = access
        self._authority = authority

    def speaker(self, options: Mapping[str, Any]) -> Speaker:
        """The speaker that is named, else the driver. Raises UnknownOccupant, InvalidArgument."""
        if "speaker" in options:
            return Speaker(OccupantId.parse(options["speaker"]))
        driver = self._present.cabin().driver
        if driver is None or driver.who is None:
            raise UnknownOccupant("no speaker is named and no driver is known")
        return Speaker(driver.who)

    async def owner(self, call: Call, *, sure: bool = True) -> Owner:
        """For whom Manage acts. The bus says who calls; an argument alone never does.

        Args:
            sure: not for someone in the car whom the vehicle takes for this person without being sure.

        Raises:
            NotAuthorized: the caller's user may not manage memories.
            UnknownOccupant: no person is named and no driver is known, or see `sure`.
        """
        await self.manager(call)
        owner = Owner(self.speaker(call.options))
        occupant = self._present.cabin().find(owner)
        if sure and occupant is not None and occupant.guest:
            raise UnknownOccupant("the vehicle is not sure who this is")
        return owner

    async def manager(self, call: Call, action: str = MANAGE) -> None:
        """polkit decides on the system bus, and where there is none, the user ids in the settings.

        Raises:
            NotAuthorized: the caller may not manage memories.
        """
        if self._authority is None:
            allowed: bool | None = call.uid == os.getuid()
        else:
            allowed = await self._authority.allows(call.sender, action)
            if allowed is None:
                allowed = call.uid in self._access.manage_uids
        if not allowed:
            raise NotAuthorized("this user may not manage memories")

    def time(self, options: Mapping[str, Any]) -> UtcMicros:
        """When it was said; now where left out, and where the caller's clock is a little ahead.

        Raises InvalidArgument for the future.
        """
        now = self._clock.utc()
        at = options.get("time", now)
        if not 0 < at <= now + _AHEAD:
            raise InvalidArgument("time: microseconds UTC, not before 1970 and not in the future")
        return UtcMicros(min(at, now))
