"""The command about proposals."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.console import RenderableType

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.memory_commands import ConversationId, Limit, TripScene
from cabin_memory.inbound.command_line.parsing import pairs_of
from cabin_memory.inbound.command_line.session import Result, Session

_CODES = {"suppressed": ExitCode.SUPPRESSED, "degraded": ExitCode.UNAVAILABLE}
_SHOWN_APART = ("topic", "category", "confidence", "hedged", "settings", "attribute", "value")


async def plan(
    session: Session,
    request: Annotated[
        str | None,
        typer.Argument(help="What was asked for now; left out, the car would speak up by itself."),
    ] = None,
    intent: Annotated[str | None, typer.Option(help="The assistant's intent, such as climate.set.")] = None,
    slot: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A slot of that intent; may be repeated.")
    ] = None,
    scene: TripScene = None,
    conversation: ConversationId = None,
    limit: Limit = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also tell what was found and withheld, and why.")
    ] = False,
) -> Result:
    """A proposal for now, made of what is remembered, with its reasons.

    It is a memory itself: tell by feedback what became of it. What was rejected is not proposed again.
    """
    reply = await session.call(
        contract.MEMORY,
        "Plan",
        request or "",
        intent=intent,
        slots=pairs_of(slot, "destination=office") if slot else None,
        scene=scene,
        session=conversation,
        limit=limit,
        explain=explain or None,
    )
    words = session.words
    code = ExitCode.OK if reply.get("text") else _CODES.get(str(reply.get("status")), ExitCode.NOTHING)
    view = _proposed(session, reply) if reply.get("text") else (words("Nothing is proposed now."),)
    withheld = views.withheld(words, reply["withheld"]) if reply.get("withheld") else ()
    why = views.why(words, str(reply.get("reason", "")))
    return Result(document=document(reply), view=(*view, *why, *withheld), code=code)


def _short(value: Any) -> Any:
    """A number as people write it."""
    return f"{value:g}" if isinstance(value, float) else value


def _proposed(session: Session, proposed: Mapping[str, Any]) -> tuple[RenderableType, ...]:
    words, reply = session.words, views.harmless(proposed)
    proposal = reply.get("proposal", {})
    settings = proposal.get("settings", {})
    plain = {key: value for key, value in proposal.items() if key not in _SHOWN_APART}
    parameters = {key: _short(value) for key, value in (plain | settings).items()}
    facts = [
        (words("Category"), words.term(str(proposal.get("category", "")))),
        (words("Confidence"), f"{proposal['confidence']:.2f}" if "confidence" in proposal else ""),
        *((words("Because"), reason) for reason in reply.get("because", [])),
        (words("Id"), str(reply.get("id", ""))),
    ]
    return (
        str(reply.get("text", "")),
        views.facts(facts),
        views.everything(words, session.zone, parameters),
    )
