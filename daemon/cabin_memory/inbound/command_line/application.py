"""The typer application: commands are plain async functions, this module gives them their common options,
their language, one event loop, and one place where failures become messages and exit codes."""

import asyncio
import inspect
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields
from importlib.metadata import version
from typing import Any, get_type_hints

import typer

from cabin_memory.domain.text import Language
from cabin_memory.inbound.command_line import (
    acquaintance_commands,
    car_commands,
    consent_command,
    diagnosis_commands,
    forgetting_commands,
    judging_commands,
    looking_back_commands,
    memory_commands,
    not_now,
    planning_commands,
    replay_command,
    simulate_commands,
    views,
)
from cabin_memory.inbound.command_line.daemon_client import DaemonClient
from cabin_memory.inbound.command_line.failures import ExitCode, Failure, unexpected
from cabin_memory.inbound.command_line.help_pages import pages, spoken
from cabin_memory.inbound.command_line.output import Outlet, as_stream, console, print_json
from cabin_memory.inbound.command_line.parsing import readable, zone_of
from cabin_memory.inbound.command_line.session import CommonOptions, Result, Session
from cabin_memory.inbound.command_line.usage_errors import UsageError, failure_of
from cabin_memory.inbound.command_line.words import Words, language_of

PROGRAM = "cabin-memory"
_log = logging.getLogger(__name__)

Command = Callable[..., Awaitable[Result]]

_COMMANDS: Mapping[str, Command] = {
    "observe": memory_commands.observe,
    "recall": memory_commands.recall,
    "brief": memory_commands.brief,
    "plan": planning_commands.plan,
    "ask": acquaintance_commands.ask,
    "describe": memory_commands.describe,
    "lookup": memory_commands.lookup,
    "resolve-time": looking_back_commands.resolve_time,
    "list": memory_commands.list_memories,
    "get": memory_commands.get,
    "feedback": judging_commands.feedback,
    "answer": judging_commands.answer,
    "consent": consent_command.consent,
    "forget": forgetting_commands.forget,
    "undo": forgetting_commands.undo,
    "forget-log": forgetting_commands.forget_log,
    "wipe": forgetting_commands.wipe,
    "change-owner": forgetting_commands.change_owner,
    "edit": forgetting_commands.edit,
    "export": forgetting_commands.export,
    "why": diagnosis_commands.why,
    "stats": diagnosis_commands.stats,
    "health": car_commands.health,
    "wait": simulate_commands.wait,
}
_GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "context": (
        "The vehicle's state.",
        {
            "show": car_commands.show_context,
            "set": car_commands.set_context,
            "replay": replay_command.replay,
        },
    ),
    "simulate": (
        "Time of a daemon that was started with --simulate.",
        {
            "advance": simulate_commands.advance,
            "time": simulate_commands.set_time,
            "jobs": simulate_commands.jobs,
        },
    ),
    "occupants": (
        "Who sits where.",
        {
            "show": car_commands.show_occupants,
            "set": car_commands.set_occupants,
            "declare": car_commands.declare,
        },
    ),
}


# --- from an async function to a typer command -------------------------------------------------------
def _parameters(source: Any, words: Words) -> list[inspect.Parameter]:
    """What a function or CommonOptions takes, as keyword parameters; `session` is not for typer."""
    hints = get_type_hints(source, include_extras=True)
    return [
        parameter.replace(
            kind=inspect.Parameter.KEYWORD_ONLY,
            annotation=spoken(hints[parameter.name], parameter.name, words),
        )
        for parameter in inspect.signature(source).parameters.values()
        if parameter.name != "session"
    ]


def _with_signature(
    function: Callable[..., Any], parameters: Sequence[inspect.Parameter]
) -> Callable[..., Any]:
    """Typer reads a command's parameters from its signature; a computed one serves as well."""
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    signature = inspect.Signature([context, *parameters])
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {name: item.annotation for name, item in signature.parameters.items()}
    return function


def _common(context: typer.Context, values: dict[str, Any]) -> CommonOptions:
    """The common options out of `values`; those not given here may stand before the command or its group."""
    before: CommonOptions = context.obj or CommonOptions()
    given = {}
    for item in fields(CommonOptions):
        value = values.pop(item.name)
        given[item.name] = getattr(before, item.name) if value == item.default else value
    return CommonOptions(**given)


def _typer_command(command: Command, words: Words) -> Callable[..., None]:
    def run(*, context: typer.Context, **values: Any) -> None:
        options = _common(context, values)
        code = asyncio.run(_run(command, options, words, values))
        raise typer.Exit(code)

    return _with_signature(run, [*_parameters(command, words), *_parameters(CommonOptions, words)])


def _before(words: Words) -> Callable[..., None]:
    """Common options before a command; the framework hands `obj` down."""

    def keep(*, context: typer.Context, **values: Any) -> None:
        context.obj = _common(context, values)

    return _with_signature(keep, _parameters(CommonOptions, words))


def build_app(words: Words) -> typer.Typer:
    """The whole command line in one language."""
    command_class, group_class = pages(words)

    def add(app: typer.Typer, commands: Mapping[str, Command]) -> None:
        for name, command in commands.items():
            about = _spoken_help(command, words)
            app.command(name, help=about, cls=command_class)(_typer_command(command, words))

    about = words("Talk to the car's memory: what it keeps, what it would answer, and why.")
    app = typer.Typer(help=about, cls=group_class, pretty_exceptions_enable=False)
    app.callback()(_before(words))
    add(app, _COMMANDS)
    for name, (meaning, commands) in _GROUPS.items():
        group = typer.Typer(help=words(meaning), cls=group_class)
        group.callback()(_before(words))
        add(group, commands)
        app.add_typer(group, name=name)
    return app


def _help(command: Command) -> list[str]:
    """The paragraphs of a command's docstring are its help."""
    return inspect.cleandoc(command.__doc__ or "").split("\n\n")


def _spoken_help(command: Command, words: Words) -> str:
    return "\n\n".join(words(paragraph) for paragraph in _help(command))


# --- one run -----------------------------------------------------------------------------------------
def _log_calls() -> None:
    logging.basicConfig(stream=sys.stderr, format="%(message)s")
    logging.getLogger("cabin_memory").setLevel(logging.DEBUG)


async def _run(command: Command, options: CommonOptions, words: Words, values: dict[str, Any]) -> ExitCode:
    """Raises Failure."""
    if options.verbose:
        _log_calls()
    out = console(sys.stdout)
    zone = zone_of(options.timezone)
    async with DaemonClient(options.place) as daemon:
        session = Session(options=options, words=words, daemon=daemon, console=out, zone=zone)
        try:
            result = await command(session, **values)
        except Failure as failure:
            raise await not_now.told(failure, daemon) from failure
    if options.as_json:
        print_json(result.document, sys.stdout)
    else:
        for renderable in result.view:
            out.print(renderable)
        for hint in result.hints:
            print(views.harmless(hint), file=sys.stderr)
    return result.code


def _report(failure: Failure, words: Words, *, as_json: bool) -> None:
    """JSON goes to standard output like any other answer, sentences go to standard error."""
    if as_json:
        fault, remedy = failure.told(words)
        document = {"word": failure.word, "fault": fault, "remedy": remedy, "exit_code": int(failure.code)}
        print_json({"error": document}, sys.stdout)
    else:
        told = (views.harmless(line.replace("\n", " ")) for line in failure.lines(words))
        print(*told, sep="\n", file=sys.stderr)


def _asked_language(arguments: Sequence[str]) -> Language:
    """The language is needed before the arguments are parsed, for help and for parsing errors."""
    for index, argument in enumerate(arguments):
        wish = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and index + 1 < len(arguments):
            wish = arguments[index + 1]
        if wish in tuple(Language):
            return Language(wish)
    return language_of(os.environ)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with a code of `ExitCode`."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = given[: given.index("--")] if "--" in given else given
    words = Words(language=_asked_language(options))
    out, err = Outlet(sys.stdout), Outlet(sys.stderr)
    with redirect_stdout(as_stream(out)), redirect_stderr(as_stream(err)):
        try:
            code = _ended(given, words)
        except Failure as failure:
            _report(failure, words, as_json="--json" in options)
            code = failure.code
        out.flush()
        if out.fault is not None:
            _report(out.fault, words, as_json=False)
            code = out.fault.code
    sys.exit(code)


def _ended(given: Sequence[str], words: Words) -> ExitCode:
    """How the run ended. Raises Failure."""
    if list(given) == ["--version"]:
        print(f"{PROGRAM} {version('cabin-memory')}")
        return ExitCode.OK
    arguments = readable(given) or ["--help"]
    try:
        code = build_app(words)(arguments, prog_name=PROGRAM, standalone_mode=False)
    except Failure:
        raise
    except UsageError as error:
        named = [word for word in arguments if word in _COMMANDS or word in _GROUPS]
        raise failure_of(error, " ".join([PROGRAM, *named[:1]]), words) from error
    except (KeyboardInterrupt, typer.Abort):
        return ExitCode.INTERRUPTED
    except Exception as error:
        _log.debug("this should not have happened", exc_info=error)
        raise unexpected(error) from error
    return ExitCode(code or ExitCode.OK)
