"""Read `e5-small-q4.bin`: multilingual-e5-small with its vocabulary, weights in blocks of 4 bits.

Little endian throughout:

    'E5S1', u32 version = 1
    i32 hidden, layers, heads, inner, rows, positions, types; f32 epsilon; i32 block
    i32 pieces, bos, eos, pad, unk; u64 blob length
    u32 offset[pieces + 1], f32 score[pieces], blob of UTF-8 pieces
    i32 rules, u32 length, rules of the normaliser (not used here: it knows single code points only)
    i32 tensors, each: u16 name length, name, u8 kind (0 float, 1 Q4_0), u32 values, u64 offset, u64 length

A Q4_0 block is 32 weights: an fp16 scale d and 16 bytes; byte j holds weight j in its low and weight
j + 16 in its high nibble; weight = (nibble - 8) * d.
"""

import struct
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_MAGIC = b"E5S1"
_HEADER = struct.Struct("<7ifi5iQ")
_ENTRY = struct.Struct("<BIQQ")
_FLOAT, _Q4_0 = 0, 1


class WeightsError(ValueError):
    """The file is not what this reader knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Sizes of the transformer; `rows` of the word embedding may exceed the number of pieces."""

    hidden: int
    layers: int
    heads: int
    inner: int
    rows: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantised:
    """A matrix [rows, columns]: `nibbles` [rows, columns/32, 32] in 0…15, `scales` [rows, columns/32]."""

    nibbles: NDArray[np.uint8]
    scales: NDArray[np.float16]

    def rows(self, chosen: NDArray[np.int64]) -> "Quantised":
        return Quantised(nibbles=self.nibbles[chosen], scales=self.scales[chosen])

    def packed(self) -> NDArray[np.uint8]:
        """[rows, columns/32, 16]: byte j holds weight 2j in its low, weight 2j + 1 in its high nibble."""
        return self.nibbles[..., 0::2] | self.nibbles[..., 1::2] << np.uint8(4)

    def dequantised(self) -> NDArray[np.float32]:
        values = (self.nibbles.astype(np.float32) - 8) * self.scales.astype(np.float32)[..., None]
        return values.reshape(len(values), -1)


class Weights:
    """The open file; tensors are cut from it on demand."""

    def __init__(self, data: bytes) -> None:
        """Raises: WeightsError."""
        if data[:4] != _MAGIC or struct.unpack_from("<I", data, 4)[0] != 1:
            raise WeightsError("not a version 1 E5S1 file")
        self._data = data
        hidden, layers, heads, inner, rows, positions, _types, epsilon, block, *rest = _HEADER.unpack_from(
            data, 8
        )
        count, *_special, blob_length = rest
        if block != BLOCK:
            raise WeightsError(f"blocks of {block} weights, not {BLOCK}")
        self.shape = Shape(
            hidden=hidden,
            layers=layers,
            heads=heads,
            inner=inner,
            rows=rows,
            positions=positions,
            epsilon=epsilon,
        )
        at = 8 + _HEADER.size
        offsets = np.frombuffer(data, "<u4", count + 1, at)
        at += offsets.nbytes
        self.scores = np.frombuffer(data, "<f4", count, at)
        at += self.scores.nbytes
        blob = data[at : at + blob_length]
        self.pieces = [blob[a:b].decode() for a, b in pairwise(offsets)]
        at += blob_length
        self._directory = self._read_directory(at + 8 + struct.unpack_from("<I", data, at + 4)[0])

    def _read_directory(self, at: int) -> dict[str, tuple[int, int, int, int]]:
        directory = {}
        (count,) = struct.unpack_from("<i", self._data, at)
        at += 4
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = self._data[at + 2 : at + 2 + length].decode()
            directory[name] = _ENTRY.unpack_from(self._data, at + 2 + length)
            at += 2 + length + _ENTRY.size
        return directory

    def floats(self, name: str) -> NDArray[np.float32]:
        kind, values, offset, _ = self._directory[name]
        if kind != _FLOAT:
            raise WeightsError(f"{name} holds no floats")
        return np.frombuffer(self._data, "<f4", values, offset)

    def quantised(self, name: str, columns: int) -> Quantised:
        kind, values, offset, length = self._directory[name]
        if kind != _Q4_0:
            raise WeightsError(f"{name} holds no blocks of 4 bits")
        raw = np.frombuffer(self._data, np.uint8, length, offset).reshape(
            values // columns, columns // BLOCK, 18
        )
        packed = raw[..., 2:]
        return Quantised(
            nibbles=np.concatenate((packed & 15, packed >> 4), axis=-1),
            scales=raw[..., :2].copy().view("<f2")[..., 0],
        )
