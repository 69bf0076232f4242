"""A sentence to the terms of the full-text index: Chinese pairs of characters, English stems, numbers.

What is stored and what is asked are cut alike, so both meet: 二十四, 24 and twenty-four are one term; so are
heated, heating and heats.

Chinese is written without spaces, so each run of characters becomes its overlapping pairs
(喜欢吃辣 → 喜欢 欢吃 吃辣) and, when it is stored, its last character alone (辣). Every character is then the
beginning of a term, and a question for one character is answered as "begins with 辣": one more term for each
run instead of one for each character. A number begins a run too (24度 → 24 24度), which tells the third ring
road from the third level.
"""

import re
from collections.abc import Iterator

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.text import Language

_HAN = "〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_TOKEN = re.compile(
    rf"(?P<name>⟦\w+:\d+⟧)"
    rf"|(?P<number>{_NUMBER})(?P<counted>[{_HAN}]*)"
    rf"|(?P<han>[{_HAN}]+)"
    rf"|(?P<word>[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)?)"
)
_ONE_HAN = re.compile(f"[{_HAN}]")

# Words that hold a stop word without meaning it.
_WHOLE = "目的地|目的|的士|的确|了解|了不起|为了|除了|其他|吉他|自我"
_STOPS = (
    "我们|你们|他们|她们|咱们|什么|怎么|这个|那个|这样|那样|一下|一个|是不是|有没有|可不可以|可以|帮我"
    "|[的了吗呢吧啊呀哦嘛噢哎喂我你您他她它咱请]"
)
_WHOLE_OR_STOP = re.compile(f"({_WHOLE})|{_STOPS}")
# Too common to find a memory by when they stand alone; within pairs they may stay.
_NEVER_ALONE = frozenset("是在有就都也把给很太要会能说去来到上下个这那和跟与或但又再还让被向从对为")

_ENGLISH_STOPS = frozenset(
    re.findall(
        r"\w+",
        """
        a an the i me my mine we us our ours you your yours he him his she her hers it its they them their s t
        this that these those there here one is are was were be been being am im ive id ill do does did dont
        doesnt didnt have has had can could would will shall should may might must to of in on at for and or
        but not no with from by as if so than then about into too very just please what when where which who
        whom whose why how thats lets hey ok okay
        """,
    )
)
_VOWEL = re.compile("[aeiouy]")
_SHORTEST_STEM = 3


def terms(text: str) -> list[str]:
    """The distinct terms under which a memory is stored, in the order of the text."""
    return list(dict.fromkeys(_cut(text, stored=True)))


def query_terms(text: str) -> list[str]:
    """The distinct terms that a question is searched by; for those of `is_prefix`, see there."""
    return list(dict.fromkeys(_cut(text, stored=False)))


def is_prefix(term: str) -> bool:
    """Whether a term stands for all that begin with it: one Chinese character alone."""
    return _ONE_HAN.fullmatch(term) is not None


def language(text: str) -> Language:
    """Chinese when it has at least as many Chinese characters as words of other scripts."""
    han = other = 0
    for token in _TOKEN.finditer(plain(text)):
        han += len(token["han"] or token["counted"] or "")
        other += token["word"] is not None
    return Language.CHINESE if han and han >= other else Language.ENGLISH


def _cut(text: str, *, stored: bool) -> Iterator[str]:
    for token in _TOKEN.finditer(with_digits(plain(text))):
        if token["word"]:
            yield from _english(token["word"])
        elif token["name"]:
            yield token["name"]
        else:
            number = _plain_number(token["number"]) if token["number"] else ""
            if number:
                yield number
            yield from _chinese(number, token["han"] or token["counted"], stored=stored)


def _plain_number(digits: str) -> str:
    """`1,000` is 1000, `24.0` is 24."""
    whole, _, fraction = digits.replace(",", "").partition(".")
    fraction = fraction.rstrip("0")
    return f"{int(whole)}.{fraction}" if fraction else str(int(whole))


def _chinese(number: str, run: str, *, stored: bool) -> Iterator[str]:
    """Terms of a run of Chinese characters that may follow a number. Stop words end a segment."""
    segment, end = "", 0
    for found in _WHOLE_OR_STOP.finditer(run):
        segment += run[end : found.start()]
        end = found.end()
        if found[1]:
            segment += found[1]
            continue
        yield from _pairs(number, segment, stored=stored)
        number, segment = "", ""
    yield from _pairs(number, segment + run[end:], stored=stored)


def _pairs(number: str, segment: str, *, stored: bool) -> Iterator[str]:
    """Overlapping pairs of a segment; `number`, when there is one, pairs with the first character."""
    if not segment:
        return
    if number:
        yield number + segment[0]
    yield from (segment[i : i + 2] for i in range(len(segment) - 1))
    alone = len(segment) == 1
    if (stored or alone) and not (number and alone) and segment[-1] not in _NEVER_ALONE:
        yield segment[-1]


def _english(word: str) -> Iterator[str]:
    """The stem of a word, nothing for a stop word. `wife's` is a wife, `it's` a stop word."""
    bare = word.replace("'", "")
    if bare in _ENGLISH_STOPS:
        return
    stem = _stem(word.removesuffix("'s").replace("'", ""))
    if stem not in _ENGLISH_STOPS:
        yield stem


def _stem(word: str) -> str:
    """A light stem: plural, -ing, -ed and a final e go. Consistent rather than correct."""
    if not word.isascii() or len(word) <= _SHORTEST_STEM:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        stem = word[: -len(ending)]
        if word.endswith(ending) and not word.endswith("eed") and _is_stem(stem):
            return _without_e(_undoubled(stem))
    return _without_e(word)


def _is_stem(stem: str) -> bool:
    return len(stem) >= _SHORTEST_STEM and _VOWEL.search(stem) is not None


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and _is_stem(word[:-1]) else word


def _undoubled(stem: str) -> str:
    """stopp → stop; but fall, miss and buzz keep both."""
    double = len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "lszaeiou"
    return stem[:-1] if double else stem
