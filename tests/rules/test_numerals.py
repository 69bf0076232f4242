"""Numbers in words to digits, and phrase lists."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.lexicon import Lexicon, phrases, plain, tokens
from cabin_memory.domain.numerals import with_digits
from rules.texts import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("空调二十四度", "空调24度"),
        ("二十五点五度", "25.5度"),
        ("充到百分之八十", "充到80%"),
        ("百分之90", "90%"),
        ("充到八成", "充到80%"),
        ("一档", "1档"),
        ("第二格", "第2格"),
        ("九五号汽油", "95号汽油"),
        ("一点五倍速", "1.5倍速"),
        ("三点五十分", "3点50分"),
        ("一百一", "110"),
        ("一百零五", "105"),
        ("一百二十三", "123"),
        ("一点点", "一点点"),
        ("一起走", "一起走"),
        ("两三档", "两三档"),
        ("level two", "level 2"),
        ("twenty-six degrees", "26 degrees"),
        ("twenty five percent", "25 percent"),
        ("one hundred and five", "105"),
        ("this one", "this one"),
        ("one pedal driving", "one pedal driving"),
        ("someone", "someone"),
    ],
)
def test_numerals(text: str, expected: str) -> None:
    assert with_digits(text) == expected


@given(st.integers(1, 99))
def test_every_number_below_a_hundred(number: int) -> None:
    tens, ones = divmod(number, 10)
    digits = "零一二三四五六七八九"
    chinese = ("" if tens < 2 else digits[tens]) + ("十" if tens else "") + (digits[ones] if ones else "")
    assert with_digits(f"开到{chinese}度") == f"开到{number}度"


@given(sentences)
def test_any_text_stays_without_numerals(text: str) -> None:
    once = with_digits(plain(text))
    assert with_digits(once).replace(" ", "") == with_digits(with_digits(once)).replace(" ", "")


def test_tokens_are_characters_words_and_names() -> None:
    assert tokens("我家's ⟦place:12⟧ Seats!") == ["我", "家", "s", "⟦place⟧", "seat", "!"]
    assert tokens("the bus, my wife's glasses") == ["the", "bus", "my", "wife", "glasse"]


def test_the_longest_phrase_hides_the_shorter() -> None:
    lexicon = Lexicon([("加热", 1), ("座椅加热", 2), ("seat heating", 2), ("seat", 3)])
    assert [f.value for f in lexicon.find("座椅加热和方向盘加热")] == [2, 1]
    assert [f.value for f in lexicon.find("Seat heating for both seats")] == [2, 3]
    assert lexicon.find("") == []


def test_phrases_of_a_list() -> None:
    assert phrases("a, b c,\n  d ,, ") == ["a", "b c", "d"]


@given(st.lists(st.sampled_from(["座椅", "加热", "seat", "heating"]), max_size=8))
def test_what_is_found_does_not_overlap(words: list[str]) -> None:
    lexicon = Lexicon([(p, p) for p in ("座椅", "加热", "座椅 加热", "seat heating", "heating seat")])
    found = lexicon.find(" ".join(words))
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
