"""Commands about what people say of memories: feedback, and the answer to a conflict."""

from enum import StrEnum
from typing import Annotated

import typer

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import not_found
from cabin_memory.inbound.command_line.session import Result, Session


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CORRECTED = "corrected"


class Choice(StrEnum):
    NEW = "new"
    OLD = "old"
    BOTH = "both"


async def feedback(
    session: Session,
    id: Annotated[str, typer.Argument(metavar="ID", help="An id from list or recall.")],
    verdict: Annotated[Verdict, typer.Argument(help="What became of it.")],
    reason: Annotated[
        str | None, typer.Option(help="Why; with corrected what is right, in a sentence.")
    ] = None,
) -> Result:
    """Tell what became of a memory that was brought up; a correction retires it."""
    reply = await session.call(contract.MEMORY, "Feedback", id, verdict.value, reason=reason)
    words = session.words
    facts = [
        (words("Importance"), str(reply.get("importance", ""))),
        (words("Status"), words.term(str(reply.get("status", "")))),
        (words("Kept from the reason"), str(reply.get("reason_id", ""))),
    ]
    return Result(document=document(reply), view=(views.facts(facts),))


async def answer(
    session: Session,
    conflict: Annotated[str, typer.Argument(metavar="ID", help="The conflict that observe reported.")],
    choice: Annotated[Choice, typer.Argument(help="Which of the two counts.")],
) -> Result:
    """Settle a conflict between two memories."""
    with not_found(
        "There is no open conflict with that id.",
        "observe names it when it asks back; it ends when it is answered or either memory goes.",
    ):
        reply = await session.call(contract.MANAGE, "Answer", conflict, choice.value)
    pairs = zip(reply.get("ids", []), reply.get("statuses", []), strict=True)
    facts = [(str(memory), session.words.term(str(status))) for memory, status in pairs]
    return Result(document=document(reply), view=(views.facts(facts),))
