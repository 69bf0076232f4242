"""What conversations weigh, where they end, and what may be meant by "last time"."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import TOLD, memory

from cabin_memory.domain.conversation import Turn
from cabin_memory.domain.memory import MemoryId, MemoryRecord, Occasion, Provenance
from cabin_memory.domain.time import MINUTE, UtcMicros
from cabin_memory.domain.vocabulary import Kind, Outcome, Role
from cabin_memory.rules.session import (
    Referent,
    Tally,
    Told,
    changed_something,
    changes,
    chosen,
    confirmed,
    confirms,
    habitual,
    joined,
    qualifiers,
    sessions,
    strength,
    tally_of_told,
    tally_of_turns,
    told_within,
)

PAUSE = 15 * MINUTE
COUNTS = st.integers(0, 10_000)
TALLIES = st.builds(Tally, messages=COUNTS, changes=COUNTS, confirmations=COUNTS)


def at(minutes: int) -> UtcMicros:
    return UtcMicros(TOLD + minutes * MINUTE)


def told(name: str, minutes: int, session: str = "s", **changes: Any) -> MemoryRecord:
    source = Provenance(time=at(minutes), timezone="Asia/Shanghai", session=session)
    return memory(id=MemoryId(name), provenance=source, **({"kind": Kind.EPISODE} | changes))


def turn(text: str, minutes: int = 0, **changes: Any) -> Turn:
    return Turn(at=at(minutes), text=text, **changes)


def referent(name: str, *, back: int, topic: float = 0.9, weight: float = 0.4, **more: Any) -> Referent:
    one = Told(memory=told(name, -60 * back), at=at(-60 * back), session="s")
    return Referent(told=one, back=back, topic=topic, strength=weight, **more)


def names(found: list[Referent]) -> list[str]:
    return [one.told.memory.id for one in found]


# --- strength --------------------------------------------------------------------------------------------
def test_each_part_of_the_strength_has_its_weight() -> None:
    assert strength(Tally()) == 0
    assert strength(Tally(messages=3)) == pytest.approx(0.15)
    assert strength(Tally(changes=1)) == pytest.approx(0.25)
    assert strength(Tally(confirmations=1)) == pytest.approx(0.10)
    assert strength(Tally(messages=3, changes=1, confirmations=1)) == pytest.approx(0.5)


@given(TALLIES, TALLIES)
def test_more_of_anything_never_weighs_less(one: Tally, other: Tally) -> None:
    both = joined(one, other)
    assert max(strength(one), strength(other)) <= strength(both) < 1


def test_a_conversation_is_counted_from_its_turns() -> None:
    turns = [
        turn("空调二十四度", intent="climate.set", slots={"temperature": 24}),
        turn(
            "好的，空调已调到二十四度", role=Role.ASSISTANT, intent="climate.set", slots={"temperature": 24}
        ),
        turn("好的，就这样"),
        turn("外面几度", intent="weather.query", slots={"place": "here"}),
        turn("走大桥", intent="navigate", slots={"via": "大桥"}, outcome=Outcome.ACCEPTED),
        turn("走隧道", intent="navigate", slots={"via": "隧道"}, outcome=Outcome.REJECTED),
    ]
    assert tally_of_turns(turns) == Tally(messages=6, changes=2, confirmations=2)
    assert [one.text for one in confirmed(turns)] == ["空调二十四度", "走大桥"]


def test_a_conversation_that_is_over_is_counted_from_what_is_stored() -> None:
    stored = [
        told("A", 0, intent="climate.set", slots={"temperature": 24}, outcome=Outcome.ACCEPTED),
        told("B", 1, attribute="climate.fan", value="3"),
        told("C", 2, text="今天真堵"),
        told("D", 3, text="好的"),
    ]
    [one] = sessions(stored, PAUSE)
    assert tally_of_told(one.told) == Tally(messages=4, changes=2, confirmations=2)


@pytest.mark.parametrize(
    "text", ["好的，就这样", "嗯嗯", "可以", "行吧", "OK", "yes please", "That's fine, thanks", "对"]
)
def test_a_yes(text: str) -> None:
    assert confirms(text)


@pytest.mark.parametrize(
    "text", ["", "……", "好热啊", "空调开大点", "yes but louder", "ok take the bridge", "行程改到明天"]
)
def test_more_than_a_yes(text: str) -> None:
    assert not confirms(text)


@given(st.text(alphabet="嗯好的ok yes,，", max_size=3000))
def test_a_long_yes_is_read_quickly(text: str) -> None:
    confirms(text)  # the profile has no deadline; a pattern that backtracks would never end


def test_what_was_rejected_or_only_asked_changed_nothing() -> None:
    assert changes(turn("走大桥", intent="navigate"))
    assert not changes(turn("走大桥", intent="navigate", outcome=Outcome.REJECTED))
    assert not changes(turn("what is playing", intent="media.query"))
    assert not changes(turn("今天真堵"))
    assert not changed_something(told("A", 0, value="24", outcome=Outcome.REJECTED))


# --- where conversations end -----------------------------------------------------------------------------
def test_a_pause_ends_a_conversation_and_names_keep_them_apart() -> None:
    stored = [
        told("A", 0),
        told("B", 14),
        told("C", 30),
        told("D", 31, session=""),
        told("E", 120, session=""),
    ]
    found = sessions(stored, PAUSE)
    assert [(one.name, [t.memory.id for t in one.told]) for one in found] == [
        ("", ["E"]), ("", ["D"]), ("s", ["C"]), ("s", ["A", "B"]),
    ]  # fmt: skip
    assert found[-1].ended == at(14)


def test_a_memory_belongs_to_every_conversation_in_which_it_was_told() -> None:
    again = told("A", 0, session="later", earlier=(Occasion(time=at(-3000), session="first"),))
    assert [one.name for one in sessions([again], PAUSE)] == ["later", "first"]


@given(st.lists(st.tuples(st.integers(-5000, 0), st.sampled_from(["", "a", "b"])), max_size=40))
def test_conversations_tile_what_was_told(given_: list[tuple[int, str]]) -> None:
    stored = [told(f"{n:03}", minutes, session=name) for n, (minutes, name) in enumerate(given_)]
    found = sessions(stored, PAUSE)
    assert sorted(t.memory.id for one in found for t in one.told) == [m.id for m in stored]
    assert [one.ended for one in found] == sorted((one.ended for one in found), reverse=True)
    for one in found:
        times = [t.at for t in one.told]
        assert times == sorted(times)
        assert all(after - before <= PAUSE for before, after in pairwise(times))
        for other in found:
            if other is not one and other.name == one.name:
                assert abs(other.ended - one.told[0].at) > PAUSE


@given(
    st.lists(st.integers(-10_000, 0), min_size=1, max_size=6, unique=True),
    st.integers(-10_000, 0),
    st.integers(0, 5000),
)
def test_told_within_finds_the_last_occasion_there(times: list[int], since: int, length: int) -> None:
    first = sorted(times)
    earlier = tuple(Occasion(time=at(minutes), session="s") for minutes in first[:-1])
    found = told_within([told("A", first[-1], earlier=earlier)], at(since), at(since + length))
    inside = [minutes for minutes in first if since <= minutes < since + length]
    assert [one.at for one in found] == [at(minutes) for minutes in inside[-1:]]
    for one in found:
        assert one.as_told().provenance.time == one.at


# --- what is meant ---------------------------------------------------------------------------------------
def test_the_present_conversation_comes_first_then_the_latest_comparable_one() -> None:
    found = chosen(
        [
            referent("OLD", back=3, weight=0.9),
            referent("LAST", back=1, weight=0.35),
            referent("NOW", back=0, weight=0.05, topic=0.85),
            referent("OTHER", back=1, topic=0.3, weight=0.9),
        ],
        0.65,
    )
    assert names(found) == ["NOW", "LAST", "OLD"]


def test_what_is_much_less_like_the_topic_is_not_comparable() -> None:
    found = chosen([referent("DUMPLINGS", back=1, topic=0.7), referent("HOTPOT", back=2, topic=0.95)], 0.65)
    assert names(found) == ["HOTPOT"]


def test_what_a_topic_says_beyond_the_name_of_its_matter_counts() -> None:
    front, rear = referent("FRONT", back=1, special=0.0), referent("REAR", back=2, special=1.0)
    assert names(chosen([front, rear], 0.65)) == ["REAR"]
    assert names(chosen([front, replace(rear, special=0.0)], 0.65)) == ["FRONT", "REAR"]


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1), st.floats(0, 1)), max_size=12))
def test_what_is_chosen_is_ordered_and_close(given_: list[tuple[int, float, float]]) -> None:
    offered = [referent(f"{n:02}", back=b, topic=t, weight=w) for n, (b, t, w) in enumerate(given_)]
    found = chosen(offered, 0.65)
    assert bool(found) == any(one.topic >= 0.65 for one in offered)
    assert all(one.topic >= 0.65 for one in found)
    keys = [(one.back > 0, -one.score) for one in found]
    assert keys == sorted(keys)
    assert len(set(names(found))) == len(found)
    assert all(0 <= one.score <= one.topic for one in found)


def test_the_usual_is_what_lasts_or_recurs() -> None:
    assert habitual(told("A", 0, occurrences=2))
    assert habitual(told("A", 0, kind=Kind.PREFERENCE))
    assert not habitual(told("A", 0))


@pytest.mark.parametrize(
    ("topic", "special"),
    [("后排空调", "后排"), ("空调", ""), ("Rear climate", "rear"), ("⟦place:3⟧的路线", "⟦place:3⟧"),
     ("the AC", ""), ("seat heating", "heating"), ("火锅店", "火锅店"), ("", "")],
)  # fmt: skip
def test_qualifiers(topic: str, special: str) -> None:
    assert qualifiers(topic) == special
