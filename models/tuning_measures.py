"""How good vectors are on drivers whose memories and questions were written by somebody else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tuning_examples import read_lines

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str], str], Floats]
SILENT = ("out_of_domain", "unspoken", "look_alike")


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    lang: str
    memories: dict[str, str]
    questions: list[tuple[str, tuple[str, ...], str]]
    """Kind, right memories, words."""


def read_drivers(path: Path, *, noisy: bool = False) -> list[Driver]:
    drivers: dict[str, Driver] = {}
    for line in read_lines(path):
        driver = drivers.setdefault(line["driver"], Driver(lang=line["lang"], memories={}, questions=[]))
        if "id" in line:
            driver.memories[line["id"]] = line["text"]
        else:
            words = line["noisy"] if noisy and line.get("noisy") else line["text"]
            driver.questions.append((line["kind"], tuple(line["answer"]), words))
    return list(drivers.values())


def measure(drivers: Sequence[Driver], embed: Embed, lang: str) -> dict[str, float]:
    """Shares of right memories first and among three; area under the curve of each kind of silence."""
    first, three, right, silent = [], [], [], {kind: [0.0] * 0 for kind in SILENT}
    own = [d for d in drivers if d.lang == lang]
    sides = [
        (embed([q[2] for q in d.questions], "query"), embed(list(d.memories.values()), "passage"))
        for d in own
    ]
    of_questions = np.concatenate([q for q, _ in sides]).mean(0)
    of_memories = np.concatenate([m for _, m in sides]).mean(0)
    for driver, (questions, memories) in zip(own, sides, strict=True):
        ids = list(driver.memories)
        likeness = _unit(questions - of_questions) @ _unit(memories - of_memories).T
        for (kind, answers, _), row in zip(driver.questions, likeness, strict=True):
            order = [ids[i] for i in np.argsort(-row)]
            if kind == "answerable":
                first.append(order[0] in answers)
                three.append(bool(set(order[:3]) & set(answers)))
                right.append(float(row.max()))
            elif kind in silent:
                silent[kind].append(float(row.max()))
    figures = {"questions": float(len(first)), "first": float(np.mean(first)), "three": float(np.mean(three))}
    return figures | {kind: _auc(right, scores) for kind, scores in silent.items() if scores}


def _auc(high: Sequence[float], low: Sequence[float]) -> float:
    """Chance that one of the first is above one of the second."""
    above = np.subtract.outer(np.array(high), np.array(low))
    return float((above > 0).mean() + (above == 0).mean() / 2)


def _unit(values: Floats) -> Floats:
    unit: Floats = values / np.linalg.norm(values, axis=1, keepdims=True)
    return unit
