"""The folder of a built model: what its manifest promises, and whether the files keep it."""

import errno
import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.domain.text import Side

MANIFEST = "manifest.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A file of the model; equal files have equal content."""

    name: str
    size: int
    """Bytes."""
    sha256: str
    """Hexadecimal."""


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
    """Large tensors, which the runtime maps: who shortens this file in place ends the daemon (SIGBUS).

    Replace it by rename (docs/trouble.md). Weights read into memory would not mind, but took 155 instead of
    145 MB resident, 167 at most (a daemon with 150 memories, x86-64).
    """
    tokenizer: ModelFile

    @property
    def files(self) -> tuple[ModelFile, ...]:
        return self.graph, self.data, self.tokenizer


def read_manifest(path: Path) -> Manifest:
    """Raises ModelUnavailable naming the file and what it lacks."""
    try:
        if not path.is_file():
            raise ModelUnavailable(f"{path}: No such file")
        return _manifest(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise ModelUnavailable(f"{path}: {error.strerror}") from error
    except KeyError as error:
        raise ModelUnavailable(f"{path}: no key {error}") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelUnavailable(f"{path}: {error}") from error


def verify(folder: Path, manifest: Manifest) -> None:
    """Raises ModelUnavailable when a file is missing, truncated or altered."""
    for file in manifest.files:
        path = folder / file.name
        try:
            found = measure(path)
        except OSError as error:
            raise ModelUnavailable(f"{path}: {error.strerror}") from error
        if found.size != file.size:
            raise ModelUnavailable(f"{path}: {found.size} bytes instead of {file.size}")
        if found != file:
            raise ModelUnavailable(f"{path}: altered, SHA-256 {found.sha256} instead of {file.sha256}")


def measure(path: Path) -> ModelFile:
    """Raises OSError."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return ModelFile(name=path.name, size=file.tell(), sha256=digest)


def _manifest(document: Mapping[str, Any]) -> Manifest:
    return Manifest(
        name=_text(document, "name"),
        dimension=int(document["dimension"]),
        max_tokens=int(document["max_tokens"]),
        tolerance=float(document["tolerance"]),
        prefixes={side: _text(document["prefix"], side.value) for side in Side},
        graph=_model_file(document["graph"]),
        data=_model_file(document["data"]),
        tokenizer=_model_file(document["tokenizer"]),
    )


def _model_file(table: Mapping[str, Any]) -> ModelFile:
    return ModelFile(name=_text(table, "file"), size=int(table["size"]), sha256=_text(table, "sha256"))


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} is not a string")
    return value
