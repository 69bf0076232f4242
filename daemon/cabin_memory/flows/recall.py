"""One question on its way to an answer.

    admit → suppress or permit → pre-filter → search → rank → disclose → word

The order is DESIGN's and the types hold it: a search takes a SearchScope, a scope takes a RecallPermit.
"""

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cabin_memory.codecs import full_text
from cabin_memory.domain.errors import ModelUnavailable, StoreError, UnknownOccupant
from cabin_memory.domain.memory import Entity, MemoryRecord
from cabin_memory.domain.people import Cabin, Owner
from cabin_memory.domain.ports import Clock, TextUnderstanding
from cabin_memory.domain.recall import (
    Answer,
    Candidate,
    Hit,
    Question,
    RankedMemory,
    RecallPermit,
    SearchScope,
    Suppression,
    Withheld,
)
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.text import RelevanceModel, Side, Understood
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Level, Reason
from cabin_memory.domain.workplace import Conversations, Meter, OpenVault, Present, Vaults
from cabin_memory.rules import (
    categories,
    disclosure,
    fusion,
    occupancy,
    pre_filter,
    redaction,
    relevance,
    safety_suppression,
    scoring,
    stated_conditions,
    wording,
)
from cabin_memory.rules.safety_suppression import SuppressionLimits
from cabin_memory.rules.scoring import ScoringWeights


@dataclass(slots=True)
class _Found:
    """What the search of one question brought together."""

    candidates: list[Candidate] = field(default_factory=list)
    excluded: list[Candidate] = field(default_factory=list)
    """Fit the question, but their conditions do not hold now; with `explain` only."""
    names: dict[str, Entity] = field(default_factory=dict)
    memories: int = 0
    level: Level = Level.FULL


class Recalling:
    """Answers what matters for this sentence, this person, this situation, right now."""

    def __init__(
        self,
        *,
        clock: Clock,
        present: Present,
        vaults: Vaults,
        understanding: TextUnderstanding,
        conversations: Conversations,
        meter: Meter,
        settings: RecallSettings,
        weights: ScoringWeights,
        limits: SuppressionLimits,
        model: RelevanceModel,
    ) -> None:
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._understanding = understanding
        self._conversations = conversations
        self._meter = meter
        self._settings = settings
        self._weights = weights
        self._limits = limits
        self._model = model

    async def recall(self, question: Question) -> Answer:
        """The answer, or why there is none.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            InvalidArgument: the time zone does not exist.
        """
        with self._meter.timing("recall"):
            answer = await self._answer(question)
        self._meter.count("recalls")
        self._meter.count(f"recalls_{answer.status.value}")
        return answer

    async def _answer(self, question: Question) -> Answer:
        cabin = self._present.cabin()
        occupant = occupancy.admit(cabin, question.speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        verdict = safety_suppression.answer(self._present.drive_state(), question.text, self._limits)
        if isinstance(verdict, Suppression):
            return _nothing(AnswerStatus.SUPPRESSED, verdict.reason, Level.FULL)
        if occupant.guest:
            return _nothing(AnswerStatus.NOTHING_RELEVANT, Reason.GUEST, Level.FULL)
        situation = self._situation(question)
        try:
            found = await self._search(question, verdict, situation)
        except StoreError:
            self._meter.count("store_failures")
            return _nothing(AnswerStatus.DEGRADED, Reason.STORE_UNAVAILABLE, Level.STATELESS)
        return self._rank(question, verdict, situation, cabin, found)
