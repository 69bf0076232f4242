"""Commands for trying things out: wait for the daemon, let simulated time pass."""

import asyncio
from typing import Annotated

import typer
from rich.text import Text

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode, Failure, usage
from cabin_memory.inbound.command_line.parsing import micros_of, span_of
from cabin_memory.inbound.command_line.session import Result, Session

_AGAIN_S = 0.1


async def wait(
    session: Session,
    timeout: Annotated[float, typer.Option(min=0, help="Seconds to wait at most.")] = 10.0,
) -> Result:
    """Wait until the daemon answers."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + timeout
    while True:
        try:
            reply = await session.call(contract.HEALTH, "Check")
        except Failure as failure:
            if failure.code is not ExitCode.UNREACHABLE or clock() >= deadline:
                raise
            await session.daemon.hang_up()
            await asyncio.sleep(_AGAIN_S)
        else:
            facts = [(session.words("Level"), session.words.term(str(reply.get("level", ""))))]
            return Result(document=document(reply), view=(views.facts(facts),))


async def advance(
    session: Session,
    amount: Annotated[str, typer.Argument(metavar="SPAN", help="Such as 1.5s, 20m, 3d.")],
) -> Result:
    """Let simulated time pass."""
    return await _then(session, "Advance", amount, span_of(amount))


async def set_time(
    session: Session,
    time: Annotated[str, typer.Argument(metavar="TIME", help="A date or a time, such as 2026-03-01T18:30.")],
) -> Result:
    """Jump to a date in simulated time."""
    return await _then(session, "SetTime", time, micros_of(time, session.zone))


async def jobs(session: Session) -> Result:
    """Run what is due at the present simulated time, and wait until nothing is pending."""
    await _simulated(session)
    reply = await session.call(contract.SIMULATION, "RunDueJobs")
    await session.call(contract.SIMULATION, "Settle")
    return Result(document=document(reply), view=(session.words("Done."),))


async def _then(session: Session, member: str, given: str, micros: int | None) -> Result:
    """Change the time, then tell it and the drive state that it left."""
    await _simulated(session)
    try:
        reply = await session.call(contract.SIMULATION, member, micros)
    except Failure as failure:
        if failure.code is not ExitCode.USAGE:
            raise
        raise usage(
            "{value} leads to where simulated time does not go.",
            "It goes from 1970 to 2169; a span is counted from what it is now.",
            value=given,
        ) from failure
    state = str(await session.daemon.read(contract.CONTEXT, "DriveState"))
    words = session.words
    facts: list[tuple[str, str | Text]] = [
        (words("Time"), views.local(reply["time"], session.zone)),
        (words("Drive state"), views.drive_state(words, state)),
    ]
    return Result(document=document(reply) | {"drive_state": state}, view=(views.facts(facts),))


async def _simulated(session: Session) -> None:
    if not await session.daemon.simulated():
        raise usage(
            "This daemon runs in real time.", "Start a daemon with cabin-memoryd --session --simulate."
        )
