"""Adapters beside the 4-bit matrices: the built graph computes what double precision says."""

from pathlib import Path

import numpy as np
import pytest
import sentencepiece

import build
from adapters import Adapter, Adapters, read_adapters, write_adapters
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest
from cabin_memory.outbound.text_embedding import OnnxModel
from kept_pieces import unpack
from reference import Reference

HIDDEN, INNER, LAYERS, RANK = 384, 1536, 12, 4
SIZES = {"qkv": (HIDDEN, 3 * HIDDEN), "ao": (HIDDEN, HIDDEN), "fi": (HIDDEN, INNER), "fo": (INNER, HIDDEN)}
TEXTS = ("打开空调", "下雨天别走高速", "I like the cabin at 22 degrees")


def _adapters(size: float) -> Adapters:
    chance = np.random.default_rng(7)
    return {
        f"l{layer}.{place}": Adapter(
            down=chance.normal(0, inside**-0.5, (inside, RANK)).astype(np.float16).astype(np.float32),
            up=chance.normal(0, size, (RANK, out)).astype(np.float16).astype(np.float32),
        )
        for layer in range(LAYERS)
        for place, (inside, out) in SIZES.items()
    }


def _model(folder: Path, adapters: Path) -> OnnxModel:
    manifest = read_manifest(build.HERE / MANIFEST)
    for name, content in build.make(manifest, build.read_sources(), build.DOWNLOADS, adapters).items():
        (folder / name).write_bytes(content)
    return OnnxModel.load(folder, manifest)


def test_adapters_come_back_as_they_were_written(tmp_path: Path) -> None:
    written = _adapters(0.2)
    write_adapters(tmp_path / "a.npz", written)
    read = read_adapters(tmp_path / "a.npz")
    assert read.keys() == written.keys()
    for name, adapter in written.items():
        np.testing.assert_array_equal(read[name].down, adapter.down)
        np.testing.assert_array_equal(read[name].up, adapter.up)


def test_another_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"PK no archive")
    with pytest.raises(ValueError, match=r"a\.npz"):
        read_adapters(tmp_path / "a.npz")


def test_the_graph_computes_what_the_reference_says(built: Path, tmp_path: Path) -> None:
    adapters = _adapters(0.2)
    write_adapters(tmp_path / "a.npz", adapters)
    model, plain = (
        _model(tmp_path, tmp_path / "a.npz"),
        OnnxModel.load(built, read_manifest(built / MANIFEST)),
    )
    weights = build.open_weights(build.read_sources(), build.DOWNLOADS)
    reference = Reference(weights, sentencepiece.SentencePieceProcessor(), adapters)
    kept = unpack((build.HERE / "kept_pieces.bin").read_bytes())
    for text in TEXTS:
        found = np.frombuffer(model.vector(text, Side.QUERY), "<f4")
        wanted = reference.vector(kept[model.ids(text, Side.QUERY)].tolist())
        assert found @ wanted > 0.999
        # And they do change something.
        assert found @ np.frombuffer(plain.vector(text, Side.QUERY), "<f4") < 0.99


def test_an_adapter_that_adds_nothing_changes_nothing(built: Path, tmp_path: Path) -> None:
    write_adapters(tmp_path / "a.npz", _adapters(0.0))
    model, plain = (
        _model(tmp_path, tmp_path / "a.npz"),
        OnnxModel.load(built, read_manifest(built / MANIFEST)),
    )
    for text in TEXTS:
        found = np.frombuffer(model.vector(text, Side.PASSAGE), "<f4")
        np.testing.assert_allclose(found, np.frombuffer(plain.vector(text, Side.PASSAGE), "<f4"), atol=1e-6)
