"""The ring that names concrete classes: settings, parts, and the daemon that starts and stops them."""

from cabin_memory.wiring.daemon import Daemon
from cabin_memory.wiring.options import SECTIONS, StartOptions, read_settings

__all__ = ["SECTIONS", "Daemon", "StartOptions", "read_settings"]
