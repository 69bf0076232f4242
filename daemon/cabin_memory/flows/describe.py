"""What is remembered about a person: in plain words (Describe), or exactly, from an index (Lookup).

Both are answers to a spoken question, so they pass the same gates as Recall.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import Guest, Speaker
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.recall import RecallPermit, Refused
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, MemoryStatus, Reason
from cabin_memory.domain.workplace import Admission, OpenVault, Present, Vaults
from cabin_memory.rules import disclosure, redaction, wording

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

    def __init__(self, present: Present, vaults: Vaults, admission: Admission) -> None:
        self._present = present
        self._vaults = vaults
        self._admission = admission

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
        if isinstance(gate := self._admission.admit(speaker, ""), Refused):
            return Account(status=gate.status, reason=gate.reason)
        vault = await self._vaults.open(gate.owner, create=False)
        empty = Reason.GUEST if isinstance(gate.owner, Guest) else Reason.NO_MEMORIES
        if vault is None:
            return Account(status=AnswerStatus.NOTHING_RELEVANT, reason=empty)
        found = await vault.store.find(_within(wanted, gate.permit))
        empty = Reason.NO_MATCH if await vault.store.count() else empty
        # No await from here to the reply: the car may go into reverse, or someone board, at any of them.
        if isinstance(now := self._admission.admit(speaker, ""), Refused):
            return Account(status=now.status, reason=now.reason)
        if now.owner != gate.owner:  # the car became sure, or unsure, of who asks
            return Account(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.GUEST)
        return self._told(vault, found, now.permit, speaker, empty)

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
    """The filter with the permit's limit, and without what the car itself proposed."""
    kinds = wanted.kinds or frozenset(Kind) - {Kind.PLAN}
    return replace(wanted, kinds=kinds, limit=min(wanted.limit, permit.max_memories))
