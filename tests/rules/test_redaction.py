"""What is refused, what becomes a placeholder, and that nothing of it gets lost on the way back."""

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cabin_memory.domain.memory import Entity, Names, Observation, Provenance, RedactedObservation
from cabin_memory.domain.people import OccupantId, Speaker
from cabin_memory.domain.vocabulary import Reason
from cabin_memory.rules.redaction import (
    redact,
    redact_query,
    redact_subject,
    refusal,
    refused,
    restore,
    restored,
)
from rules.memories import TOLD, memory
from rules.texts import sentences

SPEAKER = Speaker(OccupantId.parse("oem:u-1001"))


def observed(text: str, *entities: tuple[str, str], **more: Any) -> Observation:
    return Observation(
        text=text,
        speaker=SPEAKER,
        provenance=Provenance(time=TOLD, timezone="Asia/Shanghai"),
        entities=tuple(Entity(kind=kind, text=name) for kind, name in entities),
        **more,
    )


NONE = Names()


def redacted(observation: Observation, names: Names = NONE) -> RedactedObservation:
    assert refused(observation) is None
    return redact(observation, names)


# --- numbers -------------------------------------------------------------------------------------------
def identity_number(region: str, birth: str, sequence: str) -> str:
    """With its check digit, by the standard's other formula: Σ aᵢ·2^(18−i) ≡ 1 (mod 11)."""
    body = region + birth + sequence
    total = sum(int(digit) * pow(2, 17 - i) for i, digit in enumerate(body))
    return body + "0123456789X"[(1 - total) % 11]


def luhn_digit(body: str) -> str:
    """The digit that makes `body` plus it divisible: tried one by one, not computed."""
    for last in "0123456789":
        total = 0
        for place, digit in enumerate(reversed(body + last)):
            value = int(digit) * (2 if place % 2 else 1)
            total += value - 9 if value > 9 else value
        if total % 10 == 0:
            return last
    raise AssertionError("one of ten digits always fits")


VALID_ID = identity_number("310104", "19850712", "042")


@pytest.mark.parametrize(
    "text",
    [
        f"我的身份证号是{VALID_ID}",
        f"{VALID_ID[:6]} {VALID_ID[6:14]} {VALID_ID[14:]} 记一下",
        "身份证" + identity_number("440301", "20000229", "118"),
        "ID: " + VALID_ID.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
        "我的身份证是" + "".join("零一二三四五六七八九"[int(c)] if c.isdigit() else c for c in VALID_ID),
    ],
)
def test_an_identity_number_is_refused(text: str) -> None:
    assert refused(observed(text)) is Reason.IDENTITY_NUMBER


def test_an_identity_number_may_end_in_x() -> None:
    with_x = next(
        number for n in range(1000) if (number := identity_number("110101", "19900101", f"{n:03}"))[-1] == "X"
    )
    assert refusal([with_x]) is Reason.IDENTITY_NUMBER
    assert refusal([with_x.lower()]) is Reason.IDENTITY_NUMBER


@given(st.integers(0, 9))
def test_one_wrong_check_digit_makes_it_another_number(last: int) -> None:
    assume(str(last) != VALID_ID[-1])
    assert refusal([f"充电桩编号{VALID_ID[:-1]}{last}"]) is None


def test_a_number_without_a_birth_date_is_no_identity_number() -> None:
    assert refusal([identity_number("310104", "19851312", "042")]) is None


@pytest.mark.parametrize(
    "body",
    [
        "622202123456789012",
        "411111111111111",
        "37828224631000",
        "555555555555444",
        "601100099013942",
        "353011133330000",
    ],
)
def test_a_bank_card_is_refused_in_any_grouping(body: str) -> None:
    card = body + luhn_digit(body)
    for written in (card, " ".join(re.findall("....|.+", card)), "-".join(re.findall("....|.+", card))):
        assert refused(observed(f"扣这张卡 {written} 吧")) is Reason.BANK_CARD
    spoken = "".join("零一二三四五六七八九"[int(c)] for c in card)
    assert refusal([f"卡号{spoken}"]) is Reason.BANK_CARD


def test_a_card_is_found_beside_other_numbers() -> None:
    card = "4111111111111111"
    assert refusal([f"card {card} 2031"]) is Reason.BANK_CARD
    assert refusal([" ".join(card)]) is Reason.BANK_CARD
    assert refusal(["four " + "one " * 15]) is Reason.BANK_CARD


@pytest.mark.parametrize(
    "text",
    [
        "洗车订单号是6222021234567890120",
        "里程 123456 公里，下次保养 133456 公里",
        "电话 13800138000 13900139000",
        "VIN LSVAU2180N2184667",
        "发票号码 044001900111 12345678",
        "IMEI 356938035643809",
        "快递单号 1234567890123",
        "3 月 3 日 14 点 20 分 到 15 点 30 分",
        "密码错误，请重试",
        "我不想每次都输密码，用指纹",
        "the password is too long",
        "I forgot the wifi password",
        "drop a pin at the school gate",
        "the alarm code is set",
        "加油卡的密码是尾号",
        "密码锁没电了",
    ],
)
def test_look_alikes_are_kept(text: str) -> None:
    assert refused(observed(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "家里的wifi密码是sunny2024home",
        "支付密码六个八",
        "开机密码改成了2580",
        "密码：零七三一",
        "7788是我的开机密码",
        "门锁密码0731记一下",
        "密码是我的生日0612",
        "My garage password is red-fox-17",
        "my pin is 4711",
        "PIN 4711",
        "the gate code is 9021",
        "door code: 4711",
        "change the wifi password to Tiger2020",
        "remember my passcode, 1357",
        "hello7788 is my wifi password",
        "My password is swordfish",
    ],
)
def test_a_password_is_refused(text: str) -> None:
    assert refused(observed(text)) is Reason.PASSWORD


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"slots": {"card": 4111111111111111}}, Reason.BANK_CARD),
        ({"slots": {"note": VALID_ID}}, Reason.IDENTITY_NUMBER),
        ({"slots": {"password": "sunny2024"}}, Reason.PASSWORD),
        ({"subject": "4111 1111 1111 1111"}, Reason.BANK_CARD),
        ({"scene": VALID_ID}, Reason.IDENTITY_NUMBER),
    ],
)
def test_nothing_is_smuggled_in_beside_the_text(more: dict[str, Any], reason: Reason) -> None:
    assert refused(observed("记一下", **more)) is reason


def test_nor_in_an_entity() -> None:
    assert refused(observed("记一下", ("number", VALID_ID))) is Reason.IDENTITY_NUMBER


@given(st.integers(0, 10**18 - 1), st.sampled_from(["", " ", "-"]))
def test_every_number_with_a_fitting_card_digit_is_refused(number: int, gap: str) -> None:
    body = f"62{number:018}"[:18]
    card = body + luhn_digit(body)
    assert refusal([gap.join(re.findall("....|.+", card))]) in (Reason.BANK_CARD, Reason.IDENTITY_NUMBER)
    wrong = body + str((int(card[-1]) + 1) % 10)
    assert refusal([f"单号{wrong}"]) is None


# --- names ---------------------------------------------------------------------------------------------
def test_names_become_numbered_placeholders_of_their_kind() -> None:
    result = redacted(
        observed(
            "下午五点接小葫芦去银杏小学", ("person", "小葫芦"), ("place", "银杏小学"), ("person", "没说到")
        )
    )
    assert result.text == "下午五点接⟦person:1⟧去⟦place:1⟧"
    assert result.placeholders == {
        "⟦person:1⟧": Entity(kind="person", text="小葫芦"),
        "⟦place:1⟧": Entity(kind="place", text="银杏小学"),
    }


def test_no_original_word_is_left_in_the_result() -> None:
    result = redacted(
        observed("接小葫芦", ("person", "小葫芦"), slots={"who": "小葫芦", "count": 1}, subject="小葫芦")
    )
    assert "小葫芦" not in repr((result.text, result.slots, result.observation))
    assert result.slots == {"who": "⟦person:1⟧", "count": 1}
    assert result.observation.subject == "⟦person:1⟧"


KNOWN = NONE | {
    "⟦person:4⟧": Entity(kind="person", text="小葫芦"),
    "⟦place:2⟧": Entity(kind="place", text="Maple Street"),
    "⟦person:5⟧": Entity(kind="person", text="Ann"),
    "⟦person:6⟧": Entity(kind="person", text="李"),
}


def test_a_known_name_keeps_its_number_also_when_nobody_names_it() -> None:
    result = redacted(observed("带小葫芦去maple street找宝宝", ("person", "宝宝")), KNOWN)
    assert result.text == "带⟦person:4⟧去⟦place:2⟧找⟦person:7⟧"
    assert list(result.placeholders) == ["⟦person:4⟧", "⟦place:2⟧", "⟦person:7⟧"]  # all that it holds


def test_a_number_is_never_given_twice() -> None:
    dropped = Names(known={}, last={"person": 7})
    assert redacted(observed("找宝宝", ("person", "宝宝")), dropped).text == "找⟦person:8⟧"


def test_whom_a_memory_is_about_is_an_id_or_a_label_without_its_name() -> None:
    anna = NONE | {"⟦person:1⟧": Entity(kind="person", text="Anna")}
    for subject, kept in (
        ("oem:anna-2", "oem:anna-2"),
        ("oem:Anna", "oem:Anna"),
        ("Anna", "⟦person:1⟧"),
        ("my friend Anna", "my friend ⟦person:1⟧"),
    ):
        result = redacted(observed("喜欢吃辣", subject=subject), anna)
        assert result.observation.subject == kept == redact_subject(subject, anna)
        assert restored(memory(subject=kept), anna).subject == subject


def test_a_name_within_another_word_is_not_that_name() -> None:
    assert redact_query("we are planning for Ann and Annette", KNOWN) == (
        "we are planning for ⟦person:5⟧ and Annette"
    )


def test_a_name_of_one_character_is_hidden_only_where_it_is_named() -> None:
    assert redacted(observed("行李放后备箱"), KNOWN).text == "行李放后备箱"
    assert redacted(observed("叫李来", ("person", "李")), KNOWN).text == "叫⟦person:6⟧来"


def test_the_longest_name_wins_and_no_placeholder_is_looked_into() -> None:
    known = NONE | {
        "⟦place:1⟧": Entity(kind="place", text="银杏"),
        "⟦place:2⟧": Entity(kind="place", text="银杏小学"),
        "⟦name:1⟧": Entity(kind="name", text="place"),
    }
    assert redact_query("去银杏小学，再去银杏", known) == "去⟦place:2⟧，再去⟦place:1⟧"


def test_brackets_in_a_text_are_not_taken_for_placeholders() -> None:
    result = redacted(observed("读一下⟦person:4⟧"), KNOWN)
    assert restore(result.text, KNOWN) == "读一下[person:4]"


@pytest.mark.parametrize(
    ("kind", "placeholder"), [("POI name", "⟦poi_name:1⟧"), ("地点", "⟦name:1⟧"), ("", "⟦name:1⟧")]
)
def test_any_kind_of_name_has_a_plain_placeholder(kind: str, placeholder: str) -> None:
    assert redacted(observed("去银杏小学", (kind, "银杏小学"))).text == f"去{placeholder}"


def test_a_placeholder_that_is_not_known_stays() -> None:
    assert restore("去⟦place:9⟧", KNOWN) == "去⟦place:9⟧"


names = st.one_of(
    st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=6),
    st.sampled_from(["糖糖", "Maple Street", "O'Neill", "a.b*c", "place", "person", "1"]),
)


@given(sentences, st.lists(st.tuples(st.sampled_from(["person", "place"]), names), max_size=4), st.data())
def test_what_is_redacted_is_restored(
    text: str, entities: list[tuple[str, str]], data: st.DataObject
) -> None:
    text = data.draw(st.permutations([text, *(name for _, name in entities)]).map(" ".join))
    observation = observed(text, *entities)
    assume(refused(observation) is None)
    result = redact(observation, KNOWN)
    everything = KNOWN | result.placeholders
    plain = text.translate(str.maketrans("⟦⟧", "[]"))
    assert restore(result.text, everything).casefold() == plain.casefold()
    assert all(everything.known[one] == entity for one, entity in result.placeholders.items())
    assert all(everything.known[one] == entity for one, entity in KNOWN.known.items())


@given(sentences, st.lists(st.tuples(st.just("person"), names), min_size=1, max_size=3))
def test_a_second_time_the_same_words_need_nothing_new(text: str, entities: list[tuple[str, str]]) -> None:
    observation = observed(f"{text} {entities[0][1]}", *entities)
    assume(refused(observation) is None)
    first = redact(observation, NONE)
    assert redact(observation, NONE | first.placeholders) == first


@given(sentences)
def test_any_text_is_refused_or_redacted(text: str) -> None:
    assert refusal([text]) in (None, Reason.IDENTITY_NUMBER, Reason.BANK_CARD, Reason.PASSWORD)
    assert isinstance(redact_query(text, KNOWN), str)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("我的银行卡号是6222020200112233445", Reason.BANK_CARD),
        ("信用卡卡号 6222 0202 0011 2233 446", Reason.BANK_CARD),
        ("my card number is 4111 1111 1111 1112", Reason.BANK_CARD),
        ("my bank account number is 0532013000", Reason.BANK_CARD),
        ("我的护照号是E12345678", Reason.IDENTITY_NUMBER),
        ("身份证号码是110101199001011234", Reason.IDENTITY_NUMBER),
        ("my social security number is 123-45-6789", Reason.IDENTITY_NUMBER),
        ("My passport number is E12345678", Reason.IDENTITY_NUMBER),
        ("银行卡尾号是3345", None),
        ("订单号 6222020200112233445", None),
        ("护照放在手套箱里", None),
        ("I renewed my passport in 2024", None),
        ("ssn", None),
        ("驾照2026年到期", None),
    ],
)
def test_numbers_that_are_called_by_their_name(text: str, reason: Reason | None) -> None:
    assert refusal([text]) == reason
