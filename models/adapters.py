"""What the encoder learned for in-car speech: a low-rank addition to each product of each layer.

    y = x Wᵀ + (x down) up        down [inputs, rank], up [rank, outputs], float16

`tune.py` writes them; the builder puts them beside the 4-bit matrices, which stay as they were.
"""

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """Of one product, named as in the graph: `l0.qkv`, `l0.ao`, `l0.fi`, `l0.fo`, …"""

    down: NDArray[np.float32]
    up: NDArray[np.float32]


Adapters = Mapping[str, Adapter]


def read_adapters(path: Path) -> Adapters:
    """Raises ValueError when the file is not what `write_adapters` writes, OSError when it cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            names = sorted({name.rpartition(".")[0] for name in arrays.files})
            return {
                name: Adapter(
                    down=arrays[f"{name}.down"].astype(np.float32), up=arrays[f"{name}.up"].astype(np.float32)
                )
                for name in names
            }
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: not a file of adapters") from error


def write_adapters(path: Path, adapters: Adapters) -> None:
    arrays = {}
    for name, adapter in sorted(adapters.items()):
        arrays[f"{name}.down"] = adapter.down.astype(np.float16)
        arrays[f"{name}.up"] = adapter.up.astype(np.float16)
    path.parent.mkdir(exist_ok=True, parents=True)
    np.savez(path, **arrays)  # type: ignore[arg-type]
