"""Typed settings: one frozen dataclass a section, each field with its unit, its bounds and its effect.

A section's constructor refuses a value outside the hard bounds, so an invalid setting cannot exist;
`codecs/settings_document` reads a TOML document and reports every fault at once.
"""

from dataclasses import dataclass, field, fields
from typing import Any

from cabin_memory.domain.errors import SettingsInvalid


def setting(
    default: Any,
    effect: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """One field of a section. `low` and `high` are inclusive hard bounds."""
    return field(
        default=default,
        metadata={"effect": effect, "unit": unit, "low": low, "high": high, "choices": choices},
    )


def faults_of(section: object) -> list[str]:
    """What is wrong with each field of a section, in words that name the key and the bound."""
    faults = []
    for spec in fields(section):  # type: ignore[arg-type]
        value, meta = getattr(section, spec.name), spec.metadata
        low, high, choices = meta.get("low"), meta.get("high"), meta.get("choices")
        for one in value if isinstance(value, tuple) else (value,):
            if choices and one not in choices:
                faults.append(f"{spec.name}: {one!r} is none of {', '.join(choices)}")
            if low is not None and not one >= low:
                faults.append(f"{spec.name}: {one} is below its bound {low} {meta['unit']}".rstrip())
            if high is not None and not one <= high:
                faults.append(f"{spec.name}: {one} is above its bound {high} {meta['unit']}".rstrip())
    return faults


class Section:
    """Base of all sections: validates on construction."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Raises SettingsInvalid that lists every field outside its bounds."""
        faults = faults_of(self)
        if faults:
            raise SettingsInvalid("; ".join(faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSettings(Section):
    """How many memories a question looks at and what counts as relevant."""

    threshold: float = setting(
        0.65, "calibrated relevance below which a memory is never returned", low=0.0, high=1.0
    )
    limit: int = setting(10, "memories returned when the caller names no limit", low=1, high=50)
    candidates: int = setting(40, "memories that each channel may propose", low=5, high=500)
    rank_constant: int = setting(60, "k of reciprocal rank fusion (Cormack et al. 2009)", low=1, high=1000)
    embedding_timeout_ms: int = setting(
        1500,
        "a question that waits longer for its vector is answered without",
        unit="ms",
        low=50,
        high=60_000,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSettings(Section):
    """Working memory of a session."""

    session_life_s: int = setting(
        900, "a session's working memory ends after this pause", unit="s", low=60, high=86_400
    )
    max_sessions: int = setting(64, "sessions kept at once, the oldest goes first", low=4, high=1024)
    max_turns: int = setting(32, "turns kept of each session, the oldest goes first", low=4, high=256)
    last_sessions: int = setting(
        5, "sessions before the present one in which last time is looked for", low=1, high=20
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSettings(Section):
    """Background embedding of what was stored."""

    batch: int = setting(16, "memories embedded in one go in the background", low=1, high=256)
    load_chunk: int = setting(
        2000, "vectors read from the store in one go when a person boards", low=100, high=20_000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutSettings(Section):
    """How far conclusions of the car's own are trusted."""

    phase: int = setting(
        2,
        "1: nothing is concluded; 2: conclusions only help to rank; 3: plans may say 'as you usually …'",
        low=1,
        high=3,
    )

    @property
    def reflects(self) -> bool:
        """Whether anything is concluded at all, and what was concluded earlier still counts."""
        return self.phase >= 2

    @property
    def says_so(self) -> bool:
        """Whether a plan may name a conclusion."""
        return self.phase >= 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSettings(Section):
    """What a plan is made of."""

    most: int = setting(3, "memories that one plan names at most", low=1, high=5)
    candidates: int = setting(40, "memories of a topic that are looked through", low=5, high=500)
    volunteer_from: float = setting(
        0.3,
        "score, weighed by the scene, below which nothing is proposed unasked",
        low=0.0,
        high=1.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSettings(Section):
    """Who may call what, beside the D-Bus policy."""

    manage_uids: tuple[int, ...] = setting(
        (0,), "Unix user ids that may call Manage on the system bus", low=0, high=4_294_967_294
    )
    calls_per_second: int = setting(
        500, "calls a second that one program may make for long", unit="1/s", low=10, high=10_000
    )
    calls_at_once: int = setting(
        1000, "calls that one program may make at once before it is slowed down", low=100, high=100_000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSettings(Section):
    """What reaches the journal. Content never does."""

    level: str = setting("info", "lowest level that is logged", choices=("debug", "info", "warning", "error"))
