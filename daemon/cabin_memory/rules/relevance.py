"""How likely a memory matters for a question: one number in [0, 1], so that one threshold serves all.

    P = sigmoid(bias + Σ coefficient · feature)

| feature | with vectors | level `structured` |
|---|---|---|
| cosine of the search vectors | yes | |
| log posterior of the memory's category among in-domain questions | yes | |
| question and memory have the same category | yes | yes, `other` is none |
| … and the question speaks of the speaker or asks a favour | | yes |
| share of the shorter text's terms that both have | yes | yes |
| log odds that the question is out of domain | yes | |
| the question's category is unknown | | yes |
| both have the same language | yes | |

Level `structured` has coefficients of its own, so that answers still come and nonsense stays out: there
"who first ate noodles" is about food like "what do I eat", and only the second is for a memory.
`models/calibrate.py` fits both on candidates as they are shown and writes `domain/fitted_relevance`.
"""

import math
import re
from collections.abc import Collection, Sequence

from cabin_memory.domain.fitted_relevance import FULL, STRUCTURED
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Language, RelevanceModel, Understood
from cabin_memory.domain.vocabulary import Category

#: Keeps logarithms of posteriors finite: below it a class is as good as excluded.
FLOOR = 0.02
# A setting that is asked for and held is wrong about every other time only when nothing else speaks for it.
_DOUBT_AFTER_EXACT_MATCH = 0.5
# However alike the words, it answers another question; below any sensible threshold.
_SOMEONE_ELSE = 0.3
FULL_FEATURES = ("cosine", "posterior", "same_category", "overlap", "out_of_domain", "same_language")
STRUCTURED_FEATURES = ("same_category", "personal", "overlap", "unplaced")

_PERSONAL = re.compile(
    r"[我咱俺]|平时|平常|习惯|一般|帮|给|放[点首]|来[点首个]|老样子"
    r"|\b(?:i|i'm|i've|me|my|mine|we|us|our|usual(?:ly)?|play|set|put|let's|find|order)\b"
)


def relevance(
    *,
    question: str,
    understood: Understood | None,
    cosine: float | None,
    category: Category,
    memory_category: Category,
    memory_language: Language,
    terms: Sequence[str],
    memory_terms: Collection[str],
) -> float:
    """Probability that the memory matters for the question.

    Args:
        question: its text, with placeholders.
        understood: the same as the model read it; None at level `structured`.
        cosine: of the two search vectors; None when the memory has no vector yet.
        category: of the question, by all evidence there is.
        terms: the question's full-text terms; a single Chinese character stands for a beginning.
        memory_terms: the memory's full-text terms.
    """
    shared = overlap(terms, memory_terms)
    if understood is None or cosine is None:
        return probability(STRUCTURED, structured_features(question, category, memory_category, shared))
    same_language = understood.language is memory_language
    features = full_features(understood, cosine, category, memory_category, same_language, shared)
    return probability(FULL, features)


def with_exact_match(likely: float) -> float:
    """Relevance when the question also asks for the very setting that the memory holds.

    The two are taken as independent evidence (noisy or): half of what was doubtful becomes certain.
    """
    return 1 - (1 - likely) * _DOUBT_AFTER_EXACT_MATCH


def of_someone_else(likely: float) -> float:
    """Relevance when the question asks about a person of whom the memory does not speak."""
    return likely * _SOMEONE_ELSE


def overlap(terms: Sequence[str], memory_terms: Collection[str]) -> float:
    """Terms that both have, as a share of the shorter list; 0 when either is empty."""
    known, asked = frozenset(memory_terms), frozenset(terms)
    shorter = min(len(asked), len(known))
    if not shorter:
        return 0.0
    shared = sum(term in known or _begins_one(term, known) for term in asked)
    return min(1.0, shared / shorter)


def full_features(
    understood: Understood,
    cosine: float,
    category: Category,
    memory_category: Category,
    same_language: bool,
    shared: float,
) -> dict[str, float]:
    """The features of FULL by name; `understood` is the question, `shared` the overlap."""
    in_domain = min(1.0, sum(understood.categories.values()))
    of_memory = understood.categories.get(memory_category, 0.0) / max(in_domain, FLOOR)
    return {
        "cosine": cosine,
        "posterior": math.log(FLOOR + min(1.0, of_memory)),
        "same_category": float(category is memory_category),
        "overlap": shared,
        "out_of_domain": math.log((FLOOR + 1 - in_domain) / (FLOOR + in_domain)),
        "same_language": float(same_language),
    }


def structured_features(
    question: str, category: Category, memory_category: Category, shared: float
) -> dict[str, float]:
    """The features of STRUCTURED by name. Without a model, `other` only says that nothing was recognised."""
    unplaced = category is Category.OTHER
    same = category is memory_category and not unplaced
    return {
        "same_category": float(same),
        "personal": float(same and _PERSONAL.search(plain(question)) is not None),
        "overlap": shared,
        "unplaced": float(unplaced),
    }


def probability(model: RelevanceModel, features: dict[str, float]) -> float:
    """The logistic function of the weighted sum; a feature that the model does not weigh counts nothing."""
    total = model.bias + sum(getattr(model, name) * value for name, value in features.items())
    # Written so that neither branch overflows.
    return 1 / (1 + math.exp(-total)) if total >= 0 else math.exp(total) / (1 + math.exp(total))


def _begins_one(term: str, known: Collection[str]) -> bool:
    return len(term) == 1 and not term.isascii() and any(other.startswith(term) for other in known)
