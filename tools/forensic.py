"""A forensic look: what is left of sentences that were forgotten, on the disk and in the process?

    python tools/forensic.py [--sentences 500] [--seed 7]        # as root, for the process's memory

Every sentence has a word of its own. They are forgotten by every scope there is, by withdrawn consent, by a
term of undo that ends, and by a wipe. Then every byte that the daemon wrote is searched for the words: files
as they lie there, vaults decrypted with their freed pages, logs; and the memory of the process after the next
question. Exit code 1 when a word is found in a file, or came back in an answer.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dbus_fast import Variant

from bench_daemon import PARKED, Daemon, private_bus, running_daemon
from vault_contents import decrypted, raw_files

ANNA, BEN = "oem:anna", "oem:ben"
DAY = 86_400_000_000
START = 1_772_499_600_000_000
"""2026-03-03T01:00:00Z in microseconds."""
_SYLLABLES = (
    "bra", "cli", "dor", "fen", "gul", "hax", "jim", "kep", "lor", "mun", "nib", "pol", "qua", "rix", "sul",
    "tov", "urd", "vex", "wim", "yan", "zor",
)  # fmt: skip
_HAN = "龘靐齉爩鱻麤龗灪吁龖厵滟麷鸾鹂鬰驫飝饙馫"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group:
    """Sentences that go together in one way."""

    way: str
    sentence: str
    options: dict[str, Variant] = field(default_factory=dict)
    who: str = ANNA


GROUPS = (
    Group(way="ids", sentence="我喜欢听{}的歌"),
    Group(way="session", sentence="I like to listen to {}", options={"session": Variant("s", "one")}),
    Group(way="subject", sentence="他喜欢喝{}", options={"subject": Variant("s", "uncle")}),
    Group(way="since", sentence="I always go past {} on my way home"),
    Group(way="category", sentence="我从来不吃{}"),
    Group(way="kind", sentence="昨天我们去了{}"),
    Group(way="consent", sentence="我对{}过敏，医生说的"),
    Group(way="undo", sentence="From now on navigate by {}"),
    Group(way="all", sentence="以后都叫我{}"),
    Group(way="wipe", sentence="I never want to hear {} again", who=BEN),
)


@dataclass(slots=True, kw_only=True)
class Look:
    """Where a word was found."""

    planted: int = 0
    forgotten: dict[str, int] = field(default_factory=dict)
    in_files: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    in_memory: set[str] = field(default_factory=set)
    memory_before: int = 0


def words(count: int, rng: random.Random) -> list[str]:
    """Invented ones, no two alike; every third in Chinese."""
    made: dict[str, None] = {}
    while len(made) < count:
        chinese = len(made) % 3 == 2
        made["".join(rng.sample(_HAN, 5)) if chinese else "".join(rng.sample(_SYLLABLES, 4))] = None
    return list(made)


class Forensic:
    """Plants, forgets, looks."""

    def __init__(self, daemon: Daemon, marks: dict[Group, list[str]], look: Look) -> None:
        self._daemon = daemon
        self._marks = marks
        self._look = look
        self._ids: dict[str, list[str]] = {group.way: [] for group in GROUPS}

    async def run(self) -> None:
        await self._simulate("SetTime", START)
        await self._seat()
        consent = {"speaker": Variant("s", ANNA), "health": Variant("b", True)}
        await self._daemon.call("Consent", "", consent, interface="Manage")
        for group, marks in self._marks.items():
            await self._plant(group, marks)
        await self._settle()
        self._look.memory_before = len(_in_memory(self._daemon.pid, self._everything()))
        for group in GROUPS:
            self._look.forgotten[group.way] = await self._forget(group)
        await self._ask_for_all()

    def _everything(self) -> list[str]:
        return [mark for marks in self._marks.values() for mark in marks]

    async def _simulate(self, member: str, micros: int) -> None:
        await self._daemon.call(member, "x", micros, {}, interface="Simulation")

    async def _settle(self) -> None:
        await self._daemon.call("Settle", "", {}, interface="Simulation")

    async def _seat(self) -> None:
        await self._daemon.call("Update", "a{sv}", dict(PARKED), {}, interface="Context")
        seats = [["Row1.DriverSide", ANNA, 95.0], ["Row2.DriverSide", BEN, 95.0]]
        await self._daemon.call("Set", "a(ssd)", seats, {}, interface="Occupants")

    async def _plant(self, group: Group, marks: Sequence[str]) -> None:
        """An hour for each group, so that a range of time can tell them apart."""
        await self._simulate("Advance", 3_600_000_000)
        await self._seat()
        for mark in marks:
            options = {"speaker": Variant("s", group.who), "entities": Variant("a(ss)", [["name", mark]])}
            if len(self._ids[group.way]) % 2:
                del options["entities"]  # the word itself is in the text then
            told = await self._daemon.call(
                "Observe", "s", group.sentence.format(mark), options | group.options
            )
            if told["stored"]:
                self._ids[group.way].append(told["id"])
                self._look.planted += 1

    async def _forget(self, group: Group) -> int:
        match group.way:
            case "ids":
                return await self._scope({"ids": Variant("as", self._ids["ids"])})
            case "session":
                return await self._scope({"session": Variant("s", "one")})
            case "subject":
                return await self._scope({"subject": Variant("s", "uncle")})
            case "since":
                begun = START + 4 * 3_600_000_000
                return await self._scope(
                    {"since": Variant("x", begun), "until": Variant("x", begun + 3_600_000_000)}
                )
            case "category":
                return await self._scope({"category": Variant("s", "food")})
            case "kind":
                return await self._scope({"kind": Variant("s", "episode")})
            case "consent":
                before = await self._count()
                options = {"speaker": Variant("s", ANNA), "health": Variant("b", False)}
                await self._daemon.call("Consent", "", options, interface="Manage")
                return before - await self._count()
            case "undo":
                return await self._undone()
            case "all":
                return await self._scope({"all": Variant("b", True)})
        return await self._wiped()

    async def _scope(self, scope: dict[str, Variant]) -> int:
        options = {"speaker": Variant("s", ANNA), "confirm": Variant("b", True)}
        gone = await self._daemon.call("Forget", "a{sv}", scope, options, interface="Manage")
        return int(gone["count"])

    async def _count(self) -> int:
        options = {"speaker": Variant("s", ANNA), "limit": Variant("u", 1)}
        return int((await self._daemon.call("List", "", options, interface="Manage"))["total"])

    async def _undone(self) -> int:
        """Forgotten so that it can be brought back, until the term ends."""
        allowed = {"speaker": Variant("s", ANNA), "undo": Variant("b", True)}
        await self._daemon.call("Consent", "", allowed, interface="Manage")
        count = await self._scope({"ids": Variant("as", self._ids["undo"])})
        await self._daemon.call(
            "Consent", "", {"speaker": Variant("s", ANNA), "undo": Variant("b", False)}, interface="Manage"
        )
        await self._simulate("Advance", 2 * DAY)
        await self._seat()
        await self._daemon.call("RunDueJobs", "", {}, interface="Simulation")
        return count

    async def _wiped(self) -> int:
        count = len(self._ids["wipe"])
        await self._daemon.call("Wipe", "s", BEN, {"confirm": Variant("b", True)}, interface="Manage")
        return count

    async def _ask_for_all(self) -> None:
        for group, marks in self._marks.items():
            for mark in marks[:10]:
                options = {"speaker": Variant("s", group.who), "explain": Variant("b", True)}
                answer = await self._daemon.call("Recall", "s", group.sentence.format("X"), options)
                if mark in str(answer):
                    self._look.answered.add(mark)


def _in_memory(pid: int, marks: Sequence[str]) -> set[str]:
    """Which words stand in the writable memory of a process, as bytes or as two-byte characters."""
    searched = {mark: (mark.encode(), mark.encode("utf-16-le")) for mark in marks}
    pattern = re.compile(b"|".join(re.escape(form) for forms in searched.values() for form in forms))
    hits: set[bytes] = set()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            place, rights = line.split()[:2]
            if not rights.startswith("rw"):
                continue
            start, end = (int(part, 16) for part in place.split("-"))
            memory.seek(start)
            try:
                hits.update(found.group() for found in pattern.finditer(memory.read(end - start)))
            except OSError:
                continue  # a mapping that the kernel does not show
    return {mark for mark, forms in searched.items() if hits & set(forms)}


async def forensic(count: int, seed: int, folder: Path) -> Look:
    """Run it against a daemon of its own."""
    look = Look()
    marks = words(count, random.Random(seed))
    share = len(marks) // len(GROUPS)
    by_group = {group: marks[at * share : (at + 1) * share] for at, group in enumerate(GROUPS)}
    state, log = folder / "state", folder / "daemon.log"
    state.mkdir(mode=0o700)
    with private_bus(folder) as address:
        async with running_daemon(address, state, log, "--simulate") as started:
            await Forensic(started.daemon, by_group, look).run()
            _search(look, marks, {"log": log.read_bytes(), **raw_files(state)})
            look.in_memory = _in_memory(started.daemon.pid, marks)
    _search(look, marks, {"log": log.read_bytes(), **raw_files(state)})
    vaults = {owner: kept.encode() for owner, kept in (await decrypted(state)).items()}
    _search(look, marks, vaults)
    return look


def _search(look: Look, marks: Sequence[str], files: dict[str, bytes]) -> None:
    for name, content in files.items():
        look.in_files |= {f"{mark} in {name}" for mark in marks if mark.encode() in content}


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--sentences", type=int, default=500)
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="cabin-memory-forensic-") as folder:
        look = asyncio.run(forensic(given.sentences, given.seed, Path(folder)))
    print(f"sentences kept: {look.planted} of {given.sentences}, seed {given.seed}")
    print("forgotten by:", ", ".join(f"{way} {count}" for way, count in look.forgotten.items()))
    print(f"words in files, raw or decrypted: {len(look.in_files)}; in answers: {len(look.answered)}")
    print(f"words in the process's memory: {look.memory_before} before, {len(look.in_memory)} afterwards")
    for place in sorted(look.in_files)[:20]:
        print(f"  {place}")
    complete = look.planted and all(look.forgotten.values())
    return 0 if complete and not look.in_files and not look.answered else 1


if __name__ == "__main__":
    sys.exit(main())
