"""What may be said: the whole table, every boundary, the words of safety, and any drive whatsoever.

The seed of the generated drives is fixed in conftest.py.
"""

import ast
import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from cars import BACKING, DRIVING, IDLING, NOW, PARKED, PATHS, Drive, Value, at, signals
from hypothesis import given, settings
from hypothesis import strategies as st

import cabin_memory
from cabin_memory.domain.errors import SettingsInvalid
from cabin_memory.domain.recall import RecallPermit, Suppression
from cabin_memory.domain.time import SECOND
from cabin_memory.domain.vehicle import DriveState, Invalid, Reading, Signals
from cabin_memory.domain.vocabulary import Category, Reason
from cabin_memory.rules import safety_suppression, vehicle_state
from cabin_memory.rules.safety_suppression import (
    TABLE,
    SuppressionLimits,
    answer,
    concerns_safety,
    may_edit,
    may_look,
    speak_up,
)
from cabin_memory.rules.vehicle_state import HeldState, VehicleLimits

LIMITS = SuppressionLimits()
UNKNOWN, REVERSING, MOVING, IDLE, PARK = DriveState
SAFE_QUESTION = "倒车时要留意什么"
QUESTIONS = [SAFE_QUESTION, "what should I watch out for?", "放点什么音乐", "play something", ""]
CALM: dict[str, Value] = {"speed": 50.0, "distraction": 5.0, "fatigue": 5.0, "autonomy": "SAE_0"}


# --- answering -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("state", "memories", "characters"), [(PARK, 50, 2**31 - 1), (IDLE, 5, 2**31 - 1), (MOVING, 3, 120)]
)
def test_any_question_is_answered_within_the_limits_of_the_state(
    state: DriveState, memories: int, characters: int, question: str
) -> None:
    assert answer(state, question, LIMITS) == RecallPermit(
        drive_state=state, max_memories=memories, max_characters=characters, categories=None
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_answered_while_the_state_is_unknown(question: str) -> None:
    assert answer(UNKNOWN, question, LIMITS) == Suppression(reason=Reason.VEHICLE_STATE_UNKNOWN)


def test_while_reversing_only_safety_is_answered_and_only_from_safety() -> None:
    permit = RecallPermit(
        drive_state=REVERSING, max_memories=3, max_characters=120, categories=frozenset({Category.SAFETY})
    )
    for question in QUESTIONS:
        safe = concerns_safety(question)
        assert answer(REVERSING, question, LIMITS) == (
            permit if safe else Suppression(reason=Reason.REVERSING)
        )
    assert [concerns_safety(question) for question in QUESTIONS] == [True, True, False, False, False]


def test_tighter_limits_reach_the_permit() -> None:
    tight = SuppressionLimits(parked_memories=20, idling_memories=4, moving_memories=2, moving_characters=60)
    permits = [answer(state, SAFE_QUESTION, tight) for state in (PARK, IDLE, MOVING, REVERSING)]
    assert [(p.max_memories, p.max_characters) for p in permits if isinstance(p, RecallPermit)] == [
        (20, 2**31 - 1), (4, 2**31 - 1), (2, 60), (2, 60),
    ]  # fmt: skip


def test_the_rows_say_no_more_than_is_reached() -> None:
    """What a row says where another column shuts it off must be as strict, should that column ever change."""
    assert (TABLE[UNKNOWN].memories(LIMITS), TABLE[UNKNOWN].characters(LIMITS)) == (0, 0)
    assert {state: TABLE[state].reason for state in DriveState} == {
        PARK: Reason.NONE,
        IDLE: Reason.NONE,
        MOVING: Reason.DRIVING,
        REVERSING: Reason.REVERSING,
        UNKNOWN: Reason.VEHICLE_STATE_UNKNOWN,
    }


# --- managing ------------------------------------------------------------------------------------------
def test_managing() -> None:
    assert {state: (may_look(state), may_edit(state)) for state in DriveState} == {
        PARK: (True, True),
        IDLE: (True, False),
        MOVING: (False, False),
        REVERSING: (False, False),
        UNKNOWN: (False, False),
    }


# --- speaking up -----------------------------------------------------------------------------------------
def unsaid(
    state: DriveState,
    category: Category = Category.ROUTE,
    *,
    asked: bool = False,
    limits: SuppressionLimits = LIMITS,
    **values: Value | None,
) -> Reason:
    """Why it stays unsaid in a calm car with some other values; NONE when it is said."""
    car = {**CALM, **values}
    result = speak_up(state, category, signals(**car), NOW, limits, asked=asked)
    assert result is None or result.reason is not Reason.NONE
    return Reason.NONE if result is None else result.reason


@pytest.mark.parametrize("category", Category)
def test_what_is_said_unasked_in_each_state(category: Category) -> None:
    moving = Reason.NONE if category in (Category.SAFETY, Category.ROUTE) else Reason.DRIVING
    assert {state: unsaid(state, category) for state in DriveState} == {
        PARK: Reason.NONE,
        IDLE: Reason.NONE,
        MOVING: moving,
        REVERSING: Reason.REVERSING,
        UNKNOWN: Reason.VEHICLE_STATE_UNKNOWN,
    }


@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"speed": 130.0},
        {"distraction": 90.0},
        {"fatigue": Invalid.NOT_AVAILABLE},
        {"autonomy": "SAE_3_DISENGAGING"},
    ],
)
def test_what_was_asked_for_is_an_answer(category: Category, values: dict[str, Value]) -> None:
    assert {state: unsaid(state, category, asked=True, **values) for state in DriveState} == {
        PARK: Reason.NONE,
        IDLE: Reason.NONE,
        MOVING: Reason.NONE,
        REVERSING: Reason.REVERSING,
        UNKNOWN: Reason.VEHICLE_STATE_UNKNOWN,
    }


@pytest.mark.parametrize("category", [Category.ROUTE, Category.SAFETY])
@pytest.mark.parametrize(
    ("speed", "reason"),
    [
        (0.0, Reason.NONE),
        (76, Reason.NONE),
        (80, Reason.NONE),
        (80.0, Reason.NONE),
        (80.01, Reason.HIGH_SPEED),
        (84.0, Reason.HIGH_SPEED),
        (-80.0, Reason.NONE),
        (-80.01, Reason.HIGH_SPEED),
        (None, Reason.HIGH_SPEED),
        ("50", Reason.HIGH_SPEED),
        (True, Reason.HIGH_SPEED),
        (math.nan, Reason.HIGH_SPEED),
        (Invalid.NOT_AVAILABLE, Reason.HIGH_SPEED),
    ],
)
def test_nothing_unasked_above_eighty(category: Category, speed: Value | None, reason: Reason) -> None:
    assert unsaid(MOVING, category, speed=speed) is reason
    assert unsaid(IDLE, category, speed=speed) is Reason.NONE
    assert unsaid(PARK, category, speed=speed) is Reason.NONE


@pytest.mark.parametrize("monitor", ["distraction", "fatigue"])
@pytest.mark.parametrize(
    ("percent", "busy"),
    [
        (None, False),  # a car without the monitor
        (0, False),
        (0.0, False),
        (50, False),
        (50.0, False),
        (50.01, True),
        (100.0, True),
        (255, True),
        (-0.01, True),
        (-1, True),
        (True, True),
        (False, True),
        ("5", True),
        (math.nan, True),
        (Invalid.OUT_OF_RANGE, True),
    ],
)
def test_nothing_unasked_to_a_busy_driver(monitor: str, percent: Value | None, busy: bool) -> None:
    assert unsaid(MOVING, **{monitor: percent}) is (Reason.DRIVER_BUSY if busy else Reason.NONE)
    assert unsaid(IDLE, **{monitor: percent}) is Reason.NONE


@pytest.mark.parametrize("level", [f"SAE_{n}" for n in range(6)])
def test_nothing_unasked_during_a_hand_over(level: str) -> None:
    handing_over = f"{level}_DISENGAGING"
    assert unsaid(MOVING, autonomy=level) is Reason.NONE
    assert {state: unsaid(state, autonomy=handing_over) for state in (PARK, IDLE, MOVING)} == {
        PARK: Reason.NONE,
        IDLE: Reason.HANDOVER,
        MOVING: Reason.HANDOVER,
    }
    assert unsaid(MOVING, autonomy=handing_over, speed=120.0, fatigue=90.0) is Reason.HANDOVER
    assert unsaid(IDLE, Category.MEDIA, autonomy=handing_over) is Reason.HANDOVER


def test_a_car_without_autonomy_hands_nothing_over() -> None:
    for value in (None, Invalid.NOT_AVAILABLE, 3, "DISENGAGING"):
        assert unsaid(MOVING, autonomy=value) is Reason.NONE


@pytest.mark.parametrize(
    ("name", "when_fresh", "when_stale"),
    [
        ("speed", Reason.NONE, Reason.HIGH_SPEED),
        ("distraction", Reason.NONE, Reason.DRIVER_BUSY),
        ("fatigue", Reason.NONE, Reason.DRIVER_BUSY),
    ],
)
def test_a_monitor_that_fell_silent_means_a_busy_driver(
    name: str, when_fresh: Reason, when_stale: Reason
) -> None:
    for age, expected in ((5 * SECOND, when_fresh), (5 * SECOND + 1, when_stale), (-1, when_stale)):
        readings = dict(signals(**CALM).readings)
        readings[PATHS[name]] = Reading(value=CALM[name], at=at(NOW - age))
        result = speak_up(MOVING, Category.ROUTE, Signals(readings=readings), NOW, LIMITS)
        assert (Reason.NONE if result is None else result.reason) is expected


def test_a_hand_over_lasts_until_something_else_is_reported() -> None:
    readings = dict(signals(**CALM).readings)
    readings[PATHS["autonomy"]] = Reading(value="SAE_3_DISENGAGING", at=at(0))
    result = speak_up(MOVING, Category.SAFETY, Signals(readings=readings), NOW, LIMITS)
    assert result == Suppression(reason=Reason.HANDOVER)


def test_tighter_limits_silence_earlier() -> None:
    tight = SuppressionLimits(speak_up_to_kmh=40.0, busy_above_percent=10.0, stale_us=SECOND)
    assert unsaid(MOVING, limits=tight, speed=40.0) is Reason.NONE
    assert unsaid(MOVING, limits=tight, speed=40.1) is Reason.HIGH_SPEED
    assert unsaid(MOVING, limits=tight, speed=40.0, distraction=10.1) is Reason.DRIVER_BUSY
    assert unsaid(MOVING, limits=tight, speed=40.0, fatigue=10.1) is Reason.DRIVER_BUSY
    late = speak_up(MOVING, Category.ROUTE, signals(**{**CALM, "speed": 30.0}), at(NOW + SECOND + 1), tight)
    assert late == Suppression(reason=Reason.DRIVER_BUSY)


def test_story_traffic_jam_on_the_motorway() -> None:
    """Below 80 a new route is offered, above it only on request, and never while the car hands over."""
    assert unsaid(MOVING, speed=76.0, autonomy="SAE_3") is Reason.NONE
    assert unsaid(MOVING, speed=84.0, autonomy="SAE_3") is Reason.HIGH_SPEED
    assert unsaid(MOVING, speed=84.0, autonomy="SAE_3", asked=True) is Reason.NONE
    assert unsaid(MOVING, speed=60.0, autonomy="SAE_3_DISENGAGING") is Reason.HANDOVER
    assert unsaid(IDLE, speed=0.0, autonomy="SAE_3_DISENGAGING") is Reason.HANDOVER
    assert unsaid(MOVING, speed=60.0, autonomy="SAE_0") is Reason.NONE
    assert unsaid(MOVING, Category.MEDIA, speed=60.0) is Reason.DRIVING


# --- settings --------------------------------------------------------------------------------------------
BOUNDS = {
    "parked_memories": (1, 50),
    "idling_memories": (1, 5),
    "moving_memories": (1, 3),
    "moving_characters": (20, 120),
    "speak_up_to_kmh": (0.0, 80.0),
    "busy_above_percent": (0.0, 50.0),
    "stale_us": (200_000, 5_000_000),
}


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_no_setting_loosens_a_built_in_limit(name: str) -> None:
    low, loosest = BOUNDS[name]
    assert getattr(LIMITS, name) == loosest
    assert getattr(SuppressionLimits(**{name: low}), name) == low
    step = 0.01 if isinstance(low, float) else 1
    for value in (low - step, loosest + step, math.nan):
        with pytest.raises(SettingsInvalid, match=name):
            SuppressionLimits(**{name: value})


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(SettingsInvalid) as caught:
        SuppressionLimits(**dict.fromkeys(BOUNDS, -1))
    assert all(name in str(caught.value) for name in BOUNDS)


# --- the words of safety ---------------------------------------------------------------------------------
SAFE = """
倒车时要留意什么|倒車要注意什麼|我倒车的时候要小心什么|左后方有什么|后方有障碍吗|盲区在哪|盲區在哪裡
右边盲点大不大|有什么要提醒我的吗|提醒我注意什么|提醒我看哪边|这里安全吗|往车位里挪要当心什么
这儿倒库有啥危险|上次差点刮到哪了|上次在这儿撞到什么了|旁边那根柱子|会不会蹭到马路牙子|车后有行人吗
挂R以后要留意啥|退出去的时候留神哪里|挂 R 了|小心什么|注意什么|有没有什么危险|入库要看哪儿
倒挡要记得什么|车尾离墙多远|我该当心点什么|What should I watch out for?|Anything to watch for here?
What do I need to be careful about when reversing?|Is there a blind spot?|blindspot
What's in my blind spots|Any obstacles behind me?|is it safe to back up|backing out, anything?
What did I hit something on last time|where did I scrape the car|what's behind the car
mind the pillar|careful of what?|Backing into this bay now.|should I look out for anything
any hazards here|What should I pay attention to?|warn me of what?|Reversing: what do I forget?
What's at my rear left|Is the kerb close|Any danger on the left?|Back her in, what about the bollard
ＢＬＩＮＤ ＳＰＯＴ？
"""

OTHER = """
放点什么音乐|放点音樂|我爱听什么歌|播放列表|来首轻音乐|换个电台|音量调多少|空调开多少度
空调开多少度合适|温度|我怕热|太冷了|座椅加热开几档|副驾座椅调到什么位置|午饭吃什么
我吃东西有什么口味和忌口|买杯咖啡，买哪种|喝什么|晚上吃火锅吗|给老婆打电话|打给妈妈|导航回家
去单位走哪条路|去哪加油|我家住哪|我叫什么|明天有什么安排|生日是哪天|中控屏亮度调多少|关窗
你记得我什么|今天股票行情怎么样|讲个笑话|我有什么病要注意|吃药要注意什么|注意听歌|小心辣
空调要注意什么|开会要注意什么|提醒我买菜|提醒我明天几点起|这首歌叫小心|放一首《当心》|安全座椅
倒车的时候放点音乐|倒车的时候空调关小|倒车时给老婆打电话|后方座椅加热|密码安全吗|你好|谢谢
Play something I love to listen to|play some music|What music do I like|put on Careful by Guster
turn up the volume|radio please|Which seat heating level do I like?|what temperature do I like
set it to 22 degrees|I'm cold|turn on the A/C|is it hot in here|what do I eat
where should we have dinner|coffee?|am I allergic to anything|what food should I be careful with
watch out for spicy food|call my wife|text mum|navigate home|How do I get to the airport?
which route do I take|where do I charge|when's the birthday|what's my name|tell me a joke|who am I
what did I say yesterday|hello|thanks|remind me to buy milk|is my data safe
play music while I'm reversing|reversing, so turn the heating down|back up my phone
what's a safe temperature|turn on the hazard lights|Is the restaurant behind us open?
attention please, next song|mind your own business|hit me with some jazz
"""


def lines(block: str) -> list[str]:
    return [text for line in block.strip().splitlines() for text in line.split("|")]


@pytest.mark.parametrize("question", lines(SAFE))
def test_a_question_about_safety(question: str) -> None:
    assert concerns_safety(question)
    assert concerns_safety(question.upper())


@pytest.mark.parametrize("question", lines(OTHER))
def test_a_question_about_something_else(question: str) -> None:
    assert not concerns_safety(question)
    assert not concerns_safety(question.upper())


def test_music_food_and_temperature_never_pass_whatever_else_is_said() -> None:
    topics = lines(
        "音乐|歌|听|吃|喝|咖啡|空调|温度|座椅|电话|music|song|eat|coffee|temperature|heating|seats|phone|dinner"
    )
    for topic, question in itertools.product(topics, lines(SAFE)):
        assert not concerns_safety(f"{question} {topic}")
        assert not concerns_safety(f"{topic}，{question}")


def test_a_question_of_endless_length_is_not_looked_into() -> None:
    assert concerns_safety(SAFE_QUESTION.ljust(400, "。"))
    assert not concerns_safety(SAFE_QUESTION.ljust(401, "。"))


def test_no_words_are_about_nothing() -> None:
    assert not concerns_safety("")
    assert not concerns_safety("   ")


# --- any drive whatsoever ----------------------------------------------------------------------------------
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.sampled_from([*Invalid]), st.integers(-130, 200), st.floats(),
    st.text(max_size=3), st.sampled_from(["SAE_0", "SAE_2", "SAE_2_DISENGAGING"]),
)  # fmt: skip
ANY_CAR = st.fixed_dictionaries(dict.fromkeys(PATHS, ANYTHING))


@settings(max_examples=300)
@given(
    st.sampled_from([UNKNOWN, REVERSING]),
    st.sampled_from(Category),
    ANY_CAR,
    st.booleans(),
    st.integers(0, 9 * SECOND),
)
def test_no_signal_makes_an_unknown_or_reversing_car_speak_up(
    state: DriveState, category: Category, car: dict[str, Value | None], asked: bool, age: int
) -> None:
    assert speak_up(state, category, signals(**car), at(NOW + age), LIMITS, asked=asked) is not None


@settings(max_examples=300)
@given(st.sampled_from(DriveState), st.sampled_from(Category), ANY_CAR, st.integers(0, 9 * SECOND))
def test_age_makes_nothing_more_permissive(
    state: DriveState, category: Category, car: dict[str, Value | None], age: int
) -> None:
    fresh = speak_up(state, category, signals(**car), NOW, LIMITS)
    aged = speak_up(state, category, signals(**car), at(NOW + age), LIMITS)
    assert fresh is None or aged is not None


@settings(max_examples=300)
@given(st.sampled_from([UNKNOWN, REVERSING]), st.text())
def test_whatever_is_asked_only_safety_is_searched_while_reversing(state: DriveState, question: str) -> None:
    verdict = answer(state, question, LIMITS)
    if isinstance(verdict, RecallPermit):
        assert state is REVERSING
        assert verdict.categories == {Category.SAFETY}


@settings(max_examples=300)
@given(
    st.lists(
        st.tuples(st.integers(0, 3 * SECOND), st.sampled_from([PARKED, IDLING, DRIVING, BACKING, {}])),
        max_size=10,
    ),
    st.integers(0, SECOND - 1),
    st.sampled_from([PARKED, IDLING, DRIVING, {"selected": Invalid.NOT_AVAILABLE}, {}]),
)
def test_no_drive_lets_a_car_speak_that_reversed_a_moment_ago(
    before: list[tuple[int, dict[str, Value]]], moment: int, after: dict[str, Value]
) -> None:
    car, held = Drive(), HeldState()
    for micros, values in [*before, (0, BACKING), (moment, after)]:
        car.now += micros
        held = vehicle_state.advance(held, car.report(**values), at(car.now), VehicleLimits())
    said = Signals(readings=car.readings)
    assert isinstance(answer(held.shown, "放点什么音乐", LIMITS), Suppression)
    for category in Category:
        assert speak_up(held.shown, category, said, at(car.now), LIMITS, asked=True) is not None
    assert not may_look(held.shown)


# --- nobody else issues a permit ---------------------------------------------------------------------------
PACKAGE = Path(cabin_memory.__file__).parent
ISSUER = Path(safety_suppression.__file__)


def forgeries(source: str) -> Iterator[str]:
    """Places where a permit is made, renamed so that it could be made unseen, or altered."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom | ast.Import):
            yield from (
                f"{a.name} as {a.asname}" for a in node.names if a.asname and a.name == "RecallPermit"
            )
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("RecallPermit"):
            yield ast.unparse(node)
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            altered = {k.arg for k in node.keywords} & {"max_memories", "max_characters"}
            of_permit = bool(node.args) and "permit" in ast.unparse(node.args[0]).casefold()
            copies = called in {"replace", "_replace", "__replace__"} and (altered or of_permit)
            if called in {"RecallPermit", "RecallPermit.__new__"} or copies:
                yield ast.unparse(node)


@pytest.mark.parametrize(
    "forgery",
    [
        "RecallPermit(drive_state=s, max_memories=9, max_characters=9)",
        "recall.RecallPermit(**everything)",
        "dataclasses.replace(permit, categories=None)",
        "replace(scope.permit, drive_state=s)",
        "replace(verdict, max_memories=99)",
        "copy.replace(verdict, max_characters=99)",
        "from cabin_memory.domain.recall import RecallPermit as Leave",
        "Leave = RecallPermit",
        "Leave = recall.RecallPermit",
    ],
)
def test_a_forged_permit_is_noticed(forgery: str) -> None:
    assert list(forgeries(forgery))


def test_only_safety_suppression_issues_permits_and_nobody_alters_one() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {forgery}"
        for path in PACKAGE.rglob("*.py")
        if path != ISSUER
        for forgery in forgeries(path.read_text("utf-8"))
    }
    assert not found
    assert len(list(forgeries(ISSUER.read_text("utf-8")))) == 1
