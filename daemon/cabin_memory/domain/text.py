"""What is understood of a text: its language, its vector, what it is about."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cabin_memory.domain.vocabulary import Category


class Language(StrEnum):
    CHINESE = "zh"
    ENGLISH = "en"


_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def language_of(text: str) -> Language:
    """Chinese where there is any Han character, else English; code-mixed speech counts as Chinese."""
    return Language.CHINESE if _HAN.search(text) else Language.ENGLISH


class Side(StrEnum):
    """The two roles a text has for the encoder (E5: "query: " and "passage: ")."""

    QUERY = "query"
    PASSAGE = "passage"


class Strength(StrEnum):
    """How long a sentence is meant to count."""

    LASTING = "lasting"
    MOMENT = "moment"
    SMALLTALK = "smalltalk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What the model makes of one text. Vectors are little-endian float32, L2-normalised."""

    language: Language
    vector: bytes
    """As the encoder gave it; this is what is stored."""
    search_vector: bytes
    """Centred for its language and side, renormalised; this is what is compared."""
    categories: Mapping[Category, float]
    """Posterior over categories; what is left to 1 is out of domain."""
    strengths: Mapping[Strength, float] = field(default_factory=dict)
    """Posterior, passages only."""
    familiarity: float = 0.0
    """z-score of the likeness to in-car sentences, queries only."""
