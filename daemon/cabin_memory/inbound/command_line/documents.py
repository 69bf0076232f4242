"""The daemon's replies as JSON documents: the contract's keys, times in microseconds and as ISO 8601."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

TIME_KEYS = frozenset(
    {"time", "touched", "undo_until", "since", "until", "last_success", "told", "next_time"}
)
"""Keys of the contract that hold microseconds UTC, or a list of them."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(micros: int) -> datetime:
    """Microseconds UTC as an aware time, exactly."""
    return _EPOCH + timedelta(microseconds=micros)


def iso(micros: int) -> str | None:
    """ISO 8601 in UTC with six decimals; None for 0, which the contract uses for never."""
    return moment(micros).strftime("%Y-%m-%dT%H:%M:%S.%fZ") if micros else None


def document(value: Any) -> Any:
    """A reply with every time `t` as `t` (ISO, or null) and `t_us`, at every depth."""
    if isinstance(value, Mapping):
        result: dict[str, Any] = {}
        for key, item in value.items():
            if key in TIME_KEYS and isinstance(item, int):
                result[key] = iso(item)
                result[f"{key}_us"] = item
            elif key in TIME_KEYS and isinstance(item, list):
                result[key] = [iso(one) for one in item]
                result[f"{key}_us"] = item
            else:
                result[key] = document(item)
        return result
    if isinstance(value, list | tuple):
        return [document(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    return value
