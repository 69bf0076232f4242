"""What is understood of a text: its language, its vector, what it is about."""

import math
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RelevanceModel:
    """Coefficients of a logistic regression; what each one weighs stands in `rules/relevance`.

    More likeness may never lower relevance, more strangeness never raise it: the signs are part of the type.
    """

    bias: float
    cosine: float = 0.0
    posterior: float = 0.0
    same_category: float = 0.0
    personal: float = 0.0
    overlap: float = 0.0
    out_of_domain: float = 0.0
    unplaced: float = 0.0
    same_language: float = 0.0

    def __post_init__(self) -> None:
        likeness = (self.cosine, self.posterior, self.same_category, self.personal, self.overlap)
        strangeness = (self.out_of_domain, self.unplaced)
        free = (self.bias, self.same_language)
        if not all(map(math.isfinite, (*likeness, *strangeness, *free))):
            raise ValueError("a coefficient of relevance is not finite")
        if min(likeness) < 0 or max(strangeness) > 0:
            raise ValueError("a coefficient of relevance has the wrong sign")
