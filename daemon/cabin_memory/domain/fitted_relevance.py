"""What `models/calibrate.py` fitted, and to which files. Written by it, not by hand."""

from cabin_memory.domain.text import RelevanceModel

MODEL_ID = "multilingual-e5-small-q4-zh-en-7d0a6072c320"
CALIBRATION_SHA256 = "dfacb7ad6f34b549a58784a83dfa3c999a6d3e7894a9643df3c1356aa645fec6"

FULL = RelevanceModel(
    bias=-0.8818,
    cosine=4.588,
    posterior=0.4626,
    same_category=0.7238,
    overlap=1.0893,
    out_of_domain=-0.2646,
    same_language=-1.0251,
)

STRUCTURED = RelevanceModel(
    bias=0.0415,
    same_category=0.5274,
    overlap=1.3252,
    personal=1.1337,
    unplaced=-0.9578,
)
