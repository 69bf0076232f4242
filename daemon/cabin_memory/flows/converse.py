"""Working memory of conversations: what a session said that changes the present situation."""

from dataclasses import dataclass

from cabin_memory.domain.people import Speaker
from cabin_memory.domain.ports import Clock
from cabin_memory.domain.settings import ConversationSettings
from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.rules import stated_conditions


@dataclass(slots=True)
class _Session:
    heard_at: MonotonicMicros
    hurry: bool | None = None


class WorkingMemory:
    """Sessions by speaker and name. Nothing of it is ever written."""

    def __init__(self, clock: Clock, settings: ConversationSettings) -> None:
        self._clock = clock
        self._settings = settings
        self._sessions: dict[tuple[Speaker, str], _Session] = {}

    def hear(self, speaker: Speaker, session: str, text: str) -> None:
        """Take note of a turn. A turn without a session belongs to none and is not noted."""
        if not session:
            return
        now = self._clock.monotonic()
        self._forget_ended(now)
        entry = self._sessions.pop((speaker, session), None) or _Session(heard_at=now)
        entry.heard_at = now
        said = stated_conditions.states_hurry(text)
        entry.hurry = entry.hurry if said is None else said
        self._sessions[speaker, session] = entry  # newest last
        while len(self._sessions) > self._settings.max_sessions:
            del self._sessions[next(iter(self._sessions))]

    def hurry(self, speaker: Speaker, session: str) -> bool | None:
        """What the session last said of being in a hurry."""
        self._forget_ended(self._clock.monotonic())
        entry = self._sessions.get((speaker, session))
        return entry.hurry if entry else None

    def _forget_ended(self, now: MonotonicMicros) -> None:
        oldest = now - self._settings.session_life_s * SECOND
        for key in [key for key, entry in self._sessions.items() if entry.heard_at < oldest]:
            del self._sessions[key]
