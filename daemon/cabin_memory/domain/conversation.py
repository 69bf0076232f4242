"""A turn of a conversation, as working memory keeps it. Nothing of it is ever written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Outcome, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one side said or did."""

    at: UtcMicros
    text: str
    role: Role = Role.USER
    intent: str = ""
    slots: Mapping[str, SlotValue] = field(default_factory=dict)
    outcome: Outcome = Outcome.NONE
