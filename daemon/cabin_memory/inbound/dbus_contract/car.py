"""The vehicle and who is in it."""

from cabin_memory.codecs.dbus_types import Interface, Method, Signal, Value
from cabin_memory.inbound.dbus_contract.words import NAME

CONTEXT = Interface(
    name=NAME + ".Context",
    doc="The vehicle's state. What is missing, invalid, contradictory or stale makes it unknown.",
    methods=(
        Method(
            name="Update",
            urgent=True,
            doc="Report signals: COVESA VSS path (4, 5 or 6) to value.",
            takes=(Value(name="signals", signature="a{sv}"),),
            options=(
                Value(
                    name="restart",
                    signature="b",
                    doc="another feed begins: drop every signal that was reported before",
                ),
            ),
            returns="accepted u, invalid as (paths that are none, or whose value cannot be used)",
        ),
    ),
    properties=(
        Value(name="DriveState", signature="s", doc="parked, idling, moving, reversing or unknown"),
        Value(
            name="Suppression", signature="s", doc="why questions are not answered now; empty when they are"
        ),
        Value(name="Signals", signature="a{sv}", doc="last value of each signal, by canonical path"),
        Value(name="Ages", signature="a{sv}", doc="age of each signal in microseconds (x)"),
    ),
    quiet=frozenset({"Signals", "Ages"}),
)

OCCUPANTS = Interface(
    name=NAME + ".Occupants",
    doc="Who sits where.",
    methods=(
        Method(
            name="Set",
            urgent=True,
            doc="All identities that the vehicle asserts now; replaces the former ones.",
            takes=(Value(name="seats", signature="a(ssd)", doc="seat, occupant id, confidence 0 to 100"),),
            returns="occupants u",
        ),
        Method(
            name="Declare",
            doc="What the person on this seat is to the driver.",
            takes=(
                Value(name="seat", signature="s"),
                Value(name="role", signature="s", choices=("self", "spouse", "child", "parent", "guest")),
            ),
            returns="seat s, role s",
        ),
    ),
    properties=(
        Value(name="Occupants", signature="a(ssd)", doc="seat, occupant id (empty: not known), confidence"),
    ),
    signals=(
        Signal(
            name="SwitchSuggested",
            doc="The person on this seat is not sure enough; ask who it is.",
            gives=(Value(name="seat", signature="s"), Value(name="reason", signature="s")),
        ),
    ),
)
