"""Measure the built model on this machine: size, loading, memory, latency, batching.

    python models/measure.py [--rounds 50]

Loading and memory are measured in fresh processes. Wall times are medians with the 90th percentile; run it
on an idle machine.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from build import BUILT
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest, verify
from cabin_memory.outbound.text_embedding import OnnxModel, OnnxTextEncoder

_PROCESSES = 5
_ENGLISH = "When it rains I would rather take the motorway than the mountain road, and please keep it warm. "
_CHINESE = "下雨的时候我宁可走高速也不走山路，另外请把车里的温度调高一点，座椅加热也打开。"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the built model.")
    parser.add_argument("--rounds", type=int, default=50, help="runs per figure")
    parser.add_argument("--load-only", action="store_true", help="load once, print what it took as JSON")
    chosen = parser.parse_args()
    if chosen.load_only:
        print(json.dumps(load()))
        return
    sizes = {path.name: path.stat().st_size for path in sorted(BUILT.iterdir())}
    print("bytes:", ", ".join(f"{name} {size:,}" for name, size in sizes.items()))
    report_loading()
    model = OnnxModel.load(BUILT, read_manifest(BUILT / MANIFEST))
    report_latency(model, chosen.rounds)
    report_batches(model, chosen.rounds)
    asyncio.run(report_queue(model, chosen.rounds))


def load() -> dict[str, float]:
    """Milliseconds of each step and kilobytes of memory, in this fresh process."""
    took: dict[str, float] = {}

    def step(name: str, action: Callable[[], object]) -> object:
        begun, cpu = time.perf_counter(), time.process_time()
        result = action()
        took[f"{name} ms"] = (time.perf_counter() - begun) * 1e3
        took[f"{name} CPU ms"] = (time.process_time() - cpu) * 1e3
        return result

    manifest = read_manifest(BUILT / MANIFEST)
    step("verify", lambda: verify(BUILT, manifest))
    step("import numpy", lambda: __import__("numpy"))
    step("import runtimes", lambda: (__import__("onnxruntime"), __import__("sentencepiece")))
    model = step("load", lambda: OnnxModel.load(BUILT, manifest))
    assert isinstance(model, OnnxModel)
    step("first text", lambda: model.vector(_CHINESE, Side.QUERY))
    for text in (_ENGLISH, _CHINESE):
        for words in range(1, len(text)):
            model.vector(text[:words], Side.QUERY)
    took |= {f"{name} kB": size for name, size in memory().items()}
    model.vector(_CHINESE * 20, Side.PASSAGE)
    return took | {f"{name} after 512 tokens kB": size for name, size in memory().items()}


def memory() -> dict[str, int]:
    lines = Path("/proc/self/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    return {name: int(fields[name].split()[0]) for name in ("VmRSS", "RssAnon", "VmHWM")}


def report_loading() -> None:
    command = [sys.executable, __file__, "--load-only"]
    runs = [
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(_PROCESSES)
    ]
    print(f"fresh process, median of {_PROCESSES}:")
    for name in runs[0]:
        print(f"  {name:32}{statistics.median(run[name] for run in runs):10.1f}")


def report_latency(model: OnnxModel, rounds: int) -> None:
    print("one text, tokenised and run; median (p90), and CPU:")
    for tokens in (8, 16, 32, 64, 128, 512):
        for language, text in (("en", _ENGLISH), ("zh", _CHINESE)):
            cut = text_of(model, text, tokens)
            before = time.process_time()
            wall = timed(partial(model.vector, cut, Side.QUERY), rounds if tokens < 512 else 5)
            cpu = (time.process_time() - before) * 1e3 / len(wall)
            print(f"  {tokens:4} tokens {language}: {summary(wall)} ms, CPU {cpu:.1f} ms")


def report_batches(model: OnnxModel, rounds: int) -> None:
    """Whether texts of equal length gain from running together; the daemon runs them one by one."""
    import numpy
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(BUILT / read_manifest(BUILT / MANIFEST).graph.name), options)
    print("16 tokens, per text, in batches of equal length:")
    ids = model.ids(text_of(model, _CHINESE, 16), Side.QUERY)
    for size in (1, 4, 8, 16):
        batch = numpy.array([ids] * size, numpy.int64)
        wall = timed(partial(session.run, None, {"input_ids": batch}), max(5, rounds // size))
        print(f"  batch {size:2}: {statistics.median(wall) / size:.2f} ms")


async def report_queue(model: OnnxModel, rounds: int) -> None:
    """What the worker thread and the loop add."""
    encoder = OnnxTextEncoder(model, "measured")
    text = text_of(model, _CHINESE, 16)
    wall = []
    for _ in range(rounds):
        begun = time.perf_counter()
        await encoder.encode([text], Side.QUERY)
        wall.append((time.perf_counter() - begun) * 1e3)
    encoder.close()
    print(f"16 tokens zh through the queue: {summary(wall)} ms")


def text_of(model: OnnxModel, text: str, tokens: int) -> str:
    """The shortest beginning of the repeated text that has this many tokens as a question."""
    whole = text * 40
    return next(
        cut for end in range(1, len(whole)) if len(model.ids(cut := whole[:end], Side.QUERY)) >= tokens
    )


def timed(action: Callable[[], object], rounds: int) -> list[float]:
    """Milliseconds of each round, after one that does not count."""
    action()
    wall = []
    for _ in range(rounds):
        begun = time.perf_counter()
        action()
        wall.append((time.perf_counter() - begun) * 1e3)
    return wall


def summary(wall: list[float]) -> str:
    return f"{statistics.median(wall):.1f} ({statistics.quantiles(wall, n=10)[-1]:.1f})"


if __name__ == "__main__":
    main()
