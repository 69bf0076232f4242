"""What the flows share with one another, as ports: the present, open vaults, conversations, counters.

Flows never import each other; `wiring` gives each flow the others' services through these protocols.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from cabin_memory.domain.consent import Choices
from cabin_memory.domain.conversation import Turn
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Names, SlotValue
from cabin_memory.domain.people import Cabin, OccupantId, Owner, Speaker, Whose
from cabin_memory.domain.ports import EVERY, ForgetReceipt, MemoryStore, VectorIndex
from cabin_memory.domain.recall import Admitted, Question, RankedMemory, RecallPermit, Refused
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vehicle import DriveState, Signals
from cabin_memory.domain.vocabulary import Level, Outcome, Role


class Present(Protocol):
    """What is known of the vehicle and the cabin right now."""

    def drive_state(self) -> DriveState: ...

    def cabin(self) -> Cabin: ...

    def signals(self) -> Signals:
        """What the vehicle reported, each with its time."""

    def trip(self) -> int:
        """Another number for each trip since the daemon started."""

    def situation(self, timezone: str) -> Situation:
        """Raises InvalidArgument for a zone that does not exist. Empty: the system's zone."""


class Weighing(Present, Protocol):
    """The present, in which an identity can become surer or less sure."""

    def weigh(self, who: OccupantId, added: float) -> None:
        """Add to the confidence of the driver, if it is still this person, until the trip ends."""


@dataclass(slots=True, kw_only=True)
class OpenVault:
    """One vault in use: its store and the vectors that were read from it. `owner` None: the household."""

    owner: Whose | None
    store: MemoryStore
    index: VectorIndex
    forgotten: set[MemoryId] = field(default_factory=set)
    """Accepted for forgetting; never returned from that moment, however far the deletion is."""
    forgettings: int = 0
    """How often forgetting was accepted: an answer that was begun before is made anew."""
    recalled: dict[MemoryId, UtcMicros] = field(default_factory=dict)
    """When memories were last recalled, as far as it is not written yet; losing it is harmless."""
    names: Names = field(default_factory=Names)
    """Those of the store and of what is on its way into it. Read and extended without an await between."""

    def shows(self, owner: Owner, memory: MemoryRecord) -> bool:
        """Whether a memory of this vault is this person's to see and to change; of the household's, whoever
        stated it may."""
        if memory.id in self.forgotten:
            return False
        return self.owner is not None or memory.provenance.speaker == str(owner)

    async def forget(self, memories: Sequence[MemoryId]) -> ForgetReceipt:
        """Remove memories from every answer at once, then from store and index, with names nobody else has.

        Raises:
            StoreError: they are not returned while the daemon runs, but will be after its next start.
        """
        self.accept_forgetting(memories)
        receipt = await self.store.forget(memories)
        self.forgotten.difference_update(memories)
        # After the store: an embedding that was under way may have added its row meanwhile.
        self.index.remove(receipt.rows)
        await self.read_names()
        return receipt

    async def give_up_undo(self, ended_by: UtcMicros | None = None) -> int:
        """Forget for good what can still be brought back: all of it, or what has ended; how many receipts."""
        waiting = [entry for entry in await self.store.forget_log(EVERY) if entry.undo_until]
        due = [entry for entry in waiting if ended_by is None or entry.undo_until <= ended_by]
        for entry in due:
            await self.store.settle(entry.id)
        return len(due)

    async def read_names(self) -> None:
        """Take the names from the store again, after some went."""
        while True:
            before = self.names
            stored = await self.store.names()
            if self.names is before:  # else one was added meanwhile that the store may not have had yet
                last = {kind: max(n, before.last.get(kind, 0)) for kind, n in stored.last.items()}
                self.names = Names(known=stored.known, last={**before.last, **last})
                return

    def accept_forgetting(self, memories: Iterable[MemoryId]) -> None:
        """From now on these are never returned."""
        self.forgotten.update(memories)
        self.forgettings += 1


class Vaults(Protocol):
    """Vaults of those who are in the car."""

    async def open(self, owner: Whose | None, *, create: bool) -> OpenVault | None:
        """With its vectors loaded; the household's for None. None when there is none and not `create`."""

    async def take(self, owner: Owner | None) -> OpenVault | None:
        """Close a vault, also a damaged one, so that it can be destroyed; None when it was not open."""

    def reload(self, vault: OpenVault, rows: Sequence[int]) -> None:
        """Read the vectors of changed memories again, and have made those that are pending."""

    def embed_soon(self, vault: OpenVault) -> None:
        """Have what has no vector embedded in the background."""


class Admission(Protocol):
    """Who may be answered at this moment. Asked before anything is searched, and again before the reply."""

    def admit(self, speaker: Speaker, said: str) -> Admitted | Refused:
        """`said`: the question; empty for a request without words. Raises UnknownOccupant."""


class Conversations(Protocol):
    """Working memory per session; it ends after a pause and with the trip."""

    def hear(
        self,
        speaker: Speaker,
        session: str,
        text: str,
        *,
        role: Role = Role.USER,
        intent: str = "",
        slots: Mapping[str, SlotValue] | None = None,
        outcome: Outcome = Outcome.NONE,
    ) -> None: ...

    def hurry(self, speaker: Speaker, session: str) -> bool | None:
        """Whether this conversation said so; None when it said nothing of it."""

    def turns(self, speaker: Speaker, session: str) -> Sequence[Turn]:
        """The last turns of a conversation that is under way, the oldest first; else none."""

    def since(self, speaker: Speaker, session: str) -> UtcMicros | None:
        """When a conversation that is under way began; None for any other."""

    def latest(self, speaker: Speaker) -> str:
        """The name of the conversation that this person had last, if it is under way; else empty."""

    def end(self, speaker: Speaker) -> None:
        """Forget every conversation of this person at once."""


class LookingBack(Protocol):
    """Knows what "last time" means."""

    async def referents(
        self, question: Question, permit: RecallPermit, vault: OpenVault, situation: Situation
    ) -> Sequence[RankedMemory]:
        """What a question that asks for the same again points back to, best first; else nothing.

        Channel `session`: from the present conversation; `last_time`: from one before it.
        """


class Consents(Protocol):
    """What people agreed to."""

    async def of(self, owner: Whose) -> Choices: ...


class Authority(Protocol):
    """Who may do what, by the rules of the car maker."""

    async def allows(self, sender: str, action: str) -> bool | None:
        """Whether the program with this unique bus name may; None where nobody decides that."""


class Meter(Protocol):
    """Counters and latencies. Names are fixed words, never content."""

    def count(self, name: str, by: int = 1) -> None: ...

    def timing(self, name: str) -> AbstractContextManager[None]:
        """Measures its block in real time, also in a simulation."""


class Leveller(Protocol):
    """How much of the daemon works."""

    def level(self) -> Level: ...


class NewId(Protocol):
    def __call__(self, at: UtcMicros) -> MemoryId: ...
