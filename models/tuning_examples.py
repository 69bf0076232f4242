"""What the adapters learn from: written riddles, and questions that no memory answers."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parent / "examples"


@dataclass(frozen=True, slots=True, kw_only=True)
class Riddle:
    """A question, the memory that answers it, memories that do not, a question that none of them answers."""

    lang: str
    category: str
    question: str
    memory: str
    decoys: tuple[str, ...]
    unanswered: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Riddles of one language, and questions that none of their memories answers."""

    riddles: tuple[Riddle, ...]
    nothing: tuple[str, ...]


def read_riddles(authors: Sequence[str], folder: Path = EXAMPLES / "pairs") -> list[Riddle]:
    return [
        Riddle(
            lang=line["lang"],
            category=line["category"],
            question=line["query"],
            memory=line["memory"],
            decoys=tuple(line["neg"]),
            unanswered=line.get("unanswered", ""),
        )
        for author in authors
        for line in read_lines(folder / f"author_{author}.jsonl")
    ]


def read_nothing(folder: Path = EXAMPLES) -> dict[str, list[str]]:
    """Of general knowledge and chatter, by language."""
    found: dict[str, list[str]] = {"zh": [], "en": []}
    for line in read_lines(folder / "nothing.jsonl"):
        found[line["lang"]].append(line["text"])
    return found


def batches(
    riddles: Sequence[Riddle], nothing: dict[str, list[str]], size: int, chance: random.Random
) -> Iterator[Batch]:
    """One epoch. A batch has one language, because a memory of the other is too easy to tell apart."""
    made = []
    for lang in nothing:
        own = [r for r in riddles if r.lang == lang]
        chance.shuffle(own)
        made += [own[at : at + size] for at in range(0, len(own), size)]
    chance.shuffle(made)
    for some in made:
        if len(some) > 1:
            idle = chance.sample(nothing[some[0].lang], min(size // 4, len(nothing[some[0].lang])))
            yield Batch(riddles=tuple(some), nothing=tuple(idle))


def read_lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
