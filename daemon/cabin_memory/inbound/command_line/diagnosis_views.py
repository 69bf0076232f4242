"""What people see of `why` and `stats`: gates, lives and counts from plain replies."""

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from cabin_memory.inbound.command_line import views
from cabin_memory.inbound.command_line.reasons import advice
from cabin_memory.inbound.command_line.words import Words

_STYLES = {"stopped": "red", "passed": "green", "not_reached": "dim"}
_BAR = 40
# Their share does not add to the score, it multiplies it.
_MULTIPLIES = {"source": "×", "resemblance": "×"}


def gates(words: Words, items: Sequence[Mapping[str, Any]], *, everything: bool) -> RenderableType:
    """One gate a line, in order; those that were not reached only where `everything` is wanted."""
    headings = [words(name) for name in ("Gate", "Verdict", "Number", "Limit", "Adds", "Details")]
    rows: list[tuple[str | Text, ...]] = [
        (
            words.term(str(gate["gate"])),
            Text(words(str(gate["verdict"])), style=_STYLES.get(str(gate["verdict"]), "")),
            *(_number(gate, key) for key in ("number", "limit")),
            _MULTIPLIES.get(str(gate["gate"]), "") + _number(gate, "share"),
            views.conditions(words, gate.get("words", [])),
        )
        for gate in items
        if everything or gate["verdict"] != "not_reached"
    ]
    return views.table(headings, rows, numbers=headings[2:5])


def _number(gate: Mapping[str, Any], key: str) -> str:
    return f"{gate[key]:.4g}" if key in gate else ""


def in_order(items: Sequence[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """What was returned as it was ranked, and what was stopped, the most relevant first."""
    returned = [item for item in items if not item.get("stopped_by")]
    stopped = [item for item in items if item.get("stopped_by")]
    return returned, sorted(stopped, key=_relevance, reverse=True)


def _relevance(item: Mapping[str, Any]) -> float:
    """0 where it was not looked at so closely."""
    numbers = [gate.get("number", 0.0) for gate in item.get("gates", []) if gate["gate"] == "relevance"]
    return float(numbers[0]) if numbers else 0.0


def memory(words: Words, item: Mapping[str, Any], *, everything: bool, asked: bool) -> RenderableType:
    """One memory with what became of it and at which gate."""
    if item.get("stopped_by"):
        because, remedy = advice(str(item["reason"]))
        ended = words("Stopped at {gate}.", gate=words.term(str(item["stopped_by"])))
        told = [
            (words("Reason"), f"{words(because)} [{item['reason']}]"),
            (words("What helps"), words(remedy)),
        ]
    else:
        ended = words("Returned.") if asked else words("May be searched for now.")
        told = []
    filed = " · ".join(words.term(str(item[key])) for key in ("category", "kind", "status") if item.get(key))
    lines = [(words("Verdict"), ended), *told, (words("What"), filed), (words("Id"), str(item.get("id", "")))]
    inside = Group(views.facts(lines), gates(words, item.get("gates", []), everything=everything))
    return Group(Text(str(item.get("text", "")), style="bold"), Padding(inside, (0, 0, 1, 3), expand=False))


def life(words: Words, zone: ZoneInfo | None, item: Mapping[str, Any]) -> RenderableType:
    """When a memory was told, how it fades, and what comes next."""
    texts = item.get("texts", {})
    volunteered = words("yes") if item.get("volunteered") else words("no")
    lines = [
        (words("Told"), ", ".join(views.local(at, zone) for at in item.get("told", []))),
        (words("Occurrences"), str(item.get("occurrences", ""))),
        (words("Activation"), f"{item.get('activation', 0):.2f} · {words.term(str(item.get('fading', '')))}"),
        (words("Brought up unasked"), volunteered),
        (words("Next"), _next(words, zone, item)),
        (words("Replaces"), _linked(texts, str(item.get("replaces", "")))),
        (words("Replaced by"), _linked(texts, str(item.get("replaced_by", "")))),
        (words("Rests on"), ", ".join(_linked(texts, str(one)) for one in item.get("evidence", []))),
        (words("Accepted"), str(item.get("accepted", ""))),
        (words("Rejected"), str(item.get("rejected", ""))),
    ]
    return views.facts(lines)


def _next(words: Words, zone: ZoneInfo | None, item: Mapping[str, Any]) -> str:
    if not item.get("next"):
        return words("nothing is due, it stays")
    when = views.local(item["next_time"], zone)
    return words("{status} on {when}", status=words.term(str(item["next"])), when=when)


def _linked(texts: Mapping[str, str], other: str) -> str:
    return f"{texts[other]} [{other}]" if other in texts else other


def statistics(words: Words, counts: Mapping[str, Any]) -> tuple[RenderableType, ...]:
    """The distribution of importance as bars, everything else one a line."""
    run = counts.get("run", {})
    acceptance = f" ({counts['acceptance']:.0%})" if "acceptance" in counts else ""
    lines = [
        (words("Memories"), str(counts.get("total", 0))),
        *(
            (words(name), _counted(words, counts.get(key, {})))
            for name, key in (
                ("Categories", "categories"),
                ("Kinds", "kinds"),
                ("Sources", "sources"),
                ("Statuses", "statuses"),
                ("Fading", "activation"),
            )
        ),
        (words("Faded below 0.1"), str(counts.get("dormant", 0))),
        (words("Merges"), str(counts.get("merges", 0))),
        (words("Supersessions"), str(counts.get("supersessions", 0))),
        (words("Accepted"), f"{counts.get('accepted', 0)}{acceptance}"),
        (words("Rejected"), str(counts.get("rejected", 0))),
        (words("Since the start"), _counted(words, run)),
    ]
    return (views.facts(lines), _bars(words, counts.get("importance", {})))


def _counted(words: Words, counts: Mapping[str, int]) -> str:
    return words.listed(f"{words.term(word)} {count}" for word, count in counts.items())


def _bars(words: Words, importance: Mapping[str, int]) -> RenderableType:
    most = max(importance.values(), default=1)
    rows = [
        (number, str(count), "█" * max(1, round(_BAR * count / most)))
        for number, count in sorted(importance.items(), key=lambda item: int(item[0]))
    ]
    return views.table((words("Importance"), words("Memories"), ""), rows)
