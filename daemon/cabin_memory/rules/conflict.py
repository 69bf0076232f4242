"""How a new sentence stands to a memory of the same person, and what follows for both (DESIGN 6, Conflict).

    conditions differ                  → unrelated: both stay
    both name the same attribute       → equal: repeat · other value: change · yes against no: negation
    else                               → softmax regression over features of the pair

| feature | what it says |
|---|---|
| cosine, near | likeness of the two search vectors; what of it lies above a half |
| category | chance that both have the same category, by their posteriors |
| overlap | words that both have, as a share of the shorter text's |
| thing, thing_apart | they name the same thing; each names things, none in common |
| aspect, aspect_apart | they settle the same of it; each settles something, nothing in common |
| value, value_other | with the same value; with another one |
| name, name_other, name_new | the same with names; a name where the memory has none |
| number, number_other | the same with numbers |
| one feature a cue | how the new sentence is worded (`domain.relation.Cue`) |
| flips | one of the two refuses, the other does not |
| …_flips, …_ended | the same, where both say the same of the same |

A repetition never has another number or another name. Of all memories the likeliest is decided about, the others
stay untouched: one sentence changes one mind. `models/calibrate_relation.py` fits the coefficients.
"""

import math
from collections.abc import Mapping, Sequence

from cabin_memory.domain.fitted_relation import FITTED
from cabin_memory.domain.relation import (
    Cue,
    Ground,
    Reading,
    Related,
    Relation,
    RelationModel,
    Resolution,
    Statement,
)
from cabin_memory.domain.vocabulary import MemoryStatus, Polarity

RELATIONS = (Relation.REPEAT, Relation.CHANGE, Relation.NEGATION)
RELATED = 0.5
"""Probability from which on a memory is related at all."""
HABIT = 3
"""Occurrences from which on one sentence does not change a memory (DESIGN 4)."""
_NEAR = 0.5
_SHOWN = 4


def relate(new: Statement, old: Statement, cosine: float | None) -> Related:
    """The relation of a new sentence to one memory; `cosine` of their search vectors, None without."""
    if new.conditions != old.conditions:
        return Related(relation=Relation.UNRELATED, probability=0.0, ground=Ground.CONDITIONS)
    exact = _by_attribute(new, old)
    if exact is not None:
        return Related(relation=exact, probability=1.0, ground=Ground.ATTRIBUTE)
    return _by_likeness(features(new, old, cosine), new.reading, old.reading)


def decide(new: Statement, memories: Sequence[tuple[Statement, float | None]]) -> tuple[int, Related] | None:
    """The memory that a new sentence repeats, changes or takes back: its place and how; None for none.

    Where equally likely, an exact decision comes first, then the later memory of the sequence.
    """
    related = [(place, relate(new, old, cosine)) for place, (old, cosine) in enumerate(memories)]
    related = [(place, r) for place, r in related if r.relation is not Relation.UNRELATED]
    return max(related, key=lambda pair: (pair[1].probability, pair[0]), default=None)


def _by_attribute(new: Statement, old: Statement) -> Relation | None:
    if not new.attribute or new.attribute != old.attribute:
        return None
    if new.value == old.value:
        return Relation.REPEAT if _same_mood(new.polarity, old.polarity) else Relation.NEGATION
    yes_no = {new.value, old.value} == {"yes", "no"}
    return Relation.NEGATION if yes_no else Relation.CHANGE


def _same_mood(new: Polarity, old: Polarity) -> bool:
    return Polarity.NEUTRAL in (new, old) or new is old


def _by_likeness(
    found: Mapping[str, float], new: Reading, old: Reading, model: RelationModel = FITTED
) -> Related:
    chances = probabilities(model, found)
    related = sum(chances.values())
    best = max(RELATIONS, key=lambda r: chances[r])
    if best is Relation.REPEAT and _names_another(new, old):
        best = Relation.CHANGE
    if related < RELATED:
        best = Relation.UNRELATED
    return Related(
        relation=best, probability=related, ground=Ground.LIKENESS, because=_reasons(model, found, best)
    )


def _names_another(new: Reading, old: Reading) -> bool:
    numbers = bool(new.numbers and old.numbers and not new.numbers & old.numbers)
    return numbers or bool(new.names and old.names and not new.names & old.names)


def features(new: Statement, old: Statement, cosine: float | None) -> dict[str, float]:
    """The features of the pair by name; what is absent counts nothing."""
    a, b = new.reading, old.reading
    found = {"category": _same_category(new, old), "overlap": _share(a.words, b.words)}
    if cosine is not None:
        found |= {"cosine": cosine, "near": max(0.0, cosine - _NEAR)}
    found |= {name: 1.0 for name, holds in _about(a, b).items() if holds}
    found |= {cue.value: 1.0 for cue in a.cues}
    return found | {name: 1.0 for name, holds in _turned(a, b, found).items() if holds}


def _about(a: Reading, b: Reading) -> dict[str, bool]:
    """What both speak of: things, aspects, values, names, numbers."""
    aspects, others = _aspects(a), _aspects(b)
    shared = {key for key in aspects if _meets(key, others)}
    values, other_values = _values(a, shared), _values(b, shared)
    return {
        "thing": bool(a.things & b.things),
        "thing_apart": bool(a.things and b.things and not a.things & b.things),
        "no_thing": not a.things,
        "aspect": bool(shared),
        "aspect_apart": bool(aspects and others and not shared),
        "no_aspect": not aspects,
        "value": bool(values & other_values),
        "value_other": bool(values and other_values and not values & other_values),
        "value_new": bool(values - other_values),
        "name": bool(a.names & b.names),
        "name_other": bool(a.names and b.names and not a.names & b.names),
        "name_new": bool(a.names and not b.names),
        "number": bool(a.numbers & b.numbers),
        "number_other": bool(a.numbers and b.numbers and not a.numbers & b.numbers),
    }


def _turned(a: Reading, b: Reading, found: Mapping[str, float]) -> dict[str, bool]:
    """How the wording turns what both speak of."""
    flips = (Cue.REFUSES in a.cues) != (Cue.REFUSES in b.cues)
    same = bool(found.get("value") or found.get("name") or found.get("number"))
    ended = Cue.ENDS in a.cues or Cue.RELEASES in a.cues
    return {
        "flips": flips,
        "same_flips": same and flips,
        "same_ended": same and ended,
        "same_alone": same and not flips and not ended,
        "thing_aspect": bool(found.get("thing") and found.get("aspect")),
        "thing_no_aspect": bool(found.get("thing") and found.get("no_aspect")),
        "thing_replaces": bool(found.get("thing") and Cue.REPLACES in a.cues),
    }


def _aspects(reading: Reading) -> set[tuple[str, str]]:
    return {(thing, aspect) for thing, aspect, _ in reading.claims}


def _meets(key: tuple[str, str], others: set[tuple[str, str]]) -> bool:
    thing, aspect = key
    return key in others or any(aspect == other and not (thing and owner) for owner, other in others)


def _values(reading: Reading, keys: set[tuple[str, str]]) -> set[tuple[str, str]]:
    aspects = {aspect for _, aspect in keys}
    return {(aspect, value) for _, aspect, value in reading.claims if aspect in aspects and value}


def _same_category(new: Statement, old: Statement) -> float:
    if not (new.categories and old.categories):
        return float(new.category is old.category)
    return sum(chance * old.categories.get(category, 0.0) for category, chance in new.categories.items())


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    shorter = min(len(a), len(b))
    return len(a & b) / shorter if shorter else 0.0


def probabilities(model: RelationModel, found: Mapping[str, float]) -> dict[Relation, float]:
    """Of repeat, change, negation; what is left to 1 is unrelated. Unweighed features count nothing."""
    scores = [model.bias[relation] for relation in RELATIONS]
    for name, amount in found.items():
        row = model.weights.get(name)
        if row is not None:
            scores = [score + weight * amount for score, weight in zip(scores, row, strict=True)]
    top = max(0.0, *scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers) + math.exp(-top)
    return {relation: power / total for relation, power in zip(RELATIONS, powers, strict=True)}


def _reasons(model: RelationModel, found: Mapping[str, float], best: Relation) -> dict[str, float]:
    column = RELATIONS.index(best) if best in RELATIONS else 1
    weighed = {n: model.weights[n][column] * amount for n, amount in found.items() if n in model.weights}
    strongest = sorted(weighed, key=lambda name: -abs(weighed[name]))[:_SHOWN]
    return {name: round(weighed[name], 2) for name in strongest}
