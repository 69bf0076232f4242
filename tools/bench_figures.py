"""Figures of a benchmark run: medians and 99th percentiles, goals, a table for people, JSON for programs."""

import math
import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured quantity."""

    what: str
    unit: str
    samples: Sequence[float] = field(repr=False)
    goal: float | None = None
    """The most it may be; None: no goal is set."""
    judged: str = "median"
    """Which of `median` and `p99` the goal is about."""

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def p99(self) -> float:
        """The smallest sample that 99 of 100 do not exceed (nearest rank)."""
        return sorted(self.samples)[math.ceil(0.99 * len(self.samples)) - 1]

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return (self.p99 if self.judged == "p99" else self.median) <= self.goal

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "unit": self.unit,
            "median": self.median,
            "p99": self.p99,
            "samples": len(self.samples),
            "goal": self.goal,
            "judged": self.judged,
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where the figures come from."""

    processor: str
    cores: int
    system: str
    python: str
    load: float
    """Load average of the minute before the run; 0 is an idle machine."""

    @classmethod
    def here(cls) -> "Machine":
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        models = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
        return cls(
            processor=models[0] if models else platform.machine(),
            cores=len(os.sched_getaffinity(0)),
            system=f"Linux {platform.release()} {platform.machine()}",
            python=platform.python_version(),
            load=os.getloadavg()[0],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One run with one number of memories."""

    memories: int
    filled: str
    """How the memories came into the store."""
    figures: Sequence[Figure]

    def as_json(self) -> dict[str, Any]:
        figures = [figure.as_json() for figure in self.figures]
        return {"memories": self.memories, "filled": self.filled, "figures": figures}

    def table(self) -> Table:
        table = Table(title=f"{self.memories:,} memories of one person", caption=self.filled)
        table.add_column("what")
        for name in ("median", "p99", "samples", "goal"):
            table.add_column(name, justify="right")
        table.add_column("unit")
        for figure in self.figures:
            table.add_row(*_row(figure))
        return table


def _row(figure: Figure) -> list[str]:
    # Fewer than a hundred samples have no 99th percentile worth the name.
    p99 = f"{figure.p99:.1f}" if len(figure.samples) >= 100 else ""
    goal = ""
    if figure.goal is not None:
        verdict = "[green]reached[/]" if figure.reached else "[red]missed[/]"
        goal = f"{figure.judged} ≤ {figure.goal:.1f} {verdict}"
    return [figure.what, f"{figure.median:.1f}", p99, str(len(figure.samples)), goal, figure.unit]


def document(machine: Machine, reports: Sequence[Report]) -> Mapping[str, Any]:
    """The whole run as JSON values."""
    return {"machine": asdict(machine), "runs": [report.as_json() for report in reports]}
