"""Measure the daemon over a real message bus, as a voice assistant meets it.

    make bench                                # 1,000 memories
    make bench ARGS="--full"                  # 20,000 as well
    python tools/bench.py --memories 100000 --json figures.json

Each run starts a private dbus-daemon and the daemon on a copy of a store that was filled through Observe,
one real sentence and one real embedding per memory. Filling takes about 10 ms a memory, so filled
stores are kept in build/bench/. Every question is asked once, so no cache helps; questions and
embeddings alone take turns, so that both meet the same load. The goals are those of the design for two
x86-64 cores; figures of a busy machine are worse.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rich.console import Console

from bench_daemon import (
    PARKED,
    REVERSING,
    BenchmarkError,
    Daemon,
    Footprint,
    Started,
    bytes_written,
    private_bus,
    processor_time,
    running_daemon,
)
from bench_figures import Figure, Machine, Report, document
from bench_sentences import memories, questions
from cabin_memory.domain.text import Side
from cabin_memory.outbound.text_embedding import OnnxTextEncoder

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "models" / "built"
KEPT = ROOT / "build" / "bench"

CALLERS = 8
QUESTIONS = 400
SUPPRESSED = 400
PLANS = 25
OBSERVED_SINGLY = 200
BATCHES, BATCH = 12, 16
STARTS = 3
_FILLERS = 8
_DAYS = 6
"""The filled memories are spread over this time, so that recency differs."""
_DAY_US = 86_400_000_000

_REQUESTS = ("导航去公司", "set the climate", "放点音乐", "adjust my seat")
say = Console(stderr=True)
out = Console(width=None if sys.stdout.isatty() else 120)


async def main(arguments: Sequence[str]) -> int:
    options = _parse(arguments)
    machine = Machine.here()
    reports = []
    for count in options.memories:
        with tempfile.TemporaryDirectory(prefix="cm-bench-") as folder, private_bus(Path(folder)) as address:
            kept = await filled_store(address, count, again=options.fresh)
            reports.append(await measure(address, kept, Path(folder)))
            out.print(reports[-1].table())
    out.print(f"{machine.processor}, {machine.cores} cores, Python {machine.python}, load {machine.load:.1f}")
    if options.json:
        options.json.write_text(json.dumps(document(machine, reports), indent=2) + "\n")
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--memories", type=int, nargs="+", default=[1000], metavar="N", help="sizes to measure"
    )
    parser.add_argument(
        "--full", action="store_const", dest="memories", const=[1000, 20_000], help="1,000 and 20,000"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="fill the store again instead of using the kept one"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    return parser.parse_args(arguments)


# ------------------------------------------------------------------------------------------- filling
@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A filled store that runs copy from."""

    state: Path
    asked_for: int
    how: str


async def filled_store(address: str, count: int, *, again: bool) -> Kept:
    """The kept store of this model, schema and size; filled first where there is none."""
    folder = KEPT / f"{count}-{_fingerprint()}"
    if again:
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        await _fill(address, count, folder)
    how = (folder / "how.txt").read_text()
    return Kept(state=folder / "state", asked_for=count, how=how)


def _fingerprint() -> str:
    """Changes when a kept store would not be what a daemon of this checkout would have written."""
    schema = sorted((ROOT / "daemon/cabin_memory/outbound/schema").glob("*.sql"))
    parts = [MODEL / "manifest.toml", *schema, ROOT / "tools" / "bench_sentences.py"]
    return sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]


async def _fill(address: str, count: int, folder: Path) -> None:
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / "state").mkdir(parents=True, mode=0o700)
    started = time.monotonic()
    async with running_daemon(address, unfinished / "state", unfinished / "daemon.log") as start:
        await start.daemon.board()
        await _observe_all(start.daemon, count)
        await start.daemon.until_embedded()
    how = f"filled through Observe in {time.monotonic() - started:.0f} s, {_FILLERS} calls at a time"
    (unfinished / "how.txt").write_text(how)
    unfinished.rename(folder)


async def _observe_all(daemon: Daemon, count: int) -> None:
    now = time.time_ns() // 1000
    waiting = list(enumerate(memories(count)))
    waiting.reverse()

    async def work() -> None:
        while waiting:
            number, text = waiting.pop()
            if number % 1000 == 0:
                say.print(f"filling: {number:,} of {count:,}")
            await daemon.observe(text, at=now - _DAYS * _DAY_US * (count - number) // count)

    await asyncio.gather(*(work() for _ in range(_FILLERS)))


# ------------------------------------------------------------------------------------------ measuring
async def measure(address: str, kept: Kept, folder: Path) -> Report:
    """Everything on a copy of the kept store."""
    # On the same disk as the repository: a temporary folder is often in memory, where writing is free.
    with tempfile.TemporaryDirectory(prefix="run-", dir=KEPT) as run:
        state, log = Path(run) / "state", folder / "daemon.log"
        shutil.copytree(kept.state, state)
        figures = await _starts(address, state, log)
        async with running_daemon(address, state, log) as start:
            await _first_full_recall(start)
            stored = await start.daemon.until_embedded()
            reporting = asyncio.create_task(start.daemon.keep_reporting())
            figures += await _running(start.daemon, kept.asked_for)
            reporting.cancel()
    return Report(memories=stored, filled=kept.how, figures=figures)


async def _starts(address: str, state: Path, log: Path) -> list[Figure]:
    owned, first = [], []
    for _ in range(STARTS):
        async with running_daemon(address, state, log) as start:
            owned.append(1000 * start.name_owned_s)
            first.append(1000 * await _first_full_recall(start))
    return [
        Figure(what="process start to bus name owned", unit="ms", samples=owned, goal=700),
        Figure(what="process start to first full recall", unit="ms", samples=first, goal=1500),
    ]


async def _first_full_recall(start: Started) -> float:
    """Seconds from the start of the process until a stored sentence is found with vectors."""
    query = memories(1)[0]
    await start.daemon.board()
    while True:
        answer = await start.daemon.recall(query)
        if answer["level"] == "full" and answer["memories"]:
            return time.perf_counter() - start.spawned
        if time.perf_counter() - start.spawned > 60:
            raise BenchmarkError(f"no full recall within a minute: {answer['status']}, {answer['reason']}")


async def _running(daemon: Daemon, count: int) -> list[Figure]:
    asked = questions(20 + QUESTIONS + CALLERS * QUESTIONS // 4)
    warm_up, alone, together = asked[:20], asked[20 : 20 + QUESTIONS], asked[20 + QUESTIONS :]
    for query in warm_up:
        await daemon.recall(query)
    new = memories(count + OBSERVED_SINGLY + BATCHES * BATCH)[count:]
    return [
        *await _recalls(daemon, alone),
        await _recalls_together(daemon, together),
        await _plans(daemon),
        await _suppressed(daemon, alone[:SUPPRESSED]),
        *await _observations(daemon, new[:OBSERVED_SINGLY], 1, "one at a time", goal_kib=28),
        *await _observations(daemon, new[OBSERVED_SINGLY:], BATCH, f"{BATCH} at once", goal_kib=8),
        *_footprint(daemon.pid),
    ]


async def _timed(call: Callable[[str], Awaitable[object]], text: str) -> float:
    """Milliseconds that one call takes."""
    started = time.perf_counter_ns()
    await call(text)
    return (time.perf_counter_ns() - started) / 1e6


async def _recalls(daemon: Daemon, queries: Sequence[str]) -> list[Figure]:
    encoder = OnnxTextEncoder.open(MODEL)

    async def embed(query: str) -> None:
        await encoder.encode([query], Side.QUERY)

    recalls, embeddings = [], []
    taken, took = processor_time(daemon.pid), 0.0
    for query in queries:
        recalls.append(await _timed(daemon.recall, query))
        before = time.process_time()
        embeddings.append(await _timed(embed, query))
        took += time.process_time() - before
    encoder.close()
    taken = processor_time(daemon.pid) - taken
    alone = Figure(what="embedding alone, in the benchmark's process", unit="ms", samples=embeddings)
    return [
        Figure(what="recall, new question, over the bus", unit="ms", samples=recalls, goal=alone.median + 3),
        alone,
        *await _inside(daemon),
        Figure(what="processor time of a recall", unit="ms", samples=[1000 * taken / len(queries)]),
        Figure(what="processor time of an embedding alone", unit="ms", samples=[1000 * took / len(queries)]),
    ]


async def _inside(daemon: Daemon) -> list[Figure]:
    """Medians that the daemon keeps of its own last calls."""
    metrics = await daemon.get("Health", "Metrics")
    return [
        Figure(what=f"{name}, as the daemon times it", unit="ms", samples=[metrics[f"{name}_p50_us"] / 1000])
        for name in ("recall", "embedding", "search")
    ]


async def _recalls_together(daemon: Daemon, queries: Sequence[str]) -> Figure:
    async def ask(own: Sequence[str]) -> list[float]:
        return [await _timed(daemon.recall, query) for query in own]

    taken = await asyncio.gather(*(ask(queries[number::CALLERS]) for number in range(CALLERS)))
    samples = [sample for own in taken for sample in own]
    return Figure(
        what=f"recall, {CALLERS} callers at once", unit="ms", samples=samples, goal=60, judged="p99"
    )


async def _plans(daemon: Daemon) -> Figure:
    """Each words its matter anew, so that no plan is only found again."""
    requests = [f"{request} {number}" for number in range(PLANS) for request in _REQUESTS]
    samples = [await _timed(daemon.plan, request) for request in requests]
    return Figure(what="plan, kept as a memory, over the bus", unit="ms", samples=samples)


async def _suppressed(daemon: Daemon, queries: Sequence[str]) -> Figure:
    await daemon.be(REVERSING, "reversing")
    samples = [await _timed(daemon.recall, query) for query in queries]
    await daemon.be(PARKED, "parked")
    return Figure(what="recall suppressed while reversing", unit="ms", samples=samples, goal=2)


async def _observations(
    daemon: Daemon, texts: Sequence[str], at_once: int, how: str, *, goal_kib: float
) -> list[Figure]:
    written, samples = bytes_written(daemon.pid), list[float]()
    for first in range(0, len(texts), at_once):
        calls = [_timed(daemon.observe, text) for text in texts[first : first + at_once]]
        samples += await asyncio.gather(*calls)
    await daemon.until_embedded()
    per_memory = (bytes_written(daemon.pid) - written) / len(texts) / 1024
    return [
        Figure(
            what=f"observe, durable, {how}",
            unit="ms",
            samples=samples,
            goal=20 if at_once == 1 else None,
            judged="p99",
        ),
        Figure(what=f"written per memory, {how}", unit="KiB", samples=[per_memory], goal=goal_kib),
    ]


def _footprint(pid: int) -> list[Figure]:
    footprint = Footprint.of(pid)
    return [
        Figure(what="resident memory", unit="MB", samples=[footprint.resident / 1e6], goal=160),
        Figure(what="of which anonymous", unit="MB", samples=[footprint.anonymous / 1e6]),
    ]


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main(sys.argv[1:])))
    except BenchmarkError as error:
        sys.exit(f"bench.py: {error}")
