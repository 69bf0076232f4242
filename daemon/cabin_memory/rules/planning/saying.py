"""A proposal in the words of the person, Chinese or English: short, hedged where it is not sure.

What was volunteered is a question; what was asked for is a suggestion. In rollout phase 3 a conclusion of the
car's own says so ("像平常那样", "as you usually do").
"""

from collections.abc import Sequence

from cabin_memory.domain.plan_phrases import ROADS, SETTINGS, THINGS, VALUES, ZONES
from cabin_memory.domain.plans import Aspect, Claim, Element, Topic
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Source
from cabin_memory.rules.planning.claims import bare, unzoned

UNCERTAIN_BELOW = 0.8
"""Confidence below which a proposal is worded as uncertain (DESIGN: honesty)."""


def sentence(
    elements: Sequence[Element], topic: Topic, language: Language, *, asked: bool, destination: str = ""
) -> str:
    """What is said to the person. `elements` are not empty, the most important one first."""
    clauses = [clause(one, language) for one in elements]
    if language is Language.CHINESE:
        joined = "，".join(clauses)
        where = f"去{destination}，" if topic is Topic.ROUTE and destination else ""
        return f"{where}我建议{joined}。" if asked else f"{where}要不要{joined}？"
    joined = ", ".join(clauses)
    if asked:
        where = f"For {destination} I suggest" if topic is Topic.ROUTE and destination else "I suggest"
        return f"{where}: {joined}."
    return f"How about this: {joined}?"


def clause(one: Element, language: Language) -> str:
    """What one memory proposes, with its hedge and, where there was trouble, with the reason."""
    chinese = language is Language.CHINESE
    said = ("，" if chinese else ", ").join(claim_words(claim, language) for claim in one.claims)
    if one.usual:
        said = f"像平常那样{said}" if chinese else f"as you usually do, {said}"
    elif unsure(one):
        said = f"（不太确定）{said}" if chinese else f"perhaps {said}"
    if one.complaint and all(claim.aspect is Aspect.AVOID for claim in one.claims):
        words = bare(one.text)
        said += f"（你说过“{words}”）" if chinese else f' (you said "{words}")'
    return said


def unsure(one: Element) -> bool:
    """Whether it is worded as uncertain."""
    memory = one.ranked.memory
    return memory.source is not Source.STATED or memory.confidence < UNCERTAIN_BELOW


def claim_words(claim: Claim, language: Language) -> str:
    """One claim as it follows "我建议" or "I suggest:"."""
    at = 0 if language is Language.CHINESE else 1
    match claim.aspect:
        case Aspect.VIA:
            return (f"走{_road(claim, at)}", f"take {_road(claim, at)}")[at]
        case Aspect.AVOID:
            return (f"避开{_road(claim, at)}", f"avoid {_road(claim, at)}")[at]
        case Aspect.SET:
            return _zoned(claim, at, SETTINGS[unzoned(claim.name)][at].format(_value(claim.value, at)))
        case Aspect.LIKE:
            return _zoned(claim, at, THINGS[unzoned(claim.name)][0][at])
        case Aspect.SKIP:
            return _zoned(claim, at, THINGS[unzoned(claim.name)][1][at])
        case Aspect.LEAVE:
            return (f" {claim.name} 出发", f"leave at {claim.name}")[at]
        case Aspect.HEED:
            return (f"按你说的“{claim.name}”", f'as you said, "{claim.name}"')[at]


def _road(claim: Claim, at: int) -> str:
    return claim.name if claim.named else ROADS[claim.name.removeprefix("route.")][at]


def _value(value: str, at: int) -> str:
    return VALUES[value][at] if value in VALUES else value


def _zoned(claim: Claim, at: int, phrase: str) -> str:
    """With the side or the row: 右后视镜…, "the right mirror …"."""
    zone = claim.name.split(".")[1]
    if zone not in ZONES:
        return phrase
    rest = phrase.removeprefix("the ")
    return phrase[: len(phrase) - len(rest)] + ZONES[zone][at] + rest
