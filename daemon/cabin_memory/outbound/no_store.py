"""In the place of a store that cannot be opened."""

from cabin_memory.domain.errors import StoreError
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import MemoryStore


class NoStore:
    """A keeper whose every use says what is wrong; the daemon is on level `stateless`."""

    def __init__(self, fault: StoreError) -> None:
        self.fault = fault

    async def open(self, owner: Owner | None, *, create: bool) -> MemoryStore | None:
        raise self.fault

    async def guest(self) -> MemoryStore:
        raise self.fault

    def owners(self) -> list[Owner]:
        return []

    async def wipe(self, owner: Owner | None) -> bool:
        raise self.fault

    async def close(self) -> None:
        """Nothing is open."""
