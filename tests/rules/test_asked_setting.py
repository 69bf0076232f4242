"""A question asks for a setting, or for what was ruled out; other settings of the same topic do not count."""

from dataclasses import replace

import pytest
from memories import memory

from cabin_memory.domain.vocabulary import Category, Polarity
from cabin_memory.rules.asked_setting import asks_for, warns


@pytest.mark.parametrize(
    ("question", "category", "attribute", "polarity"),
    [
        ("Which temperature suits me?", Category.CLIMATE, "climate.temperature", Polarity.WANTS),
        ("我一般开几度", Category.CLIMATE, "climate.temperature", Polarity.WANTS),
        ("风量平时多大", Category.CLIMATE, "climate.fan", Polarity.WANTS),
        ("How high do I have the seat heating?", Category.SEAT, "seat.heating", Polarity.WANTS),
        ("电池充到多少算够", Category.CHARGING, "charging.limit", Polarity.WANTS),
        ("What do I want to avoid on the road?", Category.ROUTE, "route.tunnel", Polarity.AVOIDS),
        ("我不吃什么来着", Category.FOOD, "food.cilantro", Polarity.AVOIDS),
    ],
)
def test_asked_for(question: str, category: Category, attribute: str, polarity: Polarity) -> None:
    assert asks_for(question, category, memory(category=category, attribute=attribute, polarity=polarity))


@pytest.mark.parametrize(
    ("question", "category", "attribute", "polarity"),
    [
        ("我一般开几度", Category.CLIMATE, "climate.fan", Polarity.WANTS),
        ("我一般开几度", Category.SEAT, "seat.recline", Polarity.WANTS),
        ("Play something", Category.MEDIA, "media.genre.jazz", Polarity.WANTS),
        ("What do I want to avoid on the road?", Category.ROUTE, "route.highway", Polarity.WANTS),
        ("我一般开几度", Category.CLIMATE, "", Polarity.WANTS),
    ],
)
def test_not_asked_for(question: str, category: Category, attribute: str, polarity: Polarity) -> None:
    assert not asks_for(question, category, memory(category=category, attribute=attribute, polarity=polarity))


@pytest.mark.parametrize(
    ("question", "category", "text", "warned"),
    [
        ("花生能吃吗？", Category.FOOD, "我对花生过敏", True),
        ("Find me a restaurant", Category.NAVIGATION, "I am allergic to peanuts", True),
        ("放首歌", Category.MEDIA, "我对花生过敏", False),
        ("Find me a restaurant", Category.FOOD, "I had my check-up in May", False),
    ],
)
def test_what_harms_a_person_is_asked_for_by_every_question_about_food(
    question: str, category: Category, text: str, warned: bool
) -> None:
    known = replace(memory(category=Category.HEALTH, attribute=""), text=text)
    assert (asks_for(question, category, known) or warns(question, known)) is warned
