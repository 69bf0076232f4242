"""From a checked D-Bus call to one call of a flow, and back. One short method per D-Bus method."""

import math
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dbus_fast import Variant

from cabin_memory.codecs import vss_paths, vss_values
from cabin_memory.codecs.dbus_values import (
    Map,
    answer_map,
    condition_words,
    memory_map,
    variant,
)
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.memory import Conflict, Entity, Observation, Provenance, SlotValue
from cabin_memory.domain.people import Cabin, Occupant, OccupantId, Seat, SeatRole
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.domain.recall import Question
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.domain.text import Language
from cabin_memory.domain.vehicle import Invalid, SignalValue
from cabin_memory.domain.vocabulary import Category, Kind, Outcome, Role
from cabin_memory.flows.describe import Account, Describing
from cabin_memory.flows.observe import Observing
from cabin_memory.flows.recall import Recalling
from cabin_memory.flows.vehicle_context import VehicleContext
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call

_BRIEF_CHARACTERS = 600  # DESIGN: what fits into a prompt without crowding it
_LONGEST_PATH = 200
_MOST_SLOTS = 64  # an utterance has a handful


class MemoryHandlers:
    """`org.cabinmemory.Memory1`."""

    def __init__(
        self,
        *,
        callers: Callers,
        observing: Observing,
        recalling: Recalling,
        describing: Describing,
        recall: RecallSettings,
    ) -> None:
        self._callers = callers
        self._observing = observing
        self._recalling = recalling
        self._describing = describing
        self._recall = recall

    # ------------------------------------------------------------------------------ the assistant
    async def observe(self, call: Call) -> Map:
        options = call.options
        speaker = self._callers.speaker(options)
        at = self._callers.time(options)
        observed = await self._observing.observe(
            Observation(
                text=call.arguments[0],
                speaker=speaker,
                provenance=Provenance(
                    time=at,
                    timezone=options.get("timezone", ""),
                    session=options.get("session", ""),
                    role=Role(options.get("role") or Role.USER),
                    caller=f"uid={call.uid}",
                    speaker=str(speaker),
                    in_reply_to=options.get("in_reply_to", ""),
                ),
                intent=options.get("intent", ""),
                slots=slots_of(options.get("slots", {})),
                entities=tuple(Entity(kind=kind, text=text) for kind, text in options.get("entities", [])),
                outcome=Outcome(options.get("outcome") or Outcome.NONE),
                subject=options.get("subject", ""),
                scene=options.get("scene", ""),
                language=Language(options["language"]) if options.get("language") else None,
            )
        )
        return {
            "id": Variant("s", observed.id),
            "stored": Variant("b", observed.stored),
            "reason": Variant("s", observed.reason),
            "category": Variant("s", observed.category or ""),
            "importance": Variant("i", observed.importance),
            "sensitivity": Variant("s", observed.sensitivity or ""),
            "merged_into": Variant("s", observed.merged_into),
            "conflict": variant(_conflict(observed.conflict)),
            "conditions": Variant("as", condition_words(observed.conditions)),
        }

    async def recall(self, call: Call) -> Map:
        started = time.perf_counter_ns()
        question = self._question(call)
        answer = await self._recalling.recall(question)
        return answer_map(answer, question.explain, (time.perf_counter_ns() - started) // 1000)

    async def brief(self, call: Call) -> Map:
        answer, briefing = await self._recalling.brief(
            self._question(call), call.options.get("max_chars", _BRIEF_CHARACTERS)
        )
        return {
            "status": Variant("s", answer.status),
            "reason": Variant("s", answer.reason),
            "level": Variant("s", answer.level),
            "text": Variant("s", briefing.text),
            "ids": Variant("as", list(briefing.ids)),
        }

    def _question(self, call: Call) -> Question:
        options = call.options
        if not call.arguments[0].strip():
            raise InvalidArgument("query: it is empty")
        return Question(
            text=call.arguments[0],
            speaker=self._callers.speaker(options),
            session=options.get("session", ""),
            scene=options.get("scene", ""),
            limit=min(options.get("limit", self._recall.limit), 50),
            kinds=frozenset(member_of(Kind, "kinds", kind) for kind in options.get("kinds", [])),
            explain=options.get("explain", False),
            timezone=options.get("timezone", ""),
        )

    async def describe(self, call: Call) -> Map:
        wanted = MemoryFilter(categories=categories_of(call.options), limit=500)
        account = await self._describing.describe(self._callers.speaker(call.options), wanted)
        return _account(account) | {"text": Variant("s", account.text)}

    async def lookup(self, call: Call) -> Map:
        options = call.options
        wanted = MemoryFilter(
            categories=categories_of(options),
            attribute=options.get("attribute", ""),
            since=options.get("since"),
            until=options.get("until"),
            limit=options.get("limit", self._recall.limit),
            newest_first=options.get("order", "newest") != "oldest",
        )
        return _account(await self._describing.lookup(self._callers.speaker(options), wanted))


class ContextHandlers:
    """`.Context` and `.Occupants`."""

    def __init__(self, context: VehicleContext) -> None:
        self._context = context

    async def update(self, call: Call) -> Map:
        values: dict[str, SignalValue | Invalid] = {}
        unreadable: list[str] = []
        for given, value in call.arguments[0].items():
            try:
                path, meant = vss_paths.canonical(given, value)
            except InvalidArgument:
                unreadable.append(given[:_LONGEST_PATH])
            else:
                values[path] = vss_values.check(path, meant)
        if unreadable:
            self._context.distrust()
        self._context.update(values, restart=call.options.get("restart", False))
        invalid = sorted(path for path, value in values.items() if isinstance(value, Invalid))
        accepted = len(values) - len(invalid)
        return {"accepted": Variant("u", accepted), "invalid": Variant("as", [*invalid, *sorted(unreadable)])}

    async def set_occupants(self, call: Call) -> Map:
        occupants = [
            Occupant(
                seat=Seat(position=seat),
                who=OccupantId.parse(who) if who else None,
                confidence=confidence,
            )
            for seat, who, confidence in call.arguments[0]
        ]
        self._context.seat(occupants)
        return {"occupants": Variant("u", len(occupants))}

    async def declare(self, call: Call) -> Map:
        seat, role = call.arguments
        self._context.declare(Seat(position=seat), SeatRole(role))
        return {"seat": Variant("s", seat), "role": Variant("s", role)}

    # ------------------------------------------------------------------------------- properties
    async def drive_state(self) -> Variant:
        return Variant("s", self._context.drive_state())

    async def signals(self) -> Variant:
        readings = self._context.signals().readings
        values = {p: variant(r.value) for p, r in readings.items() if not isinstance(r.value, Invalid)}
        return Variant("a{sv}", values)

    async def ages(self) -> Variant:
        return Variant("a{sv}", {path: Variant("x", age) for path, age in self._context.ages().items()})

    async def occupants(self) -> Variant:
        return occupants_variant(self._context.cabin())


def occupants_variant(cabin: Cabin) -> Variant:
    """Seats as the property `Occupants` gives them."""
    rows = [[o.seat.position, str(o.who or ""), float(o.confidence)] for o in cabin.occupants]
    return Variant("a(ssd)", sorted(rows))


def _conflict(conflict: Conflict | None) -> dict[str, str]:
    return {key: str(value) for key, value in asdict(conflict).items()} if conflict else {}


def _account(account: Account) -> Map:
    return {
        "status": Variant("s", account.status),
        "reason": Variant("s", account.reason),
        "memories": Variant("aa{sv}", [memory_map(m, account.texts[m.id]) for m in account.memories]),
    }


def categories_of(options: Mapping[str, Any]) -> frozenset[Category]:
    """The option `category` as a filter."""
    return frozenset({Category(options["category"])}) if options.get("category") else frozenset()


def member_of(words: type[Kind], name: str, value: str) -> Kind:
    """A word of the contract that came in a list. Raises InvalidArgument that names the option."""
    try:
        return words(value)
    except ValueError as fault:
        raise InvalidArgument(f"{name}: not one of {', '.join(words)}") from fault


def slots_of(given: Mapping[str, Any]) -> dict[str, SlotValue]:
    """Slots of an utterance. Raises InvalidArgument for too many, and for what is no plain value."""
    if len(given) > _MOST_SLOTS:
        raise InvalidArgument(f"slots: at most {_MOST_SLOTS}")
    for name, value in given.items():
        if not isinstance(value, str | int | float | bool):
            raise InvalidArgument(f"slots: {name[:64]!r} is neither text, number nor boolean")
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidArgument(f"slots: {name[:64]!r} is no finite number")
    return dict(given)
