"""What the flows need of the world. Adapters in `outbound/` implement these, nothing else.

Every adapter wraps foreign exceptions into the errors named here (`raise … from`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cabin_memory.domain.consent import Choices
from cabin_memory.domain.errors import StoreError
from cabin_memory.domain.habits import Habits
from cabin_memory.domain.memory import Entity, MemoryId, MemoryRecord, Names
from cabin_memory.domain.people import Owner
from cabin_memory.domain.recall import Hit, SearchScope
from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.text import Side, Understood
from cabin_memory.domain.time import MonotonicMicros, UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Source


class Clock(Protocol):
    """Time, so that a simulation can make it stand still."""

    def utc(self) -> UtcMicros: ...

    def monotonic(self) -> MonotonicMicros: ...


class TextEncoder(Protocol):
    """Text to vectors."""

    @property
    def model_id(self) -> str:
        """Changes whenever vectors of two models must not be compared."""

    async def encode(self, texts: Sequence[str], side: Side) -> list[bytes]:
        """One little-endian float32[384], L2-normalised, per text.

        Raises:
            InvalidArgument: a text is empty.
            ModelUnavailable: the model cannot answer.
        """


class TextUnderstanding(Protocol):
    """Text to vectors and to what it is about. Runs off the event loop."""

    async def ready(self) -> str:
        """The id of the model whose vectors these are, once it is loaded. Raises ModelUnavailable."""

    async def understand(self, texts: Sequence[str], side: Side) -> list[Understood]:
        """Raises ModelUnavailable, or InvalidArgument for an empty text."""

    def search_vectors(self, vectors: Sequence[bytes], languages: Sequence[str], side: Side) -> list[bytes]:
        """Stored raw vectors, each centred for its language (`zh`, `en`) and renormalised; after `ready`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """What a search index holds of a memory: no text."""

    row: int
    condition_set: int
    kind: Kind
    category: Category
    language: str
    vector: bytes
    """As stored: raw, not centred."""


EVERY = 1_000_000
"""As a limit: all that a vault can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilter:
    """Exact conditions on indexed columns; an empty field does not restrict."""

    ids: frozenset[MemoryId] = frozenset()
    categories: frozenset[Category] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    statuses: frozenset[MemoryStatus] = frozenset()
    sources: frozenset[Source] = frozenset()
    importance_to: int = 10
    attribute: str = ""
    subject: str = ""
    session: str = ""
    since: UtcMicros | None = None
    """Inclusive, time of the turn."""
    until: UtcMicros | None = None
    """Exclusive."""
    limit: int = 100
    newest_first: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What adding did."""

    row: int
    condition_set: int
    id: MemoryId
    duplicate: bool
    """The same observation was already there; `id` and `row` are those of the first."""
    changed: tuple[int, ...] = ()
    """Rows of the memories that changed with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetReceipt:
    """Proof of forgetting, without content."""

    count: int
    verified: bool
    """The store's own files were searched for the forgotten bytes and held none."""
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory with the full-text terms that it is stored under."""

    memory: MemoryRecord
    terms: frozenset[str]


_NEVER = UtcMicros(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """An entry of the log of forgetting: no content, not even which category it was."""

    id: str
    time: UtcMicros
    count: int
    """Memories that went, the derived ones included."""
    derived: int
    verified: bool
    """The store's own files hold none of it. False as long as it can be brought back."""
    scope: tuple[str, ...] = ()
    """Which keys the scope had."""
    undo_until: UtcMicros = _NEVER
    """0: it cannot be brought back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Forgotten memories that can still be brought back, with their names."""

    memories: tuple[MemoryRecord, ...]
    placeholders: Mapping[str, Entity]


class MemoryStore(Protocol):
    """One person's encrypted database (or the household's).

    All methods may raise StoreDamaged, StoreFull, StoreReadOnly or Unavailable (closed). A write is
    durable when it returns; concurrent writes share one commit.
    """

    @property
    def fault(self) -> StoreError | None:
        """What the last read or the last write failed with; None while both work."""

    async def add(
        self,
        memory: MemoryRecord,
        terms: Sequence[str],
        placeholders: Mapping[str, Entity],
        vector: tuple[str, bytes] | None = None,
        changed: Sequence[MemoryRecord] = (),
    ) -> Stored:
        """Store one memory with its full-text terms and, where it is known already, its vector.

        `placeholders` are all that it holds; those that the vault has already keep what they stand for.
        `vector` is the model's id and the raw vector. `changed` are memories that change with it, all or
        none. A repeated digest or id changes nothing.
        """

    async def told(self, digest: str) -> MemoryId | None:
        """The memory that an observation with this digest became or was merged into."""

    async def update(
        self, memories: Sequence[MemoryRecord], placeholders: Mapping[str, Entity] | None = None
    ) -> list[int]:
        """Replace memories by id, all or none; returns their rows. `placeholders` are those they hold.

        When a text changed, its vector becomes pending again. When a digest changed, the former one stays
        known to `told`. Raises NotFound.
        """

    async def get(self, ids: Sequence[MemoryId]) -> list[MemoryRecord]:
        """Those that exist, in the order asked for."""

    async def rows(self, rows: Sequence[int]) -> dict[int, MemoryRecord]:
        """Row number to memory, for the rows that exist."""

    async def found(self, rows: Sequence[int]) -> dict[int, Found]:
        """The same with their terms, in the order asked for."""

    async def find(self, wanted: MemoryFilter) -> list[MemoryRecord]:
        """By exact, indexed columns."""

    async def count(
        self, statuses: frozenset[MemoryStatus] = frozenset(), kinds: frozenset[Kind] = frozenset()
    ) -> int:
        """How many there are; empty: of any."""

    async def page(self, after: int, limit: int) -> Mapping[int, MemoryRecord]:
        """All memories whatever their status, by row, from row > after; empty at the end."""

    async def asked(self) -> Mapping[str, UtcMicros]:
        """First questions that were put to this person, each with its last time."""

    async def note_asked(self, question: str, at: UtcMicros) -> None: ...

    async def search_text(self, terms: Sequence[str], scope: SearchScope, limit: int) -> list[Hit]:
        """Full text, any of the terms, best bm25 first, current memories within the scope only."""

    async def search_categories(
        self, categories: Sequence[Category], scope: SearchScope, limit: int
    ) -> list[Hit]:
        """Indexed attributes: current memories of these categories, most important then newest."""

    async def condition_sets(self) -> Mapping[int, Conditions]:
        """All distinct sets of conditions with their ids; id 0 is the empty set."""

    async def names(self) -> Names:
        """Every placeholder of this vault and what it stands for."""

    async def pending(self, model_id: str, limit: int) -> list[tuple[int, MemoryId, str]]:
        """(row, id, text) of memories without a vector of this model, oldest first."""

    async def put_vectors(self, model_id: str, vectors: Mapping[int, bytes]) -> list[StoredRow]:
        """Store vectors by row; rows that are gone meanwhile are left out of what is returned."""

    async def vectors(self, model_id: str, after: int, limit: int) -> list[StoredRow]:
        """Current and pending memories with a vector of this model, by row, from row > after."""

    async def touch(self, recalled: Mapping[MemoryId, UtcMicros]) -> None:
        """Remember when these were last recalled; those that are gone are left out."""

    async def choices(self) -> Choices:
        """What this person agreed to."""

    async def choose(self, choices: Choices) -> None:
        """Replace all of it."""

    async def habits(self) -> Habits:
        """How this person usually sits and when they drive, as far as they agreed to that."""

    async def keep_habits(self, habits: Habits) -> None:
        """Replace all of them."""

    async def forget(self, ids: Sequence[MemoryId]) -> ForgetReceipt:
        """Remove rows, terms, vectors, orphaned placeholders and condition sets; truncate the log; verify."""

    async def forget_for_now(self, ids: Sequence[MemoryId], forgotten: Forgotten) -> tuple[int, ...]:
        """The same, but what went can be brought back under this receipt; returns the rows."""

    async def note_forgotten(self, forgotten: Forgotten) -> None:
        """Write an entry of the log of forgetting."""

    async def forget_log(self, limit: int) -> list[Forgotten]:
        """The newest first."""

    async def undoable(self, receipt: str) -> Undo | None:
        """What can be brought back under a receipt."""

    async def settle(self, receipt: str) -> bool:
        """Give up what could be brought back; whether no trace of it is left in the files."""

    async def close(self) -> None: ...


class StoreKeeper(Protocol):
    """All vaults of a car. Opening the keeper takes the state folder for this process alone."""

    async def open(self, owner: Owner | None, *, create: bool) -> MemoryStore | None:
        """The vault of this person, or of the household for None; None when there is none and not `create`.

        Raises:
            WrongKey, WrongCipher, StoreDamaged, NewerSchema, StoreFull, StoreReadOnly: each with its remedy.
        """

    async def guest(self) -> MemoryStore:
        """A new vault in memory: closing it is the end of it."""

    def owners(self) -> Sequence[Owner]:
        """Everyone who has a vault."""

    async def wipe(self, owner: Owner | None) -> bool:
        """Destroy a vault: its wrapped key first, then its file. It must be closed, and may be damaged.

        Returns whether there was one. Raises StoreFull, StoreReadOnly: the key could not be destroyed.
        """

    async def close(self) -> None: ...


class VectorIndex(Protocol):
    """Vectors of one vault, in memory only. Not thread-safe: call it from the loop."""

    def add(self, rows: Sequence[StoredRow], search_vectors: Sequence[bytes]) -> None:
        """Add or replace."""

    def remove(self, rows: Sequence[int]) -> None: ...

    async def search(self, search_vector: bytes, scope: SearchScope, limit: int) -> list[Hit]:
        """Highest cosine first, only rows within the scope. Off the loop when it is long."""

    async def nearest(self, search_vector: bytes, limit: int) -> list[Hit]:
        """Highest cosine first, whatever the conditions: to compare what is written, never to answer."""

    def relabel(self, rows: Sequence[int], kind: Kind) -> None:
        """Memories that became another kind."""

    def vectors(self, rows: Sequence[int]) -> dict[int, bytes]:
        """The search vectors of named rows as the index holds them; rows without one are left out."""

    def cosines(self, search_vector: bytes, rows: Sequence[int]) -> dict[int, float]:
        """Exact cosines of named rows; rows without a vector are left out."""

    def __len__(self) -> int: ...


class VectorIndexFactory(Protocol):
    def __call__(self) -> VectorIndex: ...
