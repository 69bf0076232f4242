"""CAN frames → VSS values, for the frames that a mapping names.

A decoder is made of cantools messages that hold only the mapped signals (`dbc_loading`), so that decoding a
frame costs microseconds and nothing else on the bus costs anything.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cabin_memory.domain.vehicle import Invalid, SignalValue

if TYPE_CHECKING:
    from cantools.database.can import Message, Signal

EXTENDED = 0x8000_0000
"""Added to a 29-bit identifier, so that it differs from the 11-bit one of the same number."""


class Convert(Protocol):
    """A physical value, its name in the value table ("" if none) and the number on the bus → a value."""

    def __call__(
        self, value: int | float | str, *, name: str, raw: int | float | str
    ) -> SignalValue | Invalid: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSignal:
    """One signal of a message and the path that it feeds."""

    message: "Message"
    signal: str
    path: str
    convert: Convert
    finish: Callable[[SignalValue | Invalid], SignalValue | Invalid]
    """The last word on the value, by the rules of its path."""
    when: tuple[tuple[str, int], ...] = ()
    """Signals of the same frame and the raw values under which this one is there."""
    valid_when: tuple[tuple[str, int], ...] = ()
    """The same, without which it is not available."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    messages: "tuple[Message, ...]"
    signals: "tuple[tuple[Signal, FrameSignal], ...]"


class CanDecoder:
    """Decodes frames. Holds no state of the bus; safe to use from any thread."""

    def __init__(self, signals: Iterable[FrameSignal], messages: "Iterable[Message]") -> None:
        """`messages` are all that the signals and their conditions lie in; several may be of one frame."""
        carriers: dict[int, list[Message]] = {}
        for message in messages:
            carriers.setdefault(_key(message), []).append(message)
        rows: dict[int, list[FrameSignal]] = {}
        for row in signals:
            rows.setdefault(_key(row.message), []).append(row)
        self._frames = {
            key: _Frame(
                messages=tuple(carriers[key]),
                signals=tuple((row.message.get_signal_by_name(row.signal), row) for row in group),
            )
            for key, group in rows.items()
        }
        self.frames = frozenset(self._frames)
        """Identifiers that are decoded, 29-bit ones with EXTENDED."""
        self.paths = frozenset(row.path for group in rows.values() for row in group)
        self.varying = frozenset(key for key, frame in self._frames.items() if _varies(frame))
        """Frames of which two may carry different signals, so that the newest does not replace the last."""

    def decode(self, frame: int, data: bytes) -> Mapping[str, SignalValue | Invalid]:
        """What one frame says, by path. Never raises.

        Args:
            frame: identifier, a 29-bit one with EXTENDED.
            data: payload. Signals that it is too short for are not available; a signal that this multiplexer
                value does not carry is left out.
        """
        known = self._frames.get(frame)
        if known is None:
            return {}
        raws: dict[str, object] = {}
        for message in known.messages:
            # cantools documents no set of errors, and an odd frame must not stop the feed.
            with contextlib.suppress(Exception):
                decoded = message.decode(data, decode_choices=False, scaling=False, allow_truncated=True)
                raws.update(decoded)  # type: ignore[arg-type]  # containers, the other type, are off
        # Two rows may feed one path (a signal that two variants of a message carry); the last one counts.
        values: dict[str, SignalValue | Invalid] = {}
        for signal, row in known.signals:
            if _hold(row.when, raws):
                raw = raws.get(signal.name)
                if raw is not None and _hold(row.valid_when, raws):
                    values[row.path] = row.finish(_value(signal, row, raw))
                elif raw is not None or signal.multiplexer_ids is None:
                    values[row.path] = Invalid.NOT_AVAILABLE
        return values


def _hold(conditions: tuple[tuple[str, int], ...], raws: Mapping[str, object]) -> bool:
    return all(raws.get(name) == expected for name, expected in conditions)


def _key(message: "Message") -> int:
    return message.frame_id | (EXTENDED if message.is_extended_frame else 0)


def _varies(frame: _Frame) -> bool:
    return any(signal.multiplexer_ids is not None or row.when for signal, row in frame.signals)


def _value(signal: "Signal", row: FrameSignal, raw: object) -> SignalValue | Invalid:
    if not isinstance(raw, int | float):
        return Invalid.WRONG_TYPE
    name = str(signal.choices[int(raw)]) if signal.choices and raw in signal.choices else ""
    try:
        # Without the dust of binary fractions: 301 × 0.01 is 3.01 km/h, not 3.0100000000000002.
        value = round(signal.scale * raw + signal.offset, 9)
        in_range = _in_range(signal, value)
    except OverflowError:  # a scale or bound of hundreds of digits
        return Invalid.OUT_OF_RANGE
    converted = row.convert(value, name=name, raw=raw)
    # A value that the table names is meant, even where a careless range leaves it out: EPB_STATE of a Honda
    # is declared [0|1] and names 0 to 3.
    if name or isinstance(converted, Invalid) or in_range:
        return converted
    return Invalid.OUT_OF_RANGE


def _in_range(signal: "Signal", value: float) -> bool:
    low, high = signal.minimum, signal.maximum  # None where the file says [0|0]
    # Half a step of tolerance, as a bound is often written with fewer digits than the scale.
    slack = abs(signal.scale) / 2
    return (low is None or value >= low - slack) and (high is None or value <= high + slack)
