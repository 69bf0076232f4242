"""Write a DBC file of the package opendbc: one that it ships, or one that its generator makes.

python tools/opendbc_file.py honda_civic_touring_2016_can_generated > civic.dbc
"""

import sys
from importlib import resources


def dbc_text(name: str) -> str:
    """The text of a DBC file by its name without `.dbc`. Raises KeyError if opendbc has none of that name."""
    shipped = resources.files("opendbc.dbc") / f"{name}.dbc"
    if shipped.is_file():
        return shipped.read_text(encoding="utf-8")
    from opendbc.dbc.generator.generator import generate_all

    generated: dict[str, str] = generate_all()
    return generated[name]


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        sys.stdout.write(dbc_text(sys.argv[1].removesuffix(".dbc")))
    except KeyError:
        print(f"opendbc has no DBC file of the name {sys.argv[1]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
