"""What is remembered that a plan may be made of: found by the words of the request, or of its topic and
holding now."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cabin_memory.domain.memory import MemoryRecord, Snapshot
from cabin_memory.domain.people import Guest, Whose
from cabin_memory.domain.plans import Element, PastPlan, PlanRequest, Topic
from cabin_memory.domain.ports import EVERY, Clock, MemoryFilter
from cabin_memory.domain.recall import Answer, Question, RankedMemory, RecallPermit
from cabin_memory.domain.settings import PlanSettings, RolloutSettings
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, Level, MemoryStatus, Reason
from cabin_memory.domain.workplace import OpenVault, Vaults
from cabin_memory.rules import conclusions, pre_filter, redaction, scenes, scoring
from cabin_memory.rules.planning import past, topics
from cabin_memory.rules.planning.claims import claims, complains
from cabin_memory.rules.safety_suppression import SuppressionLimits
from cabin_memory.rules.scenes import SceneSettings
from cabin_memory.rules.scoring import ScoringWeights

_SWEPT = 0.65
"""Relevance of what applies now and was not found by words: just enough to be said (recall.threshold)."""
_MOST_FOUND = 50
_EVER = frozenset({MemoryStatus.CURRENT, MemoryStatus.SUPERSEDED, MemoryStatus.DEMOTED})


class Recalls(Protocol):
    """What matters for a sentence."""

    async def recall(self, question: Question) -> Answer: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRules:
    """The settings that a plan obeys."""

    plans: PlanSettings
    rollout: RolloutSettings
    limits: SuppressionLimits
    scenes: SceneSettings
    weights: ScoringWeights


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory that a plan may be made of."""

    element: Element
    by_words: bool
    """The words of the request found it, and not only its category."""
    place: str
    """Where it says that a trip goes, as `place_of` gives it."""


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What the vaults hold for a request."""

    level: Level = Level.FULL
    reason: Reason = Reason.NO_MEMORIES
    """Why there may be nothing."""
    found: dict[str, Found] = field(default_factory=dict)
    concluded: list[MemoryRecord] = field(default_factory=list)
    past: list[PastPlan] = field(default_factory=list)
    names: list[OpenVault] = field(default_factory=list)


class Gathering:
    """Looks through the vaults of one person and of the household."""

    def __init__(self, clock: Clock, vaults: Vaults, recalling: Recalls, rules: PlanRules) -> None:
        self._clock = clock
        self._vaults = vaults
        self._recalling = recalling
        self._rules = rules

    async def gather(
        self,
        request: PlanRequest,
        owner: Whose,
        permit: RecallPermit,
        situation: Situation,
        wanted: Sequence[tuple[Topic, Category]],
    ) -> Gathered:
        """Everything for these topics. Made anew when something was forgotten meanwhile.

        Raises:
            Unavailable: the store cannot be read.
        """
        vaults = await self.opened(owner)
        while True:
            begun = sum(vault.forgettings for vault in vaults)
            gathered = Gathered(names=vaults)
            if vaults:
                await self._by_words(request, vaults, gathered)
                for vault in vaults:
                    await self._applying(vault, permit, situation, wanted, gathered)
                    await self._before(vault, gathered)
            if begun == sum(vault.forgettings for vault in vaults):
                return gathered

    async def opened(self, owner: Whose) -> list[OpenVault]:
        """The person's own vault first, then the household's, which is for no guest."""
        places: tuple[Whose | None, ...] = (owner,) if isinstance(owner, Guest) else (owner, None)
        opened = [await self._vaults.open(place, create=False) for place in places]
        return [vault for vault in opened if vault is not None]

    async def _by_words(self, request: PlanRequest, vaults: Sequence[OpenVault], gathered: Gathered) -> None:
        """What Recall finds for the words of the request, in the ways it knows."""
        if not request.about:
            gathered.reason = Reason.BELOW_THRESHOLD
            return
        answer = await self._recalling.recall(
            Question(
                text=request.about,
                speaker=request.speaker,
                session=request.session,
                limit=_MOST_FOUND,
                timezone=request.timezone,
                intent=request.intent,
                slots=request.slots,
                examined=True,
            )
        )
        gathered.level, gathered.reason = answer.level, answer.reason or Reason.BELOW_THRESHOLD
        if answer.status is AnswerStatus.SUPPRESSED:
            return  # the gate is asked again before the reply
        for ranked in answer.memories:
            vault = next((v for v in vaults if (v.owner is None) == ranked.household), None)
            if vault is not None:
                self._take(vault, ranked, gathered, by_words=True)

    async def _applying(
        self,
        vault: OpenVault,
        permit: RecallPermit,
        situation: Situation,
        wanted: Sequence[tuple[Topic, Category]],
        gathered: Gathered,
    ) -> None:
        """What is filed under the topics and holds now."""
        sets = await vault.store.condition_sets()
        scope = pre_filter.scope(permit, situation, sets, conclusions.kinds(frozenset(), self._rules.rollout))
        present = pre_filter.snapshot(situation)
        for topic, category in wanted:
            listed = topics.primary(topic, category)
            hits = await vault.store.search_categories(listed, scope, self._rules.plans.candidates)
            memories = await vault.store.rows([hit.row for hit in hits])
            for memory in memories.values():
                if memory.status is MemoryStatus.CURRENT and memory.id not in gathered.found:
                    self._take(vault, self._ranked(memory, vault, present), gathered, by_words=False)

    def _ranked(self, memory: MemoryRecord, vault: OpenVault, present: Snapshot) -> RankedMemory:
        recent = scoring.recency(memory, self._clock.utc())
        alike = scoring.resemblance(memory.snapshot, present)
        return RankedMemory(
            memory=memory,
            score=min(1.0, scoring.score(memory, recent, _SWEPT, self._rules.weights, alike)),
            relevance=_SWEPT,
            recency=recent,
            channels={"attributes": 0},
            because="",
            household=vault.owner is None,
        )

    def _take(self, vault: OpenVault, ranked: RankedMemory, gathered: Gathered, *, by_words: bool) -> None:
        memory = ranked.memory
        if memory.kind is Kind.PLAN or memory.id in vault.forgotten:
            return
        concluded = memory.kind is Kind.REFLECTION
        if concluded:
            gathered.concluded.append(memory)
            if not self._rules.rollout.says_so:
                return
        text = redaction.restore(memory.text, vault.names)
        proposed = claims(redaction.restored(memory, vault.names), text)
        if proposed:
            element = Element(
                ranked=ranked,
                text=text,
                claims=proposed,
                weight=ranked.score,
                usual=concluded,
                complaint=complains(text),
            )
            gathered.found[memory.id] = Found(element=element, by_words=by_words, place=place_of(text))

    async def _before(self, vault: OpenVault, gathered: Gathered) -> None:
        """What was proposed before, and what became of it."""
        wanted = MemoryFilter(kinds=frozenset({Kind.PLAN}), statuses=_EVER, limit=EVERY)
        names = vault.names
        gathered.past += [
            past.recalled(memory, lambda word: redaction.restore(word, names))
            for memory in await vault.store.find(wanted)
            if memory.id not in vault.forgotten
        ]


def place_of(text: str) -> str:
    """Where a sentence goes: the scene of its destination, else the words for it, maybe none."""
    return place_named(topics.destination_in(text))


def place_named(words: str) -> str:
    """The scene that the words for a destination belong to, else the words."""
    scene = scenes.of_destination(words)
    return scene.value if scene is not None else words.casefold()
