"""The stages of an observation on its way into the store. A wrong order is a type error.

Observation → RedactedObservation → ScoredObservation → MemoryRecord
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NewType

from cabin_memory.domain.people import Speaker
from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import (
    Category,
    Kind,
    MemoryStatus,
    Outcome,
    Polarity,
    Reason,
    Role,
    Sensitivity,
    Source,
)

MemoryId = NewType("MemoryId", str)
"""26 characters, sortable by time of creation (ULID)."""

SlotValue = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A name that the assistant recognised in a text: kind (`person`, `place`, …) and the words."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a memory comes from, so that an assistant can say when it was told."""

    time: UtcMicros
    timezone: str
    session: str = ""
    role: Role = Role.USER
    caller: str = ""
    """The bus credentials of the program that observed, e.g. `uid=1001`."""
    speaker: str = ""
    in_reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One time that a memory was told or lived."""

    time: UtcMicros
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The circumstances in which a memory was made. It may raise a score, it never excludes."""

    drive_state: str = ""
    raining: bool | None = None
    daypart: str = ""
    day: str = ""
    seats: tuple[str, ...] = ()
    """Positions of occupied seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What was said or done, as it came from the caller."""

    text: str
    speaker: Speaker
    provenance: Provenance
    intent: str = ""
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    outcome: Outcome = Outcome.NONE
    subject: str = ""
    scene: str = ""
    language: Language | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The placeholders of one vault: what they stand for, and the highest number that each kind ever had.

    A number is never given twice, so that what is brought back after forgetting cannot take another's name.
    """

    known: Mapping[str, Entity] = field(default_factory=dict)
    """By placeholder, as in ⟦place:3⟧."""
    last: Mapping[str, int] = field(default_factory=dict)
    """By kind."""

    def __or__(self, placeholders: Mapping[str, Entity]) -> "Names":
        """With more of them."""
        last = dict(self.last)
        for placeholder, entity in placeholders.items():
            last[entity.kind] = max(last.get(entity.kind, 0), placeholder_number(placeholder))
        return Names(known={**self.known, **placeholders}, last=last)


def placeholder_number(placeholder: str) -> int:
    """3 of ⟦place:3⟧."""
    return int(placeholder.rpartition(":")[2].rstrip("⟧"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedObservation:
    """An observation whose names are placeholders (⟦place:3⟧). Only `rules/redaction` makes one."""

    observation: Observation
    text: str
    slots: Mapping[str, SlotValue]
    placeholders: Mapping[str, Entity] = field(default_factory=dict)
    """Every placeholder that it holds: one that was known may be forgotten before this is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredObservation:
    """What was understood of it: everything a memory record needs but its place in the store."""

    redacted: RedactedObservation
    language: Language
    kind: Kind
    category: Category
    importance: int
    sensitivity: Sensitivity
    confidence: float
    polarity: Polarity
    attribute: str = ""
    value: str = ""
    conditions: Conditions = ()
    subject: str = ""
    """Whom it is about: an occupant id or a label; empty for the speaker."""
    asks: bool = False
    """A question: it tells nothing."""
    household: bool = False
    """A wish for everyone who drives this car, as the sentence says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRecord:
    """One memory as it lies in a vault."""

    id: MemoryId
    text: str
    """With placeholders; names are restored for the owner only."""
    language: Language
    kind: Kind
    category: Category
    source: Source
    sensitivity: Sensitivity
    status: MemoryStatus
    confidence: float
    importance: int
    created: UtcMicros
    touched: UtcMicros
    provenance: Provenance
    snapshot: Snapshot
    conditions: Conditions = ()
    polarity: Polarity = Polarity.NEUTRAL
    attribute: str = ""
    value: str = ""
    subject: str = ""
    scene: str = ""
    intent: str = ""
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    outcome: Outcome = Outcome.NONE
    occurrences: int = 1
    earlier: tuple[Occasion, ...] = ()
    """Occasions before the one that `provenance` tells of, oldest first: the first and the latest of them."""
    replaces: MemoryId | None = None
    """What this one superseded or, while it is pending, would supersede."""
    replaced_by: MemoryId | None = None
    evidence: tuple[MemoryId, ...] = ()
    """What an inferred memory was derived from."""
    accepted: int = 0
    """How often what came of it was accepted."""
    rejected: int = 0
    digest: str = ""
    """Hex of the idempotency digest: same text, speaker, session and time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """What a new memory contradicts."""

    id: str
    """Of the new memory; `Manage.Answer` takes it while the conflict is pending."""
    replaces: str
    status: MemoryStatus
    """`superseded`: the older one gave way; `pending`: the newer one waits for an answer."""
    question: str = ""
    """To ask the person; empty while speaking up is not permitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What became of an observation. `id` is empty when nothing was kept; `reason` says why."""

    id: str = ""
    reason: Reason = Reason.NONE
    category: Category | None = None
    importance: int = 0
    sensitivity: Sensitivity | None = None
    conditions: Conditions = ()
    merged_into: str = ""
    """The memory that said so already; `id` is the same one."""
    conflict: "Conflict | None" = None

    @property
    def stored(self) -> bool:
        return bool(self.id)
