"""What the finders of names share."""

import re

Span = tuple[int, int]
"""Start and end of a name, in characters of the text."""

HAN = "㐀-䶿一-鿿"
"""For a class of a regular expression."""


def any_of(listed: str) -> str:
    """Words as alternatives of a regular expression, the longest first."""
    return "|".join(sorted(map(re.escape, listed.split()), key=len, reverse=True))


def stands_before(pattern: re.Pattern[str], text: str, at: int, within: int = 60) -> bool:
    """Whether a pattern that ends in `$` matches up to there.

    It looks back no more than `within` characters, so that the time of a long text stays linear.
    """
    return pattern.search(text, max(0, at - within), at) is not None
