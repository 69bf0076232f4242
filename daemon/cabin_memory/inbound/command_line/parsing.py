"""What people write on the command line as values of the contract. Each function raises Failure (usage)."""

import os
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

from dbus_fast import Variant

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.people import OccupantId, Seat
from cabin_memory.domain.time import DAY, HOUR, MINUTE, SECOND
from cabin_memory.inbound.command_line.failures import usage

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_SPANS = {"ms": SECOND // 1000, "s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
_SPAN = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d|w)")


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def readable(arguments: Iterable[str]) -> list[str]:
    """Arguments as text: UTF-8 also where the locale says that they are something else."""
    return [_decoded(argument) for argument in arguments]


def _decoded(argument: str) -> str:
    try:
        # Bytes that the locale's encoding does not know are surrogates by now.
        return os.fsencode(argument).decode() if re.search("[\ud800-\udfff]", argument) else argument
    except UnicodeError as error:
        raise usage(
            "{text} is not UTF-8.",
            "Set the terminal to UTF-8, or convert the text before.",
            text=argument,
        ) from error


def seat_of(text: str) -> tuple[str, str, float]:
    """`SEAT=ISSUER:SUBJECT[@CONFIDENCE]`; the number after the last @ is the confidence, 100 without one."""
    seat, equals, rest = text.partition("=")
    who, at, number = rest.rpartition("@")
    try:
        confidence = float(number) if at else 100.0
    except ValueError:
        who, confidence = rest, 100.0
    if not at:
        who = rest
    try:
        if not equals or not 0.0 <= confidence <= 100.0:
            raise InvalidArgument("seat or confidence")
        return str(Seat(position=seat)), str(OccupantId.parse(who)), confidence
    except InvalidArgument as error:
        raise usage(
            "{text} does not say who sits where.",
            "Write SEAT=ISSUER:SUBJECT[@CONFIDENCE], such as Row1.DriverSide=oem:u-1001@95; "
            "seats are Row1 to Row4 with DriverSide, Middle or PassengerSide, a confidence is 0 to 100.",
            text=text,
        ) from error


def _scalar(text: str) -> Variant:
    """true, false, a whole number, a number, or text."""
    if text.lower() in ("true", "false"):
        return Variant("b", text.lower() == "true")
    for signature, kind in (("x", int), ("d", float)):
        try:
            return Variant(signature, kind(text))
        except (ValueError, OverflowError):
            continue
    return Variant("s", text)


def pairs_of(texts: Iterable[str], example: str) -> dict[str, Variant]:
    """`NAME=VALUE` several times, the values typed by what they look like."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise usage("{text} is not NAME=VALUE.", "Write it as in {example}.", text=text, example=example)
        pairs[name] = _scalar(value)
    return pairs


def entities_of(texts: Iterable[str]) -> list[tuple[str, str]] | None:
    """`KIND:WORDS` several times; None for none."""
    entities = []
    for text in texts:
        kind, colon, words = text.partition(":")
        if not (kind and colon and words):
            raise usage(
                "{text} is not NAME=VALUE.", "Write it as in {example}.", text=text, example="person:Anna"
            )
        entities.append((kind, words))
    return entities or None


def micros_of(text: str | None, zone: ZoneInfo | None) -> int | None:
    """An ISO date or time, or an age such as 3d or 90m, in µs UTC.

    A time that names no zone is one of `zone`; None is this machine's.
    """
    if not text:
        return None
    try:
        if text[-1] in _UNITS and text[:-1].isdigit():
            moment = datetime.now(UTC) - timedelta(**{_UNITS[text[-1]]: int(text[:-1])})
        else:
            moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError) as error:
        raise usage(
            "{text} is not a time.",
            "Write 2026-03-01, 2026-03-01T18:30, 2026-03-01T18:30+08:00, or an age such as 90m, 12h, 3d, 2w.",
            text=text,
        ) from error
    return (_aware(moment, zone) - _EPOCH) // timedelta(microseconds=1)


def _aware(moment: datetime, zone: ZoneInfo | None) -> datetime:
    if moment.tzinfo is not None:
        return moment
    if zone is not None:
        return moment.replace(tzinfo=zone)
    try:
        return moment.astimezone()
    except (ValueError, OverflowError):
        # At either end of the calendar, where a zone's offset leads beyond it and matters to nobody.
        return moment.replace(tzinfo=UTC)


def span_of(text: str) -> int:
    """A number and a unit, such as 1.5s or 3d, in µs."""
    found = _SPAN.fullmatch(text)
    if found is None:
        raise usage("{value} is not a span of time.", "Write a number and ms, s, m, h, d or w.", value=text)
    return int(Fraction(found[1]) * _SPANS[found[2]])


def zone_of(name: str | None) -> ZoneInfo | None:
    """An IANA zone; None for none."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise usage(
            "There is no time zone {name}.", "Name one as in Asia/Shanghai or Europe/Berlin.", name=name
        ) from error


def readable_file(path: Path) -> Path:
    """The path, when it is a file that this user can read."""
    try:
        with path.open("rb"):
            return path
    except OSError as error:
        raise usage(
            "{path} cannot be read: {reason}.",
            "Name a file that exists and that this user may read.",
            path=str(path),
            reason=error.strerror or "",
        ) from error


def free_file(path: Path) -> Path:
    """The path, when nothing is there and something can be."""
    try:
        taken = path.exists()
    except OSError as error:
        raise usage(
            "{path} cannot be written: {detail}.",
            "Name a file in a folder that you may write.",
            path=str(path),
            detail=error.strerror or "",
        ) from error
    if taken:
        raise usage("{path} exists already.", "Name a file that does not exist yet.", path=str(path))
    return path
