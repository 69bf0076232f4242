"""Commands for those who ask why: the gates of an answer, the life of a memory, counts."""

from typing import Annotated

import typer
from rich.console import RenderableType

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import diagnosis_views, views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.memory_commands import ConversationId, Limit
from cabin_memory.inbound.command_line.session import Result, Session

_MOST_STOPPED = 5
"""Each fills a screen with its gates; those that are nearest to being returned are asked about."""


async def why(
    session: Session,
    what: Annotated[str, typer.Argument(metavar="ID|QUERY", help="The id of a memory, or a question.")],
    query: Annotated[str | None, typer.Option(help="A question to hold the memory against.")] = None,
    conversation: ConversationId = None,
    limit: Limit = None,
) -> Result:
    """Why a memory is or is not an answer: every gate with its number, in order.

    With an id alone, the life of the memory. It is counted nowhere and keeps nothing fresh.
    """
    reply = await session.call(contract.MANAGE, "Why", what, query=query, session=conversation, limit=limit)
    words, shown = session.words, views.harmless(reply)
    named, asked = bool(reply.get("life")), bool(reply.get("status"))
    view: list[RenderableType] = []
    if asked:
        view.append(views.facts([(words("Recall answers"), words.term(str(shown["status"])))]))
        view += views.why(words, str(shown.get("reason", "")))
        view.append(diagnosis_views.gates(words, shown.get("gates", []), everything=True))
    returned, stopped = diagnosis_views.in_order(shown.get("memories", []))
    view += [
        diagnosis_views.memory(words, item, everything=named, asked=asked)
        for item in (*returned, *stopped[:_MOST_STOPPED])
    ]
    view += views.further(words, len(stopped) - _MOST_STOPPED)
    if named:
        view.append(diagnosis_views.life(words, session.zone, shown["life"]))
    code = ExitCode.OK if reply.get("memories") or named else ExitCode.NOTHING
    if reply.get("status") == "suppressed":
        code = ExitCode.SUPPRESSED
    return Result(document=document(reply), view=tuple(view), code=code)


async def stats(session: Session) -> Result:
    """Counts: importance, categories, merges, supersessions, fading, what was found and accepted."""
    reply = await session.call(contract.MANAGE, "Statistics")
    words, shown = session.words, views.harmless(reply)
    view = (*diagnosis_views.statistics(words, shown), *views.why(words, str(shown.get("hint", ""))))
    code = ExitCode.OK if reply.get("total") else ExitCode.NOTHING
    return Result(document=document(reply), view=view, code=code)
