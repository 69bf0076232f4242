"""What is said to a vault's database: plain functions on a connection, run on the writer or reader thread."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from cabin_memory.codecs import full_text
from cabin_memory.codecs.store_rows import (
    CATEGORIES,
    COLUMNS,
    KINDS,
    LANGUAGES,
    SOURCES,
    STATUSES,
    digest_column,
    from_columns,
    number,
    numbers,
    pack_conditions,
    pack_vector,
    placeholder_names,
    to_columns,
    unpack_conditions,
    unpack_vectors,
)
from cabin_memory.domain.errors import NotFound
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord, Names, placeholder_number
from cabin_memory.domain.ports import Found, MemoryFilter, Stored, StoredRow, Undo
from cabin_memory.domain.recall import Hit, SearchScope
from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus

Sets = Mapping[int, Conditions]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """What was removed: rows, and to search the file for, their texts, terms and vectors and the names."""

    rows: tuple[int, ...]
    content: tuple[bytes, ...]


_MOST_IMPORTANT = 10
_RETRIED_WITHIN = 7 * DAY
_COMMON = 1000
_LOOKED_AT = 200
_DIGEST = COLUMNS.index("digest")
_LIST = ", ".join(COLUMNS)
_MARKS = ", ".join("?" * (len(COLUMNS) + 2))
# What may answer, now or once it is confirmed; everything else has left the search index.
_LIVE = f"m.status IN ({number(STATUSES, MemoryStatus.CURRENT)}, {number(STATUSES, MemoryStatus.PENDING)})"
_CURRENT = f"m.status = {number(STATUSES, MemoryStatus.CURRENT)}"
_SELECT = f"SELECT {', '.join('m.' + c for c in COLUMNS)}, m.condition_set FROM memory m"
# SQLite takes 32,766 variables in one statement; a list is passed as one JSON text instead.
_IN = "IN (SELECT value FROM json_each(?))"


def _json(values: Iterable[Any]) -> str:
    return json.dumps(list(values))


def _one(connection: apsw.Connection, statement: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
    found: tuple[Any, ...] | None = connection.execute(statement, tuple(values)).fetchone()
    return found


def _all(connection: apsw.Connection, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = connection.execute(statement, tuple(values)).fetchall()
    return found


def _number(connection: apsw.Connection, statement: str, values: Sequence[Any] = ()) -> int:
    """The single number of a query that always has one row."""
    found = _one(connection, statement, values)
    assert found is not None
    return int(found[0])


# ------------------------------------------------------------------------------------------ writing
def add(
    connection: apsw.Connection,
    memory: MemoryRecord,
    terms: Sequence[str],
    placeholders: Mapping[str, Entity],
    vector: tuple[str, bytes] | None,
    changed: Sequence[MemoryRecord] = (),
) -> Stored:
    """Insert one memory and update those that change with it, or find the one that has its digest."""
    columns = to_columns(memory)
    same = _told(connection, columns[_DIGEST]) or _one(
        connection, "SELECT row, condition_set, id FROM memory WHERE id = ?", (memory.id,)
    )
    if same is not None:
        row, conditions, identity = same
        return Stored(row=row, condition_set=conditions, id=MemoryId(identity), duplicate=True)
    name(connection, placeholders)
    conditions = _condition_set(connection, memory.conditions)
    joined = " ".join(terms)
    connection.execute(
        f"INSERT INTO memory ({_LIST}, terms, condition_set) VALUES ({_MARKS})",
        (*columns, joined, conditions),
    )
    row = connection.last_insert_rowid()
    connection.execute("INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)", (row, joined))
    if vector is not None:
        model, raw = vector
        connection.execute("INSERT INTO vector VALUES (?, ?, ?)", (row, model, pack_vector(raw)))
    rows = tuple(update(connection, other) for other in changed)
    return Stored(row=row, condition_set=conditions, id=memory.id, duplicate=False, changed=rows)


def name(connection: apsw.Connection, placeholders: Mapping[str, Entity]) -> None:
    """Keep what placeholders stand for. One that is there keeps its words."""
    connection.executemany(
        "INSERT OR IGNORE INTO placeholder VALUES (?, ?, ?)",
        [(placeholder, entity.kind, entity.text) for placeholder, entity in placeholders.items()],
    )
    connection.executemany(
        "INSERT INTO naming VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET last = max(last, excluded.last)",
        [(entity.kind, placeholder_number(one)) for one, entity in placeholders.items()],
    )


def told_id(connection: apsw.Connection, digest: str) -> MemoryId | None:
    same = _told(connection, digest_column(digest))
    return MemoryId(same[2]) if same else None


def _told(connection: apsw.Connection, digest: Any) -> tuple[int, int, str] | None:
    """(row, condition set, id) of the memory that an observation became or was merged into."""
    if digest is None:
        return None
    return _one(
        connection,
        "SELECT row, condition_set, id FROM memory WHERE digest = ?1 UNION ALL "
        "SELECT m.row, m.condition_set, m.id FROM repetition r JOIN memory m ON m.row = r.row "
        "WHERE r.digest = ?1",
        (digest,),
    )


def _condition_set(connection: apsw.Connection, conditions: Conditions) -> int:
    body = pack_conditions(conditions)
    connection.execute("INSERT OR IGNORE INTO condition_set (body) VALUES (?)", (body,))
    return _number(connection, "SELECT id FROM condition_set WHERE body = ?", (body,))


def update(connection: apsw.Connection, memory: MemoryRecord) -> int:
    """Replace a memory by id. Raises NotFound.

    When its text changed, its terms are cut anew and its vector goes; when its digest changed, the former
    one stays known.
    """
    found = connection.execute(
        "SELECT row, text, terms, condition_set, digest, time FROM memory WHERE id = ?", (memory.id,)
    ).fetchone()
    if found is None:
        raise NotFound("no such memory")
    row, text, terms, old_set, digest, time = found
    columns = to_columns(memory)
    if digest is not None and digest != columns[_DIGEST]:
        connection.execute("INSERT OR IGNORE INTO repetition VALUES (?, ?, ?)", (digest, row, time))
        old = memory.provenance.time - _RETRIED_WITHIN
        connection.execute("DELETE FROM repetition WHERE time < ?", (old,))
    new_set = _condition_set(connection, memory.conditions)
    if text != memory.text:
        terms = _cut_anew(connection, row, terms, memory.text)
    assignments = ", ".join(f"{column} = ?" for column in COLUMNS)
    connection.execute(
        f"UPDATE memory SET {assignments}, terms = ?, condition_set = ? WHERE row = ?",
        (*columns, terms, new_set, row),
    )
    if new_set != old_set or text != memory.text:
        _drop_orphans(connection)
    return int(row)


def _cut_anew(connection: apsw.Connection, row: int, terms: str, text: str) -> str:
    """Give a row the full-text terms of another text; its vector becomes pending."""
    cut = " ".join(full_text.terms(text))
    connection.execute(
        "INSERT INTO memory_terms (memory_terms, rowid, terms) VALUES ('delete', ?, ?)", (row, terms)
    )
    connection.execute("INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)", (row, cut))
    connection.execute("DELETE FROM vector WHERE row = ?", (row,))
    return cut


def put_vectors(connection: apsw.Connection, model: str, vectors: Mapping[int, bytes]) -> list[StoredRow]:
    kept = []
    for row, vector in vectors.items():
        found = connection.execute(
            "SELECT m.condition_set, m.kind, m.category, m.language FROM memory m "
            f"WHERE m.row = ? AND {_LIVE}",
            (row,),
        ).fetchone()
        if found is None:
            continue
        connection.execute(
            "INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", (row, model, pack_vector(vector))
        )
        kept.append(_stored_row(row, found, vector))
    return kept


def touch(connection: apsw.Connection, recalled: Mapping[MemoryId, UtcMicros]) -> None:
    connection.executemany(
        "UPDATE memory SET touched = max(touched, ?) WHERE id = ?",
        [(at, memory) for memory, at in recalled.items()],
    )


def note_asked(connection: apsw.Connection, question: str, at: UtcMicros) -> None:
    connection.execute("INSERT OR REPLACE INTO asked VALUES (?, ?)", (question, at))


def delete(connection: apsw.Connection, ids: Sequence[MemoryId]) -> Gone:
    """Remove memories with their terms, vectors, and the names and conditions that nobody else has."""
    rows: list[int] = []
    content: list[bytes] = []
    for memory in get(connection, ids):
        found = _one(
            connection,
            "SELECT m.row, m.terms, v.vector FROM memory m LEFT JOIN vector v ON v.row = m.row "
            "WHERE m.id = ?",
            (memory.id,),
        )
        assert found is not None
        row, terms, vector = found
        connection.execute(
            "INSERT INTO memory_terms (memory_terms, rowid, terms) VALUES ('delete', ?, ?)", (row, terms)
        )
        connection.execute("DELETE FROM memory WHERE row = ?", (row,))
        rows.append(row)
        content += [*_said(memory, terms.split()), vector or b""]
    content += [words.encode() for words in _drop_orphans(connection)]
    return Gone(rows=tuple(rows), content=tuple(content))


def _said(memory: MemoryRecord, terms: Iterable[str]) -> list[bytes]:
    """All the words of a memory, and the terms that they are found by."""
    words = (memory.text, memory.subject, memory.value, memory.intent, memory.scene)
    slots = (str(slot) for slot in memory.slots.values())
    return [text.encode() for text in (*words, *slots, *terms)]


def undo_of(connection: apsw.Connection, ids: Sequence[MemoryId]) -> Undo:
    """Memories with their own names: those of others may be forgotten for good before these are."""
    memories = tuple(get(connection, ids))
    used = {name for memory in memories for name in placeholder_names(memory)}
    known = {name: entity for name, entity in names(connection).known.items() if name in used}
    return Undo(memories=memories, placeholders=known)


def content_of(undo: Undo) -> list[bytes]:
    """What to search the file for when it cannot be brought back any more."""
    content = [one for memory in undo.memories for one in _said(memory, full_text.terms(memory.text))]
    return content + [entity.text.encode() for entity in undo.placeholders.values()]


def _drop_orphans(connection: apsw.Connection) -> list[str]:
    """Remove what no memory uses any more; returns the names that went."""
    connection.execute(
        "DELETE FROM condition_set WHERE id <> 0 "
        "AND id NOT IN (SELECT condition_set FROM memory WHERE condition_set <> 0)"
    )
    gone = _all(
        connection,
        "DELETE FROM placeholder WHERE NOT EXISTS (SELECT 1 FROM memory WHERE instr(text, name) "
        "OR instr(subject, name) OR instr(rest, CAST(name AS BLOB))) RETURNING words",
    )
    return [words for (words,) in gone]


# ------------------------------------------------------------------------------------------ reading
def _records(
    connection: apsw.Connection, sets: Sets, where: str, values: Sequence[Any]
) -> list[MemoryRecord]:
    found = _all(connection, f"{_SELECT} {where}", tuple(values))
    return [from_columns(row[:-1], sets[row[-1]]) for row in found]


def get(connection: apsw.Connection, ids: Sequence[MemoryId]) -> list[MemoryRecord]:
    found = _records(connection, condition_sets(connection), f"WHERE m.id {_IN}", [_json(ids)])
    by_id = {memory.id: memory for memory in found}
    return [by_id[one] for one in dict.fromkeys(ids) if one in by_id]


def found(connection: apsw.Connection, wanted: Sequence[int], sets: Sets) -> dict[int, Found]:
    """`sets` may be older than the rows: what it lacks is read again."""
    select = _SELECT.replace("SELECT ", "SELECT m.row, m.terms, ", 1)
    read = _all(connection, f"{select} WHERE m.row {_IN}", (_json(wanted),))
    if any(row[-1] not in sets for row in read):
        sets = condition_sets(connection)
    return {
        row[0]: Found(memory=from_columns(row[2:-1], sets[row[-1]]), terms=frozenset(row[1].split(" ")))
        for row in read
    }


def page(connection: apsw.Connection, after: int, limit: int) -> dict[int, MemoryRecord]:
    return _by_row(connection, "WHERE m.row > ? ORDER BY m.row LIMIT ?", (after, limit))


def _by_row(connection: apsw.Connection, where: str, values: Sequence[Any]) -> dict[int, MemoryRecord]:
    sets = condition_sets(connection)
    select = _SELECT.replace("SELECT ", "SELECT m.row, ", 1)
    found = _all(connection, f"{select} {where}", values)
    return {row[0]: from_columns(row[1:-1], sets[row[-1]]) for row in found}


def asked(connection: apsw.Connection) -> dict[str, UtcMicros]:
    return {question: UtcMicros(at) for question, at in _all(connection, "SELECT question, time FROM asked")}


def find(connection: apsw.Connection, wanted: MemoryFilter) -> list[MemoryRecord]:
    clauses: list[str] = ["1"]
    values: list[Any] = []
    for column, chosen in (
        ("id", list(wanted.ids)),
        ("category", numbers(CATEGORIES, wanted.categories)),
        ("kind", numbers(KINDS, wanted.kinds)),
        ("status", numbers(STATUSES, wanted.statuses)),
        ("source", numbers(SOURCES, wanted.sources)),
    ):
        if chosen:
            clauses.append(f"m.{column} {_IN}")
            values.append(_json(chosen))
    for column, text in (("attribute", wanted.attribute), ("session", wanted.session)):
        if text:
            clauses.append(f"m.{column} = ?")
            values.append(text)
    if wanted.subject:  # a label in any letter case; a name also where the sentence itself has it
        clauses.append("(m.subject = ? COLLATE NOCASE OR (? GLOB '⟦*⟧' AND instr(m.text, ?)))")
        values += [wanted.subject] * 3
    if wanted.importance_to < _MOST_IMPORTANT:
        clauses.append("m.importance <= ?")
        values.append(wanted.importance_to)
    for operator, moment in ((">=", wanted.since), ("<", wanted.until)):
        if moment is not None:
            clauses.append(f"m.time {operator} ?")
            values.append(moment)
    order = "DESC" if wanted.newest_first else "ASC"
    where = f"WHERE {' AND '.join(clauses)} ORDER BY m.time {order}, m.row {order} LIMIT ?"
    return _records(connection, condition_sets(connection), where, [*values, wanted.limit])


def count(connection: apsw.Connection, statuses: frozenset[MemoryStatus], kinds: frozenset[Kind]) -> int:
    if not statuses and not kinds:
        return _number(connection, "SELECT count(*) FROM memory")
    within = (_json(numbers(STATUSES, statuses or MemoryStatus)), _json(numbers(KINDS, kinds or Kind)))
    return _number(connection, f"SELECT count(*) FROM memory WHERE status {_IN} AND kind {_IN}", within)


def _scoped(scope: SearchScope) -> tuple[str, list[Any]]:
    """The scope as a clause on `m` and its values."""
    clauses, values = [_CURRENT, f"m.condition_set {_IN}"], [_json(scope.condition_sets)]
    if scope.kinds:
        clauses.append(f"m.kind {_IN}")
        values.append(_json(numbers(KINDS, scope.kinds)))
    if scope.categories is not None:
        clauses.append(f"m.category {_IN}")
        values.append(_json(numbers(CATEGORIES, scope.categories)))
    return " AND ".join(clauses), values


def search_text(
    connection: apsw.Connection, terms: Sequence[str], scope: SearchScope, limit: int
) -> list[Hit]:
    weights = _weights(connection, [_quoted(term) for term in terms])
    best = sorted(weights, key=lambda row: (-weights[row], -row))
    clause, values = _scoped(scope)
    hits: list[Hit] = []
    for start in range(0, len(best), _LOOKED_AT):
        chunk = best[start : start + _LOOKED_AT]
        query = f"SELECT m.row, length(m.terms) FROM memory m WHERE m.row {_IN} AND {clause}"
        lengths = dict(_all(connection, query, (_json(chunk), *values)))
        strengths = {row: weights[row] * _density(length, lengths) for row, length in lengths.items()}
        hits += [
            Hit(row=row, strength=strengths[row])
            for row in sorted(strengths, key=lambda r: (-strengths[r], -r))
        ]
        if len(hits) >= limit:
            break
    return hits[:limit]


def _density(length: int, lengths: Mapping[int, int]) -> float:
    """How much a match in a text of this length counts beside its peers (BM25: k1 1.2, b 0.75)."""
    mean = sum(lengths.values()) / len(lengths)
    return 2.2 / (1 + 1.2 * (0.25 + 0.75 * length / mean)) if mean else 1.0


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"' + ("*" if full_text.is_prefix(term) else "")


def _weights(connection: apsw.Connection, terms: Sequence[str]) -> dict[int, float]:
    """Row to the inverse document frequencies of the terms that it holds, summed.

    With `_density` this is BM25 (Robertson and Zaragoza 2009) where no term comes twice in a text. FTS5's own
    would read every text.

    A term that very many memories hold tells nothing apart: only where all do, the newest of them count.
    """
    total = _number(connection, "SELECT ifnull(max(row), 0) FROM memory")
    holding = {term: _holding(connection, term) for term in terms}
    rare = [term for term in terms if len(holding[term]) < _COMMON]
    weights: dict[int, float] = {}
    for term in rare if any(holding[term] for term in rare) else terms:
        rows = holding[term]
        weight = math.log1p((max(total, len(rows)) - len(rows) + 0.5) / (len(rows) + 0.5))
        for row in rows:
            weights[row] = weights.get(row, 0.0) + weight
    return weights


def _holding(connection: apsw.Connection, term: str) -> list[int]:
    """The newest rows that hold a term, `_COMMON` at most."""
    query = "SELECT rowid FROM memory_terms WHERE memory_terms MATCH ? ORDER BY rowid DESC LIMIT ?"
    return [row for (row,) in connection.execute(query, (term, _COMMON))]


def search_categories(
    connection: apsw.Connection, categories: Sequence[Category], scope: SearchScope, limit: int
) -> list[Hit]:
    clause, values = _scoped(scope)
    found = connection.execute(
        f"SELECT m.row FROM memory m WHERE m.category {_IN} AND {clause} "
        "ORDER BY m.importance DESC, m.time DESC LIMIT ?",
        (_json(numbers(CATEGORIES, categories)), *values, limit),
    )
    return [Hit(row=row, strength=1.0) for (row,) in found]


def condition_sets(connection: apsw.Connection) -> dict[int, Conditions]:
    found = _all(connection, "SELECT id, body FROM condition_set")
    return {key: unpack_conditions(body) for key, body in found}


def names(connection: apsw.Connection) -> Names:
    found = _all(connection, "SELECT name, kind, words FROM placeholder")
    return Names(
        known={name: Entity(kind=kind, text=words) for name, kind, words in found},
        last=dict(_all(connection, "SELECT kind, last FROM naming")),
    )


def pending(connection: apsw.Connection, model: str, limit: int) -> list[tuple[int, MemoryId, str]]:
    found = connection.execute(
        "SELECT m.row, m.id, m.text FROM memory m LEFT JOIN vector v ON v.row = m.row AND v.model = ? "
        # A plan has no vector: likeness would find it in the place of what it rests on.
        f"WHERE v.row IS NULL AND {_LIVE} AND m.kind <> ? ORDER BY m.row LIMIT ?",
        (model, KINDS.index(Kind.PLAN), limit),
    )
    return [(row, MemoryId(id_), text) for row, id_, text in found]


def vectors(connection: apsw.Connection, model: str, after: int, limit: int) -> list[StoredRow]:
    found = _all(
        connection,
        "SELECT m.row, v.vector, m.condition_set, m.kind, m.category, m.language "
        f"FROM vector v JOIN memory m ON m.row = v.row WHERE v.row > ? AND v.model = ? AND {_LIVE} "
        "ORDER BY v.row LIMIT ?",
        (after, model, limit),
    )
    raw = unpack_vectors([vector for _, vector, *_ in found]) if found else []
    return [_stored_row(row, rest, vector) for (row, _, *rest), vector in zip(found, raw, strict=True)]


def _stored_row(row: int, rest: Sequence[Any], vector: bytes) -> StoredRow:
    conditions, kind, category, language = rest
    return StoredRow(
        row=row,
        condition_set=conditions,
        kind=KINDS[kind],
        category=CATEGORIES[category],
        language=LANGUAGES[language],
        vector=vector,
    )
