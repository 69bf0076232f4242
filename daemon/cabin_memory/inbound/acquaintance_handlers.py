"""`Ask`: what is worth asking someone whom the car does not know yet."""

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map, default_map
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category
from cabin_memory.flows.acquaint import Acquainting
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call


class AcquaintanceHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, acquainting: Acquainting) -> None:
        self._callers = callers
        self._acquainting = acquainting

    async def ask(self, call: Call) -> Map:
        options = call.options
        asking = await self._acquainting.ask(
            self._callers.speaker(options),
            Category(options["category"]) if options.get("category") else None,
            Language(options["language"]) if options.get("language") else None,
        )
        question, language = asking.question, asking.language
        return {
            "status": Variant("s", asking.status),
            "reason": Variant("s", asking.reason),
            "id": Variant("s", question.id if question else ""),
            "category": Variant("s", question.category if question else ""),
            "text": Variant("s", question.text(language) if question else ""),
            "default": Variant("a{sv}", default_map(question.default(language)) if question else {}),
        }
