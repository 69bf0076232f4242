"""Write config/settings.example.toml: every setting with its default, unit, bounds and effect.

python tools/settings_example.py            # write it
python tools/settings_example.py --check    # exit 1 when the file is not what the code says
"""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from cabin_memory.wiring import SECTIONS

EXAMPLE = Path(__file__).resolve().parent.parent / "config" / "settings.example.toml"
_WIDTH = 108
_HEAD = """\
# Settings of cabin-memoryd, with their defaults: uncomment what you change, and give the file with --config.
# Every fault of a file is reported at once, with its key; values outside the bounds are refused.
# Written by tools/settings_example.py from the code.
"""


def example(sections: Mapping[str, type]) -> str:
    """The whole document; every key is a comment, so that reading it gives the defaults."""
    return _HEAD + "".join(
        f"\n[{name}]\n{_paragraph((section.__doc__ or '').splitlines()[0])}{''.join(_keys(section))}"
        for name, section in sections.items()
    )


def _keys(section: type) -> Iterator[str]:
    for spec in fields(section):
        yield f"{_paragraph(_about(spec))}# {spec.name} = {_toml(spec.default)}\n"


def _about(spec: Field[Any]) -> str:
    meta = spec.metadata
    parts = [meta["effect"]]
    if meta["unit"]:
        parts.append(f"in {meta['unit']}")
    if meta["low"] is not None or meta["high"] is not None:
        parts.append(f"from {meta['low']} to {meta['high']}")
    if meta["choices"]:
        parts.append("one of " + ", ".join(meta["choices"]))
    return "; ".join(parts)


def _paragraph(text: str) -> str:
    return "".join(f"## {line}\n" for line in textwrap.wrap(text, _WIDTH))


def _toml(value: Any) -> str:
    # JSON's scalars and arrays are TOML's.
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def main(arguments: Sequence[str]) -> int:
    text = example(SECTIONS)
    if "--check" in arguments:
        if EXAMPLE.read_text("utf-8") == text:
            return 0
        print(f"{EXAMPLE} is out of date: run python tools/settings_example.py", file=sys.stderr)
        return 1
    EXAMPLE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
