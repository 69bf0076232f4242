"""Names that nobody marked are found, and what only looks like one is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import names_report
from cabin_memory.rules.found_names import find

# 0.03 below what was reached on the held-out half: precision and recall.
FLOORS = {
    "zh": {"all": (0.960, 0.901), "person": (0.950, 0.843)},
    "en": {"all": (0.960, 0.950), "person": (0.970, 0.951)},
}
PIECES = """
    给 王 李 张 小 总 医生 在 住 路 街 12号 3栋 花园 小学 的 说 call Tom doctor smith will May at
    12 Maple Street Drive plate AB12 CDE 京A 12345 13812345678 +44 5 . , @ gmail.com dot 39.9042
    116.4074 N E 's ⟦person:1⟧
"""
SPEECH = st.one_of(
    st.lists(st.sampled_from(PIECES.split()) | st.text(max_size=6), max_size=12).map(" ".join),
    st.text("给王李张小老伟明总医生在住路街号栋花园12A京·-. 的说", max_size=30),
)


def found(text: str) -> list[tuple[str, str]]:
    return [(entity.kind, entity.text) for entity in find(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("给王总打电话", [("person", "王总")]),
        ("小李和张医生坐后排", [("person", "小李"), ("person", "张医生")]),
        ("接欧阳静下班", [("person", "欧阳静")]),
        ("王磊家在朝阳路12号", [("person", "王磊"), ("address", "朝阳路12号")]),
        ("同事Kevin坐副驾", [("person", "Kevin")]),
        ("call doctor smith", [("person", "doctor smith")]),
        ("my colleague Tom and Dr. Lee", [("person", "Tom"), ("person", "Dr. Lee")]),
        ("text Emily Carter about Sarah's birthday", [("person", "Emily Carter"), ("person", "Sarah")]),
        ("tell April that May is sitting here", [("person", "April"), ("person", "May")]),
        ("my son Will sleeps", [("person", "Will")]),
        ("dinner with the Hendersons", [("person", "Hendersons")]),
        ("tom said play the song by Emma", [("person", "tom")]),
    ],
)
def test_a_person_is_found_by_title_family_name_or_a_sign_beside_the_name(text, names):
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("导航到龙湖花园3栋2单元", [("address", "龙湖花园3栋2单元")]),
        ("去杭州市文一西路969号3幢", [("address", "文一西路969号3幢")]),
        ("我住在12栋1单元301室", [("address", "12栋1单元301室")]),
        ("孩子在育才小学上学", [("place", "育才小学")]),
        ("我家住在建设路", [("place", "建设路")]),
        ("take me to 12 Maple Street", [("address", "12 Maple Street")]),
        ("it is Maple Street 12", [("address", "Maple Street 12")]),
        ("drive to flat 3, 19 kingsley road", [("address", "flat 3, 19 kingsley road")]),
        ("my kids go to Oakwood Primary School", [("place", "Oakwood Primary School")]),
        ("I live on Willow Lane", [("place", "Willow Lane")]),
    ],
)
def test_where_somebody_lives_works_or_goes_to_school_is_found(text, names):
    assert found(text) == names


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("phone", "13812345678", "我的电话是13812345678"),
        ("phone", "010-62345678", "打010-62345678"),
        ("phone", "一三九零一二三四五六七", "号码是一三九零一二三四五六七"),
        ("phone", "+44 7700 900123", "dial +44 7700 900123"),
        ("phone", "(212) 555-0147", "call (212) 555-0147 please"),
        ("phone", "five five five oh one two three", "it's five five five oh one two three"),
        ("plate", "京A12345", "车牌京A12345"),
        ("plate", "粤B·D12345", "粤B·D12345是新能源"),
        ("plate", "AB12 CDE", "the van AB12 CDE"),
        ("plate", "KLM-4821", "license plate KLM-4821"),
        ("plate", "M-AB 1234", "behind M-AB 1234"),
        ("email", "li.na@company.com.cn", "发到li.na@company.com.cn"),
        ("email", "dave dot jones at outlook dot com", "it's dave dot jones at outlook dot com"),
        ("coordinates", "39.9042, 116.4074", "定位在39.9042, 116.4074"),
        ("coordinates", "北纬30.25度东经120.17度", "导航到北纬30.25度东经120.17度"),
        ("coordinates", "40.7128° N, 74.0060° W", "go to 40.7128° N, 74.0060° W"),
    ],
)
def test_numbers_that_lead_to_somebody_are_found(kind, name, text):
    assert found(text) == [(kind, name)]


@pytest.mark.parametrize(
    "text",
    [
        "马上上高速把方向盘加热打开",
        "周末去爬华山，温度有点高",
        "放周杰伦的晴天",
        "想吃张亮麻辣烫喝王老吉",
        "给老婆打电话说我在健身房",
        "走G4高速绕开长安街去上海",
        "里程表128500公里，胎压2.5，油价8.35",
        "订单号是202411180023456，快递单号13812345678",
        "宋PLUS、Model 3和问界M7",
        "FM 103.9，空调二十四度，七点半叫我",
        "Will it rain in May or April",
        "Mark this place and chase the sun",
        "play Shake It Off by Taylor Swift",
        "avoid the M25 and Oxford Street on Wednesday",
        "get me a Dr Pepper at Wendy's",
        "order number 112-4839201-5567 cost 349.99",
        "my son will sit in the back",
        "drive 5 miles to the White House in Washington",
        "the Golf GTI has 36 psi at 7:45",
        "Navigate home. Always take the scenic route.",
        "take me to the local primary school past the Eiffel Tower",
        "由于前方修路，任何时候都走高架，安静一点",
        "CALL HOME NOW",
        "I was born in Georgia and drive to Austin in June",
    ],
)
def test_what_memory_lives_by_stays_readable(text):
    assert found(text) == []


def test_a_placeholder_is_not_looked_into_and_a_name_is_told_once():
    assert found("⟦person:12⟧ and Tom, Tom again") == [("person", "Tom")]


@given(SPEECH)
def test_any_text_is_read_and_what_is_found_stands_in_it_without_overlap(text):
    left = text
    for entity in sorted(find(text), key=lambda entity: -len(entity.text)):
        assert entity.text
        assert entity.text in left
        left = left.replace(entity.text, "\0", 1)


@pytest.mark.parametrize("language", names_report.LANGUAGES)
def test_held_out_sentences_are_read_as_well_as_before(language):
    held_out = [s for s in names_report.sentences(language) if s.split == "held_out"]
    scores = names_report.scores(held_out)
    assert len(held_out) >= 200
    for kind, (precision, recall) in FLOORS[language].items():
        assert scores[kind].precision >= precision, kind
        assert scores[kind].recall >= recall, kind
