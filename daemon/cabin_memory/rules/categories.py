"""What a sentence is about, and how sensitive that is.

The order of evidence: what the assistant recognised (intent, slots) decides; else phrases of the sentence
add up (domain/lexicon_chinese, lexicon_english) and, where the model works, join its posterior. With no
evidence at all the category is `other`.

Decisions on words with two homes: heating of a seat is `seat`, of the steering wheel `climate`; brightness
of a screen is `lighting`; the distance to the car ahead is `driving_style`; loudness is `volume`, what is
played `media`; spoken directions are `navigation`, which roads to take `route`; where someone lives or works
is `identity`, because nothing of it may ever be less than highly sensitive.
"""

import math
import re
from collections.abc import Mapping
from functools import cache

from cabin_memory.domain import lexicon_chinese, lexicon_english
from cabin_memory.domain.lexicon import Lexicon, phrases, plain
from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.vocabulary import Category, Sensitivity

_Weights = tuple[tuple[Category, int], ...]

# An intent is `domain.action`; its domain names the category.
_INTENTS: Mapping[str, Category] = {
    "safety": Category.SAFETY,
    "adas": Category.SAFETY,
    "route": Category.ROUTE,
    "reroute": Category.ROUTE,
    "navigate": Category.NAVIGATION,
    "navigation": Category.NAVIGATION,
    "nav": Category.NAVIGATION,
    "poi": Category.NAVIGATION,
    "climate": Category.CLIMATE,
    "hvac": Category.CLIMATE,
    "ac": Category.CLIMATE,
    "fragrance": Category.CLIMATE,
    "seat": Category.SEAT,
    "mirror": Category.MIRROR,
    "window": Category.WINDOW,
    "sunroof": Category.WINDOW,
    "light": Category.LIGHTING,
    "lights": Category.LIGHTING,
    "lighting": Category.LIGHTING,
    "display": Category.LIGHTING,
    "media": Category.MEDIA,
    "music": Category.MEDIA,
    "radio": Category.MEDIA,
    "podcast": Category.MEDIA,
    "volume": Category.VOLUME,
    "audio": Category.VOLUME,
    "phone": Category.PHONE,
    "call": Category.PHONE,
    "message": Category.PHONE,
    "charging": Category.CHARGING,
    "charge": Category.CHARGING,
    "refuel": Category.CHARGING,
    "parking": Category.PARKING,
    "park": Category.PARKING,
    "drive": Category.DRIVING_STYLE,
    "drive_mode": Category.DRIVING_STYLE,
    "driving": Category.DRIVING_STYLE,
    "cruise": Category.DRIVING_STYLE,
    "restaurant": Category.FOOD,
    "food": Category.FOOD,
    "order": Category.FOOD,
    "calendar": Category.SCHEDULE,
    "reminder": Category.SCHEDULE,
    "schedule": Category.SCHEDULE,
    "vehicle": Category.VEHICLE,
    "smalltalk": Category.SMALLTALK,
    "chitchat": Category.SMALLTALK,
}
# Slots that turn a navigation intent into a wish about roads.
_ROAD_SLOTS = frozenset({"via", "avoid", "route", "road", "preference", "route_preference", "cause"})

# Of equally strong categories the one whose mistake costs least: first come those that protect.
_PRECEDENCE = tuple(
    Category(word)
    for word in [
        "health",
        "identity",
        "safety",
        "address_term",
        "seat",
        "mirror",
        "window",
        "lighting",
        "charging",
        "parking",
        "volume",
        "climate",
        "route",
        "food",
        "media",
        "phone",
        "driving_style",
        "navigation",
        "schedule",
        "vehicle",
        "family",
        "style",
        "smalltalk",
        "other",
    ]
)

# A sentence often gives these only as the reason of a wish ("my neck is stiff, put the headrest forward").
_REASONS = frozenset(
    {Category.HEALTH, Category.FAMILY, Category.SCHEDULE, Category.IDENTITY, Category.SMALLTALK}
)
_REASON_SHARE = 0.6
"""What such evidence counts beside a phrase that names a thing in the car (weight 5)."""
_NAMED = 5

_LEAST_CUES = 2
"""Sum of weights below which phrases alone tell nothing."""
_PER_WEIGHT = 0.55
"""Log odds that one unit of phrase weight adds to the model's posterior."""
_LEAST_POSTERIOR = 0.01


@cache
def _cues() -> Lexicon[_Weights]:
    """Built at first use: about 1,900 phrases."""
    entries: dict[str, _Weights] = {}
    for language in (lexicon_chinese, lexicon_english):
        entries |= dict.fromkeys(phrases(language.NEUTRAL), ())
        for category, weighted in language.CUES.items():
            for weight, listed in weighted.items():
                for phrase in phrases(listed):
                    entries[phrase] = (*entries.get(phrase, ()), (category, weight))
    return Lexicon(entries.items())


@cache
def _shapes() -> tuple[tuple[int, Category, re.Pattern[str]], ...]:
    shapes = lexicon_chinese.SHAPES + lexicon_english.SHAPES
    return tuple((weight, category, re.compile(pattern)) for weight, category, pattern in shapes)


def categorise(
    text: str,
    intent: str = "",
    slots: Mapping[str, SlotValue] | None = None,
    posterior: Mapping[Category, float] | None = None,
) -> Category:
    """The category of a statement or a question, redacted or not.

    `posterior` is the model's; None at level `structured`, where phrases decide alone.
    """
    named = _by_intent(intent, slots or {})
    if named is not None:
        return named
    evidence = _without_reasons(cues(text))
    if not posterior:
        best = _strongest(evidence)
        return best if evidence.get(best, 0) >= _LEAST_CUES else Category.OTHER
    return _with_model(evidence, posterior)


def cues(text: str) -> dict[Category, float]:
    """The summed weight of the phrases found for each category."""
    weights: dict[Category, float] = {}
    for found in _cues().find(text):
        for category, weight in found.value:
            weights[category] = weights.get(category, 0) + weight
    said = plain(text)
    for shape_weight, category, pattern in _shapes():
        if pattern.search(said):
            weights[category] = weights.get(category, 0) + shape_weight
    return weights


def _by_intent(intent: str, slots: Mapping[str, SlotValue]) -> Category | None:
    domain = re.split(r"[.:/]", intent.strip().casefold(), maxsplit=1)[0]
    category = _INTENTS.get(domain)
    if category is Category.NAVIGATION and not _ROAD_SLOTS.isdisjoint(slots):
        return Category.ROUTE
    return category


def _without_reasons(evidence: Mapping[Category, float]) -> dict[Category, float]:
    named = any(weight >= _NAMED for category, weight in evidence.items() if category not in _REASONS)
    return {c: w * _REASON_SHARE if named and c in _REASONS else w for c, w in evidence.items()}


def _strongest(evidence: Mapping[Category, float]) -> Category:
    """The category with the most evidence; precedence decides between equals."""
    return max(_PRECEDENCE, key=lambda c: evidence.get(c, 0.0))  # max keeps the first of equals


def _with_model(evidence: Mapping[Category, float], posterior: Mapping[Category, float]) -> Category:
    """Log posterior plus phrases; what the model leaves to 1 speaks for `other`."""
    known = dict(posterior)
    known[Category.OTHER] = known.get(Category.OTHER, 0.0) + max(0.0, 1.0 - sum(posterior.values()))
    return max(
        _PRECEDENCE,
        key=lambda c: math.log(max(known.get(c, 0.0), _LEAST_POSTERIOR)) + _PER_WEIGHT * evidence.get(c, 0.0),
    )


# --- sensitivity -------------------------------------------------------------------------------------
_ALWAYS_HIGH = frozenset({Category.HEALTH, Category.IDENTITY, Category.FAMILY})
_MEDIUM = frozenset(
    {
        Category.FOOD,
        Category.SCHEDULE,
        Category.DRIVING_STYLE,
        Category.ADDRESS_TERM,
        Category.PHONE,
        Category.OTHER,
    }
)
# Where people are and where they go: here a place, a relative or a name tells on someone.
_WHEREABOUTS = frozenset(
    {Category.ROUTE, Category.NAVIGATION, Category.SCHEDULE, Category.PARKING, Category.OTHER}
)
_ADDRESS = re.compile(
    r"家住|住在|我家(?:在|是|地址)|[\d一二三四五六七八九十]+(?:号楼|栋|幢|单元|弄)|家庭地址|公司(?:在|地址)"
    r"|\bi live\b|\bwhere i (?:live|work)\b|\bmy (?:home |house |work |office )?address\b"
    r"|\b\d+\w? (?:\w+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|close)\b"
)
_HAUNTS = re.compile(
    r"回家|我家|家里|到家|出家门|公司|单位|上班|下班|学校|上学|放学|幼儿园|托儿所|小区"
    r"|\b(?:home|work|the office|my office|school|kindergarten|nursery|daycare|commute)\b"
)
_RELATIVES = re.compile(
    r"老婆|老公|太太|媳妇|丈夫|妻子|女儿|儿子|闺女|孩子|娃|宝宝|我爸|我妈|父母|爷爷|奶奶|外公|外婆|姥姥|姥爷"
    r"|孙[子女]|女朋友|男朋友|对象"
    r"|\bmy (?:wife|husband|son|daughter|kids?|child(?:ren)?|baby|mother|father|mum|mom|dad"
    r"|parents|girlfriend"
    r"|boyfriend|partner|gran\w*|sister|brother)\b|\bthe (?:kids|children|baby)\b"
)
_ILLNESS = re.compile(
    r"高血压|低血压|血压高|糖尿病|血糖|哮喘|心脏病|癫痫|流产|戒酒|戒毒|酗酒|心理医生|心理咨询|精神科|失眠症|癌|肿瘤|乙肝|肝炎|艾滋|抑郁|焦虑症|怀孕|怀着孕|透析"
    r"|中风|痛风|过敏|腰间盘突出|腰椎间盘|颈椎病|关节炎|骨折|手术|化疗|支架|降压药|胰岛素|吃药|病历|精神病"
    r"|\b(?:blood pressure|hypertension|diabet\w+|asthma\w*|epilep\w+|cancer|tumou?r|hepatitis|hiv"
    r"|depress(?:ion|ed)|therapist|psychiatrist|psychologist|miscarr\w+|abortion|alcoholi\w+|rehab"
    r"|pregnan\w+|dialysis|stroke|gout|allerg\w+|slipped disc|arthritis|surgery|chemo\w*|stents?|pacemaker"
    r"|insulin|medication|migraines?|parkinson\w*|dementia|heart (?:disease|condition|attack))\b"
)
_BIOMETRICS = re.compile(
    r"指纹|人脸|声纹|虹膜|刷脸|\b(?:fingerprints?|face id|facial|faceprint|voiceprint|iris scan)\b"
)
_NAME = re.compile(r"⟦(\w+):\d+⟧")
_IDENTIFYING = frozenset({"person", "address", "plate", "phone", "number", "email", "id", "contact"})


def names_illness(text: str) -> bool:
    """Whether the text names an illness, a treatment or an allergy, whatever it is about."""
    return _ILLNESS.search(plain(text)) is not None


def sensitivity(category: Category, text: str) -> Sensitivity:
    """How much care a memory needs; it follows from the category and is raised by what is said.

    A relative or a name in a sentence about the cabin (climate, seat, media …) is a condition or an artist
    and raises nothing; in a sentence about where people go it locates someone.
    """
    said = plain(text)
    names = set(_NAME.findall(said))
    if category in _ALWAYS_HIGH or _tells_on_body_or_home(said):
        return Sensitivity.HIGH
    if category in _WHEREABOUTS and _tells_on_someone(said, names):
        return Sensitivity.HIGH
    if category in _MEDIUM:
        return Sensitivity.HIGH if names & _IDENTIFYING else Sensitivity.MEDIUM
    return Sensitivity.MEDIUM if "place" in names or "address" in names else Sensitivity.LOW


def _tells_on_body_or_home(said: str) -> bool:
    return any(pattern.search(said) for pattern in (_ADDRESS, _ILLNESS, _BIOMETRICS))


def _tells_on_someone(said: str, names: set[str]) -> bool:
    return bool(names) or _HAUNTS.search(said) is not None or _RELATIVES.search(said) is not None
