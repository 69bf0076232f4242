"""The parts of Plan, made of what the daemon has already."""

from collections.abc import Mapping
from typing import Any

from cabin_memory.domain.ports import Clock
from cabin_memory.domain.workplace import Admission, Consents, Conversations, Meter, Present, Vaults
from cabin_memory.flows.plan import Planning
from cabin_memory.flows.plan.gathering import Gathering, PlanRules
from cabin_memory.flows.plan.keeping import Keeping
from cabin_memory.flows.recall import Recalling
from cabin_memory.outbound.identifiers import new_memory_id


def planning(
    *,
    clock: Clock,
    present: Present,
    vaults: Vaults,
    admission: Admission,
    conversations: Conversations,
    consents: Consents,
    recalling: Recalling,
    meter: Meter,
    settings: Mapping[str, Any],
) -> Planning:
    """`Plan` with its search and its store."""
    rules = PlanRules(
        plans=settings["plans"],
        rollout=settings["rollout"],
        limits=settings["suppression"],
        scenes=settings["scenes"],
        weights=settings["scoring"],
    )
    return Planning(
        clock=clock,
        present=present,
        admission=admission,
        conversations=conversations,
        consents=consents,
        gathering=Gathering(clock, vaults, recalling, rules),
        keeping=Keeping(clock, vaults, consents, new_memory_id),
        rules=rules,
        meter=meter,
    )
