"""What a request is about, and where what matters for it is filed."""

import re
from collections.abc import Mapping, Sequence

from cabin_memory.domain import lexicon_roads as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.plans import PlanRequest, Topic
from cabin_memory.domain.vocabulary import Category

_C = Category

# All that applies now is looked through.
_PRIMARY: Mapping[Topic, tuple[Category, ...]] = {
    Topic.ROUTE: (_C.ROUTE, _C.NAVIGATION),
    Topic.CLIMATE: (_C.CLIMATE,),
    Topic.SEAT: (_C.SEAT, _C.MIRROR),
    Topic.MEDIA: (_C.MEDIA, _C.VOLUME),
    Topic.CHARGING: (_C.CHARGING,),
    Topic.DEPARTURE: (_C.SCHEDULE,),
    Topic.SAFETY: (_C.SAFETY,),
}
# Only what was found by the words of the request.
_SECONDARY: Mapping[Topic, tuple[Category, ...]] = {
    Topic.ROUTE: (_C.PARKING, _C.SAFETY, _C.CHARGING, _C.DRIVING_STYLE),
    Topic.CLIMATE: (_C.WINDOW, _C.SEAT),
    Topic.CHARGING: (_C.PARKING,),
    Topic.DEPARTURE: (_C.ROUTE, _C.NAVIGATION),
}
_TOPICS = {category: topic for topic, listed in _PRIMARY.items() for category in listed} | {
    _C.SCHEDULE: Topic.OTHER  # most of it is no time to leave
}
TRIP_START = (Topic.SEAT, Topic.CLIMATE, Topic.ROUTE, Topic.MEDIA, Topic.CHARGING, Topic.SAFETY)
"""What a trip may begin with, unasked. When to leave is over by then."""

_DEPARTURE = re.compile(words.ASKS_WHEN_TO_LEAVE)
_DEPARTURE_INTENT = re.compile(r"depart|leave|出发")
_GOING = re.compile(words.GOING)
_OBSTRUCTED = re.compile(words.OBSTRUCTED)
_REROUTE = re.compile(words.REROUTE)
_BOUND_FOR = re.compile(words.BOUND_FOR)
_NO_PLACE = re.compile(words.NO_PLACE)
_SCHOOL, _TO_WORK, _FROM_WORK = (re.compile(one) for one in (words.SCHOOL, words.TO_WORK, words.FROM_WORK))
_HOME = re.compile(words.HOME)
_PLACE_SLOTS = ("destination", "to", "place", "poi")


def topic_of(request: PlanRequest, category: Category) -> Topic | None:
    """The topic that intent, slots and words name; None where they name none.

    Args:
        category: of the request by its intent, slots and words.
    """
    said = plain(request.text)
    if _DEPARTURE.search(said) or _DEPARTURE_INTENT.search(plain(request.intent)):
        return Topic.DEPARTURE
    if category in _TOPICS and category is not _C.SCHEDULE:
        return _TOPICS[category]
    if destination_of(request) or _GOING.search(said):
        return Topic.ROUTE
    return None if category in (_C.OTHER, _C.SMALLTALK) else Topic.OTHER


def topic_for(category: Category) -> Topic:
    """The topic of something that was found, where the request named none."""
    return _TOPICS.get(category, Topic.OTHER)


def primary(topic: Topic, category: Category) -> Sequence[Category]:
    """Categories of which all that applies now is looked through; `category` is that of the request."""
    return _PRIMARY.get(topic, (category,))


def belonging(topic: Topic, category: Category) -> frozenset[Category]:
    """Categories from which a plan on this topic may be made, with what the words of the request found."""
    health = (_C.HEALTH,) if topic is Topic.OTHER and category is _C.FOOD else ()
    return frozenset((*primary(topic, category), *_SECONDARY.get(topic, ()), *health))


def category_of(topic: Topic, category: Category) -> Category:
    """Under which category a plan is filed, and by which the table of speaking up judges it."""
    return category if topic is Topic.OTHER else _PRIMARY[topic][0]


def destination_of(request: PlanRequest) -> str:
    """Where the trip goes, as the slots name it; empty where they do not."""
    return next((str(request.slots[key]) for key in _PLACE_SLOTS if request.slots.get(key)), "")


def obstructed(request: PlanRequest) -> bool:
    """Whether the request says that the way is jammed or closed."""
    return bool(_OBSTRUCTED.search(plain(request.about)) or _REROUTE.search(plain(request.intent)))


def destination_in(text: str) -> str:
    """The words by which a sentence names where it goes; empty where it names no place."""
    said = plain(text)
    if _SCHOOL.search(said):
        return "school"
    if _HOME.search(said):
        return "home"
    if name := _named(text):
        return name
    if _FROM_WORK.search(said):
        return "home"
    return "office" if _TO_WORK.search(said) else ""


def _named(text: str) -> str:
    found = _BOUND_FOR.search(text)
    if found is None:
        return ""
    name = plain(found["zh"] or found["en"] or found["lead"])
    return "" if _NO_PLACE.search(name) else name.removeprefix("the ").removeprefix("my ")
