"""What was read from a vault and holds until something is written to it."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Unchanged:
    """Answers by name, all dropped when a write begins and again when it ends.

    Between the two a reader may see the vault before or after the write; what it saw is not kept longer.
    """

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._writes = 0

    @contextmanager
    def writing(self) -> Iterator[None]:
        self._drop()
        try:
            yield
        finally:
            self._drop()

    def _drop(self) -> None:
        self._known = {}
        self._writes += 1

    async def get(self, name: str, read: Callable[[], Awaitable[T]]) -> T:
        if name in self._known:
            return cast(T, self._known[name])
        before = self._writes
        value = await read()
        if self._writes == before:
            self._known[name] = value
        return value

    def part(self, name: str) -> dict[int, Any]:
        """A table that fills up by and by; whoever adds to it asks for it again after every await."""
        table: dict[int, Any] = self._known.setdefault(name, {})
        return table

    @property
    def writes(self) -> int:
        """Changes with every beginning and every end of a write."""
        return self._writes
