"""`org.cabinmemory.Memory1.Manage`: the owner sees, corrects and takes along."""

from dbus_fast import Variant

from cabin_memory.codecs import export_document
from cabin_memory.codecs.dbus_values import Map, condition_words, detail_map, memory_map
from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus
from cabin_memory.flows.edit import Correction, Editing
from cabin_memory.flows.export import Exporting
from cabin_memory.flows.manage import Managing
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_handlers import categories_of
from cabin_memory.inbound.dbus_service import Call


class ManageHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, managing: Managing, editing: Editing, exporting: Exporting) -> None:
        self._callers = callers
        self._managing = managing
        self._editing = editing
        self._exporting = exporting

    async def list(self, call: Call) -> Map:
        options = call.options
        wanted = MemoryFilter(
            categories=categories_of(options),
            kinds=frozenset({Kind(options["kind"])}) if options.get("kind") else frozenset(),
            statuses=frozenset({MemoryStatus(options["status"])}) if options.get("status") else frozenset(),
            subject=options.get("subject", ""),
            session=options.get("session", ""),
            since=options.get("since"),
            until=options.get("until"),
            limit=options.get("limit", 100),
        )
        page = await self._managing.page(await self._callers.owner(call), wanted)
        maps = [memory_map(m, page.texts[m.id]) for m in page.memories]
        return {"memories": Variant("aa{sv}", maps), "total": Variant("u", page.total)}

    async def get(self, call: Call) -> Map:
        page = await self._managing.get(await self._callers.owner(call), call.arguments[0])
        memory = page.memories[0]
        return detail_map(memory, page.texts[memory.id])

    async def edit(self, call: Call) -> Map:
        options = call.options
        correction = Correction(
            text=options.get("text"),
            category=Category(options["category"]) if options.get("category") else None,
            importance=options.get("importance"),
        )
        memory = MemoryId(call.arguments[0])
        changed = await self._editing.edit(await self._callers.owner(call), memory, correction)
        return {
            "id": Variant("s", changed.id),
            "category": Variant("s", changed.category),
            "importance": Variant("i", changed.importance),
            "conditions": Variant("as", condition_words(changed.conditions)),
        }

    async def export(self, call: Call) -> Map:
        exported = await self._exporting.export(await self._callers.owner(call))
        count = Variant("u", len(exported["memories"]))
        if call.options.get("format") == "msgpack":
            return {"count": count, "archive": Variant("ay", export_document.as_msgpack(exported))}
        return {"count": count, "json": Variant("s", export_document.as_json(exported))}
