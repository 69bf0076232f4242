"""The closed word lists of the contract. Their values travel over D-Bus and lie in the store."""

from enum import StrEnum


class Category(StrEnum):
    SAFETY = "safety"
    ROUTE = "route"
    NAVIGATION = "navigation"
    CLIMATE = "climate"
    SEAT = "seat"
    MIRROR = "mirror"
    WINDOW = "window"
    LIGHTING = "lighting"
    MEDIA = "media"
    VOLUME = "volume"
    PHONE = "phone"
    CHARGING = "charging"
    PARKING = "parking"
    DRIVING_STYLE = "driving_style"
    ADDRESS_TERM = "address_term"
    FOOD = "food"
    SCHEDULE = "schedule"
    FAMILY = "family"
    HEALTH = "health"
    IDENTITY = "identity"
    VEHICLE = "vehicle"
    STYLE = "style"
    SMALLTALK = "smalltalk"
    OTHER = "other"


class Kind(StrEnum):
    EPISODE = "episode"
    PREFERENCE = "preference"
    REFLECTION = "reflection"
    PLAN = "plan"
    FACT = "fact"


class Source(StrEnum):
    STATED = "stated"
    INFERRED = "inferred"
    REFLECTED = "reflected"


class Sensitivity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class MemoryStatus(StrEnum):
    """Only `current` memories answer as what holds now."""

    CURRENT = "current"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    DEMOTED = "demoted"
    ARCHIVED = "archived"


class Polarity(StrEnum):
    WANTS = "wants"
    AVOIDS = "avoids"
    NEUTRAL = "neutral"


class Role(StrEnum):
    """Who or what made an observation."""

    USER = "user"
    ASSISTANT = "assistant"
    VEHICLE = "vehicle"


class Outcome(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NONE = "none"


class Scene(StrEnum):
    COMMUTE = "commute"
    SCHOOL_RUN = "school_run"
    ERRAND = "errand"
    LEISURE = "leisure"
    LONG_TRIP = "long_trip"
    BUSINESS = "business"
    DINING = "dining"
    CHARGING = "charging"
    PARKING = "parking"
    MAINTENANCE = "maintenance"
    MEDICAL = "medical"
    OTHER = "other"


class AnswerStatus(StrEnum):
    OK = "ok"
    NOTHING_RELEVANT = "nothing_relevant"
    SUPPRESSED = "suppressed"
    DEGRADED = "degraded"


class Level(StrEnum):
    """How much of the daemon works: vectors and store, store only, nothing."""

    FULL = "full"
    STRUCTURED = "structured"
    STATELESS = "stateless"


class Reason(StrEnum):
    """Why an answer is what it is; stable words of the contract."""

    NONE = ""
    REVERSING = "reversing"
    VEHICLE_STATE_UNKNOWN = "vehicle_state_unknown"
    HANDOVER = "handover"
    DRIVER_BUSY = "driver_busy"
    DRIVING = "driving"
    HIGH_SPEED = "high_speed"
    GUEST = "guest"
    PASSENGER_PRESENT = "passenger_present"
    BELOW_THRESHOLD = "below_threshold"
    NO_MEMORIES = "no_memories"
    CONDITION_NOT_MET = "condition_not_met"
    CONTRADICTED = "contradicted"
    REPEATED = "repeated"
    QUESTION = "question"
    """What was said asks and tells nothing; it is heard for the conversation only."""
    BESIDE_THE_POINT = "beside_the_point"
    NO_MATCH = "no_match"
    MODEL_UNAVAILABLE = "model_unavailable"
    STORE_UNAVAILABLE = "store_unavailable"
    LIMIT = "limit"
    NOT_UNDERSTOOD = "not_understood"
    """ResolveTime: the phrase names neither a time nor anything before."""
    ONLY_RANKS = "only_ranks"
    """A conclusion of the car's own, which in this rollout phase is not said."""
    # of Plan
    TURNED_DOWN = "turned_down"
    """All that could be proposed was rejected in these circumstances."""
    SAID_THIS_TRIP = "said_this_trip"
    # of Observe
    EMPTY = "empty"
    DUPLICATE = "duplicate"
    IDENTITY_NUMBER = "identity_number"
    BANK_CARD = "bank_card"
    PASSWORD = "password"
    CONSENT_REQUIRED = "consent_required"
    NOT_COLLECTING = "not_collecting"
    # of Ask
    ASKED_THIS_TRIP = "asked_this_trip"
    NOTHING_TO_ASK = "nothing_to_ask"
    # of Manage.Why
    LOCKED = "locked"
    NOT_CURRENT = "not_current"
    NOT_PROPOSED = "not_proposed"
    """No channel brought it up for this question."""
    # of Manage.Statistics
    LOW_ACCEPTANCE = "low_acceptance"
    WORKING_MEMORY = "working_memory"
    """What the assistant said stays with the conversation only."""
