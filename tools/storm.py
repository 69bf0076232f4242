"""A storm of calls: four people, eight callers, seats that change. Does anyone hear another's word?

    python tools/storm.py [--calls 100000] [--seed 7]

Every person has words of their own in everything that they say. Each reply, each error, each signal and
the daemon's log are searched for the words of everyone else; at the end the files of the state folder too, as
they lie on the disk and, vault by vault, decrypted. Exit code 1 when a foreign word was found anywhere.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from bench_daemon import NAME, PARKED, PATH, REVERSING, private_bus, running_daemon
from cabin_memory.inbound.dbus_service import be_patient
from vault_contents import decrypted, raw_files

CALLERS = 8
SEATS = ("Row1.DriverSide", "Row1.PassengerSide", "Row2.DriverSide", "Row2.PassengerSide")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody and the words that only they use."""

    who: str
    words: tuple[str, ...]

    def says(self, rng: random.Random) -> str:
        return rng.choice(_SENTENCES).format(word=rng.choice(self.words), number=rng.randint(16, 29))


# Invented words: no dictionary, no model and no log has them by itself.
PEOPLE = (
    Person(who="oem:anna", words=("qorvaltin", "琅珞峠", "mizzenblat")),
    Person(who="oem:ben", words=("tuxamorrel", "瓒骉岙", "feldispuk")),
    Person(who="oem:carl", words=("wrenjolita", "龘靐齉", "oskabrund")),
    Person(who="key:dora", words=("yildentrosk", "犇猋骉垚", "vashpumira")),
)
_SENTENCES = (
    "我喜欢听{word}的歌", "去{word}的时候走高架", "空调我习惯{number}度，像{word}那样", "我不吃{word}",
    "昨天去了{word}", "我老婆喜欢{word}", "充电充到百分之八十，在{word}充", "你记错了，我喜欢{word}",
    "I like to listen to {word}", "Never take me past {word}", "Keep it at {number} degrees as in {word}",
    "I am allergic to {word}", "We went to {word} yesterday", "My wife likes {word}", "Call me {word}",
    "From now on only {word}",
)  # fmt: skip
_QUESTIONS = (
    "放点什么音乐", "走哪条路", "空调开多少度", "我不吃什么", "按上次的来", "昨天去了哪里",
    "What music do I like?", "Which way should I go?", "How warm do I like it?", "What am I allergic to?",
    "Like last time, please",
    "Where did we go yesterday?", "Who is {word}?", "{word}是什么",
)  # fmt: skip
_MOVING = {**PARKED, "Vehicle.Speed": Variant("d", 50.0)} | {
    path: Variant("n", 1) for path in PARKED if path.endswith("Gear")
}


@dataclass(slots=True, kw_only=True)
class Storm:
    """What was sent, and what must not have been found."""

    calls: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    foreign: list[str] = field(default_factory=list)
    own: int = 0
    """Replies that held a word of whom they were for; without any, the storm proves nothing."""
    ids: dict[str, list[str]] = field(default_factory=lambda: {person.who: [] for person in PEOPLE})
    receipts: dict[str, list[str]] = field(default_factory=lambda: {person.who: [] for person in PEOPLE})

    def look(self, where: str, found: str, owner: str) -> None:
        """Search a text for the words of everyone but its owner; "" is nobody, so that none may be in it."""
        for person in PEOPLE:
            if person.who == owner:
                self.own += any(word in found for word in person.words)
            else:
                self.foreign += [f"{where}: {word} of {person.who}" for word in person.words if word in found]


class Caller:
    """One program on the bus that does whatever comes to its mind."""

    def __init__(self, bus: MessageBus, storm: Storm, seed: int) -> None:
        self._bus = bus
        self._storm = storm
        self._random = random.Random(seed)

    async def run(self, calls: int) -> None:
        doings = list(_DOINGS)
        weights = [weight for _, weight in doings]
        for _ in range(calls):
            doing = self._random.choices(doings, weights)[0][0]
            await doing(self, self._random.choice(PEOPLE))

    async def call(
        self, member: str, signature: str, *body: Any, owner: str, **options: Any
    ) -> Mapping[str, Any]:
        head, _, name = member.rpartition(".")
        reply = await self._bus.call(
            Message(
                destination=NAME,
                path=PATH,
                interface=f"{NAME}.{head}" if head else NAME,
                member=name,
                signature=signature + "a{sv}",
                body=[*body, {key: _variant(value) for key, value in options.items()}],
            )
        )
        assert reply is not None
        self._storm.calls += 1
        self._storm.kinds[member] += 1
        self._storm.look(member, str(reply.body), owner)
        if reply.message_type is MessageType.ERROR:
            self._storm.errors[f"{member} {(reply.error_name or '').rpartition('.')[2]}"] += 1
            return {}
        answer: Mapping[str, Any] = reply.body[0]
        return answer

    # ------------------------------------------------------------------------------------- doings
    async def observe(self, of: Person) -> None:
        named = [["person", self._random.choice(of.words)]] if self._random.random() < 0.3 else []
        told = await self.call(
            "Observe", "s", of.says(self._random), owner=of.who, speaker=of.who,
            session=str(self._random.randint(1, 5)), entities=Variant("a(ss)", named),
        )  # fmt: skip
        if told and told["id"].value:
            self._storm.ids[of.who].append(told["id"].value)

    async def ask(self, of: Person) -> None:
        # Also by another's word: knowing it must not help.
        word = self._random.choice(self._random.choice(PEOPLE).words)
        question = self._random.choice(_QUESTIONS).format(word=word)
        member = self._random.choice(("Recall", "Recall", "Recall", "Brief", "ResolveTime"))
        await self.call(member, "s", question, owner=of.who, speaker=of.who)

    async def look(self, of: Person) -> None:
        member = self._random.choice(
            ("Describe", "Lookup", "Manage.List", "Manage.Export", "Manage.Statistics")
        )
        await self.call(member, "", owner=of.who, speaker=of.who)

    async def fetch(self, of: Person) -> None:
        """By an id, of one's own or of somebody else."""
        ids = self._storm.ids[self._random.choice(PEOPLE).who]
        if ids:
            member = self._random.choice(("Manage.Get", "Manage.Why"))
            await self.call(member, "s", self._random.choice(ids), owner=of.who, speaker=of.who)

    async def judge(self, of: Person) -> None:
        ids = self._storm.ids[self._random.choice(PEOPLE).who]
        if ids:
            verdict = self._random.choice(("accepted", "rejected"))
            await self.call("Feedback", "ss", self._random.choice(ids), verdict, owner=of.who, speaker=of.who)

    async def forget(self, of: Person) -> None:
        ids = self._storm.ids[self._random.choice(PEOPLE).who][-20:]
        scope = {"ids": Variant("as", ids)} if ids else {"category": Variant("s", "media")}
        gone = await self.call(
            "Manage.Forget", "a{sv}", scope, owner=of.who, speaker=of.who, confirm=True
        )  # fmt: skip
        if gone:
            self._storm.receipts[of.who].append(gone["id"].value)

    async def undo(self, of: Person) -> None:
        if receipts := self._storm.receipts[self._random.choice(PEOPLE).who]:
            await self.call("Manage.Undo", "s", receipts[-1], owner=of.who, speaker=of.who)

    async def consent(self, of: Person) -> None:
        options = {self._random.choice(("undo", "health", "disclosure")): self._random.random() < 0.6}
        await self.call("Manage.Consent", "", owner=of.who, speaker=of.who, **options)

    async def seat(self, _: Person) -> None:
        seats = self._random.sample(SEATS, self._random.randint(1, 4))
        who = self._random.sample([person.who for person in PEOPLE], len(seats))
        sure = (30.0, 58.0, 62.0, 95.0, 95.0, 95.0)
        rows = [[s, w, self._random.choice(sure)] for s, w in zip(seats, who, strict=True)]
        await self.call("Occupants.Set", "a(ssd)", rows, owner="")

    async def drive(self, _: Person) -> None:
        signals = self._random.choices((PARKED, _MOVING, REVERSING), (600, 1, 1))[0]
        await self.call("Context.Update", "a{sv}", dict(signals), owner="")

    async def check(self, _: Person) -> None:
        await self.call("Health.Check", "", owner="")


_DOINGS: tuple[tuple[Callable[[Caller, Person], Any], int], ...] = (
    (Caller.observe, 30), (Caller.ask, 30), (Caller.look, 10), (Caller.fetch, 8), (Caller.judge, 3),
    (Caller.forget, 2), (Caller.undo, 1), (Caller.consent, 1), (Caller.seat, 3), (Caller.drive, 10),
    (Caller.check, 2),
)  # fmt: skip


def _variant(value: Any) -> Variant:
    if isinstance(value, Variant):
        return value
    return Variant("b", value) if isinstance(value, bool) else Variant("s", value)


async def storm(calls: int, seed: int, folder: Path) -> Storm:
    """Send the calls to a daemon of its own; afterwards search what it left."""
    found = Storm()
    state, log = folder / "state", folder / "daemon.log"
    state.mkdir(mode=0o700)
    with private_bus(folder) as address:
        async with running_daemon(address, state, log):
            buses = [await MessageBus(bus_address=address).connect() for _ in range(CALLERS)]
            await _listen(buses[0], found)
            for bus in buses:
                be_patient(bus)
            callers = [Caller(bus, found, seed * 1000 + number) for number, bus in enumerate(buses)]
            await callers[0].drive(PEOPLE[0])
            await callers[0].seat(PEOPLE[0])
            await asyncio.gather(*(caller.run(calls // CALLERS) for caller in callers))
            for bus in buses:
                bus.disconnect()
    found.look("log", log.read_text(errors="replace"), "")
    for file, content in raw_files(state).items():
        found.look(f"file {file}, as it lies there", content.decode(errors="replace"), "")
    for owner, kept in (await decrypted(state)).items():
        found.look(f"vault of {owner}", kept, owner)
    return found


async def _listen(bus: MessageBus, found: Storm) -> None:
    def heard(message: Message) -> None:
        if message.message_type is MessageType.SIGNAL and message.path == PATH:
            found.look(f"signal {message.member}", str(message.body), "")

    bus.add_message_handler(heard)
    await bus.call(
        Message(
            destination="org.freedesktop.DBus", path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
            member="AddMatch", signature="s", body=[f"type='signal',sender='{NAME}'"],
        )
    )  # fmt: skip


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--calls", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="cabin-memory-storm-") as folder:
        found = asyncio.run(storm(given.calls, given.seed, Path(folder)))
    seconds = time.perf_counter() - begun
    print(f"{found.calls} calls in {seconds:.0f} s, {found.calls / seconds:.0f} a second, seed {given.seed}")
    for member, count in found.kinds.most_common():
        refused = {k.split()[1]: n for k, n in found.errors.items() if k.split()[0] == member}
        print(f"  {member:20} {count:7}  {refused or ''}")
    print(f"replies with words of one's own: {found.own}")
    print(f"foreign words: {len(found.foreign)}")
    for line in found.foreign[:20]:
        print(f"  {line}")
    return 1 if found.foreign or not found.own else 0


if __name__ == "__main__":
    sys.exit(main())
