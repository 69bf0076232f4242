"""DBC files as they are in the wild: load what is mapped, name file and line of what is at fault.

A published DBC file seldom parses as a whole (a comment without its keyword, an extended identifier in a
standard frame, a value table without its semicolon), and of its hundreds of messages a mapping needs a
handful. So the file is cut into statements, each is checked by its own grammar, and only the messages that
carry a wanted signal, reduced to the wanted signals, are handed to cantools. A fault elsewhere is reported
and does no harm; a fault in what is wanted is an error.

Importing this module does not import cantools; loading does.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cabin_memory.domain.errors import MappingInvalid

if TYPE_CHECKING:
    from cantools.database.can import Message

EXTENDED = 0x8000_0000
"""Bit 31 of a DBC identifier: a 29-bit identifier. Also used for the key of a frame in the decoder."""
STANDARD_MOST = 0x7FF
EXTENDED_MOST = 0x1FFF_FFFF
# A CAN FD frame holds 64 bytes; DBC files also describe longer container and transport messages.
_LENGTH_MOST = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A signal that must be found, in every message that has it or in one."""

    signal: str
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A statement that cannot be used."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedDbc:
    """Messages reduced to the wanted signals (and the multiplexers they need), and what was left out."""

    messages: "tuple[Message, ...]"
    faults: tuple[Fault, ...]


def load(data: bytes, name: str, wanted: Collection[Wanted]) -> LoadedDbc:
    """The wanted part of a DBC file. A wanted signal that this file does not have is no fault here.

    Args:
        data: the file; UTF-8 or, as the format came to be, Windows-1252.
        name: what to call the file in a fault.
        wanted: signals to find.

    Raises:
        MappingInvalid: a statement of a wanted signal is at fault; every one, each with file and line.
    """
    scan = _scan(data, name)
    fatal = [fault for fault, names in scan.suspects if _concerns(names, wanted)]
    loaded: list[Message] = []
    for block in scan.blocks:
        names = {want.signal for want in wanted if want.message in ("", block.name)} & set(block.signals)
        if not names:
            continue
        if block.fault:
            fatal.append(Fault(file=name, line=block.line, text=block.fault))
            continue
        try:
            loaded += _messages(block, names)
        except ValueError as fault:
            fatal.append(Fault(file=name, line=block.line, text=str(fault)))
    if fatal:
        raise MappingInvalid("\n".join(map(str, fatal)))
    faults = [fault for fault, _ in scan.suspects]
    faults += [Fault(file=name, line=block.line, text=block.fault) for block in scan.blocks if block.fault]
    return LoadedDbc(messages=tuple(loaded), faults=tuple(sorted(faults, key=lambda fault: fault.line)))


# --- cutting a file into statements ----------------------------------------------------------------
# Bounded, as Python refuses to read a number of thousands of digits. The largest double has 309.
_WHOLE = r"\d{1,20}"
_NUMBER = r"[+-]?\d{1,400}(?:\.\d{0,400})?(?:[eE][+-]?\d{1,4})?"
_STRING = r'"(?:[^"\\]|\\.)*"'
_KEYWORD = re.compile(r"[ \t]*([A-Z][A-Z_]*_|VERSION|FILTER)(?=[\s:\"]|$)")
# One statement up to its semicolon, which a text may contain. 64 KiB is longer than any real one.
_STATEMENT = re.compile(rf'(?:[^";]+|{_STRING})*+;')
_STATEMENT_CAP = 65_536
_STARTS_INSIDE = re.compile(r"\n(?:BO_|VAL_|VAL_TABLE_|CM_|BA_|BA_DEF_|SG_MUL_VAL_|SIG_VALTYPE_) ")

_BLOCK = re.compile(rf"BO_\s+({_WHOLE})\s+(\w+)\s*:\s*({_WHOLE})\s+(\w+)\s*")
_SIGNAL = re.compile(
    rf"\s*SG_\s+(?P<name>\w+)\s*(?P<mux>M|m{_WHOLE}M?)?\s*:\s*"
    rf"(?P<layout>(?P<start>{_WHOLE})\|(?P<length>{_WHOLE})@(?P<order>[01])[+-]\s*"
    rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)\s*\[\s*{_NUMBER}\s*\|\s*{_NUMBER}\s*\]\s*{_STRING}).*"
)
_SIGNAL_NAME = re.compile(r"\s*SG_\s+(\w+)")
_NAMED = re.compile(rf"[A-Z_]+\s+(?:SG_\s+)?({_WHOLE})\s+(\w+)")

_RANGE = rf"{_WHOLE}\s*-\s*{_WHOLE}"
_PAIRS = rf"(?:\s+-?{_WHOLE}\s+{_STRING})*"
_GRAMMAR: Mapping[str, re.Pattern[str]] = {
    "VAL_": re.compile(rf"VAL_\s+(?:{_WHOLE}\s+)?\w+{_PAIRS}\s*;"),
    "VAL_TABLE_": re.compile(rf"VAL_TABLE_\s+\w+{_PAIRS}\s*;"),
    "SG_MUL_VAL_": re.compile(rf"SG_MUL_VAL_\s+{_WHOLE}\s+\w+\s+\w+\s+{_RANGE}(?:\s*,\s*{_RANGE})*\s*;"),
    "SIG_VALTYPE_": re.compile(rf"SIG_VALTYPE_\s+{_WHOLE}\s+\w+\s*:?\s*[0-3]\s*;"),
    "CM_": re.compile(
        rf"CM_\s+(?:(?:BU_|EV_)\s+\w+\s+|BO_\s+{_WHOLE}\s+|SG_\s+{_WHOLE}\s+\w+\s+)?{_STRING}\s*;", re.DOTALL
    ),
    "BA_": re.compile(
        rf"BA_\s+{_STRING}\s+(?:(?:BU_|EV_)\s+\w+\s+|BO_\s+{_WHOLE}\s+|SG_\s+{_WHOLE}\s+\w+\s+)?"
        rf"(?:{_STRING}|{_NUMBER})\s*;",
        re.DOTALL,
    ),
}
# Attached to a signal and needed to decode it.
_ATTACHED = {"VAL_", "SG_MUL_VAL_", "SIG_VALTYPE_"}
_WITHOUT_SEMICOLON = {"VERSION", "NS_", "BS_", "BU_"}
_CYCLE_TIME = re.compile(rf'BA_\s+"GenMsgCycleTime"\s+BO_\s+({_WHOLE})\s+({_WHOLE})\s*;')


@dataclass(slots=True)
class _Signal:
    """`SG_ name mux : layout`; receivers are of no use here and often malformed."""

    name: str
    mux: str
    layout: str
    attached: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Block:
    """One BO_ with its SG_ lines."""

    line: int
    frame: int
    name: str
    length: int
    fault: str = ""
    signals: dict[str, _Signal] = field(default_factory=dict)
    cycle_ms: int = 0


_Names = tuple[str, str]
"""Message and signal that a faulty statement speaks of; empty where that cannot be told."""


@dataclass(slots=True)
class _Scan:
    file: str
    blocks: list[_Block] = field(default_factory=list)
    suspects: list[tuple[Fault, _Names]] = field(default_factory=list)

    def suspect(self, line: int, text: str, message: str = "", signal: str = "") -> None:
        self.suspects.append((Fault(file=self.file, line=line, text=text), (message, signal)))


def _concerns(names: _Names, wanted: Iterable[Wanted]) -> bool:
    message, signal = names
    return any(want.signal == signal and want.message in ("", message) for want in wanted)


def _scan(data: bytes, name: str) -> _Scan:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    scan = _Scan(file=name)
    by_frame: dict[int, _Block] = {}
    block: _Block | None = None
    for line, keyword, statement in _statements(text.replace("\r\n", "\n"), scan):
        if keyword == "BO_":
            block = _block(scan, line, statement, by_frame)
        elif keyword == "SG_":
            _signal(scan, line, statement, block)
        else:
            block = None
            _attached(scan, line, keyword, statement, by_frame)
    return scan


def _statements(text: str, scan: _Scan) -> Iterator[tuple[int, str, str]]:
    """Line, keyword and text of each statement; what is no statement goes to the faults."""
    position, line = 0, 1
    in_names = False
    while position < len(text):
        after = _line_end(text, position) + 1
        row = text[position : after - 1]
        found = _KEYWORD.match(row)
        keyword = found[1] if found else ""
        # NS_ lists keywords, one a line, that start no statement.
        in_names = keyword == "NS_" or (in_names and bool(keyword) and row.strip() == keyword)
        if in_names or not row.strip() or keyword in _WITHOUT_SEMICOLON:
            pass
        elif keyword in ("BO_", "SG_"):
            yield line, keyword, row
        elif not keyword:
            scan.suspect(line, "not a statement of a DBC file")
        else:
            statement = _STATEMENT.match(text, position, position + _STATEMENT_CAP)
            if statement is None or _STARTS_INSIDE.search(statement[0]):
                scan.suspect(line, f"{keyword} does not end", *_names(row, scan))
            else:
                yield line, keyword, statement[0].strip()
                after = statement.end()
                # Another statement may follow on the same line.
                if not text[after : _line_end(text, after)].strip():
                    after = _line_end(text, after) + 1
        line += text.count("\n", position, after)
        position = after


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _names(statement: str, scan: _Scan) -> _Names:
    """Message and signal names of a statement that gives a frame and a signal."""
    if (named := _NAMED.match(statement.lstrip())) is None:
        return "", ""
    frame = int(named[1])
    return next((block.name for block in scan.blocks if block.frame == frame), ""), named[2]


def _block(scan: _Scan, line: int, text: str, by_frame: dict[int, _Block]) -> _Block | None:
    if (match := _BLOCK.match(text)) is None:
        scan.suspect(line, "a message is not BO_ id name: length sender; its signals are left out")
        return None
    frame, length = int(match[1]), int(match[3])
    block = _Block(line=line, frame=frame, name=match[2], length=length)
    if block.name == "VECTOR__INDEPENDENT_SIG_MSG":
        return block  # where the editor keeps signals of no message; nothing on the bus
    if frame & EXTENDED:
        if frame & ~EXTENDED > EXTENDED_MOST:
            block.fault = f"message {block.name}: identifier {frame & ~EXTENDED:#x} has more than 29 bits"
    elif frame > STANDARD_MOST:
        block.fault = (
            f"message {block.name}: identifier {frame:#x} has more than 11 bits and no mark (bit 31) of an"
            " extended one"
        )
    if frame in by_frame:
        block.fault = f"message {block.name}: identifier of {by_frame[frame].name} used again"
    if length > _LENGTH_MOST:
        block.fault = f"message {block.name}: {length} bytes are no CAN frame"
    scan.blocks.append(block)
    by_frame.setdefault(frame, block)
    return block


def _signal(scan: _Scan, line: int, text: str, block: _Block | None) -> None:
    name = match[1] if (match := _SIGNAL_NAME.match(text)) else ""
    if block is None:
        scan.suspect(line, f"signal {name} belongs to no message", "", name)
        return
    signal = _SIGNAL.fullmatch(text)
    if signal is None:
        scan.suspect(line, f"signal {name} of {block.name} is not in the form of SG_", block.name, name)
    elif not _fits(signal, block.length):
        scan.suspect(
            line,
            f"signal {name} does not fit into the {block.length} bytes of {block.name}",
            block.name,
            name,
        )
    elif name in block.signals:
        scan.suspect(line, f"signal {name} of {block.name} is given twice", block.name, name)
    else:
        block.signals[name] = _Signal(name=name, mux=signal["mux"] or "", layout=signal["layout"])


def _fits(signal: re.Match[str], length: int) -> bool:
    start, bits = int(signal["start"]), int(signal["length"])
    if bits == 0 or bits > 64 or start >= 8 * length:
        return False
    if signal["order"] == "1":
        return start + bits <= 8 * length
    # Motorola: bit 7 of byte 0 comes first, then downwards through the bytes.
    first = 8 * (start // 8) + 7 - start % 8
    return first + bits <= 8 * length


def _attached(scan: _Scan, line: int, keyword: str, text: str, by_frame: dict[int, _Block]) -> None:
    grammar = _GRAMMAR.get(keyword)
    if grammar is not None and not grammar.fullmatch(text):
        names = _names(text, scan) if keyword in _ATTACHED else ("", "")
        scan.suspect(line, f"{keyword} is not in its form and left out", *names)
        return
    if (cycle := _CYCLE_TIME.match(text)) and (block := by_frame.get(int(cycle[1]))):
        block.cycle_ms = int(cycle[2])
    if keyword not in _ATTACHED or (named := _NAMED.match(text)) is None:
        return
    block = by_frame.get(int(named[1]))
    signal = block.signals.get(named[2]) if block else None
    if signal is not None:
        signal.attached.append(text)
    elif block is None or not _concerns_fault(scan, block.name, named[2]):
        scan.suspect(line, f"{keyword} of signal {named[2]}, which is not there")


def _concerns_fault(scan: _Scan, message: str, signal: str) -> bool:
    return any(names == (message, signal) for _, names in scan.suspects)


# --- handing one message to cantools -----------------------------------------------------------------
def _messages(block: _Block, names: Collection[str]) -> "Iterator[Message]":
    """The wanted signals as one message, and those that are multiplexed, with their selectors, as a second.

    Apart, because cantools decodes nothing of a frame whose selector has a value that it does not know.
    Raises ValueError in words of cantools if it does not accept them.
    """
    wanted = [signal for name, signal in block.signals.items() if name in names]
    plain = [signal for signal in wanted if not signal.mux.startswith("m")]
    if plain:
        yield _message(block, plain, multiplexed=False)
    if len(plain) < len(wanted):
        selectors = [signal for signal in block.signals.values() if signal.mux.endswith("M")]
        inner = [signal for signal in wanted if signal.mux.startswith("m") and signal not in selectors]
        yield _message(block, selectors + inner, multiplexed=True)


def _message(block: _Block, signals: Collection[_Signal], *, multiplexed: bool) -> "Message":
    # 55 ms on a desktop core, and not needed without a CAN source
    from cantools.database import errors, load_string
    from cantools.database.can import Database

    attached = [text for signal in signals for text in signal.attached]
    lines = [
        'VERSION ""',
        "NS_ :",
        "BS_:",
        "BU_: Vector__XXX",
        f"BO_ {block.frame} {block.name}: {block.length} Vector__XXX",
        *(
            f" SG_ {signal.name} {signal.mux if multiplexed else ''} : {signal.layout} Vector__XXX"
            for signal in signals
        ),
        'BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;',
        'BA_DEF_DEF_ "GenMsgCycleTime" 0;',
        *([f'BA_ "GenMsgCycleTime" BO_ {block.frame} {block.cycle_ms};'] if block.cycle_ms else []),
        *(text for text in attached if multiplexed or not text.startswith("SG_MUL_VAL_")),
    ]
    try:
        database = load_string("\n".join(lines) + "\n", "dbc", strict=False)
    except (errors.Error, ValueError) as fault:
        raise ValueError(f"message {block.name}: {fault}") from fault
    assert isinstance(database, Database)
    return database.messages[0]
