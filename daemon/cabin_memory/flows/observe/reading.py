"""What a redacted sentence is understood to say: rules and model joined, in order."""

from cabin_memory.domain.memory import RedactedObservation, ScoredObservation
from cabin_memory.domain.text import NO_MODEL, Act, Strength, Subject, Understood, language_of
from cabin_memory.domain.vocabulary import Category, Kind, Sensitivity
from cabin_memory.rules import (
    attributes,
    categories,
    emotions,
    importance,
    speech_acts,
    stated_conditions,
    subjects,
)

_NO_ANSWER = frozenset({Act.EXCEPTION, Act.CORRECTION, Act.COMPLAINT})
_RELATIVES = frozenset({Subject.PARTNER, Subject.CHILD, Subject.PARENT})


def score(
    redacted: RedactedObservation, understood: Understood | None, asked: Category | None = None
) -> ScoredObservation:
    """Everything that rules and model make of a redacted sentence, in order.

    `asked`: what the person was asked just now; a value on that matter is the answer, and meant to last.
    """
    told, text = redacted.observation, redacted.text
    heads = understood or NO_MODEL
    category = categories.categorise(text, told.intent, redacted.slots, heads.categories)
    strength = importance.strength(text, heads.strengths)
    emotion = emotions.emotion(text, heads.emotions)
    # What happened sets nothing: "the charger took it from 80 percent" is no wish for 80.
    happened = importance.happened(text) and not redacted.slots
    attribute, value, stated = (
        attributes.NOTHING if happened else attributes.extract(text, category, redacted.slots)
    )
    act = _act(text, strength, heads, sets=bool(attribute and value))
    if asked is category and value and act not in _NO_ANSWER:
        act, strength = Act.PREFERENCE, Strength.LASTING
    polarity = stated if attribute else attributes.wanted(text, act, stated, heads.polarities)
    sensitivity = categories.sensitivity(category, text)
    kind = importance.kind_of(text, category, strength, act=act, emotion=emotion)
    return ScoredObservation(
        redacted=redacted,
        language=told.language or language_of(text),
        kind=kind,
        category=category,
        importance=importance.importance(
            category, strength, polarity, told.outcome, text, act=act, emotion=emotion
        ),
        sensitivity=sensitivity,
        subject=told.subject or _subject(text, heads, sensitivity),
        confidence=importance.confidence(strength, told.outcome, text, emotion=emotion),
        polarity=polarity,
        attribute=attribute,
        value=value,
        conditions=() if kind is Kind.EPISODE else stated_conditions.parse(text, category),
        asks=act is Act.QUESTION and not value and not redacted.slots,
        household=kind is Kind.PREFERENCE and sensitivity is Sensitivity.LOW and importance.household(text),
    )


def _subject(text: str, heads: Understood, sensitivity: Sensitivity) -> str:
    """Someone else whom the sentence tells of, where the assistant did not say so.

    What is little sensitive stays without: how warm the partner likes it is said in front of them.
    """
    if sensitivity is Sensitivity.LOW:
        return ""
    found = subjects.subject(text, heads.subjects)
    return found.value if found in _RELATIVES else ""


def _act(text: str, strength: Strength, heads: Understood, *, sets: bool) -> Act:
    """What the sentence does. A complaint that says how it is instead is a correction."""
    act = speech_acts.act(text, strength, heads.acts)
    return Act.CORRECTION if act is Act.COMPLAINT and sets else act
