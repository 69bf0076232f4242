"""Draw the forgetting curves of rules/scoring as docs/activation.png.

By hand: pip install -e '.[plots]', then python tools/plot_activation.py [FILE]
"""

import sys
from dataclasses import replace
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

from cabin_memory.domain.memory import MemoryId, MemoryRecord, Provenance, Snapshot
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Sensitivity, Source
from cabin_memory.rules.scoring import LEAST_ACTIVATION, recency

DAYS = 120
STEPS = 600
_TOLD = UtcMicros(DAY)
_MEMORY = MemoryRecord(
    id=MemoryId("0" * 26), text="", language=Language.ENGLISH, kind=Kind.EPISODE, category=Category.OTHER,
    source=Source.STATED, sensitivity=Sensitivity.LOW, status=MemoryStatus.CURRENT, confidence=0.95,
    importance=3, created=_TOLD, touched=_TOLD, provenance=Provenance(time=_TOLD, timezone="UTC"),
    snapshot=Snapshot(),
)  # fmt: skip
CLASSES = {
    "state of one trip, importance 5 to 7: 0.99 per hour": replace(_MEMORY, importance=6),
    "episode, importance 1 to 4: 0.95 per day": _MEMORY,
    "preference or fact: $e^{-0.02 d}$": replace(_MEMORY, kind=Kind.PREFERENCE, importance=7),
    "preference of importance 8 or more: never below 0.3": replace(
        _MEMORY, kind=Kind.PREFERENCE, importance=9
    ),
}


def main() -> None:
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/activation.png")
    days = [DAYS * step / STEPS for step in range(STEPS + 1)]
    figure, axes = plt.subplots(figsize=(8, 4.2), dpi=110)
    for (name, memory), style in zip(CLASSES.items(), ("--", "-.", "-", "-"), strict=True):
        activation = [recency(memory, UtcMicros(_TOLD + round(day * DAY))) for day in days]
        axes.plot(days, activation, style, label=name)
    axes.axhline(LEAST_ACTIVATION, color="grey", linewidth=0.8)
    axes.text(60, LEAST_ACTIVATION + 0.01, "below: never volunteered", ha="left", color="grey", fontsize=8)
    axes.set(
        xlabel="days since it was last told or recalled", ylabel="activation", xlim=(0, DAYS), ylim=(0, 1)
    )
    axes.legend(fontsize=8)
    figure.tight_layout()
    # No date and no version in the file: the same curves give the same bytes.
    figure.savefig(file, metadata={"Software": None})
    print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
