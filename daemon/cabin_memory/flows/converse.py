"""Working memory of conversations: their last turns, and what they said of the present situation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cabin_memory.domain.conversation import Turn
from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.people import Speaker
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.settings import ConversationSettings
from cabin_memory.domain.time import SECOND, MonotonicMicros, UtcMicros
from cabin_memory.domain.vehicle import LOW_VOLTAGE_STATE
from cabin_memory.domain.vocabulary import Outcome, Role
from cabin_memory.domain.workplace import Present
from cabin_memory.rules import redaction, stated_conditions

# Enough to know what a turn was about; it is compared and never told.
_LONGEST_TURN = 200
_OFF = frozenset({"OFF", "LOCK"})


@dataclass(slots=True)
class _Session:
    since: UtcMicros
    heard_at: MonotonicMicros
    hurry: bool | None = None
    turns: list[Turn] = field(default_factory=list)


class WorkingMemory:
    """Sessions by speaker and name, until a pause or the end of the trip. Nothing of it is ever written."""

    def __init__(self, clock: Clock, settings: ConversationSettings, present: Present) -> None:
        self._clock = clock
        self._settings = settings
        self._present = present
        self._sessions: dict[tuple[Speaker, str], _Session] = {}
        self._trip = present.trip()
        self._was_over = False

    def hear(
        self,
        speaker: Speaker,
        session: str,
        text: str,
        *,
        role: Role = Role.USER,
        intent: str = "",
        slots: Mapping[str, SlotValue] | None = None,
        outcome: Outcome = Outcome.NONE,
    ) -> None:
        """Take note of a turn. A turn without a session belongs to none and is not noted."""
        if not session:
            return
        self.end_what_is_over()
        now, at = self._clock.monotonic(), self._clock.utc()
        entry = self._sessions.pop((speaker, session), None) or _Session(since=at, heard_at=now)
        entry.heard_at = now
        said = stated_conditions.states_hurry(text)
        entry.hurry = entry.hurry if said is None else said
        # What must never be stored is not kept here either.
        kept = "" if redaction.refusal([text]) else text[:_LONGEST_TURN]
        turn = Turn(at=at, text=kept, role=role, intent=intent, slots=slots or {}, outcome=outcome)
        entry.turns = [*entry.turns, turn][-self._settings.max_turns :]
        self._sessions[speaker, session] = entry  # newest last
        while len(self._sessions) > self._settings.max_sessions:
            del self._sessions[next(iter(self._sessions))]

    def hurry(self, speaker: Speaker, session: str) -> bool | None:
        """What the session last said of being in a hurry."""
        entry = self._session(speaker, session)
        return entry.hurry if entry else None

    def turns(self, speaker: Speaker, session: str) -> tuple[Turn, ...]:
        """The session's last turns, the oldest first; empty when it is over."""
        entry = self._session(speaker, session)
        return tuple(entry.turns) if entry else ()

    def since(self, speaker: Speaker, session: str) -> UtcMicros | None:
        """When the session began; None when it is over."""
        entry = self._session(speaker, session)
        return entry.since if entry else None

    def latest(self, speaker: Speaker) -> str:
        """The name of the conversation that this person had last; empty when none is under way."""
        self.end_what_is_over()
        return next((name for who, name in reversed(self._sessions) if who == speaker), "")

    def _session(self, speaker: Speaker, session: str) -> _Session | None:
        self.end_what_is_over()
        return self._sessions.get((speaker, session))

    # ---------------------------------------------------------------------------------- the end
    def end(self, speaker: Speaker) -> None:
        """Close every session of this person."""
        for key in [key for key in self._sessions if key[0] == speaker]:
            del self._sessions[key]

    def end_trip(self) -> None:
        """Close every session."""
        self._sessions.clear()

    def end_what_is_over(self) -> None:
        """Close sessions after a pause, and all of them when the trip is over.

        It is over when the ignition goes off, when nobody is in the car any more, or when another has begun.
        """
        trip, over = self._present.trip(), self._trip_is_over()
        if trip != self._trip or (over and not self._was_over):
            self.end_trip()
        self._trip, self._was_over = trip, over
        oldest = self._clock.monotonic() - self._settings.session_life_s * SECOND
        for key in [key for key, entry in self._sessions.items() if entry.heard_at < oldest]:
            del self._sessions[key]

    def _trip_is_over(self) -> bool:
        ignition = self._present.signals().get(LOW_VOLTAGE_STATE)
        return not self._present.cabin().occupants or (ignition is not None and ignition.value in _OFF)
