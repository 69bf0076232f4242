"""`Plan`: a proposal for what is asked for now, or for speaking up."""

from dbus_fast import Variant

from cabin_memory.codecs.dbus_plans import planned_map
from cabin_memory.codecs.dbus_values import Map, withheld_map
from cabin_memory.domain.plans import PlanRequest
from cabin_memory.domain.vocabulary import Kind
from cabin_memory.flows.plan import Planning
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_handlers import member_of, slots_of
from cabin_memory.inbound.dbus_service import Call

_MOST = 5


class PlanningHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, planning: Planning) -> None:
        self._callers = callers
        self._planning = planning

    async def plan(self, call: Call) -> Map:
        options = call.options
        planned = await self._planning.plan(
            PlanRequest(
                text=call.arguments[0],
                speaker=self._callers.speaker(options),
                session=options.get("session", ""),
                scene=options.get("scene", ""),
                timezone=options.get("timezone", ""),
                limit=min(options.get("limit", _MOST), _MOST),
                kinds=frozenset(member_of(Kind, "kinds", kind) for kind in options.get("kinds", [])),
                intent=options.get("intent", ""),
                slots=slots_of(options.get("slots", {})),
                caller=f"uid={call.uid}",
            )
        )
        result = planned_map(planned)
        if options.get("explain"):
            result["withheld"] = Variant("aa{sv}", [withheld_map(one) for one in planned.withheld])
        return result
