"""What a trip is for, and which memories belong to it (DESIGN 6: scenes).

A scene is given by the assistant or inferred from destination, time and occupants. What is volunteered counts
fully when its category belongs to the scene and a tenth otherwise; health only on the way to a doctor. What
somebody asks for does not depend on the scene.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cabin_memory.domain.people import Cabin, SeatRole
from cabin_memory.domain.settings import Section, setting
from cabin_memory.domain.situation import Situation
from cabin_memory.domain.vocabulary import Category, Scene

INSIDE, OUTSIDE = 1.0, 0.1
_LONG_TRIP_WORDS = re.compile(r"自驾|出省|回老家|长途|\broad ?trip\b|\blong (?:drive|trip|way)\b")


def _categories(*categories: Category) -> tuple[str, ...]:
    # Safety belongs everywhere.
    return tuple(category.value for category in (Category.SAFETY, *categories))


def _belonging(name: str, *categories: Category) -> tuple[str, ...]:
    belonging: tuple[str, ...] = setting(
        _categories(*categories), f"categories that belong to {name}", choices=tuple(Category)
    )
    return belonging


_C = Category


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneSettings(Section):
    """Which categories belong to which scene."""

    commute: tuple[str, ...] = _belonging(
        "the way to or from work", _C.ROUTE, _C.NAVIGATION, _C.MEDIA, _C.VOLUME, _C.CLIMATE, _C.SCHEDULE,
        _C.DRIVING_STYLE, _C.SEAT, _C.PARKING,
    )  # fmt: skip
    school_run: tuple[str, ...] = _belonging(
        "taking children to school", _C.ROUTE, _C.NAVIGATION, _C.FAMILY, _C.SCHEDULE, _C.CLIMATE, _C.MEDIA,
        _C.WINDOW, _C.PARKING,
    )  # fmt: skip
    errand: tuple[str, ...] = _belonging(
        "an errand", _C.ROUTE, _C.NAVIGATION, _C.PARKING, _C.SCHEDULE, _C.CHARGING
    )
    leisure: tuple[str, ...] = _belonging(
        "leisure", _C.ROUTE, _C.NAVIGATION, _C.MEDIA, _C.VOLUME, _C.FOOD, _C.CLIMATE, _C.WINDOW, _C.LIGHTING,
        _C.FAMILY, _C.PARKING,
    )  # fmt: skip
    long_trip: tuple[str, ...] = _belonging(
        "a long trip", _C.ROUTE, _C.NAVIGATION, _C.CHARGING, _C.FOOD, _C.MEDIA, _C.SEAT, _C.CLIMATE,
        _C.DRIVING_STYLE, _C.VEHICLE,
    )  # fmt: skip
    business: tuple[str, ...] = _belonging(
        "a business trip", _C.ROUTE, _C.NAVIGATION, _C.SCHEDULE, _C.PHONE, _C.PARKING, _C.ADDRESS_TERM,
        _C.CLIMATE,
    )  # fmt: skip
    dining: tuple[str, ...] = _belonging(
        "going out to eat", _C.FOOD, _C.NAVIGATION, _C.PARKING, _C.ROUTE, _C.FAMILY
    )
    charging: tuple[str, ...] = _belonging(
        "charging or refuelling", _C.CHARGING, _C.NAVIGATION, _C.MEDIA, _C.FOOD, _C.CLIMATE, _C.VEHICLE
    )
    parking: tuple[str, ...] = _belonging("parking", _C.PARKING, _C.MIRROR, _C.DRIVING_STYLE, _C.NAVIGATION)
    maintenance: tuple[str, ...] = _belonging("maintenance", _C.VEHICLE, _C.SCHEDULE, _C.NAVIGATION)
    medical: tuple[str, ...] = _belonging(
        "going to a doctor", _C.HEALTH, _C.ROUTE, _C.NAVIGATION, _C.SCHEDULE, _C.PARKING, _C.FAMILY
    )
    other: tuple[str, ...] = _belonging(
        "any other trip", *(c for c in Category if c not in (Category.HEALTH, Category.SAFETY))
    )


def weight(scene: Scene, category: Category, settings: SceneSettings) -> float:
    """How much something of this category counts when it is volunteered in this scene; 0: not at all."""
    if category is Category.HEALTH and scene is not Scene.MEDICAL:
        return 0.0
    belonging: tuple[str, ...] = getattr(settings, scene.value)
    return INSIDE if category.value in belonging else OUTSIDE


_DESTINATIONS: Mapping[Scene, re.Pattern[str]] = {
    Scene.MEDICAL: re.compile(
        r"医院|诊所|卫生院|牙科|体检|看病|\bhospitals?\b|\bclinics?\b|\bdoctor|\bdentist|\bpharmacy\b"
    ),
    Scene.SCHOOL_RUN: re.compile(r"学校|幼儿园|小学|中学|接孩子|\bschool\b|\bkindergarten\b|\bnursery\b"),
    Scene.CHARGING: re.compile(r"充电|加油|\bcharg(?:er|ing)\b|\b(?:petrol|gas|filling) station\b"),
    Scene.MAINTENANCE: re.compile(r"4s店|保养|修理|维修|洗车|\bgarage\b|\bworkshop\b|\bcar wash\b"),
    Scene.DINING: re.compile(
        r"餐厅|饭店|饭馆|馆子|火锅|吃饭|咖啡|\brestaurants?\b|\bdiner\b|\bcaf[eé]s?\b|\b(?:lunch|dinner)\b"
    ),
    Scene.BUSINESS: re.compile(r"客户|机场|展会|出差|\bclients?\b|\bairport\b|\bconference\b|\bcustomer"),
    Scene.LONG_TRIP: _LONG_TRIP_WORDS,
    Scene.COMMUTE: re.compile(r"公司|单位|上班|下班|办公|\boffice\b|\bto work\b|\bfrom work\b"),
    Scene.LEISURE: re.compile(
        r"公园|景区|海边|爬山|露营|电影|\bpark\b(?!ing)|\bbeach\b|\bhik|\bcinema\b|\bmuseum\b"
    ),
    Scene.ERRAND: re.compile(
        r"超市|商场|快递|银行|菜市场|\bsupermarket\b|\bshop|\bmall\b|\bbank\b|\bpost office\b"
    ),
}


def infer(situation: Situation, destination: str = "") -> Scene:
    """The scene that destination, time and occupants make likely; `other` where nothing does.

    Args:
        destination: words of it, as the navigation or the sentence names it; they weigh most.
    """
    if (scene := of_destination(destination)) is not None:
        return scene
    return next((scene for scene, holds in _BY_TIME if holds(situation)), Scene.OTHER)


def of_destination(destination: str) -> Scene | None:
    """The scene that the words for a destination name; None where they name none."""
    words = destination.casefold()
    return next((scene for scene, pattern in _DESTINATIONS.items() if pattern.search(words)), None)


def _hour(moment: datetime) -> float:
    return moment.hour + moment.minute / 60


def _weekday(situation: Situation) -> bool:
    return situation.local_time.weekday() < 5


def _with_child(cabin: Cabin) -> bool:
    return any(occupant.role is SeatRole.CHILD for occupant in cabin.occupants)


def _school_run(situation: Situation) -> bool:
    hour = _hour(situation.local_time)
    return _weekday(situation) and _with_child(situation.cabin) and (6.5 <= hour < 9 or 15 <= hour < 18)


def _commute(situation: Situation) -> bool:
    hour = _hour(situation.local_time)
    alone = len(situation.cabin.occupants) <= 1
    return _weekday(situation) and alone and (6 <= hour < 9.5 or 17 <= hour < 20)


def _leisure(situation: Situation) -> bool:
    return not _weekday(situation) and len(situation.cabin.occupants) > 1


_BY_TIME: tuple[tuple[Scene, Callable[[Situation], bool]], ...] = (
    (Scene.SCHOOL_RUN, _school_run),
    (Scene.COMMUTE, _commute),
    (Scene.LEISURE, _leisure),
)
