"""Whatever is wrong with the model's folder, opening says which file and what helps."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest, verify
from cabin_memory.outbound.text_embedding import OnnxTextEncoder

FILES = ("encoder.onnx", "encoder.bin", "tokenizer.model")


def refusal(folder: Path) -> str:
    with pytest.raises(ModelUnavailable) as caught:
        OnnxTextEncoder.open(folder)
    assert caught.value.remedy
    return str(caught.value)


def pin(folder: Path, name: str) -> None:
    """Make the manifest promise what now lies there."""
    path, content = folder / MANIFEST, (folder / name).read_bytes()
    entry = f'file = "{name}"\nsize = {len(content)}\nsha256 = "{hashlib.sha256(content).hexdigest()}"'
    text, count = re.subn(
        rf'file = "{re.escape(name)}"\nsize = .*\nsha256 = .*', entry, path.read_text("utf-8")
    )
    assert count == 1
    path.write_text(text, "utf-8")


def test_built_model_is_whole(built: Path) -> None:
    manifest = read_manifest(built / MANIFEST)
    verify(built, manifest)
    assert {file.name for file in manifest.files} == set(FILES)
    assert manifest.dimension == 384


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_missing_file(name: str, copied: Path) -> None:
    (copied / name).unlink()
    assert name in refusal(copied)


def test_missing_folder(tmp_path: Path) -> None:
    assert "nowhere" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("name", FILES)
def test_folder_in_place_of_a_file(name: str, copied: Path) -> None:
    (copied / name).unlink()
    (copied / name).mkdir()
    assert name in refusal(copied)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kept", [0, -1])
def test_truncated_file(name: str, kept: int, copied: Path) -> None:
    (copied / name).write_bytes((copied / name).read_bytes()[:kept])
    assert f"{name}: " in refusal(copied)


@pytest.mark.parametrize("name", FILES)
def test_one_altered_bit(name: str, copied: Path) -> None:
    content = bytearray((copied / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / name).write_bytes(content)
    assert f"{name}: altered" in refusal(copied)


@pytest.mark.parametrize("name", FILES)
def test_file_that_no_runtime_takes(name: str, copied: Path) -> None:
    """Pinned, so that only loading can tell."""
    (copied / name).write_bytes(b"neither graph nor tokenizer")
    pin(copied, name)
    assert str(copied) in refusal(copied)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"name = ",
        b"\xff\xfe",
        b'name = "e5"\ndimension = 384\nmax_tokens = 512\ntolerance = 0.999\nprefix = 1\n',
    ],
)
def test_manifest_that_is_none(content: bytes, copied: Path) -> None:
    (copied / MANIFEST).write_bytes(content)
    assert MANIFEST in refusal(copied)


@pytest.mark.parametrize(
    "key", ["name", "dimension", "max_tokens", "tolerance", "query", "file", "size", "sha256"]
)
def test_manifest_without_a_key(key: str, copied: Path) -> None:
    path = copied / MANIFEST
    path.write_text(re.sub(rf"(?m)^{key} = ", f"not_{key} = ", path.read_text("utf-8"), count=1), "utf-8")
    assert f"{MANIFEST}: no key '{key}'" in refusal(copied)


@pytest.mark.parametrize("key", ["name", "dimension", "file", "size", "sha256", "graph"])
def test_manifest_with_a_wrong_type(key: str, copied: Path) -> None:
    path = copied / MANIFEST
    text = path.read_text("utf-8")
    wrong = (
        re.sub(r"(?ms)^\[graph\]$.*?(?=^\[)", "", f"graph = []\n{text}")
        if key == "graph"
        else re.sub(rf"(?m)^{key} = .*$", f"{key} = []", text, count=1)
    )
    tomllib.loads(wrong)
    path.write_text(wrong, "utf-8")
    assert MANIFEST in refusal(copied)


def test_manifest_of_another_model(copied: Path) -> None:
    path = copied / MANIFEST
    data = read_manifest(path).data.sha256
    path.write_text(path.read_text("utf-8").replace(data, data[::-1]), "utf-8")
    assert "encoder.bin" in refusal(copied)
