"""A drive with a memory, in about ten seconds: what the daemon keeps, what it says, and what it does not.

It starts a private message bus, a car on a CAN bus and the real daemon in a temporary folder, goes for a
drive, and checks every step as it shows it. The exit code is 1 when a step does not hold: it is a
demonstration that can fail. Run it with `make demo`.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbus_fast import Variant
from rich.console import Console
from rich.text import Text

from cabin_memory.domain.text import Language
from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line.daemon_client import BusPlace, DaemonClient
from cabin_memory.inbound.command_line.failures import Failure
from cabin_memory.inbound.command_line.words import Words
from demo_car import DRIVING, PARKED, REVERSING, STANDING, LiveCar

ROOT = Path(__file__).resolve().parent.parent
VEHICLES = ROOT / "config" / "vehicles"
DRIVER, OTHER = "oem:u-1001", "oem:u-2002"
PATIENCE_S = 15.0
"""Longest wait for one thing; on a busy machine a step may take its time, but it must come."""

WARMTH, WHEN_WET, SEAT = (
    "我喜欢空调开到二十一度。",
    "下雨天我不走高架，路太滑。",
    "I like the lumbar support firm on long drives.",
)
SAID = (WARMTH, WHEN_WET, SEAT)
ADJUST = "空调调好"
HOW_WARM, WHICH_WAY, WHICH_SEAT = ("空调调到几度合适？", "要不要走高架？", "How do I like my seat?")


class DoesNotHold(Exception):
    """A step of the demonstration is not as it must be."""


def demand(holds: object, what: str) -> None:
    if not holds:
        raise DoesNotHold(what)


# --- what a person sees ------------------------------------------------------------------------------
@dataclass(slots=True)
class Show:
    """Prints steps, each in Chinese and English."""

    console: Console
    started: float = field(default_factory=time.monotonic)
    steps: int = 0

    def step(self, chinese: str, english: str) -> None:
        self.steps += 1
        self._print(f"\n━━ {self.steps}. {chinese}  {english}", "bold")

    def line(self, text: str, style: str = "") -> None:
        self._print(f"{time.monotonic() - self.started:6.2f} s  {text}", style)

    def detail(self, text: str) -> None:
        self._print(f"          {text}", "dim")

    def holds(self, chinese: str, english: str) -> None:
        self._print(f"        ✓ {chinese}  {english}", "green")

    def _print(self, text: str, style: str) -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)


# --- the daemon --------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def process(*command: str, **options: Any) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program that is stopped at the end."""
    started = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL, **options)
    try:
        yield started
    finally:
        if started.returncode is None:
            started.terminate()
        await started.wait()


@contextlib.asynccontextmanager
async def private_bus(folder: Path) -> AsyncIterator[str]:
    """A dbus-daemon of our own; yields its address."""
    command = ("dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={folder}/bus")
    # Its standard error only tells root that it may not raise a limit.
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.DEVNULL}
    try:
        async with process(*command, **pipes) as bus:
            assert bus.stdout is not None
            address = (await bus.stdout.readline()).decode().strip()
            demand(address, "the program dbus-daemon does not start; run `dbus-daemon --session` to see why")
            yield address
    except FileNotFoundError as error:
        raise DoesNotHold("the program dbus-daemon is not installed (package dbus-daemon)") from error


def bridges(folder: Path, port: int) -> Path:
    """The document that connects the daemon to the car's CAN bus."""
    file = folder / "bridges.toml"
    file.write_text(
        '[[can]]\nname = "demo"\ninterface = "socketcand"\nchannel = "can0"\n'
        f'options = {{ host = "127.0.0.1", port = {port} }}\n'
        f'mapping = "{VEHICLES / "demo_car.json"}"\ndbc = ["{VEHICLES / "demo_car.dbc"}"]\n',
        encoding="utf-8",
    )
    return file


class Demo:
    """The steps. Each shows something and demands that it holds."""

    def __init__(self, show: Show, daemon: DaemonClient, car: LiveCar) -> None:
        self._show = show
        self._daemon = daemon
        self._car = car
        self._state = ""
        self.ids: dict[str, str] = {}

    async def _until(self, what: str, holds: Callable[[], Any]) -> None:
        """Wait for something that must come. Raises DoesNotHold when it does not."""
        end = time.monotonic() + PATIENCE_S
        while not await holds():
            demand(time.monotonic() < end, f"{what} did not come within {PATIENCE_S:.0f} s")
            await asyncio.sleep(0.02)

    async def _reach(self, state: str) -> None:
        """Show every drive state on the way to this one."""

        async def reached() -> bool:
            now = await self._daemon.read(contract.CONTEXT, "DriveState")
            if now != self._state:
                self._state = now
                self._show.line(f"DriveState → {now}", "cyan")
            return bool(now == state)

        await self._until(f"drive state {state}", reached)

    async def _metrics(self) -> dict[str, int]:
        metrics: dict[str, int] = await self._daemon.read(contract.HEALTH, "Metrics")
        return metrics

    async def _recall(self, query: str, **options: Any) -> dict[str, Any]:
        self._show.line(f"❓ {query}", "bold")
        return await self._daemon.call(contract.MEMORY, "Recall", query, **options)

    # --- the steps -----------------------------------------------------------------------------------
    async def come_alive(self) -> None:
        self._show.step("车辆上电", "The vehicle comes alive")
        before = await self._daemon.read(contract.CONTEXT, "DriveState")
        self._state = before
        self._show.line(f"DriveState = {before}")
        await self._seat(DRIVER)
        await self._reach("parked")
        signals = await self._daemon.read(contract.CONTEXT, "Signals")
        self._show.detail(
            f"{len(signals)} signals from CAN, among them Vehicle.Speed = {signals['Vehicle.Speed']}"
        )
        self._show.holds(
            "信号来自 CAN，状态由其得出。", "Signals come over CAN, and the state follows from them."
        )

    async def _seat(self, who: str) -> None:
        await self._daemon.call(contract.OCCUPANTS, "Set", [["Row1.DriverSide", who, 95.0]])
        self._show.line(f"Row1.DriverSide = {who}")

    async def observe(self) -> None:
        self._show.step("听到的话被记住", "What is said is remembered")
        for text in SAID:
            self._show.line(f"💬 {text}", "bold")
            kept = await self._daemon.call(contract.MEMORY, "Observe", text)
            demand(kept["stored"], f"a sentence was not kept ({kept['reason']})")
            self.ids[text] = kept["id"]
            conditions = ", ".join(kept.get("conditions", [])) or "–"
            self._show.detail(
                f"类别 category {kept['category']} · 重要性 importance {kept['importance']} · "
                f"敏感度 sensitivity {kept['sensitivity']} · 条件 conditions {conditions}"
            )
        demand(len(set(self.ids.values())) == len(SAID), "two sentences have the same id")
        health = await self._daemon.call(contract.HEALTH, "Check")
        demand(health["level"] == "full", f"the daemon works at level {health['level']}: {health['remedy']}")
        self._show.holds("每句话返回时已落盘。", "Each was durable when the call returned.")

    async def set_off(self) -> None:
        self._show.step("起步行驶", "The car sets off")
        self._car.phase = STANDING
        await self._reach("idling")
        self._car.phase = DRIVING
        await self._reach("moving")
        await self._until("a speed of 40 km/h", self._fast)
        self._show.line("Vehicle.Speed > 40 km/h", "cyan")

    async def _fast(self) -> bool:
        return bool(await self._signal("Vehicle.Speed") > 40)

    async def _signal(self, path: str) -> Any:
        return (await self._daemon.read(contract.CONTEXT, "Signals"))[path]

    async def ask(self) -> None:
        self._show.step("行驶中提问，给出答案与理由", "Questions on the move, answers with their reasons")
        for query, text in ((HOW_WARM, WARMTH), (WHICH_SEAT, SEAT)):
            await self._answered(query, text)
        self._show.holds("每个答案都有理由和得分。", "Every answer comes with its reason and its score.")

    async def _answered(self, query: str, text: str) -> None:
        """A question whose answer must hold this memory."""
        reply = await self._recall(query)
        demand(reply["status"] == "ok", f"a question was not answered: {reply['status']} {reply['reason']}")
        for memory in reply["memories"]:
            self._tell(memory)
        found = [memory["id"] for memory in reply["memories"]]
        demand(self.ids[text] in found, "the memory that answers the question is not among the answers")

    def _tell(self, memory: Mapping[str, Any]) -> None:
        self._show.line(f"💡 {memory['text']}")
        self._show.detail(f"理由 because: {memory['because']}")
        self._show.detail(
            f"得分 score {memory['score']:.2f}: 相关 relevance {memory['relevance']:.2f} · "
            f"新近 recency {memory['recency']:.2f} · 重要 importance {memory['importance']}"
        )
        demand(memory["because"], "an answer gives no reason")

    async def rain(self) -> None:
        self._show.step("只在下雨时才说", "A memory for the rain, and only for the rain")
        reply = await self._recall(WHICH_WAY, explain=True)
        self._show.line(f"∅ {reply['status']} ({reply['reason']})")
        demand(not reply["memories"], "a memory for the rain was told on a dry road")
        withheld = {item["id"]: item["reason"] for item in reply["withheld"]}
        demand(
            withheld.get(self.ids[WHEN_WET]) == "condition_not_met", "nothing explains why it was withheld"
        )
        self._show.detail("未给出 withheld: condition_not_met (weather=rain)")
        self._car.rain = 60
        self._show.line("🌧  Vehicle.Body.Raindetection.Intensity = 60", "cyan")
        await self._until("rain", self._raining)
        await self._answered(WHICH_WAY, WHEN_WET)
        self._show.holds("条件成立才给出。", "It is told once its condition holds.")

    async def _raining(self) -> bool:
        return bool(await self._signal("Vehicle.Body.Raindetection.Intensity") > 0)

    async def plan(self) -> None:
        self._show.step("出主意：问了才说，或停稳再说", "A proposal: when asked, or when the car stands")
        unasked = await self._plan("", intent="climate.set")
        demand(unasked["reason"] == "driving", "the driver was spoken to unasked about the climate")
        asked = await self._plan(ADJUST)
        demand(asked["status"] == "ok", f"nothing was proposed: {asked['status']} {asked['reason']}")
        demand(asked["ids"] == [self.ids[WARMTH]], "the proposal does not rest on what was said")
        demand(asked["proposal"]["temperature"] == 21.0, "the proposal is not what was said")
        judged = await self._daemon.call(contract.MEMORY, "Feedback", asked["id"], "rejected")
        self._show.line(f"👎 {judged['status']}")
        again = await self._plan(ADJUST)
        demand(again["reason"] == "turned_down", "a rejected proposal was made again")
        self.ids[ADJUST] = asked["id"]
        self._show.holds(
            "拒绝过的，同样情况下不再提。",
            "What was turned down is not proposed again in such circumstances.",
        )

    async def _plan(self, request: str, **options: Any) -> dict[str, Any]:
        self._show.line(f"❓ {request or '(主动 unasked)'}", "bold")
        reply = await self._daemon.call(contract.MEMORY, "Plan", request, **options)
        if reply["text"]:
            self._show.line(f"💡 {reply['text']}")
            self._show.detail(f"参数 proposal: {reply['proposal']}")
            for reason in reply["because"]:
                self._show.detail(f"理由 because: {reason}")
        else:
            self._show.line(f"∅ {reply['status']} ({reply['reason']})")
        return reply

    async def reverse(self) -> None:
        self._show.step("倒车时不回答，也不检索", "In reverse nothing is answered, nor even searched")
        self._car.phase = STANDING
        await self._until("a standing car", self._standing)
        self._car.phase = REVERSING
        await self._reach("reversing")
        before = await self._settled()
        reply = await self._recall(HOW_WARM)
        after = await self._metrics()
        self._show.line(f"🔇 {reply['status']} ({reply['reason']}), {reply['elapsed_us']} µs", "yellow")
        demand(reply["status"] == "suppressed" and reply["reason"] == "reversing", "it was not suppressed")
        demand(not reply["memories"], "a suppressed answer holds memories")
        for name in ("embeddings", "searches"):
            self._show.detail(f"{name}: {before[name]} → {after[name]}")
            demand(before[name] == after[name] > 0, f"the counter {name} moved, or never did")
        self._show.holds(
            "没有向量计算，没有检索。", "No embedding, no search: the daemon's own counters stand still."
        )

    async def _standing(self) -> bool:
        return bool(await self._signal("Vehicle.Speed") == 0.0)

    async def _settled(self) -> dict[str, int]:
        """The counters once everything that was observed has its vector."""

        async def embedded() -> bool:
            vaults = await self._daemon.read(contract.HEALTH, "Vaults")
            return all(vault["memories"] == vault["vectors"] for vault in vaults.values())

        await self._until("a vector for every memory", embedded)
        return await self._metrics()

    async def change_driver(self) -> None:
        self._show.step("换了驾驶员，什么也问不到", "Another driver learns nothing of the first")
        self._car.phase = PARKED
        await self._reach("parked")
        await self._seat(OTHER)
        for query in (HOW_WARM, WHICH_SEAT, WARMTH):
            reply = await self._recall(query)
            self._show.line(f"∅ {reply['status']} ({reply['reason']})")
            demand(not reply["memories"], "another driver was told a memory")
        with contextlib.suppress(Failure):
            got = await self._daemon.call(contract.MANAGE, "Get", self.ids[WARMTH])
            raise DoesNotHold(f"another driver got a memory by its id: {got['id']}")
        await self._seat(DRIVER)
        reply = await self._recall(HOW_WARM)
        demand(reply["memories"], "the first driver lost the memory")
        self._show.holds("记忆只属于说话的人。", "Memories belong to the person who said them.")

    async def forget(self) -> None:
        self._show.step("忘掉一条，彻底删除", "One memory is forgotten, for good")
        gone = self.ids[WARMTH]
        self._show.line(f"🗑  {WARMTH}")
        receipt = await self._daemon.call(contract.MANAGE, "Forget", {"ids": Variant("as", [gone])})
        self._show.detail(
            f"凭证 receipt {receipt['id']} · 删除 removed {receipt['count']} · "
            f"核验 verified {receipt['verified']}"
        )
        demand(
            receipt["count"] - receipt.get("derived", 0) == 1 and receipt["verified"],
            "the receipt is not that of one verified removal",
        )
        reply = await self._recall(HOW_WARM)
        demand(gone not in [memory["id"] for memory in reply["memories"]], "a forgotten memory was returned")
        with contextlib.suppress(Failure):
            await self._daemon.call(contract.MANAGE, "Get", gone)
            raise DoesNotHold("a forgotten memory can still be read by its id")
        with contextlib.suppress(Failure):
            await self._daemon.call(contract.MANAGE, "Get", self.ids[ADJUST])
            raise DoesNotHold("the proposal outlived what it rests on")
        left = await self._daemon.call(contract.MANAGE, "List")
        demand(left["total"] == len(SAID) - 1, f"{left['total']} memories are left, not {len(SAID) - 1}")
        self._show.holds(
            "查不到，文件里也没有痕迹。", "It is not found, and the daemon found no trace in its files."
        )

    async def run(self) -> None:
        for step in (
            self.come_alive,
            self.observe,
            self.set_off,
            self.ask,
            self.rain,
            self.plan,
            self.reverse,
            self.change_driver,
            self.forget,
        ):
            await step()


async def connect(daemon: DaemonClient, started: asyncio.subprocess.Process) -> None:
    """Wait until the daemon answers."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            await daemon.call(contract.HEALTH, "Check")
            return
        except Failure as failure:
            demand(started.returncode is None, f"the daemon ended with exit code {started.returncode}")
            demand(failure.word == "NotRunning" and time.monotonic() < end, f"no daemon: {failure.fault}")
        await asyncio.sleep(0.05)


async def drive(show: Show, folder: Path, car: LiveCar) -> None:
    """Start the bus and the daemon, connect it to the car, go through the steps."""
    state, log = folder / "state", folder / "daemon.log"
    state.mkdir(mode=0o700)
    command = [sys.executable, "-m", "cabin_memory", "--session", "--state-dir", str(state)]
    command += ["--bridges", str(bridges(folder, car.port))]
    with log.open("wb") as output:
        async with private_bus(folder) as address, DaemonClient(BusPlace(address=address)) as daemon:
            environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": address}
            async with process(*command, env=environment, stdout=output, stderr=output) as started:
                await connect(daemon, started)
                show.line("cabin-memoryd")
                await Demo(show, daemon, car).run()


async def demonstrate(show: Show, folder: Path) -> None:
    """Everything, in a folder that is thrown away. Raises DoesNotHold, Failure."""
    car = await LiveCar.start(VEHICLES / "demo_car.json", VEHICLES / "demo_car.dbc")
    try:
        await drive(show, folder, car)
    finally:
        await car.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.parse_args()
    show = Show(Console(highlight=False))
    with tempfile.TemporaryDirectory(prefix="cabin-memory-demo-") as name:
        folder = Path(name)
        try:
            asyncio.run(demonstrate(show, folder))
        except (DoesNotHold, Failure) as fault:
            english = Words(language=Language.ENGLISH)
            reason = " ".join(fault.told(english)) if isinstance(fault, Failure) else str(fault)
            log = folder / "daemon.log"
            tail = log.read_text("utf-8").splitlines()[-20:] if log.exists() else []
            print(f"\nDoes not hold: {reason}", *tail, sep="\n", file=sys.stderr)
            return 1
    show.console.print()
    show.line("全部成立。 Everything holds.", "bold green")
    return 0


if __name__ == "__main__":
    sys.exit(main())
