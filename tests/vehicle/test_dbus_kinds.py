"""Every kind of D-Bus value in the place of a signal: a value that can be shown, or why it is none."""

import math

import pytest
from dbus_fast import Message, MessageType, Variant
from hypothesis import given, settings
from hypothesis import strategies as st

from cabin import NAME, PROPERTIES, CallFailed, RunningDaemon
from cabin_memory.codecs.dbus_values import variant
from cabin_memory.codecs.vss_mapping import conversion
from cabin_memory.domain import vehicle
from cabin_memory.domain.vehicle import Invalid
from cabin_memory.inbound.vehicle_bridges.dbus_bridge import Watch

WHOLE = {"y": (0, 8), "n": (1, 16), "q": (0, 16), "i": (1, 32), "u": (0, 32), "x": (1, 64), "t": (0, 64)}
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=300)


def whole(kind: str) -> st.SearchStrategy[Variant]:
    signed, bits = WHOLE[kind]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return st.one_of(st.integers(low, high), st.sampled_from([low, high])).map(lambda n: Variant(kind, n))


LEAVES = st.one_of(
    *map(whole, WHOLE),
    st.booleans().map(lambda value: Variant("b", value)),
    st.floats().map(lambda value: Variant("d", value)),
    TEXTS.map(lambda value: Variant("s", value)),
    st.sampled_from(["/", "/a/b"]).map(lambda value: Variant("o", value)),
    st.sampled_from(["", "a{sv}", "(ii)"]).map(lambda value: Variant("g", value)),
    st.binary(max_size=8).map(lambda value: Variant("ay", value)),
    st.sampled_from(["as", "ai", "av", "a(ss)", "aay"]).map(lambda signature: Variant(signature, [])),
    st.just(Variant("a{sv}", {})),
    st.just(Variant("s", "x" * 1_000_000)),
    st.sampled_from(list(Invalid)).map(lambda word: Variant("s", str(word))),
)
KINDS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(lambda value: Variant("v", value)),
        st.lists(inner, max_size=3).map(lambda values: Variant("av", values)),
        st.dictionaries(TEXTS, inner, max_size=2).map(lambda values: Variant("a{sv}", values)),
        st.tuples(inner, inner).map(lambda pair: Variant("(vv)", list(pair))),
        st.tuples(st.integers(0, 9), inner).map(lambda pair: Variant("(iv)", list(pair))),
    ),
    max_leaves=6,
)
# Half of them plain, which recursion alone would seldom give.
VALUES = st.booleans().flatmap(lambda nested: KINDS if nested else LEAVES)
CONVERSIONS = [
    conversion({}, {}),
    conversion({}, {"invalid": [0, "x"]}),
    conversion({"datatype": "uint64"}, {}),
    conversion({"datatype": "string", "allowed": ["P"]}, {}),
    conversion({"datatype": "boolean"}, {}),
    conversion({}, {"transform": {"math": "1 / x * 1e300"}}),
    conversion({"datatype": "int8"}, {"transform": {"math": "round(x * 3.6)"}}),
    conversion({}, {"transform": {"mapping": [{"from": "P", "to": 2**64}, {"from": 0, "to": "\0"}]}}),
]
PATHS = ["Vehicle.Foo", vehicle.SPEED, vehicle.SELECTED_GEAR, vehicle.PARK_LOCK, vehicle.LOW_VOLTAGE_STATE]


WATCHES = [
    Watch(service="a.b", object_path="/", interface="a.b", member="c", vss=path, conversion=how)
    for path in PATHS
    for how in CONVERSIONS
]


@settings(max_examples=300)
@given(VALUES)
def test_every_kind_becomes_a_value_that_can_be_shown_or_a_reason(body: Variant) -> None:
    for watch in WATCHES:
        path, value = watch.value(body)
        assert path == watch.vss
        if isinstance(value, Invalid):
            continue
        assert not isinstance(value, float) or math.isfinite(value)
        shown = Message(
            path="/a", interface="a.b", member="c", message_type=MessageType.SIGNAL, signature="v"
        )
        shown.body = [variant(value)]
        assert shown._marshall(False)


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        (Variant("t", 2**64 - 1), Invalid.OUT_OF_RANGE),
        (Variant("d", float("inf")), Invalid.OUT_OF_RANGE),
        (Variant("d", float("nan")), Invalid.OUT_OF_RANGE),
        (Variant("(ii)", [1, 2]), Invalid.WRONG_TYPE),
        (Variant("a{sv}", {}), Invalid.WRONG_TYPE),
        (Variant("ay", b"1"), Invalid.WRONG_TYPE),
        (Variant("ai", []), Invalid.WRONG_TYPE),
        (Variant("s", "x" * 1_000_000), Invalid.OUT_OF_RANGE),
        (Variant("v", Variant("v", Variant("n", -3))), -3),
    ],
)
def test_kinds_that_are_none_are_told_why(body: Variant, meant: object) -> None:
    watch = Watch(service="a.b", object_path="/", interface="a.b", member="c", vss="Vehicle.Foo")
    assert watch.value(body)[1] == meant


REPORTED = [
    *(Variant(kind, (1 << bits - signed) - 1) for kind, (signed, bits) in WHOLE.items()),
    *(Variant(kind, -(1 << bits - 1)) for kind, (signed, bits) in WHOLE.items() if signed),
    *(Variant("d", number) for number in (1e308, float("inf"), float("-inf"), float("nan"))),
    Variant("s", "x" * 60_000),
    Variant("s", "\ufffe\U0010ffff"),
    Variant("b", True),
    Variant("o", "/a"),
    Variant("g", "a{sv}"),
    Variant("ay", b"\0\1"),
    Variant("ai", []),
    Variant("(sv)", ["a", Variant("i", 1)]),
    Variant("a{sv}", {"a": Variant("as", ["b"])}),
    Variant("v", Variant("v", Variant("t", 2**64 - 1))),
]


async def test_whatever_was_reported_the_properties_can_be_read(daemon: RunningDaemon) -> None:
    taken, refused = 0, set()
    for number, value in enumerate(REPORTED):
        try:
            reply = await daemon.call("Context.Update", {f"Vehicle.Kind{number}": value}, signature="a{sv}")
            taken += reply["accepted"]
        except CallFailed as fault:
            refused.add(fault.name)
        signals = await daemon.get("Context", "Signals")
        everything = await daemon.raw(PROPERTIES, "GetAll", "s", [f"{NAME}.Context"])
        assert everything["Signals"] == signals
    assert refused <= {"InvalidArgument"}
    assert taken >= 9  # the numbers that 64 bits hold, the flag
    assert "Vehicle.Kind0" in signals
