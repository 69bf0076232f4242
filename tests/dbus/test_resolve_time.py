"""ResolveTime over the bus, and the same inside Recall: every gate, both languages, changes of clocks."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cabin import DRIVER, MOVING, PARKED, REVERSING, SECOND, CallFailed, RunningDaemon, variant

OTHER = "oem:u-1002"
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86_400 * SECOND


def moment(iso: str) -> int:
    seconds = int(datetime.fromisoformat(iso).timestamp())
    return seconds * SECOND


async def resolve(daemon: RunningDaemon, phrase: str, **options: Any) -> Any:
    await daemon.settle()
    return await daemon.call("ResolveTime", phrase, **options)


def texts(reply: Any) -> list[str]:
    return [one["text"] for one in reply["candidates"]]


async def later(daemon: RunningDaemon, micros: int) -> None:
    """Let time pass; the signals go on."""
    await daemon.advance(micros)
    await daemon.drive(PARKED)


async def set_climate(daemon: RunningDaemon, degrees: int, session: str, **options: Any) -> Any:
    return await daemon.observe(
        f"Set the climate to {degrees} degrees",
        session=session,
        intent="climate.set",
        slots={"temperature": degrees},
        outcome="accepted",
        **options,
    )


async def test_the_last_time_of_a_topic_and_nothing_else(daemon: RunningDaemon) -> None:
    for session, way in enumerate(("tunnel", "ring road")):
        await daemon.observe(
            f"Take the {way} to Lake Street", session=f"s{session}", intent="navigate", slots={"via": way}
        )
        await later(daemon, DAY)
    await daemon.observe("Find a place with good dumplings", session="three")
    await later(daemon, DAY)
    found = await resolve(daemon, "like last time", topic="route", session="four")
    assert (found["status"], found["reason"]) == ("ok", "")
    assert texts(found) == ["Take the ring road to Lake Street", "Take the tunnel to Lake Street"]
    first, second = found["candidates"]
    assert first["score"] > second["score"]
    assert 0 < first["relevance"] <= 1
    assert first["channels"] == ["last_time"]
    assert first["because"].endswith("2 conversations ago.")
    nothing = await resolve(daemon, "like last time", topic="sunroof")
    assert (nothing["status"], nothing["reason"]) == ("nothing_relevant", "below_threshold")


async def test_recall_answers_from_it_what_should_be_like_last_time(daemon: RunningDaemon) -> None:
    await set_climate(daemon, 26, "one")
    await later(daemon, DAY)
    await set_climate(daemon, 23, "two")
    await later(daemon, DAY)
    await daemon.settle()
    for question in ("set the climate like last time", "按上次的来，空调", "空调跟上次一样"):
        answer = await daemon.recall(question, session="three")
        assert answer["status"] == "ok", question
        assert answer["memories"][0]["text"] == "Set the climate to 23 degrees", question
    assert "last_time" in answer["memories"][0]["channels"]
    # Without a topic it is what the last conversation changed; a question about the past is none of these.
    assert (await daemon.recall("set it like last time"))["memories"][0]["text"].endswith("23 degrees")
    asked = await daemon.recall("What temperature do I like?")
    assert not any("last_time" in one["channels"] for one in asked["memories"])


async def test_the_present_conversation_comes_first(daemon: RunningDaemon) -> None:
    await daemon.observe(
        "走小路去云杉路", session="old", intent="navigate", slots={"via": "小路"}, outcome="accepted"
    )
    await later(daemon, DAY)
    await daemon.observe("走大桥去云杉路", session="now", intent="navigate", slots={"via": "大桥"})
    await later(daemon, 2 * MINUTE)
    found = await resolve(daemon, "按之前那个路线", session="now")
    assert texts(found)[0] == "走大桥去云杉路"
    assert found["candidates"][0]["channels"] == ["session"]
    just_now = await resolve(daemon, "刚才那个", session="now")
    assert texts(just_now) == ["走大桥去云杉路"]
    await later(daemon, 20 * MINUTE)
    over = await resolve(daemon, "刚才那个", session="now")
    assert (over["status"], over["reason"]) == ("nothing_relevant", "no_match")


async def test_a_trip_ends_the_conversation(daemon: RunningDaemon) -> None:
    await daemon.observe("走大桥去云杉路", session="now", intent="navigate", slots={"via": "大桥"})
    found = await resolve(daemon, "之前那个路线", session="now")
    assert found["candidates"][0]["channels"] == ["session"]
    await daemon.drive(PARKED | {"Vehicle.LowVoltageSystemState": "OFF"})
    await daemon.drive(PARKED)
    found = await resolve(daemon, "之前那个路线", session="now")
    assert found["candidates"][0]["channels"] == ["last_time"]


async def test_what_was_rejected_is_not_wanted_again(daemon: RunningDaemon) -> None:
    for way, outcome in (("tunnel", "rejected"), ("ring road", "accepted")):
        await daemon.observe(
            f"Take the {way} to Lake Street",
            session="one",
            intent="navigate",
            slots={"via": way},
            outcome=outcome,
        )
        await daemon.advance(MINUTE)
    await later(daemon, DAY)
    assert texts(await resolve(daemon, "as before", topic="route")) == ["Take the ring road to Lake Street"]
    # A day is told as it was.
    assert len(texts(await resolve(daemon, "yesterday"))) == 2


@pytest.mark.parametrize(
    ("zone", "before", "inside", "after", "now"),
    [
        ("Europe/Berlin", "2026-03-28T23:50+01:00", ["2026-03-29T00:10+01:00", "2026-03-29T23:50+02:00"],
         "2026-03-30T00:10+02:00", "2026-03-30T09:00+02:00"),
        ("Europe/Berlin", "2026-10-24T23:50+02:00", ["2026-10-25T00:10+02:00", "2026-10-25T23:50+01:00"],
         "2026-10-26T00:10+01:00", "2026-10-26T09:00+01:00"),
        ("America/New_York", "2026-03-07T23:50-05:00", ["2026-03-08T00:10-05:00", "2026-03-08T23:50-04:00"],
         "2026-03-09T00:10-04:00", "2026-03-09T09:00-04:00"),
        ("America/New_York", "2026-10-31T23:50-04:00", ["2026-11-01T00:10-04:00", "2026-11-01T23:50-05:00"],
         "2026-11-02T00:10-05:00", "2026-11-02T09:00-05:00"),
        ("Asia/Shanghai", "2026-03-28T23:50+08:00", ["2026-03-29T00:10+08:00", "2026-03-29T23:50+08:00"],
         "2026-03-30T00:10+08:00", "2026-03-30T09:00+08:00"),
    ],
)  # fmt: skip
async def test_yesterday_is_a_local_day_also_where_clocks_change(
    daemon: RunningDaemon, zone: str, before: str, inside: list[str], after: str, now: str
) -> None:
    sights = {
        before: "tulip garden",
        inside[0]: "glass museum",
        inside[1]: "steam mill",
        after: "old harbour",
    }
    for time, sight in sights.items():
        await daemon.set_time(moment(time))
        await daemon.drive(PARKED)
        await daemon.observe(f"I want to see the {sight}", timezone=zone)
    await daemon.set_time(moment(now))
    await daemon.drive(PARKED)
    for phrase in ("yesterday", "昨天"):
        found = await resolve(daemon, phrase)
        assert {text.removeprefix("I want to see the ") for text in texts(found)} == {
            "glass museum",
            "steam mill",
        }
        assert {
            datetime.fromtimestamp(one["time"] / SECOND, ZoneInfo(zone)).date() for one in found["candidates"]
        } == {datetime.fromisoformat(inside[0]).date()}


async def test_the_zone_may_be_named_and_must_exist(daemon: RunningDaemon) -> None:
    await daemon.set_time(moment("2026-03-03T23:50+08:00"))
    await daemon.drive(PARKED)
    await daemon.observe("I want to see the chrysanthemum show", timezone="Asia/Shanghai")
    await later(daemon, 20 * MINUTE)
    assert len(texts(await resolve(daemon, "yesterday"))) == 1
    assert texts(await resolve(daemon, "yesterday", timezone="Europe/Berlin")) == []
    assert len(texts(await resolve(daemon, "today", timezone="Europe/Berlin"))) == 1
    with pytest.raises(CallFailed) as wrong:
        await resolve(daemon, "yesterday", timezone="Mars/Base")
    assert wrong.value.name == "InvalidArgument"


async def test_what_was_told_again_since_is_still_of_that_day(daemon: RunningDaemon) -> None:
    first = await daemon.observe("我喜欢靠窗的餐厅", session="one", timezone="Asia/Shanghai")
    at = 1_772_499_600 * SECOND
    await later(daemon, DAY)
    again = await daemon.observe("我喜欢靠窗的餐厅", session="two", timezone="Asia/Shanghai")
    assert again["id"] == first["id"]
    [found] = (await resolve(daemon, "昨天说的餐厅"))["candidates"]
    assert found["id"] == first["id"]
    assert at <= found["time"] < at + HOUR
    other = await resolve(daemon, "昨天说的音乐")
    assert (other["status"], other["reason"]) == ("nothing_relevant", "below_threshold")


async def test_the_gates_are_those_of_recall(daemon: RunningDaemon) -> None:
    kept = await daemon.observe(
        "Take me to my dentist at 12 Rose Street", intent="navigate", timezone="Asia/Shanghai"
    )
    assert kept["sensitivity"] == "high"
    await later(daemon, DAY)
    await daemon.drive(REVERSING)
    suppressed = await resolve(daemon, "yesterday")
    assert (suppressed["status"], suppressed["reason"]) == ("suppressed", "reversing")
    await daemon.advance(10 * SECOND)
    assert (await resolve(daemon, "yesterday"))["reason"] == "vehicle_state_unknown"
    await daemon.drive(PARKED)
    assert len(texts(await resolve(daemon, "yesterday"))) == 1
    await daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
    private = await resolve(daemon, "yesterday")
    assert (private["status"], private["reason"]) == ("nothing_relevant", "passenger_present")
    other = await resolve(daemon, "yesterday", speaker=OTHER)
    assert (other["status"], other["reason"]) == ("nothing_relevant", "no_memories")
    await daemon.driver(confidence=40.0)
    assert (await resolve(daemon, "yesterday"))["reason"] == "guest"
    with pytest.raises(CallFailed) as nobody:
        await resolve(daemon, "yesterday", speaker=OTHER)
    assert nobody.value.name == "UnknownOccupant"
    await daemon.driver()
    await daemon.forget(kept["id"], confirm=True)
    assert (await resolve(daemon, "yesterday"))["reason"] == "no_memories"


async def test_on_the_move_there_are_three_at_most(daemon: RunningDaemon) -> None:
    for sight in ("castle", "harbour", "museum", "tower", "windmill"):
        await daemon.observe(f"I want to see the {sight}", timezone="Asia/Shanghai")
        await daemon.advance(MINUTE)
    await daemon.drive(PARKED)
    assert len(texts(await resolve(daemon, "today"))) == 5
    await daemon.drive(MOVING)
    assert len(texts(await resolve(daemon, "today"))) == 3


async def test_other_phrases_are_not_understood(daemon: RunningDaemon) -> None:
    await daemon.observe("Play some jazz")
    found = await resolve(daemon, "play some jazz")
    assert (found["status"], found["reason"], found["candidates"]) == (
        "nothing_relevant",
        "not_understood",
        [],
    )
    with pytest.raises(CallFailed) as unknown:
        await resolve(daemon, "yesterday", colour="red")
    assert unknown.value.name == "InvalidArgument"


async def test_what_an_assistant_says_is_never_a_candidate(daemon: RunningDaemon) -> None:
    await set_climate(daemon, 22, "one")
    await daemon.observe("The climate is set to 22 degrees now", role="assistant", session="one")
    await daemon.observe("ok, like that", session="one")
    await later(daemon, MINUTE)
    assert texts(await resolve(daemon, "like before", topic="climate", session="one")) == [
        "Set the climate to 22 degrees"
    ]


async def test_only_the_last_five_conversations_are_looked_through(daemon: RunningDaemon) -> None:
    await daemon.observe(
        "Play the Goldberg Variations",
        session="zero",
        intent="media.play",
        slots=variant({"title": "Goldberg"}),
    )
    sights = ("castle", "harbour", "museum", "tower", "windmill")
    for number, sight in enumerate(sights):
        assert texts(await resolve(daemon, "the music from last time")) == ["Play the Goldberg Variations"]
        await later(daemon, HOUR)
        await daemon.observe(f"Drive me to the {sight}", session=f"s{number}")
    # The latest of them is still under way.
    assert texts(await resolve(daemon, "the music from last time")) == ["Play the Goldberg Variations"]
    await later(daemon, HOUR)
    await daemon.observe("Drive me home", session="s5")
    assert (await resolve(daemon, "the music from last time", session="s5"))["candidates"] == []
