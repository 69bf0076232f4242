"""An example voice assistant with a memory: text in, text out, through pydbus.

It shows what an assistant does with the daemon and what it must heed: whatever is said is observed, a
question is recalled first, and only what came back may be spoken. Nothing is remembered here.

    python tools/example_assistant.py                               # a conversation, one sentence a line
    python tools/example_assistant.py --once "I like the cabin at 21 degrees" --once "How warm do I like it?"

It needs the extra `pydbus` and runs where the daemon runs: on the session bus, or with --system-bus or
--address on another. Somebody must tell the daemon who sits where: `cabin-memory occupants set …`.
"""

import argparse
import re
import sys
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pydbus
from gi.repository import GLib
from pydbus import Variant

NAME = "org.cabinmemory.Memory1"
PATH = "/org/cabinmemory/Memory1"
ERROR = re.compile(r"org\.cabinmemory\.Memory1\.Error\.(\w+)")
CALL_SECONDS = 2.0
"""A driver does not wait longer for an answer; pydbus itself would wait for ever."""
UNSURE_BELOW = 0.8
"""Confidence below which a memory is worded as a guess."""


class NoMemory(Exception):
    """The daemon cannot be reached or does not answer; the assistant goes on without a memory."""


class Refused(Exception):
    """The daemon refused; `word` is the last part of the D-Bus error's name."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


# --- the daemon, through pydbus ------------------------------------------------------------------------
class CarMemory:
    """What an assistant needs of `org.cabinmemory.Memory1`, for one speaker and one conversation."""

    def __init__(self, bus: Any, speaker: str) -> None:
        """`bus` is a pydbus bus; an empty speaker is the driver. Raises NoMemory."""
        try:
            self._daemon = bus.get(NAME, PATH, timeout=CALL_SECONDS)[NAME]
        except (GLib.Error, KeyError) as error:
            raise NoMemory("the daemon is not on this bus; start cabin-memoryd") from error
        self._common = {"session": Variant("s", str(uuid.uuid4()))}
        if speaker:
            self._common["speaker"] = Variant("s", speaker)

    def observe(self, text: str, role: str = "user") -> dict[str, Any]:
        """Have a sentence remembered. Raises NoMemory, Refused."""
        return self._call(self._daemon.Observe, text, {"role": Variant("s", role)})

    def recall(self, query: str) -> dict[str, Any]:
        """What may be said to this now. Raises NoMemory, Refused."""
        return self._call(self._daemon.Recall, query, {"limit": Variant("u", 3)})

    def _call(self, method: Any, text: str, options: dict[str, Any]) -> dict[str, Any]:
        try:
            reply: dict[str, Any] = method(text, self._common | options, timeout=CALL_SECONDS)
        except GLib.Error as error:
            if found := ERROR.search(str(error)):
                raise Refused(found[1]) from error
            raise NoMemory("the daemon does not answer; look at its log") from error
        return reply


# --- what to say ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The assistant's own sentences in one language."""

    noted: str
    unchanged: str
    not_kept: str
    nothing: str
    later: str
    stranger: str
    unable: str
    told: str
    guessed: str
    date: str


ENGLISH = Phrases(
    noted="I will remember that.",
    unchanged="I know.",
    not_kept="I will not keep that.",
    nothing="I do not remember anything about that.",
    later="Let us talk about that when the car is standing.",
    stranger="I do not know who is speaking, so I cannot say.",
    unable="I cannot remember anything at the moment.",
    told="On {date} you told me: “{text}”",
    guessed="I am not sure, but I think: “{text}” ({date})",
    date="%d %B at %H:%M",
)
CHINESE = Phrases(
    noted="好的，我记住了。",
    unchanged="我知道。",
    not_kept="这个我不保存。",
    nothing="这方面我没有记忆。",
    later="等车停稳了再说吧。",
    stranger="我不知道是谁在说话，所以不能回答。",
    unable="我现在没法使用记忆。",
    told="{date}您告诉过我：“{text}”",
    guessed="我不太确定，不过好像是：“{text}”（{date}）",
    date="%m月%d日%H:%M",
)

_QUESTION = re.compile(
    r"[?？]\s*$|[吗呢么]\s*[。.]?\s*$|什么|多少|几度|哪|谁|怎么|"
    r"^\s*(what|which|who|whom|whose|where|when|why|how|do|does|did|is|are|was|were|can|could|should|would)\b",
    re.IGNORECASE,
)


def phrases_for(sentence: str) -> Phrases:
    """Answer in the language of the sentence: Chinese if it holds a Chinese character."""
    return CHINESE if re.search(r"[\u4e00-\u9fff]", sentence) else ENGLISH


def is_question(sentence: str) -> bool:
    """A real assistant knows this from its own language understanding."""
    return _QUESTION.search(sentence) is not None


def spoken(memory: dict[str, Any], phrases: Phrases) -> str:
    """One memory as a sentence: who said it and when, and how sure it is."""
    date = datetime.fromtimestamp(memory["time"] / 1_000_000).strftime(phrases.date)
    sentence = phrases.guessed if memory["confidence"] < UNSURE_BELOW else phrases.told
    return sentence.format(text=memory["text"], date=date)


class Assistant:
    """Turns one sentence of a person into one answer; an empty answer means silence."""

    def __init__(self, memory: CarMemory) -> None:
        self._memory = memory

    def hear(self, sentence: str) -> str:
        """Raises NoMemory."""
        phrases = phrases_for(sentence)
        try:
            answer = self._answer if is_question(sentence) else self._note
            return answer(sentence, phrases)
        except Refused as refusal:
            return phrases.stranger if refusal.word == "UnknownOccupant" else phrases.unable

    def _note(self, sentence: str, phrases: Phrases) -> str:
        reply = self._memory.observe(sentence)
        # The daemon noticed a contradiction and words the question; it is not for driving.
        if question := reply.get("conflict", {}).get("question"):
            return str(question)
        if reply["stored"]:
            return phrases.noted
        return (
            phrases.unchanged
            if reply.get("merged_into") or reply["reason"] == "duplicate"
            else phrases.not_kept
        )

    def _answer(self, sentence: str, phrases: Phrases) -> str:
        reply = self._memory.recall(sentence)
        if reply["status"] == "suppressed":
            # In reverse gear even an excuse is one sentence too many.
            return "" if reply["reason"] == "reversing" else phrases.later
        if not reply["memories"]:
            return phrases.stranger if reply["reason"] == "guest" else phrases.nothing
        answer = " ".join(spoken(memory, phrases) for memory in reply["memories"])
        # What the assistant says belongs to the conversation too.
        self._memory.observe(answer, role="assistant")
        return answer


# --- text in, text out ---------------------------------------------------------------------------------
def sentences(once: list[str] | None) -> Iterator[str]:
    """Those of the command line, or lines of standard input until it ends."""
    if once:
        yield from once
        return
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            line = input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line:
            yield line


def open_bus(arguments: argparse.Namespace) -> Any:
    """Raises NoMemory."""
    try:
        if arguments.address:
            return pydbus.connect(arguments.address)
        return pydbus.SystemBus() if arguments.system_bus else pydbus.SessionBus()
    except GLib.Error as error:
        raise NoMemory("there is no such message bus; name one with --address") from error


def converse(assistant: Assistant, heard: Iterable[str]) -> None:
    for sentence in heard:
        if answer := assistant.hear(sentence):
            print(answer, flush=True)


def main() -> int:
    """0 when the conversation ended, 3 when there is no daemon to remember anything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--once", action="append", metavar="SENTENCE", help="answer this and end; may be repeated"
    )
    parser.add_argument(
        "--speaker", default="", metavar="ISSUER:SUBJECT", help="who speaks; default: the driver"
    )
    parser.add_argument("--system-bus", action="store_true", help="the daemon is on the system bus")
    parser.add_argument("--address", metavar="ADDRESS", help="the daemon is on the bus at this address")
    arguments = parser.parse_args()
    try:
        assistant = Assistant(CarMemory(open_bus(arguments), arguments.speaker))
        converse(assistant, sentences(arguments.once))
    except NoMemory as error:
        print(f"No memory: {error}.", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
