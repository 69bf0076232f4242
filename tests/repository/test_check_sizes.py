"""The size check measures what it says and fails over its caps."""

import ast
from pathlib import Path

import pytest

import check_sizes
from check_sizes import FUNCTIONS, MODULES, function_sizes


def _lines(source: str) -> dict[str, int]:
    sizes = function_sizes(ast.parse(source), "module.py")
    return {size.where.rpartition(" ")[2]: size.lines for size in sizes}


def test_a_function_counts_from_def_to_its_last_line() -> None:
    assert _lines("def one():\n    return 1\n\n\nasync def two(\n    a,\n):\n    return a\n") == {
        "one": 2,
        "two": 4,
    }


def test_a_docstring_does_not_count() -> None:
    assert _lines('def one():\n    """A contract.\n\n    In three lines.\n    """\n    return 1\n') == {
        "one": 2
    }


def test_methods_and_nested_functions_count_too() -> None:
    source = "class A:\n    def outer(self):\n        def inner():\n            pass\n        return inner\n"
    assert _lines(source) == {"outer": 4, "inner": 2}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check_sizes, "ROOT", tmp_path)
    return tmp_path


def _function(lines: int) -> str:
    return "def long():\n" + "    pass\n" * (lines - 1)


@pytest.mark.parametrize(
    ("source", "status"),
    [
        (_function(FUNCTIONS.cap), 0),
        (_function(FUNCTIONS.cap + 1), 1),
        (_function(2) + "# more\n" * (MODULES.cap - 2), 0),
        (_function(2) + "# more\n" * (MODULES.cap - 1), 1),
    ],
    ids=["function at the cap", "function over it", "module at the cap", "module over it"],
)
def test_the_caps_decide(project: Path, source: str, status: int) -> None:
    (project / "module.py").write_text(source)
    assert check_sizes.main(["."]) == status


def test_what_deserves_a_look_is_listed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "module.py").write_text(_function(FUNCTIONS.look_again))
    assert check_sizes.main(["."]) == 0
    assert "module.py:1 long: 30 lines, look again" in capsys.readouterr().out


def test_a_folder_without_code_is_a_mistake(project: Path) -> None:
    assert check_sizes.main(["."]) == 1
