"""What a sentence is about, for comparing it with a memory."""

import pytest
from hypothesis import given

from cabin_memory.domain.lexicon import phrases
from cabin_memory.domain.lexicon_topics import NEAR, OF, OPPOSITE, THINGS
from cabin_memory.domain.lexicon_values import ASPECTS
from cabin_memory.domain.relation import Cue, Stance
from cabin_memory.rules.topics import read
from rules.texts import sentences

WANTS, REFUSES, ENDS = Stance


@pytest.mark.parametrize(
    ("text", "topic", "stance"),
    [
        ("find a cheap restaurant", ("restaurant", "price", "low"), WANTS),
        ("avoid toll roads", ("route", "road", "toll"), REFUSES),
        ("a burger place instead of an Italian one", ("restaurant", "cuisine", "italian"), REFUSES),
        ("cash, not card", ("", "payment", "card"), REFUSES),
        ("cash, not card", ("", "payment", "cash"), WANTS),
        ("I'm fed up with jazz", ("music", "genre", "jazz"), ENDS),
        ("the price of petrol doesn't matter", ("fuel", "price", "any"), WANTS),
        ("nothing with nuts", ("restaurant", "diet", "nuts"), WANTS),
        ("a nut-free restaurant", ("restaurant", "diet", "nuts"), WANTS),
        ("covered parking please", ("parking", "cover", "yes"), WANTS),
        ("I don't want to walk more than ten minutes from the car park", ("parking", "number", "10"), WANTS),
        ("喝茶不喝咖啡", ("drink", "", ""), REFUSES),
        ("川菜我吃腻了", ("restaurant", "cuisine", "sichuan"), ENDS),
        ("川菜不吃", ("restaurant", "cuisine", "sichuan"), REFUSES),
        ("有没有川菜馆", ("restaurant", "cuisine", "sichuan"), WANTS),
        ("风量开到二档", ("fan", "number", "2"), WANTS),
        ("听周杰伦的歌", ("music", "name", "周杰伦"), WANTS),
        ("放《慢火车》", ("", "name", "慢火车"), WANTS),
        ("加油去中石化", ("fuel", "name", "中石化"), WANTS),
        ("去⟦place:3⟧吃饭", ("restaurant", "name", "⟦place:3⟧"), WANTS),
    ],
)
def test_claims(text: str, topic: tuple[str, str, str], stance: Stance) -> None:
    assert read(text).claims.get(topic) is stance


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Play Asphalt Rain by the Gritty Four", {"asphalt", "rain", "gritty", "four"}),
        ("Find an Italian restaurant", set()),
        ("I like it on Monday", set()),
        ("Stop at ChargeNow stations", {"chargenow"}),
        ("用 Tunely 听歌", {"tunely"}),
        ("play night owls", set()),
    ],
)
def test_names_are_known_by_how_they_are_written(text: str, names: set[str]) -> None:
    assert read(text).names == names


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("from now on no sugar", Cue.LASTS),
        ("以后都走国道", Cue.LASTS),
        ("not any more", Cue.ENDS),
        ("以后别推荐了", Cue.ENDS),
        ("改成24度", Cue.REPLACES),
        ("jazz instead", Cue.REPLACES),
        ("it doesn't have to be cheap", Cue.RELEASES),
        ("不用找便宜的", Cue.RELEASES),
        ("just today no music", Cue.PASSING),
        ("今天先不听新闻", Cue.PASSING),
        ("我也喜欢爵士", Cue.ADDS),
        ("where could we eat", Cue.ASKS),
    ],
)
def test_cues(text: str, cue: Cue) -> None:
    assert cue in read(text).cues


def test_a_value_belongs_to_the_thing_of_its_own_sentence() -> None:
    claims = read("Find a cheap restaurant. Set the fan to low.").claims
    assert ("restaurant", "price", "low") in claims
    assert ("fan", "level", "low") in claims
    assert ("fan", "price", "low") not in claims


def test_every_aspect_and_thing_that_the_tables_name_is_listed() -> None:
    assert set(OF) <= set(ASPECTS)
    assert set(OPPOSITE) | set(OPPOSITE.values()) <= set(ASPECTS)
    assert {thing for things in OF.values() for thing in things} - {""} <= set(THINGS)
    assert set(NEAR) | {thing for near in NEAR.values() for thing in near} <= set(THINGS)


@pytest.mark.parametrize("aspect", sorted(set(ASPECTS) - set(OPPOSITE)))
def test_every_listed_value_is_read(aspect: str) -> None:
    for value, listed in ASPECTS[aspect].items():
        for phrase in phrases(listed):
            found = {(a, v) for (_, a, v) in read(phrase).claims}
            assert (aspect, value) in found or _hidden(phrase, aspect), (phrase, found)


def _hidden(phrase: str, aspect: str) -> bool:
    """A phrase may also be a thing of which there is no such aspect, or end what it names."""
    reading = read(phrase)
    here = {thing for thing, a, _ in reading.claims if not a}
    may = OF.get(aspect)
    return bool(here and may and not here & set(may)) or Stance.ENDS in reading.claims.values()


@given(sentences)
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text)
    assert reading == read(text)
    assert all(len(topic) == 3 for topic in reading.claims)
