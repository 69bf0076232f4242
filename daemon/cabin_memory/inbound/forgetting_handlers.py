"""Forget, undo, wipe and the log of it: `org.cabinmemory.Memory1.Manage`."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.memory import MemoryId
from cabin_memory.domain.people import OccupantId
from cabin_memory.domain.ports import Forgotten, MemoryFilter
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind
from cabin_memory.flows.forget import ForgetRequest, Forgetting
from cabin_memory.flows.wipe import Wiping
from cabin_memory.inbound.callers import WIPE, Callers
from cabin_memory.inbound.dbus_service import Call

SCOPE_KEYS = ("all", "category", "ids", "kind", "session", "since", "subject", "until")
_LOG = 100
_W = TypeVar("_W", bound=StrEnum)


class ForgettingHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, forgetting: Forgetting, wiping: Wiping) -> None:
        self._callers = callers
        self._forgetting = forgetting
        self._wiping = wiping

    async def forget(self, call: Call) -> Map:
        scope = call.arguments[0]
        done = await self._forgetting.forget(
            ForgetRequest(
                owner=await self._callers.owner(call, sure=False),
                scope=scope_of(scope),
                keys=tuple(sorted(scope)),
                dry_run=call.options.get("dry_run", False),
                confirmed=call.options.get("confirm", False),
            )
        )
        return _receipt(done.entry) | {"unknown": Variant("as", list(done.unknown))}

    async def undo(self, call: Call) -> Map:
        count = await self._forgetting.undo(await self._callers.owner(call), call.arguments[0])
        return {"count": Variant("u", count)}

    async def log(self, call: Call) -> Map:
        owner = await self._callers.owner(call, sure=False)
        entries = await self._forgetting.log(owner, call.options.get("limit", _LOG))
        rows = [
            _receipt(entry) | {"time": Variant("x", entry.time), "scope": Variant("as", list(entry.scope))}
            for entry in entries
        ]
        return {"receipts": Variant("aa{sv}", rows)}

    async def wipe(self, call: Call) -> Map:
        who = OccupantId.parse(call.arguments[0])
        await self._callers.manager(call, WIPE)
        shared = await self._wiping.wipe(who, confirmed=call.options.get("confirm", False))
        return {"wiped": Variant("b", True), "household": Variant("u", shared)}

    async def change_owner(self, call: Call) -> Map:
        await self._callers.manager(call, WIPE)
        vaults = await self._wiping.change_owner(confirmed=call.options.get("confirm", False))
        return {"vaults": Variant("u", vaults)}


def scope_of(scope: Mapping[str, Any]) -> MemoryFilter:
    """What is to go. Keys narrow each other down; `all` stands alone.

    Raises:
        InvalidArgument: names the key that is unknown or has the wrong type, or says that there is none.
    """
    if unknown := sorted(scope.keys() - set(SCOPE_KEYS)):
        known = ", ".join(SCOPE_KEYS)
        raise InvalidArgument(f"scope: unknown key {unknown[0][:64]!r}; known keys: {known}")
    if not scope:
        raise InvalidArgument("scope: it is empty; name at least one key, or all true for everything")
    if "all" in scope:
        if scope["all"] is not True or len(scope) > 1:
            raise InvalidArgument("scope: all is true and stands alone")
        return MemoryFilter()
    wanted = MemoryFilter(subject=_text(scope, "subject"), session=_text(scope, "session"))
    if "ids" in scope:
        wanted = replace(wanted, ids=frozenset(MemoryId(one) for one in _ids(scope["ids"])))
    if "category" in scope:
        wanted = replace(wanted, categories=frozenset({_word(Category, scope, "category")}))
    if "kind" in scope:
        wanted = replace(wanted, kinds=frozenset({_word(Kind, scope, "kind")}))
    return replace(wanted, since=_time(scope, "since"), until=_time(scope, "until"))


def _ids(ids: Any) -> list[str]:
    if not isinstance(ids, list) or not ids or not all(isinstance(one, str) for one in ids):
        raise InvalidArgument("scope: ids is a list of at least one memory id (as)")
    return ids


def _text(scope: Mapping[str, Any], key: str) -> str:
    text = scope.get(key, "")
    if not isinstance(text, str) or (key in scope and not text):
        raise InvalidArgument(f"scope: {key} is a text that is not empty (s)")
    return text


def _time(scope: Mapping[str, Any], key: str) -> UtcMicros | None:
    time = scope.get(key)
    if time is not None and (not isinstance(time, int) or isinstance(time, bool)):
        raise InvalidArgument(f"scope: {key} is microseconds UTC (x)")
    return None if time is None else UtcMicros(time)


def _word(words: type[_W], scope: Mapping[str, Any], key: str) -> _W:
    try:
        return words(scope[key])
    except ValueError as fault:
        raise InvalidArgument(f"scope: {key} is one of {', '.join(words)}") from fault


def _receipt(entry: Forgotten) -> Map:
    return {
        "id": Variant("s", entry.id),
        "count": Variant("u", entry.count),
        "derived": Variant("u", entry.derived),
        "verified": Variant("b", entry.verified),
        "undo_until": Variant("x", entry.undo_until),
    }
