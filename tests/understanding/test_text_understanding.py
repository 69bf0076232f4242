"""The calibration file and what is read from vectors with it."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cabin_memory.domain import fitted_relevance
from cabin_memory.domain.errors import InvalidArgument, ModelUnavailable
from cabin_memory.domain.text import Language, Side, Strength
from cabin_memory.domain.vocabulary import Category
from cabin_memory.outbound.text_embedding import OnnxTextEncoder
from cabin_memory.outbound.text_understanding import (
    DIMENSION,
    FILE,
    HEADS,
    CalibratedUnderstanding,
    Calibration,
    read_calibration,
    spoken,
)

MODELS = Path(__file__).resolve().parents[2] / "models"
CONTENT = (MODELS / FILE).read_bytes()
SHA256 = fitted_relevance.CALIBRATION_SHA256
TEXTS = ["空调风别对着人吹", "I want my seat lower", "battery 充到九成就停", "ok"]


class OtherEncoder:
    """Another model behind the real port."""

    model_id = "another-model"

    async def encode(self, texts: Sequence[str], side: Side) -> list[bytes]:
        return [np.zeros(DIMENSION, "<f4").tobytes() for _ in texts]


def floats(vector: bytes) -> np.ndarray:
    return np.frombuffer(vector, "<f4")


async def test_a_posterior_is_a_distribution(understanding: CalibratedUnderstanding) -> None:
    for told in await understanding.understand(TEXTS, Side.PASSAGE):
        assert set(told.categories) == set(Category)
        assert set(told.strengths) == set(Strength)
        assert sum(told.categories.values()) == pytest.approx(1, abs=1e-5)
        assert sum(told.strengths.values()) == pytest.approx(1, abs=1e-5)
        for meant in (told.acts, told.polarities, told.subjects, told.emotions):
            assert sum(meant.values()) == pytest.approx(1, abs=1e-5)


async def test_a_question_leaves_a_share_for_out_of_domain(understanding: CalibratedUnderstanding) -> None:
    near, far = await understanding.understand(["我平时空调开几度", "日本的首都是哪里"], Side.QUERY)
    assert sum(near.categories.values()) > 0.8
    assert max(near.categories, key=lambda c: near.categories[c]) is Category.CLIMATE
    assert sum(far.categories.values()) < 0.5
    assert not near.strengths
    assert not near.acts


async def test_vectors_are_unit_vectors_and_language_is_that_of_the_words(
    understanding: CalibratedUnderstanding,
) -> None:
    told = await understanding.understand(TEXTS, Side.PASSAGE)
    for one in told:
        assert np.linalg.norm(floats(one.vector)) == pytest.approx(1, abs=1e-4)
        assert np.linalg.norm(floats(one.search_vector)) == pytest.approx(1, abs=1e-4)
    assert [one.language for one in told] == [
        Language.CHINESE,
        Language.ENGLISH,
        Language.CHINESE,
        Language.ENGLISH,
    ]


async def test_a_stored_vector_is_searched_as_it_was_understood(
    understanding: CalibratedUnderstanding,
) -> None:
    told = await understanding.understand(TEXTS, Side.PASSAGE)
    again = understanding.search_vectors(
        [one.vector for one in told], [one.language for one in told], Side.PASSAGE
    )
    for one, other in zip(told, again, strict=True):
        assert floats(one.search_vector) == pytest.approx(floats(other), abs=1e-5)


async def test_a_placeholder_is_read_as_some_name(understanding: CalibratedUnderstanding) -> None:
    hidden, open_ = await understanding.understand(["接⟦person:7⟧去⟦place:12⟧", "接某人去某地"], Side.PASSAGE)
    assert hidden.vector == open_.vector
    assert spoken("pick up ⟦person:1⟧ at ⟦thing:2⟧") == "pick up someone at something"


async def test_an_empty_text_is_refused(understanding: CalibratedUnderstanding) -> None:
    with pytest.raises(InvalidArgument):
        await understanding.understand(["  "], Side.QUERY)


async def test_no_text_gives_nothing(understanding: CalibratedUnderstanding) -> None:
    assert await understanding.understand([], Side.QUERY) == []
    assert understanding.search_vectors([], [], Side.QUERY) == []


def test_the_committed_file_is_the_one_that_the_coefficients_were_fitted_with(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(CONTENT)
    calibration = read_calibration(tmp_path, SHA256)
    assert {name: head.shape for name, head in calibration.heads.items()} == {
        name: (DIMENSION + 1, width) for name, width in HEADS.items()
    }


def test_in_a_checkout_the_file_lies_above_the_built_model(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / FILE).write_bytes(CONTENT)
    assert read_calibration(tmp_path / "built", SHA256).turn.shape == (DIMENSION, DIMENSION)


@pytest.mark.parametrize("at", [0, 1_000, len(CONTENT) - 1])
def test_a_changed_byte_is_refused(tmp_path: Path, at: int) -> None:
    damaged = bytearray(CONTENT)
    damaged[at] ^= 1
    (tmp_path / FILE).write_bytes(damaged)
    with pytest.raises(ModelUnavailable, match="damaged"):
        read_calibration(tmp_path, SHA256)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=FILE):
        read_calibration(tmp_path / "built", SHA256)


@pytest.mark.parametrize("size", [0, 10, 50_000])
def test_a_truncated_file_is_refused_without_its_hash_too(size: int) -> None:
    with pytest.raises(ModelUnavailable, match="damaged"):
        Calibration.unpacked(CONTENT[:size])


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("turn", np.zeros((DIMENSION, 3), "i1")),
        ("question", np.zeros((DIMENSION, 24), "i1")),
        ("means", np.full((2, 2, DIMENSION), np.nan, "<f4")),
        ("memory_scale", np.zeros(24, "<f8")),
        ("strength", None),
    ],
)
def test_an_array_of_another_shape_type_or_value_is_refused(name: str, array: np.ndarray | None) -> None:
    with np.load(io.BytesIO(CONTENT)) as file:
        arrays = {key: file[key] for key in file.files}
    if array is None:
        del arrays[name]
    else:
        arrays[name] = array
    changed = io.BytesIO()
    np.savez(changed, **arrays)
    with pytest.raises(ModelUnavailable, match="damaged"):
        Calibration.unpacked(changed.getvalue())


def test_another_encoder_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="another-model"):
        CalibratedUnderstanding.open(MODELS / "built", OtherEncoder())


def test_packing_and_unpacking_again_changes_nothing(encoder: OnnxTextEncoder) -> None:
    once = Calibration.unpacked(CONTENT)
    twice = Calibration.unpacked(once.packed())
    assert np.allclose(once.turn, twice.turn, atol=1e-6)
    for name, head in once.heads.items():
        assert np.allclose(head, twice.heads[name], atol=1e-5)
