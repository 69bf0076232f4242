"""A new sentence against a memory: conditions, attributes, likeness."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabin_memory.domain.relation import Ground, Relation, RelationModel, Statement
from cabin_memory.domain.situation import Condition, ConditionKind
from cabin_memory.domain.text import language_of
from cabin_memory.domain.vocabulary import Category
from cabin_memory.rules import attributes, categories, stated_conditions, topics
from cabin_memory.rules.conflict import RELATIONS, decide, features, probabilities, relate, relations
from rules.texts import sentences

REPEAT, CHANGE, NEGATION, UNRELATED = Relation
RAIN = (Condition(kind=ConditionKind.WEATHER, any_of=frozenset({"rain"})),)


def said(text: str) -> Statement:
    category = categories.categorise(text)
    attribute, value, polarity = attributes.extract(text, category)
    return Statement(
        reading=topics.read(text),
        language=language_of(text),
        category=category,
        attribute=attribute,
        value=value,
        polarity=polarity,
        conditions=stated_conditions.parse(text, category),
    )


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ("空调22度", "空调24度", CHANGE),
        ("空调二十二度", "空调22度", REPEAT),
        ("座椅加热开到二档", "座椅加热开到三档", CHANGE),
        ("recline my seat to position nine", "recline my seat to position five", CHANGE),
        ("I take two sugars in my coffee", "Starting today I take no sugar in my coffee", CHANGE),
        ("叫我小王", "叫我小李", CHANGE),
        ("我喜欢走高速，出城都走高速", "以后别走高速了，出城走国道", NEGATION),
        ("我不吃辣，点菜都要不辣的", "我要吃辣，点菜都要辣的", NEGATION),
        ("空调调低一点", "把空调调低一点", REPEAT),
    ],
)
def test_attributes_decide_whatever_the_likeness(old: str, new: str, relation: Relation) -> None:
    for cosine in (None, -1.0, 0.0, 1.0):
        found = relate(said(new), said(old), cosine)
        assert (found.relation, found.ground, found.probability) == (relation, Ground.ATTRIBUTE, 1.0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("赶时间的时候走高架", "不赶时间的时候别走高架，走地面看看街景"),
        ("I like the highway", "Avoid the highway when it rains"),
        ("下雨天空调22度", "空调22度"),
    ],
)
def test_other_conditions_leave_both(old: str, new: str) -> None:
    found = relate(said(new), said(old), 1.0)
    assert (found.relation, found.ground) == (UNRELATED, Ground.CONDITIONS)


def test_equal_conditions_are_compared() -> None:
    old, new = said("下雨天空调22度"), said("下雨天空调24度")
    assert old.conditions == RAIN
    assert relate(new, old, 0.9).relation is CHANGE


@pytest.mark.parametrize(
    ("old", "new", "cosine", "wanted"),
    [
        ("I always fill up at Petrolux", "take me to a Petrolux please", 0.6, {REPEAT}),
        ("I always fill up at Petrolux", "no Petrolux any more, they got rude", 0.5, {CHANGE, NEGATION}),
        ("I always fill up at Petrolux", "switch to Fuelino for petrol from now on", 0.4, {CHANGE}),
        ("找便宜的餐厅，我不想花太多", "帮我找家实惠的餐馆", 0.6, {REPEAT}),
        ("找便宜的餐厅，我不想花太多", "餐厅不用找便宜的了", 0.6, {CHANGE, NEGATION}),
        ("找便宜的餐厅，我不想花太多", "以后改找高档餐厅", 0.5, {CHANGE}),
        ("I like history podcasts", "comedy podcasts are my thing now", 0.5, {CHANGE}),
        ("I like history podcasts", "set the fan to low", 0.1, {UNRELATED}),
        ("停车要有顶棚的", "找个便宜的餐馆", 0.1, {UNRELATED}),
        ("Find restaurants that take cash", "find gas stations that take cash", 0.4, {UNRELATED}),
    ],
)
def test_words_and_likeness_decide_the_rest(old: str, new: str, cosine: float, wanted: set[Relation]) -> None:
    found = relate(said(new), said(old), cosine, 0.3)
    assert found.relation in wanted, found
    assert found.ground is Ground.LIKENESS
    assert found.because


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Play ⟦person:3⟧", "Play ⟦person:4⟧"),
        ("带我去⟦place:3⟧", "带我去⟦place:4⟧"),
        ("play the podcast Night Owls", "play the podcast Deep Space"),
        ("remind me every 2 hours", "remind me every 3 hours"),
        ("B2 的车位最方便", "B3 的车位最方便"),
    ],
)
def test_another_name_or_number_is_never_a_repetition(old: str, new: str) -> None:
    assert relate(said(new), said(old), 1.0, 0.0).relation is not REPEAT


def test_what_is_liked_besides_changes_nothing() -> None:
    old = said("I like rap music")
    assert relate(said("I like jazz music now instead"), old, 0.6, 0.3).relation is CHANGE
    assert relate(said("I also like jazz music"), old, 0.6, 0.3).relation is UNRELATED


def test_one_sentence_decides_about_the_likeliest_memory() -> None:
    memories = ["I like history podcasts", "play rock music", "I pay in cash at restaurants"]
    new = said("no more rock music please, put on some jazz")
    place, found = decide(new, [(said(m), c) for m, c in zip(memories, (0.2, 0.6, 0.0), strict=True)]) or (
        None,
        None,
    )
    assert place == 1
    assert found is not None
    assert found.relation in {CHANGE, NEGATION}
    assert decide(said("what a lovely day"), [(said(m), 0.0) for m in memories]) is None
    assert decide(new, []) is None


def test_a_memory_that_leads_is_surer_than_one_among_equals() -> None:
    old, new = said("白噪音听雨声，放松"), said("放雨声")
    assert relate(new, old, 0.6, 0.1).probability > relate(new, old, 0.6, 0.6).probability


def test_without_vectors_words_still_decide() -> None:
    assert relate(said("avoid Petrolux stations"), said("take me to Petrolux stations"), None).relation in {
        CHANGE,
        NEGATION,
    }


def test_the_model_must_be_finite() -> None:
    with pytest.raises(ValueError, match="finite"):
        RelationModel(bias=dict.fromkeys(RELATIONS, 0.0), weights={"cosine": (1.0, float("nan"), 0.0)})


@given(
    found=st.dictionaries(
        st.sampled_from(["cosine", "lead", "same", "turned", "unknown"]), st.floats(-1e3, 1e3)
    ),
    weights=st.tuples(*[st.floats(-50, 50)] * 3),
)
def test_probabilities_are_a_distribution(
    found: dict[str, float], weights: tuple[float, float, float]
) -> None:
    model = RelationModel(bias=dict.fromkeys(RELATIONS, 0.0), weights={"cosine": weights, "same": weights})
    chances = probabilities(model, found)
    assert all(0 <= chance <= 1 for chance in chances.values())
    assert sum(chances.values()) <= 1 + 1e-9


@given(old=sentences, new=sentences, cosine=st.floats(-1, 1), rival=st.floats(-1, 1))
def test_any_two_sentences_are_decided_alike_each_time(
    old: str, new: str, cosine: float, rival: float
) -> None:
    first = relate(said(new), said(old), cosine, rival)
    assert first == relate(said(new), said(old), cosine, rival)
    assert 0 <= first.probability <= 1 + 1e-9


@given(texts=st.lists(sentences, max_size=4), new=sentences, cosine=st.floats(-1, 1))
def test_decide_picks_the_surest_of_the_relations(texts: list[str], new: str, cosine: float) -> None:
    memories = [(said(text), cosine) for text in texts]
    all_of_them = relations(said(new), memories)
    chosen = decide(said(new), memories)
    touched = [r for r in all_of_them if r.relation is not UNRELATED]
    assert (chosen is None) == (not touched)
    if chosen is not None:
        assert chosen[1] == all_of_them[chosen[0]]
        assert chosen[1].probability == max(r.probability for r in touched)


def test_a_category_that_is_unknown_is_no_likeness() -> None:
    old, new = said("the third thing"), said("another thing")
    assert (old.category, new.category) == (Category.OTHER, Category.OTHER)
    assert features(new, old, 0.0)["category"] == 0.0
