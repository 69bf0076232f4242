"""A few sentences about what matters, for an assistant that prompts a language model with them.

Whole sentences only, the most useful first, within the characters that the caller gave. What was stated is
said plainly; what was inferred, or is not sure, is hedged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Kind, Source

UNCERTAIN_BELOW = 0.8
"""Confidence below which a memory is worded as uncertain (DESIGN: honesty)."""
_ENDINGS = "。.!！；;，, "


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
    joint = "" if language is Language.CHINESE else " "
    text, ids = "", []
    for ranked in sorted(memories, key=_order):
        sentence = _sentence(ranked, texts[ranked.memory.id], language)
        longer = f"{text}{joint}{sentence}" if text else sentence
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
    words = text.strip().rstrip(_ENDINGS)
    if language is Language.CHINESE:
        return f"据最近提到，{words}。" if _unsure(ranked) else f"{words}。"
    return f"It seems that: {words}." if _unsure(ranked) else f"{words}."
