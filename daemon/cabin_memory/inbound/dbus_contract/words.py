"""Names and values that several interfaces share."""

from cabin_memory.codecs.dbus_types import Cap, Value
from cabin_memory.domain.vocabulary import Category, Kind, Scene

NAME = "org.cabinmemory.Memory1"
PATH = "/org/cabinmemory/Memory1"
ERROR_PREFIX = NAME + ".Error."

CATEGORIES = tuple(Category)
KINDS = tuple(Kind)

SPEAKER = Value(name="speaker", signature="s", doc="occupant id issuer:subject; the driver where left out")
CATEGORY = Value(name="category", signature="s", doc="one category", choices=CATEGORIES)
KIND = Value(name="kind", signature="s", doc="one kind", choices=KINDS)
SINCE = Value(name="since", signature="x", doc="microseconds UTC, inclusive")
UNTIL = Value(name="until", signature="x", doc="microseconds UTC, exclusive")
SESSION = Value(name="session", signature="s", doc="the conversation that this turn belongs to")
TIMEZONE = Value(
    name="timezone", signature="s", doc="IANA name such as Asia/Shanghai; the system's zone where left out"
)
LANGUAGE = Value(name="language", signature="s", doc="zh or en where it is known", choices=("zh", "en"))
SCENE = Value(
    name="scene",
    signature="s",
    doc=f"what the trip is for: {', '.join(Scene)}, or a word of your own",
    cap=Cap(most=64, reason="a word"),
)
LIMIT = Value(name="limit", signature="u", doc="how many memories at most", low=1, high=500)

RECALL_OPTIONS = (
    SPEAKER,
    SESSION,
    SCENE,
    LIMIT,
    Value(name="kinds", signature="as", doc="only these kinds"),
    Value(name="explain", signature="b", doc="also say what was withheld, and why"),
    TIMEZONE,
)
MEMORIES = (
    "memories aa{sv} (id s, text s, kind s, category s, source s, confidence d, importance i, score d, "
    "relevance d, recency d, time x, status s, because s)"
)

DEFAULT = "default a{sv} (generic b: always true, category s, attribute s, value s, text s)"

GATE = "gate s, verdict s, number d, limit d, share d, words as, reason s; what is not known is left out"
