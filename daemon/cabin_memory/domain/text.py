"""What is understood of a text: its language, its vector, what it is about."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from cabin_memory.domain.vocabulary import Category, Polarity

_Class = TypeVar("_Class")


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


class Act(StrEnum):
    """What a sentence does."""

    PREFERENCE = "preference"
    """Says how something is to be, or not to be, from now on or as always."""
    WISH = "wish"
    """Asks for something now."""
    EXCEPTION = "exception"
    """Asks for something other than usual, this once."""
    CORRECTION = "correction"
    """Takes back what was just said or understood."""
    COMPLAINT = "complaint"
    """Says that the memory itself is wrong."""
    QUESTION = "question"
    SMALLTALK = "smalltalk"
    STATEMENT = "statement"
    """Says what is or was; also what nobody understood."""


class Subject(StrEnum):
    """Whose liking, need or state a sentence tells of."""

    SELF = "self"
    PARTNER = "partner"
    CHILD = "child"
    PARENT = "parent"
    PASSENGER = "passenger"
    EVERYONE = "everyone"


class Emotion(StrEnum):
    """What a sentence is said in, as far as its words tell."""

    NEUTRAL = "neutral"
    PLEASED = "pleased"
    ANNOYED = "annoyed"
    ANGRY = "angry"
    SARCASTIC = "sarcastic"
    DOWN = "down"
    """Sad or tired."""
    AFRAID = "afraid"


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
    """Posterior, passages only; so are those below."""
    acts: Mapping[Act, float] = field(default_factory=dict)
    polarities: Mapping[Polarity, float] = field(default_factory=dict)
    subjects: Mapping[Subject, float] = field(default_factory=dict)
    emotions: Mapping[Emotion, float] = field(default_factory=dict)


NO_MODEL = Understood(language=Language.ENGLISH, vector=b"", search_vector=b"", categories={})
"""In the place of what the model makes of a text, at level `structured`: words decide alone."""


def likeliest(posterior: Mapping[_Class, float], least: float) -> _Class | None:
    """The class with the highest share, where that is at least `least`."""
    best = max(posterior, key=lambda c: posterior[c], default=None)
    return best if best is not None and posterior[best] >= least else None


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
