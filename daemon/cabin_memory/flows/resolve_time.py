"""What "yesterday" and "like last time" mean to whoever says so, as memories to choose from.

    admit → suppress or permit → read the phrase → look there → compare with the topic → disclose

The gates are those of Recall, in the same order.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from cabin_memory.codecs import full_text
from cabin_memory.domain.consent import Choices, Consent
from cabin_memory.domain.conversation import Turn
from cabin_memory.domain.errors import ModelUnavailable, Unavailable
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Names
from cabin_memory.domain.people import Guest, Speaker
from cabin_memory.domain.ports import MemoryFilter, TextUnderstanding
from cabin_memory.domain.recall import Admitted, Question, RankedMemory, RecallPermit, Refused, SearchScope
from cabin_memory.domain.settings import ConversationSettings, RecallSettings
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.text import Language, Side, Understood, language_of
from cabin_memory.domain.time import SECOND, UtcMicros
from cabin_memory.domain.vocabulary import AnswerStatus, Category, Kind, MemoryStatus, Outcome, Reason
from cabin_memory.domain.workplace import (
    Admission,
    Consents,
    Conversations,
    Meter,
    OpenVault,
    Present,
    Vaults,
)
from cabin_memory.rules import (
    asked_setting,
    categories,
    disclosure,
    pre_filter,
    redaction,
    relevance,
    session,
    time_phrases,
)
from cabin_memory.rules.session import Referent, Session, Told
from cabin_memory.rules.time_phrases import Meaning, Pointer, Span

# Five conversations hold a few dozen; so does a day. What is repeated lies among the newest.
_LOOKED_THROUGH = 500
_NEAREST = 200
_TOLD = frozenset({Kind.EPISODE, Kind.PREFERENCE, Kind.FACT})
_NOT_REPLACED = frozenset({MemoryStatus.CURRENT, MemoryStatus.DEMOTED, MemoryStatus.ARCHIVED})
_WITH_A_ZONE = 10
# Where nothing says what is spoken of, anything that was set may be meant.
_ANY_TOPIC = 0.8
# The name of a matter is enough: any of the same is above the usual threshold, the closest comes first.
_SAME_MATTER = 0.7
_SAME_WORDS = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A phrase that refers to the past, and what is known of who says it and of what."""

    phrase: str
    speaker: Speaker
    session: str = ""
    topic: str = ""
    timezone: str = ""
    """Empty: that of what the speaker told last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What the phrase may mean, best first."""

    status: AnswerStatus
    reason: Reason = Reason.NONE
    candidates: tuple[RankedMemory, ...] = ()
    """`relevance`: likeness to the topic; `recency`: weight of the time; `score`: see rules/session."""
    texts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Topic:
    """What is spoken of."""

    text: str = ""
    understood: Understood | None = None
    category: Category = Category.OTHER
    terms: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    """Terms of what is more than the name of the matter."""
    until: UtcMicros | None = None
    """When it was taken from a turn: only what was before that turn can be meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """A phrase that was read, and where it is looked up."""

    asked: Reference
    meaning: Meaning
    topic: _Topic
    vault: OpenVault
    permit: RecallPermit
    situation: Situation
    statuses: frozenset[MemoryStatus]


class TimeResolving:
    """`ResolveTime`, and the same inside Recall."""

    def __init__(
        self,
        *,
        present: Present,
        vaults: Vaults,
        understanding: TextUnderstanding,
        conversations: Conversations,
        meter: Meter,
        recall: RecallSettings,
        conversation: ConversationSettings,
        admission: Admission,
        consents: Consents,
    ) -> None:
        self._present = present
        self._vaults = vaults
        self._understanding = understanding
        self._conversations = conversations
        self._meter = meter
        self._recall = recall
        self._conversation = conversation
        self._admission = admission
        self._consents = consents

    async def resolve(self, asked: Reference) -> Resolution:
        """What the phrase may mean.

        Raises:
            UnknownOccupant: the speaker is not in the car.
            InvalidArgument: the time zone does not exist.
        """
        gate = self._admit(asked)
        if isinstance(gate, Refused):
            return Resolution(status=gate.status, reason=gate.reason)
        try:
            return await self._permitted(asked, gate)
        except Unavailable:
            if isinstance(now := self._admit(asked), Refused):
                return Resolution(status=now.status, reason=now.reason)
            if now.owner != gate.owner:  # a guest left meanwhile, and what they had said went with them
                return _nothing(Reason.GUEST)
            self._meter.count("store_failures")
            return Resolution(status=AnswerStatus.DEGRADED, reason=Reason.STORE_UNAVAILABLE)

    def _admit(self, asked: Reference) -> Admitted | Refused:
        return self._admission.admit(asked.speaker, f"{asked.phrase} {asked.topic}".strip())

    async def _permitted(self, asked: Reference, admitted: Admitted) -> Resolution:
        permit, owner = admitted.permit, admitted.owner
        vault = await self._vaults.open(owner, create=False)
        situation = self._present.situation(asked.timezone or await _last_zone(vault))
        names = vault.names if vault else Names()
        meaning = time_phrases.read(redaction.redact_query(asked.phrase, names), situation.local_time)
        if meaning is None:
            return _nothing(Reason.NOT_UNDERSTOOD)
        if vault is None:
            return _nothing(Reason.GUEST if isinstance(owner, Guest) else Reason.NO_MEMORIES)
        asked = replace(asked, topic=redaction.redact_query(asked.topic, names))
        search = _Search(
            asked=asked,
            meaning=meaning,
            topic=await self._topic(asked, meaning),
            vault=vault,
            permit=permit,
            situation=situation,
            statuses=frozenset(MemoryStatus) if meaning.span else _NOT_REPLACED,
        )
        choices = await self._consents.of(owner)
        empty = Reason.NO_MATCH if await vault.store.count() else Reason.NO_MEMORIES
        while True:
            begun = vault.forgettings
            found = await self._look(search)
            if begun == vault.forgettings:
                break  # else something was forgotten meanwhile, which must not be in the answer
        # No await from here to the reply: the car may go into reverse, or someone board, at any of them.
        gate = self._admit(asked)
        if isinstance(gate, Refused):
            return Resolution(status=gate.status, reason=gate.reason)
        if gate.owner != owner:  # the car became sure, or unsure, of who asks
            return _nothing(Reason.GUEST)
        return self._disclose(search, gate.permit, found, choices, empty)

    def _disclose(
        self,
        search: _Search,
        permit: RecallPermit,
        referents: Sequence[Referent],
        choices: Choices,
        empty: Reason,
    ) -> Resolution:
        """Nothing private, nothing too long, within the permit."""
        topic, speaker, names = search.topic, search.asked.speaker, search.vault.names
        within = permit.categories or frozenset(Category)
        ranked = [r for r in self._chosen(search, referents) if r.memory.category in within]
        texts = {r.memory.id: redaction.restore(r.memory.text, names) for r in ranked}
        short = [r for r in ranked if len(texts[r.memory.id]) <= permit.max_characters]
        consented = choices.given(Consent.DISCLOSURE, _micros(search.situation.local_time))
        shown, private = disclosure.disclose(short, speaker, self._present.cabin(), consented)
        shown = shown[: min(permit.max_memories, self._recall.limit)]
        if not shown:
            fitting = Reason.PASSENGER_PRESENT if private else Reason.LIMIT if ranked else None
            return _nothing(fitting or (Reason.BELOW_THRESHOLD if referents else empty))
        degraded = bool(topic.text) and topic.understood is None
        return Resolution(
            status=AnswerStatus.DEGRADED if degraded else AnswerStatus.OK,
            reason=Reason.MODEL_UNAVAILABLE if degraded else Reason.NONE,
            candidates=shown,
            texts={r.memory.id: texts[r.memory.id] for r in shown},
        )

    def _chosen(self, search: _Search, referents: Sequence[Referent]) -> list[RankedMemory]:
        now, language = search.situation.local_time, language_of(search.asked.phrase)
        return [_ranked(one, now, language) for one in session.chosen(referents, self._recall.threshold)]

    async def referents(
        self, question: Question, permit: RecallPermit, vault: OpenVault, situation: Situation
    ) -> Sequence[RankedMemory]:
        """Inside Recall; see the port."""
        if vault.owner is None or not time_phrases.asks_for_the_same(question.text):
            return ()
        text = redaction.redact_query(question.text, vault.names)
        meaning = time_phrases.read(text, situation.local_time)
        if meaning is None:
            return ()
        asked = Reference(phrase=text, speaker=question.speaker, session=question.session)
        search = _Search(
            asked=asked,
            meaning=meaning,
            topic=await self._topic(asked, meaning),
            vault=vault,
            permit=permit,
            situation=situation,
            statuses=frozenset({MemoryStatus.CURRENT}),
        )
        ranked = self._chosen(search, await self._look(search))
        return [one for one in ranked if not question.kinds or one.memory.kind in question.kinds]

    # -------------------------------------------------------------------------------------- topic
    async def _topic(self, asked: Reference, meaning: Meaning) -> _Topic:
        """The option, else the rest of the phrase, else what the present conversation is about."""
        text, until = asked.topic.strip() or meaning.topic, None
        if not text and meaning.pointer is Pointer.LAST_TIME:
            turn = _last_matter(self._conversations.turns(asked.speaker, self._name(asked)))
            text, until = (turn.text, turn.at) if turn else ("", None)
        if not text:
            return _Topic()
        understood = await self._understand(text)
        category = categories.categorise(text, "", {}, understood.categories if understood else None)
        return _Topic(
            text=text,
            understood=understood,
            category=category,
            terms=tuple(full_text.query_terms(text)),
            special=tuple(full_text.query_terms(session.qualifiers(text))),
            until=until,
        )

    def _name(self, asked: Reference) -> str:
        """Of the present conversation."""
        return asked.session or self._conversations.latest(asked.speaker)

    async def _understand(self, text: str) -> Understood | None:
        limit = self._recall.embedding_timeout_ms / 1000
        try:
            return (await asyncio.wait_for(self._understanding.understand([text], Side.QUERY), limit))[0]
        except (ModelUnavailable, TimeoutError):
            self._meter.count("recalls_without_vector")
            return None

    # --------------------------------------------------------------------------------------- look
    async def _look(self, search: _Search) -> list[Referent]:
        self._meter.count("searches")
        if search.meaning.span is not None:
            return await self._in_span(search, search.meaning.span)
        found = await self._in_sessions(search)
        if search.topic.until is None or session.chosen(found, self._recall.threshold):
            return found
        # Nothing before the last turn is like it: then the phrase does not repeat it.
        return await self._in_sessions(replace(search, topic=_Topic()))

    async def _in_span(self, search: _Search, span: Span) -> list[Referent]:
        """What was told in this stretch of time, whatever became of it since."""
        inside = MemoryFilter(
            kinds=_TOLD, statuses=search.statuses, since=span.since, until=span.until, limit=_LOOKED_THROUGH
        )
        # What was told again since then carries the later time.
        memories = [
            *await _find(search.vault, inside),
            *await _find(search.vault, replace(inside, since=span.until, until=None)),
        ]
        pause = self._conversation.session_life_s * SECOND
        weights = {
            (one.session, one.at): session.strength(session.tally_of_told(conversation.told))
            for conversation in session.sessions(memories, pause)
            for one in conversation.told
        }
        told = session.told_within(memories, span.since, span.until)
        told = [one for one in told if _says_something(one, search.permit)]
        return await self._compared(search, [(0, one, weights[one.session, one.at]) for one in told])

    async def _in_sessions(self, search: _Search) -> list[Referent]:
        """What was told or done in the present conversation and in the last ones before it."""
        wanted = MemoryFilter(kinds=_TOLD, statuses=search.statuses, limit=_LOOKED_THROUGH)
        told = [
            (back, one, weight)
            for back, conversation, weight in self._numbered(search, await _find(search.vault, wanted))
            for one in conversation.told
            if _may_be_meant(one, search)
        ]
        found = await self._compared(search, told if search.topic.text else _nearest(told, search.meaning))
        habits = [r for r in found if session.habitual(r.told.memory) and r.topic >= self._recall.threshold]
        return habits if habits and search.meaning.pointer is Pointer.USUAL else found

    def _numbered(
        self, search: _Search, memories: Sequence[MemoryRecord]
    ) -> list[tuple[int, Session, float]]:
        """Conversations with their number, 0 for the present one, and their strength."""
        pause = self._conversation.session_life_s * SECOND
        speaker, name = search.asked.speaker, self._name(search.asked)
        began = self._conversations.since(speaker, name)
        turns = session.tally_of_turns(self._conversations.turns(speaker, name))
        numbered: list[tuple[int, Session, float]] = []
        back, usual = 0, search.meaning.pointer is Pointer.USUAL
        for one in session.sessions(memories, pause):
            tally = session.tally_of_told(one.told)
            if began is not None and one.name == name and one.ended >= began - pause:
                began = None  # the newest of that name only
                numbered.append((0, one, session.strength(session.joined(tally, turns))))
            elif usual or back < self._conversation.last_sessions:
                back += 1
                numbered.append((back, one, session.strength(tally)))
        if search.meaning.pointer is not Pointer.JUST_NOW:
            return numbered
        now = _micros(search.situation.local_time)
        return [found for found in numbered if found[0] == 0 or found[1].ended >= now - pause]

    async def _compared(self, search: _Search, told: Sequence[tuple[int, Told, float]]) -> list[Referent]:
        topic = search.topic
        without = 1.0 if search.meaning.span else _ANY_TOPIC
        cosines = await _cosines(search, [one.memory for _, one, _ in told])
        names = search.vault.names
        found = []
        for back, one, weight in told:
            # A name is found by its words, too: "the hotpot place" may be part of one.
            text = redaction.restore(one.memory.text, names)
            terms = (*full_text.terms(one.memory.text), *full_text.terms(text))
            like = _likeness(topic, one.memory, terms, cosines.get(one.memory.id)) if topic.text else without
            special = _share(topic.special, terms)
            found.append(Referent(told=one, back=back, topic=like, special=special, strength=weight))
        return found


def _nothing(reason: Reason) -> Resolution:
    return Resolution(status=AnswerStatus.NOTHING_RELEVANT, reason=reason)


async def _find(vault: OpenVault, wanted: MemoryFilter) -> list[MemoryRecord]:
    return [memory for memory in await vault.store.find(wanted) if memory.id not in vault.forgotten]


async def _last_zone(vault: OpenVault | None) -> str:
    """The zone in which the speaker told something last; empty where none is known."""
    found = await vault.store.find(MemoryFilter(limit=_WITH_A_ZONE)) if vault else []
    return next((m.provenance.timezone for m in found if m.provenance.timezone), "")


def _micros(moment: datetime) -> UtcMicros:
    return UtcMicros(int(moment.timestamp() * SECOND))


def _last_matter(turns: Sequence[Turn]) -> Turn | None:
    """The last turn that says what it is about."""
    for turn in reversed(turns):
        if turn.text and not session.confirms(turn.text) and not time_phrases.points_back(turn.text):
            return turn
    return None


# --- what may be meant -----------------------------------------------------------------------------------
def _says_something(told: Told, permit: RecallPermit) -> bool:
    """Neither a mere yes nor a mere "like last time", and nothing that must not be searched now."""
    memory = told.memory
    if permit.categories is not None and memory.category not in permit.categories:
        return False
    empty = session.confirms(memory.text) or time_phrases.points_back(memory.text)
    return bool(memory.slots) or not empty


def _may_be_meant(told: Told, search: _Search) -> bool:
    """Nobody wants again what was rejected, or what holds in another situation."""
    before = search.topic.until is None or told.at < search.topic.until
    holds = all(pre_filter.holds(condition, search.situation) for condition in told.memory.conditions)
    accepted = told.memory.outcome is not Outcome.REJECTED
    return before and holds and accepted and _says_something(told, search.permit)


def _nearest(told: Sequence[tuple[int, Told, float]], meaning: Meaning) -> list[tuple[int, Told, float]]:
    """Without a topic: what the nearest conversation changed, or else what was told in it."""
    changed = [found for found in told if session.changed_something(found[1].memory)]
    of = changed if changed and meaning.pointer is not Pointer.JUST_NOW else told
    nearest = min((back for back, _, _ in of), default=0)
    return [found for found in of if found[0] == nearest]


# --- likeness --------------------------------------------------------------------------------------------
async def _cosines(search: _Search, memories: Sequence[MemoryRecord]) -> dict[MemoryId, float]:
    """Of the topic and those of the memories that are among the nearest to it in their categories."""
    if search.topic.understood is None or not memories:
        return {}
    scope = SearchScope(
        permit=search.permit,
        condition_sets=frozenset(await search.vault.store.condition_sets()) | {pre_filter.NO_CONDITIONS},
        kinds=_TOLD,
        categories=frozenset(memory.category for memory in memories),
    )
    hits = await search.vault.index.search(search.topic.understood.search_vector, scope, _NEAREST)
    by_row = await search.vault.store.rows([hit.row for hit in hits])
    return {by_row[hit.row].id: hit.strength for hit in hits if hit.row in by_row}


def _likeness(topic: _Topic, memory: MemoryRecord, terms: Sequence[str], cosine: float | None) -> float:
    """How surely a memory is about the topic: the model's relevance, the matter and the words, as
    independent evidence (noisy or). A topic is a word or two, of which relevance alone is unsure."""
    likely = relevance.relevance(
        question=topic.text,
        understood=topic.understood,
        cosine=cosine,
        category=topic.category,
        memory_category=memory.category,
        memory_language=memory.language,
        terms=topic.terms,
        memory_terms=terms,
    )
    if asked_setting.asks_for(topic.text, topic.category, memory):
        likely = relevance.with_exact_match(likely)
    same = _matter(topic.category) is _matter(memory.category) is not Category.OTHER
    shared = relevance.overlap(topic.terms, terms)
    return 1 - (1 - likely) * (1 - _SAME_MATTER * same) * (1 - _SAME_WORDS * shared)


def _matter(category: Category) -> Category:
    """A way and where it leads to are one matter."""
    return Category.NAVIGATION if category is Category.ROUTE else category


def _share(wanted: Sequence[str], terms: Sequence[str]) -> float:
    """Of the wanted terms, those that are there."""
    return len(set(wanted) & set(terms)) / len(set(wanted)) if wanted else 0.0


# --- the answer ------------------------------------------------------------------------------------------
def _ranked(one: Referent, now: datetime, language: Language) -> RankedMemory:
    return RankedMemory(
        memory=one.told.as_told(),
        score=one.score,
        relevance=one.topic,
        recency=one.time,
        channels={"last_time" if one.back else "session": 0},
        because=session.because(one, now, language is Language.CHINESE),
    )
