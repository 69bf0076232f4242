"""Conditions that sentences state, in both languages, and those that they only seem to state."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.situation import Conditions
from cabin_memory.domain.vocabulary import Category
from cabin_memory.rules.stated_conditions import parse, stated_in_question, states_hurry
from rules.texts import sentences


def written(conditions: Conditions) -> str:
    """`daypart=evening|night & !hurry=yes`"""
    return " & ".join(
        f"{'!' if c.negated else ''}{c.kind.value}={'|'.join(sorted(c.any_of))}" for c in conditions
    )


STANDING = """
occupant=spouse@Row1.PassengerSide | 我爱人坐副驾的时候座椅往后放两格
occupant=spouse@Row1.PassengerSide | 老公要是坐副驾，把他那边温度调到二十度
occupant=spouse@Row1.PassengerSide | 媳妇坐我旁边那会儿别放摇滚
occupant=spouse@Row1.PassengerSide | when my husband sits next to me keep it at 21
occupant=spouse@Row1.PassengerSide | with my wife in the passenger seat no heavy metal
occupant=spouse@Row1.PassengerSide | If my girlfriend is in the passenger seat, turn her heater on
occupant=spouse@Row1.DriverSide | 老婆开车的时候座椅用二号记忆
occupant=spouse@Row1.DriverSide | When my wife drives, use seat memory two
!occupant=spouse | 老婆不在车上的时候放摇滚
!occupant=spouse | when my wife isn't in the car play metal
!occupant=spouse | Unless my husband is in the car, play rock
occupant=child@Row2|child@Row3 | 孩子在后排时把音量调小
occupant=child@Row2|child@Row3 | 后排坐着小朋友的时候锁窗
occupant=child@Row2|child@Row3 | with the kids in the back, only nursery rhymes
occupant=child | 带娃的时候只放儿歌
occupant=child | 只要闺女在车上就别放摇滚
occupant=child | 宝宝睡着的时候风量调到最小
occupant=child | Play nursery rhymes when my son is in the car
occupant=child | when the kids are asleep turn it down
occupant=child | When I have the kids with me avoid the highway
occupant=parent@Row2|parent@Row3 | 我妈坐后排的时候空调别太低
occupant=parent | 载着老人的时候开稳一点
occupant=parent | when grandma rides along drive gently
occupant=guest | 有客户坐车的时候放轻音乐
occupant=guest | With clients in the car keep it quiet
occupant=passenger@Row1.PassengerSide | 有人坐副驾的时候别念短信
occupant=passenger@Row1.PassengerSide | 副驾有人时关掉按摩
!occupant=passenger@Row1.PassengerSide | 副驾没人的时候把座椅往后放
occupant=passenger | Don't read messages aloud when someone else is in the car
occupant=passenger | ⟦person:1⟧在车上的时候别放新闻
weather=rain | 下雨天开慢点
weather=rain | 雨天跟车距离放大
weather=rain | 下大雨的时候别走桥洞
weather=rain | 下雨了就关天窗
weather=rain | 一下雨就把大灯打开
weather=rain | when it rains take the main road
weather=rain | In the rain keep a bigger gap
weather=rain | on wet roads use eco mode
weather=snow | 下雪天用雪地模式
weather=snow | when the roads are icy drive slowly
weather=fog | 大雾天走慢车道
weather=fog | if it's foggy use the main road
weather=hot | 太热的时候空调开二十度
weather=hot | 天热先开窗散散热
weather=hot | on hot days cool the car before I get in
weather=cold | 天冷了就开座椅加热
weather=cold | when it's too cold preheat the cabin
weather=dry | 晴天打开天窗
weather=dry | when it's sunny open the sunroof
daypart=morning | 早上去单位走江滨路
daypart=morning | 我每天早上听交通广播
daypart=morning | in the morning I want the news
daypart=morning | turn the seat heating on every morning
daypart=morning | on my morning drive play something gentle
daypart=noon | 中午给我找安静的餐厅
daypart=afternoon | 下午犯困的时候放快歌
daypart=evening|night | 晚上开车把屏幕调暗
daypart=evening|night | 晚上十点以后音量调小
daypart=evening|night | at night dim the screen
daypart=evening|night | after dark turn on the ambient light
daypart=evening|night | after nine at night turn the volume down
daypart=evening | 傍晚把遮阳板放下
daypart=evening | In the evenings I like soft lights
daypart=night | 夜里开车把灯调亮
daypart=night | 凌晨开车提醒我休息
day=weekday & daypart=morning | 呃工作日早上去公司走滨江道别走二环啊
day=weekday | 周一到周五走高架
day=weekday | 平日里导航别走学校那边
day=weekday | on weekdays I take the river road
day=weekday | Monday through Friday take the tunnel
day=weekend | 周末就听粤语歌
day=weekend | 周六周日走国道
day=weekend | Don't play news on weekends
day=weekend | on Saturdays and Sundays take the coast road
day=wednesday | 每周三走国道
day=saturday|thursday|tuesday | 周二四六走高架
day=saturday & daypart=morning | Saturday mornings play jazz
day=friday & daypart=evening | On Friday evenings I want upbeat music
!day=weekend | 除了周末都走高架
season=winter | 冬天把座椅加热开到三档
season=winter | in winter turn on the steering wheel heating
season=summer | 夏天上车先开窗
hurry=yes | 赶时间的时候就上高架
hurry=yes | 要是着急就走高速
hurry=yes | When I'm running late take the toll road
hurry=yes | if I'm in a rush skip the scenic route
!hurry=yes | 不赶时间的时候走海边
!hurry=yes | 时间充裕的话走老路
!hurry=yes | when I'm not in a hurry take the scenic route
!hurry=yes | when there's no rush take the coast road
alone=yes | 我一个人的时候听摇滚
alone=yes | 独自开车时音量大一点
alone=yes | when I'm alone play metal
alone=yes | when it's just me turn it up
"""

ALWAYS = """
下雨了
今天有点热，空调开大点
今晚别走高架
It's raining, close the window
this evening avoid the highway
just today take the toll road
Quick, I'm late today
我赶时间，挑最近的路走
早饭我只吃粗粮
晚餐别太油
睡前给我放晚安曲
我爱听午夜DJ的节目
I never listen to the morning show
I love Saturday Night Live
My favourite album is "Winter in the Rain"
我爱看《冬天的夜晚》
倒车的时候提醒我看左边
开车的时候别念短信
When I reverse turn the music down
When my mother calls always answer
去接老婆的时候走三环
On my way to work I listen to a podcast
上班路上放新闻
下班路上放轻音乐
高峰期绕一点没关系
每天早上七点给我预热
at seven in the morning preheat the car
一周三次健身
冬瓜汤我爱喝
前挡起雾就开除雾
I like hot chocolate
winter tyres are in the garage
my kids are in the back
I watch movies with my kids
上次下雨差点撞到
座椅加热开二档
I always want it warm
"""


def _rows(table: str) -> list[tuple[str, str]]:
    return [(e, t) for e, t in (line.rsplit(" | ", 1) for line in table.strip().splitlines())]


@pytest.mark.parametrize(("expected", "text"), _rows(STANDING))
def test_a_wish_states_when_it_applies(expected: str, text: str) -> None:
    assert written(parse(text)) == expected


@pytest.mark.parametrize("text", ALWAYS.strip().splitlines())
def test_the_moment_a_title_or_an_errand_is_no_condition(text: str) -> None:
    assert parse(text) == ()


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("每天下午五点接女儿放学", Category.SCHEDULE),
        ("我每周四晚上去打乒乓球", Category.SCHEDULE),
        ("I go to choir every Monday evening", Category.SCHEDULE),
        ("我儿子周末回家住", Category.FAMILY),
        ("冬天我膝盖疼，每天早上吃药", Category.HEALTH),
        ("我晚上在医院值班", Category.IDENTITY),
        ("周末叫我小名", Category.ADDRESS_TERM),
        ("晚上充电便宜", Category.CHARGING),
    ],
)
def test_the_time_of_a_fact_is_the_fact(text: str, category: Category) -> None:
    assert parse(text, category) == ()


def test_who_is_there_limits_even_a_form_of_address() -> None:
    assert written(parse("有客户在车上的时候叫我王总", Category.ADDRESS_TERM)) == "occupant=guest"


def test_a_lasting_change_from_today_is_not_of_today() -> None:
    assert written(parse("从今天起晚上都走国道")) == "daypart=evening|night"
    assert written(parse("Starting today, avoid the tunnel at night")) == "daypart=evening|night"


def test_a_sentence_that_says_both_of_hurry_states_neither() -> None:
    assert parse("赶时间的时候就上高架，不赶时间的时候走地面") == ()


def test_two_people_must_both_be_there() -> None:
    stated = parse("老婆坐副驾的时候，孩子也坐后排时，开慢点")
    assert len(stated) == 2


QUESTIONS = """
weather=rain | 下雨的时候我一般怎么开
weather=rain | 下雨了，跟车怎么设
weather=rain | It's raining, how do I drive
day=thursday & daypart=evening|night | 周四晚上我去干什么
day=sunday & daypart=morning | 周日早上想去吃个早茶
day=saturday & daypart=morning | What do I do on Saturday mornings?
hurry=yes | I'm in a hurry, which way to the station?
hurry=yes | 赶时间走哪条路好
!hurry=yes | 不着急，走哪条路
occupant=spouse@Row1.PassengerSide | 老婆在副驾，座椅怎么调
occupant=child | 孩子上车了，放点什么
occupant=spouse | My husband is in the car, what does he like to hear?
weather=hot | 车里好热，空调开几度
season=winter | 冬天座椅加热开几档
alone=yes | 我一个人的时候爱听什么
 | 昨天晚上我走的哪条路
 | 去公司走哪条路
 | 早饭吃什么
"""


@pytest.mark.parametrize(("expected", "text"), _rows(QUESTIONS))
def test_in_a_question_a_mention_counts(expected: str, text: str) -> None:
    assert written(stated_in_question(text)) == expected.strip()


FRIDAY = datetime(2026, 3, 6, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("明天早上去单位走哪条路", "saturday"),
        ("后天去哪儿吃", "sunday"),
        ("what should I listen to tonight", "friday"),
        ("周一走哪条路", "monday"),
    ],
)
def test_a_relative_day_is_named_by_the_present(text: str, day: str) -> None:
    assert f"day={day}" in written(stated_in_question(text, FRIDAY))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (True, "快点，我今天赶时间"),
        (True, "要迟到了"),
        (True, "we're late"),
        (True, "Hurry, I'm in a rush"),
        (True, "赶火车呢"),
        (False, "不着急慢慢开"),
        (False, "No rush today"),
        (False, "有的是时间"),
        (None, "When I am in a hurry use the motorway"),
        (None, "赶时间的时候就上高架"),
        (None, "不赶时间的时候走海边"),
        (None, "如果赶时间就走高速"),
        (None, "昨天赶时间"),
        (None, "走高架"),
        (None, "别着急"),
    ],
)
def test_hurry_is_known_from_what_is_said_of_now(said: bool | None, text: str) -> None:
    assert states_hurry(text) is said


@given(sentences, st.sampled_from([None, *Category]))
def test_any_text_has_sorted_consistent_conditions(text: str, category: Category | None) -> None:
    stated = parse(text, category)
    assert list(stated) == sorted(stated, key=lambda c: (c.kind.value, c.negated, sorted(c.any_of)))
    assert len(set(stated)) == len(stated)
    assert all(c.any_of for c in stated)
    assert all(c.any_of for c in stated_in_question(text, FRIDAY))
    assert states_hurry(text) in (True, False, None)


@given(sentences)
def test_a_schedule_never_excludes_itself(text: str) -> None:
    assert parse(text, Category.SCHEDULE) == ()


@given(st.sampled_from(_rows(STANDING)), st.sampled_from(["嗯", "呃，", "um, ", "那个那个"]))
def test_fillers_change_nothing(row: tuple[str, str], filler: str) -> None:
    assert parse(filler + row[1]) == parse(row[1])
