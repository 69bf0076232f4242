"""A TOML settings document ↔ typed sections. Every fault is reported at once, with its key."""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.settings import faults_of

Sections = Mapping[str, type]
"""Name of a table to the dataclass that it fills."""

_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
_LARGEST = 2**63


def _suggest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _typed(key: str, value: Any, default: Any) -> Any:
    """The value in the type of its default. Raises TypeError with words for a person."""
    if isinstance(default, tuple):
        if not isinstance(value, list):
            raise TypeError(f"{key}: expected a list, found {_kind(value)}")
        return tuple(_typed(f"{key}[{at}]", one, default[0]) for at, one in enumerate(value))
    wanted = (int, float) if isinstance(default, float) else type(default)
    if not isinstance(value, wanted) or isinstance(value, bool) is not isinstance(default, bool):
        raise TypeError(f"{key}: expected {_kind(default)}, found {_kind(value)}")
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise TypeError(f"{key}: the number is too large")
    return float(value) if isinstance(default, float) else value


def _kind(value: Any) -> str:
    """What a person calls a value of this type."""
    return _KINDS.get(type(value), type(value).__name__)


def _section(name: str, table: Any, kind: type, faults: list[str]) -> Any:
    specs = {spec.name: spec for spec in fields(kind)}
    if not isinstance(table, dict):
        faults.append(f"{name}: expected a table")
        return kind()
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in specs:
            faults.append(f"{name}.{key}: unknown key{_suggest(key, list(specs))}")
            continue
        try:
            values[key] = _typed(f"{name}.{key}", value, specs[key].default)
        except TypeError as fault:
            faults.append(str(fault))
    try:
        return kind(**values)
    except SettingsInvalid:
        # Ask each field alone, so that one fault does not hide the next.
        probe: Any = object.__new__(kind)
        for spec in specs.values():
            object.__setattr__(probe, spec.name, values.get(spec.name, spec.default))
        faults += [f"{name}.{fault}" for fault in faults_of(probe)]
        return kind()


def read(text: str, sections: Sections) -> dict[str, Any]:
    """Parse a document into one instance per section; sections that it leaves out get their defaults.

    Args:
        text: the TOML document. A key that is given twice is an error of TOML itself.
        sections: table name to section dataclass. A table that is in no section is a fault.

    Raises:
        SettingsInvalid: every fault, one per line of `detail`.
    """
    try:
        document = tomllib.loads(text)
    except RecursionError as fault:
        raise SettingsInvalid("not a TOML document: nested too deep") from fault
    except ValueError as fault:  # also a number of thousands of digits, which tomllib lets int() refuse
        raise SettingsInvalid(f"not a TOML document: {fault}") from fault
    faults = [
        f"{name}: unknown section{_suggest(name, list(sections))}"
        for name in document
        if name not in sections
    ]
    settings = {name: _section(name, document.get(name, {}), kind, faults) for name, kind in sections.items()}
    if faults:
        raise SettingsInvalid("\n".join(faults))
    return settings
