"""The model's files are mapped while the daemon runs; one that is replaced by rename stays mapped."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from cabin import PARKED, RunningDaemon

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = shutil.copytree(MODELS / "built", tmp_path / "model")
    shutil.copy(MODELS / "calibration.npz", folder)
    return folder


async def ready(launch: Any, model: Path) -> RunningDaemon:
    daemon: RunningDaemon = await launch(None, "--simulate", "--model-dir", str(model))
    await daemon.settle()
    await daemon.driver()
    await daemon.drive(PARKED)
    await daemon.observe("我喜欢空调开到二十四度")
    await daemon.settle()
    assert (await daemon.recall("空调开多少度"))["level"] == "full"
    return daemon


async def test_a_model_that_is_replaced_by_rename_serves_on(launch: Any, model: Path) -> None:
    daemon = await ready(launch, model)
    (model / "encoder.new").write_bytes(b"another")
    (model / "encoder.new").replace(model / "encoder.bin")
    for number in range(5):
        answer = await daemon.recall(f"今天空调开多少度 {number}")
        assert answer["level"] == "full"
    assert daemon.process.returncode is None
