"""The built model. Nothing is skipped without it: `make model` builds it before the tests."""

import sys
from pathlib import Path

import pytest

MODELS = Path(__file__).resolve().parents[2] / "models"
# The builder's modules lie beside the script, as Python finds them when it runs.
sys.path.insert(0, str(MODELS))


@pytest.fixture(scope="session")
def built() -> Path:
    folder = MODELS / "built"
    assert (folder / "manifest.toml").is_file(), "the model is not built: run make model"
    return folder


@pytest.fixture
def copied(built: Path, tmp_path: Path) -> Path:
    """The model in a folder of its own, to damage."""
    folder = tmp_path / "model"
    folder.mkdir()
    for file in built.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder
