"""Commands that remove, bring back, correct, and take along what is remembered."""

import sys
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from dbus_fast import Variant
from rich.prompt import Confirm

from cabin_memory.domain.vocabulary import Category, Kind
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode, Failure, not_found, usage
from cabin_memory.inbound.command_line.parsing import free_file, micros_of
from cabin_memory.inbound.command_line.session import Result, Session

Yes = Annotated[bool, typer.Option("--yes", "-y", help="The person was asked again; confirm at once.")]


class Format(StrEnum):
    JSON = "json"
    MSGPACK = "msgpack"


# --- forget ------------------------------------------------------------------------------------------
async def forget(
    session: Session,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID…]", help="Ids from list or recall.")] = None,
    category: Annotated[Category | None, typer.Option(help="Only this category.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="Only this kind.")] = None,
    subject: Annotated[str | None, typer.Option(help="Whom it is about: an occupant id or a label.")] = None,
    conversation: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="The conversation it belongs to.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="From this time on: a date, a time, or an age such as 3d."),
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Before this time.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything of this person.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would go.")] = False,
    yes: Yes = False,
) -> Result:
    """Remove memories for good, with a receipt; works in every drive state."""
    scope = _scope(session, ids, category, kind, subject, conversation, since, until, everything=everything)

    async def call(*, confirm: bool, only_count: bool = False) -> dict[str, Any]:
        return await session.call(
            contract.MANAGE, "Forget", scope, dry_run=only_count or None, confirm=confirm or None
        )

    if dry_run:
        return _receipt(session, await call(confirm=False, only_count=True), dry_run=True)
    if not yes and _at_a_terminal(session):
        would = await call(confirm=False, only_count=True)
        _ask(session, session.words("Forget {count} sentences for good?", count=would.get("count", 0)))
        yes = True
    reply = await call(confirm=yes)
    return _receipt(session, reply, dry_run=False)


def _scope(
    session: Session,
    ids: list[str] | None,
    category: Category | None,
    kind: Kind | None,
    subject: str | None,
    conversation: str | None,
    since: str | None,
    until: str | None,
    *,
    everything: bool,
) -> dict[str, Variant]:
    given: dict[str, tuple[str, Any]] = {
        "ids": ("as", ids or None),
        "category": ("s", category and category.value),
        "kind": ("s", kind and kind.value),
        "subject": ("s", subject),
        "session": ("s", conversation),
        "since": ("x", micros_of(since, session.zone)),
        "until": ("x", micros_of(until, session.zone)),
        "all": ("b", everything or None),
    }
    scope = {key: Variant(kind, value) for key, (kind, value) in given.items() if value is not None}
    if not scope:
        raise usage(
            "Nothing is named that should go.",
            "Name ids, or --category, --since, …, or --all for everything.",
        )
    return scope


def _receipt(session: Session, reply: Mapping[str, Any], *, dry_run: bool) -> Result:
    words = session.words
    receipt = [
        (words("Would go") if dry_run else words("Gone"), str(reply.get("count", 0))),
        (words("Derived from them"), str(reply.get("derived", 0))),
        (words("Receipt"), str(reply.get("id", ""))),
        (words("Verified"), "" if dry_run else _verified(session, reply)),
        (
            words("Can be undone until"),
            views.local(reply["undo_until"], session.zone) if reply.get("undo_until") else "",
        ),
        (words("Not known"), ", ".join(reply.get("unknown", []))),
    ]
    code = ExitCode.OK if reply.get("count") else ExitCode.NOTHING
    return Result(document=document(reply), view=(views.facts(receipt),), code=code)


def _verified(session: Session, reply: Mapping[str, Any]) -> str:
    if reply.get("undo_until"):
        return session.words("not yet: it can still be undone")
    sentence = (
        "yes, no trace is left in the daemon's files" if reply.get("verified") else "no, a trace may be left"
    )
    return session.words(sentence)


async def undo(
    session: Session, receipt: Annotated[str, typer.Argument(metavar="RECEIPT", help="The id of a receipt.")]
) -> Result:
    """Bring back what was forgotten; only within a day, and where the person chose that."""
    with not_found(
        "There is no such receipt, or what it names cannot be brought back.",
        "cabin-memory forget-log shows the receipts; consent --undo yes lets later ones be undone.",
    ):
        reply = await session.call(contract.MANAGE, "Undo", receipt)
    facts = [(session.words("Brought back"), str(reply.get("count", 0)))]
    return Result(document=document(reply), view=(views.facts(facts),))


async def forget_log(
    session: Session,
    limit: Annotated[int | None, typer.Option(min=1, max=500, help="How many receipts at most.")] = None,
) -> Result:
    """When how much was forgotten, without what it was."""
    reply = await session.call(contract.MANAGE, "ForgetLog", limit=limit)
    words, receipts = session.words, reply.get("receipts", [])
    headings = [words(name) for name in ("Receipt", "Time", "Gone", "Scope", "Verified")]
    rows = [
        (
            str(one["id"]),
            views.local(one["time"], session.zone),
            str(one["count"]),
            " ".join(one["scope"]),
            words("yes") if one["verified"] else words("no"),
        )
        for one in receipts
    ]
    view = (views.table(headings, rows),) if rows else (words("Nothing was forgotten yet."),)
    return Result(document=document(reply), view=view, code=ExitCode.OK if rows else ExitCode.NOTHING)


# --- wipe --------------------------------------------------------------------------------------------
async def wipe(
    session: Session,
    occupant: Annotated[str, typer.Argument(metavar="ISSUER:SUBJECT", help="Whose memory is destroyed.")],
    yes: Yes = False,
) -> Result:
    """Destroy everything that is kept of a person: the key first, then the file."""
    reply = await _confirmed(
        session, yes, lambda confirm: session.call(contract.MANAGE, "Wipe", occupant, confirm=confirm)
    )
    facts = [
        (session.words("Destroyed"), occupant),
        (session.words("Said for everyone, gone too"), str(reply.get("household", 0))),
    ]
    return Result(document=document(reply), view=(views.facts(facts),))


async def change_owner(session: Session, yes: Yes = False) -> Result:
    """The car is sold: destroy everything that is kept of anyone."""
    reply = await _confirmed(
        session, yes, lambda confirm: session.call(contract.MANAGE, "ChangeOwner", confirm=confirm)
    )
    facts = [(session.words("Vaults destroyed"), str(reply.get("vaults", 0)))]
    return Result(document=document(reply), view=(views.facts(facts),))


async def _confirmed(
    session: Session, yes: bool, call: Callable[[bool | None], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    """Make a call; ask a person at a terminal when the daemon wants that. Raises Failure."""
    try:
        return await call(yes or None)
    except Failure as failure:
        if failure.word != "ConfirmationRequired" or not _at_a_terminal(session):
            raise
        fault, _remedy = failure.told(session.words)
        _ask(session, f"{fault} {session.words('Go on?')}")
    return await call(True)


def _at_a_terminal(session: Session) -> bool:
    return not session.options.as_json and sys.stdin.isatty()


def _ask(session: Session, question: str) -> None:
    """Ends the program when the person says no."""
    asking = Confirm(question, console=session.console)
    asking.validate_error_message = session.words("Answer y or n.")
    if not asking(default=False):
        raise typer.Exit(ExitCode.REFUSED)


# --- correct, take along -----------------------------------------------------------------------------
async def edit(
    session: Session,
    id: Annotated[str, typer.Argument(metavar="ID", help="An id from list or recall.")],
    text: Annotated[str | None, typer.Option(help="What is right, in a sentence.")] = None,
    category: Annotated[Category | None, typer.Option(help="The right category.")] = None,
    importance: Annotated[int | None, typer.Option(min=1, max=10, help="From 1 to 10.")] = None,
) -> Result:
    """Correct a memory by hand; only while parked."""
    reply = await session.call(
        contract.MANAGE, "Edit", id, text=text, category=category, importance=importance
    )
    words = session.words
    facts = [
        (words("Category"), words.term(str(reply.get("category", "")))),
        (words("Importance"), str(reply.get("importance", ""))),
        (words("Applies when"), views.conditions(words, reply.get("conditions", []))),
    ]
    return Result(document=document(reply), view=(views.facts(facts),))


async def export(
    session: Session,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; it must not exist yet.")],
    form: Annotated[Format, typer.Option("--format", help="How it is written.")] = Format.JSON,
) -> Result:
    """Write everything that is kept of a person into a file that can be read without the daemon."""
    free_file(file)
    reply = await session.call(contract.MANAGE, "Export", format=form.value)
    content = reply["json"].encode() if form is Format.JSON else bytes(reply["archive"])
    try:
        with file.open("xb") as out:
            file.chmod(0o600)
            out.write(content)
    except OSError as fault:
        raise usage(
            "{path} cannot be written: {detail}.",
            "Name a file in a folder that you may write.",
            path=str(file),
            detail=str(fault.strerror),
        ) from fault
    facts = [
        (session.words("Memories"), str(reply.get("count", 0))),
        (session.words("Written to"), str(file)),
    ]
    result = {"count": reply.get("count", 0), "file": str(file), "format": form.value}
    return Result(document=result, view=(views.facts(facts),))
