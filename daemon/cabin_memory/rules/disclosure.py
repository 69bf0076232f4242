"""What is not said aloud while someone else listens."""

from collections.abc import Sequence

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.people import Cabin, Occupant, SeatRole, Speaker, is_occupant_id
from cabin_memory.domain.recall import RankedMemory, Withheld
from cabin_memory.domain.vocabulary import Reason, Sensitivity

# Words by which people name the subject of a memory, for each role that a seat can have.
_LABELS = {
    SeatRole.SPOUSE: "wife husband spouse partner missus 妻子 老婆 太太 媳妇 爱人 丈夫 老公 先生",
    SeatRole.CHILD: "child kid son daughter baby 孩子 小孩 儿子 女儿 闺女 宝宝 娃",
    SeatRole.PARENT: "parent mother father mom mum dad 父母 妈妈 妈 母亲 爸爸 爸 父亲",
}
_ROLE_OF = {label: role for role, labels in _LABELS.items() for label in labels.split()}


def disclose(
    memories: Sequence[RankedMemory], speaker: Speaker, cabin: Cabin, asked_and_consented: bool
) -> tuple[tuple[RankedMemory, ...], tuple[Withheld, ...]]:
    """Split an answer into what may be said and what is withheld because of who else is in the car.

    Args:
        asked_and_consented: the owner asked for it in this turn and has consented to disclosure.
    """
    shown: list[RankedMemory] = []
    withheld: list[Withheld] = []
    for ranked in memories:
        if asked_and_consented or not private(ranked.memory, speaker, cabin):
            shown.append(ranked)
        else:
            withheld.append(Withheld(ranked=ranked, reason=Reason.PASSENGER_PRESENT))
    return tuple(shown), tuple(withheld)


def disclose_records(
    memories: Sequence[MemoryRecord], speaker: Speaker, cabin: Cabin, *, consented: bool
) -> tuple[list[MemoryRecord], list[MemoryRecord]]:
    """As `disclose`, for memories that were looked up and not ranked: those to say, those withheld."""
    told: list[MemoryRecord] = []
    withheld: list[MemoryRecord] = []
    for memory in memories:
        (told if consented or not private(memory, speaker, cabin) else withheld).append(memory)
    return told, withheld


def private(memory: MemoryRecord, speaker: Speaker, cabin: Cabin) -> bool:
    """Whether a memory must not be said because of who listens.

    So it is with memories of high sensitivity while anyone listens, and with memories about someone who
    listens or, as far as is known, may do so. Anyone on another seat than the speaker's listens, identified
    or not: one person sits on one seat, so the speaker's identity on a second seat is somebody else.
    """
    own = cabin.find(speaker)
    listeners = [occupant for occupant in cabin.occupants if occupant is not own]
    if memory.sensitivity is Sensitivity.HIGH:
        return bool(listeners)
    if memory.subject in ("", str(speaker)):
        return False
    return any(_may_be(occupant, memory.subject) for occupant in listeners)


def _may_be(occupant: Occupant, subject: str) -> bool:
    """Whether a memory about `subject` (an occupant id or a free label) may be about this occupant.

    Someone whom nobody identified for sure may be anyone. Otherwise an id is one person; a label that names a
    role excludes whoever is declared to be another, and any other label, such as a first name, may be anyone.
    """
    if occupant.guest:  # so is everyone whose identity is not known
        return True
    if is_occupant_id(subject):
        return subject == str(occupant.who)
    role = _ROLE_OF.get(subject.casefold())
    return role is None or occupant.role in (None, role)
