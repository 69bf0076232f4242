"""The numbers that a benchmark prints are those of its samples."""

import json
import os

from hypothesis import given
from hypothesis import strategies as st

from bench_daemon import Footprint, bytes_written
from bench_figures import Figure, Machine, Report, document
from bench_sentences import memories, questions

_SAMPLES = st.lists(st.floats(min_value=0, max_value=1e6), min_size=1, max_size=300)


@given(_SAMPLES)
def test_p99_is_the_smallest_sample_that_99_of_100_do_not_exceed(samples: list[float]) -> None:
    p99 = Figure(what="x", unit="ms", samples=samples).p99
    assert p99 in samples
    assert sum(sample <= p99 for sample in samples) >= 0.99 * len(samples)
    assert all(sum(s <= other for s in samples) < 0.99 * len(samples) for other in samples if other < p99)


def test_a_goal_is_judged_by_the_number_it_names() -> None:
    samples = [1.0] * 98 + [9.0] * 2
    assert Figure(what="x", unit="ms", samples=samples, goal=5).reached is True
    assert Figure(what="x", unit="ms", samples=samples, goal=5, judged="p99").reached is False
    assert Figure(what="x", unit="ms", samples=samples).reached is None


def test_the_json_holds_machine_and_figures() -> None:
    figure = Figure(what="x", unit="ms", samples=[3.0, 1.0, 2.0], goal=2)
    report = Report(memories=7, filled="by hand", figures=[figure])
    written = json.loads(json.dumps(document(Machine.here(), [report])))
    assert written["machine"]["cores"] >= 1
    assert written["runs"][0]["memories"] == 7
    assert written["runs"][0]["figures"][0] == {
        "what": "x",
        "unit": "ms",
        "median": 2.0,
        "p99": 3.0,
        "samples": 3,
        "goal": 2,
        "judged": "median",
        "reached": True,
    }


def test_the_kernel_tells_the_footprint_of_a_process() -> None:
    footprint = Footprint.of(os.getpid())
    assert footprint.resident > footprint.anonymous > 1_000_000
    assert bytes_written(os.getpid()) >= 0


def test_sentences_are_different_repeatable_and_in_both_languages() -> None:
    told = memories(2000)
    assert len(set(told)) == 2000
    assert told == memories(2000)
    assert told[:10] == memories(10)
    chinese = sum(any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in told)
    assert 600 < chinese < 1400
    assert not set(told) & set(questions(500))
