"""How well repeated, negated and changed wishes find the memory that they are about.

    python tools/carmem_report.py FILE [--turns] [--wrong]

FILE has one JSON object a line. Either CarMem's: `preferences`, each with a `conversation` whose USER turns
state it, and `same`, `negated`, `changed`, `retrieval`; or ours (models/examples/README.md): `driver`,
`memory`, `same`, `negated`, `changed`, `question`. A driver's memories are one store, and every sentence is
decided against all of them. A conversation is one memory; with --turns each USER turn is one. --wrong lists
what went wrong.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cabin_memory.domain.fitted_relation import FITTED
from cabin_memory.domain.relation import Related, Relation, RelationModel, Statement
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest, verify
from cabin_memory.outbound.text_embedding import OnnxModel, OnnxTextEncoder
from cabin_memory.outbound.text_understanding import CalibratedUnderstanding
from cabin_memory.rules import attributes, categories, conflict, importance, stated_conditions, topics

MODEL = Path(__file__).resolve().parent.parent / "models" / "built"
SAID = ("same", "negated", "changed", "question")
WANTED = {
    "same": {Relation.REPEAT},
    "negated": {Relation.CHANGE, Relation.NEGATION},
    "changed": {Relation.CHANGE, Relation.NEGATION},
    "question": {Relation.UNRELATED},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was told, and what is said about it later by kind (`SAID`)."""

    memories: tuple[str, ...]
    said: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A sentence as the daemon understands it, and its search vector."""

    text: str
    statement: Statement
    vector: np.ndarray[Any, np.dtype[np.float32]]


@dataclass(slots=True, kw_only=True)
class Tally:
    """Decisions by kind of sentence, and how many memories were there to be left alone."""

    model: RelationModel = FITTED
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    touched_wrongly: Counter[str] = field(default_factory=Counter)
    bystanders: Counter[str] = field(default_factory=Counter)
    touched_without: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        for name in ("outcomes", "sentences", "right", "touched_wrongly", "bystanders", "touched_without"):
            getattr(self, name).update(getattr(other, name))
        self.wrong += other.wrong


def read(path: Path, *, turns: bool = False) -> dict[str, list[Wish]]:
    """Driver → wishes. Raises KeyError or ValueError for a line of neither form."""
    drivers: dict[str, list[Wish]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if "preferences" in record:
            drivers[record["user"]] = [_carmem(p, turns=turns) for p in record["preferences"]]
        else:
            said = {kind: record[kind] for kind in SAID}
            drivers.setdefault(record["driver"], []).append(Wish(memories=(record["memory"],), said=said))
    return drivers


def _carmem(preference: dict[str, Any], *, turns: bool) -> Wish:
    told = tuple(turn["USER"] for turn in preference["conversation"] if "USER" in turn)
    said = {kind: preference["retrieval" if kind == "question" else kind] for kind in SAID}
    return Wish(memories=told if turns else ("\n".join(told),), said=said)


class Listener:
    """Texts to statements, as the daemon makes them; each text once."""

    def __init__(self, folder: Path = MODEL) -> None:
        manifest = read_manifest(folder / MANIFEST)
        verify(folder, manifest)
        name = f"{manifest.name}-{manifest.data.sha256[:12]}"
        encoder = OnnxTextEncoder(OnnxModel.load(folder, manifest), name)
        self._understanding = CalibratedUnderstanding.open(folder, encoder)
        self._known: dict[str, Heard] = {}

    def hear(self, texts: Iterable[str]) -> list[Heard]:
        texts = list(texts)
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for text, understood in zip(new, asyncio.run(self._understand(new)), strict=True):
            category = categories.categorise(text, posterior=understood.categories)
            strength = importance.strength(text, understood.strengths)
            attribute, value, polarity = attributes.extract(text, category)
            episode = importance.kind_of(text, category, strength) == "episode"
            statement = Statement(
                reading=topics.read(text),
                language=understood.language,
                category=category,
                attribute=attribute,
                value=value,
                polarity=polarity,
                conditions=() if episode else stated_conditions.parse(text, category),
            )
            vector = np.frombuffer(understood.search_vector, np.float32)
            self._known[text] = Heard(text=text, statement=statement, vector=vector)
        return [self._known[text] for text in texts]

    async def _understand(self, texts: list[str]) -> list[Any]:
        return await self._understanding.understand(texts, Side.PASSAGE) if texts else []


def tally(drivers: dict[str, list[Wish]], listener: Listener, model: RelationModel = FITTED) -> Tally:
    """Every sentence against all memories of its driver, and against all but those that it is about."""
    counted = Tally(model=model)
    for wishes in drivers.values():
        owners = [number for number, wish in enumerate(wishes) for _ in wish.memories]
        store = listener.hear(memory for wish in wishes for memory in wish.memories)
        for number, wish in enumerate(wishes):
            for kind, new in zip(wish.said, listener.hear(wish.said.values()), strict=True):
                _judge(counted, kind, new, store, [owner == number for owner in owners])
    return counted


def _judge(counted: Tally, kind: str, new: Heard, store: Sequence[Heard], own: Sequence[bool]) -> None:
    found = decided(new, store, counted.model)
    relation = found[1].relation if found else Relation.UNRELATED
    wrong_one = found is not None and not own[found[0]]
    counted.sentences[kind] += 1
    counted.outcomes[kind, "another memory" if wrong_one else relation.value] += 1
    counted.bystanders[kind] += own.count(False)
    counted.touched_wrongly[kind] += wrong_one
    others = [heard for heard, mine in zip(store, own, strict=True) if not mine]
    counted.touched_without[kind] += decided(new, others, counted.model) is not None
    if relation in WANTED[kind] and not wrong_one:
        counted.right[kind] += 1
    else:
        hit = store[found[0]].text[-90:] if found else ""
        why = found[1].because if found else ""
        mine = " / ".join(heard.text[-140:] for heard, is_mine in zip(store, own, strict=True) if is_mine)
        counted.wrong.append(f"{kind} → {relation}: {new.text}\n    about: {mine}\n    hit: {hit} {why}")


def decided(new: Heard, store: Sequence[Heard], model: RelationModel = FITTED) -> tuple[int, Related] | None:
    memories = [(heard.statement, float(new.vector @ heard.vector)) for heard in store]
    return conflict.decide(new.statement, memories, model)


def show(counted: Tally) -> None:
    columns = ["repeat", "change", "negation", "unrelated", "another memory"]
    print(f"{'said':10}" + "".join(f"{column:>16}" for column in columns) + f"{'right':>9}")
    for kind, total in counted.sentences.items():
        shares = "".join(f"{counted.outcomes[kind, column]:>16}" for column in columns)
        print(f"{kind:10}{shares}{counted.right[kind] / total:>9.1%}")
    both = counted.right["negated"] + counted.right["changed"]
    print(f"negated or changed: {both / (counted.sentences['negated'] + counted.sentences['changed']):.1%}")
    touched, there = counted.touched_wrongly.total(), counted.bystanders.total()
    print(f"unrelated memories touched: {touched} of {there}, {touched / there:.2%}")
    without, sentences = counted.touched_without.total(), counted.sentences.total()
    print(f"their own memory taken out, sentences that touch another: {without / sentences:.1%}", end=" (")
    print(", ".join(f"{k} {n / counted.sentences[k]:.1%}" for k, n in counted.touched_without.items()) + ")")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path, help="one JSON object a line")
    parser.add_argument("--turns", action="store_true", help="every USER turn is a memory of its own")
    parser.add_argument("--wrong", action="store_true", help="list the sentences that went wrong")
    chosen = parser.parse_args()
    counted = tally(read(chosen.file, turns=chosen.turns), Listener())
    show(counted)
    if chosen.wrong:
        print("\n".join(counted.wrong))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
