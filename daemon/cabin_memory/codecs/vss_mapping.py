"""Signal mappings in the form of Eclipse KUKSA's CAN provider (`vss_dbc.json`): CAN signal → VSS path.

A file is a VSS tree in JSON, nested (`children`) or flat (dotted names). A node with `dbc2vss` (or its old
name `dbc`) is mapped; `vss2dbc` is ignored, as this daemon never writes to the bus:

    "Vehicle.Speed": {
      "type": "sensor", "datatype": "float", "unit": "km/h",
      "dbc2vss": {"signal": "SpeedMs", "transform": {"math": "x * 3.6"}, "invalid": [65535]}
    }

From the public form: `signal`; `transform` with `mapping` (`from` a name of the DBC's value table or a
number, `to` a VSS value) or `math` (`x`, numbers, `+ - * /`, brackets, floor, ceil, round, abs);
`multiplexer` (decode only while these signals of the same frame have these values); of the node `datatype`,
`min`, `max`, `allowed`. `interval_ms` and `on_change` are accepted and have no effect: an unchanged value
must still come, or its age would grow.

Added, because the public form has no way to say it (its own tools ignore these keys):

- `invalid`: raw numbers or names that mean "no value". A value that `mapping` does not list is none either.
- `valid_when`: as `multiplexer`, but where it does not hold the value is at once known to be none (a quality
  flag beside it), instead of being left to grow old (another variant of the frame).
- `message`: the message that is meant, where several carry a signal of that name. Without it, all are.
"""

import ast
import json
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cabin_memory.domain.errors import MappingInvalid
from cabin_memory.domain.vehicle import Invalid, SignalValue

Scalar = bool | int | float | str

_NODE_TYPES = {"sensor", "actuator", "attribute"}
_WIDTHS = {f"{sign}int{bits}": (sign, bits) for sign in ("", "u") for bits in (8, 16, 32, 64)}
_DATATYPES = {"boolean", "string", "float", "double", *_WIDTHS}
_KEYS = {
    *("signal", "transform", "multiplexer", "interval_ms", "on_change"),
    *("invalid", "valid_when", "message"),
}
# The deepest path of VSS 6 has nine parts.
_DEPTH_CAP = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """From what a bus says to a value of a VSS datatype."""

    datatype: str = ""
    """Empty: as it comes."""
    table: Mapping[Scalar, SignalValue] | None = None
    formula: Callable[[float], float] | None = None
    invalid: frozenset[Scalar] = frozenset()
    low: float = -math.inf
    high: float = math.inf
    allowed: frozenset[str] = frozenset()

    def apply(self, value: Scalar, *, name: str = "", raw: Scalar | None = None) -> SignalValue | Invalid:
        """Never raises.

        Args:
            value: the physical value, or what another source said.
            name: its name in the DBC's value table, if it has one.
            raw: the number on the bus, where it is not `value` itself.
        """
        raw = value if raw is None else raw
        if raw in self.invalid or (name and name in self.invalid):
            return Invalid.NOT_AVAILABLE
        if self.table is not None:
            return self._looked_up(value, name, raw)
        if self.formula is not None:
            return self._computed(value)
        return self._coerced(name if name and self.datatype == "string" else value)

    def _looked_up(self, value: Scalar, name: str, raw: Scalar) -> SignalValue | Invalid:
        # A number stands for the raw value where the DBC names it, as KUKSA compares.
        keys = (name, raw) if name else (value,)
        assert self.table is not None
        found = next((self.table[key] for key in keys if key in self.table), None)
        return Invalid.NOT_AVAILABLE if found is None else self._coerced(found)

    def _computed(self, value: Scalar) -> SignalValue | Invalid:
        if isinstance(value, str):
            return Invalid.WRONG_TYPE
        assert self.formula is not None
        try:
            return self._coerced(self.formula(value))
        except (ArithmeticError, ValueError):
            return Invalid.OUT_OF_RANGE

    def _coerced(self, value: Scalar) -> SignalValue | Invalid:
        coerced = _to_datatype(value, self.datatype)
        if isinstance(coerced, str):
            known = not self.allowed or isinstance(coerced, Invalid) or coerced in self.allowed
            return coerced if known else Invalid.OUT_OF_RANGE
        return coerced if self.low <= coerced <= self.high else Invalid.OUT_OF_RANGE


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedSignal:
    """One mapped node of the tree. `path` is as written, of any VSS release."""

    path: str
    signal: str
    message: str = ""
    conversion: Conversion = field(default_factory=Conversion)
    when: tuple[tuple[str, int], ...] = ()
    """Signals of the same frame and their raw values, under which it is there; all must hold."""
    valid_when: tuple[tuple[str, int], ...] = ()
    """The same, under which it is a value; otherwise it is known to be none."""


def parse(text: str, name: str) -> tuple[MappedSignal, ...]:
    """The mapped signals of a file, in its order.

    Args:
        text: the JSON document.
        name: what to call the file in an error.

    Raises:
        MappingInvalid: every fault, one a line, each with the file and the node (or the line of bad JSON).
    """
    try:
        tree = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise MappingInvalid(f"{name}: nested too deep") from None
    except json.JSONDecodeError as fault:
        raise MappingInvalid(f"{name}:{fault.lineno}: {fault.msg}") from fault
    except ValueError as fault:
        raise MappingInvalid(f"{name}: {fault}") from fault
    signals: dict[str, MappedSignal] = {}
    faults: list[str] = []
    for path, node in _leaves("", tree, 0):
        try:
            if path in signals:
                raise _Fault("mapped twice")
            if (signal := _mapped(path, node)) is not None:
                signals[path] = signal
        except _Fault as fault:
            faults.append(f"{name}: {path}: {fault}")
    if not signals and not faults:
        faults.append(f"{name}: no node has dbc2vss")
    if faults:
        raise MappingInvalid("\n".join(faults))
    return tuple(signals.values())


def conversion(node: Mapping[str, Any], source: Mapping[str, Any]) -> Conversion:
    """A conversion from a VSS node (`datatype`, `min`, `max`, `allowed`) and its source's keys
    (`transform`, `invalid`), as used for other sources than CAN.

    Raises:
        MappingInvalid: what is wrong, without a place.
    """
    try:
        return _conversion(node, source)
    except _Fault as fault:
        raise MappingInvalid(str(fault)) from fault


class _Fault(Exception):
    """What is wrong with one node."""


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not a number of JSON")


def _leaves(path: str, node: Any, depth: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every signal node with its dotted path, as KUKSA walks the tree."""
    if not isinstance(node, dict) or depth > _DEPTH_CAP:
        return
    kind = node.get("type")
    if isinstance(kind, str) and kind in _NODE_TYPES:
        yield path, node
        return
    children = node.get("children") if kind == "branch" else node
    if isinstance(children, dict):
        for key, child in children.items():
            # Flat names already hold the whole path; only branches add to it.
            below = f"{path}.{key}" if kind == "branch" and path else key
            yield from _leaves(below, child, depth + 1)


def _mapped(path: str, node: dict[str, Any]) -> MappedSignal | None:
    sources = [node[key] for key in ("dbc2vss", "dbc") if key in node]
    if not sources:
        return None
    if len(sources) == 2:
        raise _Fault("has both dbc2vss and dbc")
    source = sources[0]
    if not isinstance(source, dict):
        raise _Fault("dbc2vss is not an object")
    if unknown := sorted(set(source) - _KEYS):
        raise _Fault(f"unknown key {', '.join(unknown)} in dbc2vss")
    return MappedSignal(
        path=path,
        signal=_word(source, "signal", required=True),
        message=_word(source, "message"),
        conversion=_conversion(node, source),
        when=_conditions(source, "multiplexer"),
        valid_when=_conditions(source, "valid_when"),
    )


def _word(source: Mapping[str, Any], key: str, *, required: bool = False) -> str:
    value = source.get(key, "")
    if not isinstance(value, str) or (required and not value):
        raise _Fault(f"{key} is not a name")
    return value


def _conversion(node: Mapping[str, Any], source: Mapping[str, Any]) -> Conversion:
    datatype = _word(node, "datatype")
    if datatype and datatype not in _DATATYPES:
        raise _Fault(f"datatype {datatype} is not supported")
    transform = source.get("transform", {})
    if not isinstance(transform, dict) or set(transform) - {"mapping", "math"} or len(transform) > 1:
        raise _Fault("transform is neither one mapping nor one math")
    low, high = _bounds(node, datatype)
    return Conversion(
        datatype=datatype,
        table=_table(transform["mapping"]) if "mapping" in transform else None,
        formula=_formula(transform["math"]) if "math" in transform else None,
        invalid=frozenset(_scalars(source.get("invalid", []), "invalid")),
        low=low,
        high=high,
        allowed=frozenset(str(word) for word in _scalars(node.get("allowed", []), "allowed")),
    )


def _bounds(node: Mapping[str, Any], datatype: str) -> tuple[float, float]:
    low, high = node.get("min", -math.inf), node.get("max", math.inf)
    numbers = (bound for bound in (low, high) if isinstance(bound, int | float) and bound == bound)
    if any(isinstance(bound, bool) for bound in (low, high)) or len(list(numbers)) < 2:
        raise _Fault("min or max is not a number")
    if datatype in _WIDTHS:
        sign, bits = _WIDTHS[datatype]
        least, most = (0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        low, high = max(low, least), min(high, most)
    return low, high


def _scalars(values: Any, key: str) -> list[Scalar]:
    if not isinstance(values, list) or not all(isinstance(value, Scalar) for value in values):
        raise _Fault(f"{key} is not a list of names and numbers")
    return values


def _table(entries: Any) -> dict[Scalar, SignalValue]:
    table: dict[Scalar, SignalValue] = {}
    for entry in entries if isinstance(entries, list) else [None]:
        if not isinstance(entry, dict) or not {"from", "to"} <= set(entry):
            raise _Fault("mapping is not a list of objects with from and to")
        if not isinstance(entry["from"], Scalar) or not isinstance(entry["to"], Scalar):
            raise _Fault("from and to are names, numbers, true or false")
        if table.setdefault(entry["from"], entry["to"]) != entry["to"]:
            raise _Fault(f"from {entry['from']!r} is mapped twice")
    return table


def _conditions(source: Mapping[str, Any], key: str) -> tuple[tuple[str, int], ...]:
    entries = source.get(key, [])
    conditions = []
    for entry in entries if isinstance(entries, list) else [None]:
        if not isinstance(entry, dict) or type(entry.get("value")) is not int:
            raise _Fault(f"{key} is not a list of objects with signal and a whole value")
        conditions.append((_word(entry, "signal", required=True), entry["value"]))
    return tuple(conditions)


def _to_datatype(value: Scalar, datatype: str) -> SignalValue | Invalid:
    if datatype in ("", "string"):
        return value if not datatype or isinstance(value, str) else Invalid.WRONG_TYPE
    if datatype == "boolean":
        return bool(value) if value in (0, 1) else Invalid.WRONG_TYPE
    if isinstance(value, str):
        return Invalid.WRONG_TYPE
    # Also keeps out NaN and a whole number that no float can hold.
    if not -1e300 < value < 1e300:
        return Invalid.OUT_OF_RANGE
    # A whole number of VSS is nearest to what the bus measured.
    return round(value) if datatype in _WIDTHS else float(value)


_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": round,
    "abs": abs,
}
# The longest formula of the public example files has 16 characters.
_FORMULA_CAP = 200


def _formula(text: Any) -> Callable[[float], float]:
    """A function of x from a formula; nothing of Python can be reached from it."""
    if not isinstance(text, str) or len(text) > _FORMULA_CAP:
        raise _Fault(f"math is not a formula of at most {_FORMULA_CAP} characters")
    try:
        return _compiled(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        raise _Fault("math is not a formula of x, numbers, + - * /, floor, ceil, round and abs") from None


def _compiled(node: ast.expr) -> Callable[[float], float]:
    match node:
        case ast.Name(id="x"):
            return lambda x: x
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            constant = float(number)
            return lambda _: constant
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
            change, inner = _UNARY[type(sign)], _compiled(operand)
            return lambda x: change(inner(x))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BINARY:
            combine, first, second = _BINARY[type(sign)], _compiled(left), _compiled(right)
            return lambda x: combine(first(x), second(x))
        case ast.Call(func=ast.Name(id=word), args=[argument], keywords=[]) if word in _FUNCTIONS:
            function, inner = _FUNCTIONS[word], _compiled(argument)
            return lambda x: function(inner(x))
    raise ValueError("not a formula")
