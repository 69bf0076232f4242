"""What has to wait for the car: told as what it is, the state of the car, and not as a fault of anybody."""

from cabin_memory.inbound import dbus_contract as contract
from cabin_memory.inbound.command_line.daemon_client import DaemonClient
from cabin_memory.inbound.command_line.failures import WAITS_FOR_THE_CAR, Failure

_MISSING = (
    "It works again as soon as speed and gear come in; cabin-memory context show tells which is missing."
)
_STANDS = "It works again by itself when the car stands."

# By the drive state that the daemon tells.
_LOCKED = {
    "reversing": ("The car is reversing; memories are not looked through meanwhile.", _STANDS),
    "moving": ("The car is moving; memories are looked through while it stands.", _STANDS),
    "unknown": ("It is not known whether the car stands.", _MISSING),
}
_PARKED_ONLY = {
    "reversing": "The car is reversing; this is for a car that is parked.",
    "moving": "The car is moving; this is for a car that is parked.",
    "idling": "The car stands but is not in park; this is for a car that is parked.",
}
_PARK = "It works again when the car is parked."


async def told(failure: Failure, daemon: DaemonClient) -> Failure:
    """The same refusal with the state of the car in its words. Raises Failure where that cannot be asked."""
    if failure.word not in WAITS_FOR_THE_CAR:
        return failure
    state = str(await daemon.read(contract.CONTEXT, "DriveState"))
    fault, remedy = _LOCKED.get(state, (failure.fault, failure.remedy))
    if failure.word == "ParkedOnly" and state in _PARKED_ONLY:
        fault, remedy = _PARKED_ONLY[state], _PARK
    return Failure(code=failure.code, word=failure.word, fault=fault, remedy=remedy)
