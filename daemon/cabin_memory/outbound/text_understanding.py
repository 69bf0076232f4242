"""The encoder's vectors, made comparable and read: what a text is about, and how it is meant.

Raw cosines of the encoder cannot be compared across languages: every Chinese pair lies near 0.86, every
English one near 0.78. So each vector is centred on the mean of its language and side, normalised, turned
by one learned matrix and normalised again. Category, out-of-domain and strength are softmax regressions
over the result. The matrix draws together what is about the same, so how a sentence is meant is read before
it. `models/calibrate.py` fits all of it; the file is checked by hash and by shape.
"""

import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Self, TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cabin_memory.domain import fitted_relevance
from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.domain.ports import TextEncoder
from cabin_memory.domain.text import (
    Act,
    Emotion,
    Language,
    Side,
    Strength,
    Subject,
    Understood,
    language_of,
)
from cabin_memory.domain.vocabulary import Category, Polarity

Floats = NDArray[np.float32]

FILE = "calibration.npz"
DIMENSION = 384
_CATEGORIES = tuple(Category)
_SIDES = tuple(Side)
_LANGUAGES = tuple(Language)
_REMEDY = "Restore models/calibration.npz, or fit it again with make calibrate."

#: Heads over the centred vector: how a sentence is meant. Classes in the order of the enums.
SPEECH: Mapping[str, type[StrEnum]] = {
    "act": Act,
    "polarity": Polarity,
    "subject": Subject,
    "emotion": Emotion,
}

#: Width of each head; that of questions has one class more, "out of domain", which comes last.
HEADS: Mapping[str, int] = {
    "memory": len(_CATEGORIES),
    "question": len(_CATEGORIES) + 1,
    "strength": len(Strength),
    **{name: len(classes) for name, classes in SPEECH.items()},
}
_Class = TypeVar("_Class", bound=StrEnum)

# The encoder never saw ⟦place:3⟧; a word that could stand there changes the sentence least.
_PLACEHOLDER = re.compile(r"⟦(\w+):\d+⟧")
_STAND_INS: Mapping[Language, Mapping[str, str]] = {
    Language.CHINESE: {"person": "某人", "place": "某地", "number": "某号", "": "某个"},
    Language.ENGLISH: {"person": "someone", "place": "some place", "number": "some number", "": "something"},
}


def spoken(text: str) -> str:
    """The text with a stand-in for every placeholder of a redacted name."""
    words = _STAND_INS[language_of(text)]
    return _PLACEHOLDER.sub(lambda found: words.get(found[1], words[""]), text)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """The fitted arrays; every method is a pure function of vectors."""

    means: Floats
    """[side, language, 384], in the order of the enums."""
    turn: Floats
    """[384, 384], the identity included."""
    heads: Mapping[str, Floats]
    """[385, classes] each; the last row is the bias."""

    def centred(self, vectors: Floats, languages: Sequence[str], side: Side) -> Floats:
        """[n, 384] raw vectors, each less the mean of its language and side, L2-normalised."""
        rows = [_LANGUAGES.index(Language(language)) for language in languages]
        return _unit(vectors - self.means[_SIDES.index(side)][rows])

    def search(self, vectors: Floats, languages: Sequence[str], side: Side) -> Floats:
        """[n, 384] raw vectors to vectors whose inner products rank memories for a question."""
        return self.turned(self.centred(vectors, languages, side))

    def turned(self, centred: Floats) -> Floats:
        """What `centred` gave, as `search` gives it."""
        return _unit(centred @ self.turn)

    def posterior(self, head: str, rows: Floats) -> Floats:
        """[n, classes], each row a distribution. `rows`: from `centred` for SPEECH, else from `search`."""
        weights = self.heads[head]
        return softmax(rows @ weights[:-1] + weights[-1])

    def packed(self) -> bytes:
        """The file: int8 with a scale per column. The same arrays give the same bytes."""
        arrays: dict[str, NDArray[np.generic]] = {"means": self.means.astype("<f4")}
        for name, matrix in {"turn": self.turn, **self.heads}.items():
            weights = matrix if name == "turn" else matrix[:-1]
            scale = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
            arrays[name] = np.rint(weights / scale).astype("i1")
            arrays[f"{name}_scale"] = scale.astype("<f4")
            if name != "turn":
                arrays[f"{name}_bias"] = matrix[-1].astype("<f4")
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
        return file.getvalue()

    @classmethod
    def unpacked(cls, content: bytes) -> Self:
        """Raises ModelUnavailable when an array is missing, damaged or of another shape."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                means = _array(arrays["means"], (len(_SIDES), len(_LANGUAGES), DIMENSION))
                turn = _scaled(arrays["turn"], arrays["turn_scale"], DIMENSION)
                heads = {
                    name: np.vstack(
                        [
                            _scaled(arrays[name], arrays[f"{name}_scale"], width),
                            _array(arrays[f"{name}_bias"], (width,)),
                        ]
                    )
                    for name, width in HEADS.items()
                }
        except (BadZipFile, KeyError, ValueError, OSError, EOFError) as error:
            raise ModelUnavailable(f"{FILE} is damaged: {type(error).__name__}", remedy=_REMEDY) from error
        return cls(means=means, turn=turn, heads=heads)


def read_calibration(folder: Path, sha256: str) -> Calibration:
    """The calibration in a model's folder or, in a checkout, one level above the built model.

    Raises:
        ModelUnavailable: it is missing, or is not the file with this hash.
    """
    path = next((p for p in (folder / FILE, folder.parent / FILE) if p.is_file()), folder / FILE)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelUnavailable(f"{path}: {error.strerror}", remedy=_REMEDY) from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ModelUnavailable(f"{path} is damaged or of another release", remedy=_REMEDY)
    return Calibration.unpacked(content)


class CalibratedUnderstanding:
    """The port TextUnderstanding over a TextEncoder."""

    def __init__(self, encoder: TextEncoder, calibration: Calibration) -> None:
        self._encoder = encoder
        self._calibration = calibration

    @classmethod
    def open(cls, folder: Path, encoder: TextEncoder) -> Self:
        """Read the calibration that belongs to `encoder`. Blocks for a few milliseconds.

        Raises:
            ModelUnavailable: the file is missing or altered, or was fitted to another encoder.
        """
        if encoder.model_id != fitted_relevance.MODEL_ID:
            raise ModelUnavailable(
                f"the calibration was fitted to {fitted_relevance.MODEL_ID}, the model is {encoder.model_id}",
                remedy="Fit the calibration again (make calibrate), or install the model that it belongs to.",
            )
        return cls(encoder, read_calibration(folder, fitted_relevance.CALIBRATION_SHA256))

    async def ready(self) -> str:
        return self._encoder.model_id

    async def understand(self, texts: Sequence[str], side: Side) -> list[Understood]:
        """What the model makes of each text; placeholders are read as some name.

        Raises:
            InvalidArgument: a text is empty.
            ModelUnavailable: the encoder failed.
        """
        raw = await self._encoder.encode([spoken(text) for text in texts], side)
        languages = [language_of(text) for text in texts]
        centred = self._calibration.centred(_matrix(raw), languages, side)
        searched = self._calibration.turned(centred)
        head = "memory" if side is Side.PASSAGE else "question"
        categories = self._calibration.posterior(head, searched)
        understood = [
            Understood(
                language=language,
                vector=raw[row],
                search_vector=searched[row].astype("<f4", copy=False).tobytes(),
                # A question's last class, out of domain, has no category: zip leaves it out.
                categories=dict(zip(_CATEGORIES, categories[row].tolist(), strict=False)),
            )
            for row, language in enumerate(languages)
        ]
        return self._meant(understood, centred, searched) if side is Side.PASSAGE else understood

    def _meant(self, told: Sequence[Understood], centred: Floats, searched: Floats) -> list[Understood]:
        """With the posteriors that only what is told has."""
        strengths = self._read("strength", Strength, searched)
        acts = self._read("act", Act, centred)
        polarities = self._read("polarity", Polarity, centred)
        subjects = self._read("subject", Subject, centred)
        emotions = self._read("emotion", Emotion, centred)
        return [
            replace(
                one,
                strengths=strengths[row],
                acts=acts[row],
                polarities=polarities[row],
                subjects=subjects[row],
                emotions=emotions[row],
            )
            for row, one in enumerate(told)
        ]

    def _read(self, head: str, classes: type[_Class], rows: Floats) -> list[dict[_Class, float]]:
        shares = self._calibration.posterior(head, rows).tolist()
        return [dict(zip(classes, row, strict=True)) for row in shares]

    def search_vectors(self, vectors: Sequence[bytes], languages: Sequence[str], side: Side) -> list[bytes]:
        """Stored raw vectors to search vectors: the same as `understand` gave for their texts."""
        searched = self._calibration.search(_matrix(vectors), languages, side)
        return [row.astype("<f4", copy=False).tobytes() for row in searched]


def softmax(scores: Floats) -> Floats:
    """Row by row."""
    powers: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-12), np.float32)


def _matrix(vectors: Sequence[bytes]) -> Floats:
    """Raises ValueError for a vector that is not 384 floats long: a programming error, not a fault."""
    return np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), DIMENSION)


def _array(array: NDArray[np.generic], shape: tuple[int, ...]) -> Floats:
    if array.shape != shape or array.dtype != np.dtype("<f4") or not np.isfinite(array).all():
        raise ValueError("shape, type or value")
    return np.asarray(array, np.float32)


def _scaled(packed: NDArray[np.generic], scale: NDArray[np.generic], width: int) -> Floats:
    if packed.shape != (DIMENSION, width) or packed.dtype != np.dtype("i1"):
        raise ValueError("shape or type")
    return np.asarray(packed, np.float32) * _array(scale, (width,))
