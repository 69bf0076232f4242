"""Addresses and private places in English."""

import re
from collections.abc import Iterator

from cabin_memory.rules.found_names.text_span import Span, stands_before

_STREET = r"(?:street|avenue|boulevard|road|lane|crescent|terrace|parkway|st|ave|rd|ln|blvd|pkwy)\b\.?"
# Common words too: small letters alone do not make a street of them.
_WAY = (
    r"(?:drive|close|court|way|place|square|gardens|grove|hill|row|mews|rise|walk|circle|trail"
    r"|dr|ct|pl|sq)\b\.?"
)
_WORD = (
    r"(?!(?:it's|i'm|that's|there's|he's|she's|teach|start(?:ed)?|miles?|minutes?|mins?|hours?|seconds?|km|kilomet\w+|met\w+|yards?|feet|am|pm|o'clock|to"
    r"|on|the|a|an|in|at"
    r"|of|for|and|or|is|are|by|percent|degrees?|dollars?|pounds?|more|lanes?|way|wheel|other|from"
    r"|with|parking|next"
    r"|cars?|people|times?|this|that|my|our|your|his|her|one|two|three|four|turn|off|via|then|before"
    r"|after|past|until"
    r"|side|main)\b)[^\W\d_][\w'’.\-]* "
)
_ROOM = r"(?:flat|apartment|apt\.?|unit|suite|room)"
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty"
    r"|fifty|sixty"
    r"|seventy|eighty|ninety|hundred)"
)
_ADDRESS = re.compile(
    rf"(?:\b{_ROOM} \w{{1,4}},? )?(?:\bunit )?\b\d{{1,5}}[a-z]?(?:-\d+)? (?:[nsew]\.? )?(?:{_WORD}){{1,3}}?"
    rf"(?:{_STREET}|(?P<way>{_WAY}))(?:,? {_ROOM} \w{{1,4}}\b)?"
    rf"|(?<=\bat )(?:{_NUMBER_WORD}[ -]){{1,3}}(?:{_WORD}){{1,2}}?{_STREET}",
    re.IGNORECASE,
)
_ADDRESS_CASED = re.compile(
    r"(?:\b[A-Z][\w'’]+ ){1,2}(?:Street|Avenue|Road|Lane|Drive|Boulevard|Court|Close|Way) \d{1,4}[a-z]?\b"
    r"(?! (?:times|minutes|miles|hours|km|percent|degrees))"
    r"|\b[A-ZÄÖÜ][a-zäöüß]+(?:stra(?:ss|ß)e|weg|gasse|allee|platz|damm|ring) \d{1,4}[a-z]?\b"
    r"|\b\d{1,5} (?!Sub|High|Rail|Motor|Free|Gate|Run|Half|Nor|Safe|Mid|Al)[A-Z][a-z]+way\b"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? \d(?!AM\b|PM\b)[A-Z]{2}\b"  # postcode, Britain
)
_POSTCODE_SAID = re.compile(
    r"\b(?:post ?code|zip(?: code)?)(?: is)? ([a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|\d{5}(?:-\d{4})?)\b",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"\b(?:exit|route|highway|terminal|gate|level|bay|channel|interstate|junction) $", re.IGNORECASE
)
_BEFORE = re.compile(r"\b(?:at|to|is|in|address|find|work|home|it's|of) $", re.IGNORECASE)

_SCHOOL = (
    r"(?:(?:primary|elementary|junior|middle|high|secondary|grammar|prep|preparatory|nursery"
    r"|infant) school|primary"
    r"|elementary|academy|nursery|kindergarten|daycare|preschool|montessori)\b"
)
_HOUSE = (
    r"(?:Apartments?|Court|Gardens|Towers?|House|Building|Mews|Estates?|Residences?|Heights|Lofts"
    r"|Condos|Manor"
    r"|Villas|Flats|Lodge|Mansions)\b"
)
_PLACE = re.compile(rf"(?:\b[A-Z][\w'’.]* ){{1,3}}(?P<kind>(?i:{_SCHOOL})|{_HOUSE})")
_PLACE_SAID = re.compile(
    rf"\b(?:to|from|at|is|in|outside|near|behind|attends?)(?: the)? (?P<name>(?:{_WORD}){{1,3}}?"
    rf"(?P<kind>{_SCHOOL}|(?:apartments|towers|residences|lofts)\b))",
    re.IGNORECASE,
)
_HOME = re.compile(
    r"\b(?:liv(?:e|es|ing)|stay(?:s|ing)?|house is|home is|place is|flat is|moved|moving"
    r"|(?:my|our|his|her|their) place)"
    rf" (?:over |up |down )?(?:on|in|at|to|off) ((?:{_WORD}){{1,2}}(?:{_STREET}|{_WAY}))",
    re.IGNORECASE,
)
# What is before the kind of place: nothing, any of them, or a sight that everyone knows.
_PUBLIC = re.compile(
    r"(?:.* )?(?:eiffel|willis|sears|cn|tokyo|trump|water|bell|clock|control|opera|white|waffle|steak"
    r"|coffee|public"
    r"|full|open|kew|covent|busch|botanical|beer|olive|food|tennis|supreme|crown|high|empire state|chrysler"
    r"|alton|ramen|noodle|pancake|burger|pizza|curry|tea|ale|bbq|grill|thai|fish|chop|chicken|taco|ice|green|tree|guest"
    r"|parliament|movie|auction|local|old|new|my|our|his|her|their|nearest|private|best|good|same|any"
    r"|every|whole"
    r"|kids|ski|police)$|$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:take|drive|go|find|navigate|pick|drop|call|visit|the|my|our|at|in|to|from|me|us|near|is"
    r"|home|back|and|stop"
    r"|head|set|a|route|directions|for|park|wait|outside|local|next|her|his|their|this|that|up|off"
    r"|kids|i|we|live) )+",
    re.IGNORECASE,
)


def addresses(text: str) -> Iterator[Span]:
    """A number and a street in either order, with a flat beside it; British postcodes."""
    for m in _ADDRESS.finditer(text):
        weak = m["way"] is not None and m.group().islower()
        placed = not weak or stands_before(_BEFORE, text, m.start())
        if placed and not stands_before(_NOT_BEFORE, text, m.start()):
            yield m.span()
    for m in _ADDRESS_CASED.finditer(text):
        yield m.start() + _lead(m.group()), m.end()
    yield from (m.span(1) for m in _POSTCODE_SAID.finditer(text))


def places(text: str) -> Iterator[Span]:
    """Schools and houses by name, and the street where somebody says to live."""
    yield from (m.span(1) for m in _HOME.finditer(text))
    for pattern, group in ((_PLACE, 0), (_PLACE_SAID, "name")):
        for m in pattern.finditer(text):
            start = m.start(group) + _lead(m.group(group))
            if not _PUBLIC.match(text[start : m.start("kind")].rstrip()):
                yield start, m.end()


def _lead(name: str) -> int:
    """How much of it comes before the name."""
    lead = _LEAD.match(name)
    return lead.end() if lead else 0
