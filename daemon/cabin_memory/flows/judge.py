"""What a person says of a memory: accepted, rejected, corrected, or which of two counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cabin_memory.domain.errors import InvalidArgument, NotFound
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Observation, Observed
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.vocabulary import Kind, MemoryStatus, Outcome
from cabin_memory.domain.workplace import Meter, OpenVault, Vaults
from cabin_memory.rules import verdicts
from cabin_memory.rules.verdicts import Choice, Verdict

_HOLDS = frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})


class Listens(Protocol):
    """The way in for a sentence that comes with a verdict."""

    async def observe(self, observation: Observation) -> Observed: ...


class Rejects(Protocol):
    """What a rejection teaches about plans."""

    async def reject(
        self, vault: OpenVault, plan: MemoryRecord, said: Observation, reason: str
    ) -> tuple[MemoryRecord, str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A memory after a verdict, and the id of what the person said with it, if that was kept."""

    memory: MemoryRecord
    reason_id: str = ""


class Judging:
    """`Feedback` and `Manage.Answer`."""

    def __init__(self, clock: Clock, vaults: Vaults, listener: Listens, meter: Meter, plans: Rejects) -> None:
        self._plans = plans
        self._clock = clock
        self._vaults = vaults
        self._listener = listener
        self._meter = meter

    async def judge(self, memory: MemoryId, verdict: Verdict, said: Observation) -> Judged:
        """Apply a verdict. `said` holds the speaker and, in its text, the reason or the right statement.

        What was said is remembered where it stands for itself: with a rejected plan and with a correction.
        That a plan was rejected is remembered also when nothing was said.

        Raises:
            NotFound: the speaker has no such memory.
            InvalidArgument: a correction of what was replaced already.
        """
        vault, found = await self._find(Owner(said.speaker), memory)
        if verdict is Verdict.CORRECTED and found.status not in _HOLDS:
            raise InvalidArgument("id: this memory does not count any more; correct the one that replaced it")
        after = verdicts.judged(found, verdict, self._clock.utc())
        reason_id = ""
        turned_down = found.kind is Kind.PLAN and verdict is not Verdict.ACCEPTED
        kept = verdict is Verdict.CORRECTED or turned_down
        if kept and said.text.strip():
            source = replace(said.provenance, in_reply_to=memory)
            outcome = Outcome.REJECTED if turned_down else said.outcome
            reason_id = (await self._listener.observe(replace(said, provenance=source, outcome=outcome))).id
        if turned_down:
            after, reason_id = await self._plans.reject(vault, after, said, reason_id)
        if kept:
            after = replace(after, replaced_by=MemoryId(reason_id) if reason_id else None)
        rows = await vault.store.update([after])
        if after.status is not MemoryStatus.CURRENT:
            vault.index.remove(rows)
        self._meter.count(f"feedback_{verdict.value}")
        return Judged(memory=after, reason_id=reason_id)

    async def answer(self, owner: Owner, conflict: MemoryId, choice: Choice) -> Sequence[MemoryRecord]:
        """Settle a conflict, which has the id of the memory that is pending; returns (old, new).

        Raises:
            InvalidArgument: that memory is not in a conflict.
            NotFound: this person has no such memory.
        """
        vault, new = await self._find(owner, conflict)
        if new.status is not MemoryStatus.PENDING or new.replaces is None:
            raise InvalidArgument("conflict: this memory waits for no answer")
        found = await vault.store.get([new.replaces])
        if not found:  # forgotten meanwhile: nothing is left that contradicts
            after: Sequence[MemoryRecord] = [replace(new, status=MemoryStatus.CURRENT, replaces=None)]
        else:
            after = verdicts.settled(found[0], new, choice)
        rows = await vault.store.update(after)
        gone = [row for row, m in zip(rows, after, strict=True) if m.status is MemoryStatus.SUPERSEDED]
        vault.index.remove(gone)
        self._meter.count("conflicts_answered")
        return after

    async def _find(self, owner: Owner, memory: MemoryId) -> tuple[OpenVault, MemoryRecord]:
        """In the person's vault, or a household memory that the person stated."""
        for whose in (owner, None):
            vault = await self._vaults.open(whose, create=False)
            found = await vault.store.get([memory]) if vault else []
            if vault and found and vault.shows(owner, found[0]):
                return vault, found[0]
        raise NotFound("no such memory of this person")
