"""What is remembered about a person: in plain words (Describe), or exactly, from an index (Lookup).

Both are answers to a spoken question, so they pass the same gates as Recall.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cabin_memory.domain.errors import UnknownOccupant
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import Owner, Speaker
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.recall import RecallPermit, Suppression
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import AnswerStatus, Category, MemoryStatus, Reason
from cabin_memory.domain.workplace import OpenVault, Present, Vaults
from cabin_memory.rules import disclosure, occupancy, redaction, safety_suppression, wording
from cabin_memory.rules.safety_suppression import SuppressionLimits

_STILL_TRUE = frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a person hears about themselves."""

    status: AnswerStatus
    reason: Reason = Reason.NONE
    text: str = ""
    memories: tuple[MemoryRecord, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


class Describing:
    """Answers "what do you remember about me?" and "when did I last …?"."""

    def __init__(self, present: Present, vaults: Vaults, limits: SuppressionLimits) -> None:
        self._present = present
        self._vaults = vaults
        self._limits = limits

    async def describe(self, speaker: Speaker, wanted: MemoryFilter) -> Account:
        """Plain words in the language that most of the memories are in.

        Raises:
            UnknownOccupant: the speaker is not in the car.
        """
        account = await self.lookup(speaker, replace(wanted, statuses=_STILL_TRUE))
        if account.status is AnswerStatus.SUPPRESSED:
            return account
        chinese = sum(m.language is Language.CHINESE for m in account.memories)
        language = Language.CHINESE if 2 * chinese > len(account.memories) else Language.ENGLISH
        return replace(account, text=wording.description(account.memories, account.texts, language))

    async def lookup(self, speaker: Speaker, wanted: MemoryFilter) -> Account:
        """Memories by exact, indexed columns.

        Raises:
            UnknownOccupant: the speaker is not in the car.
        """
        if isinstance(gate := self._gate(speaker), Account):
            return gate
        vault = await self._vaults.open(Owner(speaker), create=False)
        if vault is None:
            return Account(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.NO_MEMORIES)
        found = await vault.store.find(_within(wanted, gate))
        empty = Reason.NO_MATCH if await vault.store.count() else Reason.NO_MEMORIES
        # No await from here to the reply: the car may go into reverse, or someone board, at any of them.
        if isinstance(gate := self._gate(speaker), Account):
            return gate
        return self._told(vault, found, gate, speaker, empty)

    def _gate(self, speaker: Speaker) -> RecallPermit | Account:
        """Whether it may be answered at this moment, and within which limits. Raises UnknownOccupant."""
        occupant = occupancy.admit(self._present.cabin(), speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        verdict = safety_suppression.answer(self._present.drive_state(), "", self._limits)
        if isinstance(verdict, Suppression):
            return Account(status=AnswerStatus.SUPPRESSED, reason=verdict.reason)
        if occupant.guest:
            return Account(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.GUEST)
        return verdict

    def _told(
        self,
        vault: OpenVault,
        found: Sequence[MemoryRecord],
        permit: RecallPermit,
        speaker: Speaker,
        empty: Reason,
    ) -> Account:
        within = permit.categories or frozenset(Category)
        found = [m for m in found if m.id not in vault.forgotten and m.category in within]
        texts = {m.id: redaction.restore(m.text, vault.names) for m in found}
        short = [m for m in found if len(texts[m.id]) <= permit.max_characters]
        told, withheld = disclosure.disclose_records(short, speaker, self._present.cabin(), consented=False)
        shown = told[: permit.max_memories]
        reason = Reason.NONE
        if not shown:
            reason = Reason.PASSENGER_PRESENT if withheld else empty
        return Account(
            status=AnswerStatus.OK if shown else AnswerStatus.NOTHING_RELEVANT,
            reason=reason,
            memories=tuple(shown),
            texts={m.id: texts[m.id] for m in shown},
        )


def _within(wanted: MemoryFilter, permit: RecallPermit) -> MemoryFilter:
    """The filter with the permit's limit: never more memories."""
    return replace(wanted, limit=min(wanted.limit, permit.max_memories))
