"""Numbers in words, Chinese and English, to digits in place: `二十四度` → `24度`, `level two` → `level 2`."""

import re

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "幺": 1}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_D = "零〇一二两三四五六七八九幺"
# 一 is a number only where the next character does not make another word of it.
_ONE_IS_A_WORD = f"一(?=[些下直起样定般路边会共旦向切律致概个半同味家]|点(?![{_D}]))"
_CHINESE = re.compile(
    rf"百分之([{_D}十百\d]+)"
    rf"|{_ONE_IS_A_WORD}"
    rf"|([{_D}]*[{_D}十百千]+)(?:点([{_D}]+)(?![十分刻]))?(成)?"
)

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_WORDS = {word: i for i, word in enumerate(_SMALL)} | {
    word: 10 * i
    for i, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_TENS = "|".join(w for w in _WORDS if w.endswith("ty"))
_ONES = "|".join(_SMALL[1:10])
_UNDER_100 = rf"(?:(?:{_TENS})(?:[- ](?:{_ONES}))?|{'|'.join(reversed(_SMALL))})"
_ENGLISH = re.compile(
    r"(?<!this )(?<!that )(?<!the )(?<!no )(?<!each )(?<!which )(?<!any )(?<!every )"
    rf"\b(?:(?P<hundreds>{_ONES}) hundred(?: and)?(?: (?P<rest>{_UNDER_100}))?|(?P<small>{_UNDER_100}))\b"
    r"(?! (?:of|pedal|way|more|another)\b)"
)


def with_digits(text: str) -> str:
    """The text with its numerals in digits; percentages as `80%`. Expects plain (case folded) text.

    Numbers that name nothing (一起, this one) stay as they are.
    """
    return _ENGLISH.sub(_english, _CHINESE.sub(_chinese, text))


def _chinese(found: re.Match[str]) -> str:
    percent, whole, fraction, tenths = found.groups()
    if percent:
        return f"{percent if percent.isdigit() else _value(percent)}%"
    if whole is None or whole in ("百", "千", "两三", "三两", "三五", "百千"):
        return found.group()
    if tenths:
        return f"{_value(whole) * 10}%"
    return f"{_value(whole)}.{_digits(fraction)}" if fraction else str(_value(whole))


def _value(numeral: str) -> int:
    if all(c in _DIGITS for c in numeral):
        return int(_digits(numeral))
    total = digit = 0
    unit = 10
    for c in numeral:
        if c in "零〇":
            unit = 10
        elif c in _DIGITS:
            digit = _DIGITS[c]
        else:
            unit = _UNITS[c]
            total, digit = total + (digit or 1) * unit, 0
    return total + digit * (unit // 10)  # 一百一 is 110, 一百零一 is 101


def _digits(numeral: str) -> str:
    return "".join(str(_DIGITS[c]) for c in numeral)


def _english(found: re.Match[str]) -> str:
    if found["small"]:
        return str(_under_100(found["small"]))
    return str(_WORDS[found["hundreds"]] * 100 + (_under_100(found["rest"]) if found["rest"] else 0))


def _under_100(words: str) -> int:
    return sum(_WORDS[word] for word in re.split("[- ]", words))
