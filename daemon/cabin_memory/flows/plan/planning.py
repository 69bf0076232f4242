"""A proposal on its way to the driver.

    admit → may it be said? → recall and what applies now → what fits, was not turned down → disclose
          → kept as a memory → may it still be said? → said

An empty request is speaking up unasked: the table of `rules/safety_suppression` decides on that before
anything is searched, and again at the moment of the reply. A plan rests on its evidence: it goes with it.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from cabin_memory.domain.consent import Choices, Consent
from cabin_memory.domain.errors import StoreError, Unavailable
from cabin_memory.domain.people import Guest, Speaker, Whose
from cabin_memory.domain.plans import Circumstances, Element, Planned, PlanRequest, Proposal, Topic
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.recall import Admitted, RecallPermit, Refused, Withheld
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.text import Language, language_of
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Level, Reason, Scene
from cabin_memory.domain.workplace import Admission, Consents, Conversations, Meter, Present
from cabin_memory.flows.plan.gathering import Found, Gathered, Gathering, PlanRules, place_named, place_of
from cabin_memory.flows.plan.keeping import Keeping, Kept
from cabin_memory.rules import (
    categories,
    conclusions,
    disclosure,
    pre_filter,
    safety_suppression,
    scenes,
    scoring,
    stated_conditions,
    wording,
)
from cabin_memory.rules.planning import choosing, saying, topics
from cabin_memory.rules.planning.choosing import Choice

Wanted = tuple[tuple[Topic, Category], ...]
"""Topics that may be planned for, each with the category that the request names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    """A request that may be planned for at this moment."""

    admitted: Admitted
    wanted: Wanted
    """Empty: whatever the words of an asked request find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """What is proposed, or why nothing is."""

    proposal: Proposal | None = None
    because: tuple[str, ...] = ()
    weight: float = 0.0
    reason: Reason = Reason.BELOW_THRESHOLD
    withheld: tuple[Withheld, ...] = ()


class Planning:
    """`Plan`."""

    def __init__(
        self,
        *,
        clock: Clock,
        present: Present,
        admission: Admission,
        conversations: Conversations,
        consents: Consents,
        gathering: Gathering,
        keeping: Keeping,
        rules: PlanRules,
        meter: Meter,
    ) -> None:
        self._clock = clock
        self._present = present
        self._admission = admission
        self._conversations = conversations
        self._consents = consents
        self._gathering = gathering
        self._keeping = keeping
        self._rules = rules
        self._meter = meter
        # The same proposal twice at once is one memory.
        self._one_at_a_time: defaultdict[Speaker, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._trip = present.trip()
        self._volunteered: set[tuple[Speaker, Topic]] = set()

    async def plan(self, request: PlanRequest) -> Planned:
        """A proposal with its reasons, or why there is none.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            InvalidArgument: the time zone does not exist.
        """
        with self._meter.timing("plan"):
            planned = await self._plan(request)
        self._meter.count("plans")
        self._meter.count(f"plans_{planned.status.value}")
        return planned

    async def _plan(self, request: PlanRequest) -> Planned:
        gate = self._gate(request)
        if isinstance(gate, Planned):
            return gate
        heard = self._conversations.hurry(request.speaker, request.session)
        present = self._present.situation(request.timezone)
        situation = stated_conditions.as_asked(present, request.about, heard)
        try:
            async with self._one_at_a_time[request.speaker]:
                return await self._permitted(request, gate, situation)
        except Unavailable:
            if isinstance(now := self._gate(request), Planned):
                return now
            self._meter.count("store_failures")
            return Planned(
                status=AnswerStatus.DEGRADED, reason=Reason.STORE_UNAVAILABLE, level=Level.STATELESS
            )

    # --------------------------------------------------------------------------------------- may it be said
    def _gate(self, request: PlanRequest) -> _Open | Planned:
        """Whether a proposal may be made now, and on what. Without an await: it is asked again."""
        admitted = self._admission.admit(request.speaker, request.text)
        if isinstance(admitted, Refused):
            return Planned(status=admitted.status, reason=admitted.reason)
        category = categories.categorise(request.about, request.intent, request.slots, None)
        topic = topics.topic_of(request, category) if request.asked or request.named else None
        candidates: Wanted = ((topic, category),) if topic else ()
        if not candidates and not request.asked:
            candidates = tuple((one, topics.category_of(one, category)) for one in topics.TRIP_START)
        if request.asked and not candidates:
            unsaid = self._unsaid(Category.OTHER, asked=True)
            return self._suppressed(unsaid) if unsaid else _Open(admitted=admitted, wanted=())
        unsaid_by = [
            self._unsaid(topics.category_of(one, named), asked=request.asked) for one, named in candidates
        ]
        allowed = tuple(one for one, unsaid in zip(candidates, unsaid_by, strict=True) if not unsaid)
        if not allowed:
            return self._suppressed(_plainest(unsaid_by))
        return _Open(admitted=admitted, wanted=allowed)

    def _unsaid(self, category: Category, *, asked: bool) -> Reason:
        """Why nothing of this category may be said now; empty when it may."""
        suppressed = safety_suppression.speak_up(
            self._present.drive_state(),
            category,
            self._present.signals(),
            self._clock.monotonic(),
            self._rules.limits,
            asked=asked,
        )
        return suppressed.reason if suppressed else Reason.NONE

    @staticmethod
    def _suppressed(reason: Reason) -> Planned:
        return Planned(status=AnswerStatus.SUPPRESSED, reason=reason)

    # ------------------------------------------------------------------------------------------- the way
    async def _permitted(self, request: PlanRequest, opened: _Open, situation: Situation) -> Planned:
        owner = opened.admitted.owner
        while True:
            gathered = await self._gathering.gather(
                request, owner, opened.admitted.permit, situation, opened.wanted
            )
            choices = await self._consents.of(owner)
            begun = _forgettings(gathered)
            now = self._gate(request)
            if isinstance(now, Planned):
                return now
            if now.admitted.owner != owner:  # the car became sure, or unsure, of who asks
                return Planned(status=AnswerStatus.NOTHING_RELEVANT, reason=Reason.GUEST)
            circumstances = _circumstances(request, situation)
            chosen = self._choose(request, now, gathered, situation, circumstances, choices)
            if chosen.proposal is None:
                return self._nothing(owner, gathered, chosen)
            kept = await self._keep(owner, request, chosen.proposal, circumstances, gathered)
            said = await self._said(request, owner, gathered, chosen, kept, begun)
            if said is not None:
                return said

    async def _keep(
        self,
        owner: Whose,
        request: PlanRequest,
        proposal: Proposal,
        circumstances: Circumstances,
        gathered: Gathered,
    ) -> Kept | None:
        try:
            return await self._keeping.keep(
                owner, request, proposal, circumstances, gathered.past, gathered.names
            )
        except StoreError:
            self._meter.count("plans_not_kept")  # on a full disk proposals are made all the same
            return None

    async def _said(
        self,
        request: PlanRequest,
        owner: Whose,
        gathered: Gathered,
        chosen: _Chosen,
        kept: Kept | None,
        begun: int,
    ) -> Planned | None:
        """The reply, if it may still be given; what was kept for nobody goes. None: to be made anew."""
        assert chosen.proposal is not None
        now = self._gate(request)
        outdated = _forgettings(gathered) != begun
        refused = isinstance(now, Planned) or now.admitted.owner != owner or self._overheard(request, chosen)
        if not (outdated or refused):
            self._note(request, gathered, chosen.proposal)
            degraded = gathered.level is not Level.FULL
            return Planned(
                status=AnswerStatus.DEGRADED if degraded else AnswerStatus.OK,
                reason=Reason.MODEL_UNAVAILABLE if degraded else Reason.NONE,
                level=gathered.level,
                id=kept.id if kept else "",
                proposal=chosen.proposal,
                because=chosen.because,
                ids=tuple(element.ranked.memory.id for element in chosen.proposal.elements),
                withheld=chosen.withheld,
            )
        if kept is not None and kept.new:
            await kept.vault.forget([kept.id])
        if outdated:
            return None
        overheard = replace(chosen, reason=Reason.PASSENGER_PRESENT)
        return now if isinstance(now, Planned) else self._nothing(owner, gathered, overheard)

    def _overheard(self, request: PlanRequest, chosen: _Chosen) -> bool:
        """Whether someone boarded meanwhile before whom it must not be said."""
        assert chosen.proposal is not None
        ranked = [element.ranked for element in chosen.proposal.elements]
        _, withheld = disclosure.disclose(
            ranked, request.speaker, self._present.cabin(), chosen.proposal.consented
        )
        return bool(withheld)

    def _note(self, request: PlanRequest, gathered: Gathered, proposal: Proposal) -> None:
        """What is brought up stays fresh; unasked, a topic is brought up once a trip."""
        now = self._clock.utc()
        for element in proposal.elements:
            for vault in gathered.names:
                if (vault.owner is None) == element.ranked.household:
                    vault.recalled[element.ranked.memory.id] = now
        if not request.asked and not request.named:
            self._volunteered.add((request.speaker, proposal.topic))

    @staticmethod
    def _nothing(owner: Whose, gathered: Gathered, chosen: _Chosen) -> Planned:
        known, reason = bool(gathered.names), chosen.reason
        if isinstance(owner, Guest):
            reason = Reason.GUEST
        return Planned(
            status=AnswerStatus.NOTHING_RELEVANT,
            reason=reason if known or isinstance(owner, Guest) else Reason.NO_MEMORIES,
            level=gathered.level,
            withheld=chosen.withheld,
        )

    # ------------------------------------------------------------------------------------------- choosing
    def _choose(
        self,
        request: PlanRequest,
        now: _Open,
        gathered: Gathered,
        situation: Situation,
        circumstances: Circumstances,
        choices: Choices,
    ) -> _Chosen:
        """The best proposal that may be made. Synchronous: the gate was asked just before."""
        wanted = now.wanted or _found_by_words(gathered)
        fresh = [one for one in wanted if not self._said_already(request, one[0])]
        if wanted and not fresh:
            return _Chosen(reason=Reason.SAID_THIS_TRIP)
        tried = [
            self._try(choice, category, gathered, situation, now.admitted.permit, choices)
            for choice, category in (
                (self._choice(request, topic, circumstances, gathered, now), category)
                for topic, category in fresh
            )
        ]
        best = max(tried, key=lambda one: one.weight, default=_Chosen(reason=gathered.reason))
        if best.proposal is None:
            # The reason that comes closest to a proposal.
            best = next((one for one in tried if one.reason is not gathered.reason), best)
            if len(fresh) < len(wanted) and best.reason is gathered.reason:
                best = replace(best, reason=Reason.SAID_THIS_TRIP)
        return replace(best, withheld=tuple(left for one in tried for left in one.withheld))

    def _choice(
        self,
        request: PlanRequest,
        topic: Topic,
        circumstances: Circumstances,
        gathered: Gathered,
        now: _Open,
    ) -> Choice:
        return Choice(
            request=request,
            topic=topic,
            circumstances=circumstances,
            past=tuple(gathered.past),
            most=min(request.limit, self._rules.plans.most, now.admitted.permit.max_memories),
        )

    def _try(
        self,
        choice: Choice,
        category: Category,
        gathered: Gathered,
        situation: Situation,
        permit: RecallPermit,
        choices: Choices,
    ) -> _Chosen:
        """The proposal on one topic."""
        request = choice.request
        fitting = self._fitting(choice, category, gathered, situation)
        short = [one for one in fitting if len(one.text) <= permit.max_characters]
        consented = request.asked and choices.given(Consent.DISCLOSURE, self._clock.utc())
        shown, private = disclosure.disclose(
            [one.ranked for one in short], request.speaker, self._present.cabin(), consented
        )
        ids = {ranked.memory.id for ranked in shown}
        open_to_all = [one for one in short if one.ranked.memory.id in ids]
        elements = choosing.choose(open_to_all, choice)
        rejected = [
            Withheld(ranked=one.ranked, reason=Reason.TURNED_DOWN)
            for one in choosing.turned_down(open_to_all, choice)
        ]
        if elements:
            chosen = self._worded(choice, category, elements, situation, permit, consented)
        elif rejected or private:
            chosen = _Chosen(reason=Reason.TURNED_DOWN if rejected else Reason.PASSENGER_PRESENT)
        else:
            chosen = _Chosen(reason=gathered.reason)
        return replace(chosen, withheld=(*private, *rejected))

    def _fitting(
        self, choice: Choice, category: Category, gathered: Gathered, situation: Situation
    ) -> list[Element]:
        """What belongs to the topic and to this trip, weighed; what is volunteered also by the scene."""
        request = choice.request
        belonging = topics.belonging(choice.topic, category)
        swept = frozenset(topics.primary(choice.topic, category))
        wanted = _wanted_places(request, _scene(request, situation))
        fitting = []
        for found in gathered.found.values():
            memory = found.element.ranked.memory
            listed = memory.category in (belonging if found.by_words else swept)
            listed = listed and (found.by_words or not choosing.mere_fact(found.element))
            listed = listed and (not request.kinds or memory.kind in request.kinds)
            if not listed or not choosing.fits(memory, found.element.text, choice, wanted, found.place):
                continue
            weight = found.element.weight * memory.confidence * conclusions.gain(memory, gathered.concluded)
            weight *= choosing.urgency(found.element.text, choice)
            if not request.asked:
                weight *= self._volunteered_weight(found, request, situation)
                if weight < self._rules.plans.volunteer_from:
                    continue
            fitting.append(replace(found.element, weight=weight))
        return fitting

    def _volunteered_weight(self, found: Found, request: PlanRequest, situation: Situation) -> float:
        """How much something counts that nobody asked for; 0: not at all."""
        memory = found.element.ranked.memory
        if not scoring.may_volunteer(memory, self._clock.utc()) or self._unsaid(memory.category, asked=False):
            return 0.0
        scene = _scene(request, situation)
        return scenes.weight(scene, memory.category, self._rules.scenes)

    def _said_already(self, request: PlanRequest, topic: Topic) -> bool:
        """Whether this was brought up in this trip, without anything that called for it."""
        if self._present.trip() != self._trip:
            self._trip = self._present.trip()
            self._volunteered.clear()
        return not request.asked and not request.named and (request.speaker, topic) in self._volunteered

    # --------------------------------------------------------------------------------------------- wording
    def _worded(
        self,
        choice: Choice,
        category: Category,
        elements: Sequence[Element],
        situation: Situation,
        permit: RecallPermit,
        consented: bool,
    ) -> _Chosen:
        """The proposal in words, as short as the drive state demands."""
        request = choice.request
        language = language_of(request.text) if request.asked else elements[0].ranked.memory.language
        say = partial(
            saying.sentence,
            topic=choice.topic,
            language=language,
            asked=request.asked,
            destination=topics.destination_of(request),
        )
        while len(elements) > 1 and len(say(elements)) > permit.max_characters:
            elements = elements[:-1]
        text = say(elements)
        if len(text) > permit.max_characters:
            return _Chosen(reason=Reason.LIMIT)
        return _Chosen(
            weight=elements[0].weight,
            proposal=Proposal(
                topic=choice.topic,
                category=topics.category_of(choice.topic, category),
                elements=tuple(elements),
                claims=tuple(claim for element in elements for claim in element.claims),
                language=language,
                text=text,
                confidence=min(element.ranked.memory.confidence for element in elements),
                destination=topics.destination_of(request),
                hedged=any(saying.unsure(element) for element in elements),
                consented=consented,
            ),
            because=tuple(
                self._because(element, situation, language, permit.max_characters) for element in elements
            ),
        )

    @staticmethod
    def _because(element: Element, situation: Situation, language: Language, most: int) -> str:
        quoted = wording.because(element.ranked, situation, language, words=element.text)
        return quoted if len(quoted) <= most else wording.because(element.ranked, situation, language)


def _plainest(reasons: Sequence[Reason]) -> Reason:
    """Of the reasons of several topics the one that is about the driver, else about the state."""
    telling = [reason for reason in reasons if reason is not Reason.DRIVING]
    return telling[0] if telling else Reason.DRIVING


def _forgettings(gathered: Gathered) -> int:
    return sum(vault.forgettings for vault in gathered.names)


def _circumstances(request: PlanRequest, situation: Situation) -> Circumstances:
    return Circumstances(
        destination=topics.destination_of(request) or topics.destination_in(request.text),
        snapshot=pre_filter.snapshot(situation),
        hurry=situation.hurry,
    )


def _found_by_words(gathered: Gathered) -> Wanted:
    """For a request that names no topic: those of what its words found, the best first."""
    found = sorted(
        (one for one in gathered.found.values() if one.by_words), key=lambda one: -one.element.weight
    )
    filed = dict.fromkeys(one.element.ranked.memory.category for one in found)
    return tuple((topics.topic_for(category), category) for category in filed)


def _wanted_places(request: PlanRequest, scene: Scene) -> frozenset[str]:
    """Where the trip goes: as it is named, else as the scene has it; a commute may be the way home."""
    named = place_named(topics.destination_of(request)) or place_of(request.text)
    if named:
        return frozenset({named})
    return frozenset({scene.value, "home"}) if scene is Scene.COMMUTE else frozenset({scene.value})


def _scene(request: PlanRequest, situation: Situation) -> Scene:
    """As the assistant says, else as destination, time and occupants suggest."""
    if request.scene in set(Scene):
        return Scene(request.scene)
    return scenes.infer(situation, topics.destination_of(request))
