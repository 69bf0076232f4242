"""Identifiers of memories: ULIDs (48 bits of milliseconds, 80 random bits, Crockford base 32)."""

import secrets

from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.time import UtcMicros

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_memory_id(at: UtcMicros) -> MemoryId:
    """26 characters that sort by `at`, to the millisecond."""
    number = (max(0, at // 1000) & (1 << 48) - 1) << 80 | secrets.randbits(80)
    return MemoryId("".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5)))
