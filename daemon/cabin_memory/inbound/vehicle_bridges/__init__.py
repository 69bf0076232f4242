"""What feeds the vehicle's state: CAN buses, recorded drives and other D-Bus services.

Every bridge calls one sink with batches of canonical VSS paths and their values, or the reason why there is
none. It never repeats a value for which nothing came: whoever takes the batches stamps the time, and a feed
that dies must grow old.
"""

from collections.abc import Callable, Mapping

from cabin_memory.domain.vehicle import Invalid, SignalValue

Values = Mapping[str, SignalValue | Invalid]
Sink = Callable[[Values], None]
"""Called on the event loop; must not block it."""
