"""Fitted by models/calibrate.py; do not edit by hand."""

from cabin_memory.domain.text import RelevanceModel

MODEL_ID = ""
CALIBRATION_SHA256 = ""
FULL = RelevanceModel(bias=0.0)
STRUCTURED = RelevanceModel(bias=0.0)
