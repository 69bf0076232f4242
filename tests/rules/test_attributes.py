"""What exactly a sentence says of what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.vocabulary import Category, Polarity
from cabin_memory.rules.attributes import NOTHING, extract
from cabin_memory.rules.categories import categorise
from rules.texts import sentences

W, A = Polarity.WANTS, Polarity.AVOIDS


@pytest.mark.parametrize(
    ("text", "attribute", "value", "polarity"),
    [
        ("空调开到二十四度", "climate.temperature", "24", W),
        ("空调固定25.5度", "climate.temperature", "25.5", W),
        ("set the temperature to twenty-one", "climate.temperature", "21", W),
        ("空调别低于二十三度", "climate.temperature.min", "23", W),
        ("风量三档", "climate.fan", "3", W),
        ("fan on level three please", "climate.fan", "3", W),
        ("fan on the lowest", "climate.fan", "min", W),
        ("后排空调开二档", "climate.rear.fan", "2", W),
        ("空调调高一点", "climate.temperature.change", "up", W),
        ("把方向盘加热开到一档", "climate.wheel_heating", "1", W),
        ("进隧道切内循环", "climate.recirculation", "yes", W),
        ("别让风吹脸", "climate.airflow.face", "no", A),
        ("副驾座椅加热开二档", "seat.passenger.heating", "2", W),
        ("seat heating on level three", "seat.heating", "3", W),
        ("座椅加热关掉", "seat.heating", "no", A),
        ("腰托调到第四格", "seat.lumbar", "4", W),
        ("recline my seat to position seven", "seat.recline", "7", W),
        ("靠背调到一百一十度", "seat.recline", "110", W),
        ("充到九成就停", "charging.limit", "90", W),
        ("charge it to eighty-five percent", "charging.limit", "85", W),
        ("电量低于百分之十五提醒我", "charging.warn_below", "15", W),
        ("加98号汽油", "charging.fuel_grade", "98", W),
        ("音量别超过十八", "volume.max", "18", W),
        ("Don't go above volume twenty", "volume.max", "20", W),
        ("音量调到十五", "volume.level", "15", W),
        ("氛围灯换成紫色", "lighting.ambient", "purple", W),
        ("晚上屏幕调到最暗", "lighting.screen", "min", W),
        ("我不听摇滚", "media.genre.rock", "no", A),
        ("摇滚我受不了", "media.genre.rock", "no", A),
        ("I hate rock but I love jazz", "media.genre.rock", "no", A),
        ("我爱听京剧", "media.genre.opera", "yes", W),
        ("never take toll roads", "route.toll", "no", A),
        ("出城就走高速", "route.highway", "yes", W),
        ("高速就别走了", "route.highway", "no", A),
        ("收费站能避开就避开", "route.toll", "no", A),
        ("我宁愿绕远也不想堵着", "route.congestion", "no", A),
        ("要是堵车就走小路", "route.back_road", "yes", W),
        ("I never want to go through a tunnel", "route.tunnel", "no", A),
        ("跟车别太近", "driving_style.following_distance", "long", W),
        ("巡航定在一百一", "driving_style.cruise_speed", "110", W),
        ("停车别停露天", "parking.open_air", "no", A),
        ("点菜要不辣的", "food.spicy", "no", A),
        ("我要吃辣", "food.spicy", "yes", W),
        ("香菜我不吃", "food.cilantro", "no", A),
        ("羊肉和牛肉我都不吃", "food.lamb", "no", A),
        ("奶茶什么的千万别推荐给我", "food.milk_tea", "no", A),
        ("喝咖啡的话只喝拿铁", "food.latte", "yes", W),
        ("three sugars in my tea", "food.sugar", "3", W),
        ("no sugar in my coffee", "food.sugar", "0", W),
        ("叫我老赵就行", "address_term.name", "老赵", W),
        ("别叫我大叔，叫我强子", "address_term.name", "强子", W),
        ("don't call me sir", "address_term.name", "sir", A),
        ("call me Al from now on", "address_term.name", "Al", W),
        ("叫我⟦person:2⟧吧", "address_term.name", "⟦person:2⟧", W),
        ("右后视镜往下压", "mirror.right.tilt", "down", W),
        ("地图正北朝上", "navigation.orientation", "north", W),
        ("别啰嗦", "style.length", "short", W),
    ],
)
def test_what_is_said_of_what(text: str, attribute: str, value: str, polarity: Polarity) -> None:
    assert extract(text, categorise(text)) == (attribute, value, polarity)


@pytest.mark.parametrize(
    "text",
    [
        "我空调平时开几度",
        "走高速还是国道",
        "Do I like sugar in my tea?",
        "座椅别调太靠后",
        "我怕冷",
        "堵车的时候真烦",
        "nice day",
        "",
    ],
)
def test_what_is_not_definite_is_not_guessed(text: str) -> None:
    assert extract(text, categorise(text)) == NOTHING


@pytest.mark.parametrize(
    ("category", "slots", "expected"),
    [
        (Category.CLIMATE, {"temperature": 24}, ("climate.temperature", "24", W)),
        (Category.CLIMATE, {"row": 2, "fan": 3}, ("climate.rear.fan", "3", W)),
        (Category.CLIMATE, {"fan": "up"}, ("climate.fan.change", "up", W)),
        (Category.SEAT, {"recline": "lower"}, ("seat.recline.change", "down", W)),
        (Category.SEAT, {"heating": "二档"}, ("seat.heating", "2档", W)),
        (Category.MEDIA, {"genre": "jazz"}, ("media.genre.jazz", "yes", W)),
        (Category.MEDIA, {"genre": "City Pop!"}, ("media.genre.pop", "yes", W)),
        (Category.MEDIA, {"genre": "Schlager"}, ("media.genre.schlager", "yes", W)),
        (Category.ROUTE, {"avoid": "motorways"}, ("route.highway", "no", A)),
        (Category.ROUTE, {"via": "小路"}, ("route.back_road", "yes", W)),
    ],
)
def test_slots_come_before_words(
    category: Category, slots: dict[str, SlotValue], expected: tuple[str, str, Polarity]
) -> None:
    assert extract("随便", category, slots) == expected


def test_unknown_slots_leave_it_to_the_words() -> None:
    assert extract("空调二十四度", Category.CLIMATE, {"request_id": "7"}) == (
        "climate.temperature",
        "24",
        W,
    )


@given(sentences, st.sampled_from(list(Category)))
def test_any_text_yields_a_whole_statement_or_nothing(text: str, category: Category) -> None:
    attribute, value, polarity = extract(text, category)
    assert bool(attribute) == bool(value) == (polarity is not Polarity.NEUTRAL)
    assert not attribute or attribute.startswith(f"{category.value}.")


@given(st.integers(16, 32))
def test_numerals_in_any_writing_are_one_value(degrees: int) -> None:
    tens, ones = divmod(degrees, 10)
    chinese = f"{'' if tens == 1 else '零一二三'[tens]}十{'' if ones == 0 else '零一二三四五六七八九'[ones]}"
    for written in (str(degrees), chinese):
        assert extract(f"空调开{written}度", Category.CLIMATE)[1] == str(degrees)
