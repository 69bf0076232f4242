"""Which conditions hold in which situation. Unknown is never held and never widens the scope."""

import dataclasses
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.people import Cabin, Occupant, OccupantId, Seat, SeatRole
from cabin_memory.domain.recall import RecallPermit
from cabin_memory.domain.situation import Condition, ConditionKind, Conditions, Situation
from cabin_memory.domain.vehicle import DriveState
from cabin_memory.domain.vocabulary import Category, Kind
from cabin_memory.rules.pre_filter import day, daypart, holds, scope
from cabin_memory.rules.stated_conditions import parse, stated_in_question

SHANGHAI = ZoneInfo("Asia/Shanghai")
PERMIT = RecallPermit(
    drive_state=DriveState.PARKED,
    max_memories=50,
    max_characters=4000,
    categories=frozenset({Category.ROUTE}),
)
ME, WIFE, SON = (OccupantId.parse(f"oem:u-{n}") for n in (1, 2, 3))


def at(hour: int, minute: int = 0, day: int = 4, month: int = 3, zone: str = "Asia/Shanghai") -> Situation:
    return Situation(local_time=datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(zone)))


def sits(position: str, who: OccupantId | None, role: SeatRole | None = None) -> Occupant:
    return Occupant(seat=Seat(position=position), who=who, confidence=95, role=role)


DRIVER = sits("Row1.DriverSide", ME, SeatRole.SELF)


def with_(*others: Occupant) -> Situation:
    return dataclasses.replace(at(10), cabin=Cabin(occupants=(DRIVER, *others)))


def one(text: str) -> Condition:
    (condition,) = parse(text)
    return condition


@pytest.mark.parametrize(
    ("value", "holding", "not_holding"),
    [
        ("dawn", [4, 6], [3, 7]),
        ("morning", [5, 8, 11], [4, 12, 19]),
        ("noon", [11, 13], [10, 14]),
        ("afternoon", [12, 17], [11, 18]),
        ("evening", [17, 22], [16, 23]),
        ("night", [20, 23, 0, 4], [5, 12, 19]),
    ],
)
def test_hours_of_the_parts_of_the_day(value: str, holding: list[int], not_holding: list[int]) -> None:
    condition = Condition(kind=ConditionKind.DAYPART, any_of=frozenset({value}))
    assert [h for h in holding if not holds(condition, at(h))] == []
    assert [h for h in not_holding if holds(condition, at(h))] == []


def test_a_wish_for_the_evening_holds_until_late_in_the_local_zone() -> None:
    wish = one("晚上开车把屏幕调暗")
    assert holds(wish, at(23, 30))
    assert holds(wish, at(19))
    assert not holds(wish, at(10))
    utc = datetime(2026, 3, 4, 14, 30, tzinfo=UTC)  # half past ten in the evening in Shanghai
    assert holds(wish, Situation(local_time=utc.astimezone(SHANGHAI)))
    assert not holds(wish, Situation(local_time=utc))


def test_days_of_the_week() -> None:
    weekday, saturday = at(8, day=5), at(8, day=7)
    assert holds(one("工作日走高架"), weekday)
    assert not holds(one("工作日走高架"), saturday)
    assert holds(one("周末走国道"), saturday)
    assert not holds(one("周末走国道"), weekday)
    assert holds(one("每周四走国道"), weekday)
    assert holds(one("除了周末都走高架"), weekday)
    assert not holds(one("除了周末都走高架"), saturday)


def test_seasons_are_those_of_the_hemisphere() -> None:
    winter = one("冬天开座椅加热")
    assert holds(winter, at(9, month=1))
    assert not holds(winter, at(9, month=7))
    assert holds(winter, at(9, month=7, zone="Australia/Sydney"))


@pytest.mark.parametrize(
    ("text", "raining", "celsius", "expected"),
    [
        ("下雨天开慢点", True, None, True),
        ("下雨天开慢点", False, None, False),
        ("下雨天开慢点", None, None, False),
        ("晴天打开天窗", False, None, True),
        ("晴天打开天窗", None, None, False),
        ("下雪天用雪地模式", True, -2.0, True),
        ("下雪天用雪地模式", True, 9.0, False),
        ("下雪天用雪地模式", True, None, False),
        ("大雾天走慢车道", True, 3.0, False),
        ("天热的时候开窗", None, 30.0, True),
        ("天热的时候开窗", None, 20.0, False),
        ("天冷的时候开座椅加热", None, 4.0, True),
        ("天冷的时候开座椅加热", None, None, False),
    ],
)
def test_weather(text: str, raining: bool | None, celsius: float | None, expected: bool) -> None:
    present = dataclasses.replace(at(10), raining=raining, air_celsius=celsius)
    assert holds(one(text), present) is expected


def test_hurry_holds_only_when_it_was_said() -> None:
    hurried, relaxed = one("赶时间的时候就上高架"), one("不赶时间的时候走海边")
    for hurry, expected in ((True, (True, False)), (False, (False, True)), (None, (False, False))):
        present = dataclasses.replace(at(10), hurry=hurry)
        assert (holds(hurried, present), holds(relaxed, present)) == expected


FRONT, REAR = "Row1.PassengerSide", "Row2.PassengerSide"


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("老婆坐副驾的时候座椅往后", [], False),
        ("老婆坐副驾的时候座椅往后", [sits(FRONT, WIFE, SeatRole.SPOUSE)], True),
        ("老婆坐副驾的时候座椅往后", [sits(REAR, WIFE, SeatRole.SPOUSE)], False),
        ("老婆坐副驾的时候座椅往后", [sits(FRONT, SON, SeatRole.CHILD)], False),
        ("老婆坐副驾的时候座椅往后", [sits(FRONT, None)], False),
        ("有人坐副驾的时候座椅往后", [sits(FRONT, None)], True),
        ("有人坐副驾的时候座椅往后", [sits(REAR, None)], False),
        ("副驾没人的时候把座椅往后放", [], True),
        ("副驾没人的时候把座椅往后放", [sits(FRONT, None)], False),
        ("孩子在后排时音量小一点", [sits("Row3.Middle", SON, SeatRole.CHILD)], True),
        ("孩子在后排时音量小一点", [sits(FRONT, SON, SeatRole.CHILD)], False),
        ("带孩子的时候放故事", [sits(FRONT, SON, SeatRole.CHILD)], True),
        ("带孩子的时候放故事", [sits(REAR, SON)], False),
        ("我一个人的时候听摇滚", [], True),
        ("我一个人的时候听摇滚", [sits(REAR, None)], False),
        ("老婆不在车上的时候放摇滚", [], True),
        ("老婆不在车上的时候放摇滚", [sits(FRONT, WIFE, SeatRole.SPOUSE)], False),
        ("老婆不在车上的时候放摇滚", [sits(FRONT, SON, SeatRole.CHILD)], True),
        # someone whose role nobody declared may well be her
        ("老婆不在车上的时候放摇滚", [sits(FRONT, WIFE)], False),
    ],
)
def test_who_is_in_the_car(text: str, others: list[Occupant], expected: bool) -> None:
    assert holds(one(text), with_(*others)) is expected


def test_a_wife_at_the_wheel() -> None:
    wish = one("老婆开车的时候用二号记忆")
    her = dataclasses.replace(
        at(10), cabin=Cabin(occupants=(sits("Row1.DriverSide", WIFE, SeatRole.SPOUSE),))
    )
    assert holds(wish, her)
    assert not holds(wish, with_())


def test_nothing_is_known_of_a_cabin_without_a_driver() -> None:
    for text in ("我一个人的时候听摇滚", "老婆不在车上的时候放摇滚", "老婆坐副驾的时候别放摇滚"):
        assert not holds(one(text), at(10))


@pytest.mark.parametrize(
    ("wish", "question", "expected"),
    [
        ("下雨天开慢点", "下雨的时候我怎么开", True),
        ("晴天打开天窗", "下雨的时候我怎么开", False),
        ("天热的时候开窗", "下雨的时候我怎么开", False),
        ("晚上把屏幕调暗", "晚上屏幕多亮", True),
        ("早上听新闻", "晚上听什么", False),
        ("周末走国道", "周六走哪条路", True),
        ("工作日走高架", "周六走哪条路", False),
        ("每周六走国道", "周末走哪条路", True),
        ("赶时间的时候就上高架", "我赶时间，走哪条路", True),
        ("不赶时间的时候走海边", "我赶时间，走哪条路", False),
        ("老婆坐副驾的时候座椅往后", "老婆在副驾，座椅怎么调", True),
        ("孩子在后排时音量小一点", "老婆在副驾，音量多大", False),
        ("有人坐副驾的时候座椅往后", "老婆在副驾，座椅怎么调", True),
        ("我一个人的时候听摇滚", "老婆在车上，听什么", False),
        ("老婆坐副驾的时候别放摇滚", "我一个人的时候听什么", False),
    ],
)
def test_what_the_question_states_comes_before_what_is_sensed(
    wish: str, question: str, expected: bool
) -> None:
    present = dataclasses.replace(with_(), stated=stated_in_question(question))
    assert holds(one(wish), present) is expected


def test_a_stated_passenger_leaves_the_sensed_ones_in_place() -> None:
    present = dataclasses.replace(
        with_(sits(REAR, SON, SeatRole.CHILD)), stated=stated_in_question("老婆在副驾，放什么")
    )
    assert holds(one("带孩子的时候放故事"), present)


def test_a_set_of_conditions_holds_when_all_do() -> None:
    sets = {
        0: (),
        7: parse("工作日早上走滨江道"),
        8: parse("周末走国道"),
        9: parse("下雨天早上走主路"),
    }
    found = scope(PERMIT, at(8, day=5), sets, frozenset({Kind.PREFERENCE}))
    assert found.condition_sets == {0, 7}
    assert (found.permit, found.kinds, found.categories) == (
        PERMIT,
        frozenset({Kind.PREFERENCE}),
        PERMIT.categories,
    )


def test_what_always_applies_is_searched_even_where_the_vault_lists_nothing() -> None:
    assert scope(PERMIT, at(8), {}).condition_sets == {0}


# --- properties ------------------------------------------------------------------------------------------
_VALUES = {
    ConditionKind.OCCUPANT: [
        "spouse", "spouse@Row1.PassengerSide", "child@Row2", "child", "passenger", "passenger@Row2", "guest",
        "spouse@Row1.DriverSide",
    ],
    ConditionKind.WEATHER: ["rain", "snow", "fog", "hot", "cold", "dry"],
    ConditionKind.DAYPART: ["dawn", "morning", "noon", "afternoon", "evening", "night"],
    ConditionKind.DAY: ["weekday", "weekend", "monday", "sunday"],
    ConditionKind.SEASON: ["spring", "summer", "autumn", "winter"],
    ConditionKind.HURRY: ["yes"],
    ConditionKind.ALONE: ["yes"],
}  # fmt: skip


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    kind = draw(st.sampled_from(list(_VALUES)))
    values = draw(st.sets(st.sampled_from(_VALUES[kind]), min_size=1, max_size=3))
    return Condition(kind=kind, any_of=frozenset(values), negated=draw(st.booleans()))


seats = st.sampled_from(["Row1.PassengerSide", "Row2.DriverSide", "Row2.PassengerSide", "Row3.Middle"])
occupants = st.builds(
    sits,
    seats,
    st.sampled_from([None, WIFE, SON]),
    st.sampled_from([None, SeatRole.SPOUSE, SeatRole.CHILD, SeatRole.PARENT, SeatRole.GUEST]),
)
situations = st.builds(
    lambda when, others, known, raining, celsius, hurry, stated: Situation(
        local_time=when,
        cabin=Cabin(occupants=(DRIVER, *others) if known else ()),
        raining=raining,
        air_celsius=celsius,
        hurry=hurry,
        stated=tuple(stated),
    ),
    st.datetimes(timezones=st.just(SHANGHAI), min_value=datetime(2020, 1, 1), max_value=datetime(2035, 1, 1)),
    st.lists(occupants, max_size=3, unique_by=lambda o: o.seat),
    st.booleans(),
    st.sampled_from([None, True, False]),
    st.one_of(st.none(), st.floats(-40, 60)),
    st.sampled_from([None, True, False]),
    st.lists(conditions(), max_size=2),
)


def _blurred(present: Situation, what: set[str]) -> Situation:
    """The same situation with less known of it."""
    if "roles" in what:
        others = tuple(
            o if o.seat == DRIVER.seat else dataclasses.replace(o, role=None) for o in present.cabin.occupants
        )
        present = dataclasses.replace(present, cabin=Cabin(occupants=others))
    if "cabin" in what:
        present = dataclasses.replace(present, cabin=Cabin())
    return dataclasses.replace(
        present,
        raining=None if "raining" in what else present.raining,
        air_celsius=None if "air_celsius" in what else present.air_celsius,
        hurry=None if "hurry" in what else present.hurry,
    )


@given(
    situations,
    st.dictionaries(
        st.integers(1, 99), st.lists(conditions(), min_size=1, max_size=3).map(tuple), max_size=5
    ),
    st.sets(st.sampled_from(["roles", "cabin", "raining", "air_celsius", "hurry"])),
)
def test_to_know_less_never_widens_the_scope(
    present: Situation, sets: dict[int, Conditions], lost: set[str]
) -> None:
    known = scope(PERMIT, present, sets).condition_sets
    assert scope(PERMIT, _blurred(present, lost), sets).condition_sets <= known


@given(conditions(), situations)
def test_a_condition_and_its_opposite_never_both_hold(condition: Condition, present: Situation) -> None:
    opposite = dataclasses.replace(condition, negated=not condition.negated)
    assert not (holds(condition, present) and holds(opposite, present))


@given(st.datetimes(timezones=st.just(SHANGHAI)))
def test_each_moment_has_a_part_of_the_day_that_holds(when: datetime) -> None:
    named = Condition(kind=ConditionKind.DAYPART, any_of=frozenset({daypart(when)}))
    today = Condition(kind=ConditionKind.DAY, any_of=frozenset({day(when)}))
    assert holds(named, Situation(local_time=when))
    assert holds(today, Situation(local_time=when))


@pytest.mark.parametrize(
    ("hour", "name"),
    [(5, "dawn"), (8, "morning"), (12, "noon"), (15, "afternoon"), (20, "evening"), (1, "night")],
)
def test_the_part_of_the_day_that_a_snapshot_names(hour: int, name: str) -> None:
    assert daypart(at(hour).local_time) == name
