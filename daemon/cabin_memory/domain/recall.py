"""The stages of a question on its way to an answer.

    Question → RecallPermit → SearchScope → Candidate → RankedMemory → Answer

A search demands a scope, a scope demands a permit, and only `rules/safety_suppression` issues one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import Speaker, Whose
from cabin_memory.domain.situation import Conditions, Situation
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, Level, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the assistant wants to know, for whom and from which conversation."""

    text: str
    speaker: Speaker
    session: str = ""
    scene: str = ""
    limit: int = 10
    kinds: frozenset[Kind] = frozenset()
    """Empty: all kinds."""
    explain: bool = False
    timezone: str = ""
    intent: str = ""
    slots: Mapping[str, object] = field(default_factory=dict)
    examined: bool = False
    """Asked to look into the answer only: it is counted nowhere and keeps no memory fresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPermit:
    """Leave to search, with its limits. Constructed in `rules/safety_suppression` only; a test holds that."""

    drive_state: DriveState
    max_memories: int
    max_characters: int
    """Longest text that may be said; longer memories are left out while it is in force."""
    categories: frozenset[Category] | None = None
    """None: all; otherwise only these may be searched at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """A question or an initiative that must not be answered now, and why."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """Someone may be answered at this moment: whose memories, and within which limits."""

    owner: Whose
    permit: RecallPermit


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Nobody is answered at this moment, whatever is remembered."""

    status: AnswerStatus
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchScope:
    """Which memories may be looked at. Made by `rules/pre_filter` from a permit, before any search."""

    permit: RecallPermit
    condition_sets: frozenset[int]
    """Ids of those distinct sets of conditions in the vault that hold now; 0 is the empty set."""
    kinds: frozenset[Kind] = frozenset()
    categories: frozenset[Category] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One row that one channel found, best first within the channel."""

    row: int
    strength: float
    """The channel's own measure: cosine for vectors, −bm25 for full text, share of matches for attributes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that at least one channel found."""

    memory: MemoryRecord
    channels: Mapping[str, int]
    """Channel name to its rank there, from 0."""
    cosine: float | None
    """Centred cosine to the question; None without vectors."""
    terms: frozenset[str]
    """Full-text terms of the memory."""
    household: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedMemory:
    """A candidate with every number that ranking gave it."""

    memory: MemoryRecord
    score: float
    relevance: float
    recency: float
    channels: Mapping[str, int]
    because: str
    household: bool = False
    cosine: float | None = None
    """Centred cosine to the question; None without vectors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """A memory that was found and not returned; it is explained to its owner only."""

    ranked: RankedMemory
    reason: Reason

    @property
    def memory(self) -> MemoryRecord:
        return self.ranked.memory

    @property
    def relevance(self) -> float:
        return self.ranked.relevance


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericDefault:
    """What suits most people, for someone of whom nothing is known. Never a memory."""

    category: Category
    attribute: str
    value: str
    """Empty: things stay as they are."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What Recall returns."""

    status: AnswerStatus
    reason: Reason
    level: Level
    memories: tuple[RankedMemory, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    """Memory id to its text with names restored for this speaker."""
    situation: Situation | None = None
    """In which it was searched for; None when nothing was."""
    default: GenericDefault | None = None
    """With `no_memories` only."""

    @property
    def stated(self) -> Conditions:
        """Conditions that the question itself states."""
        return self.situation.stated if self.situation else ()
