"""The committed choice of pieces: one bit per original piece, most significant bit first."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def pack(kept: Sequence[int], pieces: int) -> bytes:
    bits = np.zeros(pieces, np.uint8)
    bits[list(kept)] = 1
    return np.packbits(bits).tobytes()


def unpack(data: bytes) -> NDArray[np.int64]:
    """Numbers of the kept pieces, ascending; the place in this list is the new id."""
    return np.flatnonzero(np.unpackbits(np.frombuffer(data, np.uint8)))
