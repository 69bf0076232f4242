"""Every gate that a memory passes on its way into an answer, in order, with its number.

The order is that of the answer. Recall says at which gate a memory ended; this page only tells what each gate
saw, so that the two can never disagree. Gates before that one were passed, gates behind it were not reached;
what they would have seen is told all the same, as far as it is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import GUEST_BELOW, Occupant
from cabin_memory.domain.recall import RankedMemory, RecallPermit, Suppression
from cabin_memory.domain.situation import Condition
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import MemoryStatus, Reason


class GateName(StrEnum):
    """Stable words, in the order in which the gates are passed."""

    OCCUPANT = "occupant"
    SUPPRESSION = "suppression"
    GUEST = "guest"
    LOOKING = "looking"
    STATUS = "status"
    CONDITIONS = "conditions"
    CHANNELS = "channels"
    COSINE = "cosine"
    RELEVANCE = "relevance"
    RECENCY = "recency"
    IMPORTANCE = "importance"
    SOURCE = "source"
    RESEMBLANCE = "resemblance"
    SCORE = "score"
    POINT = "point"
    CONTRADICTION = "contradiction"
    LENGTH = "length"
    DISCLOSURE = "disclosure"
    COUNT = "count"


class Verdict(StrEnum):
    PASSED = "passed"
    WEIGHED = "weighed"
    """It stops nothing; it raises or lowers the score."""
    STOPPED = "stopped"
    NOT_REACHED = "not_reached"


Conditioned = Sequence[tuple[Condition, bool | None]]
"""Conditions, each with whether it holds now; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What one gate saw and did."""

    name: GateName
    verdict: Verdict = Verdict.PASSED
    number: float | None = None
    limit: float | None = None
    """What the number is compared with."""
    share: float | None = None
    """What it adds to the score; of source and resemblance, by what it is multiplied."""
    words: tuple[str, ...] = ()
    """Stable words: conditions with yes, no or unknown; channels with the rank there; ids; a status."""
    reason: Reason = Reason.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the present settings give recency, importance and relevance, and this memory's source."""

    recency: float
    importance: float
    relevance: float
    source: float
    resemblance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """All that was found out of one memory for one question."""

    memory: MemoryRecord
    reason: Reason
    """Why Recall did not return it; NONE when it did."""
    ranked: RankedMemory | None
    """None: no channel brought it up, however many were looked at."""
    conditions: Conditioned
    candidates: int
    threshold: float
    weights: Weights
    resemblance: float
    rivals: tuple[str, ...]
    """Ids of returned memories that contradict it."""
    characters: int
    most_characters: int | None
    """None: any length may be said."""
    listeners: int
    place: int | None
    """In the answer, from 1; None when it was not ranked that far."""
    most: int


_STOPS: Mapping[Reason, GateName] = {
    Reason.NOT_CURRENT: GateName.STATUS,
    Reason.CONDITION_NOT_MET: GateName.CONDITIONS,
    Reason.NOT_PROPOSED: GateName.CHANNELS,
    Reason.BELOW_THRESHOLD: GateName.RELEVANCE,
    Reason.BESIDE_THE_POINT: GateName.POINT,
    Reason.REPEATED: GateName.POINT,
    Reason.ONLY_RANKS: GateName.POINT,
    Reason.CONTRADICTED: GateName.CONTRADICTION,
    Reason.PASSENGER_PRESENT: GateName.DISCLOSURE,
}
_WEIGH = frozenset(
    {
        GateName.COSINE,
        GateName.RECENCY,
        GateName.IMPORTANCE,
        GateName.SOURCE,
        GateName.RESEMBLANCE,
        GateName.SCORE,
    }
)
_KNOWN = {True: "yes", False: "no", None: "unknown"}


def gates(looked: Looked) -> tuple[Gate, ...]:
    """Every gate of a memory for a question, in order; the one that stopped it, if any, is `stopped`."""
    stop = _stop(looked)
    seen = (*_before_search(looked), *_numbers(looked), *_choice(looked))
    return _in_order([replace(gate, reason=looked.reason) if gate.name is stop else gate for gate in seen])


def gates_of_caller(
    occupant: Occupant, state: DriveState, permit: RecallPermit | Suppression, *, may_look: bool
) -> tuple[Gate, ...]:
    """What person and car must pass before anything is searched, and before memories are shown here."""
    return _in_order(
        (
            Gate(name=GateName.OCCUPANT, words=(occupant.seat.position,)),
            Gate(
                name=GateName.SUPPRESSION,
                number=0 if isinstance(permit, Suppression) else permit.max_memories,
                words=(state.value,),
                reason=permit.reason if isinstance(permit, Suppression) else Reason.NONE,
            ),
            Gate(
                name=GateName.GUEST,
                number=occupant.confidence,
                limit=GUEST_BELOW,
                words=(occupant.role.value,) if occupant.role else (),
                reason=Reason.GUEST if occupant.guest else Reason.NONE,
            ),
            Gate(
                name=GateName.LOOKING,
                words=(state.value,),
                reason=Reason.NONE if may_look else Reason.LOCKED,
            ),
        )
    )


def stopped_by(passed: Sequence[Gate]) -> Gate | None:
    """The gate at which it ended."""
    return next((gate for gate in passed if gate.verdict is Verdict.STOPPED), None)


def reason_before_search(memory: MemoryRecord, conditions: Conditioned) -> Reason:
    """Why a memory is not even searched for; NONE when it is."""
    if memory.status is not MemoryStatus.CURRENT:
        return Reason.NOT_CURRENT
    return Reason.NONE if all(met for _, met in conditions) else Reason.CONDITION_NOT_MET


def gates_alone(
    memory: MemoryRecord, conditions: Conditioned, activation: float, least_activation: float
) -> tuple[Gate, ...]:
    """What can be said of a memory without a question."""
    reason = reason_before_search(memory, conditions)
    seen = (
        _standing(memory),
        _applying(conditions),
        Gate(name=GateName.RECENCY, number=activation, limit=least_activation),
    )
    stop = _STOPS.get(reason)
    return _in_order([replace(gate, reason=reason) if gate.name is stop else gate for gate in seen])


def _standing(memory: MemoryRecord) -> Gate:
    """The status, and what took this memory's place or would be replaced by it."""
    linked = (("replaced_by", memory.replaced_by), ("replaces", memory.replaces))
    words = (memory.status.value, *(f"{name}={other}" for name, other in linked if other))
    return Gate(name=GateName.STATUS, words=words)


def _applying(conditions: Conditioned) -> Gate:
    """How many of the conditions hold, and each by itself."""
    return Gate(
        name=GateName.CONDITIONS,
        number=sum(met is True for _, met in conditions),
        limit=len(conditions),
        words=tuple(f"{condition}: {_KNOWN[met]}" for condition, met in conditions),
    )


def _before_search(looked: Looked) -> tuple[Gate, ...]:
    channels = sorted(looked.ranked.channels.items(), key=lambda item: item[1]) if looked.ranked else []
    return (
        _standing(looked.memory),
        _applying(looked.conditions),
        Gate(
            name=GateName.CHANNELS,
            number=channels[0][1] + 1 if channels else None,
            limit=looked.candidates,
            words=tuple(f"{name}: {rank + 1}" for name, rank in channels),
        ),
    )


def _numbers(looked: Looked) -> tuple[Gate, ...]:
    ranked, weights, memory = looked.ranked, looked.weights, looked.memory
    importance = Gate(
        name=GateName.IMPORTANCE, number=memory.importance, share=weights.importance * memory.importance / 10
    )
    source = Gate(name=GateName.SOURCE, number=weights.source, share=weights.source, words=(memory.source,))
    if ranked is None:
        return (importance, source)
    return (
        Gate(name=GateName.COSINE, number=ranked.cosine),
        Gate(
            name=GateName.RELEVANCE,
            number=ranked.relevance,
            limit=looked.threshold,
            share=weights.relevance * ranked.relevance,
        ),
        Gate(name=GateName.RECENCY, number=ranked.recency, share=weights.recency * ranked.recency),
        importance,
        source,
        Gate(
            name=GateName.RESEMBLANCE,
            number=looked.resemblance,
            share=1 + weights.resemblance * looked.resemblance,
        ),
        Gate(name=GateName.SCORE, number=ranked.score),
    )


def _choice(looked: Looked) -> tuple[Gate, ...]:
    return (
        Gate(name=GateName.POINT),
        Gate(name=GateName.CONTRADICTION, number=len(looked.rivals), limit=0, words=looked.rivals),
        Gate(name=GateName.LENGTH, number=looked.characters, limit=looked.most_characters),
        Gate(name=GateName.DISCLOSURE, number=looked.listeners, words=(looked.memory.sensitivity,)),
        Gate(name=GateName.COUNT, number=looked.place, limit=looked.most),
    )


def _in_order(all_gates: Sequence[Gate]) -> tuple[Gate, ...]:
    """With their verdicts: the first gate that has a reason stopped it, those behind it were not reached."""
    judged: list[Gate] = []
    reached = True
    for gate in all_gates:
        if not reached:
            verdict = Verdict.NOT_REACHED
        elif gate.reason:
            verdict, reached = Verdict.STOPPED, False
        else:
            verdict = Verdict.WEIGHED if gate.name in _WEIGH else Verdict.PASSED
        judged.append(replace(gate, verdict=verdict))
    return tuple(judged)


def _stop(looked: Looked) -> GateName | None:
    """The gate that goes with Recall's reason; a limit is one of length or one of number."""
    if looked.reason is Reason.NONE:
        return None
    too_long = looked.most_characters is not None and looked.characters > looked.most_characters
    return _STOPS.get(looked.reason, GateName.LENGTH if too_long else GateName.COUNT)
