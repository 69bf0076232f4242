"""Results of several channels into one order, and no two answers that contradict each other."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from cabin_memory.domain import lexicon_lasting as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.vocabulary import Kind, Polarity, Source

CHANNELS = ("vectors", "reflections", "attributes", "text", "entities", "session")

_BELIEVED = (Source.REFLECTED, Source.INFERRED, Source.STATED)
_OPPOSITE = frozenset({Polarity.WANTS, Polarity.AVOIDS})


_WHAT_HAPPENED = re.compile(
    r"上次|上回|刚才|刚刚|昨天|前天|那天|那次|之前|什么时候|几点.{0,4}[了的]|今天.{0,6}[了过]"
    r"|有没有.{0,6}过|是不是.{0,8}过"
    r"|\b(?:last|ago|yesterday|earlier|before|just now|when did|did (?:i|we)|have (?:i|we)"
    r"|was it|what happened)\b"
)
_EXCEPTION, _NOW = re.compile(words.EXCEPTION), re.compile(words.NOW)
TRIFLE = 4
"""Importance of small talk and one-off commands (DESIGN 6)."""
OUTBURST = 0.6
"""Confidence up to which a memory was not meant as it was said (rules/importance)."""


def fuse(channels: Mapping[str, Sequence[int]], rank_constant: int = 60) -> list[int]:
    """Rows of all channels, best first, by reciprocal rank fusion: Σ 1/(k + rank), rank from 1.

    Each channel lists its rows best first. Equal sums are ordered by row, so that the order is stable.
    (Cormack, Clarke and Büttcher 2009.)
    """
    sums: dict[int, float] = {}
    for rows in channels.values():
        for rank, row in enumerate(dict.fromkeys(rows), start=1):
            sums[row] = sums.get(row, 0.0) + 1.0 / (rank_constant + rank)
    return sorted(sums, key=lambda row: (-sums[row], row))


def without_contradictions(
    ranked: Iterable[RankedMemory],
) -> tuple[list[RankedMemory], list[RankedMemory]]:
    """(kept, left out), both in the order given; no two of the kept contradict each other.

    Of two that do, what is more to the point stays: one's own before the household's, what was made for a
    situation (all conditions hold by now) before what is general, stated before inferred, then the newer.
    """
    given = list(ranked)
    kept: set[int] = set()
    for at in sorted(range(len(given)), key=lambda i: _claim(given[i]), reverse=True):
        if not any(contradict(given[at].memory, given[other].memory) for other in kept):
            kept.add(at)
    return [given[i] for i in sorted(kept)], [given[i] for i in range(len(given)) if i not in kept]


def without_repeats(ranked: Iterable[RankedMemory]) -> tuple[list[RankedMemory], list[RankedMemory]]:
    """(kept, left out), both in the order given: what two people said for everyone is one answer."""
    kept: list[RankedMemory] = []
    left: list[RankedMemory] = []
    for one in ranked:
        (left if any(_same(one.memory, other.memory) for other in kept) else kept).append(one)
    return kept, left


def _same(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether two lasting memories say the same in the same words, or set one attribute to one value."""
    if Kind.EPISODE in (one.kind, other.kind) or one.conditions != other.conditions:
        return False
    if one.text == other.text:
        return True
    setting = (one.attribute, one.value, one.polarity)
    return bool(one.attribute and one.value) and setting == (other.attribute, other.value, other.polarity)


def to_the_point(
    ranked: Iterable[RankedMemory], question: str, today: Callable[[MemoryRecord], bool]
) -> tuple[list[RankedMemory], list[RankedMemory]]:
    """(kept, left out). What was said in anger or sarcasm never stands beside something sure on its topic.

    A passing command, small talk and what was meant for a day that is over stand beside nothing that lasts,
    unless the question is what happened. What was meant for today comes before what is usual.

    Args:
        today: whether a memory was told on this day.
    """
    given = list(ranked)
    dated = {at for at, one in enumerate(given) if _for_now(one.memory)}
    now = {at for at in dated if today(given[at].memory)}
    for_today = [given[at].memory for at in sorted(now)]
    sure = {one.memory.category for one in given if one.memory.confidence > OUTBURST}
    lasting = any(one.memory.kind is not Kind.EPISODE and not _step(one.memory) for one in given)
    passing = lasting and not _WHAT_HAPPENED.search(plain(question))

    def beside(at: int, memory: MemoryRecord) -> bool:
        if memory.confidence <= OUTBURST and memory.category in sure:
            return True
        if at in now:
            return False
        if passing and (_trifle(memory) or at in dated):
            return True
        return any(contradict(memory, other) for other in for_today)

    left = {at for at, one in enumerate(given) if beside(at, one.memory)}
    return [one for at, one in enumerate(given) if at not in left], [given[at] for at in sorted(left)]


def _for_now(memory: MemoryRecord) -> bool:
    """Something definite, but for the day that it names ("just today 18 degrees")."""
    if memory.kind is not Kind.EPISODE or not memory.value or _step(memory):
        return False
    said = plain(memory.text)
    return _EXCEPTION.search(said) is not None or _NOW.search(said) is not None


def _trifle(memory: MemoryRecord) -> bool:
    """A step, or an episode that mattered little when it was told first, however often it came back."""
    if _step(memory):
        return True
    return memory.kind is Kind.EPISODE and memory.importance - (memory.occurrences - 1) <= TRIFLE


def _step(memory: MemoryRecord) -> bool:
    """Relative to a moment that is over: "a bit back" tells nobody where the seat is."""
    return memory.attribute.endswith(".change")


def contradict(one: MemoryRecord, other: MemoryRecord) -> bool:
    """Whether two memories say different things of one attribute. Mere steps (`.change`) never do."""
    if not one.attribute or one.attribute != other.attribute or one.attribute.endswith(".change"):
        return False
    if {one.polarity, other.polarity} == _OPPOSITE:
        # "not 24" and "26" agree; "no highway" and "highway" do not.
        return one.value == other.value or {one.value, other.value} <= {"", "yes", "no"}
    return one.value != other.value and bool(one.value and other.value)


def _claim(ranked: RankedMemory) -> tuple[bool, int, int, int, float]:
    memory = ranked.memory
    return (
        not ranked.household,
        len(memory.conditions),
        _BELIEVED.index(memory.source),
        memory.provenance.time,
        ranked.score,
    )
