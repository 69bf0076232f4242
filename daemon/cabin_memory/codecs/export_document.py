"""A person's memories as a document that can be read without the daemon (docs/export.md)."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgpack

from cabin_memory.domain.habits import Habits
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.time import UtcMicros

FORMAT = "cabin-memory-export"
VERSION = 1


def document(
    owner: str, at: UtcMicros, memories: Sequence[MemoryRecord], texts: Mapping[str, str], habits: Habits
) -> dict[str, Any]:
    """Plain values only. `texts` maps ids to texts with names restored."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "person": owner,
        "exported": _moment(at),
        "memories": [_memory(memory, texts[memory.id]) for memory in memories],
        "habits": {
            name: {"mean": round(habit.mean, 2), "spread": round(habit.spread, 2), "count": habit.count}
            for name, habit in sorted(habits.items())
        },
    }


def as_json(exported: Mapping[str, Any]) -> str:
    return json.dumps(exported, ensure_ascii=False, indent=1)


def as_msgpack(exported: Mapping[str, Any]) -> bytes:
    return bytes(msgpack.packb(exported))


def _moment(at: UtcMicros) -> str:
    return datetime.fromtimestamp(at / 1_000_000, UTC).isoformat()


def _memory(memory: MemoryRecord, text: str) -> dict[str, Any]:
    source = memory.provenance
    return {
        "id": memory.id,
        "text": text,
        "language": memory.language.value,
        "kind": memory.kind.value,
        "category": memory.category.value,
        "source": memory.source.value,
        "sensitivity": memory.sensitivity.value,
        "status": memory.status.value,
        "importance": memory.importance,
        "confidence": round(memory.confidence, 4),
        "told": _moment(source.time),
        "timezone": source.timezone,
        "session": source.session,
        "in_reply_to": source.in_reply_to,
        "earlier": [_moment(occasion.time) for occasion in memory.earlier],
        "occurrences": memory.occurrences,
        "attribute": memory.attribute,
        "value": memory.value,
        "polarity": memory.polarity.value,
        "conditions": [
            {"kind": c.kind.value, "any_of": sorted(c.any_of), "negated": c.negated}
            for c in memory.conditions
        ],
        "subject": memory.subject,
        "scene": memory.scene,
        "outcome": memory.outcome.value,
        "replaces": memory.replaces or "",
        "replaced_by": memory.replaced_by or "",
    }
