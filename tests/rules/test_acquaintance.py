"""What is asked first, and what is assumed until it is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.text import Language, language_of
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Category, Sensitivity
from cabin_memory.rules import attributes, categories
from cabin_memory.rules.acquaintance import (
    FIRST_QUESTIONS,
    REST,
    FirstQuestion,
    generic_default,
    not_put_lately,
    worth_asking,
)

NOW = UtcMicros(1_772_500_000_000_000)
IDS = [question.id for question in FIRST_QUESTIONS]
QUESTIONS = pytest.mark.parametrize("question", FIRST_QUESTIONS, ids=IDS)
LANGUAGES = pytest.mark.parametrize("language", Language)


def test_the_order_is_how_to_address_then_what_every_trip_needs() -> None:
    assert [q.category for q in FIRST_QUESTIONS][:7] == [
        Category.ADDRESS_TERM,
        Category.CLIMATE,
        Category.SEAT,
        Category.MEDIA,
        Category.ROUTE,
        Category.CHARGING,
        Category.FOOD,
    ]
    assert len({q.category for q in FIRST_QUESTIONS}) == len(set(IDS)) == len(FIRST_QUESTIONS)


def test_nothing_is_asked_that_describes_a_person_beyond_the_car() -> None:
    private = {Category.HEALTH, Category.FAMILY, Category.IDENTITY, Category.SCHEDULE, Category.PHONE}
    assert private & {q.category for q in FIRST_QUESTIONS} == set()
    assert all(categories.sensitivity(q.category, q.english) is not Sensitivity.HIGH for q in FIRST_QUESTIONS)


@QUESTIONS
@LANGUAGES
def test_a_question_is_one_short_question_in_its_language(
    question: FirstQuestion, language: Language
) -> None:
    text = question.text(language)
    assert language_of(text) is language
    assert text[-1] in "?？"
    assert len(text) <= 120


@QUESTIONS
@LANGUAGES
def test_a_default_has_the_attribute_and_value_of_the_same_wish(
    question: FirstQuestion, language: Language
) -> None:
    default = question.default(language)
    assert language_of(default.text) is language
    understood = attributes.extract(default.text, question.category, {})[:2]
    assert understood == ((default.attribute, default.value) if default.value else ("", ""))
    assert default == generic_default(question.category, language)


@given(st.sampled_from(Category), st.sampled_from(Language))
def test_there_is_a_default_only_where_there_is_a_question(category: Category, language: Language) -> None:
    assert (generic_default(category, language) is None) == (worth_asking(category) == [])


@given(st.dictionaries(st.sampled_from(IDS), st.integers(-60, 60)))
def test_a_question_rests_for_thirty_days_and_the_order_stays(days_ago: dict[str, int]) -> None:
    asked = {question: UtcMicros(NOW - days * DAY) for question, days in days_ago.items()}
    left = [q.id for q in not_put_lately(worth_asking(), asked, NOW)]
    assert left == [i for i in IDS if i not in asked or not 0 <= days_ago[i] < REST // DAY]
