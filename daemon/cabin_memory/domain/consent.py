"""What a person agreed to. Each choice may have a term; when it ends, the default holds again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category


class Consent(StrEnum):
    COLLECT = "collect"
    """Anything is kept at all."""
    HEALTH = "health"
    """What is said of health is kept."""
    BIOMETRICS = "biometrics"
    """How the person sits and when they drive is kept, as a sign of who drives."""
    SYNC = "sync"
    """Desensitised preferences may leave the car."""
    DISCLOSURE = "disclosure"
    """Private memories may be said while others listen, when asked for."""
    UNDO = "undo"
    """What was forgotten can be brought back for a day."""


DEFAULTS: Mapping[Consent, bool] = {consent: consent is Consent.COLLECT for consent in Consent}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One decision and how long it holds; without an end it holds until it is changed."""

    given: bool
    until: UtcMicros | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """All decisions of one person."""

    made: Mapping[Consent, Choice] = field(default_factory=dict)
    without: frozenset[Category] = frozenset()
    """Categories that this person does not want anything kept of."""

    def given(self, consent: Consent, now: UtcMicros) -> bool:
        choice = self.made.get(consent)
        if choice is None or (choice.until is not None and now >= choice.until):
            return DEFAULTS[consent]
        return choice.given

    def with_made(self, made: Mapping[Consent, Choice]) -> "Choices":
        """These with some decided anew."""
        return replace(self, made={**self.made, **made})
