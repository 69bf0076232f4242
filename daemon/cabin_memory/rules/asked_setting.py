"""Whether a question asks for the very setting that a memory holds: the exact, indexed kind of an answer.

"What temperature do I like?" names no value and may share no word with "keep the cabin at nineteen degrees";
the attribute `climate.temperature` is what they have in common. "What should I avoid?" likewise asks for what
was ruled out.
"""

import re
from collections.abc import Mapping

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.vocabulary import Category, Polarity

# How a question names a setting, by the attribute's first part below its category.
_NAMES: Mapping[str, re.Pattern[str]] = {
    attribute: re.compile(pattern)
    for attribute, pattern in {
        "climate.temperature": r"temperature|how (?:warm|cold|hot|cool)|degrees|多少度|几度|温度",
        "climate.fan": r"\bfan\b|blower|风量|风速|风力|几[档挡]风",
        "climate.wheel_heating": r"wheel heat|heated (?:steering )?wheel|方向盘加热|方向盘.{0,4}几[档挡]",
        "seat.heating": r"seat (?:heat|warm)|heated seat|座椅?加热|加热座椅",
        "seat.ventilation": r"ventilat|seat cool|座椅?通风|通风座椅",
        "seat.lumbar": r"lumbar|腰托|腰靠|腰部",
        "seat.recline": r"reclin|backrest|靠背",
        "seat.massage": r"massag|按摩",
        "charging.limit": r"how (?:far|full|much).{0,24}charg|charge.{0,16}limit|充到?多少|充到几|充电上限",
        "volume.level": r"\bvolume\b|how loud|音量|声音.{0,4}多大|多大声",
        "volume.max": r"\bvolume\b|how loud|音量|声音.{0,4}多大|多大声",
        "lighting.screen": r"screen|brightness|屏幕?亮|亮度|中控屏",
    }.items()
}
_RULED_OUT = re.compile(
    r"\bavoid|\bnot (?:want|like|eat|take)|\bdon'?t\b.{0,12}\b(?:want|like|eat|take)|\bnever\b|\ballerg"
    r"|避开|绕开|"
    r"不(?:走|吃|喝|要|想|喜欢)(?:什么|啥|哪)|忌口|忌讳|别走哪|讨厌什么"
)


# What makes somebody ill must be there whenever they are about to eat, whatever it is filed under.
_HAZARD = re.compile(
    r"过敏|不耐受|吃了会|\ballerg|\bintoleran|\bc(?:o)?eliac\b|\bmakes? (?:me|him|her) sick\b"
)
_EATING = re.compile(
    r"吃|喝|点[菜餐]|餐厅|饭|\b(?:eat|food|dish|meal|menu|order|restaurant|dinner|lunch|snack)"
)


def filed_under(category: Category) -> tuple[Category, ...]:
    """Under which categories the answer to a question of this category may lie."""
    return (category, Category.HEALTH) if category is Category.FOOD else (category,)


def warns(question: str, memory: MemoryRecord) -> bool:
    """Whether the question is about eating and the memory says what does this person harm."""
    if memory.category not in (Category.HEALTH, Category.FOOD, Category.SAFETY):
        return False
    return _EATING.search(plain(question)) is not None and _HAZARD.search(plain(memory.text)) is not None


def asks_for(question: str, category: Category, memory: MemoryRecord) -> bool:
    """Whether `question`, of this category, asks for what `memory` holds."""
    if category is Category.FOOD and _HAZARD.search(plain(memory.text)):
        return True
    if category is not memory.category or not memory.attribute:
        return False
    said = plain(question)
    if memory.polarity is Polarity.AVOIDS and _RULED_OUT.search(said):
        return True
    names = _NAMES.get(".".join(memory.attribute.split(".")[:2]))
    return names is not None and names.search(said) is not None
