"""How long a sentence counts, what kind of memory it makes and how important that is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.text import Strength
from cabin_memory.domain.vocabulary import Category, Kind, Outcome, Polarity
from cabin_memory.rules.attributes import extract
from cabin_memory.rules.categories import categorise
from cabin_memory.rules.importance import (
    angry,
    confidence,
    happened,
    household,
    importance,
    kind_of,
    strength,
)
from rules.texts import sentences

L, M, S = Strength.LASTING, Strength.MOMENT, Strength.SMALLTALK
PREFERENCE, EPISODE, FACT = Kind.PREFERENCE, Kind.EPISODE, Kind.FACT

TABLE = [
    # lasting preferences of how one drives, sits, sees and how warm it is: 8 and more
    ("以后导航都绕开高架", PREFERENCE, 8, 10),
    ("出城我一般走国道", PREFERENCE, 8, 10),
    ("下雨天绕开积水的路", PREFERENCE, 8, 10),
    ("去公司走滨江路", PREFERENCE, 8, 10),
    ("I never want to drive on that bridge", PREFERENCE, 8, 10),
    ("I'd rather take the coast road", PREFERENCE, 8, 10),
    ("我怕冷，暖风开足一点", PREFERENCE, 8, 10),
    ("空调二十六度就行", PREFERENCE, 8, 10),
    ("Keep the fan at level two", PREFERENCE, 8, 10),
    ("Set it to twenty-five degrees, I freeze easily", PREFERENCE, 8, 10),
    ("座椅再往前一格，以后就这样", PREFERENCE, 8, 10),
    ("把靠背调直一点", PREFERENCE, 8, 10),
    ("Tip the backrest back a little", PREFERENCE, 8, 10),
    ("I want my headrest one notch higher", PREFERENCE, 8, 10),
    ("左边反光镜往下压一点", PREFERENCE, 8, 10),
    ("Tilt the left mirror up, I want to see the lane", PREFERENCE, 8, 10),
    ("倒车的时候一定要提醒我看右边", PREFERENCE, 9, 10),
    ("Always warn me about the blind spot", PREFERENCE, 9, 10),
    # any other stated preference: 7 and more
    ("我不吃羊肉", PREFERENCE, 7, 10),
    ("香菜千万别放", PREFERENCE, 7, 10),
    ("我喜欢听京剧", PREFERENCE, 7, 10),
    ("停车尽量停地库", PREFERENCE, 7, 10),
    ("充电到百分之九十就停", PREFERENCE, 7, 10),
    ("叫我老徐就行", PREFERENCE, 7, 10),
    ("音乐别放太闹的", PREFERENCE, 7, 10),
    ("车窗平常开条缝", PREFERENCE, 7, 10),
    ("I love stand-up shows", PREFERENCE, 7, 10),
    ("Starting today I take my tea without milk", PREFERENCE, 7, 10),
    ("Call me Skipper", PREFERENCE, 7, 10),
    ("上班路上我要听新闻节目", PREFERENCE, 7, 10),
    # who, where and when
    ("我家住在和平里五号楼", FACT, 7, 10),
    ("我每周四晚上去打乒乓球", FACT, 7, 10),
    ("记一下，我想去看城北的灯会", FACT, 7, 10),
    ("帮我记住取车的单号是AX2231", FACT, 7, 10),
    ("My son has a piano lesson on Saturday at ten", FACT, 7, 10),
    ("我有糖尿病", FACT, 7, 10),
    # states of one trip: 5 to 7
    ("今天有点困，放点提神的", EPISODE, 5, 7),
    ("今天想听点安静的", EPISODE, 5, 7),
    ("我赶时间，挑最近的路走", EPISODE, 5, 7),
    ("I'm tired today, play something soft", EPISODE, 5, 7),
    ("今天不听新闻了，头疼", EPISODE, 5, 7),
    # one-off commands and small talk: 1 to 4
    ("打开后备箱", EPISODE, 1, 4),
    ("把前窗打开一下", EPISODE, 1, 4),
    ("Roll down my window for a minute", EPISODE, 1, 4),
    ("空调调高一点", EPISODE, 1, 4),
    ("音量调小一点", EPISODE, 1, 4),
    ("换成摇滚电台", EPISODE, 1, 4),
    ("A little more air please", EPISODE, 1, 4),
    ("刚才那条狗好大啊", EPISODE, 1, 4),
    ("好的，谢谢", EPISODE, 1, 4),
    ("Haha, that was funny", EPISODE, 1, 4),
    # in anger or sarcasm: what happened, no wish
    ("气死我了，以后再也不来这家店了！", EPISODE, 5, 5),
    ("受够了！再也不走这条破路！！", EPISODE, 5, 5),
    ("呵呵你可真厉害，我最喜欢堵在高架上了", EPISODE, 5, 5),
    ("Oh great, I just love sitting in traffic", EPISODE, 5, 5),
    ("Damn it, never take the highway again!!", EPISODE, 5, 5),
]


@pytest.mark.parametrize(("text", "kind", "least", "most"), TABLE)
def test_kind_and_importance(text: str, kind: Kind, least: int, most: int) -> None:
    category = categorise(text)
    length = strength(text)
    polarity = extract(text, category)[2]
    assert kind_of(text, category, length) is kind
    assert least <= importance(category, length, polarity, Outcome.NONE, text) <= most


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("从今天起不喝咖啡了", L),
        ("from now on take the tunnel", L),
        ("今天不走高速", M),
        ("just this once, take the toll road", M),
        ("太热的时候开二十度", L),
        ("太热了", M),
        ("别放了", M),
        ("以后再说吧，先导航回家", M),
        ("要是赶时间就走高速", L),
        ("早安", S),
    ],
)
def test_strength(text: str, expected: Strength) -> None:
    assert strength(text) is expected


def test_the_model_decides_only_where_words_are_silent() -> None:
    sure = {Strength.SMALLTALK: 0.9}
    assert strength("路过那家店", sure) is S
    assert strength("以后都走国道", sure) is L
    assert strength("路过那家店", {Strength.SMALLTALK: 0.4, Strength.MOMENT: 0.35}) is M


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我们家不管谁开这辆车都充到九成", True),
        ("谁开这辆车都别超速", True),
        ("无论谁来开都用经济模式", True),
        ("whoever drives this car should avoid the tunnel", True),
        ("Anyone who drives this car charges to ninety percent", True),
        ("我开这辆车的时候别超速", False),
        ("我们家住在五楼", False),
        ("who drives this car?", False),
        ("我自己爱听民歌", False),
    ],
)
def test_what_is_wished_for_everyone_who_drives(text: str, expected: bool) -> None:
    assert household(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "滚动播放新闻",
        "我喜欢重金属摇滚",
        "小声点，烦死了",
        "我爱操控灵活的车",
        "别生气",
        "垃圾桶放副驾下面",
        "I love the sea",
    ],
)
def test_harmless_words_are_no_anger(text: str) -> None:
    assert not angry(text)


def test_an_option_turned_down_weighs_more_than_one_tried() -> None:
    def of(outcome: Outcome) -> int:
        return importance(Category.MEDIA, M, Polarity.WANTS, outcome, "换成爵士电台")

    assert of(Outcome.REJECTED) > of(Outcome.ACCEPTED) > of(Outcome.NONE)


def test_a_lasting_rejection_is_among_the_most_important() -> None:
    assert importance(Category.FOOD, L, Polarity.AVOIDS, Outcome.REJECTED, "不吃内脏") == 9
    assert importance(Category.FOOD, L, Polarity.AVOIDS, Outcome.NONE, "绝对不吃内脏") == 9


def test_what_is_hedged_or_said_in_anger_is_less_sure() -> None:
    sure = confidence(L, Outcome.NONE, "我喜欢爵士")
    assert sure >= 0.9
    assert confidence(L, Outcome.NONE, "我可能喜欢爵士吧") < 0.8
    assert confidence(L, Outcome.NONE, "maybe I like jazz") < 0.8
    assert confidence(M, Outcome.NONE, "气死我了！！") < 0.8
    assert confidence(M, Outcome.NONE) < confidence(M, Outcome.ACCEPTED)


@given(
    sentences,
    st.sampled_from(list(Category)),
    st.sampled_from(list(Strength)),
    st.sampled_from(list(Polarity)),
    st.sampled_from(list(Outcome)),
)
def test_any_sentence_has_a_whole_importance(
    text: str, category: Category, length: Strength, polarity: Polarity, outcome: Outcome
) -> None:
    value = importance(category, length, polarity, outcome, text)
    assert 1 <= value <= 10
    assert 0.0 < confidence(length, outcome, text) <= 1.0
    kind = kind_of(text, category, length)
    assert kind in (PREFERENCE, FACT, EPISODE)
    if kind is not EPISODE:
        assert value >= 7
    assert strength(text) in Strength
    assert household(text) in (True, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我们在老市场吃了牛肉面", True),
        ("昨天堵了四十分钟", True),
        ("去过那家店两次", True),
        ("the charger took 33 minutes", True),
        ("We stopped at the harbour for noodles", True),
        ("My daughter forgot her bag at school", True),
        ("吃了辣就会胃疼", False),
        ("我喜欢去过的老路", False),
        ("以后去了公司就关空调", False),
        ("I had noodles and I love them", False),
        ("Always park where I parked", False),
        ("空调开二十四度", False),
        ("I have to be at work at eight", False),
    ],
)
def test_what_only_tells_what_was(text: str, told: bool) -> None:
    assert happened(text) is told
    if told:
        assert kind_of(text, Category.FOOD, strength(text)) is Kind.EPISODE
