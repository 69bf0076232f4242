"""What exactly a sentence says of what: attribute, value, polarity, for conflict checks and synchronisation.

Two shapes of attribute. A setting has one value: `climate.temperature` = `24`, `seat.heating` = `2`,
`charging.limit` = `80`. Of things that a person may like several, each is its own attribute with `yes` or
`no`: `route.highway` = `no`, `media.genre.jazz` = `yes`. So two memories contradict each other when they
name the same attribute with different values. A step relative to the present (`a bit lower`) is a `.change`
and contradicts no setting. What is not understood is empty, never guessed.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.lexicon_attributes import COLOURS, ITEMS, SETTINGS
from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.text import Act
from cabin_memory.domain.vocabulary import Category, Polarity

Stated = tuple[str, str, Polarity]
NOTHING: Stated = ("", "", Polarity.NEUTRAL)
YES, NO = "yes", "no"

_QUESTION = re.compile(
    r"[?？]\s*$|吗[。\s]*$|还是|什么(?![的都])|怎么|哪[里儿个条]?|多少|几[档度点]"
    r"|^(?:what(?! i )|which|where|how|who|do i|should i|is it|are there)\b"
    r"|^when (?:do|does|did|is|are|was|should|can|will|would)\b"
)
_CLAUSE_END = re.compile(r"[,，。;；!！?？、]|\.(?=\s|$)|\bbut\b|但|而是")
# The last of these before a thing decides; a bare verb decides only where neither is said.
_MOOD = re.compile(
    r"(?P<none>别忘|不怕|不介意|不管|无所谓|不过|不错|no matter|don't mind|do not mind"
    r"|no problem|don't forget)"
    r"|(?P<avoid>别|不(?:太|怎么|是很|大|特别|再)?(?:要|想|喜欢|爱|能|许|准|用)"
    r"|不(?=[吃喝听走上停开放加去进坐辣甜咸油])"
    r"|避开|避免|躲开|躲|绕开|讨厌|拒绝"
    r"|少(?=[吃喝走放听])|没有|受不了|戒|害怕|怕|无(?=糖)|关掉|关闭|胜过"
    r"|\b(?:don't|do not|doesn't|never|not|no longer) (?:\w+ )?(?:want|like|love|prefer|enjoy)\b"
    r"|\b(?:don't|do not|doesn't|never|no|not|without|avoid|avoids|hate|hates|can't|cannot"
    r"|dislike|skip|stop|than|over"
    r"|allergic to|instead of|less|turn off|switch off|nothing)\b)"
    r"|(?P<want>喜欢|喜爱|最爱|爱|要|想|宁愿|宁可|愿意|习惯|\b(?:like|love|prefer|want|enjoy"
    r"|favou?rite|rather|only)\b)"
)
_VERB = re.compile(
    r"走|吃|喝|听|放|用|开|设|调|选|换|停|锁|切|只|多|都|就|加|播|打开|我是|折|收|"
    r"\b(?:take|use|play|set|keep|turn|open|put|give|always|stop at|go|drive|order|eat|drink"
    r"|have|charge|switch|park"
    r"|fold|dim|i'm|i am)\b"
)
# A thing named first and refused after: 香菜我不吃, 高速就别走了, rock gets on my nerves.
_REFUSED_AFTER = re.compile(
    r"^(?:的|那个|这个|味道|里|上|音乐|什么|之类)*(?:我|就|都|也|可|千万|一概|一律|统统|会|真)*"
    r"(?:别|不|受不了|免了|紧张|害怕|头晕|讨厌|太吵|太闹|关)[^,，。]{0,5}$"
    r"|^.{0,2}能(?:避|绕|躲|不走|少走)|^[^,，。]{0,6}关(?:掉|了|闭|上)?$"
    r"|^[^,.]{0,12}\b(?:makes? me (?:\w+ )?(?:sick|dizzy|nervous|anxious)|scares? me|gets? on my nerves"
    r"|is too \w+|off)\b"
)
# A thing that only says when: 堵车就…, 堵车的时候…, when traffic jams …
_WHEN_AFTER = re.compile(r"^(?:了|得?(?:厉害|严重))?(?:就(?!别|不|算|行|好|够|可以)|的时候|时|的话|ahead)")
_WHEN_BEFORE = re.compile(
    r"(?:要是|如果|遇到|万一|\b(?:when|whenever|if|while|in case)\b)(?P<until>[^,，。]*)$"
)
_COMMAND = re.compile(
    r"就|\b(?:take|use|go|keep|avoid|play|set|turn|open|close|switch|put|i|let|lead)\b(?! am|'m)"
)
_LISTED = re.compile(r"\s*(?:和|跟|与|或|、|and|or|&)?\s*")
_ONLY = re.compile(r"(?:只[喝吃听走用停放看]|\bonly (?:\w+ )?)$")
_ZONE = re.compile(
    r"(?P<rear>后[排座]|\brear|\bback)(?:的|边|'s)?\s?(?:座[椅位]|空调|温度|风量|窗|车窗"
    r"|seats?\b|air|windows?|climate|a/?c\b)"
    r"|(?P<passenger>副驾驶?|\bpassenger)(?:的|边|那边|'s)?\s?(?:座[椅位]|空调|温度|窗|车窗"
    r"|seat\b|side|window)"
    r"|(?P<right>右[边侧]?(?:的|外)?(?:后视镜|反光镜|倒车镜|镜)|后视镜右|\bright (?:\w+ )?mirror)"
    r"|(?P<left>左[边侧]?(?:的|外)?(?:后视镜|反光镜|倒车镜|镜)|后视镜左|\bleft (?:\w+ )?mirror)"
)
_ZONED = frozenset({Category.CLIMATE, Category.SEAT, Category.WINDOW, Category.MIRROR})

_NAMED = re.compile(
    r"(?P<not>(?:别|不要|不用|不准|少)(?:再)?)?(?:叫|称呼|喊|call)我(?:为|作|做)?"
    r"(?P<name>⟦\w+:\d+⟧|[^\s,，。.!！?？就吧好行啊呀哈了]{1,8})"
    r"|(?P<never>(?:don't|do not|never|stop) )?(?:call|calling|address) me (?:as )?"
    r"(?P<called>⟦\w+:\d+⟧|[^\s,，。.!！?？]+(?-i:(?: [A-Z][^\s,，。.!！?？]*)*))",
    re.IGNORECASE,
)

_SLOT_NAMES = {
    "temp": "temperature", "fan_speed": "fan", "fan_level": "fan", "airflow": "fan", "percent": "limit",
    "target": "limit", "soc": "limit", "heat": "heating", "colour": "ambient", "color": "ambient",
}  # fmt: skip
_SLOTS: Mapping[Category, frozenset[str]] = {
    Category.CLIMATE: frozenset({"temperature", "fan", "wheel_heating"}),
    Category.SEAT: frozenset(
        {"heating", "ventilation", "massage", "lumbar", "recline", "position", "height"}
    ),
    Category.CHARGING: frozenset({"limit", "speed", "warn_below"}),
    Category.VOLUME: frozenset({"level", "max"}),
    Category.LIGHTING: frozenset({"screen", "ambient"}),
    Category.DRIVING_STYLE: frozenset({"mode", "following_distance", "cruise_speed", "regeneration"}),
    Category.MIRROR: frozenset({"tilt", "pan"}),
}
_STEPS = {
    "up": "up", "higher": "up", "more": "up", "louder": "up", "warmer": "up",
    "down": "down", "lower": "down", "less": "down", "quieter": "down", "cooler": "down",
    "forward": "forward", "back": "back", "backward": "back",
}  # fmt: skip


def extract(text: str, category: Category, slots: Mapping[str, SlotValue] | None = None) -> Stated:
    """(attribute, value, polarity); ("", "", NEUTRAL) when nothing definite was understood.

    Slots of the assistant come before words. Numbers are plain decimals (`24`, `25.5`) without unit:
    degrees as spoken, percent, steps of the control.
    """
    from_slots = _from_slots(category, slots or {})
    if from_slots is not None:
        return from_slots
    if category is Category.ADDRESS_TERM:
        return _form_of_address(text)
    said = with_digits(plain(text))
    if _QUESTION.search(said):
        return NOTHING
    return next((found for found in _candidates(said, category)), NOTHING)


# What asks for nothing wants and avoids nothing.
_WISHLESS = frozenset({Act.STATEMENT, Act.SMALLTALK, Act.QUESTION, Act.COMPLAINT})
_PER_WORD = 1.5
"""Log odds that a word of refusal or liking adds to the model's, and a definite attribute once more."""
_LEAST_SHARE = 1e-3


def wanted(
    text: str, act: Act, stated: Polarity, posterior: Mapping[Polarity, float] | None = None
) -> Polarity:
    """Whether a whole sentence asks for something or refuses it.

    `stated` is what `extract` found of a definite attribute; `posterior` is the model's, where it works.
    """
    if act in _WISHLESS:
        return Polarity.NEUTRAL
    moods = {found.lastgroup for found in _MOOD.finditer(with_digits(plain(text)))}
    shares = posterior or {}
    odds = math.log(shares.get(Polarity.AVOIDS, 0.0) + _LEAST_SHARE)
    odds -= math.log(shares.get(Polarity.WANTS, 0.0) + _LEAST_SHARE)
    if moods & {"avoid", "want"}:
        odds += _PER_WORD if "avoid" in moods else -_PER_WORD
    odds += {Polarity.AVOIDS: _PER_WORD, Polarity.WANTS: -_PER_WORD, Polarity.NEUTRAL: 0.0}[stated]
    return Polarity.AVOIDS if odds > 0 else Polarity.WANTS


def _candidates(said: str, category: Category) -> Iterator[Stated]:
    zone = _zone(said) if category in _ZONED else ""
    yield from _settings(said, category, f"{category.value}{zone}.")
    yield from _items(said, category, f"{category.value}{zone}.")
    if category is Category.LIGHTING:
        yield from _ambient(said)


def _settings(said: str, category: Category, prefix: str) -> Iterator[Stated]:
    for name, value, pattern in _compiled_settings(category):
        found = pattern.search(said)
        if found is None:
            continue
        polarity = _polarity(said, found.start(), found.end())
        refused = polarity is Polarity.AVOIDS or _refuses_inside(found)
        if value and refused:
            continue  # "not too close" names no setting
        number = value or next(group for group in found.groups() if group)
        bound = name.endswith((".min", ".max")) or name in ("max", "warn_below")
        yield prefix + name, number, Polarity.AVOIDS if refused and not bound else Polarity.WANTS


def _refuses_inside(found: re.Match[str]) -> bool:
    """Whether a "not" stands within what matched, as in 座椅别太靠后; one that begins it belongs to it."""
    inside = _MOOD.finditer(found.string, found.start() + 1, found.end())
    return any(mood.lastgroup == "avoid" for mood in inside)


def _items(said: str, category: Category, prefix: str) -> Iterator[Stated]:
    """The things named: what is said to be the only one first, then in the order of the text."""
    named = [(found, name) for name, pattern in _compiled_items(category) for found in pattern.finditer(said)]
    spans = sorted((found.start(), found.end()) for found, _ in named)
    for found, name in sorted(named, key=_first_named):
        if _is_circumstance(said, found.start(), found.end()):
            continue
        polarity = _polarity(said, found.start(), _end_of_list(said, found.end(), spans), spans)
        if polarity is not Polarity.NEUTRAL:
            yield prefix + name, YES if polarity is Polarity.WANTS else NO, polarity


def _end_of_list(said: str, end: int, spans: Sequence[tuple[int, int]]) -> int:
    """羊肉和牛肉我都不吃 refuses both: the end of the last thing listed with this one."""
    for start, stop in spans:
        if start >= end and _LISTED.fullmatch(said, end, start):
            end = stop
    return end


def _first_named(pair: tuple[re.Match[str], str]) -> tuple[bool, int, int]:
    found = pair[0]
    return _ONLY.search(found.string, 0, found.start()) is None, found.start(), -found.end()


def _is_circumstance(said: str, start: int, end: int) -> bool:
    if _WHEN_AFTER.search(said[end:]):
        return True
    before = _WHEN_BEFORE.search(said[:start])
    return before is not None and _COMMAND.search(before["until"]) is None


def _ambient(said: str) -> Iterator[Stated]:
    if re.search(r"氛围灯|ambient|mood light", said) is None:
        return
    for colour, pattern in COLOURS.items():
        if re.search(pattern, said):
            yield "lighting.ambient", colour, Polarity.WANTS


def _polarity(said: str, start: int, end: int, others: Sequence[tuple[int, int]] = ()) -> Polarity:
    """How the clause around a thing takes it; `others` are the spans of all things named."""
    clause_start = max((m.end() for m in _CLAUSE_END.finditer(said, 0, start)), default=0)
    clause_end = next((m.start() for m in _CLAUSE_END.finditer(said, end)), len(said))
    # Not `finditer(said, clause_start, start)`: a lookahead would not see the thing itself.
    before = (m for m in _MOOD.finditer(said, clause_start) if m.end() <= start)
    moods = [m.lastgroup for m in before if m.lastgroup != "none"]
    if moods:
        return Polarity.AVOIDS if moods[-1] == "avoid" else Polarity.WANTS
    alone = not any(end <= other < clause_end for other, _ in others)
    if alone and _REFUSED_AFTER.search(said[end:clause_end]):
        return Polarity.AVOIDS
    verb = _VERB.search(said, clause_start, clause_end) or _MOOD.search(said, end, clause_end)
    return Polarity.WANTS if verb else Polarity.NEUTRAL


def _zone(said: str) -> str:
    found = _ZONE.search(said)
    return f".{found.lastgroup}" if found else ""


def _form_of_address(text: str) -> Stated:
    """The form asked for; where only one is refused, that one, avoided."""
    refused = NOTHING
    for found in _NAMED.finditer(text):
        name = (found["name"] or found["called"]).strip("'\"“”")
        if not (found["not"] or found["never"]):
            return "address_term.name", name, Polarity.WANTS
        refused = ("address_term.name", name, Polarity.AVOIDS)
    return refused


def _from_slots(category: Category, slots: Mapping[str, SlotValue]) -> Stated | None:
    rear = ".rear" if str(slots.get("row", "")) in ("2", "3") else ""
    for key, value in slots.items():
        name = _SLOT_NAMES.get(key.casefold(), key.casefold())
        words = with_digits(plain(str(value))).strip()
        if category is Category.MEDIA and name in ("genre", "kind"):
            return _media_slot(name, words)
        if category is Category.ROUTE and name in ("via", "avoid", "preference"):
            return _route_slot(name, words)
        if name in _SLOTS.get(category, frozenset()) and words:
            step = ".change" if words in _STEPS else ""
            return f"{category.value}{rear}.{name}{step}", _STEPS.get(words, words), Polarity.WANTS
    return None


def _media_slot(name: str, words: str) -> Stated:
    known = next((n for n, pattern in _compiled_items(Category.MEDIA) if pattern.search(words)), "")
    attribute = known or f"{name}.{re.sub(r'[^0-9a-z㐀-鿿]+', '_', words).strip('_')}"
    return f"media.{attribute}", YES, Polarity.WANTS


def _route_slot(name: str, words: str) -> Stated | None:
    known = next((n for n, pattern in _compiled_items(Category.ROUTE) if pattern.search(words)), "")
    if not known:
        return None
    avoid = name == "avoid"
    return f"route.{known}", NO if avoid else YES, Polarity.AVOIDS if avoid else Polarity.WANTS


@cache
def _compiled_settings(category: Category) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    return tuple((name, value, re.compile(pattern)) for name, value, pattern in SETTINGS.get(category, ()))


@cache
def _compiled_items(category: Category) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern)) for name, pattern in ITEMS.get(category, {}).items())
