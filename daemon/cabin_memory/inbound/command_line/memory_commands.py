"""Commands about memories: keep one, ask, look, forget."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import RenderableType

from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Outcome, Role, Scene
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.parsing import entities_of, micros_of, pairs_of, zone_of
from cabin_memory.inbound.command_line.session import Result, Session


class Order(StrEnum):
    NEWEST = "newest"
    OLDEST = "oldest"


Limit = Annotated[int | None, typer.Option(min=1, max=500, help="How many memories at most.")]
OneCategory = Annotated[Category | None, typer.Option(help="Only this category.")]
Since = Annotated[
    str | None, typer.Option(metavar="TIME", help="From this time on: a date, a time, or an age such as 3d.")
]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Before this time.")]
ConversationId = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="The conversation it belongs to.")
]
TripScene = Annotated[Scene | None, typer.Option(help="What the trip is for.")]


_NOT_REFUSED = ("duplicate", "question", "working_memory")


# --- keep --------------------------------------------------------------------------------------------
async def observe(
    session: Session,
    text: Annotated[str, typer.Argument(help="What was said or done, one sentence.")],
    role: Annotated[Role | None, typer.Option(help="Who said or did it.")] = None,
    conversation: ConversationId = None,
    scene: TripScene = None,
    subject: Annotated[str | None, typer.Option(help="Whom it is about: an occupant id or a label.")] = None,
    intent: Annotated[str | None, typer.Option(help="The assistant's intent, such as climate.set.")] = None,
    slot: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A slot of that intent; may be repeated.")
    ] = None,
    entity: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND:WORDS", help="A name in the sentence, such as person:Anna; may be repeated."
        ),
    ] = None,
    outcome: Annotated[Outcome | None, typer.Option(help="What became of it.")] = None,
    in_reply_to: Annotated[
        str | None, typer.Option(metavar="ID", help="The memory that this sentence answers or corrects.")
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was said; now where left out.")
    ] = None,
) -> Result:
    """Remember one sentence."""
    reply = await session.call(
        contract.MEMORY,
        "Observe",
        text,
        role=role,
        session=conversation,
        scene=scene,
        subject=subject,
        intent=intent,
        slots=pairs_of(slot, "temperature=24") if slot else None,
        entities=entities_of(entity or ()),
        outcome=outcome,
        in_reply_to=in_reply_to,
        time=micros_of(time, session.zone),
    )
    known = reply.get("stored") or reply.get("merged_into") or reply.get("reason") in _NOT_REFUSED
    code = ExitCode.OK if known else ExitCode.REFUSED
    return Result(document=document(reply), view=_kept(session, reply), code=code)


def _kept(session: Session, kept: Mapping[str, Any]) -> tuple[RenderableType, ...]:
    words, reply = session.words, views.harmless(kept)
    heading = words("Remembered.") if reply.get("stored") else words("Nothing new was kept.")
    if reply.get("merged_into"):
        heading = words("Known already; counted once more.")
    understood = [
        (words("Category"), words.term(str(reply.get("category", "")))),
        (words("Importance"), str(reply.get("importance") or "")),
        (words("Sensitivity"), words.term(str(reply.get("sensitivity", "")))),
        (words("Applies when"), views.conditions(words, reply.get("conditions", []))),
        (words("Merged into"), str(reply.get("merged_into", ""))),
        (words("Takes the place of"), _replaced(reply)),
        (words("Ask back"), str(reply.get("conflict", {}).get("question", ""))),
        (words("Id"), str(reply.get("id", ""))),
    ]
    return (heading, views.facts(understood), *views.why(words, str(reply.get("reason", ""))))


def _replaced(reply: Mapping[str, Any]) -> str:
    conflict = reply.get("conflict", {})
    return str(conflict.get("replaces", "")) if conflict.get("status") == "superseded" else ""


# --- ask ---------------------------------------------------------------------------------------------
async def recall(
    session: Session,
    query: Annotated[str, typer.Argument(help="What is asked or said now.")],
    limit: Limit = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Only this kind; may be repeated.")] = None,
    conversation: ConversationId = None,
    scene: TripScene = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also tell what was found and withheld, and why.")
    ] = False,
) -> Result:
    """What matters for this sentence, this person and this situation, and may be said now."""
    reply = await session.call(
        contract.MEMORY,
        "Recall",
        query,
        limit=limit,
        kinds=[str(item) for item in kind] if kind else None,
        session=conversation,
        scene=scene,
        explain=explain or None,
    )
    view = views.answer(session.words, session.zone, reply.get("memories", []))
    if default := views.generic_default(session.words, views.harmless(reply.get("default", {}))):
        view = (*view, views.facts([(session.words("Until it is known"), default)]))
    return _answered(session, reply, *view)


def _answered(session: Session, reply: Mapping[str, Any], *view: RenderableType) -> Result:
    """A reply with memories: its view, then why there are no more, then what was withheld."""
    words = session.words
    code = _code_of(reply)
    if not (reply.get("memories") or reply.get("ids")):
        heading = "Not now." if code is ExitCode.SUPPRESSED else "Nothing is remembered that fits."
        view = (words(heading), *view)
    if reply.get("withheld"):
        view = (*view, *views.withheld(words, reply["withheld"]))
    reason = views.why(words, str(reply.get("reason", "")))
    return Result(document=document(reply), view=(*view, *reason), code=code)


def _code_of(reply: Mapping[str, Any]) -> ExitCode:
    if reply.get("status") == "suppressed":
        return ExitCode.SUPPRESSED
    if reply.get("memories") or reply.get("ids"):
        return ExitCode.OK
    return ExitCode.UNAVAILABLE if reply.get("level") == "stateless" else ExitCode.NOTHING


async def brief(
    session: Session,
    query: Annotated[str, typer.Argument(help="What is asked or said now.")],
    max_chars: Annotated[
        int | None, typer.Option(min=1, max=4000, help="How long the text may be; 600 where left out.")
    ] = None,
    limit: Limit = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Only this kind; may be repeated.")] = None,
    conversation: ConversationId = None,
    scene: TripScene = None,
) -> Result:
    """The same as recall, as a few sentences for the prompt of a language model."""
    reply = await session.call(
        contract.MEMORY,
        "Brief",
        query,
        max_chars=max_chars,
        limit=limit,
        kinds=[str(item) for item in kind] if kind else None,
        session=conversation,
        scene=scene,
    )
    view = (views.harmless(str(reply.get("text", ""))),) if reply.get("ids") else ()
    return _answered(session, reply, *view)


async def describe(session: Session, category: OneCategory = None) -> Result:
    """What is remembered about the speaker, in plain words."""
    reply = await session.call(contract.MEMORY, "Describe", category=category)
    memories = views.memory_list(session.words, session.zone, reply.get("memories", []))
    view = (views.harmless(str(reply.get("text", ""))), memories) if reply.get("memories") else ()
    return _answered(session, reply, *view)


async def lookup(
    session: Session,
    category: OneCategory = None,
    attribute: Annotated[str | None, typer.Option(help="Such as climate.temperature.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = None,
    order: Annotated[Order | None, typer.Option(help="Which end comes first.")] = None,
) -> Result:
    """Look memories up exactly: when did I last …?"""
    reply = await session.call(
        contract.MEMORY,
        "Lookup",
        category=category,
        attribute=attribute,
        since=micros_of(since, session.zone),
        until=micros_of(until, session.zone),
        limit=limit,
        order=order,
    )
    memories = views.memory_list(session.words, session.zone, reply.get("memories", []))
    return _answered(session, reply, *((memories,) if reply.get("memories") else ()))


# --- manage ------------------------------------------------------------------------------------------
async def list_memories(
    session: Session,
    category: OneCategory = None,
    kind: Annotated[Kind | None, typer.Option(help="Only this kind.")] = None,
    status: Annotated[MemoryStatus | None, typer.Option(help="Only this status.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = None,
) -> Result:
    """All memories of a person, the newest first, whatever their status."""
    reply = await session.call(
        contract.MANAGE,
        "List",
        category=category,
        kind=kind,
        status=status,
        since=micros_of(since, session.zone),
        until=micros_of(until, session.zone),
        limit=limit,
    )
    memories = reply.get("memories", [])
    shown = session.words(
        "{shown} of {total} memories", shown=len(memories), total=reply.get("total", len(memories))
    )
    view = (views.memory_list(session.words, session.zone, memories), shown) if memories else ()
    return _answered(session, reply, *view)


async def get(
    session: Session, id: Annotated[str, typer.Argument(metavar="ID", help="An id from list or recall.")]
) -> Result:
    """One memory with where it comes from."""
    reply = await session.call(contract.MANAGE, "Get", id)
    zone = session.zone or zone_of(reply.get("provenance", {}).get("timezone"))
    return Result(document=document(reply), view=(views.everything(session.words, zone, reply),))
