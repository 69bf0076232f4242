"""How much a memory counts now (DESIGN 6).

    score = (α·recency + β·importance/10 + γ·relevance) · source weight

Recency falls exponentially from the last touch: states of one trip 0.99 an hour, episodes 0.95 a day, what
lasts e^(−0.02·days). A memory of importance 8 or more never falls below 0.3. A situation that resembles the
one in which a memory was made raises its score a little; it never excludes.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cabin_memory.domain.memory import MemoryRecord, Snapshot
from cabin_memory.domain.settings import Section, setting
from cabin_memory.domain.time import DAY, HOUR, UtcMicros
from cabin_memory.domain.vocabulary import Kind, Source

TRIP_STATE_PER_HOUR = 0.99
EPISODE_PER_DAY = 0.95
LASTING_RATE_PER_DAY = 0.02
TRIP_STATE_IMPORTANCE = range(5, 8)
FLOOR_FROM_IMPORTANCE = 8
FLOOR = 0.3
LEAST_ACTIVATION = 0.1
"""A memory below this is never volunteered; it stays for audit."""
LEAST_CONFIDENCE = 0.5
"""Nor is one that was never sure."""


class Fading(StrEnum):
    """The classes that fade at a rate of their own."""

    TRIP_STATE = "trip_state"
    EPISODE = "episode"
    LASTING = "lasting"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringWeights(Section):
    """What recency, importance and relevance weigh, and how much each source is believed."""

    recency: float = setting(0.3, "α: weight of recency in the score", low=0.0, high=1.0)
    importance: float = setting(0.4, "β: weight of importance in the score", low=0.0, high=1.0)
    relevance: float = setting(0.3, "γ: weight of relevance in the score", low=0.0, high=1.0)
    stated: float = setting(1.0, "weight of what was stated", low=0.0, high=1.0)
    inferred: float = setting(0.85, "weight of what was inferred from behaviour", low=0.0, high=1.0)
    reflected: float = setting(0.7, "weight of what reflection concluded", low=0.0, high=1.0)
    resemblance: float = setting(
        0.05, "share by which a situation like that of the memory raises its score", low=0.0, high=0.2
    )

    def of_source(self, source: Source) -> float:
        by_source: Mapping[Source, float] = {
            Source.STATED: self.stated,
            Source.INFERRED: self.inferred,
            Source.REFLECTED: self.reflected,
        }
        return by_source[source]


DEFAULT_WEIGHTS = ScoringWeights()


def score(
    memory: MemoryRecord,
    recency: float,
    relevance: float,
    weights: ScoringWeights = DEFAULT_WEIGHTS,
    resemblance: float = 0.0,
) -> float:
    """The score of a memory whose recency, relevance and resemblance (each 0 to 1) are known."""
    blend = (
        weights.recency * recency
        + weights.importance * memory.importance / 10
        + weights.relevance * relevance
    )
    return blend * weights.of_source(memory.source) * (1 + weights.resemblance * resemblance)


def recency(memory: MemoryRecord, now: UtcMicros) -> float:
    """1 at the last touch, falling by the memory's class; a touch in the future counts as now."""
    age = max(0, now - max(memory.touched, memory.created))
    faded = _faded(memory, age)
    return max(faded, FLOOR) if memory.importance >= FLOOR_FROM_IMPORTANCE else faded


def fading(memory: MemoryRecord) -> Fading:
    """How fast a memory fades."""
    if memory.kind is not Kind.EPISODE:
        return Fading.LASTING
    return Fading.TRIP_STATE if memory.importance in TRIP_STATE_IMPORTANCE else Fading.EPISODE


def _faded(memory: MemoryRecord, age: int) -> float:
    match fading(memory):
        case Fading.LASTING:
            return math.exp(-LASTING_RATE_PER_DAY * age / DAY)
        case Fading.TRIP_STATE:
            return math.pow(TRIP_STATE_PER_HOUR, age / HOUR)
        case Fading.EPISODE:
            return math.pow(EPISODE_PER_DAY, age / DAY)


def may_volunteer(memory: MemoryRecord, now: UtcMicros) -> bool:
    """Whether a memory may be brought up without being asked for."""
    return recency(memory, now) >= LEAST_ACTIVATION and memory.confidence >= LEAST_CONFIDENCE


def resemblance(then: Snapshot, present: Snapshot) -> float:
    """The share of the known circumstances of a memory that hold at present; 0 when none is known."""
    pairs = (
        (then.drive_state, present.drive_state),
        (then.raining, present.raining),
        (then.daypart, present.daypart),
        (then.day, present.day),
        (then.seats, present.seats),
    )
    known = [(old, new) for old, new in pairs if old not in ("", None, ()) and new not in ("", None, ())]
    return sum(old == new for old, new in known) / len(known) if known else 0.0
