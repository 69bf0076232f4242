"""Reasons and accounts in plain words of the person's language."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Source
from cabin_memory.rules.stated_conditions import parse
from cabin_memory.rules.wording import because, description
from rules.memories import memory, ranked

ZH, EN = Language.CHINESE, Language.ENGLISH


def now(zone: str = "Asia/Shanghai") -> Situation:
    return Situation(local_time=datetime(2026, 3, 9, 8, tzinfo=ZoneInfo(zone)))


@pytest.mark.parametrize(
    ("changes", "chinese", "english"),
    [
        (
            {},
            "你 3 月 3 日 09:06 说过，和“空调”有关。",
            "You said so on 3 March at 09:06, and it is about the climate.",
        ),
        (
            {"category": Category.ROUTE, "conditions": parse("工作日早上走滨江道")},
            "你 3 月 3 日 09:06 说过，和“路线”有关，条件是工作日、早上，现在适用。",
            "You said so on 3 March at 09:06, and it is about routes, "
            "and it applies now (weekdays, the morning).",
        ),
        (
            {"conditions": parse("不赶时间的时候开慢点")},
            "你 3 月 3 日 09:06 说过，和“空调”有关，条件是不是赶时间的时候，现在适用。",
            "You said so on 3 March at 09:06, and it is about the climate, "
            "and it applies now (not being in a hurry).",
        ),
        (
            {"occurrences": 3},
            "你说过 3 次，最近一次是 3 月 3 日 09:06，和“空调”有关。",
            "You said so 3 times, last on 3 March at 09:06, and it is about the climate.",
        ),
        (
            {"source": Source.INFERRED, "occurrences": 4},
            "从你 4 次这样做推测的，和“空调”有关。",
            "Inferred from 4 times you did so, and it is about the climate.",
        ),
        (
            {"source": Source.REFLECTED},
            "这是从你多次的经历里总结的，和“空调”有关。",
            "This was concluded from several of your trips, and it is about the climate.",
        ),
        (
            {"channels": ("vectors", "session")},
            "你 3 月 3 日 09:06 说过，刚才的对话里提到过。",
            "You said so on 3 March at 09:06, and it came up in this conversation.",
        ),
        (
            {"channels": ("entities",)},
            "你 3 月 3 日 09:06 说过，和你提到的人或地点有关。",
            "You said so on 3 March at 09:06, and it is about the name you mentioned.",
        ),
        (
            {"household": True},
            "3 月 3 日 09:06 说过，适用于开这辆车的每个人，和“空调”有关。",
            "Said on 3 March at 09:06 for everyone who drives this car, and it is about the climate.",
        ),
    ],
)
def test_the_reason_for_an_answer(changes: dict[str, Any], chinese: str, english: str) -> None:
    answer = ranked(**changes)
    assert because(answer, now(), ZH) == chinese
    assert because(answer, now(), EN) == english


def test_the_date_is_that_of_the_speakers_zone() -> None:
    assert "2 March at 20:06" in because(ranked(), now("America/New_York"), EN)


def test_without_a_question_the_memory_gives_the_language() -> None:
    assert because(ranked(language=EN), now()).startswith("You said so")
    assert because(ranked(language=ZH), now()).startswith("你")


@given(
    st.sampled_from(list(Category)),
    st.sampled_from(
        ["下雨天", "孩子在后排的时候", "冬天早上", "周末", "一个人的时候", "when it snows", "大雾天"]
    ),
    st.sampled_from([ZH, EN]),
)
def test_every_reason_is_one_whole_sentence(category: Category, when: str, language: Language) -> None:
    words = because(ranked(category=category, conditions=parse(f"{when}慢点开")), now(), language)
    assert words[-1] == ("。" if language is ZH else ".")
    assert "()" not in words
    assert "条件是，" not in words


# --- description -----------------------------------------------------------------------------------------
def several(*changes: dict[str, Any]) -> list[Any]:
    return [memory(id=MemoryId(f"{i:026}"), **one) for i, one in enumerate(changes)]


def test_an_account_is_grouped_by_topic_and_honest() -> None:
    told = several(
        {"text": "我喝茶", "category": Category.FOOD},
        {"text": "空调二十四度。", "category": Category.CLIMATE},
        {"text": "我不吃⟦food:1⟧", "category": Category.FOOD},
        {"text": "好像喜欢爵士", "category": Category.MEDIA, "confidence": 0.7},
        {"text": "回家走东线", "category": Category.ROUTE, "source": Source.INFERRED},
        {"text": "改走西线", "category": Category.ROUTE, "status": MemoryStatus.PENDING},
    )
    texts = {told[2].id: "我不吃香菜"}
    assert description(told, texts, ZH) == (
        "关于你，我记得 6 件事。\n"
        "关于路线：我推测“回家走东线”；还没有确认“改走西线”。\n"
        "关于空调：你说过“空调二十四度”。\n"
        "关于音乐和节目：我不太确定，你好像说过“好像喜欢爵士”。\n"
        "关于饮食：你说过“我喝茶”；你说过“我不吃香菜”。"
    )


def test_an_account_in_english() -> None:
    told = several(
        {"text": "I take the coast road.", "category": Category.ROUTE},
        {"text": "You drive earlier in rain", "category": Category.ROUTE, "kind": Kind.REFLECTION},
    )
    assert description(told, {}, EN) == (
        "I remember 2 things about you.\n"
        'About routes: you said "I take the coast road"; I gather: "You drive earlier in rain".'
    )
    assert description(told[:1], {}, EN).startswith("I remember one thing about you.")


@pytest.mark.parametrize("language", [ZH, EN])
def test_of_a_new_person_nothing_is_invented(language: Language) -> None:
    words = description([], {}, language)
    assert words
    assert not any(claim in words for claim in ("usually", "you like", "你喜欢", "上次", "通常"))


@given(st.lists(st.text(min_size=1, max_size=20), max_size=6), st.sampled_from([ZH, EN]))
def test_every_memory_is_told(texts: list[str], language: Language) -> None:
    told = several(*({"text": text} for text in texts))
    words = description(told, {}, language)
    assert all(one.text.strip().rstrip("。.!！；;") in words for one in told)
