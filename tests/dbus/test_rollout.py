"""What the car concluded by itself, in each phase of the rollout: in answers and in plans."""

from pathlib import Path
from typing import Any

import pytest

from cabin import DRIVER, PARKED, SECOND, Launch, RunningDaemon
from cabin_memory.codecs import full_text
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Provenance
from cabin_memory.domain.people import OccupantId, Owner
from cabin_memory.domain.time import UtcMicros
from cabin_memory.domain.vocabulary import Category, Kind, Polarity, Source
from cabin_memory.outbound.device_key import load_device_keys
from rules.memories import memory
from store.vaults import opened

START = 1_772_499_600 * SECOND
CONCLUDED = MemoryId("01KJRKB3HR0000000000000001")


def conclusion(evidence: str, **changes: Any) -> MemoryRecord:
    """As reflection writes one."""
    at = UtcMicros(START)
    defaults = {
        "id": CONCLUDED,
        "text": "你通常喜欢听爵士音乐",
        "kind": Kind.REFLECTION,
        "category": Category.MEDIA,
        "source": Source.REFLECTED,
        "confidence": 0.9,
        "importance": 7,
        "told": at,
        "provenance": Provenance(time=at, timezone="Asia/Shanghai", speaker=DRIVER),
        "attribute": "media.genre.jazz",
        "value": "yes",
        "polarity": Polarity.WANTS,
        "evidence": (MemoryId(evidence),),
        "digest": "concluded",
    }
    return memory(**(defaults | changes))


class Known:
    """A vault with one liking, and with a conclusion that rests on it."""

    def __init__(self, state: Path, launch: Launch, told: str) -> None:
        self._state = state
        self._launch = launch
        self.told = told

    async def in_phase(self, phase: int) -> RunningDaemon:
        settings = self._state.parent / f"phase-{phase}.toml"
        settings.write_text(f"[rollout]\nphase = {phase}\n", "utf-8")
        daemon: RunningDaemon = await self._launch(self._state, "--simulate", "--config", str(settings))
        await daemon.set_time(START + 20 * 86_400 * SECOND)
        await daemon.driver()
        await daemon.drive(PARKED)
        await daemon.settle()
        return daemon


@pytest.fixture
async def known(daemon: RunningDaemon, launch: Launch) -> Known:
    told = await daemon.observe("我喜欢听爵士")
    await daemon.stop()
    key = load_device_keys(daemon.state, create=False).current
    async with opened(daemon.state, Owner(OccupantId.parse(DRIVER)), key) as store:
        made = conclusion(told["id"])
        await store.add(made, full_text.terms(made.text), {})
    return Known(daemon.state, launch, told["id"])


async def score(daemon: RunningDaemon, told: str) -> float:
    """Without keeping the memory fresh."""
    why = await daemon.call("Manage.Why", told, query="我喜欢听什么音乐")
    number: float = next(one["number"] for one in why["memories"][0]["gates"] if one["gate"] == "score")
    return number


async def recalled(daemon: RunningDaemon) -> dict[str, Any]:
    answer: dict[str, Any] = await daemon.recall("我喜欢听什么音乐", explain=True)
    return answer


async def test_phase_1_knows_of_no_conclusion(known: Known) -> None:
    daemon = await known.in_phase(1)
    answer = await recalled(daemon)
    assert [one["id"] for one in answer["memories"]] == [known.told]
    assert CONCLUDED not in [one["id"] for one in answer["withheld"]]
    assert (await daemon.recall("我喜欢听什么音乐", kinds=["reflection"]))["memories"] == []
    planned = await daemon.call("Plan", "放点音乐")
    assert planned["ids"] == [known.told]
    assert "平常" not in planned["text"]


async def test_phase_2_ranks_with_it_and_says_nothing_of_it(known: Known) -> None:
    before = await known.in_phase(1)
    unraised = await score(before, known.told)
    await before.stop()
    daemon = await known.in_phase(2)
    assert await score(daemon, known.told) == pytest.approx(unraised * 1.09, abs=2e-4)
    answer = await recalled(daemon)
    assert [one["id"] for one in answer["memories"]] == [known.told]
    assert {one["id"]: one["reason"] for one in answer["withheld"]}[CONCLUDED] == "only_ranks"
    why = await daemon.call("Manage.Why", CONCLUDED, query="我喜欢听什么音乐")
    stopped = [gate for gate in why["memories"][0]["gates"] if gate["verdict"] == "stopped"]
    assert [(gate["gate"], gate["reason"]) for gate in stopped] == [("point", "only_ranks")]
    planned = await daemon.call("Plan", "放点音乐")
    assert planned["ids"] == [known.told]
    assert "平常" not in planned["text"]


async def test_phase_3_says_it_once(known: Known) -> None:
    daemon = await known.in_phase(3)
    answer = await recalled(daemon)
    assert [one["id"] for one in answer["memories"]] == [known.told]
    assert {one["id"]: one["reason"] for one in answer["withheld"]}[CONCLUDED] == "repeated"
    # A conclusion goes with what it rests on.
    assert (await daemon.forget(known.told))["derived"] == 1
    assert (await daemon.call("Plan", "放点音乐"))["ids"] == []


async def test_phase_3_proposes_the_usual(known: Known) -> None:
    daemon = await known.in_phase(3)
    await daemon.call("Manage.Edit", known.told, text="今天天气不错")
    assert [one["id"] for one in (await recalled(daemon))["memories"]] == [CONCLUDED]
    planned = await daemon.call("Plan", "放点音乐")
    assert planned["ids"] == [CONCLUDED]
    assert planned["text"] == "我建议像平常那样放爵士。"
    assert planned["proposal"]["choose"] == ["media.genre.jazz"]
