"""The model, loaded after the bus name is owned, since that takes longest."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.domain.ports import TextUnderstanding
from cabin_memory.domain.text import Side, Understood
from cabin_memory.domain.workplace import Meter

log = logging.getLogger(__name__)


class LazyUnderstanding:
    """A TextUnderstanding that loads once, on a thread, when `start` is called or it is first needed."""

    def __init__(self, load: Callable[[], tuple[TextUnderstanding, str]], meter: Meter) -> None:
        """`load` may block; it returns the understanding and the model's id or raises ModelUnavailable."""
        self._load = load
        self._meter = meter
        self._loading: asyncio.Task[tuple[TextUnderstanding, str]] | None = None
        self._fault: ModelUnavailable | None = None
        self._inner: TextUnderstanding | None = None

    def start(self) -> None:
        """Begin to load."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(self._load))
            self._loading.add_done_callback(self._loaded)

    def _loaded(self, task: asyncio.Task[tuple[TextUnderstanding, str]]) -> None:
        if task.cancelled():
            return
        fault = task.exception()
        if fault is None:
            self._inner = task.result()[0]
        elif isinstance(fault, ModelUnavailable):
            self._fault = fault
            log.error("no embedding model: %s. %s", fault.detail, fault.remedy)
        else:
            self._fault = ModelUnavailable(f"{type(fault).__name__} while loading the model")
            log.error("no embedding model: %s. %s", self._fault.detail, self._fault.remedy)

    @property
    def fault(self) -> ModelUnavailable | None:
        """Why there is no model; None while it loads and when it works."""
        return self._fault

    async def ready(self) -> str:
        return (await self._wait())[1]

    async def _wait(self) -> tuple[TextUnderstanding, str]:
        self.start()
        assert self._loading is not None
        try:
            return await asyncio.shield(self._loading)
        except ModelUnavailable:
            raise
        except Exception as fault:
            raise ModelUnavailable(f"{type(fault).__name__} while loading the model") from fault

    async def understand(self, texts: Sequence[str], side: Side) -> list[Understood]:
        inner, _ = await self._wait()
        with self._meter.timing("embedding"):
            understood = await inner.understand(texts, side)
        self._meter.count("embeddings", len(texts))
        return understood

    def search_vectors(self, vectors: Sequence[bytes], languages: Sequence[str], side: Side) -> list[bytes]:
        if self._inner is None:
            raise ModelUnavailable("the model is not loaded yet")
        return self._inner.search_vectors(vectors, languages, side)
