"""The folder of a built model: what its manifest promises, and whether the files keep it."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.domain.text import Side

MANIFEST = "manifest.toml"
_PARTS = ("graph", "data", "tokenizer")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A file of the model, by its name in the folder."""

    name: str
    size: int
    """Bytes."""
    sha256: str
    """Hexadecimal."""

    def fault(self, content: bytes) -> str:
        """What is wrong with this content of the file, empty when nothing is."""
        if len(content) != self.size:
            return f"{self.name} has {len(content)} bytes instead of {self.size}"
        found = hashlib.sha256(content).hexdigest()
        return "" if found == self.sha256 else f"{self.name} has SHA-256 {found} instead of {self.sha256}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a model is."""

    name: str
    dimension: int
    max_tokens: int
    """Longest input, with its two marks."""
    tolerance: float
    """Least cosine between vectors of one text on two processors."""
    prefixes: Mapping[Side, str]
    graph: ModelFile
    data: ModelFile
    """Large tensors, which the runtime maps."""
    tokenizer: ModelFile

    @property
    def files(self) -> tuple[ModelFile, ...]:
        return self.graph, self.data, self.tokenizer


def read_manifest(path: Path) -> Manifest:
    """Raises ModelUnavailable naming the file and what it lacks."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
        return Manifest(
            name=str(document["name"]),
            dimension=int(document["dimension"]),
            max_tokens=int(document["max_tokens"]),
            tolerance=float(document["tolerance"]),
            prefixes={side: str(document["prefix"][side]) for side in Side},
            **{part: _model_file(document[part]) for part in _PARTS},
        )
    except OSError as error:
        raise ModelUnavailable(f"{path}: {error.strerror}") from error
    except KeyError as error:
        raise ModelUnavailable(f"{path}: no key {error}") from error
    except (TypeError, ValueError) as error:
        raise ModelUnavailable(f"{path}: {error}") from error


def verify(folder: Path, manifest: Manifest) -> None:
    """Raises ModelUnavailable when a file is missing, truncated or altered."""
    for file in manifest.files:
        path = folder / file.name
        try:
            fault = file.fault(path.read_bytes())
        except OSError as error:
            raise ModelUnavailable(f"{path}: {error.strerror}") from error
        if fault:
            raise ModelUnavailable(f"{folder}: {fault}")


def _model_file(table: Mapping[str, object]) -> ModelFile:
    return ModelFile(name=str(table["file"]), size=int(str(table["size"])), sha256=str(table["sha256"]))
