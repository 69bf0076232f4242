"""Typer's own errors (unknown option, missing argument, …) as failures in the person's language.

Typer once took click's exception classes from outside and now carries its own; both are reached through the
one class that typer exports, and told apart by name and public attributes.
"""

import re

import typer

from cabin_memory.inbound.command_line.failures import Failure, usage

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it cannot parse."""

_NO_COMMAND = re.compile(r"No such command '?(?P<name>[^'.]*)'?\.?(?: Did you mean (?P<near>.*)\?)?")


def failure_of(error: Exception, program: str) -> Failure:
    """The same fault with its remedy."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else program
    match type(error).__name__:
        case "NoSuchOption":
            option, near = error.option_name, getattr(error, "possibilities", None)  # type: ignore[attr-defined]
            return _unknown("There is no option {name}.", option, ", ".join(sorted(near or ())), path)
        case "MissingParameter":
            spelled = str((getattr(getattr(error, "param", None), "opts", None) or [""])[0])
            name = spelled if spelled.startswith("-") else spelled.upper()
            return usage("{name} is missing.", "{path} --help explains the command.", name=name, path=path)
        case "NoArgsIsHelpError":
            return usage("No command is given.", "{path} --help lists the commands.", path=path)
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    if found := _NO_COMMAND.match(message):
        near = (found["near"] or "").replace("'", "")
        return _unknown("There is no command {name}.", found["name"], near, path)
    if message.startswith("Missing command"):
        return usage("No command is given.", "{path} --help lists the commands.", path=path)
    remedy = "{path} --help explains it."
    return usage("The command line cannot be read: {message}", remedy, message=message, path=path)


def _unknown(fault: str, name: str, near: str, path: str) -> Failure:
    if near:
        return usage(fault, "Did you mean {near}?", name=name, near=near)
    return usage(fault, "{path} --help lists what there is.", name=name, path=path)
