"""Lists of phrases and how to find them in Chinese, English and mixed text. No grammar.

A text becomes tokens: one for each Han character, one for each word or number of another script. The
longest phrase wins at each place and hides the shorter ones inside it, which keeps the senses of words
apart: `座椅加热` is found as such and not as `加热`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

# A placeholder of a redacted name (⟦place:3⟧) is one token.
_TOKEN = re.compile(r"⟦[a-z_]+:\d+⟧|[㐀-䶿一-鿿]|[^\W_㐀-䶿一-鿿]+(?:[.'’][^\W_㐀-䶿一-鿿]+)*|[!！?？]")
_PLACEHOLDER_KIND = re.compile(r"⟦([a-z_]+):\d+⟧")


def plain(text: str) -> str:
    """NFKC, case folded, typographic apostrophes straightened: what all word lists are written in."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def tokens(text: str) -> list[str]:
    """The tokens of a text, plural and possessive `s` taken off English words, names as `⟦kind⟧`."""
    return [_stem(token) for token in _TOKEN.findall(plain(text))]


def _stem(token: str) -> str:
    if token[0] == "⟦":
        return _PLACEHOLDER_KIND.sub(r"⟦\1⟧", token)
    if token.endswith("'s"):
        return token[:-2]
    if len(token) > 3 and token[-1] == "s" and token[-2] not in "sui" and token.isascii():
        return token[:-1]
    return token


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Generic[T]):
    """A phrase found at tokens start (inclusive) to end (exclusive)."""

    start: int
    end: int
    value: T


class Lexicon(Generic[T]):
    """Phrases, each with a value. Later entries replace earlier ones of the same words."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        self._entries: Mapping[str, T] = {" ".join(tokens(phrase)): value for phrase, value in entries}
        self._longest = max((key.count(" ") + 1 for key in self._entries), default=0)

    def find(self, text: str) -> list[Found[T]]:
        """Phrases in the order of the text, not overlapping, the longest first at each token."""
        return self.find_tokens(tokens(text))

    def find_tokens(self, words: list[str]) -> list[Found[T]]:
        """The same over tokens made by `tokens`."""
        found: list[Found[T]] = []
        at = 0
        while at < len(words):
            match = self._longest_at(words, at)
            if match is not None:
                found.append(match)
            at = match.end if match is not None else at + 1
        return found

    def _longest_at(self, words: list[str], at: int) -> Found[T] | None:
        for size in range(min(self._longest, len(words) - at), 0, -1):
            key = " ".join(words[at : at + size])
            if key in self._entries:
                return Found(start=at, end=at + size, value=self._entries[key])
        return None


def phrases(listed: str) -> list[str]:
    """`a, b c, d` to its phrases; line breaks count as spaces."""
    return [part for part in (piece.strip() for piece in listed.replace("\n", " ").split(",")) if part]
