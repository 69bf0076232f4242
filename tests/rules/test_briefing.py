"""A briefing: whole sentences, sure ones first and plain, unsure ones hedged, never longer than asked."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import memory

from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Kind, Source
from cabin_memory.rules.briefing import brief


def _ranked(number: int, score: float, **fields: object) -> RankedMemory:
    made = replace(memory(), id=f"m{number}", **fields)  # type: ignore[arg-type]
    return RankedMemory(memory=made, score=score, relevance=0.9, recency=0.5, channels={}, because="x")


def test_sure_wishes_come_before_what_happened_and_style_before_all() -> None:
    happened = _ranked(1, 0.9, kind=Kind.EPISODE, confidence=0.95)
    wished = _ranked(2, 0.5, kind=Kind.PREFERENCE, confidence=0.95)
    style = _ranked(3, 0.1, kind=Kind.PREFERENCE, category=Category.STYLE, confidence=0.95)
    texts = {"m1": "今天去了公园。", "m2": "空调二十四度", "m3": "说话简短一点"}
    made = brief([happened, wished, style], texts, Language.CHINESE, 600)
    assert made.ids == ("m3", "m2", "m1")
    assert made.text == "说话简短一点。空调二十四度。今天去了公园。"


def test_what_is_not_sure_is_hedged_in_both_languages() -> None:
    unsure = _ranked(1, 0.9, confidence=0.7)
    inferred = _ranked(2, 0.8, source=Source.INFERRED, confidence=0.95)
    texts = {"m1": "喜欢爵士", "m2": "likes jazz"}
    assert brief([unsure], texts, Language.CHINESE, 600).text == "据最近提到，喜欢爵士。"
    assert brief([inferred], texts, Language.ENGLISH, 600).text == "It seems that: likes jazz."


@pytest.mark.parametrize("language", Language)
def test_each_sentence_ends_as_its_own_language_does(language: Language) -> None:
    texts = {
        "m1": "空调24度",
        "m2": "I like jazz",
        "m3": "Never the motorway!",
        "m4": "别走隧道.",
        "m5": "走哪条路?",
    }
    ranked = [_ranked(number, 1 - number / 10, confidence=0.95) for number in range(1, 6)]
    made = brief(ranked, texts, language, 600)
    assert made.text == "空调24度。I like jazz. Never the motorway. 别走隧道。走哪条路？"


def test_a_hedge_in_chinese_ends_in_chinese() -> None:
    unsure = _ranked(1, 0.9, confidence=0.7)
    assert brief([unsure], {"m1": "likes jazz."}, Language.CHINESE, 600).text == "据最近提到，likes jazz。"
    assert brief([unsure], {"m1": "喜欢爵士"}, Language.ENGLISH, 600).text == "It seems that: 喜欢爵士。"


@given(st.lists(st.text(min_size=1, max_size=80), max_size=8), st.integers(1, 200), st.sampled_from(Language))
def test_never_longer_than_asked_and_every_sentence_has_its_memory(
    said: list[str], most: int, language: Language
) -> None:
    ranked = [_ranked(n, 1 - n / 10) for n in range(len(said))]
    texts = {f"m{n}": text for n, text in enumerate(said)}
    made = brief(ranked, texts, language, most)
    assert len(made.text) <= most
    assert len(set(made.ids)) == len(made.ids)
    assert bool(made.text) == bool(made.ids)
