"""Check the sizes of functions and modules: list those worth another look, fail over the caps.

    python tools/check_sizes.py [FOLDER …]          # default: daemon tools models

A function counts from `def` to its last line without its docstring, which may be as long as the contract
needs; a nested function counts by itself and in the one around it. A module counts all its lines.
"""

import ast
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("daemon", "tools", "models")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Lines: the goal for the median, from where to look again, and the most that is allowed."""

    median: int
    look_again: int
    cap: int


FUNCTIONS = Limits(median=10, look_again=30, cap=60)
MODULES = Limits(median=150, look_again=300, cap=500)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """One function or module and its lines."""

    where: str
    lines: int


def function_sizes(tree: ast.Module, where: str) -> Iterator[Size]:
    """Every function and method of a module, nested ones too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.end_lineno or node.lineno
            lines = last - node.lineno + 1 - _docstring_lines(node)
            yield Size(where=f"{where}:{node.lineno} {node.name}", lines=lines)


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    if ast.get_docstring(node, clean=False) is None:
        return 0
    text = node.body[0]
    return (text.end_lineno or text.lineno) - text.lineno + 1


def measure(paths: Sequence[Path], root: Path) -> tuple[list[Size], list[Size]]:
    """(functions, modules) of these source files, named relative to `root`."""
    functions: list[Size] = []
    modules: list[Size] = []
    for path in paths:
        where = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        functions.extend(function_sizes(ast.parse(source, filename=where), where))
        # An empty `__init__.py` says nothing about how long modules are.
        if source:
            modules.append(Size(where=where, lines=len(source.splitlines())))
    return functions, modules


def report(name: str, sizes: Sequence[Size], limits: Limits) -> bool:
    """Print the median and what is worth a look; returns whether every size is within the cap."""
    if not sizes:
        print(f"{name}: none found")
        return False
    median = statistics.median(size.lines for size in sizes)
    print(f"{name}: {len(sizes)}, median {median:g} lines (goal about {limits.median})")
    for size in sorted(sizes, key=lambda size: -size.lines):
        if size.lines > limits.cap:
            print(f"  {size.where}: {size.lines} lines, over the cap of {limits.cap}: split it")
        elif size.lines >= limits.look_again:
            print(f"  {size.where}: {size.lines} lines, look again")
    return all(size.lines <= limits.cap for size in sizes)


def main(folders: Sequence[str]) -> int:
    """The exit status: 0 when nothing is over its cap."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    functions, modules = measure(paths, ROOT)
    within = [report("functions", functions, FUNCTIONS), report("modules", modules, MODULES)]
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FOLDERS))
