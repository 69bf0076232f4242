"""What becomes of a new sentence beside what is known already (DESIGN 6: writing, conflict).

    repeats a memory                       one memory, told once more
    contradicts what lasts, and lasts      the older one is superseded
    contradicts a habit, said once         pending: the person is asked, or says it again
    contradicts, but for the moment only   both stay: an exception changes no wish

A habit is what was told three times or more. "From today on" and a correction ("no, I meant …") are no slips:
they supersede at once.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.memory import MemoryRecord, Occasion, ScoredObservation
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.relation import Cue, Related, Relation, Statement
from cabin_memory.domain.time import DAY, MINUTE
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Source

HABIT = 3
"""Occurrences from which a wish is a habit."""


class Outcome(StrEnum):
    """What is done with the new sentence."""

    KEEP = "keep"
    MERGE = "merge"
    CONFIRM = "confirm"
    """It says again what was pending: that counts from now on."""
    SUPERSEDE = "supersede"
    ASK = "ask"


_FROM_NOW_ON = re.compile(
    r"以后|今后|往后|从(?:今天|现在|今儿|这次)(?:起|开始)|从此"
    r"|\b(?:from (?:now|today|this (?:day|week|moment)) on(?:wards?)?"
    r"|starting (?:today|now|this)|as of (?:today|now)"
    r"|going forward|in (?:the )?future|for future)\b"
)
_CORRECTION = re.compile(
    r"^(?:不是|不对|错了|说错了|哦不|噢不)|我(?:是说|说的是|的意思是|刚才说错)|更正一下|^改[成为]"
    r"|^(?:(?:no|sorry|wait|oops|actually|well),? )*(?:make|set) (?:that|it) |^no,? (?:wait,? )?(?:\w+ )?\d+$"
    r"|^(?:no|sorry|wait|oops|actually)?[,.]?\s*(?:no[,.]?\s*)?i (?:meant|mean|was saying)\b|\bcorrection\b"
    r"|\bthat's not what i (?:said|meant)\b"
)
_TAKES_THE_PLACE = frozenset({Cue.REPLACES, Cue.ENDS, Cue.LATELY})
_SAYS_SO = _TAKES_THE_PLACE | {Cue.LASTS, Cue.RELEASES}
_MOST_WORDS, _SOME_WORDS, _FEW_WORDS = 0.6, 1 / 3, 0.2
_CERTAIN = 0.9
_HALF = 0.5
_OF_LIFE = frozenset({Category.IDENTITY, Category.FAMILY, Category.SCHEDULE})
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FEW, _SHORT = 6, 10
_JUST_SAID = 2 * MINUTE
_MOST_OCCASIONS = 16
_WITHIN = 3 * DAY
_APART = 15 * MINUTE
"""Turns without a session that lie further apart than a working memory lives belong to two sessions."""
_EPISODE_AT_MOST, _LASTING_AT_MOST, _INFERRED_AT_LEAST = 7, 10, 7


def plainly(new: Statement, old: Statement, found: Mapping[str, float]) -> Relation | None:
    """What a sentence in none but the memory's own words says: the same, or the opposite of it."""
    a, b = new.reading, old.reading
    if (
        found["overlap"] < 1
        or found["novel"] > 0
        or (a.numbers, a.names) != (b.numbers, b.names)
        or not a.words
    ):
        return None
    agrees = new.attribute and (new.attribute, new.value) == (old.attribute, old.value)
    return Relation.NEGATION if found.get("turned_any") and not agrees else Relation.REPEAT


def warranted(related: Related, new: Statement, old: Statement, found: Mapping[str, float]) -> bool:
    """Whether likeness alone may change what is known.

    A likely guess is not enough: a wish that is merged or superseded wrongly is lost to the person, one that
    is kept twice is not. So a repetition must share what it settles, a name or most of its words; a change or
    a negation must say so, of the same matter, or be all but certain. "No scallions" beside "no cilantro" is
    one more wish.

    Args:
        found: the features of the pair (`rules/conflict.features`).
    """
    cues = new.reading.cues
    apart = bool(new.attribute and old.attribute and new.attribute != old.attribute)
    if apart and cues.isdisjoint(_TAKES_THE_PLACE) and not found.get("turned"):
        return False
    # Where somebody works is not changed by where they exercise, however alike the sentences are.
    of_life = {new.category, old.category} & _OF_LIFE
    if of_life and related.relation is not Relation.REPEAT and found["overlap"] < _HALF:
        return False
    certain = related.probability >= _CERTAIN
    shares = any(found.get(name) for name in ("same", "name", "number", "turned", "ended"))
    if related.relation is Relation.REPEAT:
        close = found["overlap"] >= _MOST_WORDS and found["novel"] <= _FEW_WORDS
        settled = bool(found.get("same") or found.get("name") or (certain and found.get("aspect")))
        another = any(found.get(name) for name in ("other", "number_other", "name_other"))
        return (settled or close) and not another and not _another_number(new, old)
    if related.relation is Relation.NEGATION:
        turned = any(found.get(name) for name in ("turned", "ended", "turned_any"))
        return turned and (shares or found["overlap"] >= _SOME_WORDS or not cues.isdisjoint(_TAKES_THE_PLACE))
    matter = shares or bool(found.get("aspect"))
    says_so = not cues.isdisjoint(_SAYS_SO)
    return (says_so and (matter or bool(found.get("thing")))) or (certain and matter)


def _another_number(new: Statement, old: Statement) -> bool:
    """Whether each names a number that the other does not: B2 35 and B2 36 are two places."""
    a, b = new.reading.numbers, old.reading.numbers
    return bool(a - b and b - a)


def corrects(text: str) -> bool:
    """Whether a sentence takes back the one before it."""
    return _CORRECTION.search(plain(text).strip()) is not None


def corrected(new: ScoredObservation, old: MemoryRecord) -> bool:
    """Whether the sentence takes back this memory: the one that it answers, or the one just told."""
    told = new.redacted.observation.provenance
    if told.in_reply_to:
        return told.in_reply_to == old.id
    return (
        bool(told.session)
        and told.session == old.provenance.session
        and 0 <= told.time - old.provenance.time <= _JUST_SAID
        and (new.category is old.category or (corrects(new.redacted.text) and bare(new.redacted.text)))
    )


def bare(text: str) -> bool:
    """Whether a correction is too short to name its matter again: "make that 22", 改成五."""
    said = plain(text).strip(" .,!?。，！？")
    return len(said.split()) <= _FEW if said.isascii() else len(said) <= _SHORT


def inheriting(new: ScoredObservation, old: MemoryRecord) -> ScoredObservation:
    """A correction with what it leaves unsaid: the situation, and where it is bare, the matter too."""
    conditions = new.conditions or old.conditions
    if not bare(new.redacted.text) or new.category is old.category:
        return replace(new, conditions=conditions)
    number = _NUMBER.search(with_digits(plain(new.redacted.text)))
    return replace(
        new,
        kind=old.kind,
        category=old.category,
        sensitivity=old.sensitivity,
        importance=max(new.importance, old.importance),
        polarity=old.polarity,
        attribute=old.attribute if number else "",
        value=number.group() if number and old.attribute else "",
        conditions=conditions,
        subject=new.subject or old.subject,
    )


def repeated(new: ScoredObservation, old: MemoryRecord) -> Outcome:
    """What to do with a sentence that says the same as a memory."""
    if old.status is MemoryStatus.PENDING:
        return Outcome.CONFIRM
    lasting = old.kind is not Kind.EPISODE
    # A stated wish is more than the command that it resembles; that one fades by itself.
    return Outcome.MERGE if lasting or new.kind is Kind.EPISODE else Outcome.KEEP


def contradicted(new: ScoredObservation, old: MemoryRecord) -> Outcome:
    """What to do with a sentence that contradicts a memory or names another value."""
    if new.kind is Kind.EPISODE or old.kind is Kind.EPISODE or old.status is not MemoryStatus.CURRENT:
        return Outcome.KEEP
    if old.occurrences >= HABIT and not _FROM_NOW_ON.search(plain(new.redacted.text)):
        return Outcome.ASK
    return Outcome.SUPERSEDE


def told_again(old: MemoryRecord, new: ScoredObservation, digest: str) -> MemoryRecord:
    """The memory after it was told once more: surer (max(new, 0.9·old)), more important, as fresh as now."""
    told = new.redacted.observation.provenance
    occasion = Occasion(time=old.provenance.time, session=old.provenance.session)
    earlier = (*old.earlier, occasion)
    if len(earlier) > _MOST_OCCASIONS:
        earlier = (earlier[0], *earlier[-(_MOST_OCCASIONS - 1) :])
    most = _EPISODE_AT_MOST if old.kind is Kind.EPISODE else _LASTING_AT_MOST
    merged = replace(
        old,
        provenance=told,
        earlier=earlier,
        occurrences=old.occurrences + 1,
        importance=max(old.importance, min(most, max(old.importance, new.importance) + 1)),
        confidence=max(new.confidence, 0.9 * old.confidence),
        touched=max(old.touched, told.time),
        digest=digest,
    )
    return _inferred(merged) if _recurs(merged) else merged


def _inferred(memory: MemoryRecord) -> MemoryRecord:
    """What a person did again in another session is a preference, inferred and worded so."""
    return replace(
        memory,
        kind=Kind.PREFERENCE,
        source=Source.INFERRED,
        importance=max(memory.importance, _INFERRED_AT_LEAST),
    )


def _recurs(memory: MemoryRecord) -> bool:
    """Whether a command set the same value in two sessions within three days. Mere steps never count."""
    if memory.kind is not Kind.EPISODE or not memory.value or memory.attribute.endswith(".change"):
        return False
    now = Occasion(time=memory.provenance.time, session=memory.provenance.session)
    return any(now.time - before.time <= _WITHIN and _two_sessions(before, now) for before in memory.earlier)


def _two_sessions(one: Occasion, other: Occasion) -> bool:
    if one.session or other.session:
        return one.session != other.session
    return abs(other.time - one.time) > _APART


def superseded(old: MemoryRecord, by: MemoryRecord) -> MemoryRecord:
    """The memory that gave way; it stays in its owner's list."""
    return replace(old, status=MemoryStatus.SUPERSEDED, replaced_by=by.id)


def confirmed(pending: MemoryRecord) -> MemoryRecord:
    """A pending memory that was said again or chosen."""
    return replace(pending, status=MemoryStatus.CURRENT)
