"""D-Bus types declared once: what an interface offers, how a call is checked, how it introspects.

A contract is data (`inbound/dbus_contract`). From it come the introspection document, the check of every
incoming call and the names of options in error texts, so the three cannot disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import quoteattr

from dbus_fast import Variant

from cabin_memory.domain.errors import InvalidArgument

DESCRIPTION = "org.cabinmemory.Description"
OPTIONS = "org.cabinmemory.Options"
RETURNS = "org.cabinmemory.Returns"
_EMITS = "org.freedesktop.DBus.Property.EmitsChangedSignal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """The most that a value may hold, with the reason for the number."""

    most: int
    reason: str


TEXT_CAP = Cap(most=2000, reason="the model reads 512 pieces, about 2000 characters")
WORD_CAP = Cap(most=260, reason="an identifier: two parts of 128 and a colon")
ITEMS_CAP = Cap(most=256, reason="more than one person can say or hear in one turn")
BYTES_CAP = Cap(most=65536, reason="one message must not hold up the loop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An argument, an option, a property or a part of a result."""

    name: str
    signature: str
    """Of an option also several, as in `b|a{sv}`."""
    doc: str = ""
    cap: Cap | None = None
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A method; the options map and the result map of the contract are implied."""

    name: str
    doc: str
    takes: tuple[Value, ...] = ()
    options: tuple[Value, ...] = ()
    returns: str = ""
    """The keys of the result with their signatures, for people."""
    urgent: bool = False
    """Served however many calls wait: it makes the car safer, or somebody's memory smaller."""

    @property
    def signature(self) -> str:
        return "".join(value.signature for value in self.takes) + "a{sv}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    name: str
    doc: str
    gives: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    name: str
    doc: str
    methods: tuple[Method, ...] = ()
    properties: tuple[Value, ...] = ()
    signals: tuple[Signal, ...] = ()
    quiet: frozenset[str] = field(default_factory=frozenset)
    """Properties that change too often to announce."""


def plain(value: Any) -> Any:
    """Variants taken off, at every depth."""
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _weight(value: Any) -> int:
    """Characters, bytes and items in a value, at every depth."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, Variant):
        return _weight(value.value)
    if isinstance(value, Mapping):
        return sum(_weight(key) + _weight(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return sum(_weight(item) for item in value)
    return 8


def _check(spec: Value, value: Any) -> Any:
    """One value against its declaration; returns it without variants. Raises InvalidArgument naming it."""
    if isinstance(value, Variant):
        value = value.value
    cap = spec.cap or (WORD_CAP if spec.signature == "s" else None)
    if isinstance(value, str) and cap and len(value) > cap.most:
        raise InvalidArgument(f"{spec.name}: {len(value)} characters, at most {cap.most} ({cap.reason})")
    if isinstance(value, str) and "\0" in value:
        raise InvalidArgument(f"{spec.name}: holds a NUL character")
    if isinstance(value, list | dict):
        if len(value) > ITEMS_CAP.most:
            raise InvalidArgument(
                f"{spec.name}: {len(value)} items, at most {ITEMS_CAP.most} ({ITEMS_CAP.reason})"
            )
        if _weight(value) > BYTES_CAP.most:
            raise InvalidArgument(f"{spec.name}: too large, at most {BYTES_CAP.most} ({BYTES_CAP.reason})")
    if spec.choices and value and value not in spec.choices:
        raise InvalidArgument(f"{spec.name}: not one of {', '.join(spec.choices)}")
    if spec.low is not None and not value >= spec.low:
        raise InvalidArgument(f"{spec.name}: below {spec.low}")
    if spec.high is not None and not value <= spec.high:
        raise InvalidArgument(f"{spec.name}: above {spec.high}")
    return plain(value)


def check_call(method: Method, signature: str, body: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments and the options of a call, checked and without variants.

    Raises:
        InvalidArgument: names the argument or option, what is wrong with it and what is expected.
    """
    if signature != method.signature:
        raise InvalidArgument(f"{method.name}: the signature is {method.signature!r}, not {signature!r}")
    arguments = [_check(spec, value) for spec, value in zip(method.takes, body, strict=False)]
    known = {spec.name: spec for spec in method.options}
    options: dict[str, Any] = {}
    for key, variant in body[-1].items():
        spec = known.get(key)
        if spec is None:
            names = ", ".join(sorted(known)) or "none"
            raise InvalidArgument(f"{method.name}: unknown option {key[:64]!r}; known options: {names}")
        if variant.signature not in spec.signature.split("|"):
            raise InvalidArgument(f"option {key}: the type is {spec.signature!r}, not {variant.signature!r}")
        options[key] = _check(spec, variant)
    return arguments, options


# ------------------------------------------------------------------------------------ introspection
def _annotation(name: str, value: str) -> str:
    return f"<annotation name={quoteattr(name)} value={quoteattr(value)}/>"


def _spelled(values: tuple[Value, ...]) -> str:
    return "; ".join(f"{v.name} {v.signature}" + (f": {v.doc}" if v.doc else "") for v in values) or "none"


def _method(method: Method) -> str:
    ins = "".join(f'<arg name="{v.name}" type="{v.signature}" direction="in"/>' for v in method.takes)
    return (
        f'<method name="{method.name}">{ins}<arg name="options" type="a{{sv}}" direction="in"/>'
        f'<arg name="result" type="a{{sv}}" direction="out"/>{_annotation(DESCRIPTION, method.doc)}'
        f"{_annotation(OPTIONS, _spelled(method.options))}{_annotation(RETURNS, method.returns)}</method>"
    )


def _property(value: Value, announced: bool) -> str:
    emits = _annotation(_EMITS, "true" if announced else "false")
    return (
        f'<property name="{value.name}" type="{value.signature}" access="read">'
        f"{_annotation(DESCRIPTION, value.doc)}{emits}</property>"
    )


def _signal(signal: Signal) -> str:
    gives = "".join(f'<arg name="{v.name}" type="{v.signature}"/>' for v in signal.gives)
    return f'<signal name="{signal.name}">{gives}{_annotation(DESCRIPTION, signal.doc)}</signal>'


def interface_xml(interface: Interface) -> str:
    """One `<interface>` element with the descriptions as annotations."""
    parts = [_annotation(DESCRIPTION, interface.doc)]
    parts += [_method(m) for m in interface.methods]
    parts += [_property(p, p.name not in interface.quiet) for p in interface.properties]
    parts += [_signal(s) for s in interface.signals]
    return f'<interface name="{interface.name}">{"".join(parts)}</interface>'
