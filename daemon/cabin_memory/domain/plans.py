"""The stages of a plan: what was asked for, what remembered things propose, what came of it.

PlanRequest → (Answer, memories that apply) → Element → Proposal → Planned
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cabin_memory.domain.memory import MemoryId, SlotValue, Snapshot
from cabin_memory.domain.people import Speaker
from cabin_memory.domain.recall import RankedMemory, Withheld
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, Level, Reason

REFUSED = "refused"
"""The slot of a plan's memory that lists what a rejection meant."""


class Topic(StrEnum):
    """What a plan is about. Each sets other things, and may be spoken of unasked in other states."""

    ROUTE = "route"
    CLIMATE = "climate"
    SEAT = "seat"
    MEDIA = "media"
    CHARGING = "charging"
    DEPARTURE = "departure"
    SAFETY = "safety"
    OTHER = "other"
    """Any other category: what is remembered of it."""


class Aspect(StrEnum):
    """What one claim settles."""

    VIA = "via"
    """A road to take, by its name or its sort (`fastest`)."""
    AVOID = "avoid"
    """A road to leave out."""
    SET = "set"
    """A setting with a value."""
    LIKE = "like"
    """A thing to choose."""
    SKIP = "skip"
    """A thing not to choose."""
    LEAVE = "leave"
    """A time of day, `HH:MM`, at which to leave."""
    HEED = "heed"
    """The person's own words, where nothing more definite was understood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that a memory proposes."""

    aspect: Aspect
    name: str
    """An attribute such as `climate.temperature`, `route.fastest`, the name of a road, or the words."""
    value: str = ""
    """Of a setting only."""
    named: bool = False
    """A name from the sentence and no attribute."""

    def __str__(self) -> str:
        """As it is compared with what was rejected."""
        return "=".join(part for part in (f"{self.aspect}:{self.name}", self.value) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """What the assistant wants a proposal for. Empty `text`: it would speak up unasked."""

    text: str
    speaker: Speaker
    session: str = ""
    scene: str = ""
    timezone: str = ""
    limit: int = 5
    kinds: frozenset[Kind] = frozenset()
    """Of which it may be made; empty: all."""
    intent: str = ""
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    caller: str = ""

    @property
    def asked(self) -> bool:
        """Whether somebody asked for it in this turn."""
        return bool(self.text.strip())

    @property
    def named(self) -> bool:
        """Whether the assistant says what it is about, so that something calls for it now."""
        return bool(self.intent.strip() or self.slots)

    @property
    def about(self) -> str:
        """The words that say what it is about: those of the request and of its slots."""
        words = [self.text, *(str(value) for value in self.slots.values())]
        return " ".join(word for word in words if word.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What one memory contributes to a plan."""

    ranked: RankedMemory
    text: str
    """Its words, names restored."""
    claims: tuple[Claim, ...]
    weight: float
    """Its score in this situation; what is volunteered is weighed by the scene."""
    usual: bool = False
    """A conclusion of the car's own that may be named ("as you usually do")."""
    complaint: bool = False
    """It tells of trouble on a road."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPlan:
    """A plan that was made before, as far as the next one depends on it."""

    id: MemoryId
    topic: Topic
    claims: frozenset[str]
    destination: str
    snapshot: Snapshot
    hurry: bool | None = None
    accepted: int = 0
    rejected: int = 0
    refused: frozenset[str] = frozenset()
    """Those of the claims that a rejection meant; empty while it was not rejected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What makes two occasions the same for a proposal."""

    destination: str = ""
    snapshot: Snapshot = field(default_factory=Snapshot)
    hurry: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is proposed, in whole: parameters for the assistant and a sentence for the person."""

    topic: Topic
    category: Category
    elements: tuple[Element, ...]
    claims: tuple[Claim, ...]
    language: Language
    text: str
    confidence: float
    destination: str = ""
    hedged: bool = False
    """Something of it is worded as uncertain."""
    consented: bool = False
    """Asked for in this turn by someone who agreed that others may hear it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What Plan returns."""

    status: AnswerStatus
    reason: Reason = Reason.NONE
    level: Level = Level.FULL
    id: str = ""
    """Of the plan's own memory; empty when nothing was proposed or it could not be kept."""
    proposal: Proposal | None = None
    because: tuple[str, ...] = ()
    """One reason for each memory of `ids`."""
    ids: tuple[str, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    """What would have been proposed but for who listens, or for what was turned down before."""
