"""How a new sentence stands to a memory of the same person, and what follows for both (DESIGN 6, Conflict).

    conditions differ                  → unrelated: both stay
    both name the same attribute       → equal: repeat · other value: change · yes against no: negation
    else                               → softmax regression over features of the pair

| feature | what it says |
|---|---|
| cosine, near | likeness of the two search vectors; what of it lies above a half |
| lead | by how much it is more alike than the next memory, from −0.3 to 0.3 |
| category | both have the same category, `other` is none |
| overlap | words that both have, as a share of the shorter text's |
| novel | words that only the new one has, as a share of its own |
| rest, rest_new | the same two with the words that name nothing known |
| thing, thing_apart, no_thing | the same thing; things, none in common; the new one names none |
| aspect, aspects, covered | they settle the same of it; how much; as a share of what the new one settles |
| aspect_apart, no_aspect | each settles something, nothing in common; the new one settles nothing |
| same, turned, ended | the same value taken alike; taken otherwise; ended |
| other, other_too, other_turned | another value in its place, beside the same, taken otherwise |
| name…, number… | the same, another, new, gone |
| a cue (`domain.relation.Cue`) | how the new sentence is worded |
| plain, flips, …_turned | nothing takes it back; only the wording does; combinations |

A repetition never has another number or another name. Of all memories the likeliest is decided about, the
others stay untouched: one sentence changes one mind. `models/calibrate_relation.py` fits the coefficients.
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
    Stance,
    Statement,
    Topic,
)
from cabin_memory.domain.vocabulary import Category

Memories = Sequence[tuple[Statement, float | None]]
"""Each with the cosine of its search vector and the sentence's; None without vectors."""
RELATIONS = (Relation.REPEAT, Relation.CHANGE, Relation.NEGATION)
RELATED = 0.35
"""Probability from which on a memory is related at all."""
REPEATED = 0.35
"""Probability from which on it may be merged: what is merged wrongly is lost."""
_NEAR = 0.5
_OPEN = frozenset({"name", "number"})
_LEAD = 0.3
_USUAL_RIVAL = 0.25
"""The next memory is at least so much alike; in a store of few, nothing else would be near by chance."""
_MOVES = frozenset({Cue.REPLACES, Cue.LASTS, Cue.LATELY})
_TAKES_BACK = frozenset({Cue.REFUSES, Cue.ENDS, Cue.RELEASES, Cue.REPLACES})
_SHOWN = 4


def decide(new: Statement, memories: Memories, model: RelationModel = FITTED) -> tuple[int, Related] | None:
    """The memory that a new sentence repeats, changes or takes back: its place and how; None for none.

    Of equally likely ones the first.
    """
    related = enumerate(relations(new, memories, model))
    found = [(place, r) for place, r in related if r.relation is not Relation.UNRELATED]
    return max(found, key=lambda pair: (pair[1].probability, -pair[0]), default=None)


def relations(new: Statement, memories: Memories, model: RelationModel = FITTED) -> list[Related]:
    """The relation of a new sentence to each memory, in their order."""
    likeness = [cosine or 0.0 for _, cosine in memories]
    first, second = [*sorted(likeness, reverse=True), 0.0, 0.0][:2]
    rivals = [second if cosine == first else first for cosine in likeness]
    return [
        relate(new, old, cosine, rival, model) for (old, cosine), rival in zip(memories, rivals, strict=True)
    ]


def relate(
    new: Statement,
    old: Statement,
    cosine: float | None,
    rival: float | None = None,
    model: RelationModel = FITTED,
) -> Related:
    """The relation of a new sentence to one memory.

    Args:
        cosine: of their search vectors; None without.
        rival: the highest cosine that the sentence has with another memory; None where nobody looked,
            which counts as none ahead and none behind.
    """
    if new.conditions != old.conditions:
        return Related(relation=Relation.UNRELATED, probability=0.0, ground=Ground.CONDITIONS)
    exact = _by_attribute(new, old)
    if exact is not None:
        return Related(relation=exact, probability=1.0, ground=Ground.ATTRIBUTE)
    return _by_likeness(model, features(new, old, cosine, rival), new.reading, old.reading)


def _by_attribute(new: Statement, old: Statement) -> Relation | None:
    """What the same setting with a value, or yes against no, decides; None leaves it to the likeness.

    Both say `yes` of podcasts when one speaks of history and the other of sport: that alone is no repetition.
    """
    if not new.attribute or new.attribute != old.attribute:
        return None
    if new.value != old.value:
        return Relation.NEGATION if {new.value, old.value} == {"yes", "no"} else Relation.CHANGE
    if new.value in ("yes", "no") or not new.reading.cues.isdisjoint(_TAKES_BACK):
        return None
    return Relation.REPEAT if new.polarity is old.polarity else Relation.NEGATION


def _by_likeness(model: RelationModel, found: Mapping[str, float], new: Reading, old: Reading) -> Related:
    chances = probabilities(model, found)
    related = sum(chances.values())
    best = max(RELATIONS, key=lambda r: chances[r])
    if best is Relation.REPEAT and _names_another(new, old):
        best = Relation.CHANGE
    adds = best is Relation.CHANGE and Cue.ADDS in new.cues
    unsure = related < RELATED or (best is Relation.REPEAT and chances[best] < REPEATED)
    if unsure or adds:
        best = Relation.UNRELATED
    return Related(
        relation=best, probability=related, ground=Ground.LIKENESS, because=_reasons(model, found, best)
    )


def _names_another(new: Reading, old: Reading) -> bool:
    numbers = bool(new.numbers and old.numbers and not new.numbers & old.numbers)
    return numbers or bool(new.names and old.names and not new.names & old.names)


def features(
    new: Statement, old: Statement, cosine: float | None, rival: float | None = None
) -> dict[str, float]:
    """The features of the pair by name; what is absent counts nothing."""
    a, b = new.reading, old.reading
    found = {
        "category": float(new.category is old.category and new.category is not Category.OTHER),
        "overlap": _share(a.words, b.words),
        "novel": len(a.words - b.words) / max(1, len(a.words)),
        "rest": _share(a.rest, b.rest),
        "rest_new": min(4, len(a.rest - b.rest)) / 4,
    }
    if cosine is not None:
        lead = 0.0 if rival is None else max(-_LEAD, min(_LEAD, cosine - max(rival, _USUAL_RIVAL)))
        found |= {"cosine": cosine, "near": max(0.0, cosine - _NEAR), "lead": lead}
    found |= {name: float(amount) for name, amount in _about(a, b).items() if amount}
    found |= {cue.value: 1.0 for cue in a.cues}
    return found | {name: 1.0 for name, holds in _combined(a, b, found).items() if holds}


def _about(a: Reading, b: Reading) -> dict[str, float]:
    """What both speak of, and whether they take it alike."""
    things, other_things = _things(a), _things(b)
    mine, others = _settled(a), _settled(b)
    shared = {t: stance for t, stance in mine.items() if _meets(t, others) or t[2] in a.names & b.names}
    same_things = things.keys() & other_things.keys()
    met = {aspect for _, aspect, _ in shared}
    return {
        "thing": bool(same_things),
        "thing_apart": bool(things and other_things and not same_things),
        "no_thing": not things,
        "thing_turned": any(_turned(things[t], other_things[t]) for t in same_things),
        "aspect": bool(shared),
        "aspects": min(3, len(met)),
        "covered": len(met) / max(1, len({aspect for _, aspect, _ in mine})),
        "aspect_apart": bool(mine and others and not shared),
        "no_aspect": not mine,
        **_values(shared, others),
        **_compared("name", a.names, b.names),
        **_compared("number", a.numbers, b.numbers),
    }


def _values(shared: Mapping[Topic, Stance], others: Mapping[Topic, Stance]) -> dict[str, bool]:
    """The values of what both settle."""
    known = [(t, stance) for t, stance in others.items() if t[2]]
    both: list[tuple[Stance, Stance]] = []
    new: list[tuple[str, Stance]] = []
    for topic, stance in shared.items():
        if topic[2]:
            alike = [had for t, had in known if t[1:] == topic[1:] and _one_thing(t[0], topic[0])]
            both += [(stance, had) for had in alike]
            if not alike:
                new.append((topic[1], stance))
    moods = {(t[1], stance) for t, stance in known}
    new = [one for one in new if any(one[0] == aspect for aspect, _ in moods)]
    same = any(not _turned(now, had) for now, had in both)
    replaced = any(one in moods for one in new)
    return {
        "same": same,
        "turned": bool(both) and not same,
        "ended": not same and any(now is Stance.ENDS for now, _ in both),
        "other": not both and replaced,
        "other_too": bool(both) and replaced,
        "other_turned": not both and bool(new) and not replaced,
    }


def _turned(new: Stance, old: Stance) -> bool:
    """To refuse what never mattered turns nothing."""
    return new is not old and (new, old) != (Stance.REFUSES, Stance.ENDS)


def _one_thing(one: str, other: str) -> bool:
    return one == other or not (one and other)


def _compared(what: str, mine: frozenset[str], others: frozenset[str]) -> dict[str, bool]:
    return {
        what: bool(mine & others),
        f"{what}_other": bool(mine and others and not mine & others),
        f"{what}_new": bool(mine and not others),
        f"{what}_gone": bool(others and not mine),
    }


def _combined(a: Reading, b: Reading, found: Mapping[str, float]) -> dict[str, bool]:
    """Features that mean more together than each by itself."""
    thing, aspect, same = (bool(found.get(name)) for name in ("thing", "aspect", "same"))
    turned = bool(found.get("turned") or found.get("thing_turned"))
    ends = Cue.ENDS in a.cues or Cue.RELEASES in a.cues
    refuses = Cue.REFUSES in a.cues and Cue.REFUSES not in b.cues
    other = bool(found.get("other"))
    plain = not (turned or ends or refuses or other)
    return {
        "flips": refuses and not turned,
        "unsaid": Cue.REFUSES in b.cues and Cue.REFUSES not in a.cues,
        "turned_any": turned or ends or refuses,
        "plain": plain,
        "same_plain": same and plain,
        "thing_aspect": thing and aspect,
        "thing_no_aspect": thing and "no_aspect" in found,
        "thing_replaces": thing and Cue.REPLACES in a.cues,
        "thing_turned_any": thing and not same and (turned or ends or refuses),
        "other_thing": thing and other,
        "change_said": not (same or turned) and not a.cues.isdisjoint(_MOVES),
        "names_other": aspect and bool(found.get("name_other")),
        "numbers_other": aspect and bool(found.get("number_other")),
    }


def _things(reading: Reading) -> dict[str, Stance]:
    return {thing: stance for (thing, aspect, _), stance in reading.claims.items() if not aspect}


def _settled(reading: Reading) -> dict[Topic, Stance]:
    return {topic: stance for topic, stance in reading.claims.items() if topic[1]}


def _meets(topic: Topic, others: Mapping[Topic, Stance]) -> bool:
    """Whether the other text settles the same. Numbers and names of nothing known are of nothing."""
    thing, aspect, _ = topic
    return any(
        aspect == other and _one_thing(thing, owner) and (bool(thing and owner) or aspect not in _OPEN)
        for owner, other, _ in others
    )


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
