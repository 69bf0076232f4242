"""Domain values → the `a{sv}` maps of the contract."""

from collections.abc import Iterable, Mapping
from typing import Any

from dbus_fast import Variant

from cabin_memory.domain.memory import MemoryRecord, Provenance, Snapshot
from cabin_memory.domain.recall import Answer, GenericDefault, RankedMemory, Withheld
from cabin_memory.domain.situation import Condition

Map = dict[str, Variant]


def variant(value: Any) -> Variant:
    """A plain value in the type that the contract gives to such values.

    Raises:
        TypeError: the contract has no type for it.
    """
    match value:
        case bool():
            return Variant("b", value)
        case int():
            return Variant("x", value)
        case float():
            return Variant("d", value)
        case str():
            return Variant("s", str(value))
        case Mapping():
            return Variant("a{sv}", {str(key): variant(item) for key, item in value.items()})
        case list() | tuple():
            return Variant("as", [str(item) for item in value])
    raise TypeError(f"no D-Bus type for {type(value).__name__}")


def condition_words(conditions: Iterable[Condition]) -> list[str]:
    """Conditions in stable words."""
    return [str(condition) for condition in conditions]


def memory_map(memory: MemoryRecord, text: str) -> Map:
    """The keys that every memory has, wherever it is returned."""
    return {
        "id": Variant("s", memory.id),
        "text": Variant("s", text),
        "kind": Variant("s", memory.kind),
        "category": Variant("s", memory.category),
        "source": Variant("s", memory.source),
        "confidence": Variant("d", memory.confidence),
        "importance": Variant("i", memory.importance),
        "time": Variant("x", memory.provenance.time),
        "status": Variant("s", memory.status),
        "score": Variant("d", 0.0),
        "relevance": Variant("d", 0.0),
        "recency": Variant("d", 0.0),
        "because": Variant("s", ""),
    }


def ranked_map(ranked: RankedMemory, text: str) -> Map:
    """A memory with the numbers that ranking gave it, and the channels that found it."""
    return memory_map(ranked.memory, text) | {
        "score": Variant("d", round(ranked.score, 4)),
        "relevance": Variant("d", round(ranked.relevance, 4)),
        "recency": Variant("d", round(ranked.recency, 4)),
        "because": Variant("s", ranked.because),
        "channels": Variant("as", sorted(ranked.channels)),
        "conditions": Variant("as", condition_words(ranked.memory.conditions)),
        "household": Variant("b", ranked.household),
    }


def withheld_map(withheld: Withheld) -> Map:
    """Why a memory was not returned; never its text, which someone else may hear."""
    return {
        "id": Variant("s", withheld.memory.id),
        "category": Variant("s", withheld.memory.category),
        "reason": Variant("s", withheld.reason),
        "relevance": Variant("d", round(withheld.relevance, 4)),
        "conditions": Variant("as", condition_words(withheld.memory.conditions)),
    }


def default_map(default: GenericDefault) -> Map:
    """What suits most people; `generic` is always true, so that nobody takes it for a memory."""
    return {
        "generic": Variant("b", True),
        "category": Variant("s", default.category),
        "attribute": Variant("s", default.attribute),
        "value": Variant("s", default.value),
        "text": Variant("s", default.text),
    }


def answer_map(answer: Answer, explain: bool, elapsed_us: int) -> Map:
    """The result of Recall."""
    result = {
        "status": Variant("s", answer.status),
        "reason": Variant("s", answer.reason),
        "level": Variant("s", answer.level),
        "memories": Variant(
            "aa{sv}", [ranked_map(ranked, answer.texts[ranked.memory.id]) for ranked in answer.memories]
        ),
        "elapsed_us": Variant("t", elapsed_us),
    }
    if answer.default:
        result["default"] = Variant("a{sv}", default_map(answer.default))
    if explain:
        result["withheld"] = Variant("aa{sv}", [withheld_map(one) for one in answer.withheld])
        result["stated"] = Variant("as", condition_words(answer.stated))
    return result


def detail_map(memory: MemoryRecord, text: str) -> Map:
    """The result of Get: a memory and everything that is known of where it comes from."""
    return memory_map(memory, text) | {
        "sensitivity": Variant("s", memory.sensitivity),
        "conditions": Variant("as", condition_words(memory.conditions)),
        "attribute": Variant("s", memory.attribute),
        "value": Variant("s", memory.value),
        "polarity": Variant("s", memory.polarity),
        "subject": Variant("s", memory.subject),
        "scene": Variant("s", memory.scene),
        "occurrences": Variant("i", memory.occurrences),
        "evidence": Variant("as", list(memory.evidence)),
        "replaces": Variant("s", memory.replaces or ""),
        "replaced_by": Variant("s", memory.replaced_by or ""),
        "accepted": Variant("i", memory.accepted),
        "rejected": Variant("i", memory.rejected),
        "outcome": Variant("s", memory.outcome),
        "language": Variant("s", memory.language),
        "provenance": Variant("a{sv}", _provenance(memory.provenance)),
        "snapshot": Variant("a{sv}", _snapshot(memory.snapshot)),
    }


def _provenance(source: Provenance) -> Map:
    return {
        "time": Variant("x", source.time),
        "timezone": Variant("s", source.timezone),
        "session": Variant("s", source.session),
        "role": Variant("s", source.role),
        "caller": Variant("s", source.caller),
        "speaker": Variant("s", source.speaker),
        "in_reply_to": Variant("s", source.in_reply_to),
    }


def _snapshot(snapshot: Snapshot) -> Map:
    """What was not known is left out."""
    known: Map = {
        "drive_state": Variant("s", snapshot.drive_state),
        "daypart": Variant("s", snapshot.daypart),
        "day": Variant("s", snapshot.day),
        "seats": Variant("as", list(snapshot.seats)),
    }
    if snapshot.raining is not None:
        known["raining"] = Variant("b", snapshot.raining)
    return known
