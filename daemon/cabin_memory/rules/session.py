"""Conversations: what they weigh, where they begin and end, and what "last time" may mean in them (DESIGN 6).

    strength = 0.3 · messages + 0.5 · changes + 0.2 · confirmations
    score    = topic · time · strength

Each count n becomes n / (n + h), which is 0 for none, 1/2 for h and never reaches 1; h is 3 for messages and
1 for changes and confirmations. Time is 1 in the present conversation and 0.3^k in the k-th one before it: of
two that changed something the later one counts, unless the earlier one is much closer to the topic. What the
present conversation holds comes first whatever the scores are.

Conversations that are over are found in what is stored. One lasts as long as no pause is longer than the life
of a working memory; turns without a name form conversations of their own.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cabin_memory.domain import lexicon_back_references as words
from cabin_memory.domain.conversation import Turn
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.memory import MemoryRecord, Occasion
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Kind, Outcome, Role

MESSAGES, CHANGES, CONFIRMATIONS = 0.3, 0.5, 0.2
"""Weights of the strength."""
_HALF_MESSAGES, _HALF_CHANGES, _HALF_CONFIRMATIONS = 3, 1, 1
EACH_BACK = 0.3
COMPARABLE = 0.9
"""Share of the closest one's likeness to the topic from which another is a request of the same kind."""

_CONFIRMS = re.compile(
    r"(?:嗯|好|可以|行|对|没错|没问题|就这样|就这么办|是|要得|成|谢谢|[的了吧啊呀]"
    r"|\b(?:ok|okay|yes|yeah|yep|sure|fine|great|good|perfect|right|thanks?|thank you|please|do (?:it|that)"
    r"|that's|sounds|go ahead|all|exactly|correct)\b|\W)+"
)
_LONGEST_YES = 40
_MATTER = re.compile(rf"{words.MATTERS_CHINESE}|(?<![\w⟦])(?:{words.MATTERS_ENGLISH})\b")
# Intents that ask and change nothing.
_ASKS = re.compile(
    r"^(?:smalltalk|chitchat)\b|[._:/-](?:query|get|ask|search|show|what|where|when|status|info)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What happened in a conversation, as far as it is known."""

    messages: int = 0
    changes: int = 0
    confirmations: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A memory on one of the occasions on which it was told or lived."""

    memory: MemoryRecord
    at: UtcMicros
    session: str = ""

    def as_told(self) -> MemoryRecord:
        """The memory with the time and the conversation of this occasion."""
        then = replace(self.memory.provenance, time=self.at, session=self.session)
        return replace(self.memory, provenance=then)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation that is stored; `told` is in the order of time and not empty."""

    name: str
    told: tuple[Told, ...]

    @property
    def ended(self) -> UtcMicros:
        """When its last turn was, as far as is known."""
        return self.told[-1].at


@dataclass(frozen=True, slots=True, kw_only=True)
class Referent:
    """Something that "last time" may mean."""

    told: Told
    back: int
    """How many conversations ago; 0 is the present one."""
    topic: float
    """Likeness to what is spoken of, 0 to 1."""
    strength: float
    """Of its conversation, 0 to 1."""
    special: float = 0.0
    """Share of what is more than the name of the matter (`后排` of `后排空调`) that it has."""

    @property
    def time(self) -> float:
        return float(EACH_BACK**self.back)

    @property
    def score(self) -> float:
        """0 to 1."""
        return self.topic * self.time * self.strength


# --- strength --------------------------------------------------------------------------------------------
def strength(tally: Tally) -> float:
    """0 for a conversation without a turn, below 1 for any."""
    return (
        MESSAGES * _share(tally.messages, _HALF_MESSAGES)
        + CHANGES * _share(tally.changes, _HALF_CHANGES)
        + CONFIRMATIONS * _share(tally.confirmations, _HALF_CONFIRMATIONS)
    )


def _share(count: int, half: int) -> float:
    return count / (count + half)


def tally_of_turns(turns: Sequence[Turn]) -> Tally:
    """Of a conversation that is under way. Only people and cars change and confirm something."""
    return Tally(
        messages=len(turns),
        changes=sum(turn.role is not Role.ASSISTANT and changes(turn) for turn in turns),
        confirmations=len(confirmed(turns)),
    )


def tally_of_told(told: Iterable[Told]) -> Tally:
    """Of a conversation that is over, from what is stored of it."""
    memories = [one.memory for one in told]
    return Tally(
        messages=len(memories),
        changes=sum(changed_something(memory) for memory in memories),
        confirmations=sum(m.outcome is Outcome.ACCEPTED or confirms(m.text) for m in memories),
    )


def joined(one: Tally, other: Tally) -> Tally:
    """What two accounts of the same conversation know together: the greater count each."""
    return Tally(
        messages=max(one.messages, other.messages),
        changes=max(one.changes, other.changes),
        confirmations=max(one.confirmations, other.confirmations),
    )


def changes(turn: Turn) -> bool:
    """Whether a turn set something in the car."""
    return _sets(turn.intent, bool(turn.slots), turn.outcome)


def changed_something(memory: MemoryRecord) -> bool:
    """The same of a memory; a command whose value was understood counts without slots too."""
    understood = memory.kind is Kind.EPISODE and bool(memory.value)
    return _sets(memory.intent, bool(memory.slots) or understood, memory.outcome)


def _sets(intent: str, settled: bool, outcome: Outcome) -> bool:
    asked = _ASKS.search(plain(intent)) is not None
    return (settled or bool(intent)) and not asked and outcome is not Outcome.REJECTED


def confirms(text: str) -> bool:
    """Whether a sentence only says yes to what was before it."""
    said = plain(text).strip()
    short = 0 < len(said) <= _LONGEST_YES and any(c.isalnum() for c in said)
    return short and _CONFIRMS.fullmatch(said) is not None


def confirmed(turns: Sequence[Turn]) -> list[Turn]:
    """What people said or did that was accepted: as it was reported, or by the yes that came next."""
    found: list[Turn] = []
    waiting: Turn | None = None
    for turn in turns:
        if turn.role is Role.ASSISTANT:
            continue
        if confirms(turn.text):
            found += [waiting] if waiting else []
            waiting = None
        elif turn.outcome is Outcome.ACCEPTED:
            found.append(turn)
            waiting = None
        else:
            waiting = turn
    return found


# --- conversations that are stored -----------------------------------------------------------------------
def occasions(memory: MemoryRecord) -> tuple[Occasion, ...]:
    """Every occasion that is known of a memory, the latest last."""
    source = memory.provenance
    return (*memory.earlier, Occasion(time=source.time, session=source.session))


def told_within(memories: Iterable[MemoryRecord], since: UtcMicros, until: UtcMicros) -> list[Told]:
    """What was told in this stretch of time, each on its last occasion there; the newest first."""
    found = []
    for memory in memories:
        times = [one for one in occasions(memory) if since <= one.time < until]
        if times:
            last = max(times, key=lambda one: one.time)
            found.append(Told(memory=memory, at=last.time, session=last.session))
    return sorted(found, key=lambda one: (-one.at, one.memory.id))


def sessions(memories: Iterable[MemoryRecord], pause: int) -> list[Session]:
    """Conversations, the newest first; one ends when nothing is told for `pause` microseconds."""
    by_name: dict[str, list[Told]] = {}
    for memory in memories:
        for one in occasions(memory):
            told = Told(memory=memory, at=one.time, session=one.session)
            by_name.setdefault(one.session, []).append(told)
    found = [
        Session(name=name, told=tuple(run)) for name, told in by_name.items() for run in _runs(told, pause)
    ]
    return sorted(found, key=lambda session: (-session.ended, session.name))


def _runs(told: list[Told], pause: int) -> list[list[Told]]:
    runs: list[list[Told]] = []
    for one in sorted(told, key=lambda one: (one.at, one.memory.id)):
        if runs and one.at - runs[-1][-1].at <= pause:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


# --- what is meant ---------------------------------------------------------------------------------------
def chosen(referents: Iterable[Referent], threshold: float) -> list[Referent]:
    """What may be meant: close enough to the topic, each memory once, the present conversation first."""
    close = [one for one in referents if one.topic >= threshold]
    closest = max((one.topic for one in close), default=0.0)
    special = max((one.special for one in close), default=0.0)
    best: dict[str, Referent] = {}
    for one in sorted(close, key=_order):
        if one.topic >= COMPARABLE * closest and one.special >= special / 2:
            best.setdefault(one.told.memory.id, one)
    return list(best.values())


def _order(one: Referent) -> tuple[bool, float, int, str]:
    return one.back > 0, -one.score, -one.told.at, one.told.memory.id


def because(one: Referent, now: datetime, chinese: bool) -> str:
    """When it was told, in one sentence; the time is local in the zone of `now`."""
    then = datetime.fromtimestamp(one.told.at / 1_000_000, now.tzinfo)
    if chinese:
        when = f"{then.month} 月 {then.day} 日 {then:%H:%M}"
        which = f"你在 {one.back} 次对话之前" if one.back > 1 else "你在上一次对话里" if one.back else "你"
        return f"{which} {when} 说过。"
    when = f"{then.day} {then:%B} at {then:%H:%M}"
    which = (
        f", {one.back} conversations ago"
        if one.back > 1
        else ", in the last conversation"
        if one.back
        else ""
    )
    return f"You said so on {when}{which}."


def habitual(memory: MemoryRecord) -> bool:
    """Whether a memory tells what is usual: it lasts, or was told more than once."""
    return memory.kind is not Kind.EPISODE or memory.occurrences > 1


def qualifiers(topic: str) -> str:
    """What of a topic is more than the name of its matter: `后排` of `后排空调`, `rear` of `rear climate`."""
    return " ".join(_MATTER.sub(" ", plain(topic)).split())
