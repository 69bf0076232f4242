"""What memories propose, what is left of it, and how it is said."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain import plan_phrases
from cabin_memory.domain.lexicon_attributes import ITEMS, SETTINGS
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Snapshot
from cabin_memory.domain.people import OccupantId, Speaker
from cabin_memory.domain.plans import (
    Aspect,
    Circumstances,
    Claim,
    Element,
    PastPlan,
    PlanRequest,
    Proposal,
    Topic,
)
from cabin_memory.domain.text import Act, Language
from cabin_memory.domain.vocabulary import Category, Kind, Polarity, Source
from cabin_memory.rules import attributes
from cabin_memory.rules.planning import choosing, past, saying, topics
from cabin_memory.rules.planning.choosing import Choice
from cabin_memory.rules.planning.claims import (
    claims,
    complains,
    leaving_time,
    only_when_obstructed,
    same_road,
)
from rules.memories import TOLD, memory, ranked

SPEAKER = Speaker(OccupantId.parse("oem:u-1"))
DRY_MORNING = Circumstances(snapshot=Snapshot(raining=False, daypart="morning", day="tuesday", seats=("a",)))


def told(text: str, category: Category = Category.ROUTE, **changes: Any) -> MemoryRecord:
    attribute, value, polarity = attributes.extract(text, category)
    polarity = polarity if attribute else attributes.wanted(text, Act.PREFERENCE, polarity)
    defaults = {"attribute": attribute, "value": value, "polarity": polarity}
    return memory(text=text, category=category, **(defaults | changes))


def claimed(text: str, category: Category = Category.ROUTE, **changes: Any) -> list[str]:
    return [str(claim) for claim in claims(told(text, category, **changes), text)]


def request(text: str = "", **changes: Any) -> PlanRequest:
    return PlanRequest(text=text, speaker=SPEAKER, **changes)


# --- claims ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("去公司我走最快的路，别迟到", ["via:route.fastest"]),
        ("下雨天避开低洼积水的路", ["avoid:route.flooded"]),
        ("去学校接孩子走中环路", ["via:中环路"]),
        ("中环路在修路太堵了，别再走中环", ["avoid:中环"]),
        ("前面堵车就帮我换走滨江大道，我愿意绕", ["via:滨江大道"]),
        ("下班走北三环，别走长安街", ["via:北三环", "avoid:长安街"]),
        ("中山路那个路口天天堵", ["avoid:中山路那个路口"]),
        ("上班路上别走高架", ["avoid:route.elevated"]),
        ("上次走沪宁高速堵了两小时", ["avoid:沪宁高速"]),
        ("晚上回家我喜欢走河边那条路", ["heed:晚上回家我喜欢走河边那条路"]),
        ("uh when traffic jams ahead um take me over the river road", ["via:the river road"]),
        ("the roundabout on Station Road is always jammed", ["avoid:the roundabout on Station Road"]),
        ("the junction at Mill Lane jams every evening", ["avoid:the junction at Mill Lane"]),
        ("I don't like driving through the Blackwall Tunnel", ["avoid:the Blackwall Tunnel"]),
        ("不从延安高架走", ["avoid:延安高架"]),
        ("堵了就给我换沿江路", ["via:沿江路"]),
        ("上班走内环南路", ["via:内环南路"]),
        ("去批发市场走北门那边，南门修路", ["heed:去批发市场走北门那边，南门修路"]),
        ("my girlfriend lives on Lavender Street", ["heed:my girlfriend lives on Lavender Street"]),
        ("drive me down the coast road", ["via:the coast road"]),
        ("take me to Maple Avenue 12", ["heed:take me to Maple Avenue 12"]),
        ("please don't take the M25", ["avoid:the M25"]),
        ("When it rains I avoid the motorway", ["avoid:route.highway"]),
    ],
)
def test_roads_go_by_name_or_by_sort(text: str, expected: list[str]) -> None:
    assert claimed(text) == expected


@pytest.mark.parametrize(
    ("text", "category", "expected"),
    [
        ("后排空调二十六度", Category.CLIMATE, ["set:climate.rear.temperature=26"]),
        ("空调调低一点", Category.CLIMATE, []),
        ("右后视镜往下压一点", Category.MIRROR, ["set:mirror.right.tilt=down"]),
        ("I can't stand heavy metal", Category.MEDIA, ["skip:media.genre.heavy_metal"]),
        ("I always leave at half past seven", Category.SCHEDULE, ["leave:07:30"]),
        ("周三九点开例会", Category.SCHEDULE, ["heed:周三九点开例会"]),
        ("嗯，我不吃香菜。", Category.FOOD, ["heed:我不吃香菜"]),
    ],
)
def test_settings_things_times_and_words(text: str, category: Category, expected: list[str]) -> None:
    assert claimed(text, category) == expected


def test_what_asks_for_nothing_proposes_nothing() -> None:
    text = "Grandma was rather cold on the way to Gernomor"
    assert claimed(text, Category.CLIMATE, polarity=Polarity.NEUTRAL) == []
    seen = "昨天走滨海路看见一只鹿"
    assert claimed(seen, polarity=Polarity.NEUTRAL, kind=Kind.EPISODE) == []
    jam = "上次走沪宁高速堵了两小时"
    assert claimed(jam, polarity=Polarity.NEUTRAL, kind=Kind.EPISODE) == ["avoid:沪宁高速"]


def test_what_happened_proposes_nothing_by_its_words() -> None:
    assert claimed("刚才那家面馆的招牌好旧啊", Category.FOOD, kind=Kind.EPISODE) == []


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("我每天早上七点半出门", "07:30"),
        ("下午三点一刻出发", "15:15"),
        ("I set off at 6:45 pm", "18:45"),
        ("we leave by 8 am", "08:00"),
        ("晚上十点睡觉", ""),
        ("I leave for work at ten past seven", "07:10"),
        ("we set off at a quarter to eight", "07:45"),
        ("I leave at twenty to nine", "08:40"),
        ("leave by 7:15", "07:15"),
        ("I leave the house with 80 percent", ""),
        ("我七点出门跑步", "07:00"),
    ],
)
def test_times_to_leave(text: str, time: str) -> None:
    assert leaving_time(text) == time


def test_trouble_is_told_from_what_to_do_about_it() -> None:
    assert complains("中山路天天堵")
    assert not complains("前面堵车就走滨江大道")
    assert not complains("我不怕堵车")
    assert only_when_obstructed("when traffic jams ahead take the river road")
    assert not only_when_obstructed("上次走沪宁高速堵了两小时")


def test_names_of_one_road() -> None:
    assert same_road("中环", "中环路")
    assert same_road("the river road", "River Road")
    assert not same_road("", "River Road")
    assert not same_road("中山路", "中环路")


@given(st.text(max_size=80), st.sampled_from(Category))
def test_no_text_breaks_the_reading_of_claims(text: str, category: Category) -> None:
    """Default seed of Hypothesis."""
    for claim in claims(told(text, category), text):
        assert past.parsed(str(claim)) == claim or claim.aspect is Aspect.SET
        assert saying.claim_words(claim, Language.CHINESE).strip()
        assert saying.claim_words(claim, Language.ENGLISH).strip()


def test_every_setting_and_thing_with_a_phrase_is_one_that_is_understood() -> None:
    known = {f"{category}.{name}" for category, listed in SETTINGS.items() for name, *_ in listed}
    known |= {f"{category}.{name}" for category, listed in ITEMS.items() for name in listed}
    unknown = {*plan_phrases.SETTINGS, *plan_phrases.THINGS} - known - {"lighting.ambient"}
    assert unknown == set()
    assert set(plan_phrases.ROADS) == set(ITEMS[Category.ROUTE])
    assert set(ITEMS[Category.MEDIA]) == {
        name.removeprefix("media.") for name in plan_phrases.THINGS if name.startswith("media.")
    }


# --- topics ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "category", "changes", "topic"),
    [
        ("导航去公司", Category.NAVIGATION, {}, Topic.ROUTE),
        ("去学校接孩子", Category.FAMILY, {}, Topic.ROUTE),
        ("带我去王阿姨家", Category.OTHER, {}, Topic.ROUTE),
        ("take me to work", Category.OTHER, {}, Topic.ROUTE),
        ("几点出发", Category.OTHER, {}, Topic.DEPARTURE),
        ("when should I leave", Category.OTHER, {}, Topic.DEPARTURE),
        ("", Category.OTHER, {"intent": "departure.plan"}, Topic.DEPARTURE),
        ("", Category.OTHER, {"slots": {"destination": "学校"}}, Topic.ROUTE),
        ("音量调一下", Category.VOLUME, {}, Topic.MEDIA),
        ("中午吃什么", Category.FOOD, {}, Topic.OTHER),
        ("明天有什么安排", Category.SCHEDULE, {}, Topic.OTHER),
        ("谁画了蒙娜丽莎", Category.OTHER, {}, None),
    ],
)
def test_what_a_request_is_about(
    text: str, category: Category, changes: dict[str, Any], topic: Topic | None
) -> None:
    assert topics.topic_of(request(text, **changes), category) is topic


def test_every_category_has_a_topic_and_every_topic_a_category() -> None:
    for category in Category:
        assert topics.category_of(topics.topic_for(category), category) in Category
    for topic in Topic:
        assert topics.primary(topic, Category.FOOD)
        assert set(topics.primary(topic, Category.FOOD)) <= topics.belonging(topic, Category.FOOD)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("去公司我走最快的路", "公司"),
        ("晚上回家走滨江大道", "home"),
        ("I take the coast road to work", "work"),
        ("下班走北三环", "home"),
        ("以后上班都走沿江那条路", "office"),
        ("送娃上学走哪条道", "school"),
        ("去健身房就走后门那条小巷", "健身房"),
        ("navigate to Lakeview Towers", "lakeview towers"),
        ("避开医院门口那条路", ""),
        ("要迟到了走最快的", ""),
        ("That village lane has potholes, my car is too low for it", ""),
        ("take me home", "home"),
        ("下雨天避开积水的路", ""),
    ],
)
def test_where_a_sentence_goes(text: str, place: str) -> None:
    assert topics.destination_in(text) == place


# --- past -----------------------------------------------------------------------------------------------
FASTEST = Claim(aspect=Aspect.VIA, name="route.fastest")
RING = Claim(aspect=Aspect.VIA, name="中环路", named=True)
JAZZ = Claim(aspect=Aspect.LIKE, name="media.genre.jazz")
WARM = Claim(aspect=Aspect.SET, name="climate.temperature", value="24")


def before(*claims_: Claim, refused: tuple[Claim, ...] = (), **changes: Any) -> PastPlan:
    defaults: dict[str, Any] = {
        "id": MemoryId("p"),
        "topic": Topic.ROUTE,
        "claims": frozenset(map(str, claims_)),
        "destination": "",
        "snapshot": DRY_MORNING.snapshot,
        "rejected": 1 if refused else 0,
        "refused": frozenset(map(str, refused)),
    }
    return PastPlan(**(defaults | changes))


@pytest.mark.parametrize(
    ("reason", "meant"),
    [
        ("中环路在修路", [RING]),
        ("别走中环", [RING]),
        ("今天不赶时间，不用最快", [FASTEST]),
        ("不喜欢", [FASTEST]),
        ("", [FASTEST]),
    ],
)
def test_what_a_reason_means(reason: str, meant: list[Claim]) -> None:
    assert list(past.meant((FASTEST, RING), reason)) == meant


def test_a_reason_that_speaks_of_warmth_means_the_temperature() -> None:
    assert past.meant((JAZZ, WARM), "太热了") == (WARM,)
    assert past.meant((WARM, JAZZ), "I don't feel like jazz") == (JAZZ,)


def test_the_same_circumstances_are_not_proposed_in_again() -> None:
    plans = [before(FASTEST, RING, refused=(RING,))]
    assert past.turned_down(RING, Topic.ROUTE, plans, DRY_MORNING, asked=True)
    assert not past.turned_down(FASTEST, Topic.ROUTE, plans, DRY_MORNING, asked=True)
    assert not past.turned_down(RING, Topic.MEDIA, plans, DRY_MORNING, asked=True)
    shorter = replace(RING, name="中环")
    assert past.turned_down(shorter, Topic.ROUTE, plans, DRY_MORNING, asked=True)


@pytest.mark.parametrize(
    "other",
    [
        replace(DRY_MORNING, snapshot=replace(DRY_MORNING.snapshot, raining=True)),
        replace(DRY_MORNING, snapshot=replace(DRY_MORNING.snapshot, daypart="evening")),
        replace(DRY_MORNING, snapshot=replace(DRY_MORNING.snapshot, day="sunday")),
        replace(DRY_MORNING, snapshot=replace(DRY_MORNING.snapshot, seats=("a", "b"))),
    ],
)
def test_other_circumstances_are_another_matter_when_asked(other: Circumstances) -> None:
    plans = [before(RING, refused=(RING,))]
    assert not past.turned_down(RING, Topic.ROUTE, plans, other, asked=True)
    assert past.turned_down(RING, Topic.ROUTE, plans, other, asked=False)
    twice = [*plans, before(RING, refused=(RING,), id=MemoryId("q"))]
    assert past.turned_down(RING, Topic.ROUTE, twice, other, asked=True)


def test_hurry_and_destination_are_circumstances() -> None:
    plans = [before(RING, refused=(RING,), hurry=True, destination="公司")]
    assert past.turned_down(RING, Topic.ROUTE, plans, DRY_MORNING, asked=True)
    assert not past.turned_down(RING, Topic.ROUTE, plans, replace(DRY_MORNING, hurry=False), asked=True)
    elsewhere = replace(DRY_MORNING, destination="学校")
    assert not past.turned_down(RING, Topic.ROUTE, plans, elsewhere, asked=True)


def test_acceptance_afterwards_allows_it_again() -> None:
    plans = [before(RING, refused=(RING,), accepted=1)]
    assert not past.turned_down(RING, Topic.ROUTE, plans, DRY_MORNING, asked=True)
    assert past.approved((RING,), Topic.ROUTE, [before(RING, accepted=3)]) == 3
    assert past.approved((RING,), Topic.ROUTE, [before(RING, rejected=3)]) == 0


def test_a_plan_comes_back_from_its_memory() -> None:
    made = Proposal(
        topic=Topic.ROUTE,
        category=Category.ROUTE,
        elements=(),
        claims=(FASTEST, RING),
        language=Language.CHINESE,
        text="",
        confidence=1.0,
    )
    circumstances = replace(DRY_MORNING, destination="公司", hurry=True)
    record = memory(kind=Kind.PLAN, slots=past.slots_of(made, circumstances), snapshot=circumstances.snapshot)
    known = past.recalled(record, str)
    assert (known.topic, known.destination, known.hurry) == (Topic.ROUTE, "公司", True)
    assert past.again(made, [known], circumstances) is known
    assert past.again(made, [known], replace(circumstances, hurry=False)) is None
    refused = past.recalled(past.with_refused(record, "中环在修路", str), str)
    assert refused.refused == {str(RING)}
    assert past.again(made, [refused], circumstances) is None


# --- choosing ----------------------------------------------------------------------------------------------
def element(text: str, weight: float = 0.8, category: Category = Category.ROUTE, **changes: Any) -> Element:
    of = told(text, category, id=MemoryId(text), **changes)
    return Element(
        ranked=ranked(of, score=weight),
        text=text,
        claims=claims(of, text),
        weight=weight,
        complaint=complains(text),
    )


def choice(topic: Topic = Topic.ROUTE, **changes: Any) -> Choice:
    return Choice(request=request("去哪"), topic=topic, circumstances=DRY_MORNING, **changes)


def test_one_way_is_chosen_and_what_to_avoid_on_it() -> None:
    way, other = element("去公司走北三环", 0.7), element("去公司走长安街", 0.6)
    avoid = element("避开积水的路", 0.9)
    chosen = choosing.choose([avoid, way, other], choice())
    assert [one.text for one in chosen] == [way.text, avoid.text]


def test_a_later_word_against_a_road_counts_however_it_ranks() -> None:
    way = element("去学校走中环路", 0.9)
    against = element("中环路天天堵，别走中环", 0.5, told=TOLD + 1)
    assert [one.text for one in choosing.choose([way, against], choice())] == [against.text]
    earlier = element("中环路天天堵，别走中环", 0.5, told=TOLD - 1)
    assert [one.text for one in choosing.choose([way, earlier], choice())] == [way.text]


def test_of_two_values_the_better_one_is_proposed() -> None:
    warm = element("空调二十四度", 0.8, Category.CLIMATE)
    cold = element("空调十八度", 0.7, Category.CLIMATE)
    assert choosing.choose([cold, warm], choice(Topic.CLIMATE)) == (warm,)


def test_what_was_accepted_before_comes_first() -> None:
    jazz, rock = element("我爱听爵士", 0.7, Category.MEDIA), element("我爱听摇滚", 0.72, Category.MEDIA)
    plans = (before(*jazz.claims, topic=Topic.MEDIA, accepted=3),)
    assert choosing.choose([jazz, rock], choice(Topic.MEDIA))[0].text == rock.text
    assert choosing.choose([jazz, rock], choice(Topic.MEDIA, past=plans))[0].text == jazz.text


def test_a_mere_fact_settles_nothing() -> None:
    meeting = element("周三九点开例会", category=Category.SCHEDULE, kind=Kind.FACT)
    leaving = element("我七点半出门", category=Category.SCHEDULE, kind=Kind.FACT)
    assert choosing.mere_fact(meeting)
    assert not choosing.mere_fact(leaving)


def test_what_is_for_elsewhere_or_for_a_jam_does_not_fit() -> None:
    jam = told("前面堵车就走滨江大道")
    assert not choosing.fits(jam, jam.text, choice(), frozenset({"commute"}), "")
    jammed = replace(choice(), request=request("前面堵了", intent="reroute"))
    assert choosing.fits(jam, jam.text, jammed, frozenset(), "")
    assert choosing.urgency(jam.text, jammed) > choosing.urgency("走北三环", jammed) == 1.0
    assert not choosing.fits(told("去学校走中环路"), "", choice(), frozenset({"commute"}), "school_run")
    assert choosing.fits(told("放儿歌", Category.MEDIA), "", choice(), frozenset({"commute"}), "school_run")


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_choices_never_contradict_and_never_repeat_what_was_turned_down(seed: int, most: int) -> None:
    """Random selections of real sentences; `seed` is Hypothesis's own."""
    dice = random.Random(seed)
    texts = ["去公司走北三环", "别走北三环", "避开北三环", "避开积水的路", "走高速", "别走高速", "走最快的路"]
    elements = [element(text, dice.random(), told=TOLD + dice.randrange(9)) for text in dice.sample(texts, 5)]
    turned = dice.choice([claim for one in elements for claim in one.claims])
    plans = (before(turned, refused=(turned,)),)
    chosen = choosing.choose(elements, choice(past=plans, most=most))
    assert len(chosen) <= most
    named = [claim for one in chosen for claim in one.claims]
    assert str(turned) not in map(str, named)
    for a in named:
        for b in named:
            opposed = {a.aspect, b.aspect} == {Aspect.VIA, Aspect.AVOID}
            assert not (opposed and (a.name == b.name or same_road(a.name, b.name)))


# --- saying ---------------------------------------------------------------------------------------------
def said(elements: list[Element], language: Language = Language.CHINESE, **changes: Any) -> str:
    given = {"asked": True, "destination": ""} | changes
    return saying.sentence(elements, Topic.ROUTE, language, **given)


def test_proposals_are_said_in_either_language() -> None:
    way = element("去公司我走最快的路")
    assert said([way], destination="公司") == "去公司，我建议走最快的路。"
    assert said([way], Language.ENGLISH, destination="work") == "For work I suggest: take the fastest route."
    assert said([way], asked=False) == "要不要走最快的路？"
    assert said([way], Language.ENGLISH, asked=False) == "How about this: take the fastest route?"


def test_trouble_is_the_reason_that_is_given() -> None:
    assert said([element("中山路那个路口天天堵")]) == (
        "我建议避开中山路那个路口（你说过“中山路那个路口天天堵”）。"
    )


def test_what_is_unsure_is_hedged_and_what_is_usual_says_so() -> None:
    unsure = element("走最快的路", confidence=0.7)
    assert saying.unsure(unsure)
    assert said([unsure], Language.ENGLISH) == "I suggest: perhaps take the fastest route."
    usual = replace(element("走最快的路", source=Source.REFLECTED), usual=True)
    assert said([usual]) == "我建议像平常那样走最快的路。"
    assert said([usual], Language.ENGLISH) == "I suggest: as you usually do, take the fastest route."


def test_sides_and_rows_are_named() -> None:
    mirror = element("右后视镜往下压一点", category=Category.MIRROR)
    rear = element("后排空调二十六度", category=Category.CLIMATE)
    assert said([mirror, rear]) == "我建议右后视镜往下调，后排空调调到 26 度。"
    assert said([mirror, rear], Language.ENGLISH) == (
        "I suggest: the right mirror tilted down, the rear temperature at 26 degrees."
    )


def test_polarity_of_a_setting_that_is_refused_is_no_setting() -> None:
    refused = told("空调二十八度", Category.CLIMATE, polarity=Polarity.AVOIDS)
    assert [claim.aspect for claim in claims(refused, refused.text)] == [Aspect.HEED]
