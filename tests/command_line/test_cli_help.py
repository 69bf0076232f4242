"""Help and complaints about the command line are whole, in the person's language, at every width."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cabin_memory.domain.vocabulary import Category
from cabin_memory.inbound.command_line import application
from cabin_memory.inbound.command_line.chinese import CHINESE
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.help_pages import wrapped
from command_line.cli_outcome import Run

COMMANDS = [
    (),
    *((name,) for name in (*application._COMMANDS, *application._GROUPS)),
    *((name, verb) for name, (_, commands) in application._GROUPS.items() for verb in commands),
]
# What the framework would say by itself.
FRAMEWORK = re.compile(
    r"\b(Usage|Options|Arguments|Commands|Error|Try|Show|Invalid|Missing|default|required|Got|Did)\b|<\w+"
)


def without_spaces(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("columns", ["40", "80", "200"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
async def test_help_is_whole(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    english, chinese = await run(*command, "--help"), await run(*command, "--help", "--lang", "zh")
    assert english.code == chinese.code == ExitCode.OK
    assert not FRAMEWORK.search(chinese.out)
    assert not re.search("[\u4e00-\u9fff]", english.out)
    for shown in (english, chinese):
        assert all(cell_len(line) <= int(columns) for line in shown.out.splitlines())
    known = "Whose memories; the driver where left out."
    assert without_spaces(known) in without_spaces(english.out)
    if command in [(name,) for name in application._COMMANDS]:
        for paragraph in application._help(application._COMMANDS[command[0]]):
            assert without_spaces(paragraph) in without_spaces(english.out)
            assert without_spaces(CHINESE[paragraph]) in without_spaces(chinese.out)


async def test_help_names_every_word_that_an_option_takes(run: Run) -> None:
    shown = without_spaces((await run("list", "--help")).out)
    assert f"Oneof{','.join(Category)}." in shown
    assert "From1to500." in shown


async def test_nothing_at_all_is_help(run: Run) -> None:
    assert await run() == await run("--help")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lookup", "--limit", "abc"), "--limit 的值无法使用"),
        (("lookup", "--limit", "0"), "1 到 500"),
        (("wait", "--timeout=-1"), "不小于 0"),
        (("list", "--category", "climat"), "是不是想写 climate？"),
        (("list", "--category", "quantum"), "可选：safety、route"),
        (("list", "--limit"), "--limit 需要一个值"),
        (("list", "--json=3"), "--json 不带值"),
        (("list", "--limt", "3"), "是不是想写 --limit？"),
        (("list", "--quantum"), "没有选项 --quantum"),
        (("recal", "x"), "是不是想写 recall？"),
        (("observe", "I", "like", "it"), "请加引号"),
        (("feedback", "x", "liked"), "accepted、rejected、corrected"),
        (("export",), "缺少 FILE"),
        (("context",), "show、set、replay"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
async def test_a_wrong_command_line_in_chinese(run: Run, arguments: tuple[str, ...], says: str) -> None:
    shown = await run("--lang", "zh", *arguments)
    assert shown.code == ExitCode.USAGE
    assert says in shown.err
    assert not FRAMEWORK.search(shown.err)
    assert len(shown.err.splitlines()) == 2


@given(text=st.text("ab 空调。，（）é😀\n", max_size=80), width=st.integers(4, 30))
def test_wrapping_loses_nothing(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert without_spaces("".join(lines)) == without_spaces(text)
    assert all(line and cell_len(line) <= width for line in lines)


@given(text=st.text("空调记忆，。；", min_size=1, max_size=60), width=st.integers(20, 30))
def test_no_line_begins_with_punctuation(text: str, width: int) -> None:
    once = re.sub("([，。；])[，。；]+", r"\1", text).lstrip("，。；")
    assert not [line for line in wrapped(once, width) if line[0] in "，。；"]
