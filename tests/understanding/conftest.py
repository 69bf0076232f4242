"""The built model with its calibration. Nothing is skipped without it: `make model` builds it first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cabin_memory.outbound.text_embedding import OnnxTextEncoder
from cabin_memory.outbound.text_understanding import CalibratedUnderstanding

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture(scope="session")
def encoder() -> Iterator[OnnxTextEncoder]:
    encoder = OnnxTextEncoder.open(MODELS / "built")
    yield encoder
    encoder.close()


@pytest.fixture(scope="session")
def understanding(encoder: OnnxTextEncoder) -> CalibratedUnderstanding:
    return CalibratedUnderstanding.open(MODELS / "built", encoder)
