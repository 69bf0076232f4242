"""Relevance is a probability that likeness raises and strangeness lowers."""

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.fitted_relevance import FULL, STRUCTURED
from cabin_memory.domain.text import Language, RelevanceModel, Understood
from cabin_memory.domain.vocabulary import Category
from cabin_memory.rules import relevance

CATEGORIES = st.sampled_from(Category)
LANGUAGES = st.sampled_from(Language)
COSINES = st.floats(-1, 1)
SHARES = st.floats(0, 1)
TERMS = st.lists(st.sampled_from(["空调", "风量", "二十", "24", "seat", "warm", "辣", "3"]), max_size=6)


def asked(
    posterior: float, category: Category, in_domain: float, language: Language = Language.CHINESE
) -> Understood:
    """A question of which `posterior` of the in-domain share falls to `category`, the rest to another."""
    rest = next(c for c in Category if c is not category)
    shares = {category: posterior * in_domain, rest: (1 - posterior) * in_domain}
    return Understood(language=language, vector=b"", search_vector=b"", categories=shares)


def judged(
    understood: Understood | None,
    cosine: float | None,
    category: Category,
    memory_category: Category,
    terms: list[str],
    memory_terms: list[str],
    question: str = "空调开多少度",
) -> float:
    return relevance.relevance(
        question=question,
        understood=understood,
        cosine=cosine,
        category=category,
        memory_category=memory_category,
        memory_language=Language.CHINESE,
        terms=terms,
        memory_terms=memory_terms,
    )


@given(SHARES, SHARES, COSINES, CATEGORIES, CATEGORIES, TERMS, TERMS, LANGUAGES, st.booleans())
def test_it_is_a_probability(
    posterior: float,
    in_domain: float,
    cosine: float,
    category: Category,
    memory_category: Category,
    terms: list[str],
    memory_terms: list[str],
    language: Language,
    with_vectors: bool,
) -> None:
    understood = asked(posterior, memory_category, in_domain, language) if with_vectors else None
    assert 0 <= judged(understood, cosine, category, memory_category, terms, memory_terms) <= 1


@given(COSINES, COSINES, SHARES, SHARES, CATEGORIES)
def test_a_higher_cosine_never_lowers_it(
    one: float, other: float, posterior: float, in_domain: float, category: Category
) -> None:
    low, high = sorted((one, other))
    understood = asked(posterior, category, in_domain)
    assert judged(understood, low, category, category, [], []) <= judged(
        understood, high, category, category, [], []
    )


@given(SHARES, SHARES, COSINES, CATEGORIES)
def test_a_likelier_category_never_lowers_it(
    one: float, other: float, cosine: float, category: Category
) -> None:
    low, high = sorted((one, other))
    few = judged(asked(low, category, 0.9), cosine, category, category, [], [])
    many = judged(asked(high, category, 0.9), cosine, category, category, [], [])
    assert few <= many + 1e-12


@given(st.floats(0.05, 1), st.floats(0.05, 1), COSINES, CATEGORIES)
def test_a_stranger_question_never_raises_it(
    one: float, other: float, cosine: float, category: Category
) -> None:
    strange, familiar = sorted((one, other))
    assert (
        judged(asked(0.8, category, strange), cosine, category, category, [], [])
        <= judged(asked(0.8, category, familiar), cosine, category, category, [], []) + 1e-12
    )


@given(CATEGORIES, CATEGORIES, SHARES, COSINES, st.booleans())
def test_the_same_category_never_lowers_it(
    category: Category, other: Category, posterior: float, cosine: float, with_vectors: bool
) -> None:
    understood = asked(posterior, category, 0.9) if with_vectors else None
    if not with_vectors and Category.OTHER in (category, other):
        return  # without a model `other` means unknown, which lowers it
    assert judged(understood, cosine, other, category, [], []) <= judged(
        understood, cosine, category, category, [], []
    )


@given(TERMS, TERMS, st.booleans())
def test_shared_words_never_lower_it(terms: list[str], memory_terms: list[str], with_vectors: bool) -> None:
    understood = asked(0.5, Category.CLIMATE, 0.9) if with_vectors else None
    without = judged(understood, 0.2, Category.CLIMATE, Category.SEAT, [], memory_terms)
    assert without <= judged(understood, 0.2, Category.CLIMATE, Category.SEAT, terms, memory_terms)


@given(TERMS, TERMS)
def test_overlap_is_a_share(terms: list[str], memory_terms: list[str]) -> None:
    assert 0 <= relevance.overlap(terms, memory_terms) <= 1
    if set(terms) & set(memory_terms):
        assert relevance.overlap(terms, memory_terms) > 0


def test_one_chinese_character_is_found_as_a_beginning_and_a_digit_is_not() -> None:
    assert relevance.overlap(["辣"], ["辣椒", "火锅"]) == 1
    assert relevance.overlap(["3"], ["30"]) == 0


def test_a_memory_without_a_vector_is_judged_as_at_level_structured() -> None:
    understood = asked(0.9, Category.CLIMATE, 1.0)
    pending = judged(understood, None, Category.CLIMATE, Category.CLIMATE, ["空调"], ["空调"])
    assert pending == judged(None, None, Category.CLIMATE, Category.CLIMATE, ["空调"], ["空调"])


def test_without_a_model_a_personal_question_is_answered_and_general_knowledge_is_not() -> None:
    mine = judged(None, None, Category.FOOD, Category.FOOD, [], [], "我早上喝什么")
    general = judged(None, None, Category.FOOD, Category.FOOD, [], [], "咖啡豆产自哪里")
    assert general < 0.65 <= mine


@pytest.mark.parametrize("model", [FULL, STRUCTURED])
def test_what_was_fitted_weighs_something(model: RelevanceModel) -> None:
    weights = [getattr(model, field.name) for field in fields(model)]
    assert sum(weight != 0 for weight in weights) >= 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"cosine": -0.1},
        {"posterior": -0.1},
        {"same_category": -1.0},
        {"personal": -1.0},
        {"overlap": -1.0},
        {"out_of_domain": 0.1},
        {"unplaced": 0.1},
        {"bias": math.inf},
        {"same_language": math.nan},
    ],
)
def test_a_model_that_would_reward_strangeness_cannot_exist(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="coefficient"):
        replace(FULL, **wrong)
