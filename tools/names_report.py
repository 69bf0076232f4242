"""How well names are found in speech: precision and recall per language, half and kind.

    python tools/names_report.py [--wrong]

The sentences are models/examples/names_zh.jsonl and names_en.jsonl. A name counts as found when kind and
words are the same, letter case aside. `--wrong` lists the mistakes in the half for tuning; the
held-out half is never listed.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cabin_memory.rules import found_names

EXAMPLES = Path(__file__).resolve().parent.parent / "models" / "examples"
LANGUAGES = ("zh", "en")
SPLITS = ("tune", "held_out")
Name = tuple[str, str]
"""Kind and words, case folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence, the names that it has and those that were found in it."""

    text: str
    split: str
    names: Counter[Name]
    found: Counter[Name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Names of a kind: how many there are, were found, and are both."""

    there: int
    found: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.there if self.there else 1.0


def sentences(language: str) -> Iterator[Sentence]:
    """The examples of a language, read by the rules."""
    for line in (EXAMPLES / f"names_{language}.jsonl").read_text(encoding="utf-8").splitlines():
        example = json.loads(line)
        yield Sentence(
            text=example["text"],
            split=example["split"],
            names=Counter({(kind, name.casefold()) for kind, name in example["names"]}),
            found=Counter((e.kind, e.text.casefold()) for e in found_names.find(example["text"])),
        )


def scores(read: Iterable[Sentence]) -> dict[str, Score]:
    """By kind, and for all of them under `all`."""
    there, found, right = Counter[str](), Counter[str](), Counter[str]()
    for sentence in read:
        for counter, names in (
            (there, sentence.names),
            (found, sentence.found),
            (right, sentence.names & sentence.found),
        ):
            for kind, _ in names.elements():
                counter.update([kind, "all"])
    return {
        kind: Score(there=there[kind], found=found[kind], right=right[kind])
        for kind in sorted(there.keys() | found.keys())
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wrong", action="store_true", help="list mistakes of the half for tuning")
    wrong = parser.parse_args().wrong
    for language in LANGUAGES:
        read = list(sentences(language))
        for split in SPLITS:
            here = [sentence for sentence in read if sentence.split == split]
            print(
                f"{language}, {split}: {len(here)} sentences, {sum(bool(s.names) for s in here)} with names"
            )
            for kind, s in scores(here).items():
                print(f"  {kind:12} precision {s.precision:.3f}, recall {s.recall:.3f} of {s.there}")
        for sentence in read if wrong else ():
            if sentence.split == "tune" and sentence.names != sentence.found:
                extra, missed = sentence.found - sentence.names, sentence.names - sentence.found
                print(f"  {sentence.text}\n    wrong: {sorted(extra)}, missed: {sorted(missed)}")


if __name__ == "__main__":
    main()
