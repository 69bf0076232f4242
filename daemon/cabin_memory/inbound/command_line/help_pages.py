"""Help as plain text in one language, whole at every width; the framework's own is English, and cut."""

import copy
import re
import shutil
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Any, get_args

import typer
from rich.cells import cell_len, chop_cells
from typer.core import TyperCommand, TyperGroup

from cabin_memory.inbound.command_line.failures import EXIT_CODES
from cabin_memory.inbound.command_line.words import Words

_WIDEST = 100
_LEFT = 30
# What may stand at the end of a line: a run of Latin letters, or one Chinese character with its punctuation.
_PIECE = re.compile(r"\s*[（《]*(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[。，、；：）》！？]*")

_FRAMEWORK = {
    "--help": "Show this help.",
    "--install-completion": "Install completion for this shell.",
    "--show-completion": "Show completion for this shell, to copy or change it.",
}


# --- what a parameter takes --------------------------------------------------------------------------
def spoken(annotation: Any, name: str, words: Words) -> Any:
    """The annotation of a typer parameter with its help in this language, and with what it may be."""
    kind, info = get_args(annotation)
    told = copy.copy(info)
    choices, limits = _choices(kind), _limits(info, words)
    takes = words("One of {choices}.", choices=words.listed(choices)) if choices else limits
    told.help = words.joined(words(info.help), takes)
    if not info.metavar:
        told.metavar = "N" if limits else name.upper()
    if info.rich_help_panel:
        told.rich_help_panel = words(info.rich_help_panel)
    return Annotated[kind, told]


def _choices(kind: Any) -> tuple[str, ...]:
    """The words of an enumeration, also of a list of them or of none."""
    for part in (kind, *get_args(kind)):
        if isinstance(part, type) and issubclass(part, StrEnum):
            return tuple(part)
        if part is not kind and (inside := _choices(part)):
            return inside
    return ()


def _limits(info: Any, words: Words) -> str:
    if info.min is None:
        return ""
    if info.max is None:
        return words("At least {low}.", low=info.min)
    return words("From {low} to {high}.", low=info.min, high=info.max)


# --- a page ------------------------------------------------------------------------------------------
def pages(words: Words) -> tuple[type[TyperCommand], type[TyperGroup]]:
    """The classes of commands and of groups whose help is in this language."""

    def show(context: Any) -> None:
        width = min(shutil.get_terminal_size().columns, _WIDEST) - 1
        print("\n".join(_page(context, words, max(width, 20))))
        raise typer.Exit

    class Command(TyperCommand):
        def format_help(self, ctx: Any, formatter: Any) -> None:
            show(ctx)

    class Group(TyperGroup):
        def format_help(self, ctx: Any, formatter: Any) -> None:
            show(ctx)

    return Command, Group


def _page(context: Any, words: Words, width: int) -> Iterable[str]:
    command = context.command
    arguments = [one for one in command.get_params(context) if one.param_type_name == "argument"]
    commands = [(name, one.help or "") for name, one in getattr(command, "commands", {}).items()]
    usage = [context.command_path, *(_in_usage(one) for one in arguments), f"[{words('OPTIONS')}]"]
    usage += [words("COMMAND …")] if commands else []
    yield from wrapped(words("Usage: {line}", line=" ".join(usage)), width)
    for paragraph in (command.help or "").split("\n\n"):
        yield from ("", *wrapped(paragraph, width))
    first = [(name, about.partition("\n\n")[0]) for name, about in commands]
    yield from _section(words("Commands"), first, width)
    yield from _section(words("Arguments"), [(_metavar(one), one.help or "") for one in arguments], width)
    yield from _options(context, words, width)
    if context.parent is None:
        codes = [(str(code.value), words(meaning)) for code, meaning in EXIT_CODES.items()]
        yield from _section(words("Exit codes"), codes, width)


def _options(context: Any, words: Words, width: int) -> Iterable[str]:
    """Those of the command, then those that all commands have."""
    own: list[tuple[str, str]] = []
    common: list[tuple[str, str]] = []
    for option in context.command.get_params(context):
        if option.param_type_name == "option":
            (common if option.rich_help_panel else own).append(_option(option, words))
    if context.parent is None:
        own.append(("--version", words("Show the version.")))
    yield from _section(words("Options"), own, width)
    yield from _section(words("Common options"), common, width)


def _metavar(parameter: Any) -> str:
    metavar: str | None = parameter.metavar
    return metavar or str(parameter.name).upper()


def _in_usage(argument: Any) -> str:
    metavar = _metavar(argument)
    return metavar if argument.required or metavar.startswith("[") else f"[{metavar}]"


def _option(option: Any, words: Words) -> tuple[str, str]:
    shortest_first = sorted(option.opts, key=len)
    spelled = " / ".join([", ".join(shortest_first), *option.secondary_opts])
    about = words(_FRAMEWORK.get(option.opts[0], "")) or option.help or ""
    required = words("Required.") if option.required else ""
    left = spelled if option.is_flag else f"{spelled} {option.metavar}"
    return left, words.joined(about, required)


def _section(title: str, rows: Sequence[tuple[str, str]], width: int) -> Iterable[str]:
    """Two columns; what is too wide for the left one has its explanation below."""
    if not rows:
        return
    column = min(max(cell_len(left) for left, _ in rows), _LEFT, width // 2)
    yield from ("", title)
    for left, right in rows:
        lines = wrapped(right, width - column - 4) or [""]
        if cell_len(left) > column:
            yield from (f"  {line}" for line in wrapped(left, width - 2))
        else:
            yield f"  {left}{' ' * (column - cell_len(left))}  {lines.pop(0)}".rstrip()
        yield from (f"{' ' * (column + 4)}{line}" for line in lines)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns; Chinese may break after every character but not before its
    punctuation, everything else between words."""
    lines: list[str] = []
    line = ""
    for piece in _PIECE.findall(" ".join(text.split())):
        if line and cell_len(line + piece) > width:
            lines.append(line)
            line = ""
        whole = line + piece if line else piece.lstrip()
        *full, line = chop_cells(whole, width) or [""]
        lines += full
    return [*lines, line] if line else lines
