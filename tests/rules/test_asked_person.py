"""Whose affairs a question asks about."""

import pytest

from cabin_memory.rules.asked_person import about_someone_else, asked_about

MOTHER = ("我妈住在苏州", "My mother lives in Freiburg")


@pytest.mark.parametrize(
    ("question", "memory", "elsewhere"),
    [
        ("我爸住哪儿？", MOTHER[0], True),
        ("我妈住哪儿？", MOTHER[0], False),
        ("我家狗叫什么？", MOTHER[0], True),
        ("我老婆喜欢多少度？", "空调开24度我最舒服", True),
        ("我老婆喜欢多少度？", "老婆坐旁边的时候开到26度", False),
        ("老婆坐旁边的时候空调开多少度？", "空调开24度我最舒服", False),
        ("我女儿喜欢听什么", "孩子上车就放儿歌", False),
        ("我女儿叫什么", "我女儿叫⟦person:1⟧", False),
        ("我孩子怕什么", "⟦person:1⟧晕车", False),
        ("送妈妈去医院走哪条路", "去医院走东门", False),
        ("空调多少度合适", "空调开24度我最舒服", False),
        ("Where does my father live?", MOTHER[1], True),
        ("Where does my mother live?", MOTHER[1], False),
        ("What is my brother's name?", MOTHER[1], True),
        ("What is my dog called?", MOTHER[1], True),
        ("How warm does my husband like it?", "I like the cabin at 22 degrees", True),
        ("How warm does my husband like it?", "My husband likes it at 20 degrees", False),
        ("How warm should it be with my wife next to me?", "I like the cabin at 22 degrees", False),
        ("Where do my kids go to school?", "My daughter goes to Elm School", False),
        ("How do I get to my office?", "I take the tunnel to the office", False),
    ],
)
def test_whose_affairs_are_asked_for(question: str, memory: str, elsewhere: bool) -> None:
    assert about_someone_else(asked_about(question), memory) is elsewhere


def test_the_subject_that_the_assistant_named_counts() -> None:
    assert about_someone_else(asked_about("我女儿喜欢听什么"), "喜欢听小猪佩奇", "儿子") is True
    assert about_someone_else(asked_about("我女儿喜欢听什么"), "喜欢听小猪佩奇", "女儿") is False
