"""What `models/calibrate.py` fitted, and to which files. Written by it, not by hand."""

from cabin_memory.domain.text import RelevanceModel

MODEL_ID = "multilingual-e5-small-q4-zh-en-7d0a6072c320"
CALIBRATION_SHA256 = "e71a26be4ac19d2b46766dc4f67b215349b4154f3858405a27f5bcdfd23299f1"

FULL = RelevanceModel(
    bias=-1.1467,
    cosine=4.2674,
    posterior=0.3223,
    same_category=0.645,
    overlap=1.0793,
    out_of_domain=-0.232,
    same_language=-1.0482,
)

STRUCTURED = RelevanceModel(
    bias=-0.0461,
    same_category=0.4455,
    overlap=1.2111,
    personal=1.1878,
    unplaced=-1.019,
)
