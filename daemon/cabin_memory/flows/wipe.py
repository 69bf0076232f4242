"""A person, or everyone, gone for good: the key first, then the file. Works on a closed or damaged vault."""

from cabin_memory.domain.errors import ConfirmationRequired, NotFound, StoreError
from cabin_memory.domain.people import OccupantId, Owner, Speaker
from cabin_memory.domain.ports import EVERY, MemoryFilter, StoreKeeper
from cabin_memory.domain.workplace import Conversations, Meter, OpenVault, Vaults


class Wiping:
    """`Manage.Wipe` and `Manage.ChangeOwner` (UNECE R155 annex 5, 31.1)."""

    def __init__(
        self, keeper: StoreKeeper, vaults: Vaults, conversations: Conversations, meter: Meter
    ) -> None:
        self._keeper = keeper
        self._vaults = vaults
        self._conversations = conversations
        self._meter = meter

    async def wipe(self, who: OccupantId, *, confirmed: bool) -> int:
        """Destroy everything that is kept of a person; returns how many household memories went too.

        Raises:
            ConfirmationRequired: the person must be asked again first.
            NotFound: nothing is kept of this person.
            StoreError: the key could not be destroyed; nothing was changed.
        """
        owner = Owner(who)
        if owner not in self._keeper.owners():
            raise NotFound("nothing is kept of this person")
        if not confirmed:
            raise ConfirmationRequired("this destroys everything that is kept of a person")
        await self._destroy(owner)
        self._conversations.end(Speaker(who))
        shared = await self._remove_shared(owner)
        self._meter.count("wipes")
        return shared

    async def change_owner(self, *, confirmed: bool) -> int:
        """Destroy everything that is kept of anyone; returns how many vaults there were.

        Raises:
            ConfirmationRequired: the person must be asked again first.
            StoreError: a key could not be destroyed; what was destroyed before stays so.
        """
        if not confirmed:
            raise ConfirmationRequired("this destroys everything that is kept of everyone")
        owners = [*self._keeper.owners(), None]
        gone = [await self._destroy(owner) for owner in owners]
        for owner in owners:
            if owner is not None:
                self._conversations.end(Speaker(owner))
        self._meter.count("changes_of_owner")
        return sum(gone)

    async def _destroy(self, owner: Owner | None) -> bool:
        vault = await self._vaults.take(owner)
        if vault is not None:
            vault.forgettings += 1
        return await self._keeper.wipe(owner)

    async def _remove_shared(self, owner: Owner) -> int:
        """What this person stated for everyone who drives this car."""
        try:
            household = await self._vaults.open(None, create=False)
        except StoreError:
            self._meter.count("household_not_searched")
            raise
        return await self._forget(household, owner) if household else 0

    @staticmethod
    async def _forget(household: OpenVault, owner: Owner) -> int:
        found = await household.store.find(MemoryFilter(limit=EVERY))
        mine = [memory.id for memory in found if household.shows(owner, memory)]
        if not mine:
            return 0
        return (await household.forget(mine)).count
