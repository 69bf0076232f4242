"""`cabin-memory`, for people and scripts: a D-Bus client of the daemon. It knows no flow and no store."""

from cabin_memory.inbound.command_line.application import main

__all__ = ["main"]
