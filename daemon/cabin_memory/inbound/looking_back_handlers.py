"""`ResolveTime`: what "yesterday" and "like last time" mean."""

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map, ranked_map
from cabin_memory.flows.resolve_time import Reference, TimeResolving
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call


class LookingBackHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, resolving: TimeResolving) -> None:
        self._callers = callers
        self._resolving = resolving

    async def resolve_time(self, call: Call) -> Map:
        options = call.options
        found = await self._resolving.resolve(
            Reference(
                phrase=call.arguments[0],
                speaker=self._callers.speaker(options),
                session=options.get("session", ""),
                topic=options.get("topic", ""),
                timezone=options.get("timezone", ""),
            )
        )
        return {
            "status": Variant("s", found.status),
            "reason": Variant("s", found.reason),
            "candidates": Variant(
                "aa{sv}", [ranked_map(ranked, found.texts[ranked.memory.id]) for ranked in found.candidates]
            ),
        }
