"""What a redacted sentence is understood to say: rules and model joined, in order."""

from cabin_memory.domain.memory import RedactedObservation, ScoredObservation
from cabin_memory.domain.text import Understood, language_of
from cabin_memory.domain.vocabulary import Kind
from cabin_memory.rules import (
    attributes,
    categories,
    importance,
    stated_conditions,
)


def score(redacted: RedactedObservation, understood: Understood | None) -> ScoredObservation:
    """Everything that rules and model make of a redacted sentence, in order."""
    told = redacted.observation
    text = redacted.text
    posterior = understood.categories if understood else None
    strengths = understood.strengths if understood else None
    category = categories.categorise(text, told.intent, redacted.slots, posterior)
    strength = importance.strength(text, strengths)
    # What happened sets nothing: "the charger took it from 80 percent" is no wish for 80.
    happened = importance.happened(text) and not redacted.slots
    attribute, value, polarity = (
        attributes.NOTHING if happened else attributes.extract(text, category, redacted.slots)
    )
    kind = importance.kind_of(text, category, strength)
    conditions = () if kind is Kind.EPISODE else stated_conditions.parse(text, category)
    return ScoredObservation(
        redacted=redacted,
        language=told.language or language_of(text),
        kind=kind,
        category=category,
        importance=importance.importance(category, strength, polarity, told.outcome, text),
        sensitivity=categories.sensitivity(category, text),
        confidence=importance.confidence(strength, told.outcome, text),
        polarity=polarity,
        attribute=attribute,
        value=value,
        conditions=conditions,
        household=kind is Kind.PREFERENCE and importance.household(text),
    )
