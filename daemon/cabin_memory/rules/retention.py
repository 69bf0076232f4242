"""How long what is kept (DESIGN 6): importance 8 to 10 until the person says otherwise, 5 to 7 for 30 days
and then demoted, 1 to 4 for 7 days, then archived, and dropped after 30.

Ages count from the last time that a memory was told, so what recurs stays. Only what happened fades: a stated
preference or a fact lasts whatever its importance. Demoted and archived memories answer no question; their
owner still sees them until they are dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.settings import Section, setting
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Kind, MemoryStatus, Source

_FADING = frozenset({Kind.EPISODE, Kind.PLAN})
_SMALL, _OF_ONE_TRIP = 4, 7
"""Highest importance of small talk and one-off commands, and of states of one trip."""
_PAGE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionSettings(Section):
    """When what happened fades."""

    archive_after_days: int = setting(
        7, "importance 1 to 4 is archived after this", unit="days", low=1, high=90
    )
    drop_after_days: int = setting(30, "what is archived is dropped after this", unit="days", low=7, high=365)
    demote_after_days: int = setting(
        30, "importance 5 to 7 is demoted after this", unit="days", low=7, high=365
    )
    drop_demoted_after_days: int = setting(
        90, "what is demoted is dropped after this", unit="days", low=30, high=3650
    )
    unconfirmed_days: int = setting(
        3, "an inferred preference that did not recur by then is dropped", unit="days", low=1, high=30
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Memories that a filter finds change their status, or are dropped (`then` None)."""

    due: MemoryFilter
    then: MemoryStatus | None


def steps(now: UtcMicros, settings: RetentionSettings) -> Sequence[Step]:
    """What is due at this moment, in the order in which it must be done: a car may have stood for months."""

    def due(status: MemoryStatus, after_days: int, **more: object) -> MemoryFilter:
        return MemoryFilter(
            statuses=frozenset({status}),
            until=UtcMicros(now - after_days * DAY),
            limit=_PAGE,
            newest_first=False,
            **more,  # type: ignore[arg-type]  # fields of MemoryFilter
        )

    current, pending = MemoryStatus.CURRENT, MemoryStatus.PENDING
    return (
        Step(
            due=due(current, settings.archive_after_days, kinds=_FADING, importance_to=_SMALL),
            then=MemoryStatus.ARCHIVED,
        ),
        Step(
            due=due(current, settings.demote_after_days, kinds=_FADING, importance_to=_OF_ONE_TRIP),
            then=MemoryStatus.DEMOTED,
        ),
        Step(
            due=due(pending, settings.demote_after_days, sources=frozenset({Source.STATED})),
            then=MemoryStatus.DEMOTED,
        ),
        Step(due=due(MemoryStatus.ARCHIVED, settings.drop_after_days), then=None),
        Step(due=due(MemoryStatus.DEMOTED, settings.drop_demoted_after_days), then=None),
        Step(
            due=due(pending, settings.unconfirmed_days, sources=frozenset({Source.INFERRED})),
            then=None,
        ),
    )
