"""What a sentence is about: things, what it settles of them, names, numbers and cues of a change of mind.

A text falls into sentences. What a sentence claims ("cheap", "blue") belongs to the things that it names; where
it names none, to the thing that the claim itself means, else to those of the sentences before. Names and numbers
are claims with open values. English names are known by their capitals, Chinese ones by quotation marks, Latin
letters or how they stand ("听…的歌"); those that speech recognition wrote small are lost here and left to the
likeness of the texts.
"""

import re
from collections.abc import Iterator
from functools import cache

from cabin_memory.domain.lexicon import Lexicon, phrases, plain, tokens
from cabin_memory.domain.lexicon_changes import BRANDS, CUES
from cabin_memory.domain.lexicon_topics import ASPECTS, MEANT, NEAR, THINGS
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.relation import Claim, Cue, Reading

NAME, NUMBER = "name", "number"

_SENTENCE_END = re.compile(r"(?<=[.!?。！？;；])\s+|[。！？；]|//|\n")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PLACEHOLDER = re.compile(r"⟦\w+:\d+⟧")
_QUOTED = re.compile(r"《([^》]{1,30})》|[“\"「]([^”\"」]{1,40})[”\"」]|(?<!\w)'([A-Z][^']{2,40})'(?!\w)")
_CAPITAL = re.compile(r"(?<![\w'])[A-Z][\w&'’-]*")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]|\d[A-Z]|[A-Z]\d")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9&.]+")
_HAN = re.compile(r"[㐀-䶿一-鿿]+")
_SUNG = re.compile(
    r"(?:听|放|来[点首几]*|播放?|换|改[听放]|喜欢|爱听|首)([㐀-䶿一-鿿]{2,4}?)的(?:歌|曲|音乐|专辑|相声|节目|新歌)"
)
_COMMON_CAPITALS = frozenset(
    """i i'm i'd i've i'll ok tv monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december english chinese god fm am gps usb ev suv wi-fi wifi
    celsius fahrenheit poi doctor mr mrs ms""".split()
)
_STOP = frozenset(
    """a an the i i'm i'd i've me my mine we us our you your it its he him his she her they them their this that these
    those is are was were be been am do does did have has had can could would will shall should may might must to of in
    on at for and or but with from by as if so than then into very just please what when where which who why how let
    let's hey ok okay yes not no never don't doesn't isn't want like find look get make sure some any all there here
    there's up out about really always only more while know think could you've it's that's one nearby near closest
    nearest place around close go take use put give show need prefer also now again from instead anymore any more
    longer future""".split()
)
_HAN_STOP = re.compile(
    "我们|你们|他们|这个|那个|一下|一个|帮我|给我|可以|以后|现在|最近|不要|不用|喜欢|平时|附近|有没有|别再|改成|换成"
    "|[的了吗呢吧啊呀哦嘛我你您他她它请就都也还是在有把给要会找去来个这那别不再改换点用]"
)


@cache
def _things() -> Lexicon[tuple[str, str, str]]:
    """Things as (thing, "", ""), values as ("", aspect, value), brands as (thing, NAME, brand)."""
    entries: dict[str, tuple[str, str, str]] = {}
    for thing, listed in THINGS.items():
        entries |= {phrase: (thing, "", "") for phrase in phrases(listed)}
    for aspect, values in ASPECTS.items():
        for value, listed in values.items():
            entries |= {phrase: ("", aspect, value) for phrase in phrases(listed)}
    for thing, listed in BRANDS.items():
        entries |= {phrase: (thing, NAME, phrase) for phrase in phrases(listed)}
    return Lexicon(entries.items())


@cache
def _cue_patterns() -> tuple[tuple[Cue, re.Pattern[str]], ...]:
    return tuple((cue, re.compile(pattern)) for cue, pattern in CUES.items())


def read(text: str) -> Reading:
    """Everything that words alone tell of one text."""
    things: set[str] = set()
    claims: set[Claim] = set()
    names: set[str] = set()
    numbers: set[str] = set()
    last: frozenset[str] = frozenset()
    for sentence in _SENTENCE_END.split(text):
        here, found = _said(sentence)
        named = {claim[2] for claim in found if claim[1] == NAME}
        counted = {claim[2] for claim in found if claim[1] == NUMBER}
        last = here or last
        claims |= set(_placed(found, here, last))
        things |= here
        names |= named
        numbers |= counted
    said = plain(text).strip()
    return Reading(
        things=frozenset(things),
        claims=frozenset(claims),
        names=frozenset(names),
        numbers=frozenset(numbers),
        words=frozenset(_words(text)),
        cues=frozenset(cue for cue, pattern in _cue_patterns() if pattern.search(said)),
    )


def _said(sentence: str) -> tuple[frozenset[str], set[Claim]]:
    """The things that one sentence names, and its claims with the thing still open or meant."""
    things: set[str] = set()
    claims: set[Claim] = set()
    for found in _things().find(sentence):
        thing, aspect, value = found.value
        if aspect:
            claims.add((thing or MEANT.get(aspect, ""), aspect, value))
        else:
            things.add(thing)
    claims |= {("", NAME, name) for name in _names(sentence)}
    claims |= {("", NUMBER, number) for number in _NUMBER.findall(with_digits(plain(sentence)))}
    return frozenset(things), claims


def _placed(claims: set[Claim], here: frozenset[str], last: frozenset[str]) -> Iterator[Claim]:
    for meant, aspect, value in claims:
        owners = here or (frozenset({meant}) if meant else last) or frozenset({""})
        if meant and meant not in owners and not any(meant in NEAR.get(o, ()) for o in owners):
            owners |= {meant}
        for owner in owners:
            yield owner, aspect, value
            for near in NEAR.get(owner, ()):
                yield near, aspect, value


def _names(sentence: str) -> set[str]:
    names = {plain(next(group for group in found.groups() if group)) for found in _QUOTED.finditer(sentence)}
    names |= set(_PLACEHOLDER.findall(sentence))
    if _HAN.search(sentence):
        names |= {plain(word) for word in _LATIN.findall(sentence) if not _listed(word)}
        names |= {found[1] for found in _SUNG.finditer(sentence)}
    else:
        names |= _capitalised(sentence)
    return names


def _capitalised(sentence: str) -> set[str]:
    found = set()
    begin = len(sentence) - len(sentence.lstrip())
    for match in _CAPITAL.finditer(sentence):
        word = match[0]
        odd = _INNER_CAPITAL.search(word) is not None
        if (match.start() > begin or odd) and plain(word) not in _COMMON_CAPITALS and not _listed(word):
            found.add(tokens(word)[0] if tokens(word) else plain(word))
    return found


def _listed(word: str) -> bool:
    return bool(_things().find(word))


def _words(text: str) -> Iterator[str]:
    for token in tokens(text):
        if not _HAN.match(token) and token not in _STOP and len(token) > 1:
            yield token
    for run in _HAN.findall(_HAN_STOP.sub(" ", plain(text))):
        if len(run) == 1:
            yield run
        for at in range(len(run) - 1):
            yield run[at : at + 2]
