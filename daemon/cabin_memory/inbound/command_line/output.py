"""Where the program writes: in any encoding, into a pipe that closes early, onto a disk that is full."""

import io
import json
import os
import re
from collections.abc import Mapping
from typing import Any, TextIO, cast

from rich.console import Console

from cabin_memory.inbound.command_line.failures import Failure, usage

PIPE_WIDTH = 10_000
"""Columns when the output is no terminal: lines are never folded or cut for programs that read them."""

# json escapes C0 by itself; DEL, C1 and the controls of writing direction it does not.
_STEERING = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_TRAILING = re.compile(r"[ \t]+(?=\n)")


class Outlet:
    """Standard output or standard error, as a stream that ends no command.

    Characters that its encoding lacks are written as `\\u4e2d`. A reader that went away has read enough.
    Blanks at the end of lines, which tables pad their last column with, are for terminals only.

    Where nothing can be written it is mute from then on, and `fault` tells why.
    """

    def __init__(self, stream: TextIO | None) -> None:
        """None is a stream that was closed before the program started: nobody wants what goes there."""
        self._stream = io.StringIO() if stream is None else stream
        self._lost = False
        self.fault: Failure | None = None
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        shown = text if self._stream.isatty() else _TRAILING.sub("", text)
        try:
            return 0 if self._lost else self._stream.write(shown)
        except OSError as error:
            return self._lose(error)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> int:
        self._lost = True
        # What is still buffered must not fail once more when the interpreter ends.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            self.fault = usage(
                "The answer cannot be written: {reason}.",
                "Send it where there is space; what the command did remains done.",
                reason=error.strerror or "",
            )
        return 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console(out: TextIO) -> Console:
    """For people: no colour and no folding when it is no terminal; NO_COLOR counts too."""
    width = None if out.isatty() else PIPE_WIDTH
    return Console(file=out, width=width, highlight=False, emoji=False, markup=False)


def print_json(document: Mapping[str, Any], out: TextIO) -> None:
    """Readable in any language; what could steer a terminal, or the encoding lacks, is escaped."""
    unicode = (out.encoding or "utf-8").lower().startswith("utf")
    text = json.dumps(document, ensure_ascii=not unicode, indent=2)
    out.write(_STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def as_stream(outlet: Outlet) -> TextIO:
    return cast("TextIO", outlet)
