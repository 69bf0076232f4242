"""One run of one command: the common options, the daemon, the language, and the result it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer
from rich.console import Console, RenderableType

from cabin_memory.codecs.dbus_types import Interface
from cabin_memory.domain.text import Language
from cabin_memory.inbound.command_line.daemon_client import BusChoice, BusPlace, DaemonClient
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.words import Words

_PANEL = "Common options"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonOptions:
    """The options that stand before or after every command."""

    speaker: Annotated[
        str | None,
        typer.Option(
            metavar="ISSUER:SUBJECT",
            help="Whose memories; the driver where left out.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    session_bus: Annotated[
        bool | None,
        typer.Option(
            "--session-bus/--system-bus",
            help="Which bus; without it CABIN_MEMORY_BUS (session or system) decides, then the session bus "
            "if the daemon is there, then the system bus.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    address: Annotated[
        str,
        typer.Option(
            help="A D-Bus address, instead of a named bus.", metavar="ADDRESS", rich_help_panel=_PANEL
        ),
    ] = ""
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document.", rich_help_panel=_PANEL)
    ] = False
    timezone: Annotated[
        str | None,
        typer.Option(
            metavar="ZONE",
            help="The speaker's IANA time zone; this machine's where left out.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    lang: Annotated[
        Language | None,
        typer.Option(
            help="Language of this program; LC_ALL, LC_MESSAGES and LANG decide where left out.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Tell each call and its time.", rich_help_panel=_PANEL),
    ] = False

    @property
    def place(self) -> BusPlace:
        choices = {True: BusChoice.SESSION, False: BusChoice.SYSTEM}
        choice = None if self.session_bus is None else choices[self.session_bus]
        return BusPlace(choice=choice, address=self.address)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a command came to: for scripts, for people, and as exit code."""

    document: Mapping[str, Any]
    view: tuple[RenderableType, ...] = ()
    hints: tuple[str, ...] = ()
    """For people only, to standard error: nothing is wrong, but something may not be as it was meant."""
    code: ExitCode = ExitCode.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What a command may use."""

    options: CommonOptions
    words: Words
    daemon: DaemonClient
    console: Console
    zone: ZoneInfo | None = None
    """The speaker's zone where it was given; None is this machine's."""

    async def call(
        self, interface: Interface, name: str, *arguments: object, **options: object
    ) -> dict[str, Any]:
        """`DaemonClient.call` with the speaker and time zone of the common options, where it takes them."""
        method = next(method for method in interface.methods if method.name == name)
        takes = {value.name for value in method.options}
        common = {"speaker": self.options.speaker, "timezone": self.options.timezone}
        fitting = {key: value for key, value in common.items() if key in takes}
        return await self.daemon.call(interface, name, *arguments, **fitting, **options)
