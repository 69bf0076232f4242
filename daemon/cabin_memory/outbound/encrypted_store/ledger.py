"""What a vault knows beside memories: consent, receipts of forgetting, what can still be brought back."""

import apsw
import msgpack

from cabin_memory.codecs.store_rows import from_columns, pack_conditions, to_columns, unpack_conditions
from cabin_memory.domain.consent import Choice, Choices, Consent
from cabin_memory.domain.habits import Habit, Habits
from cabin_memory.domain.memory import Entity
from cabin_memory.domain.ports import Forgotten, Undo
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category

_CATEGORY = "category:"


# ------------------------------------------------------------------------------------------ consent
def choices(connection: apsw.Connection) -> Choices:
    made: dict[Consent, Choice] = {}
    without: set[Category] = set()
    for name, given, until in connection.execute("SELECT name, given, until FROM choice"):
        if name.startswith(_CATEGORY):
            without.add(Category(name.removeprefix(_CATEGORY)))
        else:
            made[Consent(name)] = Choice(given=bool(given), until=until and UtcMicros(until))
    return Choices(made=made, without=frozenset(without))


def choose(connection: apsw.Connection, decided: Choices) -> None:
    connection.execute("DELETE FROM choice")
    rows = [(consent.value, choice.given, choice.until) for consent, choice in decided.made.items()]
    rows += [(_CATEGORY + category.value, False, None) for category in decided.without]
    connection.executemany("INSERT INTO choice VALUES (?, ?, ?)", rows)


def habits(connection: apsw.Connection) -> Habits:
    found = connection.execute("SELECT name, mean, spread, count FROM habit")
    return {name: Habit(mean=mean, spread=spread, count=count) for name, mean, spread, count in found}


def keep_habits(connection: apsw.Connection, kept: Habits) -> None:
    connection.execute("DELETE FROM habit")
    rows = [(name, habit.mean, habit.spread, habit.count) for name, habit in kept.items()]
    connection.executemany("INSERT INTO habit VALUES (?, ?, ?, ?)", rows)


# --------------------------------------------------------------------------------------- forgetting
def note(connection: apsw.Connection, forgotten: Forgotten, undo: Undo | None) -> None:
    """Write a receipt and, where it may be undone, what was forgotten."""
    connection.execute(
        "INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            forgotten.id,
            forgotten.time,
            forgotten.count,
            forgotten.derived,
            forgotten.verified,
            " ".join(forgotten.scope),
            forgotten.undo_until,
        ),
    )
    if undo is not None:
        connection.execute("INSERT INTO undo VALUES (?, ?)", (forgotten.id, _packed(undo)))


def receipts(connection: apsw.Connection, limit: int) -> list[Forgotten]:
    found = connection.execute(
        "SELECT id, time, count, derived, verified, scope, undo_until FROM receipt "
        "ORDER BY time DESC, id LIMIT ?",
        (limit,),
    )
    return [
        Forgotten(
            id=id_, time=UtcMicros(time), count=count, derived=derived, verified=bool(verified),
            scope=tuple(scope.split()), undo_until=UtcMicros(undo_until),
        )
        for id_, time, count, derived, verified, scope, undo_until in found
    ]  # fmt: skip


def undoable(connection: apsw.Connection, receipt: str) -> Undo | None:
    row = connection.execute("SELECT body FROM undo WHERE receipt = ?", (receipt,)).fetchone()
    return _unpacked(row[0]) if row else None


def settle(connection: apsw.Connection, receipt: str, *, verified: bool) -> None:
    """What was forgotten cannot be brought back any more."""
    connection.execute("DELETE FROM undo WHERE receipt = ?", (receipt,))
    connection.execute("UPDATE receipt SET undo_until = 0, verified = ? WHERE id = ?", (verified, receipt))


def _packed(undo: Undo) -> bytes:
    memories = [(to_columns(memory), pack_conditions(memory.conditions)) for memory in undo.memories]
    names = {name: (entity.kind, entity.text) for name, entity in undo.placeholders.items()}
    return bytes(msgpack.packb((memories, names)))


def _unpacked(body: bytes) -> Undo:
    memories, names = msgpack.unpackb(body)
    return Undo(
        memories=tuple(from_columns(columns, unpack_conditions(packed)) for columns, packed in memories),
        placeholders={name: Entity(kind=kind, text=text) for name, (kind, text) in names.items()},
    )
