"""People in English, also inside Chinese: a given name, or a sign beside a word that a person is meant.

Recognisers drop capitals, so a capital only adds to other signs. A given name that is a common word as well
(Will, April, Grace) needs a sign always, an unknown word with a capital needs a strong one.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from cabin_memory.domain import lexicon_names as words
from cabin_memory.domain.lexicon import phrases
from cabin_memory.rules.found_names.text_span import Span, stands_before

_GIVEN = frozenset(words.GIVEN_NAMES.split())
_OTHER = frozenset(words.OTHER_GIVEN.split())
_FAMILY = frozenset(words.FAMILY_NAMES.split())
_NEVER = frozenset(words.CAPITALS.split()) - _OTHER
_STRICT = frozenset(words.NEVER_BY_A_CAPITAL.split())
_VERBS = frozenset(words.NEVER_IN_SMALL.split())
_PLAIN_FAMILY = frozenset(words.NO_FAMILY_IN_SMALL.split())
_KIN = r"(?:uncle|aunt(?:ie|y)?|cousin|grandma|grandpa|grandad|granddad|granny|nana)"
_ROLE = (
    rf"(?:{_KIN}|colleague|co-?worker|friend|buddy|mate|pal|boss|manager|wife|husband|partner|girlfriend"
    r"|boyfriend"
    r"|fianc[eé]e?|son|daughter|kid|baby|boy|girl|brother|sister|nephew|niece|grand\w+|neighbou?r|landlord"
    r"|landlady|mechanic|nanny|(?:baby|dog)?sitter|teacher|dentist|lawyer|accountant|assistant|intern"
    r"|room ?mate|flat ?mate|client|customer|driver|trainer|guy|next door)"
)
_WORD = re.compile(r"[^\W\d_㐀-䶿一-鿿]+(?:[-'’][^\W\d_㐀-䶿一-鿿]+)*")
_TITLED = re.compile(
    r"\b(?<!the )(?<!my )(?:(?P<only_title>dr|mr|mrs|ms|mister|missus|prof)\.?"
    r"|doctor|miss|professor|coach|captain|sergeant|officer|judge|nurse|pastor|rabbi"
    r"|reverend|detective|madam) (?P<name>[^\W\d_][^\W\d_'’-]+(?:-[^\W\d_]+)?)",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"(?:and|or|is|was|said|says|to|the|a|in|on|at|has|will|can|for|who|please|wants|told|gets|likes"
    r"|hates|loves"
    r"|needs|sits|would|does|did|goes|always|never|thinks|keeps|drives|prefers)\b",
    re.IGNORECASE,
)
_FAMOUS = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, phrases(words.FAMOUS)))})(?![a-z])",
    re.IGNORECASE,
)
_CALLING = re.compile(
    r"(?:\b(?:call|text|message|ring|phone|dial|email|tell|ask|thank|facetime|name is|name's|called"
    r"|call (?:me|him|her)|named(?: her| him)?)"
    rf"|\b(?:(?:my|our|his|her|their|your|the|new|a) (?:\w+ )?(?-i:{_ROLE})|{_KIN})s?"
    r"(?:'s (?:called|named|name(?: is)?)|,| called| named| is)?) $"
    r"|\b(?:eldest|oldest|youngest)(?:,| is) $"
    r"|(?:[给跟和与找叫接送问约让诉系]|同事|朋友|同学)\s?$",
    re.IGNORECASE,
)
_NOT_CALLED = re.compile(
    r"\b(?:st\.?|saint|an?) $|\b(?:company|restaurant|shop|s"
    r"tore|song|band|hotel|movie|game|show|app|car|place"
    r"|station|street|road)(?:'s| is| was)? (?:called|named) $",
    re.IGNORECASE,
)
_NEAR = re.compile(
    r"\b(?:with|for|and|meet|meeting|see|get|let|fetch|collect|pick(?:ing)? up|drop|dropping|behind"
    r"|beside|grab|give|remind|owe|thanks to|except|has|if|because|invite|join|hi|hey|it's|i'm|i am"
    r"|this is|(?:talk|speak|listen|write|next|hi|belongs|it) to"
    rf"|{_ROLE}'s) $",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:pick(?:ing)? up|drop|fetch|meet|meeting|collect|i'm|say hi to|secret from) $", re.IGNORECASE
)
_DOES = re.compile(
    r"(?:'s|’s) (?:place|house|flat|apartment|birthday|seat|car seat|car|number|playlist|flight|room"
    r"|mum|mom|dad|kids|stroller|party|bag)\b| a (?:call|ring|lift|hug)\b| on the phone\b"
    r"| (?:says|said|likes|loves|hates|prefers|wants|told|thinks|reckons|asked|knows|sits|kicks"
    r"|always sits|gets (?:car ?sick|dizzy|cold|the)|can't stand"
    r"|(?:is|was) (?:sitting|riding|allergic|vegan|coming|asleep|joining))\b",
    re.IGNORECASE,
)
_MEDIA = re.compile(
    r"\b(?:play|playing|put on|listen to|hear|stream|queue|songs?|albums?|music|hits|audiobook"
    r"|podcast|movie|film)"
    r"(?: (?:me|some|the|a|an|more|that|old|new|latest|songs?|music|albums?|hits|called|by|of|from))* $"
    r"|\b(?:play|put on|listen|hear|stream|song|album|music|book|audiobook)\b.* by $",
    re.IGNORECASE,
)
_FAMILY_OF = re.compile(r"\bthe (?P<name>[A-Z][a-z]+s)\b(?! [A-Z])")
_INVITED = re.compile(
    r"\b(?:dinner|lunch|breakfast|brunch|barbecue|bbq|weekend|party|evening|over) (?:with|at) the $",
    re.IGNORECASE,
)


def people(text: str) -> Iterator[Span]:
    """With a title or a family name beside it; the longest is meant."""
    text = _FAMOUS.sub(lambda m: "⟦" * len(m.group()), text)
    shouted = text.isupper()
    yield from _titled(text, shouted)
    for m in _FAMILY_OF.finditer(text):
        if m["name"][:-1].casefold() in _FAMILY or stands_before(_INVITED, text, m.start("name")):
            yield m.span("name")
    last = len(text)
    found = list(_WORD.finditer(text))
    for m, following in zip_longest(found, found[1:]):
        end = m.end() - (2 if m.group()[-2:] in ("'s", "’s") else 0)
        capital = not shouted and m.group()[0].isupper() and not m.group().isupper()
        listed = (
            text[last : m.start()] == " and " and capital and text[m.start() : end].casefold() not in _NEVER
        )
        if listed or _is_person(text, m.start(), end, capital):
            last = _with_family_name(text, end, following, capital)
            yield m.start(), last


def _titled(text: str, shouted: bool) -> Iterator[Span]:
    for m in _TITLED.finditer(text):
        name = m["name"].casefold()
        known = name in _FAMILY or name in _GIVEN or (m["only_title"] and not _NO_NAME.match(name))
        if known or (not shouted and m["name"][0].isupper() and name not in _NEVER):
            yield m.span()


def _is_person(text: str, start: int, end: int, capital: bool) -> bool:
    """Whether the word is a given name, by itself or by what stands around it."""
    name = text[start:end].casefold()
    if stands_before(_NOT_CALLED, text, start):
        return False
    if name not in _GIVEN and (name in _NEVER or len(name) < 2 or not (capital or name in _OTHER)):
        return False
    does = _DOES.match(text, end) is not None
    if stands_before(_MEDIA, text, start) and not does:
        return False
    if name in _GIVEN:
        return True
    calling = stands_before(_CALLING, text, start)
    if not capital:
        return calling and name not in _VERBS
    if name not in _OTHER:
        return calling or (start > 0 and (does or stands_before(_MEETING, text, start)))
    return calling or does or (name not in _STRICT and stands_before(_NEAR, text, start))


def _with_family_name(text: str, end: int, following: re.Match[str] | None, capital: bool) -> int:
    """Where the name ends once the family name behind it is added."""
    if following is None or text[end : following.start()] != " ":
        return end
    word = re.sub(r"['’]s$", "", following.group())
    small = word.casefold()
    known = small in _FAMILY and small not in _PLAIN_FAMILY
    if known or (capital and word[0].isupper() and small not in _NEVER):
        return following.start() + len(word)
    return end
