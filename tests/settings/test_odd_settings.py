"""Any value of TOML in the place of any setting: a sound section or SettingsInvalid that names the key."""

import json
from dataclasses import fields
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs import settings_document
from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.settings import faults_of
from cabin_memory.wiring import SECTIONS

KEYS = [(name, spec.name) for name, kind in SECTIONS.items() for spec in fields(kind)]
LEAVES = st.one_of(
    st.booleans(),
    st.integers(),
    st.sampled_from([2**63, -(2**64), 10**400, 0, 1]),
    st.floats(),
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=8),
    st.just(date(1979, 5, 27)),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.just("a"), inner)),
    max_leaves=5,
)


def toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value)
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    return str(value)


@given(st.sampled_from(KEYS), VALUES)
def test_any_value_is_taken_soundly_or_named(place: tuple[str, str], value: object) -> None:
    section, key = place
    try:
        read = settings_document.read(f"[{section}]\n{key} = {toml(value)}\n", SECTIONS)
    except SettingsInvalid as fault:
        named = fault.detail
    else:
        assert not faults_of(read[section])
        named = f"{section}.{key}"
    assert f"{section}.{key}" in named


@given(st.sampled_from(list(SECTIONS)), VALUES)
def test_any_value_in_the_place_of_a_section(section: str, value: object) -> None:
    if isinstance(value, dict) and not value:
        return
    with pytest.raises(SettingsInvalid) as caught:
        settings_document.read(f"{section} = {toml(value)}\n", SECTIONS)
    assert section in caught.value.detail


@pytest.mark.parametrize("place", KEYS, ids=".".join)
def test_the_default_written_out_is_the_default(place: tuple[str, str]) -> None:
    section, key = place
    default = getattr(SECTIONS[section](), key)
    written = (
        toml(list(map(str, default)) if default and isinstance(default[0], str) else list(default))
        if (isinstance(default, tuple))
        else toml(default)
    )
    read = settings_document.read(f"[{section}]\n{key} = {written}\n", SECTIONS)
    assert read[section] == SECTIONS[section]()
