"""Write the encoder as an ONNX graph: `input_ids` int64 [b, s] → `embedding` float [b, 384].

A plain post-LN BERT: positions from 0, one token type, erf GELU, mean over all tokens, L2-normalised.
There is no attention mask, so texts of one batch must have the same number of tokens. Matrices keep their
blocks of 4 bits and lie in a file of their own, which the runtime maps instead of reading it. Adapters, where
there are any, are products of their own beside them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adapters import Adapters
from e5_weights import BLOCK, Quantised, Weights
from protobuf import message

_FLOAT, _UINT8, _INT64, _FLOAT16 = 1, 2, 7, 10
_TYPES = {"float32": _FLOAT, "uint8": _UINT8, "int64": _INT64, "float16": _FLOAT16}
_IR_VERSION, _OPSET, _CONTRIB_OPSET = 9, 17, 1
_CONTRIB = "com.microsoft"
#: The runtime maps whole pages; smaller tensors stay in the graph.
_PAGE = 4096
#: 4 = multiply in int8: 1.4 to 1.9 times as fast as in float where the processor has such an instruction.
_ACCURACY_LEVEL = 4


class _Graph:
    """Nodes and tensors so far; every method returns the name of what it adds."""

    def __init__(self, data_name: str, adapters: Adapters) -> None:
        self._data_name = data_name
        self.adapters = adapters
        self._nodes: list[bytes] = []
        self._tensors: list[bytes] = []
        self.data = bytearray()

    def tensor(self, name: str, values: NDArray[np.generic]) -> str:
        head = [*((1, size) for size in values.shape), (2, _TYPES[values.dtype.name]), (8, name)]
        raw = np.ascontiguousarray(values).tobytes()
        self._tensors.append(message(*head, *(self._outside(raw) if len(raw) >= _PAGE else [(9, raw)])))
        return name

    def _outside(self, raw: bytes) -> list[tuple[int, int | bytes]]:
        self.data.extend(bytes(-len(self.data) % _PAGE))
        place = {"location": self._data_name, "offset": str(len(self.data)), "length": str(len(raw))}
        self.data.extend(raw)
        return [*((13, message((1, key), (2, value))) for key, value in place.items()), (14, 1)]

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        domain: str = "",
        **attributes: int | float,
    ) -> str:
        self._nodes.append(
            message(
                *((1, name) for name in inputs),
                *((2, name) for name in outputs),
                (3, outputs[0]),
                (4, operator),
                *((5, _attribute(name, value)) for name, value in attributes.items()),
                (7, domain),
            )
        )
        return outputs[0]

    def model(self, name: str, hidden: int) -> bytes:
        graph = message(
            *((1, node) for node in self._nodes),
            (2, name),
            *((5, tensor) for tensor in self._tensors),
            (11, _value("input_ids", _INT64, "batch", "tokens")),
            (12, _value("embedding", _FLOAT, "batch", hidden)),
        )
        opsets = (message((1, ""), (2, _OPSET)), message((1, _CONTRIB), (2, _CONTRIB_OPSET)))
        return message((1, _IR_VERSION), (2, "cabin-memory"), (7, graph), *((8, opset) for opset in opsets))


def encoder_graph(
    weights: Weights, chosen: NDArray[np.int64], name: str, data_name: str, adapters: Adapters
) -> tuple[bytes, bytes]:
    """The model and its data file, for the vocabulary of the `chosen` rows (their order gives the ids)."""
    shape = weights.shape
    graph = _Graph(data_name, adapters)
    state = _embed(graph, weights, chosen)
    for layer in range(shape.layers):
        state = _transform(graph, weights, layer, state)
    # [b, s, h] → [b, h], over every token
    mean = graph.node("ReduceMean", [state], ["mean"], axes=1, keepdims=0)
    graph.node("LpNormalization", [mean], ["embedding"], axis=-1, p=2)
    return graph.model(name, shape.hidden), bytes(graph.data)


def _embed(graph: _Graph, weights: Weights, chosen: NDArray[np.int64]) -> str:
    shape = weights.shape
    words = weights.quantised("emb.word", shape.hidden).rows(chosen)
    table = graph.tensor("word", words.packed().reshape(len(chosen), -1))
    scales = graph.tensor("word.scale", words.scales)
    graph.node(
        "GatherBlockQuantized", [table, "input_ids", scales], ["word16"], _CONTRIB,
        bits=4, block_size=BLOCK, gather_axis=0, quantize_axis=1,
    )  # fmt: skip
    word = graph.node("Cast", ["word16"], ["word32"], to=_FLOAT)
    positions = (
        weights.floats("emb.pos").reshape(-1, shape.hidden) + weights.floats("emb.type")[: shape.hidden]
    )
    place = graph.node(
        "Slice",
        [
            graph.tensor("position", positions),
            graph.tensor("zero", np.zeros(1, np.int64)),
            graph.node("Shape", ["input_ids"], ["tokens"], start=1, end=2),
        ],
        ["place"],
    )
    return _norm(graph, weights, "emb.ln", [word, place], None, shape.epsilon)


def _transform(graph: _Graph, weights: Weights, layer: int, state: str) -> str:
    shape, at = weights.shape, f"l{layer}."
    parts = [f"{at}{part}" for part in "qkv"]
    joined = _multiply(
        graph, f"{at}qkv", [weights.quantised(f"{part}.w", shape.hidden) for part in parts], state
    )
    graph.node("Split", [joined], parts, axis=-1)
    bias = graph.tensor(f"{at}qkv.b", np.concatenate([weights.floats(f"{part}.b") for part in parts]))
    mixed = graph.node("MultiHeadAttention", [*parts, bias], [f"{at}mixed"], _CONTRIB, num_heads=shape.heads)
    out = _multiply(graph, f"{at}ao", [weights.quantised(f"{at}ao.w", shape.hidden)], mixed)
    state = _norm(graph, weights, f"{at}aln", [out, state], f"{at}ao.b", shape.epsilon)
    wide = _multiply(graph, f"{at}fi", [weights.quantised(f"{at}fi.w", shape.hidden)], state)
    bias = graph.tensor(f"{at}fi.b", weights.floats(f"{at}fi.b"))
    active = graph.node("BiasGelu", [wide, bias], [f"{at}gelu"], _CONTRIB)
    out = _multiply(graph, f"{at}fo", [weights.quantised(f"{at}fo.w", shape.inner)], active)
    return _norm(graph, weights, f"{at}oln", [out, state], f"{at}fo.b", shape.epsilon)


def _multiply(graph: _Graph, name: str, matrices: Sequence[Quantised], state: str) -> str:
    """state · Wᵀ, the matrices stacked by rows."""
    packed = np.concatenate([matrix.packed() for matrix in matrices])
    # Scales must have the type of the other factor.
    scales = np.concatenate([matrix.scales for matrix in matrices]).astype(np.float32)
    rows, blocks, _ = packed.shape
    inputs = [state, graph.tensor(f"{name}.w", packed), graph.tensor(f"{name}.scale", scales)]
    adapter = graph.adapters.get(name)
    product = graph.node(
        "MatMulNBits", inputs, [f"{name}.out" if adapter is None else f"{name}.fixed"], _CONTRIB,
        K=blocks * BLOCK, N=rows, bits=4, block_size=BLOCK, accuracy_level=_ACCURACY_LEVEL,
    )  # fmt: skip
    if adapter is None:
        return product
    low = graph.node("MatMul", [state, graph.tensor(f"{name}.down", adapter.down)], [f"{name}.low"])
    high = graph.node("MatMul", [low, graph.tensor(f"{name}.up", adapter.up)], [f"{name}.high"])
    return graph.node("Add", [product, high], [f"{name}.out"])


def _norm(
    graph: _Graph, weights: Weights, name: str, terms: Sequence[str], bias: str | None, epsilon: float
) -> str:
    """LayerNorm of the sum of the terms and the bias."""
    inputs = [*terms, *(graph.tensor(f"{name}.{part}", weights.floats(f"{name}.{part}")) for part in "wb")]
    if bias is not None:
        inputs.append(graph.tensor(bias, weights.floats(bias)))
    return graph.node("SkipLayerNormalization", inputs, [f"{name}.out"], _CONTRIB, epsilon=epsilon)


def _attribute(name: str, value: int | float) -> bytes:
    if name == "axes":
        return message((1, name), (8, value), (20, 7))
    if isinstance(value, float):
        return message((1, name), (2, value), (20, 1))
    return message((1, name), (3, value), (20, 2))


def _value(name: str, kind: int, *sizes: str | int) -> bytes:
    dimensions = (message((2 if isinstance(size, str) else 1, size)) for size in sizes)
    shape = message(*((1, dimension) for dimension in dimensions))
    return message((1, name), (2, message((1, message((1, kind), (2, shape))))))
