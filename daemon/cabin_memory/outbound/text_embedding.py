"""Text to vectors with the built model: sentencepiece, then onnxruntime, off the event loop.

One thread a text, because a second one gains a fifth on long texts and loses on a busy head unit. Texts are
run one by one: the graph has no mask, so padding would cost its length, and batches of equal length gain
nothing with 4-bit weights (README.md of `models/`). That also lets a question overtake between two texts.
Where questions wait and there is a second core, it takes questions too.
"""

import asyncio
import heapq
import itertools
import os
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

from cabin_memory.domain.errors import InvalidArgument, ModelUnavailable
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import MANIFEST, Manifest, read_manifest, verify

# A person waits for a question, so it overtakes memories; each of them lets so many pass and no more.
_LETS_PASS = {Side.QUERY: 0, Side.PASSAGE: 8}
_CLOSED = "the encoder is closed"
_ERRORS_ONLY = 3


class VectorModel(Protocol):
    """Text to vector, blocking; may be called from two threads at once."""

    def vector(self, text: str, side: Side) -> bytes:
        """Raises ModelUnavailable."""


class OnnxModel:
    """The loaded files of a model folder."""

    def __init__(self, manifest: Manifest, tokenizer: Any, session: Any) -> None:
        self._manifest = manifest
        self._tokenizer = tokenizer
        self._session = session

    @classmethod
    def load(cls, folder: Path, manifest: Manifest) -> Self:
        """Raises ModelUnavailable when a runtime refuses a file."""
        # Here, because importing them takes longer than all the rest of a daemon's start.
        import onnxruntime
        import sentencepiece

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Memory plans are kept for every length of text seen, and save no time.
        options.enable_mem_pattern = False
        options.log_severity_level = _ERRORS_ONLY
        try:
            tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(folder / manifest.tokenizer.name))
            session = onnxruntime.InferenceSession(
                str(folder / manifest.graph.name), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # both runtimes raise classes of their own
            raise ModelUnavailable(f"{folder}: {type(error).__name__} while loading") from error
        return cls(manifest, tokenizer, session)

    def vector(self, text: str, side: Side) -> bytes:
        import numpy

        try:
            ids = numpy.array([self.ids(text, side)], numpy.int64)
            (embedding,) = self._session.run(None, {"input_ids": ids})
        except Exception as error:  # as above
            raise ModelUnavailable(f"{type(error).__name__} while encoding") from error
        return bytes(embedding[0].astype("<f4", copy=False).tobytes())

    def ids(self, text: str, side: Side) -> list[int]:
        """The text's token ids between the two marks, cut to the longest input."""
        # The original tokenizer makes a piece of trailing blanks, sentencepiece drops them: have none.
        pieces = self._tokenizer.encode(self._manifest.prefixes[side] + text.strip())
        marked = [
            self._tokenizer.bos_id(),
            *pieces[: self._manifest.max_tokens - 2],
            self._tokenizer.eos_id(),
        ]
        return [int(piece) for piece in marked]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class _Job:
    """One text; the least one is next."""

    turn: int
    number: int
    side: Side = field(compare=False)
    text: str = field(compare=False, repr=False)
    result: Future[bytes] = field(compare=False, default_factory=Future)


class OnnxTextEncoder:
    """The port TextEncoder. Questions overtake memories that wait, but no memory waits for ever."""

    def __init__(self, model: VectorModel, model_id: str, *, second_core: bool = False) -> None:
        self._model = model
        self._model_id = model_id
        self._jobs: list[_Job] = []
        self._taking = threading.Lock()
        self._numbers = itertools.count()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="encoder")
        self._second = (
            ThreadPoolExecutor(max_workers=1, thread_name_prefix="encoder-2") if second_core else None
        )
        self._closed = False

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Check every file against the folder's manifest and load the model. Blocks for about 0.2 s.

        Raises:
            ModelUnavailable: naming the file that is missing, truncated, altered or refused.
        """
        manifest = read_manifest(folder / MANIFEST)
        verify(folder, manifest)
        return cls(
            OnnxModel.load(folder, manifest),
            f"{manifest.name}-{manifest.data.sha256[:12]}",
            second_core=len(os.sched_getaffinity(0)) > 1,
        )

    @property
    def model_id(self) -> str:
        return self._model_id

    async def encode(self, texts: Sequence[str], side: Side) -> list[bytes]:
        """One vector per text, in their order. Cancelling takes back what has not begun.

        Raises:
            InvalidArgument: a text is empty or blank.
            ModelUnavailable: the model failed, or the encoder is closed.
        """
        if not all(text.strip() for text in texts):
            raise InvalidArgument("text is empty")
        return await asyncio.gather(*(asyncio.wrap_future(self._submit(text, side)) for text in texts))

    def close(self) -> None:
        """Refuse whoever waits (ModelUnavailable), then block until the text at hand is done.

        May be called twice.
        """
        self._closed = True
        while (job := self._next()) is not None:
            if job.result.set_running_or_notify_cancel():
                job.result.set_exception(ModelUnavailable(_CLOSED))
        self._worker.shutdown()
        if self._second is not None:
            self._second.shutdown()

    def _submit(self, text: str, side: Side) -> Future[bytes]:
        if self._closed:
            raise ModelUnavailable(_CLOSED)
        number = next(self._numbers)
        job = _Job(turn=number + _LETS_PASS[side], number=number, side=side, text=text)
        with self._taking:
            heapq.heappush(self._jobs, job)
        # Not this job: whichever is the most urgent when a worker gets there.
        self._worker.submit(self._run_next)
        if self._second is not None and side is Side.QUERY:
            self._second.submit(self._run_next, questions_only=True)
        return job.result

    def _run_next(self, *, questions_only: bool = False) -> None:
        job = self._next(questions_only=questions_only)
        if job is None or not job.result.set_running_or_notify_cancel():
            return
        try:
            job.result.set_result(self._model.vector(job.text, job.side))
        except Exception as error:  # noqa: BLE001 - whoever waits for the result raises it
            job.result.set_exception(error)

    def _next(self, *, questions_only: bool = False) -> _Job | None:
        with self._taking:
            if not self._jobs or (questions_only and self._jobs[0].side is not Side.QUERY):
                return None
            return heapq.heappop(self._jobs)
