"""What can go wrong for a person at the command line: exit codes, the fault, the remedy."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.inbound.command_line.words import Words
from cabin_memory.inbound.dbus_contract import ERROR_PREFIX


class ExitCode(IntEnum):
    """Stable; scripts rely on them."""

    OK = 0
    NOTHING = 1
    USAGE = 2
    UNREACHABLE = 3
    REFUSED = 4
    UNAVAILABLE = 5
    SUPPRESSED = 6
    INTERRUPTED = 130


EXIT_CODES = {
    ExitCode.OK: "done, or something was found",
    ExitCode.NOTHING: "nothing was found",
    ExitCode.USAGE: "the command or a value in it is wrong",
    ExitCode.UNREACHABLE: "the daemon or the bus cannot be reached",
    ExitCode.REFUSED: "the daemon refused: not allowed, not in the car, not now, not kept",
    ExitCode.UNAVAILABLE: "a part of the daemon does not work",
    ExitCode.SUPPRESSED: "the answer is suppressed in this driving situation",
    ExitCode.INTERRUPTED: "interrupted",
}


WAITS_FOR_THE_CAR = frozenset({"Locked", "ParkedOnly"})
"""Words of refusals that end by themselves when the car stands."""


@dataclass(kw_only=True, eq=False)
class Failure(Exception):
    """A command ends here. Texts are English keys of `Words`; `values` fill their braces as they are,
    `spoken` in the person's language.

    Not frozen: Python itself sets `__traceback__` on an exception.
    """

    code: ExitCode
    word: str
    fault: str
    remedy: str
    values: tuple[tuple[str, str], ...] = ()
    spoken: tuple[tuple[str, str], ...] = ()

    def told(self, words: Words) -> tuple[str, str]:
        """Fault and remedy in the person's language."""
        values = dict(self.values) | {name: words(value) for name, value in self.spoken}
        return words(self.fault, **values), words(self.remedy, **values)

    def lines(self, words: Words) -> tuple[str, str]:
        """The same, each with what it is before it."""
        fault, remedy = self.told(words)
        if self.word in WAITS_FOR_THE_CAR:
            return words("Not now: {text}", text=fault), words("Later: {text}", text=remedy)
        return words("Fault: {text}", text=fault), words("Remedy: {text}", text=remedy)


def usage(fault: str, remedy: str, **values: str) -> Failure:
    """A value on the command line cannot be used."""
    return Failure(
        code=ExitCode.USAGE, word="Usage", fault=fault, remedy=remedy, values=tuple(values.items())
    )


def unexpected(error: Exception) -> Failure:
    """What nobody thought of; a person is not shown where in the program it was."""
    return Failure(
        code=ExitCode.UNAVAILABLE,
        word="Unexpected",
        fault="This program failed: {name}.",
        remedy="Repeat the command with --verbose, which tells where, and report that.",
        values=(("name", type(error).__name__),),
    )


@contextmanager
def not_found(fault: str, remedy: str) -> Iterator[None]:
    """Where what is not found is no memory, say what it is."""
    try:
        yield
    except Failure as failure:
        if failure.word != "NotFound":
            raise
        raise Failure(code=failure.code, word=failure.word, fault=fault, remedy=remedy) from failure


# The daemon's error words: exit code, fault, remedy.
_REFUSALS = {
    "NotAuthorized": (
        ExitCode.REFUSED,
        "This user may not do that.",
        "Run it as the owner or in a group that the D-Bus policy and polkit allow.",
    ),
    "UnknownOccupant": (
        ExitCode.REFUSED,
        "Nobody with this id is known to be in the car, or no driver is known.",
        "Say who sits where: cabin-memory occupants set Row1.DriverSide=oem:u-1001@95, "
        "or name someone who is in the car with --speaker.",
    ),
    "NotFound": (
        ExitCode.NOTHING,
        "This person has no memory with that id.",
        "cabin-memory list shows the ids; --speaker chooses the person.",
    ),
    "Locked": (
        ExitCode.REFUSED,
        "Memories cannot be managed while the car is moving or its state is unknown.",
        "Stop the car; cabin-memory context show tells the drive state and the age of its signals.",
    ),
    "ParkedOnly": (
        ExitCode.REFUSED,
        "This works only while the car is parked.",
        "Park the car and try again; cabin-memory context show tells the drive state.",
    ),
    "ConsentRequired": (
        ExitCode.REFUSED,
        "The person has not consented to this.",
        "Ask the person and record the answer with cabin-memory consent.",
    ),
    "ConfirmationRequired": (
        ExitCode.REFUSED,
        "This removes so much, or something so personal, that it must be confirmed.",
        "Ask the person again and repeat the command with --yes.",
    ),
    "Busy": (
        ExitCode.UNAVAILABLE,
        "The daemon has too much to do at the moment.",
        "Wait a moment and try again.",
    ),
    "Unavailable": (
        ExitCode.UNAVAILABLE,
        "A part of the daemon does not work.",
        "cabin-memory health names it; its log says more: journalctl -u cabin-memoryd.",
    ),
    "Tampered": (
        ExitCode.UNAVAILABLE,
        "A store does not open: wrong key, other cipher or damaged.",
        "Nothing was changed; cabin-memory health names the remedy.",
    ),
}

_NOT_RUNNING = (
    "The daemon is not running on this bus.",
    "Start it: systemctl start cabin-memoryd, or cabin-memoryd --session for a session bus; "
    "--session-bus and --system-bus choose the bus.",
)
_GONE = ("The daemon went away during the call.", "Look at its log: journalctl -u cabin-memoryd.")
_NOT_OFFERED = (
    "The running daemon does not offer {what}.",
    "Install the same version of the daemon and of this program.",
)
_BUS_POLICY = (
    "The message bus does not let this user talk to the daemon.",
    "Run it as a user whom the daemon's D-Bus policy allows.",
)
# The bus's own errors, by the end of their name.
_BUS_ERRORS = {
    "ServiceUnknown": (ExitCode.UNREACHABLE, "NotRunning", *_NOT_RUNNING),
    "NameHasNoOwner": (ExitCode.UNREACHABLE, "NotRunning", *_NOT_RUNNING),
    "NoReply": (ExitCode.UNREACHABLE, "Gone", *_GONE),
    "Disconnected": (ExitCode.UNREACHABLE, "Gone", *_GONE),
    "AccessDenied": (ExitCode.REFUSED, "BusPolicy", *_BUS_POLICY),
    "UnknownMethod": (ExitCode.UNAVAILABLE, "NotOffered", *_NOT_OFFERED),
    "UnknownInterface": (ExitCode.UNAVAILABLE, "NotOffered", *_NOT_OFFERED),
    "UnknownProperty": (ExitCode.UNAVAILABLE, "NotOffered", *_NOT_OFFERED),
    "UnknownObject": (ExitCode.UNAVAILABLE, "NotOffered", *_NOT_OFFERED),
}


def from_error(name: str, text: str, what: str) -> Failure:
    """A D-Bus error reply to the call `what` as a failure of the command."""
    word = name.rpartition(".")[2]
    if name.startswith(ERROR_PREFIX) and word in _REFUSALS:
        code, fault, remedy = _REFUSALS[word]
        return Failure(code=code, word=word, fault=fault, remedy=remedy)
    if name == ERROR_PREFIX + "InvalidArgument":
        return Failure(
            code=ExitCode.USAGE,
            word=word,
            fault="The daemon does not accept a value: {text}",
            remedy="Correct that value; --help explains the command.",
            values=(("text", text.removesuffix(f" {InvalidArgument.remedy}")),),
        )
    if word.startswith(("Spawn", "ExecFailed")) or ".Spawn." in name:
        return Failure(
            code=ExitCode.UNREACHABLE,
            word="NotRunning",
            fault="The bus could not start the daemon.",
            remedy="Look why: systemctl status cabin-memoryd.",
        )
    code, word, fault, remedy = _BUS_ERRORS.get(
        word, (ExitCode.UNAVAILABLE, "Unexpected", "{what} ended in the error {name}.", _GONE[1])
    )
    return Failure(code=code, word=word, fault=fault, remedy=remedy, values=(("what", what), ("name", name)))
