"""What `models/calibrate.py` fitted, and to which files it belongs. Written by it, not by hand."""

from cabin_memory.domain.text import RelevanceModel

MODEL_ID = "multilingual-e5-small-q4-zh-en-7d0a6072c320"
CALIBRATION_SHA256 = "4b031524dce96ef022999d4b17f71117179a6252314d48b4eb02de037abe2835"

FULL = RelevanceModel(
    bias=-1.4283,
    cosine=4.9773,
    posterior=0.2723,
    same_category=0.7168,
    overlap=1.6331,
    out_of_domain=-0.2321,
    same_language=-1.1985,
)

STRUCTURED = RelevanceModel(
    bias=-0.1296,
    same_category=0.5458,
    overlap=1.6196,
    personal=1.2205,
    unplaced=-0.805,
)
