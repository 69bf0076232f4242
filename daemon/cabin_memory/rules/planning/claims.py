"""What a memory proposes: roads to take or to leave out, settings, things to choose, a time to leave.

A road goes by its name, as it stands in the sentence, or by its sort, as `rules/attributes` understood it.
What says nothing more definite proposes its own words. A step ("a bit warmer") proposes nothing: it was
relative to a moment that is over.
"""

import re
from collections.abc import Iterator

from cabin_memory.domain import lexicon_roads as words
from cabin_memory.domain import plan_phrases
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.lexicon_attributes import ITEMS
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.plans import Aspect, Claim
from cabin_memory.domain.vocabulary import Category, Kind, Polarity

_ROADS = frozenset({Category.ROUTE, Category.NAVIGATION})
_YES_NO = {"yes": (Aspect.VIA, Aspect.LIKE), "no": (Aspect.AVOID, Aspect.SKIP)}

_CLAUSE_END = re.compile(r"[,，。;；!！?？、\n]|\.(?=\s|$)")
_TAKEN = (re.compile(words.TAKES_CHINESE), re.compile(words.TAKES_ENGLISH, re.IGNORECASE))
# Letter case tells names from words here.
_TROUBLED = (re.compile(words.TROUBLED_CHINESE), re.compile(words.TROUBLED_ENGLISH))
_NO_NAME = re.compile(words.NO_NAME, re.IGNORECASE)
_REFUSED = re.compile(words.REFUSED, re.IGNORECASE)
_TROUBLE = re.compile(words.TROUBLE)
_WHEN_TROUBLE = re.compile(words.WHEN_TROUBLE)
_WITHOUT_TROUBLE = re.compile(words.WITHOUT_TROUBLE)
_LEAVING = re.compile(words.LEAVING)
_CLOCK = re.compile(words.CLOCK)
_FILLERS = re.compile(words.FILLERS, re.IGNORECASE)
_PARTS = {"半": 30, "1刻": 15, "3刻": 45, "half": 30, "quarter": 15}


def claims(memory: MemoryRecord, text: str) -> tuple[Claim, ...]:
    """What a memory proposes; empty where it is a mere step, what happened and is over, or asks for nothing.

    Args:
        text: its words with names restored.
    """
    if memory.attribute.endswith(".change"):
        return ()
    found: list[Claim] = []
    if memory.category in _ROADS:
        found += roads(memory, text)
    if memory.category is Category.SCHEDULE and (time := leaving_time(text)):
        found.append(Claim(aspect=Aspect.LEAVE, name=time))
    claim = _by_attribute(memory)
    if claim is not None and not any(road.named and _of_that_sort(road.name, claim.name) for road in found):
        found.append(claim)  # whoever shuns one tunnel does not shun them all
    if memory.kind is Kind.EPISODE:  # it went that way once
        found = [one for one in found if one.aspect is not Aspect.VIA or memory.polarity is Polarity.WANTS]
    elif not found and (memory.polarity is not Polarity.NEUTRAL or memory.kind is Kind.FACT):
        found.append(Claim(aspect=Aspect.HEED, name=bare(text)))
    return tuple(dict.fromkeys(found))


def _by_attribute(memory: MemoryRecord) -> Claim | None:
    name, value = memory.attribute, memory.value
    if not name or not value:
        return None
    if value in _YES_NO:
        road, thing = _YES_NO[value]
        sort = name.removeprefix("route.")
        if name.startswith("route.") and sort in plan_phrases.ROADS:
            return Claim(aspect=road, name=name)
        return Claim(aspect=thing, name=name) if unzoned(name) in plan_phrases.THINGS else None
    known = unzoned(name) in plan_phrases.SETTINGS
    return (
        Claim(aspect=Aspect.SET, name=name, value=value)
        if known and memory.polarity is not Polarity.AVOIDS
        else None
    )


def _of_that_sort(road: str, attribute: str) -> bool:
    pattern = ITEMS[Category.ROUTE].get(attribute.removeprefix("route."))
    return pattern is not None and re.search(pattern, plain(road)) is not None


def unzoned(attribute: str) -> str:
    """`climate.temperature` of `climate.rear.temperature`."""
    head, _, rest = attribute.partition(".")
    zone, dot, name = rest.partition(".")
    return f"{head}.{name}" if dot and zone in plan_phrases.ZONES else attribute


# --- roads -----------------------------------------------------------------------------------------------
def roads(memory: MemoryRecord, text: str) -> list[Claim]:
    """Roads that a sentence names: to take them, or to leave them out."""
    found: list[Claim] = []
    complaint = complains(text)
    for clause in _CLAUSE_END.split(text):
        troubled = complaint and _TROUBLE.search(plain(clause)) is not None
        for pattern in _TAKEN:
            for match in pattern.finditer(clause):
                name = _tidy(match["name"])
                if not _NO_NAME.search(name):
                    refused = troubled or _REFUSED.search(clause[: match.end("verb")])
                    aspect = Aspect.AVOID if refused else Aspect.VIA
                    found.append(Claim(aspect=aspect, name=name, named=True))
    if not found and complaint:
        found += _troubled(text)
    return [claim for claim in found if not _refused_elsewhere(claim, found)]


def _troubled(text: str) -> Iterator[Claim]:
    for clause in _CLAUSE_END.split(text):
        if _TROUBLE.search(plain(clause)):
            for pattern in _TROUBLED:
                if (match := pattern.search(clause)) and not _NO_NAME.search(name := _tidy(match["name"])):
                    yield Claim(aspect=Aspect.AVOID, name=name, named=True)


def _refused_elsewhere(claim: Claim, all_of_them: list[Claim]) -> bool:
    return claim.aspect is Aspect.VIA and any(
        other.aspect is Aspect.AVOID and same_road(other.name, claim.name) for other in all_of_them
    )


def same_road(one: str, other: str) -> bool:
    """Whether two names mean one road: 中环 and 中环路, "the river road" and "River Road"."""
    a, b = (plain(name).removeprefix("the ").removeprefix("that ").strip() for name in (one, other))
    return bool(a and b) and (a in b or b in a)


def complains(text: str) -> bool:
    """Whether a sentence tells of trouble on a road, and not of what to do when there is some."""
    said = plain(text)
    return bool(_TROUBLE.search(said)) and not (_WHEN_TROUBLE.search(said) or _WITHOUT_TROUBLE.search(said))


def only_when_obstructed(text: str) -> bool:
    """Whether a wish is for the case that the way is jammed or closed."""
    return _WHEN_TROUBLE.search(plain(text)) is not None


# --- times and words ---------------------------------------------------------------------------------------
def leaving_time(text: str) -> str:
    """`07:30` of a sentence that says when someone leaves; empty for any other."""
    said = with_digits(plain(text))
    if not _LEAVING.search(said) or not (found := _CLOCK.search(said)):
        return ""
    if found["side"]:
        minutes = _minutes(found["part"].removeprefix("a "))
        past_midnight = int(found["hh"]) * 60 + (minutes if found["side"] == "past" else -minutes)
        return f"{past_midnight // 60 % 24:02d}:{past_midnight % 60:02d}"
    hour = int(found["h"] or found["eh"] or found["ch"])
    minute = _minutes(found["m"] or found["em"] or found["cm"] or "")
    late = (found["pm"] and found["pm"] != "中午") or (found["ampm"] or "").startswith("p")
    hour = hour + 12 if late and hour < 12 else hour
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else ""


def _minutes(part: str) -> int:
    return _PARTS.get(part) or (int(part) if part.isdigit() else 0)


def bare(text: str) -> str:
    """Somebody's words without fillers and without the stop at their end."""
    return re.sub(r"\s+", " ", _FILLERS.sub("", text)).strip().rstrip("。.!！；;，, ")


def _tidy(name: str) -> str:
    return re.sub(r"\s+", " ", name).strip()
