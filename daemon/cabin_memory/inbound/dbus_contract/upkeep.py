"""How the daemon is, and its simulation."""

from cabin_memory.codecs.dbus_types import Interface, Method, Value
from cabin_memory.inbound.dbus_contract.words import NAME

HEALTH = Interface(
    name=NAME + ".Health",
    doc="How the daemon is. Holds no content and names no person.",
    methods=(
        Method(
            name="Check",
            urgent=True,
            doc="What works, what does not, and the remedy.",
            returns="level s, reason s, remedy s, model s, drive_state s, uptime_us t",
        ),
    ),
    properties=(
        Value(name="Level", signature="s", doc="full, structured (no vectors) or stateless (no store)"),
        Value(
            name="Vaults",
            signature="a{sv}",
            doc="open vaults by a number of this run: memories (that may answer), kept (all), vectors",
        ),
        Value(
            name="Metrics", signature="a{sv}", doc="counters and latencies in microseconds since the start"
        ),
    ),
    quiet=frozenset({"Vaults", "Metrics"}),
)

SIMULATION = Interface(
    name=NAME + ".Simulation",
    doc="Only with --simulate: time stands still between calls.",
    methods=(
        Method(
            name="SetTime",
            doc="Jump to a date.",
            takes=(Value(name="time", signature="x"),),
            returns="time x",
        ),
        Method(
            name="Advance",
            doc="Let time pass.",
            takes=(Value(name="amount", signature="x"),),
            returns="time x",
        ),
        Method(name="Settle", doc="Wait until nothing is pending.", returns="settled b"),
        Method(name="RunDueJobs", doc="Run what is due at the present time.", returns="ran u"),
    ),
)
