"""How a new sentence stands to a memory of the same person, and what is read of both to tell."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Polarity


class Relation(StrEnum):
    REPEAT = "repeat"
    """The same said again."""
    CHANGE = "change"
    """The same matter, another value."""
    NEGATION = "negation"
    """Takes it back, or wishes the opposite."""
    UNRELATED = "unrelated"


class Ground(StrEnum):
    """What decided, so that `explain` can say it."""

    CONDITIONS = "conditions"
    ATTRIBUTE = "attribute"
    LIKENESS = "likeness"


class Stance(StrEnum):
    """How a sentence takes what it names."""

    WANTS = "wants"
    REFUSES = "refuses"
    ENDS = "ends"
    """Once wanted or refused, and not any more."""


Topic = tuple[str, str, str]
"""Thing, aspect, value: (`restaurant`, `price`, `low`). Any may be empty; a thing by itself has no aspect."""


class Cue(StrEnum):
    """What the wording of a sentence says about an earlier one."""

    REFUSES = "refuses"  # not, avoid, 别
    ENDS = "ends"  # no longer, fed up with, 不再, 听腻了
    RELEASES = "releases"  # need not, does not matter, 不用, 无所谓
    REPLACES = "replaces"  # instead, rather than, 改成
    LASTS = "lasts"  # from now on, 以后
    LATELY = "lately"  # these days, 最近
    ADDS = "adds"  # also, as well, 还要
    AGAIN = "again"  # as always, 老样子
    PASSING = "passing"  # just today, 今天先
    ASKS = "asks"  # a question with a gap: where could we eat?


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a sentence is about, by the words of `lexicon_topics`. Depends on the text alone."""

    claims: Mapping[Topic, Stance] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    """Words that carry meaning, Chinese as pairs of characters."""
    rest: frozenset[str] = frozenset()
    """Those of them that name none of the known things and values."""
    cues: frozenset[Cue] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One side of a comparison: a new sentence or a memory."""

    reading: Reading
    language: Language
    category: Category
    attribute: str = ""
    value: str = ""
    polarity: Polarity = Polarity.NEUTRAL
    conditions: Conditions = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """The decision about one memory."""

    relation: Relation
    probability: float
    """Of being related at all; 1 where attributes decided."""
    ground: Ground
    because: Mapping[str, float] = field(default_factory=dict)
    """Feature → what it adds to the log odds of the relation found (or, for unrelated, of a change), the
    strongest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationModel:
    """Softmax regression: features → log odds of each relation against `unrelated`."""

    bias: Mapping[Relation, float]
    weights: Mapping[str, tuple[float, float, float]]
    """Feature → coefficients of repeat, change, negation."""

    def __post_init__(self) -> None:
        numbers = [*self.bias.values(), *(w for row in self.weights.values() for w in row)]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("a coefficient of relation is not finite")
