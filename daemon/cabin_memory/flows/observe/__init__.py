"""One sentence on its way into the store: `observing` goes it, `reading` and `comparing` judge."""

from cabin_memory.flows.observe.observing import Observing

__all__ = ["Observing"]
