"""A few sentences about what matters, for an assistant that prompts a language model with them.

Whole sentences only, the most useful first, within the characters that the caller gave. What was stated is
said plainly; what was inferred, or is not sure, is hedged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.text import Language, language_of
from cabin_memory.domain.vocabulary import Category, Kind, Source

UNCERTAIN_BELOW = 0.8
"""Confidence below which a memory is worded as uncertain (DESIGN: honesty)."""
_ENDINGS = "。.!！；;，, "
_QUESTIONS = "?？"


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """The text and the memories that it was made of, in its order."""

    text: str
    ids: tuple[str, ...]


def brief(
    memories: Sequence[RankedMemory], texts: Mapping[str, str], language: Language, max_chars: int
) -> Briefing:
    """As many whole sentences as fit, each from one memory.

    Args:
        memories: best first, free of contradictions.
        texts: memory id to its text with names restored.
        max_chars: greatest length of the text; a first sentence that is longer is cut and ends in `…`.
    """
    text, ids = "", []
    for ranked in sorted(memories, key=_order):
        sentence = _sentence(ranked, texts[ranked.memory.id], language)
        # A full-width stop brings its own space.
        longer = f"{text} {sentence}" if text[-1:].isascii() and text else f"{text}{sentence}"
        if len(longer) <= max_chars:
            text = longer
            ids.append(ranked.memory.id)
    if not ids and memories and max_chars > 1:
        first = min(memories, key=_order)
        text = _sentence(first, texts[first.memory.id], language)[: max_chars - 1] + "…"
        ids = [first.memory.id]
    return Briefing(text=text, ids=tuple(ids))


def _order(ranked: RankedMemory) -> tuple[int, float]:
    """How the person wants to be spoken to, then what is surely wished, then the rest by score."""
    memory = ranked.memory
    if memory.category is Category.STYLE:
        return 0, -ranked.score
    sure = memory.kind is Kind.PREFERENCE and not _unsure(ranked)
    return (1 if sure else 2), -ranked.score


def _unsure(ranked: RankedMemory) -> bool:
    return ranked.memory.source is not Source.STATED or ranked.memory.confidence < UNCERTAIN_BELOW


def _sentence(ranked: RankedMemory, text: str, language: Language) -> str:
    """The person's words, which need not be in the language of the answer, with the stop that fits them."""
    words = text.strip().rstrip(_ENDINGS)
    hedged = _unsure(ranked)
    chinese = language_of(words) is Language.CHINESE or (hedged and language is Language.CHINESE)
    asked = words[-1:] in _QUESTIONS and words != ""
    stop = ("？" if asked else "。") if chinese else ("?" if asked else ".")
    whole = words.rstrip(_QUESTIONS) + stop
    if not hedged:
        return whole
    return f"据最近提到，{whole}" if language is Language.CHINESE else f"It seems that: {whole}"
