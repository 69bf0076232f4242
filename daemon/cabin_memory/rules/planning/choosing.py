"""Which of what is remembered makes a plan: what fits the trip, was not turned down and agrees."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.plans import Aspect, Circumstances, Claim, Element, PastPlan, PlanRequest, Topic
from cabin_memory.domain.vocabulary import Category, Kind
from cabin_memory.rules.planning import claims as claiming
from cabin_memory.rules.planning import past as remembering
from cabin_memory.rules.planning import topics

_MEANT_FOR_IT = 1.5
_PER_APPROVAL = 0.05
_MOST_APPROVALS = 4
_OPPOSITE = {
    Aspect.VIA: Aspect.AVOID,
    Aspect.AVOID: Aspect.VIA,
    Aspect.LIKE: Aspect.SKIP,
    Aspect.SKIP: Aspect.LIKE,
}
_PROTECTING = frozenset({Category.HEALTH, Category.SAFETY})
_TRAVELLED = frozenset({Category.ROUTE, Category.NAVIGATION, Category.PARKING, Category.SCHEDULE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is asked for and under which circumstances, with what was proposed before."""

    request: PlanRequest
    topic: Topic
    circumstances: Circumstances
    past: tuple[PastPlan, ...] = ()
    most: int = 3


def fits(memory: MemoryRecord, text: str, choice: Choice, wanted: frozenset[str], told: str) -> bool:
    """Whether it is meant for this trip: not for another destination, nor for a way that is jammed.

    Args:
        wanted: where the trip may go.
        told: the place that the memory names; empty where it names none.
    """
    elsewhere = told and not any(told in place or place in told for place in wanted)
    if memory.category in _TRAVELLED and elsewhere:
        return False
    return topics.obstructed(choice.request) or not claiming.only_when_obstructed(text)


def mere_fact(one: Element) -> bool:
    """Something that is so and settles nothing: worth saying to who asks for it, unless it protects."""
    memory = one.ranked.memory
    told = memory.kind is Kind.FACT and memory.category not in _PROTECTING
    return told and all(claim.aspect is Aspect.HEED for claim in one.claims)


def urgency(text: str, choice: Choice) -> float:
    """The factor by which what was said for just this case comes before what is true of any trip."""
    meant = topics.obstructed(choice.request) and claiming.only_when_obstructed(text)
    return _MEANT_FOR_IT if meant else 1.0


def choose(elements: Iterable[Element], choice: Choice) -> tuple[Element, ...]:
    """At most `choice.most`, best first: without what was turned down, no two that contradict each other."""
    left = [one for given in elements if (one := _not_turned_down(given, choice)) is not None]
    ordered = sorted(left, key=lambda one: (-_weight(one, choice), one.ranked.memory.id))
    holding = [one for one in ordered if not any(_gives_way(one, other) for other in ordered)]
    chosen: list[Element] = []
    for one in holding:
        claims = tuple(claim for claim in one.claims if not _said(claim, chosen))
        if claims and not any(_contradicts(one, other) for other in chosen):
            chosen.append(replace(one, claims=claims))
    # The way comes first, and then what to leave out on it.
    return tuple(sorted(chosen[: choice.most], key=lambda one: not _goes(one)))


def _goes(one: Element) -> bool:
    return any(claim.aspect is Aspect.VIA for claim in one.claims)


def turned_down(elements: Iterable[Element], choice: Choice) -> tuple[Element, ...]:
    """Those of which nothing is left once what was rejected is taken away."""
    return tuple(one for one in elements if _not_turned_down(one, choice) is None)


def _not_turned_down(given: Element, choice: Choice) -> Element | None:
    kept = tuple(
        claim
        for claim in given.claims
        if not remembering.turned_down(
            claim, choice.topic, choice.past, choice.circumstances, asked=choice.request.asked
        )
    )
    return replace(given, claims=kept) if kept else None


def _weight(one: Element, choice: Choice) -> float:
    approvals = min(_MOST_APPROVALS, remembering.approved(one.claims, choice.topic, choice.past))
    return one.weight * (1 + _PER_APPROVAL * approvals)


def _said(claim: Claim, chosen: Sequence[Element]) -> bool:
    """Whether it is said already, or would be a second way beside the one that is chosen."""
    return any(
        str(claim) == str(other) or (claim.aspect is other.aspect is Aspect.VIA)
        for one in chosen
        for other in one.claims
    )


def _contradicts(one: Element, other: Element) -> bool:
    """Of two that cannot both be done the one that is chosen first stays."""
    return any(_opposed(a, b) for a in one.claims for b in other.claims)


def _opposed(a: Claim, b: Claim) -> bool:
    if a.aspect is b.aspect is Aspect.SET or a.aspect is b.aspect is Aspect.LEAVE:
        return (a.name == b.name or a.aspect is Aspect.LEAVE) and str(a) != str(b)
    same = claiming.same_road(a.name, b.name) if a.named and b.named else a.name == b.name
    return _OPPOSITE.get(a.aspect) is b.aspect and same


def _gives_way(one: Element, other: Element) -> bool:
    """A road that was recommended once gives way to a later word against it, however it ranks."""
    later = other.ranked.memory.provenance.time > one.ranked.memory.provenance.time
    conditioned = bool(one.ranked.memory.conditions) and not other.ranked.memory.conditions
    return later and not conditioned and one is not other and _contradicts(one, other)
