"""`consent`: what a person agrees to, shown and changed."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any

import typer
from dbus_fast import Variant

from cabin_memory.domain.vocabulary import Category
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document, moment
from cabin_memory.inbound.command_line.session import Result, Session

CHOICES = ("collect", "health", "biometrics", "sync", "disclosure", "undo")


class Yes(StrEnum):
    YES = "yes"
    NO = "no"


async def consent(
    session: Session,
    collect: Annotated[Yes | None, typer.Option(help="Keep anything at all.")] = None,
    health: Annotated[Yes | None, typer.Option(help="Keep what is said of health.")] = None,
    biometrics: Annotated[
        Yes | None, typer.Option(help="Keep how I sit and when I drive, as a sign of who drives.")
    ] = None,
    sync: Annotated[Yes | None, typer.Option(help="Let desensitised preferences leave the car.")] = None,
    disclosure: Annotated[
        Yes | None, typer.Option(help="Say private memories while others listen, when asked.")
    ] = None,
    undo: Annotated[
        Yes | None, typer.Option(help="Let what was forgotten be brought back for a day.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CATEGORY", help="Keep nothing of this category; may be repeated; none ends it."
        ),
    ] = None,
    days: Annotated[
        int | None, typer.Option(min=1, max=3650, help="For how many days; without it until it is changed.")
    ] = None,
    this_drive: Annotated[bool, typer.Option("--this-drive", help="Only until this trip ends.")] = False,
) -> Result:
    """Show or change what a person agrees to. Withdrawing removes what was kept because of it."""
    given = dict(zip(CHOICES, (collect, health, biometrics, sync, disclosure, undo), strict=True))
    options: dict[str, Any] = {
        name: _term(answer is Yes.YES, days, this_drive=this_drive)
        for name, answer in given.items()
        if answer is not None
    }
    if without:
        options["without"] = [] if without == ["none"] else without
    reply = await session.call(contract.MANAGE, "Consent", **options)
    return Result(document=document(reply), view=(views.facts(_shown(session, reply)),))


def _term(given: bool, days: int | None, *, this_drive: bool) -> Variant:
    term: dict[str, Variant] = {"given": Variant("b", given)}
    if days is not None:
        end = datetime.now(UTC) + timedelta(days=days)
        term["until"] = Variant("x", int(end.timestamp() * 1_000_000))
    if this_drive:
        term["this_drive"] = Variant("b", True)
    return Variant("a{sv}", term) if len(term) > 1 else term["given"]


def _shown(session: Session, reply: dict[str, Any]) -> list[tuple[str, str]]:
    words = session.words
    labels = {
        "collect": words("Keep anything"),
        "health": words("Health"),
        "biometrics": words("Posture and hours of driving"),
        "sync": words("Synchronisation"),
        "disclosure": words("Private memories in company"),
        "undo": words("Undo of forgetting"),
    }
    ends = reply.get("until", {})
    facts = []
    for name, label in labels.items():
        answer = words("yes") if reply.get(name) else words("no")
        if name in ends:
            answer += f" ({words('until')} {moment(ends[name]).astimezone(session.zone):%Y-%m-%d})"
        facts.append((label, answer))
    listed = [words.term(str(Category(word))) for word in reply.get("without", [])]
    return [*facts, (words("Nothing is kept of"), ", ".join(listed))]
