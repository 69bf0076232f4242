"""Fit how likeness becomes a relation: writes `domain/fitted_relation.py` from `examples/relations.jsonl`.

    python models/calibrate_relation.py            # fit on all, write
    python models/calibrate_relation.py --folds    # fit on four fifths of the drivers, report on the fifth

Needs the built model. Every sentence is paired with its own memory, as what it is, and as unrelated with
the other memories of its driver and with some of other drivers that are about something near (`AREAS`).
Half of the memories stand in a conversation: between two questions that say nothing of it. A question is
unrelated to all.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cabin_memory.domain.relation import Relation, RelationModel
from cabin_memory.domain.text import Language, Strength, language_of
from cabin_memory.rules import conflict
from calibration_examples import Memory, read_corpus
from calibration_fit import softmax_regression

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "tools"))
import carmem_report as report  # noqa: E402

EXAMPLES = HERE / "examples" / "relations.jsonl"
FITTED = HERE.parent / "daemon" / "cabin_memory" / "domain" / "fitted_relation.py"
CLASSES = (*conflict.RELATIONS, Relation.UNRELATED)
MEANT = {"same": Relation.REPEAT, "changed": Relation.CHANGE, "negated": Relation.NEGATION}
#: Topics of one area: whoever wishes for the one may have told about the other too.
AREAS = (
    "cuisine diet venue food_price payment fast_food spice rating welcome seating",
    "fuel_brand fuel_price green_fuel octane fuel_payment",
    "charge_type charge_amenity charge_network charge_limit",
    "route_aim jam road road_area traffic_source warnings voice",
    "park_kind park_walk park_cover park_security park_access park_price park_spot park_valet",
    "genre artist song music_service podcast_show podcast_genre news_source radio_station audiobook shuffle",
    "fan vents temperature seat_heat seat_vent massage wheel_heat seat_position",
    "light_colour light_level light_tone screen",
    "grocery_chain grocery_kind cuisine fast_food",
)
NEAR = 8
"""Memories of other drivers with each sentence."""
OTHERS, QUESTIONS, STRANGERS = 0.2, 0.6, 0.05
"""Weights of a pair with another memory, of a question with its own, of two memories that nobody said of one
matter; a pair that belongs together has 1."""
PENALTY = 1e-3
#: The penalty is on the scaled features: a likeness varies less than what is there or not.
SCALES = {"cosine": 5.0, "near": 5.0, "lead": 5.0, "overlap": 2.0, "novel": 2.0, "category": 1.0}
FOLDS = 5
STORE = 30
"""Memories that a strange sentence meets."""

Pair = tuple[dict[str, float], Relation, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One line of the examples."""

    driver: str
    topic: str
    chinese: bool
    memory: str
    said: Mapping[str, str]

    def near(self, other: "Example") -> bool:
        here = [area.split() for area in AREAS if self.topic in area.split()]
        return self.topic != other.topic and any(other.topic in area for area in here)


def read(path: Path = EXAMPLES) -> list[Example]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Example(
            driver=line["driver"],
            topic=line["topic"],
            chinese=line["lang"] == "zh",
            memory=line["memory"],
            said={kind: line[kind] for kind in report.SAID},
        )
        for line in lines
    ]


def pairs(examples: Sequence[Example], listener: report.Listener, seed: int = 0) -> Iterator[Pair]:
    """(features, relation, weight) of every sentence with its own memory and with others."""
    chance = random.Random(seed)
    for example in examples:
        alike = [e for e in examples if e.chinese is example.chinese]
        family = [e for e in alike if e.driver == example.driver and e.topic != example.topic]
        near = [e for e in alike if e.driver != example.driver and example.near(e)]
        for kind, new in zip(example.said, listener.hear(example.said.values()), strict=True):
            told = [
                o.memory if chance.random() < 0.5 else _in_conversation(o, alike)
                for o in family + chance.sample(near, min(NEAR, len(near)))
            ]
            others = listener.hear(told)
            for old in listener.hear([example.memory, _in_conversation(example, alike)]):
                yield from _against(kind, new, old, others)


def strangers(
    told: Sequence[Memory], listener: report.Listener, seed: int = 0
) -> Iterator[tuple[report.Heard, list[report.Heard]]]:
    """Sentences that may be remembered, each with a store of others in its language that it does not repeat.

    A few of them do speak of one matter by chance; those that name the same attribute are left out.
    """
    chance = random.Random(seed)
    for language in Language:
        heard = listener.hear(m.text for m in told if language_of(m.text) is language)
        for new in heard:
            named = new.statement.attribute
            others = [o for o in heard if o is not new and not (named and o.statement.attribute == named)]
            yield new, chance.sample(others, STORE)


def _strange_pairs(told: Sequence[Memory], listener: report.Listener) -> Iterator[Pair]:
    for new, store in strangers(told, listener):
        likeness = [float(new.vector @ old.vector) for old in store]
        best, next_best = sorted(likeness, reverse=True)[:2]
        for old, cosine in zip(store, likeness, strict=True):
            rival = next_best if cosine == best else best
            found = conflict.features(new.statement, old.statement, cosine, rival)
            yield found, Relation.UNRELATED, STRANGERS


def count_touched(told: Sequence[Memory], listener: report.Listener, model: RelationModel) -> str:
    """How many sentences touch a memory of a store that has nothing to do with them."""
    touched = total = 0
    for new, store in strangers(told, listener):
        touched += report.decided(new, store, model) is not None
        total += 1
    return f"strangers: {touched} of {total} sentences touch one of {STORE} memories, {touched / total:.1%}"


def _against(
    kind: str, new: report.Heard, own: report.Heard, others: Sequence[report.Heard]
) -> Iterator[Pair]:
    """A sentence with its own memory and with others, in one store; and without its own."""
    likeness = [float(new.vector @ old.vector) for old in others]
    best, next_best = sorted(likeness, reverse=True)[:2]
    mine = float(new.vector @ own.vector)
    relation = MEANT.get(kind, Relation.UNRELATED)
    found = conflict.features(new.statement, own.statement, mine, best)
    yield found, relation, 0.5 * (1.0 if kind in MEANT else QUESTIONS)
    for old, cosine in zip(others, likeness, strict=True):
        rival = next_best if cosine == best else best
        for among in (rival, max(rival, mine)):
            found = conflict.features(new.statement, old.statement, cosine, among)
            yield found, Relation.UNRELATED, OTHERS / 4


def _in_conversation(example: Example, others: Sequence[Example]) -> str:
    """Its memory between its own question and one that another answers; always the same two."""
    before = example.said["question"]
    after = others[sum(map(ord, example.memory)) % len(others)].said["question"]
    return f"{before}\n{example.memory}\n{after}"


def fit(examples: Sequence[Pair]) -> RelationModel:
    """Weights against `unrelated`, so that its scores are zero."""
    names = sorted({name for found, _, _ in examples for name in found})
    inputs = np.array([[found.get(name, 0.0) for name in names] for found, _, _ in examples], np.float32)
    labels = np.array([CLASSES.index(relation) for _, relation, _ in examples])
    weights = np.array([weight for _, _, weight in examples], np.float32)
    scale = np.array([SCALES.get(name, 1.0) for name in names], np.float32)
    matrix = softmax_regression(inputs * scale, labels, len(CLASSES), weights, PENALTY)
    matrix[:-1] *= scale[:, None]
    against = matrix - matrix[:, -1:]
    rows = {name: tuple(round(float(x), 3) for x in against[i, :3]) for i, name in enumerate(names)}
    bias = {relation: round(float(against[-1, i]), 3) for i, relation in enumerate(CLASSES[:3])}
    return RelationModel(bias=bias, weights={name: (row[0], row[1], row[2]) for name, row in rows.items()})


def source(model: RelationModel) -> str:
    """The generated module."""
    lines = [
        '"""What `models/calibrate_relation.py` fitted. Written by it, not by hand."""',
        "",
        "from cabin_memory.domain.relation import Relation, RelationModel",
        "",
        "FITTED = RelationModel(",
        "    bias={",
        *(f"        Relation.{r.name}: {model.bias[r]}," for r in conflict.RELATIONS),
        "    },",
        "    weights={",
        *(f'        "{name}": ({a}, {b}, {c}),' for name, (a, b, c) in sorted(model.weights.items())),
        "    },",
        ")",
    ]
    return "\n".join(lines) + "\n"


def folds(examples: Sequence[Example], told: Sequence[Memory], listener: report.Listener) -> None:
    """Report on each fifth of the drivers and of the strangers what a fit on the others does."""
    names = list(dict.fromkeys(example.driver for example in examples))
    counted = report.Tally()
    drivers = report.read(EXAMPLES)
    for fold in range(FOLDS):
        inside = set(names[fold::FOLDS])
        outside = [e for e in examples if e.driver not in inside]
        known = [m for i, m in enumerate(told) if i % FOLDS != fold]
        model = fit([*pairs(outside, listener), *_strange_pairs(known, listener)])
        counted.add(report.tally({name: drivers[name] for name in sorted(inside)}, listener, model))
        print(count_touched(told[fold::FOLDS], listener, model))
    report.show(counted)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fit the coefficients of a relation.")
    parser.add_argument("--folds", action="store_true", help="report on held-out drivers, write nothing")
    chosen = parser.parse_args(arguments)
    examples, listener = read(), report.Listener()
    told = [m for m in read_corpus().memories if m.strength is Strength.LASTING]
    if chosen.folds:
        folds(examples, told, listener)
        return 0
    found = [*pairs(examples, listener), *_strange_pairs(told, listener)]
    FITTED.write_text(source(fit(found)), encoding="utf-8")
    print(f"{FITTED}: fitted on {len(found)} pairs of {len(examples)} wishes and {len(told)} memories")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
