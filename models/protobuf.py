"""Write protocol buffer messages: just enough for an ONNX model and a sentencepiece model.

The bytes depend on nothing but the values, so that a built file has one hash everywhere; the libraries
promise no such thing, and the builder would have to fetch them.
"""

import struct

Value = int | float | str | bytes

_VARINT, _BYTES, _FIXED32 = 0, 2, 5


def message(*fields: tuple[int, Value]) -> bytes:
    """The message of these (field number, value) pairs, in this order.

    An `int` or `bool` becomes a varint, a `float` a 32-bit float, `str` and `bytes` (also a nested
    message) a length and the bytes.
    """
    return b"".join(_field(number, value) for number, value in fields)


def _field(number: int, value: Value) -> bytes:
    match value:
        case int():
            return _varint(number << 3 | _VARINT) + _varint(value & 0xFFFF_FFFF_FFFF_FFFF)
        case float():
            return _varint(number << 3 | _FIXED32) + struct.pack("<f", value)
        case str():
            return _field(number, value.encode())
        case bytes():
            return _varint(number << 3 | _BYTES) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
