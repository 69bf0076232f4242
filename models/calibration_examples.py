"""The labelled sentences in `examples/`, and random stores of memories to ask questions of."""

import json
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from cabin_memory.domain.text import Language, Strength, language_of
from cabin_memory.domain.vocabulary import Category

EXAMPLES = Path(__file__).resolve().parent / "examples"
_T = TypeVar("_T")
AUTHORS = ("a", "b", "c")
FOLDS = len(AUTHORS)
_STRENGTHS = {"command": Strength.MOMENT} | {strength.value: strength for strength in Strength}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    text: str
    category: Category
    strength: Strength = Strength.LASTING
    twin: str = ""
    """Two memories with the same word here say the same in two languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question; without a category it is one that no memory answers."""

    text: str
    category: Category | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A question, the memory that answers it, one of its category and one of its words that do not."""

    question: str
    memory: str
    category: Category
    decoys: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A question and memories of its category, sorted by hand into answers and others."""

    question: str
    category: Category
    answers: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    memories: tuple[Memory, ...]
    questions: tuple[Asked, ...]
    """With a category, and those of `nothing.jsonl` without."""
    graded: tuple[Graded, ...]
    pairs: Mapping[str, tuple[Pair, ...]]
    """By author."""

    def fold(self, number: int, *, inside: bool) -> "Corpus":
        """One third (inside) or the other two: own sentences by hash, pairs by author."""
        authors = [author for i, author in enumerate(sorted(self.pairs)) if (i % FOLDS == number) is inside]
        return Corpus(
            memories=tuple(m for m in self.memories if (_third(m.text) == number) is inside),
            questions=tuple(q for q in self.questions if (_third(q.text) == number) is inside),
            graded=tuple(g for g in self.graded if (_third(g.question) == number) is inside),
            pairs={author: self.pairs[author] for author in authors},
        )

    def without(self, author: str) -> "Corpus":
        return replace(self, pairs={a: p for a, p in self.pairs.items() if a != author})

    @property
    def all_pairs(self) -> list[Pair]:
        return [pair for author in sorted(self.pairs) for pair in self.pairs[author]]


def read_corpus(folder: Path = EXAMPLES) -> Corpus:
    """Everything in the folder; raises KeyError or ValueError for a line that lacks or misnames a key."""
    return Corpus(
        memories=tuple(
            Memory(
                text=line["text"],
                category=Category(line["category"]),
                strength=_STRENGTHS[line["strength"]],
                twin=line.get("twin", ""),
            )
            for line in _lines(folder / "memories.jsonl")
        ),
        questions=(
            *(
                Asked(text=q["text"], category=Category(q["category"]))
                for q in _lines(folder / "questions.jsonl")
            ),
            *(Asked(text=q["text"], category=None) for q in _lines(folder / "nothing.jsonl")),
        ),
        graded=tuple(
            Graded(
                question=line["question"],
                category=Category(line["category"]),
                answers=tuple(line["answers"]),
                others=tuple(line["others"]),
            )
            for line in _lines(folder / "answers.jsonl")
        ),
        pairs={author: read_pairs(folder / "pairs" / f"author_{author}.jsonl") for author in AUTHORS},
    )


def read_pairs(path: Path) -> tuple[Pair, ...]:
    return tuple(
        Pair(
            question=line["query"],
            memory=line["memory"],
            category=Category(line["category"]),
            decoys=(line["neg"][0], line["neg"][1]),
        )
        for line in _lines(path)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A question to a store; `relevant` holds for each memory True, False, or None where nobody judged."""

    kind: str
    question: str
    memories: tuple[str, ...]
    relevant: tuple[bool | None, ...]


class Trials:
    """Random stores, most of them small: from 2 to 40 memories, evenly by their logarithm."""

    def __init__(self, corpus: Corpus, seed: int) -> None:
        self._random = random.Random(seed)
        self._corpus = corpus
        self._by_language = {
            language: [m for m in corpus.memories if language_of(m.text) is language] for language in Language
        }
        twins: dict[str, list[str]] = {}
        for memory in corpus.memories:
            if memory.twin:
                twins.setdefault(memory.twin, []).append(memory.text)
        both = [(texts[0], texts[1]) for texts in twins.values() if len(texts) == 2]
        self._twin = dict(both) | {b: a for a, b in both}

    def of(self, part: Corpus, repeats: int) -> Iterator[Trial]:
        """Trials about the questions of one part; the stores' own memories come from the whole corpus."""
        for pairs in part.pairs.values():
            for pair in pairs:
                yield from (self.pair(pair, pairs) for _ in range(repeats))
        for graded in part.graded:
            yield from (self.graded(graded) for _ in range(repeats))
        for question in part.questions:
            yield from (
                self.unanswered(question, part) for _ in range(repeats if not question.category else 1)
            )

    def pair(self, pair: Pair, others: Sequence[Pair]) -> Trial:
        """The right memory and its decoys among others of their author; same category: nobody judged."""
        language = language_of(pair.memory)
        pool = [
            p for p in others if p is not pair and (language_of(p.memory) is language or self._rarely(0.15))
        ]
        drawn = self._draw(pool)
        return Trial(
            kind="pair",
            question=pair.question,
            memories=(pair.memory, *pair.decoys, *(p.memory for p in drawn)),
            relevant=(True, False, False, *(None if p.category is pair.category else False for p in drawn)),
        )

    def graded(self, graded: Graded) -> Trial:
        """Answers, memories of other categories, and at most one other of the same: small stores hold few.

        A quarter of the stores is in the language that the question is not in.
        """
        language = language_of(graded.question)
        pool = self._corpus.memories if self._rarely(0.15) else self._by_language[language]
        drawn = [m.text for m in self._draw(pool) if m.category is not graded.category]
        answers = self._random.sample(
            graded.answers, self._random.randint(min(1, len(graded.answers)), len(graded.answers))
        )
        others = self._random.sample(graded.others, self._random.randint(0, min(1, len(graded.others))))
        texts = [*answers, *others, *drawn]
        if self._rarely(0.25):
            texts = [self._twin.get(text, text) for text in texts]
        return Trial(
            kind="graded",
            question=graded.question,
            memories=tuple(texts),
            relevant=(*(True for _ in answers), *(False for _ in (*others, *drawn))),
        )

    def unanswered(self, question: Asked, part: Corpus) -> Trial:
        """A store without any memory of the question's category; for no category, any store."""
        language = language_of(question.text)
        pairs = [p.memory for p in part.all_pairs if language_of(p.memory) is language]
        if question.category is None and pairs and self._rarely(0.5):
            texts = self._draw(pairs)
        else:
            texts = [
                m.text for m in self._draw(self._by_language[language]) if m.category is not question.category
            ]
        return Trial(
            kind="nothing" if question.category is None else "unspoken",
            question=question.text,
            memories=tuple(texts),
            relevant=(False,) * len(texts),
        )

    def _draw(self, pool: Sequence[_T]) -> list[_T]:
        return self._random.sample(pool, min(len(pool), int(2 * 20 ** self._random.random())))

    def _rarely(self, share: float) -> bool:
        return self._random.random() < share


def _third(text: str) -> int:
    return zlib.crc32(text.encode()) % FOLDS


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
