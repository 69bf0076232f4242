"""A question asks for a setting, or for what was ruled out; other settings of the same topic do not count."""

import pytest
from memories import memory

from cabin_memory.domain.vocabulary import Category, Polarity
from cabin_memory.rules.asked_setting import asks_for


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
