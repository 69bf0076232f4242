"""`Feedback` and `Manage.Answer`: what people say of memories."""

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map
from cabin_memory.domain.memory import MemoryId, Observation, Provenance
from cabin_memory.flows.judge import Judging
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call
from cabin_memory.rules.verdicts import Choice, Verdict


class JudgingHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, judging: Judging) -> None:
        self._callers = callers
        self._judging = judging

    async def feedback(self, call: Call) -> Map:
        memory, verdict = call.arguments
        speaker = self._callers.speaker(call.options)
        said = Observation(
            text=call.options.get("reason", ""),
            speaker=speaker,
            provenance=Provenance(
                time=self._callers.time({}),
                timezone=call.options.get("timezone", ""),
                session=call.options.get("session", ""),
                caller=f"uid={call.uid}",
                speaker=str(speaker),
            ),
        )
        judged = await self._judging.judge(MemoryId(memory), Verdict(verdict), said)
        return {
            "id": Variant("s", judged.memory.id),
            "importance": Variant("i", judged.memory.importance),
            "status": Variant("s", judged.memory.status),
            "reason_id": Variant("s", judged.reason_id),
        }

    async def answer(self, call: Call) -> Map:
        conflict, choice = call.arguments
        after = await self._judging.answer(
            await self._callers.owner(call), MemoryId(conflict), Choice(choice)
        )
        return {
            "ids": Variant("as", [memory.id for memory in after]),
            "statuses": Variant("as", [memory.status.value for memory in after]),
        }
