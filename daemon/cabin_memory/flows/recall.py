"""One question on its way to an answer.

    admit → suppress or permit → pre-filter → search → rank → disclose → word

The order is DESIGN's and the types hold it: a search takes a SearchScope, a scope takes a RecallPermit.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Choices, Consent
from cabin_memory.domain.errors import ModelUnavailable, StoreError, Unavailable
from cabin_memory.domain.memory import MemoryRecord, Snapshot
from cabin_memory.domain.people import Guest, Whose
from cabin_memory.domain.ports import Clock, TextUnderstanding
from cabin_memory.domain.recall import (
    Admitted,
    Answer,
    Candidate,
    GenericDefault,
    Hit,
    Question,
    RankedMemory,
    RecallPermit,
    Refused,
    SearchScope,
    Withheld,
)
from cabin_memory.domain.settings import RecallSettings, RolloutSettings
from cabin_memory.domain.situation import Conditions, Situation
from cabin_memory.domain.text import Language, Side, Understood, language_of
from cabin_memory.domain.time import SECOND
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Level, MemoryStatus, Reason
from cabin_memory.domain.workplace import (
    Admission,
    Consents,
    Conversations,
    LookingBack,
    Meter,
    OpenVault,
    Present,
    Vaults,
)
from cabin_memory.rules import (
    acquaintance,
    asked_person,
    asked_setting,
    briefing,
    categories,
    conclusions,
    disclosure,
    fusion,
    pre_filter,
    redaction,
    relevance,
    scoring,
    stated_conditions,
    wording,
)
from cabin_memory.rules.briefing import Briefing
from cabin_memory.rules.scoring import ScoringWeights

# A commit for this many recalled memories; the rest is written when the person leaves.
_NOTED_AT_ONCE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question with everything that was made of its words."""

    question: Question
    text: str
    """With placeholders, as memories have them."""
    terms: tuple[str, ...]
    understood: Understood | None
    """None at level `structured`."""
    category: Category
    people: frozenset[str]
    """Whose affairs it is about, where they are somebody else's."""
    situation: Situation
    snapshot: Snapshot
    language: Language

    @property
    def level(self) -> Level:
        return Level.FULL if self.understood else Level.STRUCTURED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A vault, what may be looked at there, and what the question's words alone found."""

    vault: OpenVault
    sets: Mapping[int, Conditions]
    scope: SearchScope
    by_words: list[Hit]


@dataclass(slots=True, kw_only=True)
class _Found:
    """What the vaults hold that may matter."""

    ranked: list[RankedMemory] = field(default_factory=list)
    withheld: list[Withheld] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    searched: list[OpenVault] = field(default_factory=list)


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
        admission: Admission,
        looking_back: LookingBack,
        consents: Consents,
        rollout: RolloutSettings,
    ) -> None:
        self._rollout = rollout
        self._clock = clock
        self._present = present
        self._vaults = vaults
        self._understanding = understanding
        self._conversations = conversations
        self._meter = meter
        self._settings = settings
        self._weights = weights
        self._admission = admission
        self._looking_back = looking_back
        self._consents = consents

    async def recall(self, question: Question) -> Answer:
        """The answer, or why there is none.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            InvalidArgument: the time zone does not exist.
        """
        if question.examined:
            return await self._answer(question)
        with self._meter.timing("recall"):
            answer = await self._answer(question)
        self._meter.count("recalls")
        self._meter.count(f"recalls_{answer.status.value}")
        self._meter.count("recalls_found", bool(answer.memories))
        return answer

    async def brief(self, question: Question, max_chars: int) -> tuple[Answer, Briefing]:
        """The answer and a few sentences made of it. Raises as `recall` does."""
        answer = await self.recall(question)
        language = language_of(question.text)
        return answer, briefing.brief(answer.memories, answer.texts, language, max_chars)

    async def _answer(self, question: Question) -> Answer:
        gate = self._admission.admit(question.speaker, question.text)
        if isinstance(gate, Refused):
            return _refused(gate)
        try:
            return await self._permitted(question, gate)
        except Unavailable:
            if isinstance(now := self._admission.admit(question.speaker, question.text), Refused):
                return _refused(now)
            if now.owner != gate.owner:  # a guest left meanwhile, and what they had said went with them
                return _nothing(AnswerStatus.NOTHING_RELEVANT, Reason.GUEST, Level.FULL)
            self._meter.count("store_failures")
            return _nothing(AnswerStatus.DEGRADED, Reason.STORE_UNAVAILABLE, Level.STATELESS)

    def _situation(self, question: Question) -> Situation:
        """The present, with what this conversation and the question itself say of it."""
        heard = self._conversations.hurry(question.speaker, question.session)
        return stated_conditions.as_asked(self._present.situation(question.timezone), question.text, heard)

    async def _permitted(self, question: Question, admitted: Admitted) -> Answer:
        permit, owner = admitted.permit, admitted.owner
        vaults = await self._vaults_of(owner)
        if not vaults or not question.text.strip():
            if isinstance(now := self._admission.admit(question.speaker, question.text), Refused):
                return _refused(now)
            self._situation(question)  # a time zone that does not exist is refused all the same
            unknown = Reason.GUEST if isinstance(owner, Guest) else Reason.NO_MEMORIES
            nothing = _nothing(AnswerStatus.NOTHING_RELEVANT, unknown, Level.FULL)
            return nothing if isinstance(owner, Guest) else replace(nothing, default=_generic(question))
        text = redaction.redact_query(question.text, vaults[0].names)
        terms = tuple(full_text.query_terms(text))
        # The model reads the question in its thread while all that does not need its vector is done here.
        reading = asyncio.ensure_future(self._understand(text))
        await asyncio.sleep(0)
        situation = self._situation(question)
        choices = await self._consents.of(owner)
        while True:
            begun = sum(vault.forgettings for vault in vaults)
            places = [await self._place(question, terms, permit, situation, vault) for vault in vaults]
            asked = self._asked(question, text, terms, await reading, situation)
            found = _Found()
            for place in places:
                if place is not None:
                    await self._look(asked, permit, place, found)
            if begun == sum(vault.forgettings for vault in vaults):
                break  # else something was forgotten meanwhile, which must not be in the answer
        # No await from here to the reply: the car may go into reverse, or someone board, at any of them.
        if isinstance(now := self._admission.admit(question.speaker, question.text), Refused):
            return _refused(now)
        if now.owner != owner:  # the car became sure, or unsure, of who asks
            return _nothing(AnswerStatus.NOTHING_RELEVANT, Reason.GUEST, Level.FULL)
        answer = self._choose(asked, now.permit, found, choices)
        if isinstance(owner, Guest) and not answer.memories:
            answer = replace(answer, reason=Reason.GUEST)
        if not question.examined:
            self._note(vaults, answer)
        return answer

    async def _write_recalled(self, vault: OpenVault) -> None:
        """In batches: a question must cost no commit."""
        if len(vault.recalled) >= _NOTED_AT_ONCE:
            recalled, vault.recalled = vault.recalled, {}
            try:
                await vault.store.touch(recalled)
            except StoreError:
                self._meter.count("recalls_not_noted")  # on a full disk questions are answered all the same

    def _note(self, vaults: Sequence[OpenVault], answer: Answer) -> None:
        """Recalling keeps a memory fresh."""
        now = self._clock.utc()
        for vault in vaults:
            mine = [r.memory.id for r in answer.memories if r.household == (vault.owner is None)]
            vault.recalled.update(dict.fromkeys(mine, now))

    async def _vaults_of(self, owner: Whose) -> list[OpenVault]:
        """The speaker's own vault first, then the household's, which is for no guest; none that is empty."""
        opened = [await self._vaults.open(owner, create=False)]
        try:
            if not isinstance(owner, Guest):
                opened.append(await self._vaults.open(None, create=False))
        except StoreError:
            self._meter.count("household_failures")  # Health says why; what is one's own answers all the same
        return [vault for vault in opened if vault is not None and await vault.store.count()]

    @staticmethod
    def _asked(
        question: Question,
        text: str,
        terms: tuple[str, ...],
        understood: Understood | None,
        situation: Situation,
    ) -> _Asked:
        posterior = understood.categories if understood else None
        return _Asked(
            question=question,
            text=text,
            terms=terms,
            understood=understood,
            category=categories.categorise(text, question.intent, {}, posterior),
            situation=situation,
            snapshot=pre_filter.snapshot(situation),
            people=asked_person.asked_about(text),
            language=language_of(question.text),
        )

    async def _understand(self, text: str) -> Understood | None:
        limit = self._settings.embedding_timeout_ms / 1000
        try:
            return (await asyncio.wait_for(self._understanding.understand([text], Side.QUERY), limit))[0]
        except (ModelUnavailable, TimeoutError):
            self._meter.count("recalls_without_vector")
            return None

    # ------------------------------------------------------------------------------------- search
    async def _place(
        self,
        question: Question,
        terms: Sequence[str],
        permit: RecallPermit,
        situation: Situation,
        vault: OpenVault,
    ) -> _Place | None:
        """None: no kind of memory that was asked for may answer."""
        kinds = conclusions.kinds(question.kinds, self._rollout)
        if not kinds:
            return None
        await self._write_recalled(vault)
        sets = await vault.store.condition_sets()
        scope = pre_filter.scope(permit, situation, sets, kinds)
        by_words = await vault.store.search_text(terms, scope, self._settings.candidates)
        return _Place(vault=vault, sets=sets, scope=scope, by_words=by_words)

    async def _look(self, asked: _Asked, permit: RecallPermit, place: _Place, found: _Found) -> None:
        """Search one vault and keep what is relevant."""
        vault, sets, scope = place.vault, place.sets, place.scope
        names = vault.names
        meant = await self._looking_back.referents(asked.question, permit, vault, asked.situation)
        known = {ranked.memory.id for ranked in meant}
        candidates = await self._candidates(asked, vault, scope, place.by_words)
        proposed = [self._rank(asked, candidate) for candidate in candidates]
        for ranked in [*meant, *(one for one in proposed if one.memory.id not in known)]:
            found.texts[ranked.memory.id] = wording.retold(
                ranked.memory, redaction.restore(ranked.memory.text, names)
            )
            if ranked.relevance >= self._settings.threshold:
                found.ranked.append(ranked)
            else:
                found.withheld.append(_withheld(ranked, Reason.BELOW_THRESHOLD))
        elsewhere = sets.keys() - scope.condition_sets
        # Looked through for the reason only: nothing of it is returned.
        if elsewhere and (asked.question.explain or not found.ranked):
            outside = replace(scope, condition_sets=frozenset(elsewhere))
            by_words = await vault.store.search_text(asked.terms, outside, self._settings.candidates)
            for candidate in await self._candidates(asked, vault, outside, by_words):
                ranked = self._rank(asked, candidate)
                if ranked.relevance >= self._settings.threshold:
                    found.withheld.append(_withheld(ranked, Reason.CONDITION_NOT_MET))

    async def _candidates(
        self, asked: _Asked, vault: OpenVault, scope: SearchScope, by_words: list[Hit]
    ) -> list[Candidate]:
        """What any channel proposes, fused by rank."""
        self._meter.count("searches")
        vector = asked.understood.search_vector if asked.understood else None
        limit = self._settings.candidates
        channels: dict[str, list[Hit]] = {"text": by_words}
        with self._meter.timing("search"):
            if asked.category is not Category.OTHER:
                channels["attributes"] = await vault.store.search_categories(
                    asked_setting.filed_under(asked.category), scope, limit
                )
            if vector is not None:
                channels["vectors"] = await vault.index.search(vector, scope, limit)
            ranks = _ranks(channels)
            best = fusion.fuse(
                {name: [h.row for h in hits] for name, hits in channels.items()}, self._settings.rank_constant
            )
            rows = best[:limit]
            cosines = {hit.row: hit.strength for hit in channels.get("vectors", ())}
            if vector is not None:
                cosines |= vault.index.cosines(vector, [row for row in rows if row not in cosines])
            found = await vault.store.found(rows)
        return [
            Candidate(
                memory=found[row].memory,
                terms=found[row].terms,
                channels=ranks[row],
                cosine=cosines.get(row),
                household=vault.owner is None,
            )
            for row in rows
            if row in found and self._may_answer(vault, found[row].memory)
        ]

    @staticmethod
    def _may_answer(vault: OpenVault, memory: MemoryRecord) -> bool:
        """What is pending is searched for its own sake, never to answer."""
        return memory.status is MemoryStatus.CURRENT and memory.id not in vault.forgotten

    # --------------------------------------------------------------------------------------- rank
    def _rank(self, asked: _Asked, candidate: Candidate) -> RankedMemory:
        memory = candidate.memory
        relevant = self._relevance(asked, candidate)
        recent = scoring.recency(memory, self._clock.utc())
        alike = scoring.resemblance(memory.snapshot, asked.snapshot)
        return RankedMemory(
            memory=memory,
            score=min(1.0, scoring.score(memory, recent, relevant, self._weights, alike)),
            relevance=relevant,
            recency=recent,
            channels=candidate.channels,
            because="",
            household=candidate.household,
            cosine=candidate.cosine,
        )

    @staticmethod
    def _relevance(asked: _Asked, candidate: Candidate) -> float:
        memory = candidate.memory
        likely = relevance.relevance(
            question=asked.text,
            understood=asked.understood,
            cosine=candidate.cosine,
            category=asked.category,
            memory_category=memory.category,
            memory_language=memory.language,
            terms=asked.terms,
            memory_terms=candidate.terms,
        )
        if asked_person.about_someone_else(asked.people, memory.text, memory.subject):
            return relevance.of_someone_else(likely)
        if asked_setting.asks_for(asked.text, asked.category, memory):
            likely = relevance.with_exact_match(likely)
        # To hear it once too often harms nobody.
        return relevance.with_exact_match(likely) if asked_setting.warns(asked.text, memory) else likely

    # ------------------------------------------------------------------------------------- choose
    def _choose(self, asked: _Asked, permit: RecallPermit, found: _Found, choices: Choices) -> Answer:
        """Best first, no two that contradict each other, nothing too long or private, within the permit."""
        question = asked.question
        within = permit.categories or frozenset(Category)
        weighed, concluded = conclusions.weigh(
            [r for r in found.ranked if r.memory.category in within], self._rollout
        )
        found.withheld += [_withheld(one, Reason.ONLY_RANKS) for one in concluded]
        ranked = sorted(weighed, key=_order)
        ranked, beside_the_point = fusion.to_the_point(
            ranked, question.text, partial(_same_day, asked.situation)
        )
        ranked, repeated = fusion.without_repeats(ranked)
        ranked, contradicted = fusion.without_contradictions(ranked)
        found.withheld += [_withheld(one, Reason.REPEATED) for one in repeated]
        found.withheld += [_withheld(one, Reason.BESIDE_THE_POINT) for one in beside_the_point]
        found.withheld += [_withheld(one, Reason.CONTRADICTED) for one in contradicted]
        short = [r for r in ranked if len(found.texts[r.memory.id]) <= permit.max_characters]
        found.withheld += [_withheld(r, Reason.LIMIT) for r in ranked if r not in short]
        consented = choices.given(Consent.DISCLOSURE, self._clock.utc())
        shown, private = disclosure.disclose(short, question.speaker, self._present.cabin(), consented)
        most = min(question.limit, permit.max_memories)
        found.withheld += [*private, *(_withheld(r, Reason.LIMIT) for r in shown[most:])]
        memories = tuple(self._worded(asked, r) for r in shown[:most])
        if not memories:
            nothing = _nothing(AnswerStatus.NOTHING_RELEVANT, _why_nothing(found), asked.level)
            return replace(nothing, withheld=tuple(found.withheld), situation=asked.situation)
        degraded = asked.level is not Level.FULL
        return Answer(
            status=AnswerStatus.DEGRADED if degraded else AnswerStatus.OK,
            reason=Reason.MODEL_UNAVAILABLE if degraded else Reason.NONE,
            level=asked.level,
            memories=memories,
            withheld=tuple(found.withheld),
            texts=found.texts,
            situation=asked.situation,
        )

    def _worded(self, asked: _Asked, ranked: RankedMemory) -> RankedMemory:
        return replace(ranked, because=wording.because(ranked, asked.situation, asked.language))


def _ranks(channels: Mapping[str, Sequence[Hit]]) -> dict[int, dict[str, int]]:
    """Row to its rank in each channel that found it."""
    ranks: dict[int, dict[str, int]] = {}
    for name, hits in channels.items():
        for rank, hit in enumerate(hits):
            ranks.setdefault(hit.row, {})[name] = rank
    return ranks


def _same_day(situation: Situation, memory: MemoryRecord) -> bool:
    """Whether it was told on this local day."""
    told = datetime.fromtimestamp(memory.provenance.time / SECOND, situation.local_time.tzinfo)
    return told.date() == situation.local_time.date()


def _order(ranked: RankedMemory) -> tuple[bool, float, float, str]:
    """What the question itself points back to comes first."""
    meant = not ranked.channels.keys().isdisjoint(("session", "last_time"))
    return not meant, -ranked.score, -ranked.relevance, ranked.memory.id


def _why_nothing(found: _Found) -> Reason:
    """The reason that comes closest to an answer."""
    reasons = {withheld.reason for withheld in found.withheld}
    for reason in (Reason.PASSENGER_PRESENT, Reason.LIMIT, Reason.CONDITION_NOT_MET):
        if reason in reasons:
            return reason
    return Reason.BELOW_THRESHOLD


def _withheld(ranked: RankedMemory, reason: Reason) -> Withheld:
    return Withheld(ranked=ranked, reason=reason)


def _generic(question: Question) -> GenericDefault | None:
    category = categories.categorise(question.text, question.intent, {}, None)
    return acquaintance.generic_default(category, language_of(question.text))


def _refused(gate: Refused) -> Answer:
    return _nothing(gate.status, gate.reason, Level.FULL)


def _nothing(status: AnswerStatus, reason: Reason, level: Level) -> Answer:
    return Answer(status=status, reason=reason, level=level)
