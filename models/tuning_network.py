"""The encoder in torch: frozen weights, and low-rank adapters that learn.

    y = x Wᵀ + (x A) B        A [in, rank], B [rank, out]; B starts at zero (Hu et al. 2021, LoRA)

The 4-bit weights stay as they are. A full fine-tuning would have to be rounded to 4 bits again, and nearly
every change is smaller than half a step of that grid; adapters stay beside the matrices in float.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from e5_weights import Weights

#: The four products of a layer; q, k and v share one, as they do in the built graph.
PLACES = ("qkv", "ao", "fi", "fo")
#: Texts that are padded to one length.
GROUP = 32


class Adapted(nn.Module):
    """A frozen matrix with its bias and an adapter."""

    weight: Tensor
    bias: Tensor

    def __init__(
        self, weight: NDArray[np.float32], bias: NDArray[np.float32], rank: int, drop: float
    ) -> None:
        super().__init__()
        self.register_buffer("weight", torch.from_numpy(np.ascontiguousarray(weight)))
        self.register_buffer("bias", torch.from_numpy(bias.copy()))
        out, inside = weight.shape
        self.down = nn.Parameter(torch.randn(inside, rank) / inside**0.5)
        self.up = nn.Parameter(torch.zeros(rank, out))
        self._drop = nn.Dropout(drop)

    def forward(self, state: Tensor) -> Tensor:
        fixed = functional.linear(state, self.weight, self.bias)
        adapted: Tensor = fixed + (self._drop(state) @ self.down) @ self.up
        return adapted


class Layer(nn.Module):
    """One transformer layer, post-LN."""

    def __init__(self, weights: Weights, number: int, rank: int, drop: float) -> None:
        super().__init__()
        shape, at = weights.shape, f"l{number}."

        def matrix(names: Sequence[str], columns: int) -> Adapted:
            rows = [weights.quantised(f"{at}{name}.w", columns).dequantised() for name in names]
            biases = [weights.floats(f"{at}{name}.b") for name in names]
            return Adapted(np.concatenate(rows), np.concatenate(biases), rank, drop)

        self._heads = shape.heads
        self.qkv = matrix("qkv", shape.hidden)
        self.ao = matrix(["ao"], shape.hidden)
        self.fi = matrix(["fi"], shape.hidden)
        self.fo = matrix(["fo"], shape.inner)
        self.first, self.second = (_norm(weights, f"{at}{name}") for name in ("aln", "oln"))

    def forward(self, state: Tensor, seen: Tensor) -> Tensor:
        """state [b, s, h]; seen [b, 1, 1, s]: which tokens are none of the padding."""
        batch, length, hidden = state.shape
        parts = self.qkv(state).view(batch, length, 3, self._heads, -1).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(parts[0], parts[1], parts[2], attn_mask=seen)
        mixed = mixed.transpose(1, 2).reshape(batch, length, hidden)
        state = self.first(state + self.ao(mixed))
        result: Tensor = self.second(state + self.fo(functional.gelu(self.fi(state))))
        return result


class Encoder(nn.Module):
    """Token ids → vectors [b, 384], L2-normalised mean over all tokens."""

    words: Tensor
    places: Tensor

    def __init__(self, weights: Weights, chosen: NDArray[np.int64], rank: int, drop: float) -> None:
        super().__init__()
        hidden = weights.shape.hidden
        words = weights.quantised("emb.word", hidden).rows(chosen).dequantised()
        places = weights.floats("emb.pos").reshape(-1, hidden) + weights.floats("emb.type")[:hidden]
        self.register_buffer("words", torch.from_numpy(words))
        self.register_buffer("places", torch.from_numpy(places.copy()))
        self.start = _norm(weights, "emb.ln")
        self.layers = nn.ModuleList(Layer(weights, i, rank, drop) for i in range(weights.shape.layers))

    def forward(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """In groups of like length: padding costs what it pads."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        groups = [order[at : at + GROUP] for at in range(0, len(order), GROUP)]
        vectors = torch.cat([self._encode([texts[i] for i in group]) for group in groups])
        return vectors[torch.argsort(torch.tensor(order))]

    def _encode(self, texts: Sequence[Sequence[int]]) -> Tensor:
        length = max(map(len, texts))
        ids = torch.zeros(len(texts), length, dtype=torch.long)
        seen = torch.zeros(len(texts), length, dtype=torch.bool)
        for row, text in enumerate(texts):
            ids[row, : len(text)] = torch.tensor(text)
            seen[row, : len(text)] = True
        state = self.start(self.words[ids] + self.places[:length])
        for layer in self.layers:
            state = layer(state, seen[:, None, None, :])
        weighed = seen[..., None].to(state.dtype)
        return functional.normalize((state * weighed).sum(1) / weighed.sum(1), dim=-1)

    def adapters(self) -> Iterator[tuple[str, Adapted]]:
        """By the name that the built graph gives the product, such as `l0.qkv`."""
        for number, layer in enumerate(self.layers):
            for place in PLACES:
                yield f"l{number}.{place}", getattr(layer, place)


def _norm(weights: Weights, name: str) -> nn.LayerNorm:
    norm = nn.LayerNorm(weights.shape.hidden, eps=weights.shape.epsilon)
    with torch.no_grad():
        norm.weight.copy_(torch.from_numpy(weights.floats(f"{name}.w").copy()))
        norm.bias.copy_(torch.from_numpy(weights.floats(f"{name}.b").copy()))
    return norm.requires_grad_(False)
