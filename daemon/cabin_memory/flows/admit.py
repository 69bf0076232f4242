"""The gate in front of every answer: who asks, as far as the car is sure, and may they be answered now?"""

from cabin_memory.domain.errors import UnknownOccupant
from cabin_memory.domain.people import Speaker, whose
from cabin_memory.domain.recall import Admitted, Refused, Suppression
from cabin_memory.domain.vocabulary import AnswerStatus
from cabin_memory.domain.workplace import Present
from cabin_memory.rules import occupancy, safety_suppression
from cabin_memory.rules.safety_suppression import SuppressionLimits


class Admitting:
    """The port `Admission`."""

    def __init__(self, present: Present, limits: SuppressionLimits) -> None:
        self._present = present
        self._limits = limits

    def admit(self, speaker: Speaker, said: str) -> Admitted | Refused:
        """See the port."""
        occupant = occupancy.admit(self._present.cabin(), speaker)
        if occupant is None:
            raise UnknownOccupant("the speaker is not in the car")
        verdict = safety_suppression.answer(self._present.drive_state(), said, self._limits)
        if isinstance(verdict, Suppression):
            return Refused(status=AnswerStatus.SUPPRESSED, reason=verdict.reason)
        owner = whose(occupant)
        assert owner is not None  # found by identity
        return Admitted(owner=owner, permit=verdict)
