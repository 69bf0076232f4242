"""The command about people whom the car does not know yet."""

from typing import Annotated

import typer

from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.session import Result, Session

_CODES = {"ok": ExitCode.OK, "suppressed": ExitCode.SUPPRESSED, "degraded": ExitCode.UNAVAILABLE}


async def ask(
    session: Session,
    category: Annotated[Category | None, typer.Option(help="Only this category.")] = None,
    language: Annotated[
        Language | None,
        typer.Option(help="Language of the question; where left out, that of what the person said last."),
    ] = None,
) -> Result:
    """The next question worth asking a person whom the car does not know yet.

    It counts as put: at most one comes a trip, and none again within 30 days. observe takes the answer.
    """
    reply = await session.call(contract.MEMORY, "Ask", category=category, language=language)
    words, shown = session.words, views.harmless(reply)
    facts = [
        (words("Question"), str(shown.get("text", ""))),
        (words("Category"), words.term(str(shown.get("category", "")))),
        (words("Until it is known"), views.generic_default(words, shown.get("default", {}))),
        (words("Id"), str(shown.get("id", ""))),
    ]
    view = (views.facts(facts),) if reply.get("id") else (words("There is nothing to ask now."),)
    code = _CODES.get(str(reply.get("status")), ExitCode.NOTHING)
    return Result(
        document=document(reply), view=(*view, *views.why(words, str(reply.get("reason", "")))), code=code
    )
