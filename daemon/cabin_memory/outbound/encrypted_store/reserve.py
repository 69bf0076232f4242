"""Space on the disk that is kept for deleting: also on a full disk a person can have something forgotten.

A deletion writes before it frees. Everything that makes the store larger is refused while the reserve cannot
be held.
"""

import errno
import os
from pathlib import Path

from cabin_memory.domain.errors import StoreFull, StoreReadOnly

# Deleting hundreds of memories at once writes less than this into the write-ahead log.
_BYTES = 1 << 20


class Reserve:
    """One file of a fixed size in the state folder. Used from the event loop only."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "reserve"
        self._held = self._file.is_file() and self._file.stat().st_size == _BYTES

    def hold(self) -> None:
        """Have the space reserved.

        Raises:
            StoreFull: there is too little left.
            StoreReadOnly: the folder cannot be written.
        """
        if self._held:
            return
        try:
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(descriptor, 0, _BYTES)
            finally:
                os.close(descriptor)
        except OSError as fault:
            if fault.errno in (errno.ENOSPC, errno.EDQUOT):
                self._file.unlink(missing_ok=True)  # what it got until then is wanted elsewhere
                raise StoreFull(f"{self._file.parent}: less than {_BYTES >> 20} MiB left") from fault
            raise StoreReadOnly(f"{self._file}: {fault.strerror}") from fault
        self._held = True

    def use(self) -> bool:
        """Let go of the space, for a deletion. Returns whether there was any."""
        held, self._held = self._held, False
        if held:
            self._file.unlink(missing_ok=True)
        return held
