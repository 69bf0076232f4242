"""Commands about the car: its state, who sits where, how the daemon is."""

from typing import Annotated, Any

import typer
from rich.text import Text

from cabin_memory.domain.people import SeatRole
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.documents import document
from cabin_memory.inbound.command_line.failures import ExitCode
from cabin_memory.inbound.command_line.parsing import pairs_of, seat_of
from cabin_memory.inbound.command_line.roles import role_of
from cabin_memory.inbound.command_line.session import Result, Session
from cabin_memory.inbound.command_line.signal_hints import unused

_SEATS = "SEAT=ISSUER:SUBJECT[@CONFIDENCE]"


# --- the vehicle's state -----------------------------------------------------------------------------
async def show_context(session: Session) -> Result:
    """The drive state, what it suppresses, and every signal with its age."""
    read = session.daemon.read
    state = await read(contract.CONTEXT, "DriveState")
    reason = await read(contract.CONTEXT, "Suppression")
    values = await read(contract.CONTEXT, "Signals")
    ages = await read(contract.CONTEXT, "Ages")
    signals = [
        {"path": path, "value": values.get(path), "age_us": ages.get(path)}
        for path in sorted({*values, *ages})
    ]
    words = session.words
    heading = views.facts([(words("Drive state"), views.drive_state(words, state))])
    rows = [
        (signal["path"], _shown(session, signal["value"]), _age(session, signal["age_us"]))
        for signal in views.harmless(signals)
    ]
    table = views.table((words("Signal"), words("Value"), words("Age")), rows)
    result = {"drive_state": state, "suppression": reason, "signals": signals}
    return Result(document=result, view=(heading, *views.why(words, reason), *((table,) if rows else ())))


def _shown(session: Session, value: Any) -> str:
    return session.words("no valid value") if value is None else str(value)


def _age(session: Session, micros: int | None) -> str:
    return "" if micros is None else views.age(session.words, micros)


async def set_context(
    session: Session,
    signals: Annotated[
        list[str],
        typer.Argument(metavar="PATH=VALUE…", help="VSS paths and values, such as Vehicle.Speed=0."),
    ],
) -> Result:
    """Report signals to the daemon as a vehicle bridge would; they grow stale like any others."""
    example = "Vehicle.Powertrain.Transmission.SelectedGear=126"
    pairs = pairs_of(signals, example)
    reply = await session.call(contract.CONTEXT, "Update", pairs)
    state = await session.daemon.read(contract.CONTEXT, "DriveState")
    words = session.words
    told: list[tuple[str, str | Text]] = [
        (words("Accepted"), str(reply.get("accepted", 0))),
        (words("Not usable"), ", ".join(reply.get("invalid", []))),
        (words("Drive state"), views.drive_state(words, state)),
    ]
    code = ExitCode.USAGE if reply.get("invalid") else ExitCode.OK
    idle = unused(pairs)
    return Result(
        document={**document(reply), "drive_state": state, "unused": idle},
        view=(views.facts(told),),
        hints=tuple(_hint(session, path, near) for path, near in idle.items()),
        code=code,
    )


def _hint(session: Session, path: str, near: str) -> str:
    if near:
        return session.words("{path}: not used; did you mean {near}?", path=path, near=near)
    return session.words("{path}: not used; it changes nothing.", path=path)


# --- who sits where ----------------------------------------------------------------------------------
async def show_occupants(session: Session) -> Result:
    """Who sits where, and how surely each person is recognised."""
    rows = await session.daemon.read(contract.OCCUPANTS, "Occupants")
    occupants = [{"seat": seat, "occupant": who, "confidence": confidence} for seat, who, confidence in rows]
    words = session.words
    if not occupants:
        return Result(
            document={"occupants": []},
            view=(words("Nobody is known to be in the car."),),
            code=ExitCode.NOTHING,
        )
    cells = [
        (item["seat"], item["occupant"] or words("not recognised"), f"{item['confidence']:.0f}")
        for item in views.harmless(occupants)
    ]
    table = views.table((words("Seat"), words("Occupant"), words("Confidence")), cells)
    return Result(document={"occupants": occupants}, view=(table,))


async def set_occupants(
    session: Session,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=f"{_SEATS}…",
            help="Everyone who is in the car now, such as Row1.DriverSide=oem:u-1001@95.",
        ),
    ] = None,
) -> Result:
    """Say who sits where. This replaces everyone who was known before; without seats, the car is empty."""
    reply = await session.call(contract.OCCUPANTS, "Set", [list(seat_of(text)) for text in seats or ()])
    count = reply.get("occupants", 0)
    known = session.words("{count} people are in the car now.", count=count)
    if count == 1:
        known = session.words("1 person is in the car now.")
    return Result(document=document(reply), view=(known,))


async def declare(
    session: Session,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Such as Row1.PassengerSide.")],
    role: Annotated[
        str,
        typer.Argument(
            help="What this person is to the driver: self, spouse, child, parent or guest; everyday words "
            "such as wife, kid and mom are understood too.",
            autocompletion=lambda: list(SeatRole),
        ),
    ],
) -> Result:
    """Say what the person on a seat is to the driver."""
    meant = role_of(role)
    reply = await session.call(contract.OCCUPANTS, "Declare", seat, str(meant))
    told = session.words("{seat} is declared as {role}.", seat=seat, role=session.words.term(meant))
    return Result(document=document(reply), view=(told,))


# --- the daemon --------------------------------------------------------------------------------------
async def health(session: Session) -> Result:
    """How the daemon is: level, model, open vaults, counters and latencies."""
    check = await session.call(contract.HEALTH, "Check")
    vaults = await session.daemon.read(contract.HEALTH, "Vaults")
    metrics = await session.daemon.read(contract.HEALTH, "Metrics")
    view = views.everything(session.words, session.zone, {**check, "vault": vaults, "metric": metrics})
    sound = check.get("level") == "full" and not check.get("reason")
    code = ExitCode.OK if sound else ExitCode.UNAVAILABLE
    return Result(document=document({**check, "vaults": vaults, "metrics": metrics}), view=(view,), code=code)
