"""Forgetting: accepted first, so that nothing forgotten is returned from then on; then made sure of."""

from collections.abc import Sequence
from dataclasses import dataclass

from cabin_memory.domain.errors import InvalidArgument, NotFound
from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import ForgetReceipt
from cabin_memory.domain.workplace import Meter, OpenVault, Vaults


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """What to forget of whom. Allowed in every drive state."""

    owner: Owner
    ids: Sequence[MemoryId]
    dry_run: bool = False


class Forgetting:
    """Removes memories from the store, the index and every answer."""

    def __init__(self, vaults: Vaults, meter: Meter) -> None:
        self._vaults = vaults
        self._meter = meter

    async def forget(self, request: ForgetRequest) -> ForgetReceipt:
        """Forget by ids, the household memories that this person stated included.

        Raises:
            InvalidArgument: no ids.
            NotFound: none of them is this person's.
            StoreError: the deletion could not be made durable; it is finished at the next start.
        """
        ids = list(dict.fromkeys(request.ids))
        if not ids:
            raise InvalidArgument("scope: name at least one id in ids")
        mine = await self._mine(request.owner, ids)
        if not mine:
            raise NotFound("none of these ids is a memory of this person")
        if request.dry_run:
            count = sum(len(found) for _, found in mine)
            return ForgetReceipt(id="", count=count, derived=0, verified=False)
        for vault, found in mine:
            vault.forgotten.update(found)
        receipts = [await self._remove(vault, found) for vault, found in mine]
        self._meter.count("forgotten", sum(receipt.count for receipt in receipts))
        return ForgetReceipt(
            id=receipts[0].id,
            count=sum(receipt.count for receipt in receipts),
            derived=sum(receipt.derived for receipt in receipts),
            verified=all(receipt.verified for receipt in receipts),
        )

    async def _mine(self, owner: Owner, ids: list[MemoryId]) -> list[tuple[OpenVault, list[MemoryId]]]:
        """Per vault the ids that exist there and are this person's to forget."""
        mine = []
        for whose in (owner, None):
            vault = await self._vaults.open(whose, create=False)
            if vault is not None:
                found = await vault.store.get(ids)
                mine.append((vault, [m.id for m in found if whose or m.provenance.speaker == str(owner)]))
        return [(vault, found) for vault, found in mine if found]

    async def _remove(self, vault: OpenVault, ids: list[MemoryId]) -> ForgetReceipt:
        receipt = await vault.store.forget(ids)
        # After the store: an embedding that was under way may have added its row meanwhile.
        vault.index.remove(receipt.rows)
        vault.forgotten.difference_update(ids)
        return receipt
