"""The D-Bus contract as data: every interface, method, option and property that the daemon offers.

What stands here is served and introspected; what is not served does not stand here.
"""

from cabin_memory.inbound.dbus_contract.assistant import MEMORY
from cabin_memory.inbound.dbus_contract.car import CONTEXT, OCCUPANTS
from cabin_memory.inbound.dbus_contract.owner import MANAGE
from cabin_memory.inbound.dbus_contract.upkeep import HEALTH, SIMULATION
from cabin_memory.inbound.dbus_contract.words import ERROR_PREFIX, NAME, PATH

INTERFACES = (MEMORY, CONTEXT, OCCUPANTS, MANAGE, HEALTH)

__all__ = [
    "CONTEXT",
    "ERROR_PREFIX",
    "HEALTH",
    "INTERFACES",
    "MANAGE",
    "MEMORY",
    "NAME",
    "OCCUPANTS",
    "PATH",
    "SIMULATION",
]
