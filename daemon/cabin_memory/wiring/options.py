"""What a start is told: the command line and the settings file."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cabin_memory.codecs import settings_document
from cabin_memory.domain.errors import (
    SettingsInvalid,
)
from cabin_memory.domain.settings import (
    AccessSettings,
    ConversationSettings,
    EmbeddingSettings,
    LogSettings,
    PlanSettings,
    RecallSettings,
    RolloutSettings,
)
from cabin_memory.rules.retention import RetentionSettings
from cabin_memory.rules.safety_suppression import SuppressionLimits
from cabin_memory.rules.scenes import SceneSettings
from cabin_memory.rules.scoring import ScoringWeights
from cabin_memory.rules.vehicle_state import VehicleLimits

SECTIONS: Mapping[str, type] = {
    "recall": RecallSettings,
    "scoring": ScoringWeights,
    "vehicle": VehicleLimits,
    "suppression": SuppressionLimits,
    "conversation": ConversationSettings,
    "retention": RetentionSettings,
    "scenes": SceneSettings,
    "rollout": RolloutSettings,
    "plans": PlanSettings,
    "embedding": EmbeddingSettings,
    "access": AccessSettings,
    "log": LogSettings,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOptions:
    """What the command line decides."""

    session_bus: bool
    simulate: bool
    state_dir: Path
    model_dir: Path
    config: Path | None
    bridges: Path | None


def read_settings(config: Path | None) -> dict[str, Any]:
    """All sections; embedded defaults without a file.

    Raises:
        SettingsInvalid: the file cannot be read, or every fault in it.
    """
    if config is None:
        return settings_document.read("", SECTIONS)
    try:
        if not config.is_file():
            raise SettingsInvalid(f"{config}: No such file")
        text = config.read_text("utf-8")
    except OSError as fault:
        raise SettingsInvalid(f"{config}: {fault.strerror}") from fault
    except ValueError as fault:  # not UTF-8, or a NUL in the name
        raise SettingsInvalid(f"{config} cannot be read: {fault}") from fault
    try:
        return settings_document.read(text, SECTIONS)
    except SettingsInvalid as fault:
        raise SettingsInvalid(f"{config}:\n{fault.detail}") from fault
