"""Fit how likeness becomes a relation: writes `domain/fitted_relation.py` from `examples/relations.jsonl`.

    python models/calibrate_relation.py            # fit on all, write
    python models/calibrate_relation.py --folds    # fit on four fifths of the drivers, report on the fifth

Needs the built model. Every sentence of a driver is paired with every memory of that driver: with its own as what
it is, with the others as unrelated, and so is every question with all of them.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from cabin_memory.domain.relation import Relation, RelationModel, Statement
from cabin_memory.rules import conflict
from calibration_fit import softmax_regression

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "tools"))
import carmem_report as report  # noqa: E402

EXAMPLES = HERE / "examples" / "relations.jsonl"
FITTED = HERE.parent / "daemon" / "cabin_memory" / "domain" / "fitted_relation.py"
CLASSES = (*conflict.RELATIONS, Relation.UNRELATED)
MEANT = {"same": Relation.REPEAT, "changed": Relation.CHANGE, "negated": Relation.NEGATION}
#: Of nine others, those that look alike are what is to be learned; all together they count as one to four.
OTHERS = 0.45
QUESTIONS = 0.6
PENALTY = 1e-4
FOLDS = 5

Drivers = Mapping[str, Sequence[report.Wish]]
Pair = tuple[dict[str, float], Relation, float]


def pairs(drivers: Drivers, listener: report.Listener) -> Iterator[Pair]:
    """(features, relation, weight) of every sentence with every memory of its driver."""
    for wishes in drivers.values():
        store = listener.hear(wish.memories[0] for wish in wishes)
        for wish in wishes:
            for kind, new in zip(wish.said, listener.hear(wish.said.values()), strict=True):
                for old in store:
                    yield _pair(kind, new, old, own=old.text == wish.memories[0])


def _pair(kind: str, new: report.Heard, old: report.Heard, *, own: bool) -> Pair:
    found = conflict.features(new.statement, old.statement, float(new.vector @ old.vector))
    if own and kind in MEANT:
        return found, MEANT[kind], 1.0
    return found, Relation.UNRELATED, QUESTIONS if own else OTHERS


def fit(examples: Sequence[Pair]) -> RelationModel:
    """Weights against `unrelated`, so that its scores are zero."""
    names = sorted({name for found, _, _ in examples for name in found})
    inputs = np.array([[found.get(name, 0.0) for name in names] for found, _, _ in examples], np.float32)
    labels = np.array([CLASSES.index(relation) for _, relation, _ in examples])
    weights = np.array([weight for _, _, weight in examples], np.float32)
    matrix = softmax_regression(inputs, labels, len(CLASSES), weights, PENALTY)
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


def folds(drivers: Drivers, listener: report.Listener) -> None:
    """Report on each fifth of the drivers what a fit on the others does."""
    names = list(drivers)
    counted = report.Tally()
    for fold in range(FOLDS):
        inside = {n: drivers[n] for i, n in enumerate(names) if i % FOLDS == fold}
        outside = {n: drivers[n] for i, n in enumerate(names) if i % FOLDS != fold}
        conflict.FITTED = fit(list(pairs(outside, listener)))
        counted.add(report.tally(inside, listener))
    report.show(counted)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fit the coefficients of a relation.")
    parser.add_argument("--folds", action="store_true", help="report on held-out drivers, write nothing")
    chosen = parser.parse_args(arguments)
    drivers, listener = report.read(EXAMPLES), report.Listener()
    if chosen.folds:
        folds(drivers, listener)
        return 0
    FITTED.write_text(source(fit(list(pairs(drivers, listener)))), encoding="utf-8")
    print(f"{FITTED}: fitted on {len(drivers)} drivers")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
