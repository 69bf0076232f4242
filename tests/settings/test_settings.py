"""Typed settings: defaults, bounds, and every fault of a document at once."""

import contextlib
import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs import settings_document
from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.wiring import SECTIONS


def test_an_empty_document_gives_the_defaults() -> None:
    settings = settings_document.read("", SECTIONS)
    assert set(settings) == set(SECTIONS)
    assert settings["recall"].threshold == 0.65
    assert settings["scoring"].recency == 0.3
    assert settings["scoring"].importance == 0.4
    assert settings["scoring"].relevance == 0.3


def test_every_fault_is_reported_at_once() -> None:
    document = """
    [recall]
    threshhold = 0.5
    limit = 0
    candidates = "many"
    [vehicle]
    hold_moving_us = 1
    [colours]
    sky = "blue"
    """
    with pytest.raises(SettingsInvalid) as refused:
        settings_document.read(document, SECTIONS)
    faults = refused.value.detail.splitlines()
    assert len(faults) == 5
    for expected in (
        "recall.threshhold: unknown key (did you mean threshold?)",
        "recall.limit: 0 is below its bound 1",
        "recall.candidates: expected a whole number, found a text",
        "vehicle.hold_moving_us: 1 is below its bound",
        "colours: unknown section",
    ):
        assert any(fault.startswith(expected) for fault in faults), expected


def test_a_key_given_twice_is_an_error() -> None:
    with pytest.raises(SettingsInvalid, match="not a TOML document"):
        settings_document.read("[recall]\nlimit = 3\nlimit = 4\n", SECTIONS)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_numeric_setting_refuses_values_outside_its_bounds(section: str) -> None:
    kind = SECTIONS[section]
    for spec in dataclasses.fields(kind):
        for bound, step in ((spec.metadata.get("low"), -1), (spec.metadata.get("high"), 1)):
            if bound is None:
                continue
            beyond: Any = bound + step
            beyond = (beyond,) if isinstance(spec.default, tuple) else type(spec.default)(beyond)
            with pytest.raises(SettingsInvalid, match=spec.name):
                kind(**{spec.name: beyond})
            assert spec.metadata["effect"]


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ('[access]\nmanage_uids = ["root"]', "access.manage_uids[0]: expected a whole number, found a text"),
        ("[access]\nmanage_uids = [true]", "access.manage_uids[0]: expected a whole number, found true"),
        ("[access]\nmanage_uids = [1.5]", "access.manage_uids[0]: expected a whole number, found a number"),
        ("[access]\nmanage_uids = [-1]", "access: manage_uids: -1 is below its bound 0"),
        ("[access]\nmanage_uids = 0", "access.manage_uids: expected a list, found a whole number"),
        ("[recall]\nlimit = " + "9" * 5000, "not a TOML document"),
        ("[recall]\nlimit = " + "9" * 400, "recall.limit: the number is too large"),
        ("[recall]\nthreshold = " + "9" * 400, "recall.threshold: the number is too large"),
        ("[recall]\nthreshold = inf", "recall.threshold: inf is above its bound"),
        ("[recall]\nthreshold = nan", "recall.threshold: nan is below its bound"),
        ("[recall]\nlimit = true", "recall.limit: expected a whole number, found true or false"),
        ("x = " + "[" * 5000, "not a TOML document"),
    ],
)
def test_odd_values_are_named(document: str, fault: str) -> None:
    with pytest.raises(SettingsInvalid) as refused:
        settings_document.read(document, SECTIONS)
    assert fault.replace("access: ", "access.") in refused.value.detail


@given(st.text(max_size=200))
def test_no_document_raises_anything_but_settings_invalid(text: str) -> None:
    with contextlib.suppress(SettingsInvalid):
        settings_document.read(text, SECTIONS)
