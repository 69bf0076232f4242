"""Proposals: `planning` goes the way of one, `gathering` searches, `keeping` and `turning_down` remember."""

from cabin_memory.flows.plan.planning import Planning

__all__ = ["Planning"]
