"""What a phrase about the past means: a stretch of local time, or something that was said or done before.

    "昨天", "last Friday", "three days ago, in the evening"   → Span, in microseconds UTC
    "按上次的来", "that one from before", "the usual"           → Pointer

A day begins and ends at local midnight, so one with a change of clocks has 23 or 25 hours; where midnight is
skipped, the day begins with the first moment after it. A week begins on Monday. "Last Friday" is the latest
Friday before today; 上周五 is the Friday of the calendar week before this one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

from cabin_memory.domain import lexicon_back_references as words
from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.numerals import with_digits
from cabin_memory.domain.time import HOUR, MINUTE, UtcMicros

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_MINUTES = 24 * 60


class Pointer(StrEnum):
    """What a phrase without a date points back to."""

    JUST_NOW = "just_now"
    """This very conversation."""
    LAST_TIME = "last_time"
    USUAL = "usual"
    """Whatever is done again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of time."""

    since: UtcMicros
    """Inclusive."""
    until: UtcMicros
    """Exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What was read: exactly one of the two, and what else the phrase says."""

    span: Span | None = None
    pointer: Pointer | None = None
    topic: str = ""
    """The rest of the phrase without words that only hold it together; case folded, numbers in digits."""


def read(phrase: str, now: datetime) -> Meaning | None:
    """The meaning of a phrase; None when it names neither a time nor anything before.

    Args:
        now: aware, in the zone of whoever speaks.

    Raises:
        InvalidArgument: `now` has no zone.
    """
    if now.tzinfo is None:
        raise InvalidArgument("a local time needs a zone")
    said = with_digits(plain(phrase))
    dated = _dated(said, now)
    if dated is not None:
        span, used = dated
        return Meaning(span=span, topic=_topic(said, used))
    for pointer, pattern in _POINTERS:
        if found := [match.span() for match in pattern.finditer(said)]:
            return Meaning(pointer=pointer, topic=_topic(said, found))
    return None


def asks_for_the_same(text: str) -> bool:
    """Whether a sentence asks for what was done before ("set it like last time"), not merely speaks of it."""
    return _THE_SAME.search(with_digits(plain(text))) is not None


def points_back(text: str) -> bool:
    """Whether a sentence does nothing but point back, so that what it means lies in another one."""
    said = with_digits(plain(text))
    if _THE_SAME.search(said):
        return True
    used = [match.span() for _, pattern in _POINTERS for match in pattern.finditer(said)]
    return bool(used) and not _topic(said, used)


# --- days ------------------------------------------------------------------------------------------------
Days = tuple[date, int]
"""The first day and how many there are."""
_Reader = Callable[[re.Match[str], datetime], "Days | Span | None"]

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_CHINESE_WEEKDAYS = "一二三四五六日"
_COUNTS = {"a": 1, "an": 1, "one": 1, "一": 1, "couple of": 2, "a couple of": 2, "半": 0, "half an": 0}


def _back(days: int) -> _Reader:
    return lambda _, now: (now.date() - timedelta(days=days), 1)


def _monday(now: datetime, weeks_back: int) -> date:
    return now.date() - timedelta(days=now.weekday(), weeks=weeks_back)


def _weekday(word: str) -> int:
    """0 is Monday, from `friday`, `五`, `5`, `天`; a weekend begins on 5."""
    if word in ("末", "weekend"):
        return 5
    if word.isascii() and word.isalpha():
        return _WEEKDAYS.index(word)
    return (
        6 if word in "日天7" else _CHINESE_WEEKDAYS.find(word) if word in _CHINESE_WEEKDAYS else int(word) - 1
    )


def _day_of_week(monday: date, word: str) -> Days:
    """One day of that week, two for its weekend, all for no word."""
    if not word:
        return monday, 7
    return monday + timedelta(days=_weekday(word)), 2 if word in ("末", "weekend") else 1


def _in_week(match: re.Match[str], now: datetime, weeks_back: int) -> Days:
    return _day_of_week(_monday(now, weeks_back), match["d"])


def _latest_weekday(word: str, now: datetime) -> Days:
    """The latest such day before today."""
    back = (now.weekday() - _weekday(word) - 1) % 7 + 1
    return now.date() - timedelta(days=back), 1


def _weekend(now: datetime) -> Days:
    """The latest that has begun."""
    return _monday(now, 0 if now.weekday() >= 5 else 1) + timedelta(days=5), 2


def _month(now: datetime, months_back: int) -> Days:
    count = now.year * 12 + now.month - 1 - months_back
    first, after = (date(n // 12, n % 12 + 1, 1) for n in (count, count + 1))
    return first, (after - first).days


def _year(now: datetime, years_back: int) -> Days:
    first = date(now.year - years_back, 1, 1)
    return first, (date(first.year + 1, 1, 1) - first).days


def _on(year: int | None, month: int, day: int, now: datetime) -> Days | None:
    """That date, in the latest year in which it is not to come; None where there is no such date."""
    for candidate in [year] if year else [now.year, now.year - 1]:
        try:
            found = date(candidate, month, day)
        except ValueError:
            continue
        if year or found <= now.date():
            return found, 1
    return None


def _day_of_month(day: int, now: datetime) -> Days | None:
    """The latest such day of a month that is not to come."""
    for months_back in range(3):
        first, length = _month(now, months_back)
        if 1 <= day <= length and (found := first + timedelta(days=day - 1)) <= now.date():
            return found, 1
    return None


def _ago(match: re.Match[str], now: datetime) -> Days | Span | None:
    count = _COUNTS[match["n"]] if match["n"] in _COUNTS else int(match["n"])
    unit = match["unit"]
    if unit in "天日" or unit.startswith("day"):
        return now.date() - timedelta(days=count), 1
    if unit in ("周", "星期", "礼拜") or unit.startswith("week"):
        return _monday(now, count), 7
    if unit == "月" or unit.startswith("month"):
        return _month(now, count)
    if unit == "年" or unit.startswith("year"):
        return _year(now, count) if count < now.year else None
    hours = unit in ("小时", "钟头") or unit.startswith("hour")
    length = (count or 0.5) * (HOUR if hours else MINUTE)
    return _around(now, int(length))


def _around(now: datetime, ago: int) -> Span:
    """A quarter of the distance to both sides, five minutes at least: who says so looked at no clock."""
    middle, slack = _micros(now) - ago, max(ago // 4, 5 * MINUTE)
    return Span(since=UtcMicros(middle - slack), until=UtcMicros(middle + slack))


_N = r"(?P<n>\d{1,3}|an?|a couple of|couple of|half an|半|一)"
_NAMED = "|".join(_WEEKDAYS)
_NAMED_MONTH = "|".join(_MONTHS)
_WEEK = "(?:周|星期|礼拜)"
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (rf"{_N}\s*个?(?P<unit>天|日|周|星期|礼拜|月|年|小时|钟头|分钟)(?:之|以)?前", _ago),
        (rf"\b{_N} (?P<unit>(?:day|week|month|year|hour|minute|min)s?) (?:ago|back|earlier)\b", _ago),
        (r"大前[天日]", _back(3)),
        (r"(?<![以之天])前[天日晚]|\bthe day before yesterday\b", _back(2)),
        (r"昨[天日儿晚夜早]|\byesterday\b|\blast night\b", _back(1)),
        (r"今[天日儿晚早晨]|\btoday\b|\btonight\b|\bthis (?=morning|afternoon|evening)", _back(0)),
        (r"大后天|\b3 days from now\b", _back(-3)),
        (r"(?<![以之今往大])后天|\bthe day after tomorrow\b", _back(-2)),
        (r"明[天日儿早晚]|\btomorrow\b", _back(-1)),
        (
            rf"(?P<up>上+)1?个?{_WEEK}(?P<d>[1-7一二三四五六日天末]?)",
            lambda m, now: _in_week(m, now, len(m["up"])),
        ),
        (rf"[这本]个?{_WEEK}(?P<d>[1-7一二三四五六日天末]?)", lambda m, now: _in_week(m, now, 0)),
        (rf"\b(?:on )?(?P<d>{_NAMED})(?: of)? last week\b", lambda m, now: _in_week(m, now, 1)),
        (rf"\blast week(?:'s)?(?: on)? (?P<d>{_NAMED})\b", lambda m, now: _in_week(m, now, 1)),
        (r"\blast weekend\b", lambda m, now: _day_of_week(_monday(now, 1), "weekend")),
        (r"\b(?:over |at |on )?(?:the|this) weekend\b|(?<![每个逢到])周末", lambda m, now: _weekend(now)),
        (r"\b(?:last|previous|past) week\b", lambda m, now: (_monday(now, 1), 7)),
        (r"\bthis week\b", lambda m, now: (_monday(now, 0), 7)),
        (rf"\bthis (?P<d>{_NAMED})\b", lambda m, now: _in_week(m, now, 0)),
        (rf"(?<!every )(?<!each )\b(?:(?:last|past|previous|on) )?(?P<d>{_NAMED})\b",
         lambda m, now: _latest_weekday(m["d"], now)),
        (rf"(?<![每个逢到1一]){_WEEK}(?P<d>[1-6一二三四五六日天])",
         lambda m, now: _latest_weekday(m["d"], now)),
        (r"上1?个?月(?!亮)|\b(?:last|previous) month\b", lambda m, now: _month(now, 1)),
        (r"[这本]个?月|\bthis month\b", lambda m, now: _month(now, 0)),
        (r"去年|\blast year\b", lambda m, now: _year(now, 1)),
        (r"今年|\bthis year\b", lambda m, now: _year(now, 0)),
        (r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})\b|(?P<yy>\d{4})年(?P<mm>\d{1,2})月(?P<dd>\d{1,2})[日号]?",
         lambda m, now: _on(int(m["y"] or m["yy"]), int(m["m"] or m["mm"]), int(m["d"] or m["dd"]), now)),
        (r"(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]?", lambda m, now: _on(None, int(m["m"]), int(m["d"]), now)),
        (rf"\b(?:on )?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_NAMED_MONTH})\b",
         lambda m, now: _on(None, _MONTHS.index(m["m"]) + 1, int(m["d"]), now)),
        (rf"\b(?:on )?(?P<m>{_NAMED_MONTH}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b",
         lambda m, now: _on(None, _MONTHS.index(m["m"]) + 1, int(m["d"]), now)),
        (r"(?<![\d月])(?P<d>\d{1,2})[日号](?![线楼栋门院桌])",
         lambda m, now: _day_of_month(int(m["d"]), now)),
        (r"前(?:几|2|些)[天日]|几天前|\bthe other day\b|\b(?:a )?few days (?:ago|back)\b",
         lambda m, now: (now.date() - timedelta(days=7), 7)),
        (r"最近|近来|[这近](?:几|2|些)[天日]|\brecently\b|\blately\b|\bthese days\b"
         r"|\bthe (?:last|past) few days\b",
         lambda m, now: (now.date() - timedelta(days=7), 8)),
    )
)  # fmt: skip

# Minutes of local time after midnight, from (inclusive) to (exclusive); an evening ends when people sleep.
_PARTS: tuple[tuple[re.Pattern[str], int, int], ...] = tuple(
    (re.compile(pattern), 60 * first, 60 * last)
    for pattern, first, last in (
        (r"凌晨|\b(?:in the )?(?:early|small) hours\b|\bafter midnight\b", 0, 6),
        (r"中午|正午|午饭时?|\b(?:at )?(?:noon|midday|lunchtime|lunch time)\b", 11, 14),
        (r"下午|午后|\b(?:in the )?afternoon\b", 12, 18),
        (r"傍晚|\b(?:at )?dusk\b", 16, 20),
        (
            r"(?:大?清|一大|1大)早|清晨|[早今昨]晨|早[上间]|上午|(?<=[今昨明天])早"
            r"|\b(?:in the )?(?:early )?morning\b",
            4,
            12,
        ),
        (r"半夜|深夜|夜[里间]|(?<=昨)夜|\b(?:at )?night\b", 20, 29),
        (r"晚[上间]|(?<=[今昨前明天])晚|\b(?:in the )?evening\b|(?<=to)night\b", 17, 28),
    )
)
_CLOCK = re.compile(
    r"\d{1,2}(?:点|:\d\d)(?:钟|半|\d{1,2}分?|1刻|3刻)?(?:左右|多)?"
    r"|\b(?:at |around |about )?\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)\b"
)


def _dated(said: str, now: datetime) -> tuple[Span, list[tuple[int, int]]] | None:
    """The stretch of time that a phrase names, and where in it the words for it stand."""
    zone = now.tzinfo
    assert zone is not None
    found = _days(said, now)
    part = next(((m.span(), first, last) for p, first, last in _PARTS if (m := p.search(said))), None)
    if found is None and part is None:
        return None
    used = [found[1]] if found else []
    used += [part[0]] if part else []
    used += [match.span() for match in _CLOCK.finditer(said)]
    named = found[0] if found else (_latest_part(part[1], now) if part else now.date(), 1)
    if isinstance(named, Span):
        return named, used
    day, count = named
    first, last = (part[1], part[2]) if part and count == 1 else (0, count * _DAY_MINUTES)
    return Span(since=_moment(day, first, zone), until=_moment(day, last, zone)), used


def _days(said: str, now: datetime) -> tuple["Days | Span", tuple[int, int]] | None:
    for pattern, reader in _READERS:
        match = pattern.search(said)
        if match is not None and (meant := reader(match, now)) is not None:
            return meant, match.span()
    return None


def _latest_part(first_minute: int, now: datetime) -> date:
    """The day whose morning "in the morning" means: today's once it has begun, else yesterday's."""
    begun = now.hour * 60 + now.minute >= first_minute
    return now.date() - timedelta(days=0 if begun else 1)


def _moment(day: date, minutes: int, zone: tzinfo) -> UtcMicros:
    """Local wall time to UTC. The first of two equal wall times; one that is skipped counts as the moment
    at which the clocks were put forward, or after it as long as it lies in the gap."""
    days, minute = divmod(minutes, _DAY_MINUTES)
    wall = datetime.combine(day + timedelta(days=days), time(minute // 60, minute % 60), zone)
    return _micros(wall)


def _micros(moment: datetime) -> UtcMicros:
    return UtcMicros((moment - _EPOCH) // timedelta(microseconds=1))


# --- what points back ------------------------------------------------------------------------------------
_POINTERS: tuple[tuple[Pointer, re.Pattern[str]], ...] = (
    (Pointer.USUAL, re.compile(words.USUAL)),
    (Pointer.JUST_NOW, re.compile(words.JUST_NOW)),
    (Pointer.LAST_TIME, re.compile(words.LAST_TIME)),
    (Pointer.LAST_TIME, re.compile(words.DEMONSTRATIVE)),
)
_THE_SAME = re.compile(words.THE_SAME)

# --- the rest --------------------------------------------------------------------------------------------
_LOOSE = re.compile(
    rf"^(?:[^\w⟦⟧]|{words.LOOSE_CHINESE}|(?:{words.LOOSE_ENGLISH})(?![a-z']))+"
    rf"|(?:[^\w⟦⟧]|{words.LOOSE_CHINESE}|(?<![a-z'])(?:{words.LOOSE_ENGLISH}))+$"
)


def _topic(said: str, used: list[tuple[int, int]]) -> str:
    """What is left of a phrase, its loose words taken off piece by piece."""
    pieces, end = [], 0
    for first, last in sorted(used):
        pieces.append(said[end : max(first, end)])
        end = max(end, last)
    pieces.append(said[end:])
    bare = [
        _LOOSE.sub("", _LOOSE.sub("", part))
        for piece in pieces
        for part in re.split(r"[,，。.;；!！?？]", piece)
    ]
    return " ".join(part for part in bare if part)
