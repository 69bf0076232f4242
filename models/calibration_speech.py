"""How a sentence is meant: labelled sentences (`examples/speech*.jsonl`) and the heads fitted to them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from cabin_memory.domain.text import Act, Emotion, Side, Strength, Subject, language_of
from cabin_memory.domain.vocabulary import Category, Polarity
from cabin_memory.outbound.text_understanding import SPEECH, Calibration, Floats
from calibration_examples import Corpus, Memory
from calibration_fit import Doubles, softmax_regression

#: The other files tell roughly what their sentences do: what lasts is a fact or a wish, by its category.
ROUGHLY = 0.15
_FACTS = frozenset({Category.IDENTITY, Category.FAMILY, Category.HEALTH, Category.SCHEDULE})
_NEITHER = frozenset({Category.OTHER, Category.VEHICLE})
_BY_STRENGTH = {
    Strength.LASTING: Act.PREFERENCE,
    Strength.MOMENT: Act.WISH,
    Strength.SMALLTALK: Act.SMALLTALK,
}
#: Of the questions that no memory answers, as many as there are of other acts.
_EACH_QUESTION = 4

EXAMPLES = Path(__file__).resolve().parent / "examples"
FITTED_ON = EXAMPLES / "speech.jsonl"
HELD_OUT = EXAMPLES / "speech_held_out.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence with what it does, wants, whom it is about and what it is said in."""

    text: str
    act: Act
    polarity: Polarity
    subject: Subject
    emotion: Emotion


def read_said(path: Path) -> list[Said]:
    """Raises KeyError or ValueError for a line that lacks or misnames a key."""
    return [
        Said(
            text=line["text"],
            act=Act(line["act"]),
            polarity=Polarity(line["polarity"]),
            subject=Subject(line["subject"]),
            emotion=Emotion(line["emotion"]),
        )
        for line in map(json.loads, path.read_text("utf-8").splitlines())
    ]


def roughly(corpus: Corpus) -> list[tuple[str, Act]]:
    """Sentences with what they do, as far as their other labels tell."""
    told = [m for m in corpus.memories if m.strength is not Strength.LASTING or m.category not in _NEITHER]
    unanswered = [q.text for q in corpus.questions if q.category is None]
    return [
        *((m.text, Act.STATEMENT if _states(m) else _BY_STRENGTH[m.strength]) for m in told),
        *((text, Act.QUESTION) for text in unanswered[::_EACH_QUESTION]),
    ]


def _states(memory: Memory) -> bool:
    return memory.strength is Strength.LASTING and memory.category in _FACTS


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechFit:
    """Fits the heads of SPEECH over the centred vectors of one calibration."""

    calibration: Calibration
    embed: Callable[[Sequence[str], Side], Floats]
    penalty: float

    def heads(self, said: Sequence[Said], rough: Sequence[tuple[str, Act]]) -> Mapping[str, Floats]:
        """One matrix for each name in SPEECH; `rough` is added to the acts, with little weight."""
        rows = self._centred([one.text for one in said])
        heads = {}
        for name, classes in SPEECH.items():
            known: list[StrEnum] = list(classes)
            labels = [known.index(getattr(one, name)) for one in said]
            inputs, weights = rows, _even(labels)
            if name == "act":
                more = [known.index(act) for _, act in rough]
                inputs = np.vstack([rows, self._centred([text for text, _ in rough])])
                weights = np.r_[weights, ROUGHLY * _even(more)]
                labels += more
            heads[name] = softmax_regression(
                inputs, np.array(labels), len(known), weights.astype(np.float32), self.penalty
            )
        return heads

    def _centred(self, texts: Sequence[str]) -> Floats:
        languages = [language_of(text) for text in texts]
        return self.calibration.centred(self.embed(texts, Side.PASSAGE), languages, Side.PASSAGE)


def _even(labels: Sequence[int]) -> Doubles:
    """Most sentences are calm and about oneself: each class weighs as the root of its share."""
    counts = np.bincount(labels)
    weights: Doubles = 1 / np.sqrt(counts[np.array(labels, dtype=int)])
    return weights
