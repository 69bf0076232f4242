"""Memories to the columns of a vault's tables and back.

What is filtered or sorted by has a column of its own; the rest of a memory is one msgpack array. Words of the
closed vocabularies are stored as small numbers: each tuple below may only grow at its end.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import msgpack

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Occasion, Provenance, Snapshot
from cabin_memory.domain.situation import Condition, ConditionKind, Conditions
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import (
    Category,
    Kind,
    MemoryStatus,
    Outcome,
    Polarity,
    Role,
    Sensitivity,
    Source,
)

COLUMNS = (
    "id", "digest", "status", "kind", "category", "source", "sensitivity", "language", "importance", "time",
    "touched", "session", "subject", "attribute", "text", "rest",
)  # fmt: skip
"""Of the table `memory`, in the order of `to_columns` and `from_columns`."""

DIMENSIONS = 384
VECTOR_BYTES = DIMENSIONS + 4
"""A float32 scale and one signed byte per dimension."""

Column = str | int | bytes
Word = TypeVar("Word", bound=StrEnum)

STATUSES = (
    MemoryStatus.CURRENT, MemoryStatus.PENDING, MemoryStatus.SUPERSEDED, MemoryStatus.DEMOTED,
    MemoryStatus.ARCHIVED,
)  # fmt: skip
KINDS = (Kind.EPISODE, Kind.PREFERENCE, Kind.REFLECTION, Kind.PLAN, Kind.FACT)
SOURCES = (Source.STATED, Source.INFERRED, Source.REFLECTED)
SENSITIVITIES = (Sensitivity.LOW, Sensitivity.MEDIUM, Sensitivity.HIGH)
LANGUAGES = (Language.CHINESE, Language.ENGLISH)
CATEGORIES = (
    Category.SAFETY, Category.ROUTE, Category.NAVIGATION, Category.CLIMATE, Category.SEAT, Category.MIRROR,
    Category.WINDOW, Category.LIGHTING, Category.MEDIA, Category.VOLUME, Category.PHONE, Category.CHARGING,
    Category.PARKING, Category.DRIVING_STYLE, Category.ADDRESS_TERM, Category.FOOD, Category.SCHEDULE,
    Category.FAMILY, Category.HEALTH, Category.IDENTITY, Category.VEHICLE, Category.STYLE,
    Category.SMALLTALK, Category.OTHER,
)  # fmt: skip

_PLACEHOLDER = re.compile(r"⟦\w+:\d+⟧")
# First element of every msgpack array, so that a later layout can be told from this one.
_LAYOUT = 2
_ADDED_BY_LAYOUT_2 = ((), None, None, (), 0, 0)


def number(words: Sequence[Word], word: Word) -> int:
    """The number that is stored for a word."""
    return words.index(word)


def numbers(words: Sequence[Word], wanted: Iterable[Word]) -> list[int]:
    """The numbers that are stored for some words, sorted."""
    return sorted(words.index(word) for word in wanted)


def to_columns(memory: MemoryRecord) -> tuple[Column | None, ...]:
    """Values of `COLUMNS`.

    Raises:
        InvalidArgument: a slot holds an integer of more than 64 bits.
    """
    return (
        memory.id,
        digest_column(memory.digest),
        number(STATUSES, memory.status),
        number(KINDS, memory.kind),
        number(CATEGORIES, memory.category),
        number(SOURCES, memory.source),
        number(SENSITIVITIES, memory.sensitivity),
        number(LANGUAGES, memory.language),
        memory.importance,
        memory.provenance.time,
        memory.touched,
        memory.provenance.session,
        memory.subject,
        memory.attribute,
        memory.text,
        _pack_rest(memory),
    )


def from_columns(values: Sequence[Any], conditions: Conditions) -> MemoryRecord:
    """The memory of a row, from the values of `COLUMNS`."""
    (
        identity, digest, status, kind, category, source, sensitivity, language, importance, time,
        touched, session, subject, attribute, text, rest,
    ) = values  # fmt: skip
    (
        _, confidence, created, timezone, role, caller, speaker, in_reply_to, snapshot, polarity, value,
        scene, intent, slots, outcome, occurrences, earlier, replaces, replaced_by, evidence, accepted,
        rejected,
    ) = _unpack_rest(rest)  # fmt: skip
    drive_state, raining, daypart, day, seats = snapshot
    return MemoryRecord(
        id=MemoryId(identity),
        text=text,
        language=LANGUAGES[language],
        kind=KINDS[kind],
        category=CATEGORIES[category],
        source=SOURCES[source],
        sensitivity=SENSITIVITIES[sensitivity],
        status=STATUSES[status],
        confidence=confidence,
        importance=importance,
        created=UtcMicros(created),
        touched=UtcMicros(touched),
        provenance=Provenance(
            time=UtcMicros(time),
            timezone=timezone,
            session=session,
            role=Role(role),
            caller=caller,
            speaker=speaker,
            in_reply_to=in_reply_to,
        ),
        snapshot=Snapshot(
            drive_state=drive_state, raining=raining, daypart=daypart, day=day, seats=tuple(seats)
        ),
        conditions=conditions,
        polarity=Polarity(polarity),
        attribute=attribute,
        value=value,
        subject=subject,
        scene=scene,
        intent=intent,
        slots=slots,
        outcome=Outcome(outcome),
        occurrences=occurrences,
        earlier=tuple(Occasion(time=UtcMicros(at), session=said_in) for at, said_in in earlier),
        replaces=replaces and MemoryId(replaces),
        replaced_by=replaced_by and MemoryId(replaced_by),
        evidence=tuple(MemoryId(one) for one in evidence),
        accepted=accepted,
        rejected=rejected,
        digest=digest.hex() if isinstance(digest, bytes) else digest or "",
    )


def _pack_rest(memory: MemoryRecord) -> bytes:
    source, seen = memory.provenance, memory.snapshot
    rest = (
        _LAYOUT,
        memory.confidence,
        memory.created,
        source.timezone,
        source.role.value,
        source.caller,
        source.speaker,
        source.in_reply_to,
        (seen.drive_state, seen.raining, seen.daypart, seen.day, seen.seats),
        memory.polarity.value,
        memory.value,
        memory.scene,
        memory.intent,
        dict(memory.slots),
        memory.outcome.value,
        memory.occurrences,
        [(occasion.time, occasion.session) for occasion in memory.earlier],
        memory.replaces,
        memory.replaced_by,
        memory.evidence,
        memory.accepted,
        memory.rejected,
    )
    try:
        return bytes(msgpack.packb(rest))
    except OverflowError as fault:
        raise InvalidArgument("slots: an integer has more than 64 bits") from fault


def _unpack_rest(rest: bytes) -> list[Any]:
    values: list[Any] = msgpack.unpackb(rest)
    return values if values[0] == _LAYOUT else [*values, *_ADDED_BY_LAYOUT_2]


def digest_column(digest: str) -> Column | None:
    """Hex as half as many bytes; None, which may repeat, for none."""
    try:
        packed = bytes.fromhex(digest)
    except ValueError:
        return digest
    return (packed if packed.hex() == digest else digest) or None


def pack_conditions(conditions: Conditions) -> bytes:
    """Equal sets of conditions give equal bytes."""
    return bytes(msgpack.packb([(c.kind.value, sorted(c.any_of), c.negated) for c in conditions]))


def unpack_conditions(packed: bytes) -> Conditions:
    return tuple(
        Condition(kind=ConditionKind(kind), any_of=frozenset(any_of), negated=negated)
        for kind, any_of, negated in msgpack.unpackb(packed)
    )


def placeholder_names(memory: MemoryRecord) -> frozenset[str]:
    """The placeholders that any text of this memory holds."""
    texts = (memory.text, memory.value, memory.subject, *(str(slot) for slot in memory.slots.values()))
    return frozenset(name for text in texts for name in _PLACEHOLDER.findall(text))


def pack_vector(vector: bytes) -> bytes:
    """float32[384] to `VECTOR_BYTES`: scale = largest magnitude / 127, then round(x / scale).

    Of multilingual-e5-small this changes a centred cosine by 0.0007 (root mean square), 0.003 at most.

    Raises:
        InvalidArgument: not 384 finite numbers.
    """
    import numpy as np

    if len(vector) != 4 * DIMENSIONS:
        raise InvalidArgument(f"a vector has {4 * DIMENSIONS} bytes, not {len(vector)}")
    values = np.frombuffer(vector, "<f4")
    largest = np.abs(values).max()
    if not np.isfinite(largest):
        raise InvalidArgument("a vector holds finite numbers only")
    scale = np.float32(largest / 127 or 1)
    codes: bytes = np.rint(values / scale).astype("i1").tobytes()
    head: bytes = scale.astype("<f4").tobytes()
    return head + codes


def unpack_vectors(packed: Sequence[bytes]) -> list[bytes]:
    """float32[384] of each."""
    import numpy as np

    raw = np.frombuffer(b"".join(packed), "u1").reshape(-1, VECTOR_BYTES)
    scales = np.ascontiguousarray(raw[:, :4]).view("<f4")
    values = (raw[:, 4:].view("i1") * scales).astype("<f4")
    return [row.tobytes() for row in values]
