"""The encoder once more, in plain numpy over dequantised weights and with the whole vocabulary.

By hand, after build.py:

    python models/reference.py                   writes the vectors that the tests compare with
    python models/reference.py --compare TEXTS   cosines of the built model to it, a text per line

It shares with the built model only the weights' file and the tokenizer's rules, so it finds faults of the
graph, of the 4-bit arithmetic and of the reduced vocabulary.
"""

import argparse
import base64
import json
import math
from pathlib import Path

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from adapters import Adapters
from build import BUILT, DOWNLOADS, HERE, KEPT_PIECES, character_map, open_weights, read_sources
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest
from cabin_memory.outbound.text_embedding import OnnxModel
from e5_weights import Weights
from kept_pieces import unpack
from tokenizer_model import BOS, EOS, tokenizer_model

VECTORS = HERE.parent / "tests" / "embedding" / "reference_vectors.json"
TEXTS = (
    "打开空调",
    "上次去的那家川菜馆叫什么名字？",
    "我老婆坐副驾的时候把温度调到二十四度。",
    "孩子对花生过敏，别推荐有花生酱的餐厅",
    "Turn the seat heating on.",
    "What did I ask you to play on the way to work last Tuesday?",
    "When it rains I'd rather take the motorway than the mountain road.",
    "My daughter gets carsick if you brake hard, so please drive gently whenever she sits in the back.",
    "导航去最近的 Starbucks，不走高速",
    "把音量调到15%，播放 Jay Chou 的《七里香》",
    "My iPhone 总是连不上 CarPlay 😀",
    "ＫＴＶ在５号出口，café 旁边，１½ 公里",
)

Array = NDArray[np.float64]
_erf = np.vectorize(math.erf, otypes=[np.float64])


class Reference:
    """Text to vector in double precision."""

    def __init__(
        self,
        weights: Weights,
        tokenizer: sentencepiece.SentencePieceProcessor,
        adapters: Adapters | None = None,
    ) -> None:
        self._adapters = adapters or {}
        self._weights = weights
        self._tokenizer = tokenizer
        self._words = weights.quantised("emb.word", weights.shape.hidden)
        self._matrices: dict[str, Array] = {}

    def ids(self, prefixed: str) -> list[int]:
        positions = self._weights.shape.positions
        return [BOS, *self._tokenizer.encode(prefixed.strip())[: positions - 2], EOS]

    def vector(self, ids: list[int]) -> Array:
        """L2-normalised mean over all tokens' last states."""
        hidden = self._weights.shape.hidden
        words = self._words.rows(np.array(ids)).dequantised()
        places = self._weights.floats("emb.pos").reshape(-1, hidden)[: len(ids)]
        state = self._norm(
            "emb.ln", (words + places + self._weights.floats("emb.type")[:hidden]).astype(np.float64)
        )
        for layer in range(self._weights.shape.layers):
            state = self._layer(f"l{layer}.", state)
        mean = state.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean))

    def _layer(self, at: str, state: Array) -> Array:
        state = self._norm(f"{at}aln", state + self._linear(f"{at}ao", self._attention(at, state)))
        wide = self._linear(f"{at}fi", state)
        active = wide * 0.5 * (1 + _erf(wide / math.sqrt(2)))
        return self._norm(f"{at}oln", state + self._linear(f"{at}fo", active))

    def _attention(self, at: str, state: Array) -> Array:
        heads = self._weights.shape.heads
        query, key, value = (
            self._linear(at + part, state).reshape(len(state), heads, -1).swapaxes(0, 1) for part in "qkv"
        )
        likeness = query @ key.swapaxes(1, 2) / math.sqrt(query.shape[-1])
        shares = np.exp(likeness - likeness.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        return np.asarray((shares @ value).swapaxes(0, 1).reshape(state.shape))

    def _linear(self, name: str, state: Array) -> Array:
        if name not in self._matrices:
            matrix = self._weights.quantised(f"{name}.w", state.shape[-1]).dequantised()
            self._matrices[name] = matrix.T.astype(np.float64) + self._learned(name)
        return state @ self._matrices[name] + self._weights.floats(f"{name}.b")

    def _learned(self, name: str) -> Array | float:
        """What an adapter adds to a matrix; q, k and v share one."""
        at, part = name.split(".")
        shared = self._adapters.get(f"{at}.qkv" if part in "qkv" else name)
        if shared is None:
            return 0.0
        added = shared.down.astype(np.float64) @ shared.up.astype(np.float64)
        return added if part not in "qkv" else np.split(added, 3, axis=1)["qkv".index(part)]

    def _norm(self, name: str, state: Array) -> Array:
        centred = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + self._weights.shape.epsilon)
        return np.asarray(
            centred / spread * self._weights.floats(f"{name}.w") + self._weights.floats(f"{name}.b")
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Reference vectors of the embedding model.")
    parser.add_argument(
        "--compare", type=Path, metavar="TEXTS", help="compare the built model on these texts"
    )
    chosen = parser.parse_args()
    sources = read_sources()
    weights = open_weights(sources, DOWNLOADS)
    whole = tokenizer_model(weights.pieces, weights.scores, character_map(sources, DOWNLOADS))
    reference = Reference(weights, sentencepiece.SentencePieceProcessor(model_proto=whole))
    if chosen.compare:
        compare(reference, chosen.compare.read_text("utf-8").splitlines())
    else:
        write(reference)


def write(reference: Reference) -> None:
    """float16 in base64: rounds a cosine by less than 1e-6."""
    prefixes = read_manifest(HERE / MANIFEST).prefixes
    rows = [
        {"text": text, "side": side, "float16": base64.b64encode(vector.astype("<f2").tobytes()).decode()}
        for text in TEXTS
        for side in Side
        for vector in [reference.vector(reference.ids(prefixes[side] + text))]
    ]
    VECTORS.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", "utf-8")


def compare(reference: Reference, texts: list[str]) -> None:
    manifest = read_manifest(BUILT / MANIFEST)
    model = OnnxModel.load(BUILT, manifest)
    kept = unpack(KEPT_PIECES.read_bytes())
    cosines: dict[str, list[float]] = {"same pieces": [], "other pieces": []}
    for text, side in ((text, side) for text in texts if text.strip() for side in Side):
        ids = reference.ids(manifest.prefixes[side] + text)
        same = ids == kept[model.ids(text, side)].tolist()
        found = np.frombuffer(model.vector(text, side), "<f4")
        cosines["same pieces" if same else "other pieces"].append(float(found @ reference.vector(ids)))
    for cut, values in cosines.items():
        if values:
            print(f"{cut}: {len(values)} vectors, cosine min {min(values):.5f}, mean {np.mean(values):.5f}")


if __name__ == "__main__":
    main()
