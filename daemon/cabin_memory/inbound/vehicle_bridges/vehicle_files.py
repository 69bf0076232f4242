"""A mapping file and its DBC files on disk → a decoder of frames."""

import errno
import logging
import stat
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cabin_memory.codecs import dbc_loading, vss_mapping, vss_paths, vss_values
from cabin_memory.codecs.can_decoding import CanDecoder, FrameSignal
from cabin_memory.codecs.dbc_loading import LoadedDbc, Wanted
from cabin_memory.codecs.vss_mapping import MappedSignal
from cabin_memory.domain.errors import InvalidArgument, MappingInvalid
from cabin_memory.domain.vehicle import Invalid, SignalValue

if TYPE_CHECKING:
    from cantools.database.can import Message

log = logging.getLogger(__name__)

# Faults of a DBC file that harm nothing are named up to here, then counted.
_FAULTS_LOGGED = 20
# The largest DBC files of whole cars have a few MB.
_LARGEST = 32 << 20


def load_decoder(mapping: Path, dbc: Sequence[Path], *, driver_on_right: bool = False) -> CanDecoder:
    """Read a mapping (`vss_dbc.json`) and the DBC files of that bus.

    Args:
        mapping: the mapping file.
        dbc: DBC files; each mapped signal is in at least one of them.
        driver_on_right: which side positions of VSS 3, counted from the left, are for the driver.

    Raises:
        MappingInvalid: a file cannot be read, or a mapped signal is at fault or missing; every fault, one a
            line, with file and line.
    """
    mapped = vss_mapping.parse(read_file(mapping).decode("utf-8", errors="replace"), mapping.name)
    wanted = _wanted(mapped)
    messages: list[Message] = []
    faults: list[str] = []
    for file in dbc:
        try:
            loaded = dbc_loading.load(read_file(file), file.name, wanted)
        except MappingInvalid as fault:
            faults.append(fault.detail)
            continue
        _report(loaded)
        messages += loaded.messages
    rows: list[FrameSignal] = []
    for signal in mapped:
        try:
            rows += _rows(signal, messages, driver_on_right=driver_on_right)
        except (MappingInvalid, InvalidArgument) as fault:
            # A signal whose DBC file is at fault is missing for that reason, which is named already.
            if not faults:
                faults.append(f"{mapping.name}: {signal.path}: {fault.detail}")
    if faults:
        raise MappingInvalid("\n".join(faults))
    return CanDecoder(rows, messages)


def read_file(file: Path) -> bytes:
    """The whole file. Raises MappingInvalid for what cannot be read whole, such as a pipe that never ends."""
    try:
        if regular_size(file) > _LARGEST:
            raise MappingInvalid(f"{file}: larger than {_LARGEST >> 20} MiB")
        return file.read_bytes()
    except OSError as fault:
        raise MappingInvalid(f"{file}: {fault.strerror}") from fault
    except ValueError as fault:  # a NUL in the name
        raise MappingInvalid(f"{str(file)!r} cannot be read: {fault}") from fault


def regular_size(file: Path) -> int:
    """Bytes of a regular file.

    Raises:
        OSError: there is none, or it is a folder, pipe or device, which may never end.
        ValueError: no file can have that name.
    """
    found = file.stat()
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    return found.st_size


def _wanted(mapped: Iterable[MappedSignal]) -> frozenset[Wanted]:
    own = {Wanted(signal=signal.signal, message=signal.message) for signal in mapped}
    conditions = {
        Wanted(signal=name, message=signal.message) for signal in mapped for name in _beside(signal)
    }
    return frozenset(own | conditions)


def _beside(signal: MappedSignal) -> tuple[str, ...]:
    """Signals of the same message that decide about it."""
    return tuple(name for name, _ in (*signal.when, *signal.valid_when))


def _report(loaded: LoadedDbc) -> None:
    for fault in loaded.faults[:_FAULTS_LOGGED]:
        log.warning("%s; no mapped signal needs it", fault)
    if (more := len(loaded.faults) - _FAULTS_LOGGED) > 0:
        log.warning("%s: %d more faults that no mapped signal needs", loaded.faults[0].file, more)


def _rows(signal: MappedSignal, messages: "Iterable[Message]", *, driver_on_right: bool) -> list[FrameSignal]:
    """One row for each message that carries it. Raises MappingInvalid, or InvalidArgument for the path."""
    path = vss_paths.canonical_path(signal.path, driver_on_right=driver_on_right)
    frames: dict[int, Message] = {}
    carried: dict[int, set[str]] = {}
    for message in messages:
        names = {found.name for found in message.signals}
        carried.setdefault(message.frame_id, set()).update(names)
        if signal.signal in names and signal.message in ("", message.name):
            frames.setdefault(message.frame_id, message)
    if not frames:
        place = f"message {signal.message}" if signal.message else "any message"
        raise MappingInvalid(f"signal {signal.signal} is not in {place} of the DBC files")
    for name in _beside(signal):
        if any(name not in carried[frame] for frame in frames):
            raise MappingInvalid(f"{name}, its condition, is not in the same message as {signal.signal}")
    _check_names(signal, frames.values())
    return [
        FrameSignal(
            message=message,
            signal=signal.signal,
            path=path,
            convert=signal.conversion.apply,
            finish=partial(_finish, signal.path, path),
            when=signal.when,
            valid_when=signal.valid_when,
        )
        for message in frames.values()
    ]


def _check_names(signal: MappedSignal, messages: "Iterable[Message]") -> None:
    """A name that no value table has would never match, and its value would be missing for ever."""
    tables = [message.get_signal_by_name(signal.signal).choices for message in messages]
    known = {str(name) for table in tables if table for name in table.values()}
    used = {key for key in (signal.conversion.table or {}) if isinstance(key, str)}
    used |= {key for key in signal.conversion.invalid if isinstance(key, str)}
    if missing := sorted(used - known):
        raise MappingInvalid(f"{missing[0]!r} is not in the value table of signal {signal.signal}")


def _finish(written: str, path: str, value: SignalValue | Invalid) -> SignalValue | Invalid:
    return vss_values.check(path, vss_paths.canonical(written, value)[1])
