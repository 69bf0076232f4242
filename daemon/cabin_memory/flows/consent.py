"""What a person agrees to: asked, shown, withdrawn; and what is kept of it goes when it is withdrawn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cabin_memory.domain.consent import Choice, Choices, Consent
from cabin_memory.domain.people import Owner, Whose
from cabin_memory.domain.ports import Clock, MemoryFilter
from cabin_memory.domain.vocabulary import Category
from cabin_memory.domain.workplace import Meter, OpenVault, Present, Vaults

_PAGE = 500
# What was forgotten for now is kept by these.
_KEEPING = (Consent.COLLECT, Consent.HEALTH, Consent.UNDO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is to change. Fields that are left out stay as they are."""

    made: Mapping[Consent, Choice]
    this_drive: frozenset[Consent] = frozenset()
    """Of those, the ones that hold until the trip ends; they are never written."""
    without: frozenset[Category] | None = None


class Consenting:
    """`Manage.Consent`, and the port `Consents` for everyone who must ask before acting."""

    def __init__(self, clock: Clock, present: Present, vaults: Vaults, meter: Meter) -> None:
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._meter = meter
        self._this_drive: dict[Whose, tuple[int, dict[Consent, Choice]]] = {}

    async def of(self, owner: Whose) -> Choices:
        """What holds now; nothing is decided for a person without a vault."""
        vault = await self._vaults.open(owner, create=False)
        stored = await vault.store.choices() if vault else Choices()
        trip, made = self._this_drive.get(owner, (-1, {}))
        return stored.with_made(made) if trip == self._present.trip() else stored

    async def given(self, owner: Owner, consent: Consent) -> bool:
        return (await self.of(owner)).given(consent, self._clock.utc())

    async def decide(self, owner: Owner, decision: Decision) -> Choices:
        """Make decisions; returns all that hold then. Withdrawing removes what was kept because of it.

        Raises:
            StoreError: a decision could not be made durable; nothing changed.
        """
        lasting = {c: choice for c, choice in decision.made.items() if c not in decision.this_drive}
        passing = {c: choice for c, choice in decision.made.items() if c in decision.this_drive}
        if lasting or decision.without is not None:
            await self._store(owner, lasting, decision.without)
        if passing or owner in self._this_drive:
            _, known = self._this_drive.get(owner, (0, {}))
            kept = {c: choice for c, choice in known.items() if c not in lasting}
            self._this_drive[owner] = (self._present.trip(), kept | passing)
        return await self.of(owner)

    async def _store(
        self, owner: Owner, made: Mapping[Consent, Choice], without: frozenset[Category] | None
    ) -> None:
        vault = await self._vaults.open(owner, create=True)
        assert vault is not None  # create=True makes one or raises
        before = await vault.store.choices()
        after = before.with_made(made)
        if without is not None:
            after = replace(after, without=without)
        await vault.store.choose(after)
        now = self._clock.utc()
        gone = set(after.without - before.without)
        if before.given(Consent.HEALTH, now) and not after.given(Consent.HEALTH, now):
            gone.add(Category.HEALTH)
        if before.given(Consent.BIOMETRICS, now) and not after.given(Consent.BIOMETRICS, now):
            await vault.store.keep_habits({})
        withdrawn = any(before.given(c, now) and not after.given(c, now) for c in _KEEPING)
        if withdrawn or gone:
            await vault.give_up_undo()
        if gone:
            await self._remove(vault, frozenset(gone))

    async def _remove(self, vault: OpenVault, categories: frozenset[Category]) -> None:
        wanted = MemoryFilter(categories=categories, limit=_PAGE)
        while found := await vault.store.find(wanted):
            receipt = await vault.forget([memory.id for memory in found])
            self._meter.count("forgotten", receipt.count)
