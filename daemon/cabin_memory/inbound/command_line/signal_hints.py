"""Which reported signals the daemon has no use for, and which ones may have been meant.

Any VSS path is accepted, because a bridge may report all that a car has; a mistyped one looks the same.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from cabin_memory.codecs.vss_paths import canonical_path
from cabin_memory.domain import vehicle
from cabin_memory.domain.errors import InvalidArgument

_SEATS = [f"Row{row}.{side}" for row in range(1, 5) for side in ("DriverSide", "Middle", "PassengerSide")]


def _used() -> frozenset[str]:
    """Every path that `domain/vehicle` names, for every seat."""
    named = [text for name, text in vars(vehicle).items() if name.isupper() and isinstance(text, str)]
    return frozenset(
        path.format(seat=seat) for path in named if path.startswith("Vehicle.") for seat in _SEATS
    )


USED = _used()


def unused(paths: Iterable[str]) -> dict[str, str]:
    """The paths that change nothing, each with the nearest one that does; empty where none is near."""
    return {path: _nearest(path) for path in paths if not _is_used(path)}


def _is_used(path: str) -> bool:
    try:
        return canonical_path(path) in USED
    except InvalidArgument:
        return False


def _nearest(path: str) -> str:
    spelled = {used.casefold(): used for used in sorted(USED)}
    # A leaf alone, such as Speed, is what people write who do not know VSS.
    leaves = {used.rpartition(".")[2].casefold(): used for used in sorted(USED, reverse=True)}
    near = get_close_matches(path.casefold(), spelled, n=1, cutoff=0.75)
    short = get_close_matches(path.rpartition(".")[2].casefold(), leaves, n=1, cutoff=0.8)
    return spelled[near[0]] if near else leaves[short[0]] if short else ""
