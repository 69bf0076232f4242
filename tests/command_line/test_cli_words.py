"""The command line speaks Chinese wherever it speaks English."""

import ast
import string
from pathlib import Path

import pytest

from cabin_memory.domain.people import SeatRole
from cabin_memory.domain.text import Language
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import (
    AnswerStatus,
    Category,
    Kind,
    Level,
    MemoryStatus,
    Reason,
    Sensitivity,
    Source,
)
from cabin_memory.inbound import command_line
from cabin_memory.inbound.command_line import application, not_now, reasons
from cabin_memory.inbound.command_line.chinese import CHINESE
from cabin_memory.inbound.command_line.failures import EXIT_CODES
from cabin_memory.inbound.command_line.words import Words, language_of

MODULES = sorted(Path(command_line.__file__).parent.glob("*.py"))
IN_CHINESE = Words(language=Language.CHINESE)


def spoken(tree: ast.AST) -> set[str]:
    """Literal texts that are given to `words(…)`, and the help of typer parameters."""
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("words", "usage", "_unknown", "not_found"):
            found |= {text for argument in node.args[:2] for text in texts(argument)}
        found |= {
            text
            for keyword in node.keywords
            if keyword.arg in ("help", "fault", "remedy")
            for text in texts(keyword.value)
        }
    return found


def texts(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_every_sentence_is_translated(module: Path) -> None:
    assert spoken(ast.parse(module.read_text("utf-8"))) - set(CHINESE) - {""} == set()


def test_the_search_for_sentences_finds_some() -> None:
    found = set().union(*(spoken(ast.parse(module.read_text("utf-8"))) for module in MODULES))
    assert len(found) > 100


def test_every_command_is_explained_in_chinese() -> None:
    groups = [commands for _, commands in application._GROUPS.values()]
    commands = [command for group in (application._COMMANDS, *groups) for command in group.values()]
    helps = {paragraph for command in commands for paragraph in application._help(command)}
    helps |= {about for about, _ in application._GROUPS.values()} | set(EXIT_CODES.values())
    assert helps - set(CHINESE) == set()


def test_every_reason_is_explained() -> None:
    assert {str(reason) for reason in Reason if reason} == reasons.known_reasons()
    assert {text for reason in reasons.known_reasons() for text in reasons.advice(reason)} - set(
        CHINESE
    ) == set()


def test_what_waits_for_the_car_is_told_in_chinese() -> None:
    told = {text for pair in not_now._LOCKED.values() for text in pair}
    assert told | {*not_now._PARKED_ONLY.values(), not_now._PARK} <= set(CHINESE)


def test_what_stops_one_memory_is_said_in_a_few_words() -> None:
    for reason in reasons.known_reasons():
        short = reasons.in_short(reason)
        assert short in CHINESE
        assert len(short) <= len(reasons.advice(reason)[0])
    assert "does not know" in reasons.in_short("solar_storm")


def test_a_reason_of_a_newer_daemon_is_explained_too() -> None:
    assert "does not know" in reasons.advice("solar_storm")[0]


@pytest.mark.parametrize(
    "words", [AnswerStatus, Level, Category, Kind, Source, Sensitivity, MemoryStatus, DriveState, SeatRole]
)
def test_every_word_of_the_contract_has_a_chinese_one(words: type) -> None:
    assert {str(word) for word in words} - set(CHINESE) == set()


@pytest.mark.parametrize("english", CHINESE)
def test_a_translation_keeps_the_places_to_fill(english: str) -> None:
    def places(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert places(CHINESE[english]) == places(english)
    assert CHINESE[english].strip() == CHINESE[english] != ""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, Language.ENGLISH),
        ({"LANG": "zh_CN.UTF-8"}, Language.CHINESE),
        ({"LANG": "de_DE.UTF-8"}, Language.ENGLISH),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, Language.ENGLISH),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW.UTF-8", "LC_MESSAGES": "C"}, Language.CHINESE),
        ({"LC_ALL": "", "LANG": "zh_CN"}, Language.CHINESE),
    ],
)
def test_the_locale_decides(environment: dict[str, str], language: Language) -> None:
    assert language_of(environment) is language


def test_a_term_keeps_the_word_of_the_contract_beside_it() -> None:
    assert IN_CHINESE.term("climate") == "空调 (climate)"
    assert Words(language=Language.ENGLISH).term("climate") == "climate"
