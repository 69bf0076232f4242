"""What phrases about the past mean, and that local days are local days where clocks change."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.errors import InvalidArgument
from cabin_memory.rules.time_phrases import Pointer, Span, asks_for_the_same, points_back, read

SHANGHAI = ZoneInfo("Asia/Shanghai")
BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 3, 4, 9, 0, tzinfo=SHANGHAI)  # a Wednesday
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOUR = 3_600_000_000
ZONES = st.sampled_from(
    [
        "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
        "America/Havana", "Africa/Cairo", "Pacific/Auckland", "UTC",
    ]
).map(ZoneInfo)  # fmt: skip
MIX = (
    "上",
    "次",
    "昨",
    "天",
    "周",
    "六",
    "前",
    "3",
    "半",
    "年",
    "月",
    "日",
    "last",
    "friday",
    "ago",
    "an",
    "999",
    "-",
)
MOMENTS = st.datetimes(datetime(2015, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))


def span(phrase: str, now: datetime = NOW) -> Span:
    meaning = read(phrase, now)
    assert meaning is not None
    assert meaning.span is not None
    return meaning.span


def local(micros: int, zone: ZoneInfo = SHANGHAI) -> str:
    return datetime.fromtimestamp(micros / 1_000_000, zone).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    ("phrases", "since", "until"),
    [
        ("今天|today", "03-04 00:00", "03-05 00:00"),
        ("今天早上|今早|this morning|早上说的", "03-04 04:00", "03-04 12:00"),
        ("昨天|昨日|昨儿|yesterday", "03-03 00:00", "03-04 00:00"),
        ("昨天下午|yesterday afternoon|昨天下午三点", "03-03 12:00", "03-03 18:00"),
        ("昨晚|昨天晚上|yesterday evening", "03-03 17:00", "03-04 04:00"),
        ("last night|昨夜|昨天半夜", "03-03 20:00", "03-04 05:00"),
        ("前天|两天前|the day before yesterday|two days ago", "03-02 00:00", "03-03 00:00"),
        ("大前天|三天前|3天以前|three days ago", "03-01 00:00", "03-02 00:00"),
        ("上周六|上个星期六|上礼拜六|saturday last week|last Saturday|周六", "02-28 00:00", "03-01 00:00"),
        ("上周日|上个礼拜天|last Sunday|周日", "03-01 00:00", "03-02 00:00"),
        ("上周一|上星期一|last week's monday", "02-23 00:00", "02-24 00:00"),
        ("last Monday|周一|星期一|on Monday|本周一|this monday", "03-02 00:00", "03-03 00:00"),
        ("上上周五", "02-20 00:00", "02-21 00:00"),
        ("last Wednesday|上周三", "02-25 00:00", "02-26 00:00"),
        ("上周|上个星期|last week|一周前|a week ago", "02-23 00:00", "03-02 00:00"),
        ("上周末|last weekend|the weekend|周末", "02-28 00:00", "03-02 00:00"),
        ("上个月|上月|last month|一个月前", "02-01 00:00", "03-01 00:00"),
        ("二月十四号|2月14日|14 February|February 14th|14号", "02-14 00:00", "02-15 00:00"),
        ("前几天|the other day|a few days ago", "02-25 00:00", "03-04 00:00"),
        ("一个小时前|1小时前|an hour ago|one hour ago", "03-04 07:45", "03-04 08:15"),
        ("明天|tomorrow", "03-05 00:00", "03-06 00:00"),
    ],
)
def test_phrases_in_both_languages_mean_the_same_time(phrases: str, since: str, until: str) -> None:
    for phrase in phrases.split("|"):
        meant = span(phrase)
        assert (local(meant.since), local(meant.until)) == (since, until), phrase


def test_the_year_of_a_date_is_the_latest_in_which_it_is_past() -> None:
    assert datetime.fromtimestamp(span("十二月三号").since / 1e6, SHANGHAI).date() == date(2025, 12, 3)
    assert datetime.fromtimestamp(span("2024-02-29").since / 1e6, SHANGHAI).date() == date(2024, 2, 29)
    assert read("2月30号", NOW) is None


@pytest.mark.parametrize(
    ("phrases", "pointer", "topic"),
    [
        ("上次|按上次的来|跟上回一样|之前那个", Pointer.LAST_TIME, ""),
        ("like last time|as before|that one from before", Pointer.LAST_TIME, ""),
        ("空调按上次的来|上次的空调", Pointer.LAST_TIME, "空调"),
        ("上次那家火锅店|之前说过的火锅店", Pointer.LAST_TIME, "火锅店"),
        ("set the AC like last time|the previous AC", Pointer.LAST_TIME, "ac"),
        ("the same temperature as last time", Pointer.LAST_TIME, "temperature"),
        ("那条路线|that route|上次走的路线", Pointer.LAST_TIME, None),
        ("刚才那个|用刚才的|the one from just now", Pointer.JUST_NOW, ""),
        ("老样子|跟平时一样|the same as usual|the usual|as always", Pointer.USUAL, ""),
    ],
)  # fmt: skip
def test_pointers_and_their_topics(phrases: str, pointer: Pointer, topic: str | None) -> None:
    for phrase in phrases.split("|"):
        meaning = read(phrase, NOW)
        assert meaning is not None, phrase
        assert (meaning.pointer, meaning.span) == (pointer, None), phrase
        assert topic is None or meaning.topic == topic, phrase


def test_what_a_dated_phrase_is_about() -> None:
    for phrase, topic in {
        "昨天下午三点说的那个展览": "展览",
        "what did I say about the exhibition yesterday": "exhibition",
        "that restaurant from last Friday": "restaurant",
        "昨天我说了什么": "",
        "上周六去的⟦place:3⟧": "⟦place:3⟧",
    }.items():
        meaning = read(phrase, NOW)
        assert meaning is not None
        assert meaning.topic == topic, phrase


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "导航去公司",
        "play some jazz",
        "每周六钓鱼",
        "以后天天都这样",
        "八点之前到",
        "on Fridays",
        "1号线",
        "sun visor",
    ],
)
def test_other_phrases_mean_no_time(phrase: str) -> None:
    assert read(phrase, NOW) is None


@pytest.mark.parametrize(
    "text",
    ["按上次的来", "空调和昨天一样", "照之前的设置", "还是上次那首歌", "再来一遍", "set it like last time",
     "same as before", "the same again", "use the route from last time"],
)  # fmt: skip
def test_asking_for_the_same(text: str) -> None:
    assert asks_for_the_same(text)


@pytest.mark.parametrize(
    "text",
    ["我上次说过什么", "上次加油是什么时候", "到家之前提醒我", "when did I last move the seat",
     "be there before eight", "what music do I usually like", "打开空调"],
)  # fmt: skip
def test_speaking_of_the_past_does_not_ask_for_the_same(text: str) -> None:
    assert not asks_for_the_same(text)


def test_a_sentence_that_points_back_says_nothing_itself() -> None:
    assert points_back("空调按上次的来")
    assert not points_back("后排空调开三档")


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(InvalidArgument):
        read("昨天", datetime(2026, 3, 4, 9))


# --- where clocks change ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        (BERLIN, date(2026, 3, 29), 23),
        (BERLIN, date(2026, 10, 25), 25),
        (NEW_YORK, date(2026, 3, 8), 23),
        (NEW_YORK, date(2026, 11, 1), 25),
        (SHANGHAI, date(2026, 3, 29), 24),
        (SHANGHAI, date(2026, 10, 25), 24),
        (ZoneInfo("Africa/Cairo"), date(2026, 4, 24), 23),  # midnight itself is skipped
        (ZoneInfo("America/Havana"), date(2026, 11, 1), 25),  # midnight comes twice
    ],
)
def test_a_day_with_a_change_of_clocks(zone: ZoneInfo, day: date, hours: int) -> None:
    noon_after = datetime(day.year, day.month, day.day, 12, tzinfo=zone) + timedelta(days=1)
    for phrase in ("昨天", "yesterday"):
        meant = span(phrase, noon_after)
        assert meant.until - meant.since == hours * HOUR
        assert datetime.fromtimestamp(meant.since / 1e6, zone).date() == day
        assert datetime.fromtimestamp((meant.until - 1) / 1e6, zone).date() == day


def test_the_morning_of_such_a_day_is_told_by_the_wall_clock() -> None:
    for zone, day in ((BERLIN, 29), (NEW_YORK, 8)):
        meant = span("this morning", datetime(2026, 3, day, 13, tzinfo=zone))
        assert (local(meant.since, zone), local(meant.until, zone)) == (
            f"03-{day:02} 04:00",
            f"03-{day:02} 12:00",
        )


@given(MOMENTS, ZONES)
def test_days_tile_time(moment: datetime, zone: ZoneInfo) -> None:
    now = moment.astimezone(zone)
    days = [span(phrase, now) for phrase in ("大前天", "前天", "昨天", "今天", "明天", "后天")]
    assert all(one.until == after.since for one, after in pairwise(days))
    micros = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    assert days[3].since <= micros < days[3].until


@given(MOMENTS, ZONES, st.integers(1, 400))
def test_some_days_ago_is_that_date_all_day(moment: datetime, zone: ZoneInfo, count: int) -> None:
    now = moment.astimezone(zone)
    meant = span(f"{count}天前", now)
    assert meant == span(f"{count} days ago", now)
    wanted = now.date() - timedelta(days=count)
    for edge in (meant.since, meant.until - 1):
        assert (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=edge)).astimezone(
            zone
        ).date() == wanted
    assert 22 * HOUR < meant.until - meant.since < 26 * HOUR


@given(MOMENTS, ZONES, st.integers(0, 6))
def test_the_days_of_last_week_tile_it(moment: datetime, zone: ZoneInfo, day: int) -> None:
    now = moment.astimezone(zone)
    week = span("上周", now)
    one = span("上周" + "一二三四五六日"[day], now)
    assert week.since <= one.since < one.until <= week.until
    assert week.until == span("这周", now).since
    english = span(f"last {WEEKDAYS[day]}", now)
    assert english.until <= span("today", now).since
    assert span("today", now).since - english.since < (7 * 24 + 3) * HOUR


@given(MOMENTS, ZONES)
def test_last_month_ends_where_this_one_begins(moment: datetime, zone: ZoneInfo) -> None:
    now = moment.astimezone(zone)
    assert span("last month", now).until == span("这个月", now).since
    assert span("去年", now).until == span("this year", now).since


@given(st.text(max_size=60), MOMENTS, ZONES)
def test_any_text_is_read_without_an_error(text: str, moment: datetime, zone: ZoneInfo) -> None:
    meaning = read(text, moment.astimezone(zone))
    if meaning is not None:
        assert (meaning.span is None) != (meaning.pointer is None)
        assert meaning.span is None or meaning.span.since <= meaning.span.until


@given(st.lists(st.sampled_from(MIX), max_size=8))
def test_any_mix_of_its_words_is_read_without_an_error(words: list[str]) -> None:
    read("".join(words), NOW)
    read(" ".join(words), NOW)
