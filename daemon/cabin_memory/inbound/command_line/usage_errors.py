"""Typer's own errors (unknown option, missing argument, …) as failures in the person's language.

Typer once took click's exception classes from outside and now carries its own; both are reached through the
one class that typer exports, and told apart by name and public attributes.
"""

import re
from difflib import get_close_matches

import typer

from cabin_memory.inbound.command_line.failures import Failure, usage
from cabin_memory.inbound.command_line.words import Words

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it cannot parse."""

_NO_COMMAND = re.compile(r"No such command '?(?P<name>[^'.]*)'?\.?(?: Did you mean (?P<near>.*)\?)?")
_TOO_MUCH = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((?P<what>.*)\)")
_NOT_ONE_OF = re.compile(r"'(?P<value>[^']*)' is not one of (?P<choices>.*)")


def failure_of(error: Exception, program: str, words: Words) -> Failure:
    """The same fault with its remedy."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else program
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    match type(error).__name__:
        case "NoSuchOption":
            option, near = error.option_name, getattr(error, "possibilities", None)  # type: ignore[attr-defined]
            return _unknown("There is no option {name}.", option, ", ".join(sorted(near or ())), path)
        case "MissingParameter":
            return usage(
                "{name} is missing.", "{path} --help explains the command.", name=_name(error), path=path
            )
        case "BadOptionUsage":
            wants = "{name} takes no value." if "not take a value" in message else "{name} needs a value."
            name = str(error.option_name)  # type: ignore[attr-defined]
            return usage(wants, "{path} --help explains the command.", name=name, path=path)
        case "BadParameter":
            return _unusable(error, message)
    if found := _NO_COMMAND.match(message):
        near = (found["near"] or "").replace("'", "")
        return _unknown("There is no command {name}.", found["name"], near, path)
    if found := _TOO_MUCH.match(message):
        remedy = "Put a text of several words in quotes; {path} --help explains the command."
        fault = "There is more on the line than the command takes: {what}"
        return usage(fault, remedy, what=found["what"], path=path)
    if message.startswith("Missing command"):
        commands = words.listed(getattr(getattr(context, "command", None), "commands", ()))
        return usage("No command is given.", "Name one of {commands}.", commands=commands)
    remedy = "{path} --help explains it."
    return usage("The command line cannot be read: {message}", remedy, message=message, path=path)


def _name(error: Exception) -> str:
    """The parameter as a person writes it: an option, or the word that stands for an argument."""
    parameter = getattr(error, "param", None)
    spelled = str((getattr(parameter, "opts", None) or [""])[0])
    return spelled if spelled.startswith("-") else (getattr(parameter, "metavar", None) or spelled.upper())


def _unusable(error: Exception, message: str) -> Failure:
    """A value that is not what the parameter takes; its help tells what that is."""
    name = _name(error)
    about = str(getattr(getattr(error, "param", None), "help", ""))
    found = _NOT_ONE_OF.search(message)
    if found is None:
        fault = "The value of {name} cannot be used."
        return usage(fault, "Its meaning: {help}", name=name, help=about)
    near = get_close_matches(found["value"], re.findall(r"'([^']+)'", found["choices"]), n=1)
    if near:
        fault = "{name} cannot be {value}."
        return usage(fault, "Did you mean {near}?", name=name, value=found["value"], near=near[0])
    return usage(
        "{name} cannot be {value}.", "Its meaning: {help}", name=name, value=found["value"], help=about
    )


def _unknown(fault: str, name: str, near: str, path: str) -> Failure:
    if near:
        return usage(fault, "Did you mean {near}?", name=name, near=near)
    return usage(fault, "{path} --help lists what there is.", name=name, path=path)
