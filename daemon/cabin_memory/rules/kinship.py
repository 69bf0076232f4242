"""How a new sentence relates to what one memory says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Polarity


class Relation(StrEnum):
    REPEAT = "repeat"
    CHANGE = "change"
    NEGATION = "negation"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """What is compared of a sentence or a memory."""

    text: str
    terms: tuple[str, ...]
    category: Category
    language: Language
    attribute: str = ""
    value: str = ""
    polarity: Polarity = Polarity.NEUTRAL
    conditions: Conditions = ()
    facets: Mapping[str, float] = field(default_factory=dict)


def relate(new: Utterance, old: Utterance, cosine: float | None) -> Relation:
    """The relation of a new sentence to an old one; `cosine` of their search vectors, None without."""
    if new.conditions != old.conditions:
        return Relation.UNRELATED
    if new.attribute and new.attribute == old.attribute:
        if (new.value, new.polarity) == (old.value, old.polarity):
            return Relation.REPEAT
        if new.attribute.endswith(".change"):
            return Relation.UNRELATED
        return Relation.CHANGE if new.value != old.value else Relation.NEGATION
    if new.terms == old.terms:
        return Relation.REPEAT
    return Relation.UNRELATED
