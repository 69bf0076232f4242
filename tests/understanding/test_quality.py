"""Quality on drivers that nothing was fitted on (drivers.json): floors a few points below what was found."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cabin_memory.codecs import full_text
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.domain.text import Language, Side, Understood, language_of
from cabin_memory.domain.vocabulary import Category
from cabin_memory.outbound.text_understanding import CalibratedUnderstanding
from cabin_memory.rules import categories, relevance

THRESHOLD = RecallSettings().threshold
GIVEN: dict[str, Any] = json.loads((Path(__file__).parent / "drivers.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A memory or a question as the daemon reads it."""

    text: str
    understood: Understood
    category: Category


async def read(understanding: CalibratedUnderstanding, texts: list[str], side: Side) -> list[Told]:
    return [
        Told(
            text=text,
            understood=understood,
            category=categories.categorise(text, posterior=understood.categories),
        )
        for text, understood in zip(texts, await understanding.understand(texts, side), strict=True)
    ]


def judged(question: Told, memory: Told, *, structured: bool = False) -> float:
    cosine = float(
        np.frombuffer(question.understood.search_vector, "<f4")
        @ np.frombuffer(memory.understood.search_vector, "<f4")
    )
    return relevance.relevance(
        question=question.text,
        understood=None if structured else question.understood,
        cosine=None if structured else cosine,
        category=categories.categorise(question.text) if structured else question.category,
        memory_category=memory.category,
        memory_language=memory.understood.language,
        terms=full_text.query_terms(question.text),
        memory_terms=full_text.terms(memory.text),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question to one driver's store: relevance by memory, and which are right."""

    language: Language
    relevances: dict[str, float]
    right: frozenset[str]

    @property
    def shown(self) -> set[str]:
        return {name for name, value in self.relevances.items() if value >= THRESHOLD}

    @property
    def first(self) -> str:
        return max(self.relevances, key=lambda name: self.relevances[name])


async def ask_all(understanding: CalibratedUnderstanding, *, structured: bool) -> AsyncIterator[Asked]:
    for driver in GIVEN["drivers"]:
        memories = await read(understanding, list(driver["memories"].values()), Side.PASSAGE)
        questions = await read(understanding, list(driver["questions"]), Side.QUERY)
        for question in questions:
            yield Asked(
                language=language_of(question.text),
                relevances={
                    name: judged(question, memory, structured=structured)
                    for name, memory in zip(driver["memories"], memories, strict=True)
                },
                right=frozenset(driver["questions"][question.text]),
            )


def top_hit_precision(asked: list[Asked]) -> float:
    fired = [one for one in asked if one.shown]
    return sum(one.first in one.right for one in fired) / len(fired)


def recall(asked: list[Asked]) -> float:
    return sum(len(one.shown & one.right) for one in asked) / sum(len(one.right) for one in asked)


def precision(asked: list[Asked]) -> float:
    return sum(len(one.shown & one.right) for one in asked) / sum(len(one.shown) for one in asked)


@pytest.mark.parametrize(("language", "least"), [(Language.CHINESE, 0.88), (Language.ENGLISH, 0.66)])
async def test_questions_find_their_memories_and_not_their_neighbours(
    understanding: CalibratedUnderstanding, language: Language, least: float
) -> None:
    asked = [a async for a in ask_all(understanding, structured=False) if a.language is language]
    assert top_hit_precision(asked) >= 0.94
    assert recall(asked) >= least
    assert precision(asked) >= 0.84


async def test_without_vectors_there_are_still_answers(understanding: CalibratedUnderstanding) -> None:
    asked = [a async for a in ask_all(understanding, structured=True)]
    assert top_hit_precision(asked) >= 0.8
    assert recall(asked) >= 0.5


@pytest.mark.parametrize(("structured", "most"), [(False, 0.02), (True, 0.04)])
async def test_what_no_memory_answers_gets_no_answer(
    understanding: CalibratedUnderstanding, structured: bool, most: float
) -> None:
    """Share of (question, driver) that show anything."""
    questions = await read(understanding, GIVEN["nothing"], Side.QUERY)
    fired = []
    for driver in GIVEN["drivers"]:
        memories = await read(understanding, list(driver["memories"].values()), Side.PASSAGE)
        fired += [
            max(judged(question, memory, structured=structured) for memory in memories) >= THRESHOLD
            for question in questions
        ]
    assert sum(fired) / len(fired) <= most


async def test_a_question_finds_a_memory_in_the_other_language(
    understanding: CalibratedUnderstanding,
) -> None:
    pairs = [
        ("空调开多少度", "Set the cabin to nineteen degrees, always"),
        ("What kind of music do I like?", "我开车喜欢听古筝"),
        ("我不能吃什么", "I'm allergic to peanuts, none in my food"),
        ("Where do I like to park?", "停车要停在有顶棚的地方"),
    ]
    for question, memory in pairs:
        (asked,) = await read(understanding, [question], Side.QUERY)
        (told,) = await read(understanding, [memory], Side.PASSAGE)
        assert judged(asked, told) >= THRESHOLD, question
