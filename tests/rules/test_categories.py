"""What a sentence is about and how sensitive that is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.memory import SlotValue
from cabin_memory.domain.vocabulary import Category, Sensitivity
from cabin_memory.rules.categories import categorise, cues, names_illness, sensitivity
from rules.clear_sentences import rows
from rules.texts import sentences

HIGH, MEDIUM, LOW = Sensitivity.HIGH, Sensitivity.MEDIUM, Sensitivity.LOW


@pytest.mark.parametrize("chinese", [True, False], ids=["zh", "en"])
def test_phrases_alone_categorise_clear_sentences(chinese: bool) -> None:
    table = [(c, t) for c, t in rows() if any("一" <= x <= "鿿" for x in t) == chinese]
    wrong = [(c, t, str(categorise(t))) for c, t in table if categorise(t) != c]
    assert len(table) > 100
    assert len(wrong) <= 0.04 * len(table), wrong


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("座椅加热开到二档", Category.SEAT),
        ("方向盘加热开到二档", Category.CLIMATE),
        ("heat the steering wheel on cold mornings", Category.CLIMATE),
        ("倒车的时候提醒我看右后方", Category.SAFETY),
        ("把中控屏亮度调低", Category.LIGHTING),
        ("跟车距离放长一档", Category.DRIVING_STYLE),
        ("副驾座椅往前一格", Category.SEAT),
        ("set the battery limit to ninety", Category.CHARGING),
        ("叫我小凯就好", Category.ADDRESS_TERM),
        ("停车就停地库", Category.PARKING),
        ("我公司在科技园南区", Category.IDENTITY),
        ("音乐声音小一点", Category.VOLUME),
        ("换一首轻快的音乐", Category.MEDIA),
        ("后天的面试前面给我留半小时", Category.SCHEDULE),
        ("苹果公司的股票", Category.OTHER),
        ("", Category.OTHER),
    ],
)
def test_words_with_two_homes(text: str, category: Category) -> None:
    assert categorise(text) is category


@pytest.mark.parametrize(
    ("intent", "slots", "category"),
    [
        ("climate.set", {"fan": "up"}, Category.CLIMATE),
        ("seat.adjust", {}, Category.SEAT),
        ("media.play", {"genre": "jazz"}, Category.MEDIA),
        ("volume.up", {}, Category.VOLUME),
        ("navigate", {"destination": "⟦place:1⟧"}, Category.NAVIGATION),
        ("navigate", {"via": "滨江大道"}, Category.ROUTE),
        ("reroute", {"cause": "jam"}, Category.ROUTE),
        ("Charging:set_limit", {}, Category.CHARGING),
    ],
)
def test_what_the_assistant_recognised_decides(
    intent: str, slots: dict[str, SlotValue], category: Category
) -> None:
    assert categorise("随便什么话 whatever about coffee", intent, slots) is category


def test_an_unknown_intent_leaves_it_to_the_words() -> None:
    assert categorise("空调二十四度", "skill.custom") is Category.CLIMATE


def test_the_model_decides_where_phrases_say_nothing() -> None:
    assert categorise("冻死人了这个", posterior={Category.CLIMATE: 0.8}) is Category.CLIMATE


def test_a_decisive_phrase_outweighs_a_wavering_model() -> None:
    posterior = {Category.MEDIA: 0.5, Category.SEAT: 0.3}
    assert categorise("座椅按摩开起来", posterior=posterior) is Category.SEAT


def test_what_the_model_leaves_open_is_other() -> None:
    posterior = {Category.CLIMATE: 0.05, Category.FOOD: 0.05}
    assert categorise("嘿嘿", posterior=posterior) is Category.OTHER


def test_a_reason_does_not_outweigh_the_thing_that_is_wished() -> None:
    assert categorise("我老婆怀孕了，座椅靠背给她放低一点") is Category.SEAT
    assert categorise("my wife is pregnant so set the collision warning to early") is Category.SAFETY


@given(sentences, st.dictionaries(st.sampled_from(list(Category)), st.floats(0, 1), max_size=3))
def test_any_text_has_one_category(text: str, posterior: dict[Category, float]) -> None:
    assert isinstance(categorise(text), Category)
    assert isinstance(categorise(text, posterior=posterior), Category)
    assert all(weight > 0 for weight in cues(text).values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我家住在和平里五号楼", HIGH),
        ("I live at 14 Maple Street", HIGH),
        ("我女儿叫朵朵", HIGH),
        ("我有糖尿病", HIGH),
        ("每天早上七点半送⟦person:1⟧去⟦place:1⟧", HIGH),
        ("下班回家走南三环", HIGH),
        ("公司地库我固定停B2", HIGH),
        ("用指纹解锁就行", HIGH),
        ("我不吃羊肉", MEDIUM),
        ("I have yoga every Tuesday evening", MEDIUM),
        ("叫我老钱就行", MEDIUM),
        ("跟车距离拉大一点", MEDIUM),
        ("空调二十六度", LOW),
        ("我媳妇坐副驾的时候座椅往后放", LOW),
        ("when my husband sits beside me keep it at 22 degrees", LOW),
        ("我喜欢⟦person:3⟧的歌", LOW),
        ("导航别走高速", LOW),
        ("停车停地库", LOW),
        ("充电到百分之九十", LOW),
        ("上班路上给我放轻音乐", LOW),
        ("腰间盘突出，座椅靠背立直", HIGH),
    ],
)
def test_sensitivity_follows_the_category_and_what_is_said(text: str, expected: Sensitivity) -> None:
    assert sensitivity(categorise(text), text) is expected


@given(sentences)
def test_who_someone_is_is_never_less_than_highly_sensitive(text: str) -> None:
    for category in (Category.HEALTH, Category.IDENTITY, Category.FAMILY):
        assert sensitivity(category, text) is HIGH


@pytest.mark.parametrize("text", ["我对海鲜过敏", "I'm diabetic so no juice", "血压高，别让我吃太咸"])
def test_an_illness_is_seen_in_any_category(text: str) -> None:
    assert names_illness(text)
    assert sensitivity(Category.FOOD, text) is HIGH


@pytest.mark.parametrize("text", ["我怕冷", "my back aches on long drives", "空调别对着腿吹"])
def test_a_complaint_is_no_illness(text: str) -> None:
    assert not names_illness(text)
