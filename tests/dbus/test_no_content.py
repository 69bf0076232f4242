"""What is said leaves by no other door: log, errors, signals, metrics, process title, environment, files.

Every field of every call gets a word of its own, in good calls and in ones that are refused.
"""

import os
import re
from pathlib import Path
from typing import Any

from dbus_fast import Variant

from cabin import DRIVER, MOVING, PARKED, CallFailed, RunningDaemon
from cabin_memory.inbound import dbus_contract

FIELDS = (
    "text", "intent", "slotname", "slotvalue", "entity", "entitykind", "subject", "scene", "session",
    "timezone", "query", "topic", "phrase", "reason", "scope", "edit", "signal", "signalvalue",
    "seat", "choice", "request",
)  # fmt: skip
MARK = {field: f"zqx{field}vorn" for field in FIELDS}


async def outcome(call: Any) -> str:
    """The reply as text, or the error's text."""
    try:
        return str(await call)
    except CallFailed as fault:
        return f"{fault.name}: {fault.text}"


async def say_everything(daemon: RunningDaemon) -> list[str]:
    """Good and bad calls; returns the texts of errors only."""
    m = MARK
    kept = await daemon.observe(
        f"我喜欢听{m['text']}，和{m['entity']}一起", session=m["session"], intent=m["intent"], scene="",
        slots={m["slotname"]: m["slotvalue"]}, entities=[[m["entitykind"], m["entity"]]],
        subject=m["subject"],
    )  # fmt: skip
    await daemon.settle()
    calls = [
        daemon.observe(m["text"], scene=m["scene"]),
        daemon.observe(m["text"], timezone=m["timezone"]),
        daemon.observe(m["text"], outcome=m["choice"]),
        daemon.observe("x" * 3000 + m["text"]),
        daemon.observe(m["text"], slots={m["slotname"]: Variant("as", [m["slotvalue"]])}),
        daemon.recall(
            f"{m['query']}，放什么音乐", session=m["session"], explain=True, timezone=m["timezone"]
        ),
        daemon.recall(m["query"], kinds=[m["choice"]]),
        daemon.call("Brief", m["query"], speaker=m["subject"]),
        daemon.call(
            "Plan",
            f"{m['request']}，放什么音乐",
            speaker=DRIVER,
            intent=m["intent"],
            slots={"destination": m["slotvalue"]},
            scene=m["scene"],
        ),
        daemon.call("Plan", m["request"], timezone=m["timezone"], kinds=[m["choice"]]),
        daemon.call("ResolveTime", m["phrase"], speaker=DRIVER, topic=m["topic"]),
        daemon.call("Feedback", kept["id"], m["choice"], speaker=DRIVER, reason=m["reason"]),
        daemon.call("Feedback", m["text"], "accepted", speaker=DRIVER, reason=m["reason"]),
        daemon.call("Manage.Get", m["text"], speaker=DRIVER),
        daemon.call("Manage.Why", m["query"], speaker=DRIVER),
        daemon.call("Manage.Edit", m["text"], speaker=DRIVER, text=m["edit"]),
        daemon.call("Manage.Undo", m["text"], speaker=DRIVER),
        daemon.call("Manage.Wipe", m["subject"], confirm=True),
        daemon.call("Manage.Answer", m["text"], m["choice"], speaker=DRIVER),
        daemon.call(
            "Manage.Forget", {m["scope"]: Variant("s", m["scope"])}, signature="a{sv}", speaker=DRIVER
        ),
        daemon.call("Occupants.Declare", m["seat"], "child"),
        daemon.call("Occupants.Set", [[m["seat"], m["subject"], 95.0]], signature="a(ssd)"),
        daemon.context({f"Vehicle.{m['signal']}": m["signalvalue"]}),
    ]
    told = [await outcome(call) for call in calls]
    await daemon.drive(MOVING)
    told.append(await outcome(daemon.call("Manage.Edit", kept["id"], speaker=DRIVER, text=m["edit"])))
    await daemon.drive(PARKED)
    return [text for text in told if re.match(r"[A-Z]\w+: ", text)]


def found(text: str) -> set[str]:
    return {field for field, mark in MARK.items() if mark in text.casefold()}


async def test_no_door_but_the_reply(daemon: RunningDaemon) -> None:
    temporary = set(Path("/tmp").iterdir())
    errors = await say_everything(daemon)
    assert len(errors) >= 10
    # What a caller wrote wrongly is named to that caller and to nobody else, such as an unknown key.
    assert found(" ".join(errors)) <= {"scope", "slotname"}
    metrics = await daemon.metrics()
    assert found(str(metrics)) == set()
    assert found(str(await daemon.call("Health.Check")) + str(await daemon.get("Health", "Vaults"))) == set()
    told = " ".join(str(signal.body) for signal in daemon.signals)
    assert found(told) == set()
    process = Path(f"/proc/{daemon.process.pid}")
    for place in ("cmdline", "environ", "comm", "task"):
        shown = os.listdir(process / place) if place == "task" else (process / place).read_bytes()
        assert found(str(shown)) == set()
    for thread in (process / "task").iterdir():
        assert found((thread / "comm").read_text()) == set()
    await daemon.stop()
    assert found(daemon.log.read_text()) == set()
    for file in daemon.state.rglob("*"):
        if file.is_file():
            assert found(file.read_bytes().decode(errors="replace")) == set(), file.name
    for file in set(Path("/tmp").iterdir()) - temporary:
        assert not file.is_file() or found(file.read_bytes().decode(errors="replace")) == set(), file


async def test_every_text_of_the_contract_was_given_a_word() -> None:
    """A new argument or option of text must be planted above."""
    named = {
        value.name
        for interface in dbus_contract.INTERFACES
        for method in interface.methods
        for value in (*method.takes, *method.options)
        if value.signature == "s" and not value.choices
    }
    covered = {
        "text", "intent", "subject", "scene", "session", "timezone", "query", "topic", "phrase", "reason",
        "seat", "id", "receipt", "occupant", "conflict", "speaker", "in_reply_to", "category",
        "attribute", "what", "request",
    }  # fmt: skip
    assert named <= covered, named - covered
