"""Half a year of two drivers, day by day, on a real daemon in simulation: does what is remembered level off?

Each driver states lasting wishes in the first week and changes a few of them later; every day brings
commands that recur, states of the trip and small talk, about 40 sentences a driver. Once a week questions
are asked whose right answers are known. Printed and drawn: memories by status, size of the store,
precision and recall.

python tools/half_year.py --days 182 --seed 7 --json half_year.json     # needs no plotting library
pip install -e '.[plots]'; python tools/half_year.py --plot docs/half_year.png --json half_year.json
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from dbus_fast import Variant

from bench_daemon import PARKED, Daemon, private_bus, running_daemon
from half_year_days import CHANGES, DRIVERS, Driver, Question, daily

DAY = 86_400_000_000
START = 1_772_409_600_000_000
"""2026-03-02T00:00:00Z, a Monday, in microseconds."""
_STATUSES = ("current", "pending", "superseded", "demoted", "archived")


@dataclass(slots=True)
class Week:
    """What one week's look found, over both drivers."""

    week: int
    statuses: dict[str, int] = field(default_factory=dict)
    bytes_stored: int = 0
    returned: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    told: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.returned if self.returned else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0


class HalfYear:
    """The two drivers and the daemon that they talk to."""

    def __init__(self, daemon: Daemon, state: Path, seed: int) -> None:
        self._daemon = daemon
        self._state = state
        self._random = random.Random(seed)
        self._told = 0
        self.seconds: list[float] = []

    async def run(self, days: int) -> list[Week]:
        weeks: list[Week] = []
        for day in range(days):
            for driver in DRIVERS:
                await self._drive(driver, day)
            if day % 7 == 6:
                weeks.append(await self._look(len(weeks) + 1, day))
                print(_line(weeks[-1]), flush=True)
        return weeks

    async def _drive(self, driver: Driver, day: int) -> None:
        """One driver's day in the car, a few dozen sentences over some hours."""
        await self._simulate("SetTime", START + day * DAY + driver.leaves_at)
        await self._seat(driver)
        for number, text in enumerate(daily(driver, day, self._random)):
            started = time.perf_counter()
            await self._daemon.call(
                "Observe",
                "s",
                text,
                {
                    "speaker": Variant("s", driver.who),
                    "session": Variant("s", f"{driver.who}-{day}-{number // 12}"),
                    "timezone": Variant("s", driver.zone),
                },
            )
            self.seconds.append(time.perf_counter() - started)
            self._told += 1
            await self._simulate("Advance", self._random.randint(20, 240) * 1_000_000)
        await self._daemon.call("RunDueJobs", "", {}, interface="Simulation")
        await self._daemon.call("Settle", "", {}, interface="Simulation")

    async def _look(self, number: int, day: int) -> Week:
        week = Week(week=number, told=self._told)
        statuses: Counter[str] = Counter()
        for driver in DRIVERS:
            await self._seat(driver)
            for status in _STATUSES:
                listed = await self._daemon.call(
                    "List",
                    "",
                    {
                        "speaker": Variant("s", driver.who),
                        "status": Variant("s", status),
                        "limit": Variant("u", 500),
                    },
                    interface="Manage",
                )
                statuses[status] += len(listed["memories"])
            for question in driver.questions:
                await self._ask(week, driver, question, day)
        week.statuses = dict(statuses)
        # The databases: how long their logs are at this moment depends on who has just got out.
        week.bytes_stored = sum(file.stat().st_size for file in self._state.rglob("*.db"))
        return week

    async def _ask(self, week: Week, driver: Driver, question: Question, day: int) -> None:
        """An answer is right when it holds the words that count by then."""
        change = CHANGES.get((driver.who, question.topic))
        words = change.words if change is not None and day >= change.day else question.words
        reply = await self._daemon.call(
            "Recall",
            "s",
            question.text,
            {"speaker": Variant("s", driver.who), "timezone": Variant("s", driver.zone)},
        )
        texts = [memory["text"] for memory in reply["memories"]]
        right = [text for text in texts if re.search(words, text, re.IGNORECASE)]
        week.returned += len(texts)
        week.right += len(right)
        week.wanted += 1
        week.found += bool(right)

    async def _seat(self, driver: Driver) -> None:
        seats = [["Row1.DriverSide", driver.who, 95.0]]
        await self._daemon.call("Set", "a(ssd)", seats, {}, interface="Occupants")
        await self._daemon.be(PARKED, "parked")

    async def _simulate(self, member: str, amount: int) -> None:
        await self._daemon.call(member, "x", amount, {}, interface="Simulation")


def _line(week: Week) -> str:
    current = week.statuses.get("current", 0)
    return (
        f"week {week.week:2d}  told {week.told:6d}  current {current:4d}  "
        f"superseded {week.statuses.get('superseded', 0):3d}  demoted {week.statuses.get('demoted', 0):3d}  "
        f"archived {week.statuses.get('archived', 0):3d}  store {week.bytes_stored / 1024:7.0f} KiB  "
        f"precision {week.precision:.2f}  recall {week.recall:.2f}"
    )


def _plot(weeks: list[Week], file: Path) -> None:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), dpi=110)
    numbers = [week.week for week in weeks]
    for status in ("current", "archived", "demoted", "superseded"):
        left.plot(numbers, [week.statuses.get(status, 0) for week in weeks], label=status)
    left.plot(numbers, [week.bytes_stored / 1024 for week in weeks], "k:", label="store, KiB")
    left.set(xlabel="week", ylabel="memories of both drivers", ylim=(0, None))
    left.legend(fontsize=8)
    right.plot(numbers, [week.precision for week in weeks], label="precision")
    right.plot(numbers, [week.recall for week in weeks], "--", label="questions with the right answer")
    right.set(xlabel="week", ylim=(0, 1.02))
    right.legend(fontsize=8, loc="lower right")
    figure.tight_layout()
    figure.savefig(file, metadata={"Software": None})


async def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--days", type=int, default=182)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--json", type=Path, help="write every week's figures")
    options.add_argument("--plot", type=Path, help="draw them as a PNG")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="half-year-") as folder, private_bus(Path(folder)) as address:
        state = Path(folder) / "state"
        state.mkdir(mode=0o700)
        async with running_daemon(address, state, Path(folder) / "daemon.log", "--simulate") as started:
            simulation = HalfYear(started.daemon, state, given.seed)
            weeks = await simulation.run(given.days)
    print(f"Observe acknowledged, median: {statistics.median(simulation.seconds) * 1000:.1f} ms")
    if given.json:
        rows = [
            {
                "week": w.week,
                "told": w.told,
                "bytes": w.bytes_stored,
                "precision": w.precision,
                "recall": w.recall,
            }
            | w.statuses
            for w in weeks
        ]
        given.json.write_text(json.dumps(rows, indent=1) + "\n")
    if given.plot:
        _plot(weeks, given.plot)


if __name__ == "__main__":
    asyncio.run(main())
