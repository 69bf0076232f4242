"""Conditions that a sentence states: when, in what weather, with whom in the car a wish applies.

Only what is said of the wish in general counts. The moment ("it is raining", "today"), titles and meals
("早餐", "morning show") do not; nor does the time that is itself the fact (a routine, a schedule). In a
question a mere mention counts too: "下雨的时候我喜欢怎么开" asks about rain.

A text is prepared (fillers out, compounds and single occasions hidden), cut into clauses, and each kind of
condition looks for its own words in each clause. What the words are is in domain/lexicon_conditions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache

from cabin_memory.domain import lexicon_conditions as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.situation import Condition, ConditionKind, Conditions, Situation
from cabin_memory.domain.vocabulary import Category

_HIDDEN = "▢"
_FILLER = re.compile(
    r"嗯+|呃+|唔+|(?<=[\s,，。▢的得去走])啊|^啊|那个那个|的那个(?=时候)|\b(?:um+|uh+|er+m?|hmm+)\b[, ]?"
)
_CLAUSE_END = re.compile(r"[,，。;；!！?？\n]|\.(?=\s|$)")

_ANY_KIND = frozenset(ConditionKind)
_WHO = frozenset({ConditionKind.OCCUPANT, ConditionKind.ALONE})
# In these categories the time said is part of the fact, not a limit to when it is true.
_KINDS: Mapping[Category, frozenset[ConditionKind]] = {
    Category.SCHEDULE: frozenset(),
    Category.FAMILY: frozenset(),
    Category.IDENTITY: frozenset(),
    Category.HEALTH: frozenset(),
    Category.SMALLTALK: frozenset(),
    Category.ADDRESS_TERM: _WHO,
    Category.VEHICLE: _WHO,
    Category.CHARGING: _ANY_KIND - {ConditionKind.DAYPART, ConditionKind.DAY},
}

_DAY_SETS = {"weekday": frozenset(words.WEEKDAYS[:5]), "weekend": frozenset(words.WEEKDAYS[5:])}
_CHINESE_DAY = dict(zip("一二三四五六日", words.WEEKDAYS, strict=True)) | {"天": "sunday", "末": "weekend"}


def parse(text: str, category: Category | None = None) -> Conditions:
    """The standing conditions of a statement, sorted; empty when it always applies."""
    kinds = _KINDS.get(category, _ANY_KIND) if category is not None else _ANY_KIND
    passing = _compiled(f"{words.MOMENT}|{words.STORY}")
    clauses = [clause for clause in _clauses(text) if not passing.search(clause)]
    hidden = [_compiled(words.OCCASIONS).sub(_HIDDEN, clause) for clause in clauses]
    return _merged(c for c in _found(hidden, question=False) if c.kind in kinds)


def stated_in_question(text: str, now: datetime | None = None) -> Conditions:
    """The conditions that a question speaks of. With `now` (local), 明天 and tonight name their day."""
    clauses = [_compiled(words.PAST).sub(_HIDDEN, clause) for clause in _clauses(text)]
    found = list(_found(clauses, question=True))
    if now is not None and not any(c.kind is ConditionKind.DAY for c in found):
        found += _relative_day("，".join(clauses), now)
    return _merged(found)


def states_hurry(text: str) -> bool | None:
    """Whether a turn says that the speaker is in a hurry now; None when it says nothing of it.

    "When I am in a hurry, take the toll road" says nothing of now.
    """
    said = None
    for clause in _clauses(text):
        if _compiled(words.PAST).search(clause):
            continue
        hurry = _hurry_in(clause)
        if hurry is not None and not _framed(clause):
            said = hurry
    return said


def as_asked(present: Situation, text: str, heard: bool | None) -> Situation:
    """The present, with what a conversation and the question itself say of it.

    Args:
        heard: whether the conversation said that time presses; None when it said nothing of it.
    """
    hurry = states_hurry(text)
    return replace(
        present,
        hurry=heard if hurry is None else hurry,
        stated=stated_in_question(text, present.local_time),
    )


# --- preparing -----------------------------------------------------------------------------------------
@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _clauses(text: str) -> list[str]:
    said = _FILLER.sub("", plain(text))
    said = _compiled(words.FROM_NOW_ON).sub("", said)
    said = _compiled(words.COMPOUNDS).sub(_HIDDEN, said)
    return [clause.strip() for clause in _CLAUSE_END.split(said) if clause.strip()]


def _found(clauses: Iterable[str], *, question: bool) -> Iterator[Condition]:
    for clause in clauses:
        for find in _FINDERS:
            yield from find(clause, question)


def _condition(kind: ConditionKind, values: Iterable[str], *, negated: bool = False) -> Condition:
    return Condition(kind=kind, any_of=frozenset(values), negated=negated)


def _merged(found: Iterable[Condition]) -> Conditions:
    """One condition a kind (several people stay several), without those that contradict themselves."""
    together: dict[tuple[ConditionKind, bool], set[str]] = {}
    people: set[Condition] = set()
    for condition in found:
        if condition.kind is ConditionKind.OCCUPANT:
            people.add(condition)
        else:
            together.setdefault((condition.kind, condition.negated), set()).update(condition.any_of)
    conditions = [
        _condition(kind, _canonical(kind, values), negated=negated)
        for (kind, negated), values in together.items()
        if not values & together.get((kind, not negated), set())
    ]
    consistent = [p for p in people if _condition(p.kind, p.any_of, negated=not p.negated) not in people]
    return tuple(sorted([*conditions, *consistent], key=_order))


def _canonical(kind: ConditionKind, values: set[str]) -> frozenset[str]:
    """Saturday and Sunday are the weekend, so that equal wishes compare equal."""
    if kind is not ConditionKind.DAY:
        return frozenset(values)
    days = frozenset().union(*(_DAY_SETS.get(value, frozenset({value})) for value in values))
    return next((frozenset({name}) for name, every in _DAY_SETS.items() if every == days), days)


def _order(condition: Condition) -> tuple[str, bool, list[str]]:
    return condition.kind.value, condition.negated, sorted(condition.any_of)


# --- time ----------------------------------------------------------------------------------------------
def _dayparts(clause: str, question: bool) -> Iterator[Condition]:
    tables = words.DAYPARTS + (words.QUESTION_DAYPARTS if question else ())
    for values, pattern in tables:
        for found in _compiled(pattern).finditer(clause):
            if question or _limits(clause, found):
                yield _condition(ConditionKind.DAYPART, values.split())


_ENGLISH_CLOCK = re.compile(
    r"(?P<bound>\b(?:after|past|before|until|till|from) )?(?:\d|\b(?:o'clock|one|two|three"
    r"|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|thirty|fifteen))\s?(?:in the|at) ?$"
)


def _limits(clause: str, found: re.Match[str]) -> bool:
    """Whether a part of the day limits the wish: not when it belongs to a time by the clock."""
    before, after = clause[: found.start()], clause[found.end() :]
    if found.group().isascii():
        lead = before if found.group().split()[0] not in ("in", "at") else before + found.group()[:7]
        clock = _ENGLISH_CLOCK.search(lead) or _ENGLISH_CLOCK.search(before)
        if clock and not clock["bound"]:
            return False
        single = found.group() in ("morning", "afternoon", "evening")
        return not single or _compiled(words.ENGLISH_FRAME).search(before) is not None
    clock = _compiled(words.CLOCK).match(after)
    return clock is None or _compiled(words.CLOCK_BOUND).match(after, clock.end()) is not None


_CHINESE_DAYS = re.compile(
    r"(?:(?<=[周期拜][一二三四五六])|(?<![一两三四五六七八九十几半]))(?:周|星期|礼拜)(?P<first>[一二三四五六日天末])(?![次个趟节常程报年])"
    r"(?:(?:到|至|-|~)(?:周|星期|礼拜)?(?P<last>[一二三四五六日天]))?"
    r"(?P<more>(?:[一二三四五六日天](?![点十百个号度分次:]))*)"
)
_ENGLISH_DAY = r"(?P<{}>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?(?P<{}s>s)?"
_ENGLISH_DAYS = re.compile(
    rf"(?P<lead>\b(?:on|every|each|most|from|between) (?:a )?|(?:and|or"
    rf"|to) )?\b{_ENGLISH_DAY.format('first', 'first')}\b"
    rf"(?: ?(?:to|through|thru|till|until|-|–) ?{_ENGLISH_DAY.format('last', 'last')}\b)?"
    r"(?P<trail> (?:morning|afternoon|evening|night)s?\b)?"
)
_DAY_NAMES = (
    ("weekday", r"工作日|平日|上班日|\b(?:week ?days?|work(?:ing)? ?days?)\b"),
    ("weekend", r"周末|双休日?|休息日|\bweekends?\b"),
)
_EXCEPT = re.compile(r"(?:除了|除|不是|非)$|\b(?:except|not) (?:on |for |at )?(?:the )?$")


def _days(clause: str, question: bool) -> Iterator[Condition]:
    for name, pattern in _DAY_NAMES:
        for found in _compiled(pattern).finditer(clause):
            yield _day_condition(clause, found, {name})
    for found in _CHINESE_DAYS.finditer(clause):
        if found["first"] != "末":
            yield _day_condition(clause, found, _chinese_days(found))
    for found in _ENGLISH_DAYS.finditer(clause):
        if question or _is_every(found):
            yield _day_condition(clause, found, _english_days(found))


def _day_condition(clause: str, found: re.Match[str], values: Iterable[str]) -> Condition:
    excepted = _EXCEPT.search(clause[: found.start()]) is not None
    return _condition(ConditionKind.DAY, values, negated=excepted)


def _chinese_days(found: re.Match[str]) -> set[str]:
    first = _CHINESE_DAY[found["first"]]
    if found["last"]:
        return _span(first, _CHINESE_DAY[found["last"]])
    return {first, *(_CHINESE_DAY[c] for c in found["more"])}


def _english_days(found: re.Match[str]) -> set[str]:
    first = _full_day(found["first"])
    return _span(first, _full_day(found["last"])) if found["last"] else {first}


def _is_every(found: re.Match[str]) -> bool:
    """ "on Friday", "Fridays", "Friday mornings", "Monday to Friday"; "sun" and "sat" alone are words."""
    whole = "day" in found.group()
    return bool(found["firsts"] or found["last"] or (whole and (found["lead"] or found["trail"])))


def _full_day(beginning: str) -> str:
    return next(day for day in words.WEEKDAYS if day.startswith(beginning[:3]))


def _span(first: str, last: str) -> set[str]:
    start, end = words.WEEKDAYS.index(first), words.WEEKDAYS.index(last)
    return {words.WEEKDAYS[i % 7] for i in range(start, end + 1 if end >= start else end + 8)}


def _relative_day(text: str, now: datetime) -> Iterator[Condition]:
    for offset, pattern in (
        (2, r"后天"),
        (1, r"明[天早晚]|\btomorrow\b"),
        (0, r"今[天早晚]|\b(?:today|tonight)\b"),
    ):
        if _compiled(pattern).search(text):
            yield _condition(ConditionKind.DAY, {words.WEEKDAYS[(now.weekday() + offset) % 7]})
            return


def _seasons(clause: str, question: bool) -> Iterator[Condition]:
    yield from _by_table(ConditionKind.SEASON, words.SEASONS, clause)


# --- weather, hurry, alone -----------------------------------------------------------------------------
def _by_table(kind: ConditionKind, table: Iterable[tuple[str, str]], clause: str) -> Iterator[Condition]:
    for value, pattern in table:
        if _compiled(pattern).search(clause):
            yield _condition(kind, {value})


def _weather(clause: str, question: bool) -> Iterator[Condition]:
    tables = words.WEATHER + (words.WEATHER_MENTIONS if question else ())
    yield from _by_table(ConditionKind.WEATHER, tables, clause)


def _framed(clause: str) -> bool:
    """Whether something in this clause is said as a condition, not of now."""
    return (
        _compiled(rf"(?:{words.HURRIED}|{words.UNHURRIED}|急|赶|空)(?:{words.CHINESE_FRAME})").search(clause)
        is not None
        or _compiled(rf"^.{{0,3}}(?:{words.CHINESE_IF})").search(clause) is not None
        or _compiled(r"\b(?:when|whenever|if|while|once|on days|unless)\b").search(clause) is not None
    )


def _hurry_in(clause: str) -> bool | None:
    if _compiled(rf"{words.UNHURRIED}|\b(?:{words.UNHURRIED_ENGLISH})").search(clause):
        return False
    if _compiled(rf"(?<![不别没])(?:{words.HURRIED})|\b(?:{words.HURRIED_ENGLISH})\b").search(clause):
        return True
    return None


def _hurries(clause: str, question: bool) -> Iterator[Condition]:
    hurry = _hurry_in(clause)
    if hurry is not None and (question or _framed(clause)):
        yield _condition(ConditionKind.HURRY, {"yes"}, negated=not hurry)


_ALONE = re.compile(
    r"一个人(?=开|在|坐|出|的时候|时|上|跑)|自己一个人|独自|(?:就|只有)我(?:自己|一个人)"
    r"|车[上里](?:就|只有)我|(?:车[上里]|旁边|身边)(?:都)?没(?:有)?(?:别人|其他人|旁人|人)"
    r"|\b(?:when(?:ever)?|if|while|once) i(?:'m| am| drive| travel| ride)? ?(?:all |driving "
    r"|travelling |home )?(?:alone|by myself|on my own|solo)\b"
    r"|\balone in the car\b|\b(?:if|when) (?:there's |there is )?(?:no ?body"
    r"|no ?one)(?: else)?(?: is|'s)? ?(?:else )?(?:in the car|here|with me|around)\b"
    r"|\bwhen it(?:'s| is) just me\b|\bdriving alone\b"
)


def _alone(clause: str, question: bool) -> Iterator[Condition]:
    found = _ALONE.search(clause)
    if found:
        negated = clause[: found.start()].endswith(("不是", "不"))
        yield _condition(ConditionKind.ALONE, {"yes"}, negated=negated)


# --- people --------------------------------------------------------------------------------------------
_CHINESE_AFTER = re.compile(
    r"^(?:们|俩|都|也|要是|如果|只要|一|要|跟我|和我|陪我|单独|正|还)*(?P<no>不"
    r"|没有?)?(?P<verb>坐|在(?!家|公司|学校|外地|上班|单位|国外|医院)"
    r"|上[了]?车|上来|睡|同车|跟车|同行|搭车|乘车|一起|开车|驾车|开(?=的时候|时|这))"
)
_CHINESE_BEFORE = re.compile(
    r"(?P<no>没有?|不)?(?P<verb>带着?|载着?|拉着?|陪着?|和|跟|有|坐着?|坐了)(?:我家?|我们家?"
    r"|一?个|俩|两个|家里)?的?$"
)
_GOES_ALONG = re.compile(r"^(?:们|一起|同行|出门|出去|出行|上车|上路|开车|坐车|跑|走|的时候|时|的话|在)")
_CAR = re.compile(
    r"(?:车[上里内]?|副驾驶?|后[排座面]|旁边|前排)(?:上|里|边|座|位)?(?P<no>没有?|没坐)?(?:有"
    r"|坐着?|坐了|是)?(?:我|个|一个)?$"
)
_CHINESE_SPOKEN = re.compile(rf"{words.CHINESE_FRAME}|{words.CHINESE_IF}")
_NOW_ENDING = re.compile(r"[了呢啦吧]$")

_ENGLISH_WHEN = re.compile(
    r"\b(?P<frame>when(?:ever)?|if|while|once|unless|as long as|as soon as|every time"
    r"|any ?time|with|without)\b(?P<between>[^,.;]{0,25})$"
)
_HAVE = re.compile(
    r"\bi(?:'m| am|'ve| have)?(?: got| have| drive| driving| take| taking| carry| carrying"
    r"| with)*\s?(?:with )?(?:my |the |our |a )?$"
)
_ENGLISH_PRESENT = re.compile(
    r"^(?P<is>'s|'re| is| are| isn't| aren't| is not"
    r"| are not)? ?(?P<rest>(?:\w+ ){0,3}?(?P<where>in (?:the )?(?:car|back|rear|front|cabin"
    r"|vehicle|passenger|here)"
    r"|on (?:the )?(?:board|passenger|back)|on board|aboard|along|beside me|next to me"
    r"|behind me|up front|with (?:me|us)|asleep|around|here)"
    r"|(?:\w+ )?(?P<verb>sits?|sitting|rides?|riding|comes? along|joins?|gets? in|travels?"
    r"|sleeps?|sleeping|dozes?|naps?|drives?|driving))\b"
)


def _occupants(clause: str, question: bool) -> Iterator[Condition]:
    for role, pattern in words.ROLES:
        for found in _compiled(pattern).finditer(clause):
            present = (
                _chinese_presence
                if not found.group().isascii() or "⟦" in found.group()
                else _english_presence
            )
            verdict = present(clause, found, question)
            if verdict is not None:
                negated, drives = verdict
                yield _condition(ConditionKind.OCCUPANT, _where(role, clause, found, drives), negated=negated)


def _where(role: str, clause: str, found: re.Match[str], drives: bool) -> set[str]:
    """Role, with the place that is nearest to it in the clause."""
    if drives:
        return {f"{role}@{words.PLACES[0][0]}"}
    spots = [
        ((m.start() - found.end()) if m.start() >= found.end() else (found.start() - m.end()) + 2, place)
        for place, pattern in words.PLACES[1:]
        for m in _compiled(pattern).finditer(clause)
    ]
    distance, place = min(spots, default=(99, ""))
    reach = 30 if found.group().isascii() else 8
    if distance > reach:
        return {role}
    return {f"{role}@{row}" for row in words.REAR} if place == "rear" else {f"{role}@{place}"}


_Presence = tuple[bool, bool] | None
"""(negated, at the wheel), or None when nobody is said to be in the car."""


def _chinese_presence(clause: str, found: re.Match[str], question: bool) -> _Presence:
    before, after = clause[: found.start()], clause[found.end() :]
    framed = question or _CHINESE_SPOKEN.search(clause) is not None
    then = _CHINESE_AFTER.search(after)
    if then and (framed or not _NOW_ENDING.search(clause)):
        return then["no"] is not None, then["verb"].startswith(("开", "驾"))
    seat = _CAR.search(before)
    if seat and (framed or not _NOW_ENDING.search(clause)):
        return seat["no"] is not None or found.group().startswith("没"), False
    if after.startswith(("的面", "面")) and "当着" in before[-4:]:
        return False, False
    carried = _CHINESE_BEFORE.search(before)
    if carried and framed and _GOES_ALONG.search(after):
        return carried["no"] is not None, False
    return None


def _english_presence(clause: str, found: re.Match[str], question: bool) -> _Presence:
    before, after = clause[: found.start()], clause[found.end() :]
    if before.endswith(("i'm ", "i am ", "i'm a ", "i am a ")):
        return None
    when = _ENGLISH_WHEN.search(before)
    then = _ENGLISH_PRESENT.search(after)
    if when is None:
        return (_denied(then), _drives(then)) if question and then and then["is"] else None
    if then is not None:
        placed = then["where"] is not None
        if when["frame"] in ("with", "without") and not placed:
            return None
        return _denied(then) != (when["frame"] in ("without", "unless")), _drives(then)
    if when["frame"] not in ("with", "without") and _HAVE.search(when["between"]):
        return bool(re.search(r"n't|without", when["between"])), False
    return None


def _denied(then: re.Match[str]) -> bool:
    return "n't" in (then["is"] or "") or " not" in (then["is"] or "") or then["rest"].startswith("not ")


def _drives(then: re.Match[str]) -> bool:
    return (then["verb"] or "").startswith("driv")


_Finder = Callable[[str, bool], Iterator[Condition]]
_FINDERS: tuple[_Finder, ...] = (_occupants, _weather, _dayparts, _days, _seasons, _hurries, _alone)
