"""Getting to know someone: the next question worth asking, when it may be asked at all.

    admit → may it be said? → guest → one a trip → not known, not declined → noted → asked

What the person answers comes in by Observe like any other sentence.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cabin_memory.domain.errors import StoreError, UnknownOccupant
from cabin_memory.domain.people import Owner, Speaker
from cabin_memory.domain.ports import Clock, MemoryFilter
from cabin_memory.domain.recall import Suppression
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import MINUTE, MonotonicMicros
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, MemoryStatus, Reason
from cabin_memory.domain.workplace import Meter, OpenVault, Present, Vaults
from cabin_memory.rules import acquaintance, occupancy, safety_suppression
from cabin_memory.rules.acquaintance import FirstQuestion
from cabin_memory.rules.safety_suppression import SuppressionLimits

_LASTING = frozenset({Kind.PREFERENCE, Kind.FACT})
_ANSWERED_WITHIN = MINUTE
_HELD = frozenset({MemoryStatus.CURRENT, MemoryStatus.PENDING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question to put now, or why there is none."""

    status: AnswerStatus
    reason: Reason = Reason.NONE
    question: FirstQuestion | None = None
    language: Language = Language.ENGLISH


class Acquainting:
    """`Ask`."""

    def __init__(
        self, clock: Clock, present: Present, vaults: Vaults, limits: SuppressionLimits, meter: Meter
    ) -> None:
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._limits = limits
        self._meter = meter
        # Two calls at once must not put two questions.
        self._one_at_a_time = asyncio.Lock()
        self._trip = present.trip()
        self._asked_in_trip: set[Speaker] = set()
        self._open: dict[Speaker, tuple[Category, MonotonicMicros]] = {}

    async def ask(self, speaker: Speaker, category: Category | None, language: Language | None) -> Asking:
        """The next question for this person; it counts as put when it is returned.

        Args:
            category: only the question of this one.
            language: by default that of what the person said last.

        Raises:
            UnknownOccupant: the speaker is not in the car.
        """
        occupant = occupancy.admit(self._present.cabin(), speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        questions = acquaintance.worth_asking(category)
        if unsaid := self._none_may_be_put(questions):
            return unsaid
        if occupant.guest:
            return Asking(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.GUEST)
        try:
            async with self._one_at_a_time:
                found = await self._next(speaker, category, language)
            return self._none_may_be_put(questions) or found  # the car may have moved off meanwhile
        except StoreError:
            self._meter.count("store_failures")
            return Asking(status=AnswerStatus.DEGRADED, reason=Reason.STORE_UNAVAILABLE)

    async def _next(self, speaker: Speaker, category: Category | None, language: Language | None) -> Asking:
        if self._asked_already(speaker):
            return Asking(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.ASKED_THIS_TRIP)
        vault = await self._vaults.open(Owner(speaker), create=True)
        assert vault is not None  # create=True makes one or raises
        household = await self._vaults.open(None, create=False)
        vaults = [vault] if household is None else [vault, household]
        now = self._clock.utc()
        asked = await vault.store.asked()
        suppressed: Suppression | None = None
        for question in acquaintance.not_put_lately(acquaintance.worth_asking(category), asked, now):
            if await _known(vaults, question.category):
                continue
            if unsaid := self._suppressed(question.category):
                suppressed = suppressed or unsaid
                continue
            spoken = language or await _language(vaults)
            await vault.store.note_asked(question.id, now)
            # No await from here to the reply: the car may have moved off meanwhile.
            if unsaid := self._suppressed(question.category):
                return _unsaid(unsaid)
            self._asked_in_trip.add(speaker)
            self._open[speaker] = (question.category, self._clock.monotonic())
            self._meter.count("questions_asked")
            return Asking(status=AnswerStatus.OK, question=question, language=spoken)
        if suppressed:
            return _unsaid(suppressed)
        return Asking(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.NOTHING_TO_ASK)

    def _none_may_be_put(self, questions: Sequence[FirstQuestion]) -> Asking | None:
        unsaid = [self._suppressed(question.category) for question in questions]
        return _unsaid(unsaid[0]) if unsaid and all(unsaid) else None

    def waiting(self, speaker: Speaker) -> Category | None:
        """What the question was about that this person heard just now; what they say next answers it."""
        category, at = self._open.pop(speaker, (None, MonotonicMicros(0)))
        return category if self._clock.monotonic() - at <= _ANSWERED_WITHIN else None

    def _asked_already(self, speaker: Speaker) -> bool:
        if self._present.trip() != self._trip:
            self._trip = self._present.trip()
            self._asked_in_trip.clear()
        return speaker in self._asked_in_trip

    def _suppressed(self, category: Category) -> Suppression | None:
        return safety_suppression.speak_up(
            self._present.drive_state(),
            category,
            self._present.signals(),
            self._clock.monotonic(),
            self._limits,
        )


def _unsaid(suppression: Suppression | None) -> Asking:
    assert suppression is not None
    return Asking(status=AnswerStatus.SUPPRESSED, reason=suppression.reason)


async def _known(vaults: list[OpenVault], category: Category) -> bool:
    wanted = MemoryFilter(categories=frozenset({category}), kinds=_LASTING, statuses=_HELD, limit=1)
    return any([await vault.store.find(wanted) for vault in vaults])


async def _language(vaults: list[OpenVault]) -> Language:
    """Of what was said last: by the person, else by anyone for the household."""
    for vault in vaults:
        if said := await vault.store.find(MemoryFilter(limit=1)):
            return said[0].language
    return Language.ENGLISH
