"""What a sentence is about: things, what it settles of them, names, numbers, and how it takes each.

A text falls into sentences, these into clauses. What is claimed ("cheap", "blue") belongs to the things of
its sentence; where it names none, to the thing that the claim itself means, else to those of the sentence
before. A "not" takes what follows it in its clause, or, at the end of the clause, what stands before; "no
longer" takes the whole clause. Names and numbers are claims with open values. English names are known by
their capitals, Chinese ones by quotation marks, Latin letters or how they stand ("听…的歌"); those that
speech recognition wrote small are lost here and left to the likeness of the texts.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from cabin_memory.domain.lexicon import Lexicon, phrases, plain, tokens
from cabin_memory.domain.lexicon_changes import BRANDS, CUES, NO_REFUSAL, RELEASED
from cabin_memory.domain.lexicon_fillers import CAPITALS, CHINESE, ENGLISH
from cabin_memory.domain.lexicon_topics import NEAR, OF, OPPOSITE, THINGS
from cabin_memory.domain.lexicon_values import ASPECTS
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.relation import Cue, Reading, Stance, Topic

NAME, NUMBER = "name", "number"
_ANY = "any"
_HIDDEN = "▢"

_SENTENCE_END = re.compile(r"(?<=[.!?。！？;；])\s+|[。！？；]|//|\n")
_CLAUSE_END = re.compile(
    r"[,，：—;；]\s*|:(?!\d+⟧)\s*| - |\s(?=but\b|because\b|since\b|although\b|though\b|otherwise\b)"
    r"|\s(?=(?:and|so) (?:i|we|can|could|would|find|look|let|it|please|make|that|they|do|is|play|show|take"
    r"|set)\b)"
    r"|(?<=[㐀-鿿])\s+(?=[㐀-鿿])|(?=但|而是)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PLACEHOLDER = re.compile(r"⟦\w+:\d+⟧")
_QUOTED = re.compile(r"《([^》]{1,30})》|[“\"「]([^”\"」]{1,40})[”\"」]|(?<!\w)'([A-Z][^']{2,40})'(?!\w)")
_CAPITAL = re.compile(r"(?<![\w'])[A-Z][\w&'’-]*")
_CAPITALS = re.compile(r"(?<![\w'])[A-Z][\w&'’.-]*(?: (?:& |of |the |and )?[A-Z][\w&'’.-]*)*")
# Its stem would be "new".
_NEWS = re.compile(r"\bnews\b", re.IGNORECASE)
_ONE = re.compile(r"\bones?\b|\bno\. ")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]|\d[A-Z]|[A-Z]\d")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9&.]+")
_HAN = re.compile(r"[㐀-䶿一-鿿]+")
_SUNG = re.compile(
    r"(?:听|放|来[点首几]*|播放?|换|改[听放]|喜欢|爱听|首)([㐀-䶿一-鿿]{2,4}?)的(?:歌|曲|音乐|专辑|相声|节目|新歌)"
)
_HAN_STOP = re.compile(CHINESE)


@cache
def _known() -> Lexicon[tuple[Topic, ...]]:
    """Phrase → all that it may stand for: a thing (thing, "", ""), a value ("", aspect, value), a name."""
    entries: dict[str, tuple[Topic, ...]] = {}
    for phrase, topic in _listed_topics():
        key = " ".join(tokens(phrase))  # "blues" and "blue" are one
        entries[key] = (*entries.get(key, ()), topic)
    things = Lexicon((phrase, topics) for phrase, topics in entries.items() if not topics[0][1])
    # "Covered parking" names parking too, though the longest phrase hides what it contains.
    for phrase, topics in entries.items():
        if topics[0][1]:
            inside = (topic for found in things.find(phrase) for topic in found.value if not topic[1])
            entries[phrase] = (*topics, *inside)
    return Lexicon(entries.items())


def _listed_topics() -> Iterator[tuple[str, Topic]]:
    for thing, listed in THINGS.items():
        yield from ((phrase, (thing, "", "")) for phrase in phrases(listed))
    for aspect, values in ASPECTS.items():
        for value, listed in values.items():
            yield from ((phrase, ("", aspect, value)) for phrase in phrases(listed))
    for thing, listed in BRANDS.items():
        yield from ((phrase, (thing, NAME, phrase)) for phrase in phrases(listed))


@cache
def _pattern(cue: Cue) -> re.Pattern[str]:
    return re.compile(CUES[cue])


_RELEASED = re.compile(RELEASED)
_NO_REFUSAL = re.compile(NO_REFUSAL)


def read(text: str) -> Reading:
    """Everything that words alone tell of one text."""
    claims: dict[Topic, Stance] = {}
    last: frozenset[str] = frozenset()
    for sentence in _SENTENCE_END.split(text):
        clauses = [_said(clause) for clause in _CLAUSE_END.split(sentence) if clause]
        there = frozenset(thing for clause in clauses for thing in _named(clause))
        last = there or last
        for clause in clauses:
            for topic, stance in clause:
                claims |= dict.fromkeys(_placed(topic, _named(clause), there, last), stance)
    plainly = plain(text).strip()
    return Reading(
        claims=claims,
        names=frozenset(value for _, aspect, value in claims if aspect == NAME),
        numbers=frozenset(value for _, aspect, value in claims if aspect == NUMBER),
        words=frozenset(_words(text)),
        rest=frozenset(_words(_unlisted(text))),
        cues=frozenset(cue for cue in Cue if _pattern(cue).search(plainly)),
    )


def _said(clause: str) -> list[tuple[Topic, Stance]]:
    """What one clause names and how it takes each; things still stand as the words mean them."""
    names, rest = _names(clause)
    words = tokens(_NEWS.sub("newscast", rest))
    found = _known().find_tokens(words)
    for f in reversed(found):
        words[f.start : f.end] = [_HIDDEN]
    said = _NO_REFUSAL.sub("", _joined(words))
    named = [*(("", NAME, name) for name in sorted(names)), *_numbers(rest)]
    stances = _stances(f"{said} {_HIDDEN}" if named else said, len(found) + bool(named))
    claims = [_turned(topic, s) for f, s in zip(found, stances, strict=False) for topic in f.value]
    return claims + [(topic, stances[-1]) for topic in named]


def _turned(topic: Topic, stance: Stance) -> tuple[Topic, Stance]:
    """Of opposites, the one; a matter that does not matter is one of which anything is wanted."""
    thing, aspect, value = topic
    if aspect in OPPOSITE:
        refused = {Stance.REFUSES: Stance.WANTS, Stance.WANTS: Stance.REFUSES}
        return (thing, OPPOSITE[aspect], value), refused.get(stance, stance)
    if aspect and not value and stance is Stance.ENDS:
        return (thing, aspect, _ANY), Stance.WANTS
    return topic, stance


def _unlisted(text: str) -> str:
    words = tokens(_NEWS.sub("newscast", text))
    for f in reversed(_known().find_tokens(words)):
        words[f.start : f.end] = [","]
    return " ".join(words).replace(" ", "") if _HAN.search(text) else " ".join(words)


def _named(clause: Sequence[tuple[Topic, Stance]]) -> frozenset[str]:
    return frozenset(thing for (thing, aspect, _), _ in clause if not aspect)


def _joined(words: Sequence[str]) -> str:
    """Tokens to a text that the patterns of cues can search: Chinese without spaces."""
    return re.sub(r"(?<=[㐀-鿿▢]) (?=[㐀-鿿▢])", "", " ".join(words))


def _stances(said: str, count: int) -> list[Stance]:
    """For each hidden phrase of a clause; a refusal takes those behind it, else those before it."""
    if _pattern(Cue.ENDS).search(said) or _RELEASED.search(said):
        return [Stance.ENDS] * count
    stances = [Stance.WANTS] * count
    places = [found.start() for found in re.finditer(_HIDDEN, said)]
    for refusal in _pattern(Cue.REFUSES).finditer(said):
        behind = [i for i, place in enumerate(places) if place >= refusal.start()]
        for i in behind or range(count):
            stances[i] = Stance.REFUSES
    return stances


def _placed(
    topic: Topic, here: frozenset[str], there: frozenset[str], last: frozenset[str]
) -> Iterator[Topic]:
    """A claim with each thing that it may be of: of its clause, its sentence, the one before, or meant."""
    thing, aspect, value = topic
    if not aspect or thing:
        yield topic
        return
    may = OF.get(aspect)
    near = [_with_near(things) for things in (here, there, last)]
    fitting = [things if may is None else things & set(may) for things in near]
    owners = next((things for things in fitting if things), None)
    if owners is None:
        # "Low on fuel" is no level of anything, "a bit lower" of something.
        owners = frozenset() if may and not may[0] and there else frozenset({may[0] if may else ""})
    yield from ((owner, aspect, value) for owner in owners)


def _with_near(things: frozenset[str]) -> frozenset[str]:
    return things.union(*(NEAR.get(thing, frozenset()) for thing in things))


def _names(clause: str) -> tuple[set[str], str]:
    """The names in a clause, and the clause without them."""
    names = {plain(next(group for group in found.groups() if group)) for found in _QUOTED.finditer(clause)}
    names |= set(_PLACEHOLDER.findall(clause))
    rest = _PLACEHOLDER.sub(" ", _QUOTED.sub(" ", clause))
    if _HAN.search(rest):
        names |= {plain(word) for word in _LATIN.findall(rest) if not _listed(word)}
        names |= {found[1] for found in _SUNG.finditer(rest)}
        return names, rest
    return _capitalised(rest, names)


def _capitalised(clause: str, names: set[str]) -> tuple[set[str], str]:
    """English names: runs of capitals in which a word is neither common nor listed."""
    begin = len(clause) - len(clause.lstrip())
    for run in reversed(list(_CAPITALS.finditer(clause))):
        words = [(m.start() + run.start(), m[0]) for m in _CAPITAL.finditer(run[0])]
        words = [(at, w) for at, w in words if at > begin or _INNER_CAPITAL.search(w)]
        words = [(at, word) for at, word in words if plain(word) not in ENGLISH | CAPITALS]
        unlisted = [word for _, word in words if not _listed(word)]
        if unlisted:
            names |= {(tokens(word) or [plain(word)])[0] for word in unlisted}
            clause = clause[: words[0][0]] + " " + clause[run.end() :]
    return names, clause


def _numbers(clause: str) -> Iterator[Topic]:
    said = _ONE.sub("", with_digits(_ONE.sub("", plain(clause))))
    yield from (("", NUMBER, number) for number in _NUMBER.findall(said))


def _listed(word: str) -> bool:
    return bool(_known().find(_NEWS.sub("newscast", word)))


def _words(text: str) -> Iterator[str]:
    for token in tokens(text):
        if not _HAN.match(token) and token not in ENGLISH and len(token) > 1:
            yield token
    for run in _HAN.findall(_HAN_STOP.sub(" ", plain(text))):
        if len(run) == 1:
            yield run
        for at in range(len(run) - 1):
            yield run[at : at + 2]
