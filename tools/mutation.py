"""Change the safety rules in small ways, one at a time, and see whether their tests notice.

    python tools/mutation.py                     # every rule; exit 1 when a survivor is not explained
    python tools/mutation.py vehicle_state       # one of them
    python tools/mutation.py --list              # what would be changed, without running anything

A change that no test notices survives. `docs/mutation.md` explains each survivor; one that it does not
explain is a fault, and so is an explanation of something that does not survive.

Nothing is written to the source: a forked child compiles the changed tree in memory, puts it in the place of
the module and runs the tests. Docstrings, annotations, the descriptions of settings and the word lists are
left as they are; the word lists are tested by sentences.
"""

import argparse
import ast
import contextlib
import copy
import importlib
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "docs" / "mutation.md"
PACKAGE = ROOT / "daemon" / "cabin_memory"
# A change may make a loop endless; a whole run of the tests takes a few seconds.
TIMEOUT_S = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A module, the tests that must notice a change, and the part of it that they are about."""

    module: str
    tests: tuple[str, ...]
    only: str = ""


TARGETS = {
    "vehicle_state": Target(module="rules.vehicle_state", tests=("test_vehicle_state.py", "test_drives.py")),
    "safety_suppression": Target(module="rules.safety_suppression", tests=("test_safety_suppression.py",)),
    "occupancy": Target(module="rules.occupancy", tests=("test_occupancy.py",)),
    "disclosure": Target(module="rules.disclosure", tests=("test_disclosure.py",)),
    "vehicle": Target(
        module="domain.vehicle", tests=("test_vehicle_state.py", "test_safety_suppression.py"), only="Signals"
    ),
}

# --- what can be changed -----------------------------------------------------------------------------
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.FloorDiv(),
    ast.FloorDiv: ast.Mult(),
    ast.Pow: ast.Mult(),
}
_FUNCTIONS = {"any": "all", "all": "any", "max": "min", "min": "max", "abs": "float"}
# Tables are made of these: each is replaced by every other drive state, or by the next member.
_ENUMERATIONS = ("DriveState", "Reason", "Category", "Invalid", "Sensitivity", "SeatRole")

Substitutes = dict[tuple[str, str], list[str]]
"""`owner.name` to the names that may stand there instead."""


def substitutes(tree: ast.Module) -> Substitutes:
    """Other members of the enumerations, and other fields of the module's limits that have the same unit."""
    found: Substitutes = {}
    for path in sorted((PACKAGE / "domain").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name in _ENUMERATIONS:
                names = [s.targets[0].id for s in node.body if isinstance(s, ast.Assign)]  # type: ignore[attr-defined]
                for place, name in enumerate(names):
                    others = [n for n in names if n != name]
                    following = [names[(place + 1) % len(names)]]
                    found[node.name, name] = others if node.name == "DriveState" else following
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.endswith("Limits"):
            names = [s.target.id for s in node.body if isinstance(s, ast.AnnAssign)]  # type: ignore[union-attr]
            for name in names:
                unit = name.rpartition("_")[2]
                found["limits", name] = [n for n in names if n != name and n.endswith(unit)]
    return found


def variants(node: ast.AST, others: Substitutes) -> Iterator[ast.AST]:
    """Every small change of one node."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                for other in _COMPARISONS[type(operator)]:
                    yield _with(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            yield from node.values
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in _ARITHMETIC:
            yield _with(node, op=_ARITHMETIC[type(node.op)])
        case ast.Constant():
            yield from map(ast.Constant, _other_values(node.value))
        case ast.Attribute(value=ast.Name(id=owner)):
            yield from (_with(node, attr=name) for name in others.get((owner, node.attr), ()))
        case ast.If() | ast.IfExp():
            yield from (_with(node, test=ast.Constant(value)) for value in (True, False))
        case ast.Name(id=name) if name in _FUNCTIONS:
            yield _with(node, id=_FUNCTIONS[name])
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set() if len(node.elts) > 1:
            for place in range(len(node.elts)):
                yield _with(node, elts=[*node.elts[:place], *node.elts[place + 1 :]])
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _other_values(value: object) -> list[bool | int | float | str]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case float():
            step = 0.1 * (abs(value) or 1.0)
            return [value + step, value - step]
        case str():
            return [value + "x"]
    return []


# --- where -------------------------------------------------------------------------------------------
Path_ = tuple[tuple[str, int | None], ...]
_NO_CODE = {"annotation", "returns", "decorator_list", "bases", "type_ignores"}


def sites(node: ast.AST, scope: str = "", path: Path_ = ()) -> Iterator[tuple[str, Path_, ast.AST]]:
    """Every node that may be changed, with the function or class around it and the way to it."""
    yield scope, path, node
    for field, value in ast.iter_fields(node):
        if field in _NO_CODE:
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, child in children:
            if isinstance(child, ast.AST) and not _left_alone(node, field, child):
                yield from sites(child, _scope(scope, child), (*path, (field, place)))


def _left_alone(parent: ast.AST, field: str, child: ast.AST) -> bool:
    if isinstance(child, ast.Import | ast.ImportFrom):
        return True
    text = isinstance(child, ast.Constant) and isinstance(child.value, str)
    described = isinstance(parent, ast.keyword) and parent.arg == "unit"
    called = ast.unparse(parent.func) if isinstance(parent, ast.Call) else ""
    return (
        (text and (isinstance(parent, ast.Expr) or described or called in ("setting", "TypeVar")))
        or called == "re.compile"
        or (isinstance(parent, ast.Subscript) and field == "slice" and isinstance(child, ast.Tuple))
    )


def _scope(scope: str, child: ast.AST) -> str:
    name = ""
    if isinstance(child, ast.FunctionDef | ast.ClassDef):
        name = child.name
    elif isinstance(child, ast.Assign | ast.AnnAssign):
        target = child.targets[0] if isinstance(child, ast.Assign) else child.target
        name = "" if "." in scope or scope.islower() else ast.unparse(target)
    return ".".join(filter(None, (scope, name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change, and words that name it whatever its line number is."""

    name: str
    tree: ast.Module


def mutants(name: str, target: Target) -> Iterator[Mutant]:
    """Every change of one module, each in its own tree."""
    tree = ast.parse(source_of(target).read_text("utf-8"))
    others = substitutes(tree)
    seen: Counter[str] = Counter()
    for scope, path, node in sites(tree):
        if not scope.startswith(target.only):
            continue
        for variant in variants(node, others):
            words = f"{name}: {scope}: {_short(node)} → {_short(variant)}"
            seen[words] += 1
            number = f" ({seen[words]})" if seen[words] > 1 else ""
            yield Mutant(name=words + number, tree=_placed(tree, path, variant))


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else f"{text[:100]} … {text[-50:]}"


def _placed(tree: ast.Module, path: Path_, variant: ast.AST) -> ast.Module:
    changed = copy.deepcopy(tree)
    parent: ast.AST = changed
    for field, place in path[:-1]:
        parent = getattr(parent, field) if place is None else getattr(parent, field)[place]
    field, place = path[-1]
    if place is None:
        setattr(parent, field, copy.deepcopy(variant))
    else:
        getattr(parent, field)[place] = copy.deepcopy(variant)
    return ast.fix_missing_locations(changed)


def source_of(target: Target) -> Path:
    return PACKAGE.joinpath(*target.module.split(".")).with_suffix(".py")


# --- running -----------------------------------------------------------------------------------------
class _NoShrinking:
    """The first failure is enough; making it small takes most of the time."""

    def pytest_sessionstart(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutation", derandomize=True, deadline=None, phases=phases)
        hypothesis.settings.load_profile("mutation")


def _child(target: Target, tree: ast.Module) -> int:
    """Run the tests on a changed module; pytest's exit code."""
    name = f"cabin_memory.{target.module}"
    module = ModuleType(name)
    module.__file__ = str(source_of(target))
    sys.modules[name] = module
    package, _, short = name.rpartition(".")
    setattr(importlib.import_module(package), short, module)
    exec(compile(tree, module.__file__, "exec"), module.__dict__)
    tests = [str(ROOT / "tests" / "rules" / test) for test in target.tests]
    quick = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain"]
    return int(pytest.main([*quick, *tests], plugins=[_NoShrinking()]))


def _fork(target: Target, tree: ast.Module) -> int:
    """Start a child that ends with 0 when the tests pass; returns its process id."""
    pid = os.fork()
    if pid:
        return pid
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    signal.alarm(TIMEOUT_S)
    try:
        code = _child(target, tree)
    except Exception:  # noqa: BLE001 - a change that cannot even be imported is noticed
        code = 1
    os._exit(code)


def survivors(target: Target, changes: Sequence[Mutant], jobs: int) -> Iterator[Mutant]:
    """Those that no test noticed, in no particular order."""
    waiting = list(reversed(changes))
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            running[_fork(target, mutant.tree)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if status == 0:
            yield mutant


def explained() -> set[str]:
    """Survivors that the document names: its lines of the form "- `…`"."""
    with contextlib.suppress(FileNotFoundError):
        return set(re.findall(r"^- `(.+?)`", EXPLAINED.read_text("utf-8"), re.MULTILINE))
    return set()


def run(name: str, jobs: int, known: set[str]) -> int:
    """Test one module; the number of survivors without and of explanations without their counterpart."""
    target, start = TARGETS[name], time.monotonic()
    changes = list(mutants(name, target))
    untouched = ast.parse(source_of(target).read_text("utf-8"))
    if list(survivors(target, [Mutant(name="untouched", tree=untouched)], 1)) == []:
        print(f"{name}: its tests fail without any change; mend them first")
        return 1
    alive = {mutant.name for mutant in survivors(target, changes, jobs)}
    mine = {words for words in known if words.startswith(f"{name}: ")}
    killed, seconds = len(changes) - len(alive), time.monotonic() - start
    print(f"{name}: {len(changes)} changes, {killed} noticed, {len(alive)} survived, {seconds:.0f} s")
    for words in sorted(alive - mine):
        print(f"  survived, not explained: {words}")
    for words in sorted(mine - alive):
        print(f"  explained, does not survive: {words}")
    return len(alive ^ mine)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TARGETS)}; default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="children at once")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    options = parser.parse_args()
    if unknown := set(options.names) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    names = options.names or list(TARGETS)
    if options.list:
        for name in names:
            print(*(mutant.name for mutant in mutants(name, TARGETS[name])), sep="\n")
        return 0
    known = explained()
    return int(sum(run(name, options.jobs, known) for name in names) > 0)


if __name__ == "__main__":
    sys.exit(main())
