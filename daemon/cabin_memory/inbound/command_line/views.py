"""What people see. Every function takes plain replies and returns rich renderables; nothing is cut off."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal
from zoneinfo import ZoneInfo

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cabin_memory.inbound.command_line.documents import moment
from cabin_memory.inbound.command_line.reasons import advice, in_short
from cabin_memory.inbound.command_line.words import Words

MOST_WITHHELD = 10
"""As many lines as a person takes in at once."""
_WORD = re.compile(r"\b[a-z_]+\b")
_ALLOWED = "\n\u200d"
"""Line breaks, and what joins emoji."""
_STATE_STYLES = {
    "parked": "green",
    "idling": "cyan",
    "moving": "yellow",
    "reversing": "red",
    "unknown": "magenta",
}


def harmless(value: Any) -> Any:
    """A reply whose texts cannot steer a terminal: what is not printable becomes U+FFFD, at every depth."""
    if isinstance(value, str):
        return "".join(char if char.isprintable() or char in _ALLOWED else "\ufffd" for char in value)
    if isinstance(value, Mapping):
        return {harmless(key): harmless(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [harmless(item) for item in value]
    return value


def local(micros: int, zone: ZoneInfo | None) -> str:
    """A time as people write it, in this zone or in the machine's."""
    return moment(micros).astimezone(zone).strftime("%Y-%m-%d %H:%M %Z")


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    numbers: Sequence[str] = (),
    whole: Sequence[str] = (),
) -> Table:
    """A table whose cells fold and are never cut; what stands below one of `numbers` ends at one edge, and
    what stands below one of `whole` is not folded, so that it can be copied."""
    result = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        edge: Literal["left", "right"] = "right" if heading in numbers else "left"
        result.add_column(heading, overflow="fold", justify=edge, no_wrap=heading in whole)
    for row in rows:
        result.add_row(*row)
    return result


def facts(pairs: Iterable[tuple[str, str | Text]]) -> Table:
    """Names and values, one a line; empty values are left out."""
    result = Table.grid(padding=(0, 2))
    result.add_column(style="dim", no_wrap=True)
    result.add_column(overflow="fold")
    for name, value in pairs:
        if str(value):
            result.add_row(name, value)
    return result


def drive_state(words: Words, state: str) -> Text:
    return Text(words.term(state), style=_STATE_STYLES.get(state, ""))


def why(words: Words, reason: str) -> tuple[RenderableType, ...]:
    """Why an answer is what it is and what would change it; nothing for an empty reason."""
    if not reason:
        return ()
    because, remedy = advice(reason)
    lines = [(words("Reason"), f"{words(because)} [{reason}]")]
    return (facts([*lines, (words("What helps"), words(remedy))]),)


def generic_default(words: Words, default: Mapping[str, Any]) -> str:
    """What suits most people, marked as such; empty for none."""
    return words("{text} (a generic default)", text=default["text"]) if default.get("text") else ""


def _number(memory: Mapping[str, Any], key: str) -> str:
    return f"{memory[key]:.2f}" if key in memory else "–"


def _kind_line(words: Words, memory: Mapping[str, Any]) -> str:
    parts = [
        words.term(str(memory[key])) for key in ("category", "kind", "source", "status") if memory.get(key)
    ]
    parts.append(words("importance {importance}", importance=memory.get("importance", "–")))
    parts.append(words("confidence {confidence}", confidence=_number(memory, "confidence")))
    return " · ".join(parts)


def _score_line(words: Words, memory: Mapping[str, Any]) -> str:
    return words(
        "{score} = relevance {relevance}, recency {recency}, importance {importance}",
        score=_number(memory, "score"),
        relevance=_number(memory, "relevance"),
        recency=_number(memory, "recency"),
        importance=memory.get("importance", "–"),
    )


def answer(
    words: Words, zone: ZoneInfo | None, memories: Sequence[Mapping[str, Any]]
) -> tuple[RenderableType, ...]:
    """Recalled memories, best first, each with what it rests on."""
    blocks = []
    for number, memory in enumerate(harmless(memories), 1):
        lines = [(words("What"), _kind_line(words, memory))]
        if memory.get("score"):
            lines.append((words("Score"), _score_line(words, memory)))
        lines.append((words("Applies when"), conditions(words, memory.get("conditions", []))))
        lines.append((words("Because"), str(memory.get("because", ""))))
        lines.append((words("Time"), local(memory["time"], zone) if memory.get("time") else ""))
        lines.append((words("Id"), str(memory.get("id", ""))))
        heading = Text(f"{number}. {memory.get('text', '')}", style="bold")
        blocks.append(Group(heading, Padding(facts(lines), (0, 0, 1, 3), expand=False)))
    return tuple(blocks)


def memory_list(words: Words, zone: ZoneInfo | None, memories: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Memories as they came: when, what, and below it how it is filed. Readable at any width."""
    result = Table.grid(padding=(0, 2))
    result.add_column(no_wrap=True)
    result.add_column(overflow="fold")
    for memory in harmless(memories):
        filed = [words.term(str(memory[key])) for key in ("category", "kind", "status") if memory.get(key)]
        filed.append(words("importance {importance}", importance=memory.get("importance", "–")))
        text = Text(f"{memory.get('text', '')}\n")
        text.append(f"{' · '.join(filed)}\n{memory.get('id', '')}", style="dim")
        result.add_row(local(memory["time"], zone) if memory.get("time") else "", text)
    return result


def conditions(words: Words, items: Iterable[str]) -> str:
    """Conditions in the contract's form (`weather=rain`, `day=saturday|sunday`), word by word."""
    return words.listed(_WORD.sub(lambda found: words(found[0]), item) for item in items)


def withheld(words: Words, items: Sequence[Mapping[str, Any]]) -> tuple[RenderableType, ...]:
    """What was found and not returned, the nearest first; its text is never sent, others may listen."""
    nearest = sorted(harmless(items), key=lambda item: -float(item.get("relevance", 0.0)))
    headings = [words(name) for name in ("Relevance", "Category", "Withheld because", "Applies when", "Id")]
    rows = [
        (
            _number(item, "relevance"),
            words(str(item.get("category", ""))),
            words(in_short(str(item.get("reason", "")))),
            conditions(words, item.get("conditions", [])),
            str(item.get("id", "")),
        )
        for item in nearest[:MOST_WITHHELD]
    ]
    return table(headings, rows, numbers=headings[:1], whole=headings[-1:]), *further(
        words, len(nearest) - MOST_WITHHELD
    )


def further(words: Words, count: int) -> tuple[str, ...]:
    """That there is more than a person reads; nothing for none."""
    return (
        (words("and {count} more that are further off; --json tells all.", count=count),) if count > 0 else ()
    )


def _flat(words: Words, zone: ZoneInfo | None, key: str, value: Any) -> list[tuple[str, str]]:
    """A value of a reply as lines of `facts`; maps become one line per entry."""
    if isinstance(value, Mapping):
        return [line for name, item in value.items() for line in _flat(words, zone, f"{key}.{name}", item)]
    if isinstance(value, list | tuple):
        return [(key, ", ".join(str(item) for item in value))]
    if key.rpartition(".")[2] == "time" and isinstance(value, int):
        return [(key, local(value, zone))]
    return [(key, f"{value:.3f}" if isinstance(value, float) else str(value))]


def everything(words: Words, zone: ZoneInfo | None, reply: Mapping[str, Any]) -> RenderableType:
    """Every key of a reply, one a line."""
    return facts(line for key, value in harmless(reply).items() for line in _flat(words, zone, key, value))


def age(words: Words, micros: int) -> str:
    return words("{seconds} s", seconds=f"{micros / 1_000_000:.1f}")
