import contextlib
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.codecs.vss_mapping import Conversion, conversion, parse
from cabin_memory.domain.errors import MappingInvalid
from cabin_memory.domain.vehicle import Invalid

# As Eclipse KUKSA's CAN provider ships it: a nested tree, an invalid gear mapped to neutral.
KUKSA = {
    "Vehicle": {
        "type": "branch",
        "description": "High-level vehicle data.",
        "children": {
            "Speed": {
                "type": "sensor",
                "datatype": "float",
                "unit": "km/h",
                "description": "Vehicle speed.",
                "dbc2vss": {"signal": "DI_uiSpeed", "interval_ms": 100},
            },
            "Width": {"type": "attribute", "datatype": "uint16", "description": "Not mapped."},
            "Cabin": {
                "type": "branch",
                "children": {
                    "Mirror": {
                        "type": "actuator",
                        "datatype": "int8",
                        "description": "Mirror tilt.",
                        "min": -100,
                        "max": 100,
                        "dbc2vss": {"signal": "Tilt", "transform": {"math": "floor((x*40)-100)"}},
                        "vss2dbc": {"signal": "Tilt", "transform": {"math": "(x+100)/40"}},
                    }
                },
            },
        },
    }
}


def node(source: Any, **more: Any) -> str:
    return json.dumps({"Vehicle.X": {"type": "sensor", "dbc2vss": source, **more}})


def test_a_nested_tree_of_the_public_form() -> None:
    speed, mirror = parse(json.dumps(KUKSA), "vss_dbc.json")
    assert (speed.path, speed.signal) == ("Vehicle.Speed", "DI_uiSpeed")
    assert speed.conversion.apply(88) == 88.0
    assert (mirror.path, mirror.signal) == ("Vehicle.Cabin.Mirror", "Tilt")
    assert mirror.conversion.apply(2.01) == -20
    assert mirror.conversion.apply(5.1) is Invalid.OUT_OF_RANGE


def test_flat_names_and_the_old_key() -> None:
    text = json.dumps({"Vehicle.Speed": {"type": "sensor", "datatype": "float", "dbc": {"signal": "S"}}})
    assert [signal.path for signal in parse(text, "flat.json")] == ["Vehicle.Speed"]


def test_added_keys() -> None:
    condition = [{"signal": "Quality", "value": 3}]
    text = node(
        {
            "signal": "S",
            "message": "M",
            "invalid": [65535, "SNA"],
            "valid_when": condition,
            "multiplexer": condition,
        }
    )
    (signal,) = parse(text, "x.json")
    assert signal.message == "M"
    assert signal.valid_when == signal.when == (("Quality", 3),)
    assert signal.conversion.apply(655.35, raw=65535) is Invalid.NOT_AVAILABLE
    assert signal.conversion.apply(1, name="SNA") is Invalid.NOT_AVAILABLE
    assert signal.conversion.apply(1, name="OK") == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "car.json:1: "),
        ("[\n1,\n}", "car.json:3: "),
        ("NaN", "NaN"),
        ("[]", "no node has dbc2vss"),
        ("{}", "no node has dbc2vss"),
        ("[" * 100_000, "car.json"),
        (node([]), "Vehicle.X: dbc2vss is not an object"),
        (node({}), "Vehicle.X: signal is not a name"),
        (node({"signal": 3}), "signal is not a name"),
        (node({"signal": "S", "sginal": "S"}), "unknown key sginal"),
        (node({"signal": "S"}, dbc={"signal": "S"}), "both dbc2vss and dbc"),
        (node({"signal": "S"}, datatype="uint8[]"), "datatype uint8[] is not supported"),
        (node({"signal": "S"}, min="low"), "min or max is not a number"),
        (node({"signal": "S", "transform": {"mapping": [], "math": "x"}}), "one mapping nor one math"),
        (node({"signal": "S", "transform": {"mapping": [{"from": 1}]}}), "with from and to"),
        (node({"signal": "S", "transform": {"mapping": [{"from": 1, "to": None}]}}), "from and to are names"),
        (node({"signal": "S", "transform": {"mapping": [{"from": 1, "to": n} for n in "ab"]}}), "twice"),
        (node({"signal": "S", "transform": {"math": "x ** 2"}}), "math is not a formula"),
        (node({"signal": "S", "transform": {"math": "y"}}), "math is not a formula"),
        (node({"signal": "S", "transform": {"math": "x +"}}), "math is not a formula"),
        (node({"signal": "S", "transform": {"math": "x" + "+x" * 200}}), "at most 200 characters"),
        (node({"signal": "S", "transform": {"math": "__import__('os').getcwd()"}}), "math is not a formula"),
        (node({"signal": "S", "transform": {"math": "True"}}), "math is not a formula"),
        (node({"signal": "S", "invalid": 3}), "invalid is not a list"),
        (node({"signal": "S", "multiplexer": [{"signal": "M"}]}), "multiplexer is not a list"),
        (node({"signal": "S", "valid_when": [{"signal": "M", "value": True}]}), "valid_when is not a list"),
    ],
)  # fmt: skip
def test_faults_name_the_file_and_the_node(text: str, fault: str) -> None:
    with pytest.raises(MappingInvalid) as caught:
        parse(text, "car.json")
    assert caught.value.detail.startswith("car.json")
    assert fault in caught.value.detail


def test_all_faults_are_told_at_once() -> None:
    bad = {"type": "sensor", "dbc2vss": {}}
    with pytest.raises(MappingInvalid) as caught:
        parse(json.dumps({"Vehicle.A": bad, "Vehicle.B": bad}), "car.json")
    assert [line.split(": ")[1] for line in caught.value.detail.splitlines()] == ["Vehicle.A", "Vehicle.B"]


def test_an_unmapped_value_is_no_value_and_never_neutral() -> None:
    gear = conversion(
        {"datatype": "int8"}, {"transform": {"mapping": [{"from": "D", "to": 127}, {"from": 3, "to": 1}]}}
    )
    assert gear.apply(7, name="D") == 127
    assert gear.apply(7, name="INVALID") is Invalid.NOT_AVAILABLE
    assert gear.apply(3, name="X") == 1  # a number stands for the raw value that a name has
    assert gear.apply(3) == 1
    assert gear.apply(0) is Invalid.NOT_AVAILABLE


@pytest.mark.parametrize(
    ("datatype", "value", "name", "meant"),
    [
        ("boolean", 1, "", True),
        ("boolean", 0.0, "", False),
        ("boolean", 2, "", Invalid.WRONG_TYPE),
        ("string", 3, "ON", "ON"),
        ("string", 3, "", Invalid.WRONG_TYPE),
        ("uint8", 3.6, "", 4),
        ("uint8", 256, "", Invalid.OUT_OF_RANGE),
        ("int8", -129, "", Invalid.OUT_OF_RANGE),
        ("float", 3, "", 3.0),
        ("float", math.nan, "", Invalid.OUT_OF_RANGE),
        ("double", 10**400, "", Invalid.OUT_OF_RANGE),
        ("float", "fast", "", Invalid.WRONG_TYPE),
        ("", True, "", True),
        ("", "text", "", "text"),
    ],
)
def test_datatypes(datatype: str, value: Any, name: str, meant: Any) -> None:
    made = conversion({"datatype": datatype}, {}).apply(value, name=name)
    assert made == meant
    assert type(made) is type(meant)


@pytest.mark.parametrize(
    ("formula", "x", "meant"),
    [
        ("x*3.6", 10, 36.0),
        ("-x + 40", 15, 25.0),
        ("(x - 32) * 5 / 9", 212, 100.0),
        ("floor(x) + ceil(x) + round(x) + abs(-x)", 1.5, 6.5),
        ("2", 7, 2.0),
        ("1 / x", 0, Invalid.OUT_OF_RANGE),
        ("x * 1e308 * 10", 5, Invalid.OUT_OF_RANGE),
    ],
)
def test_formulas(formula: str, x: float, meant: float | Invalid) -> None:
    assert conversion({"datatype": "float"}, {"transform": {"math": formula}}).apply(x) == meant


def test_allowed_words() -> None:
    made = conversion({"datatype": "string", "allowed": ["ON", "OFF"]}, {})
    assert made.apply(1, name="ON") == "ON"
    assert made.apply(1, name="ELSE") is Invalid.OUT_OF_RANGE


# --- properties ---------------------------------------------------------------------------------------
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["type", "children", "dbc2vss", "signal", "transform", "mapping", "math", "from", "to", "x"]
        ),
        inner,
        max_size=6,
    ),
    max_leaves=20,
)  # fmt: skip
SOURCES = st.fixed_dictionaries(
    {"signal": st.just("S")},
    optional={
        "transform": st.fixed_dictionaries({"math": st.text("x0123456789.+-*/() flor", max_size=12)})
        | st.fixed_dictionaries({"mapping": JSON}),
        "invalid": JSON,
        "valid_when": JSON,
    },
)
SCALARS = st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.text() | JSON.map(json.dumps) | SOURCES.map(node))
def test_no_document_raises_anything_but_mapping_invalid(text: str) -> None:
    with contextlib.suppress(MappingInvalid):
        assert parse(text, "x.json")


@given(
    SOURCES,
    st.sampled_from(["", "boolean", "string", "int8", "uint64", "float"]),
    SCALARS,
    SCALARS,
    st.text(max_size=5),
)
def test_no_value_makes_a_conversion_raise(
    source: Any, datatype: str, value: Any, raw: Any, name: str
) -> None:
    made = Conversion(datatype=datatype)
    with contextlib.suppress(MappingInvalid):
        made = conversion({"datatype": datatype}, source)
    result = made.apply(value, name=name, raw=raw)
    if datatype and not isinstance(result, Invalid):
        expected = {"boolean": bool, "string": str, "float": float}.get(datatype, int)
        assert type(result) is expected


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e3), st.floats(-1e3, 1e3))
def test_a_line_and_its_inverse_round_trip(value: float, slope: float, offset: float) -> None:
    there = conversion({"datatype": "double"}, {"transform": {"math": f"x * {slope!r} + {offset!r}"}})
    back = conversion({"datatype": "double"}, {"transform": {"math": f"(x - {offset!r}) / {slope!r}"}})
    middle = there.apply(value)
    assert not isinstance(middle, Invalid)
    assert back.apply(middle) == pytest.approx(value, abs=1e-6, rel=1e-9)
