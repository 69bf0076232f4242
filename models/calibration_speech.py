"""How a sentence is meant: labelled sentences (`examples/speech*.jsonl`) and the heads fitted to them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from cabin_memory.domain.text import Act, Emotion, Side, Subject, language_of
from cabin_memory.domain.vocabulary import Polarity
from cabin_memory.outbound.text_understanding import SPEECH, Calibration, Floats
from calibration_fit import softmax_regression

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


def fit_speech(
    calibration: Calibration,
    said: Sequence[Said],
    embed: Callable[[Sequence[str], Side], Floats],
    penalty: float,
) -> Mapping[str, Floats]:
    """The heads of SPEECH over the centred vectors of `calibration`.

    Most sentences are calm and about oneself: each class weighs as the root of its share.
    """
    texts = [one.text for one in said]
    rows = calibration.centred(
        embed(texts, Side.PASSAGE), [language_of(text) for text in texts], Side.PASSAGE
    )
    heads = {}
    for name, classes in SPEECH.items():
        known: list[StrEnum] = list(classes)
        labels = np.array([known.index(getattr(one, name)) for one in said])
        counts = np.bincount(labels, minlength=len(known))
        weights = (1 / np.sqrt(counts))[labels].astype(np.float32)
        heads[name] = softmax_regression(rows, labels, len(known), weights, penalty)
    return heads
