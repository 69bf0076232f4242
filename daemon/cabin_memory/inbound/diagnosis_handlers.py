"""`Manage.Why` and `Manage.Statistics`: for integrators who ask why."""

from collections.abc import Mapping

from dbus_fast import Variant

from cabin_memory.codecs.dbus_values import Map, variant
from cabin_memory.domain.people import Speaker
from cabin_memory.domain.recall import Question
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.flows.diagnose import Diagnosing, Diagnosis, Life
from cabin_memory.inbound.callers import Callers
from cabin_memory.inbound.dbus_service import Call
from cabin_memory.rules.diagnosis import Gate, stopped_by

_DROPPED = "dropped"


class DiagnosisHandlers:
    """One short method per D-Bus method."""

    def __init__(self, callers: Callers, diagnosing: Diagnosing, recall: RecallSettings) -> None:
        self._callers = callers
        self._diagnosing = diagnosing
        self._recall = recall

    async def why(self, call: Call) -> Map:
        options = call.options
        why = await self._diagnosing.why(
            call.arguments[0],
            Question(
                text=options.get("query", ""),
                speaker=Speaker(await self._callers.owner(call, sure=False)),
                session=options.get("session", ""),
                limit=min(options.get("limit", self._recall.limit), 50),
                explain=True,
                timezone=options.get("timezone", ""),
                examined=True,
            ),
        )
        answer = why.answer
        result = {
            "status": Variant("s", answer.status if answer else ""),
            "reason": Variant("s", answer.reason if answer else ""),
            "level": Variant("s", answer.level if answer else ""),
            "gates": _gates(why.gates),
            "memories": Variant("aa{sv}", [_diagnosis(one) for one in why.memories]),
        }
        if why.life:
            result["life"] = Variant("a{sv}", _life(why.life))
        return result

    async def statistics(self, call: Call) -> Map:
        counts, counters = await self._diagnosing.statistics(await self._callers.owner(call))
        result = {
            "total": Variant("u", counts.total),
            "importance": variant(counts.importance),
            "categories": variant(counts.categories),
            "kinds": variant(counts.kinds),
            "sources": variant(counts.sources),
            "statuses": variant(counts.statuses),
            "merges": Variant("u", counts.merges),
            "supersessions": Variant("u", counts.supersessions),
            "activation": variant(counts.activation),
            "dormant": Variant("u", counts.dormant),
            "accepted": Variant("u", counts.accepted),
            "rejected": Variant("u", counts.rejected),
            "hint": Variant("s", counts.hint),
            "run": variant(_run(counters)),
        }
        if counts.acceptance is not None:
            result["acceptance"] = Variant("d", round(counts.acceptance, 4))
        return result


def _run(counters: Mapping[str, int]) -> dict[str, int]:
    """The counters of this run, with what they leave over."""
    recalls, found = counters.get("recalls", 0), counters.get("recalls_found", 0)
    suppressed = counters.get("recalls_suppressed", 0)
    verdicts = ("accepted", "rejected", "corrected")
    return {
        "recalls": recalls,
        "found": found,
        "nothing": recalls - found - suppressed,
        "suppressed": suppressed,
        **{verdict: counters.get(f"feedback_{verdict}", 0) for verdict in verdicts},
    }


def _diagnosis(diagnosis: Diagnosis) -> Map:
    memory, stop = diagnosis.memory, stopped_by(diagnosis.gates)
    return {
        "id": Variant("s", memory.id),
        "text": Variant("s", diagnosis.text),
        "category": Variant("s", memory.category),
        "kind": Variant("s", memory.kind),
        "status": Variant("s", memory.status),
        "returned": Variant("b", diagnosis.returned),
        "stopped_by": Variant("s", stop.name if stop else ""),
        "reason": Variant("s", stop.reason if stop else ""),
        "gates": _gates(diagnosis.gates),
    }


def _gates(gates: tuple[Gate, ...]) -> Variant:
    return Variant("aa{sv}", [_gate(gate) for gate in gates])


def _gate(gate: Gate) -> Map:
    numbers = {"number": gate.number, "limit": gate.limit, "share": gate.share}
    return {
        "gate": Variant("s", gate.name),
        "verdict": Variant("s", gate.verdict),
        **{name: Variant("d", round(float(n), 4)) for name, n in numbers.items() if n is not None},
        "words": variant(gate.words),
        "reason": Variant("s", gate.reason),
    }


def _life(life: Life) -> Map:
    memory = life.memory
    told = [*(occasion.time for occasion in memory.earlier), memory.provenance.time]
    result = {
        "told": Variant("ax", told),
        "occurrences": Variant("i", memory.occurrences),
        "activation": Variant("d", round(life.activation, 4)),
        "fading": Variant("s", life.fading),
        "volunteered": Variant("b", life.volunteered),
        "replaces": Variant("s", memory.replaces or ""),
        "replaced_by": Variant("s", memory.replaced_by or ""),
        "evidence": variant(memory.evidence),
        "texts": variant(life.texts),
        "accepted": Variant("i", memory.accepted),
        "rejected": Variant("i", memory.rejected),
    }
    if life.next_at is not None:
        result["next"] = Variant("s", life.next_status or _DROPPED)
        result["next_time"] = Variant("x", life.next_at)
    return result
