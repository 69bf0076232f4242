"""What the two drivers of tools/half_year.py say on each day, and what may be asked of them later."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

_HOUR = 3_600_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and the words of its right answers (a regular expression)."""

    topic: str
    text: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A wish that takes the place of an earlier one on this day."""

    day: int
    text: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    who: str
    zone: str
    leaves_at: int
    """Microseconds after midnight UTC."""
    wishes: tuple[str, ...]
    """Stated in the first week, some each day, and now and then again."""
    commands: tuple[str, ...]
    states: tuple[str, ...]
    chat: tuple[str, ...]
    things: tuple[str, ...]
    """What small talk is about: it makes every sentence of it another one."""
    questions: tuple[Question, ...]


LIN = Driver(
    who="oem:lin",
    zone="Asia/Shanghai",
    leaves_at=0,
    wishes=(
        "空调我习惯开到二十三度",
        "隧道里我害怕，以后都避开长隧道",
        "座椅靠背我要固定在四档",
        "我不吃香菜，点菜都不要放香菜",
        "开车时我只听评书",
        "导航播报要简短，先说原因",
        "充电充到百分之八十就够了",
        "请叫我老林",
        "停车我要停在靠电梯的位置",
        "氛围灯我喜欢蓝色",
        "音量最大别超过二十",
        "方向盘加热冬天都要打开",
    ),
    commands=("空调调低一点", "风量小一点", "音量调大一点", "打开车窗透透气", "座椅往后一点",
        "屏幕调暗一点", "换一首", "关掉天窗",
              "打开除雾", "导航回家"),
    states=("今天有点累", "今天赶时间", "昨晚没睡好", "今天心情不错", "肚子有点饿了"),
    chat=("刚才路边那个{}真有意思", "你看那个{}好大", "前面有个{}", "那边的{}是新开的吧",
        "好久没看到{}了", "这个{}颜色真怪"),
    things=("橘猫", "广告牌", "老爷车", "喷泉", "风筝", "面包店", "施工队", "气球", "卖花的", "自行车队",
        "雕像", "邮筒", "彩虹", "吊车",
            "糖葫芦摊", "马拉松", "婚车", "消防车"),
    questions=(
        Question(topic="climate", text="车里开几度合适", words="二十三度|23"),
        Question(topic="tunnel", text="规划路线要避开什么", words="隧道"),
        Question(topic="seat", text="座椅靠背怎么调", words="四档"),
        Question(topic="food", text="点菜有什么要避开的", words="香菜"),
        Question(topic="media", text="路上放点什么听", words="评书"),
        Question(topic="charging", text="充电充到多少", words="八十"),
        Question(topic="light", text="氛围灯用什么颜色", words="蓝色"),
        Question(topic="parking", text="车停在哪里好", words="电梯"),
    ),
)  # fmt: skip

EMMA = Driver(
    who="oem:emma",
    zone="Europe/Berlin",
    leaves_at=7 * _HOUR,
    wishes=(
        "I always want the cabin at 21 degrees",
        "Never take me through the old town, always go around it",
        "I like my seat heating on level two",
        "I am vegetarian, so no meat places please",
        "I only listen to jazz in the morning",
        "Keep your answers short",
        "Always charge the car to 90 percent",
        "Call me Em",
        "I prefer parking garages over the street",
        "I like the ambient light red",
        "My lumbar support goes on full",
        "Always leave the windows closed on the motorway",
    ),
    commands=("Turn the temperature down a bit", "Fan a little lower", "Turn it up", "Open the window",
        "Seat back a bit",
              "Dim the screen", "Next song", "Close the sunroof", "Defrost the windscreen", "Take me home"),
    states=("I'm a bit tired today", "I'm in a hurry today", "I slept badly", "I'm in a good mood today",
        "I'm a bit hungry"),
    chat=("Look at that {}", "What a funny {} over there", "There is a {} ahead", "That {} must be new",
          "I have not seen a {} for ages", "That {} has an odd colour"),
    things=("fat cat", "billboard", "old-timer", "fountain", "kite", "bakery", "road crew", "balloon",
        "flower stall",
            "bike race", "statue", "letter box", "rainbow", "crane", "ice-cream van", "marathon",
        "wedding car", "fire engine"),
    questions=(
        Question(topic="climate", text="What temperature do I like?", words="21 degrees"),
        Question(topic="route", text="Which way should we avoid?", words="old town"),
        Question(topic="seat", text="How warm should my seat be?", words="level two"),
        Question(topic="food", text="Find me a restaurant that suits me", words="vegetarian"),
        Question(topic="media", text="What should I play in the morning?", words="jazz"),
        Question(topic="charging", text="How far do I charge the car?", words="90 percent"),
        Question(topic="light", text="Which colour should the ambient light have?", words="red"),
        Question(topic="parking", text="Where do I like to park?", words="garage"),
    ),
)  # fmt: skip

DRIVERS = (LIN, EMMA)

CHANGES: dict[tuple[str, str], Change] = {
    (LIN.who, "climate"): Change(day=60, text="从今天起空调开到二十五度", words="二十五度|25"),
    (LIN.who, "light"): Change(day=95, text="氛围灯以后都改成绿色", words="绿色"),
    (EMMA.who, "climate"): Change(
        day=75, text="From now on I want the cabin at 24 degrees", words="24 degrees"
    ),
    (EMMA.who, "charging"): Change(
        day=110, text="From now on charge the car to 70 percent", words="70 percent"
    ),
}
_A_DAY = 40
_FIRST_WEEK = 7


def daily(driver: Driver, day: int, chance: random.Random) -> Iterator[str]:
    """About 40 sentences of one day, in the order in which they are said."""
    said = [wish for number, wish in enumerate(driver.wishes) if number % _FIRST_WEEK == day]
    said += [change.text for (who, _), change in CHANGES.items() if who == driver.who and change.day == day]
    while len(said) < _A_DAY:
        kind = chance.random()
        if kind < 0.45:
            said.append(chance.choice(driver.commands))
        elif kind < 0.55:
            said.append(chance.choice(driver.states))
        else:
            said.append(chance.choice(driver.chat).format(chance.choice(driver.things)))
    chance.shuffle(said)
    yield from said
