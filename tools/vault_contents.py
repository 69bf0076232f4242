"""What lies in a state folder: every file as it is, and every vault decrypted with the folder's own key."""

from pathlib import Path

from cabin_memory.domain.memory import MemoryRecord, Names
from cabin_memory.domain.people import Owner
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.outbound.device_key import load_device_keys
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper
from cabin_memory.rules import redaction

_EVERY = 1_000_000


def raw_files(state: Path) -> dict[str, bytes]:
    """Every file of the folder by its name, logs and temporary files included."""
    return {str(file.relative_to(state)): file.read_bytes() for file in state.rglob("*") if file.is_file()}


async def decrypted(state: Path) -> dict[str, str]:
    """By owner ("household" for everyone's) all of a vault: its pages, freed ones too, and its memories.

    The daemon must have ended. Nothing is changed but for what opening a vault does.
    """
    keeper = EncryptedStoreKeeper.take(state, load_device_keys(state, create=False).current)
    contents: dict[str, str] = {}
    try:
        whose: list[Owner | None] = [*keeper.owners(), None]
        for owner in whose:
            store = await keeper.open(owner, create=False)
            if store is None:
                continue
            names = await store.names()
            memories = await store.find(MemoryFilter(limit=_EVERY))
            pages = (await store.image()).decode(errors="replace")
            contents[str(owner or "household")] = pages + "".join(_told(m, names) for m in memories)
            await store.close()
    finally:
        await keeper.close()
    return contents


def _told(memory: MemoryRecord, names: Names) -> str:
    return redaction.restore(memory.text, names) + repr(redaction.restored(memory, names))
