"""The command about what phrases mean that refer to the past."""

from typing import Annotated

import typer

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.memory_commands import ConversationId
from cabin_memory.inbound.command_line.session import Result, Session

_NOTHING = {"suppressed": ExitCode.SUPPRESSED, "degraded": ExitCode.UNAVAILABLE}


async def resolve_time(
    session: Session,
    phrase: Annotated[str, typer.Argument(help="Such as yesterday, last Friday, like last time.")],
    topic: Annotated[str | None, typer.Option(help="What is spoken of, such as navigation.")] = None,
    conversation: ConversationId = None,
) -> Result:
    """The memories that a phrase may mean which refers to the past."""
    reply = await session.call(contract.MEMORY, "ResolveTime", phrase, topic=topic, session=conversation)
    candidates, words = reply.get("candidates", []), session.words
    code = ExitCode.OK if candidates else _NOTHING.get(str(reply.get("status")), ExitCode.NOTHING)
    view = views.answer(words, session.zone, candidates)
    if not candidates:
        suppressed = code is ExitCode.SUPPRESSED
        view = (words("Not now." if suppressed else "Nothing is remembered that fits."),)
    why = views.why(words, str(reply.get("reason", "")))
    return Result(document=document(reply), view=(*view, *why), code=code)
