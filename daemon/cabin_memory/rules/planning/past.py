"""What was proposed before, and what of it must not be proposed again.

A rejection counts for the circumstances in which it was made: destination, weather, hurry, part of the day,
kind of day and who was in the car. What is not known on either side does not tell two occasions apart. What
was turned down twice more often than it was accepted is not proposed in any circumstances, and nothing that
was ever turned down on balance is volunteered.

A rejection that gives a reason means those claims of which the reason speaks; without one, or where the
reason speaks of none, it means the one that the plan led with.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.lexicon_attributes import ITEMS
from cabin_memory.domain.memory import MemoryRecord, SlotValue, Snapshot
from cabin_memory.domain.plan_phrases import VALUES
from cabin_memory.domain.plans import REFUSED, Aspect, Circumstances, Claim, PastPlan, Proposal, Topic
from cabin_memory.domain.vocabulary import Category
from cabin_memory.rules.planning.claims import same_road, unzoned

_WEEKEND = frozenset({"saturday", "sunday"})
_ANYWHERE = 2
"""Rejections beyond acceptances after which circumstances no longer matter."""
_THING_WORDS = {
    "temperature": r"度|温度|[冷热]|degree|temperature|\b(?:hot|cold|warm|cool)\w*",
    "fan": r"风|fan|blow|\bair\b",
    "heating": r"加热|热|heat|warm|hot",
    "ventilation": r"通风|ventilat|cool",
    "massage": r"按摩|massag",
    "recline": r"靠背|躺|reclin|backrest",
    "limit": r"充到|充满|%|百分之|percent|full",
    "level": r"音量|声音|大声|小声|volume|loud|quiet",
}


def turned_down(
    claim: Claim, topic: Topic, past: Iterable[PastPlan], present: Circumstances, *, asked: bool
) -> bool:
    """Whether this was rejected and must not be proposed now."""
    word = str(claim)
    before = [plan for plan in past if plan.topic is topic and _proposed(claim, word, plan)]
    balance = sum(plan.rejected for plan in before) - sum(plan.accepted for plan in before)
    refused = [plan for plan in before if _refused(claim, word, plan) and plan.rejected > plan.accepted]
    if not refused:
        return False
    if balance >= _ANYWHERE or (not asked and balance > 0):
        return True
    return any(same_circumstances(_circumstances(plan), present) for plan in refused)


def _proposed(claim: Claim, word: str, plan: PastPlan) -> bool:
    return any(_same(claim, word, other) for other in plan.claims)


def _refused(claim: Claim, word: str, plan: PastPlan) -> bool:
    return any(_same(claim, word, other) for other in plan.refused)


def _same(claim: Claim, word: str, other: str) -> bool:
    if word == other:
        return True
    aspect, _, name = other.partition(":")
    return claim.named and claim.aspect.value == aspect and same_road(claim.name, name)


def approved(claims: Sequence[Claim], topic: Topic, past: Iterable[PastPlan]) -> int:
    """How often plans with one of these claims were accepted beyond rejections; never below 0."""
    words = {str(claim) for claim in claims}
    return max(
        0,
        sum(
            plan.accepted - plan.rejected
            for plan in past
            if plan.topic is topic and not words.isdisjoint(plan.claims)
        ),
    )


# --- circumstances ---------------------------------------------------------------------------------------
def _circumstances(plan: PastPlan) -> Circumstances:
    return Circumstances(destination=plan.destination, snapshot=plan.snapshot, hurry=plan.hurry)


def same_circumstances(one: Circumstances, other: Circumstances) -> bool:
    """Whether nothing is known that tells the two apart."""
    pairs = (
        (plain(one.destination) or None, plain(other.destination) or None),
        (one.snapshot.raining, other.snapshot.raining),
        (one.hurry, other.hurry),
        (one.snapshot.daypart or None, other.snapshot.daypart or None),
        (_kind_of_day(one.snapshot), _kind_of_day(other.snapshot)),
        (len(one.snapshot.seats) or None, len(other.snapshot.seats) or None),
    )
    return all(a is None or b is None or a == b for a, b in pairs)


def _kind_of_day(snapshot: Snapshot) -> bool | None:
    return snapshot.day in _WEEKEND if snapshot.day else None


# --- what a reason means ------------------------------------------------------------------------------------
def meant(claims: Sequence[Claim], reason: str) -> tuple[Claim, ...]:
    """Those claims that a rejection with this reason turns down; the first where it names none."""
    named = tuple(claim for claim in claims if _speaks_of(reason, claim))
    return named or tuple(claims[:1])


def _speaks_of(reason: str, claim: Claim) -> bool:
    said = plain(reason)
    if claim.aspect is Aspect.HEED:
        return False  # whole sentences share words with anything
    if claim.named:
        return _name_in(plain(claim.name), said)
    head, _, name = unzoned(claim.name).partition(".")
    pattern = ITEMS.get(Category(head), {}).get(name) if head in set(Category) else None
    if pattern is None:
        pattern = _THING_WORDS.get(name.partition(".")[0])
    words = [re.escape(word) for word in VALUES.get(claim.value, ()) if len(word) > 1]
    return bool((pattern and re.search(pattern, said)) or (words and re.search("|".join(words), said)))


def _name_in(name: str, said: str) -> bool:
    """A name as a whole, or without the word for what sort of road it is."""
    stem = re.sub(r"(?:大道|高速公路|高速|公路|马路|路|街)$", "", name.removeprefix("the "))
    return name in said or (len(stem) > 1 and stem in said)


# --- as it lies in the store ---------------------------------------------------------------------------
_BETWEEN = "\n"
_YES, _NO = "yes", "no"


def slots_of(proposal: Proposal, circumstances: Circumstances) -> dict[str, SlotValue]:
    """What a plan's memory keeps beside its sentence, so that the next plan can heed it."""
    hurry = {True: _YES, False: _NO}.get(circumstances.hurry) if circumstances.hurry is not None else None
    return {
        "topic": proposal.topic.value,
        "claims": _BETWEEN.join(str(claim) for claim in proposal.claims),
        **({"destination": circumstances.destination} if circumstances.destination else {}),
        **({"hurry": hurry} if hurry else {}),
    }


def with_refused(memory: MemoryRecord, reason: str, restore: Callable[[str], str]) -> MemoryRecord:
    """A plan's memory with those claims that a rejection means; `restore` puts names in place."""
    stored = str(memory.slots.get("claims", "")).split(_BETWEEN)
    claims = [parsed(restore(word)) for word in stored if word]
    refused = {str(claim) for claim in meant(claims, reason)}
    words = [word for word in stored if word and restore(word) in refused]
    return replace(memory, slots={**memory.slots, REFUSED: _BETWEEN.join(words)})


def parsed(word: str) -> Claim:
    """A claim as `str` wrote it. Raises ValueError for anything else."""
    aspect, _, rest = word.partition(":")
    if aspect == Aspect.SET:
        name, _, value = rest.partition("=")
        return Claim(aspect=Aspect.SET, name=name, value=value)
    kind = Aspect(aspect)
    named = kind in (Aspect.VIA, Aspect.AVOID) and not rest.startswith("route.")
    return Claim(aspect=kind, name=rest, named=named)


def recalled(memory: MemoryRecord, restore: Callable[[str], str]) -> PastPlan:
    """What a plan's memory tells of it; `restore` puts names in place."""

    def words(key: str) -> frozenset[str]:
        return frozenset(restore(word) for word in str(memory.slots.get(key, "")).split(_BETWEEN) if word)

    hurry = memory.slots.get("hurry")
    return PastPlan(
        id=memory.id,
        topic=Topic(str(memory.slots.get("topic", Topic.OTHER))),
        claims=words("claims"),
        destination=restore(str(memory.slots.get("destination", ""))),
        snapshot=memory.snapshot,
        hurry=None if hurry is None else hurry == _YES,
        accepted=memory.accepted,
        rejected=memory.rejected,
        refused=words(REFUSED),
    )


def again(proposal: Proposal, past: Iterable[PastPlan], present: Circumstances) -> PastPlan | None:
    """The plan that proposed just this in these circumstances and was not turned down."""
    words = frozenset(str(claim) for claim in proposal.claims)
    return next(
        (
            plan
            for plan in past
            if plan.topic is proposal.topic
            and plan.claims == words
            and not plan.refused
            and same_circumstances(_circumstances(plan), present)
        ),
        None,
    )
