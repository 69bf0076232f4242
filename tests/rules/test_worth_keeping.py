"""What is not worth keeping at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.rules.worth_keeping import nothing


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "好的，就这样",
        "嗯嗯",
        "谢谢你！",
        "👍",
        "……",
        "hello",
        "OK.",
        "Yes, thanks!",
        "good morning",
        "hm",
        "不用了",
    ],
)
def test_nothing_in_it(text: str) -> None:
    assert nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "好冷",
        "我喜欢爵士",
        "不要走高速",
        "行李放后备箱",
        "早餐吃面",
        "right lane please",
        "no tunnels",
        "cool the cabin",
        "stop at the bakery",
        "thanks to Ben I know the way",
        "24",
        "call me Sam",
    ],
)
def test_something_in_it(text: str) -> None:
    assert not nothing(text)


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    assert nothing(text) in (True, False)
