"""How well observations are understood: scores per field and class, and what is taken for what.

    python tools/understanding_report.py [FILE] [--wrong]

Without FILE: the sentences of models/examples/speech_held_out.jsonl, which nothing was fitted to, with the
model and by words alone. With FILE, besides: CarMem's conversations, one JSON object a line with
`preferences`, each with `main`, `sub`, `detail`, `value`, `retrieval` and a `conversation` of USER and
ASSISTANT turns. A turn is taken to state the preference when it is the only one or names a word of its value.
"""

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from cabin_memory.domain.text import Act, Emotion, Side, Subject, Understood
from cabin_memory.domain.vocabulary import Category, Kind, Polarity
from cabin_memory.outbound.text_embedding import OnnxTextEncoder
from cabin_memory.outbound.text_understanding import CalibratedUnderstanding
from cabin_memory.rules import attributes, categories, emotions, importance, speech_acts, subjects

MODELS = Path(__file__).resolve().parent.parent / "models"
HELD_OUT = MODELS / "examples" / "speech_held_out.jsonl"
FIELDS: Mapping[str, type[StrEnum]] = {
    "act": Act,
    "polarity": Polarity,
    "subject": Subject,
    "emotion": Emotion,
    "category": Category,
}
#: CarMem's second level, in our words; the first is the usual one, the others are no mistake either.
CARMEM: Mapping[str, tuple[Category, ...]] = {
    "Restaurant": (Category.FOOD,),
    "Grocery Shopping": (Category.OTHER, Category.FOOD, Category.NAVIGATION),
    "Charging Station(in public)": (Category.CHARGING,),
    "Gas Station": (Category.CHARGING,),
    "Parking": (Category.PARKING,),
    "Routing": (Category.ROUTE,),
    "Traffic and Conditions": (Category.ROUTE, Category.NAVIGATION),
    "Music": (Category.MEDIA,),
    "Radio and Podcasts": (Category.MEDIA,),
    "Climate Control": (Category.CLIMATE,),
    "Lighting and Ambience": (Category.LIGHTING,),
}
_SEAT_HEATING = "Seat Heating Preferences"
_WANTED = frozenset({Act.PREFERENCE, Act.WISH, Act.EXCEPTION, Act.CORRECTION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One sentence as it is understood."""

    act: Act
    polarity: Polarity
    subject: Subject
    emotion: Emotion
    category: Category
    kind: Kind

    @property
    def preference(self) -> bool:
        return self.kind is Kind.PREFERENCE


def read(text: str, understood: Understood | None) -> Reading:
    """As an observation is read; without `understood` by words alone."""
    category = categories.categorise(text, posterior=understood.categories if understood else None)
    strength = importance.strength(text, understood.strengths if understood else None)
    act = speech_acts.act(text, strength, understood.acts if understood else None)
    emotion = emotions.emotion(text, understood.emotions if understood else None)
    stated = attributes.extract(text, category)[2]
    return Reading(
        act=act,
        polarity=attributes.wanted(text, act, stated, understood.polarities if understood else None),
        subject=subjects.subject(text, understood.subjects if understood else None),
        emotion=emotion,
        category=category,
        kind=importance.kind_of(text, category, strength, act=act, emotion=emotion),
    )


# --- figures -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Of one class."""

    right: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.found)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.wanted)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, self.found + self.wanted)

    def __str__(self) -> str:
        return f"{self.precision:9.2f} {self.recall:6.2f} {self.f1:6.2f} {self.wanted:6}"


def score(pairs: Sequence[tuple[str, str]], label: str) -> Score:
    """Of pairs (as it is, as it was read)."""
    return Score(
        right=sum(true == label == found for true, found in pairs),
        found=sum(found == label for _, found in pairs),
        wanted=sum(true == label for true, _ in pairs),
    )


def table(name: str, pairs: Sequence[tuple[str, str]], labels: Sequence[str]) -> str:
    """Scores by class, their mean, and what was read (columns) of what it is (rows)."""
    used = [label for label in labels if any(label in pair for pair in pairs)]
    scores = {label: score(pairs, label) for label in used}
    known = [one for one in scores.values() if one.wanted]
    right = sum(true == found for true, found in pairs)
    counts = Counter(pairs)
    lines = [f"\n{name}: {right} of {len(pairs)} right, mean F1 {sum(s.f1 for s in known) / len(known):.2f}"]
    lines.append(f"{'':14}precision recall     F1  count   " + " ".join(f"{label[:6]:>6}" for label in used))
    for label in used:
        read_as = " ".join(f"{counts[label, other] or '·':>6}" for other in used)
        lines.append(f"{label:14}{scores[label]}   {read_as}")
    return "\n".join(lines)


# --- our own held-out sentences ----------------------------------------------------------------------------
def held_out(lines: Sequence[Mapping[str, str]], readings: Sequence[Reading]) -> str:
    tables = []
    for name, classes in FIELDS.items():
        told = [
            (line[name], str(getattr(r, name)))
            for line, r in zip(lines, readings, strict=True)
            if name in line
        ]
        tables.append(table(name, told, [one.value for one in classes]))
    kept = [
        (_yes(is_preference(line)), _yes(reading.preference))
        for line, reading in zip(lines, readings, strict=True)
        if line["act"] != Act.CORRECTION  # it is whatever it corrects
    ]
    return "\n".join([*tables, table("kept as a preference", kept, ["yes", "no"])])


def is_preference(line: Mapping[str, str]) -> bool:
    """Said for good, and neither in anger nor in sarcasm."""
    return line["act"] == Act.PREFERENCE and line["emotion"] not in emotions.HEATED


def misread(lines: Sequence[Mapping[str, str]], readings: Sequence[Reading]) -> list[str]:
    return [
        f"{name}: {line[name]} read as {getattr(reading, name)}: {line['text']}"
        for line, reading in zip(lines, readings, strict=True)
        for name in FIELDS
        if name in line and line[name] != getattr(reading, name)
    ]


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


# --- CarMem ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What one preference was told in, and a question that asks for it."""

    turns: tuple[str, ...]
    states: tuple[bool | None, ...]
    """Whether a turn states the preference; None where nobody can tell from the words of its value."""
    categories: tuple[Category, ...]
    question: str


def read_carmem(path: Path) -> list[Conversation]:
    """Raises KeyError or ValueError for a file of another form."""
    users = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [_conversation(preference) for user in users for preference in user["preferences"]]


def _conversation(preference: Mapping[str, Any]) -> Conversation:
    turns = tuple(turn["USER"] for turn in preference["conversation"] if "USER" in turn)
    value = _words(preference["value"]) - {"yes", "no", "the", "and", "of", "for", "to", "in"}
    named: list[bool | None] = [bool(value & _words(turn)) for turn in turns]
    if len(turns) == 1:
        named = [True]
    elif not any(named):
        named = [None] * len(turns)
    seat = preference["detail"] == _SEAT_HEATING
    return Conversation(
        turns=turns,
        states=tuple(named),
        categories=(Category.SEAT,) if seat else CARMEM[preference["sub"]],
        question=preference["retrieval"],
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.casefold()))


def carmem(told: Sequence[Conversation], readings: Mapping[str, Reading]) -> str:
    """Figures over whole conversations, over turns, and over questions that state nothing."""
    lines = [f"\nCarMem: {len(told)} conversations, {sum(len(one.turns) for one in told)} turns of the user"]
    for name, kept in (
        ("preference", lambda reading: reading.preference),
        ("preference or wish", lambda reading: reading.act in _WANTED),
    ):
        found = [next((r for t in one.turns if kept(r := readings[t])), None) for one in told]
        asked = sum(kept(readings[one.question]) for one in told)
        turns = [
            (_yes(states), _yes(kept(readings[turn])))
            for one in told
            for turn, states in zip(one.turns, one.states, strict=True)
            if states is not None
        ]
        lines.append(
            f"\n{name}: found in {sum(r is not None for r in found)} of {len(told)} conversations, "
            f"in {asked} of {len(told)} questions that state none"
        )
        lines.append(table(f"{name}, of turns", turns, ["yes", "no"]))
        lines.append(table(f"{name} found, with its category", _placed(told, found), [*Category, "none"]))
    stating = [(one, _stating(one)) for one in told]
    placed = [readings[turn] if turn else None for _, turn in stating]
    lines.append(table("category of the turn that states it", _placed(told, placed), [*Category, "none"]))
    return "\n".join(lines)


def _stating(one: Conversation) -> str:
    return next((turn for turn, states in zip(one.turns, one.states, strict=True) if states), one.turns[0])


def _placed(told: Sequence[Conversation], found: Sequence[Reading | None]) -> list[tuple[str, str]]:
    pairs = []
    for one, reading in zip(told, found, strict=True):
        category = reading.category if reading else None
        true = category if category in one.categories else one.categories[0]
        pairs.append((str(true), str(category) if category else "none"))
    return pairs


# --- main --------------------------------------------------------------------------------------------------
async def understand(texts: Sequence[str]) -> dict[str, Understood]:
    encoder = OnnxTextEncoder.open(MODELS / "built")
    try:
        reader = CalibratedUnderstanding.open(MODELS / "built", encoder)
        return dict(zip(texts, await reader.understand(texts, Side.PASSAGE), strict=True))
    finally:
        encoder.close()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Report how well observations are understood.")
    parser.add_argument("file", nargs="?", type=Path, help="CarMem's conversations")
    parser.add_argument("--wrong", action="store_true", help="list what was misread")
    chosen = parser.parse_args(arguments)
    lines = [json.loads(line) for line in HELD_OUT.read_text("utf-8").splitlines()]
    told = read_carmem(chosen.file) if chosen.file else []
    texts = [line["text"] for line in lines]
    more = [text for one in told for text in (*one.turns, one.question)]
    understood = asyncio.run(understand(list(dict.fromkeys([*texts, *more]))))
    readings = [read(text, understood[text]) for text in texts]
    print(f"{HELD_OUT.name}, with the model", held_out(lines, readings), sep="\n")
    print("\nstructured: by words alone", held_out(lines, [read(text, None) for text in texts]), sep="\n")
    if told:
        print(carmem(told, {text: read(text, understood[text]) for text in more}))
    if chosen.wrong:
        print("", *misread(lines, readings), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
