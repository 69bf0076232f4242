"""`org.cabinmemory.Memory1.Manage`: the owner sees, corrects and forgets."""

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map, detail_map, memory_map
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.vocabulary import Kind, MemoryStatus
from cabin_memory.flows.forget import ForgetRequest, Forgetting
from cabin_memory.flows.manage import Managing
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_handlers import categories_of
from cabin_memory.inbound.dbus_service import Call


class ManageHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, managing: Managing, forgetting: Forgetting) -> None:
        self._callers = callers
        self._managing = managing
        self._forgetting = forgetting

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
        page = await self._managing.page(self._callers.owner(call), wanted)
        maps = [memory_map(m, page.texts[m.id]) for m in page.memories]
        return {"memories": Variant("aa{sv}", maps), "total": Variant("u", page.total)}

    async def get(self, call: Call) -> Map:
        page = await self._managing.get(self._callers.owner(call), call.arguments[0])
        memory = page.memories[0]
        return detail_map(memory, page.texts[memory.id])

    async def forget(self, call: Call) -> Map:
        scope = call.arguments[0]
        unknown = sorted(set(scope) - {"ids"})
        if unknown:
            raise InvalidArgument(f"scope: {unknown[0][:64]!r} is not served; known keys: ids")
        ids = scope.get("ids", [])
        if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
            raise InvalidArgument("scope: ids is a list of memory ids (as)")
        receipt = await self._forgetting.forget(
            ForgetRequest(
                owner=self._callers.owner(call),
                ids=[MemoryId(one) for one in ids],
                dry_run=call.options.get("dry_run", False),
            )
        )
        return {
            "id": Variant("s", receipt.id),
            "count": Variant("u", receipt.count),
            "derived": Variant("u", receipt.derived),
            "verified": Variant("b", receipt.verified),
            "undo_until": Variant("x", 0),
        }
