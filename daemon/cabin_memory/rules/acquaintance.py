"""What is worth asking a person whom the car does not know yet, and what it assumes until then.

One question per category, the most useful first: how to address them, then what is set on every trip, then
what is chosen now and then. Nothing that describes a person beyond the car is ever asked: no health, family,
schedule or identity. A default is what suits most people and is always marked as generic; it is never a
memory. Its attribute and value are those that the same wish would have if the person said it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cabin_memory.domain.recall import GenericDefault
from cabin_memory.domain.text import Language
from cabin_memory.domain.time import DAY, UtcMicros
from cabin_memory.domain.vocabulary import Category

REST = 30 * DAY
"""A question that stayed unanswered counts as declined and is not put again for this long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstQuestion:
    """One question, in both languages, and the default of its category: attribute, value, words."""

    id: str
    """Stable: callers and the store know the question by it."""
    category: Category
    chinese: str
    english: str
    attribute: str
    value: str
    """Empty: things stay as they are."""
    chinese_default: str
    english_default: str

    def text(self, language: Language) -> str:
        return self.chinese if language is Language.CHINESE else self.english

    def default(self, language: Language) -> GenericDefault:
        return GenericDefault(
            category=self.category,
            attribute=self.attribute,
            value=self.value,
            text=self.chinese_default if language is Language.CHINESE else self.english_default,
        )


FIRST_QUESTIONS = (
    FirstQuestion(
        id="address_term.name",
        category=Category.ADDRESS_TERM,
        chinese="我该怎么称呼您？",
        english="What should I call you?",
        attribute="address_term.name",
        value="",
        chinese_default="不用姓名，称呼“您”",
        english_default="no name, simply “you”",
    ),
    FirstQuestion(
        id="climate.temperature",
        category=Category.CLIMATE,
        chinese="您平时喜欢车里多少度？",
        english="How warm do you like it in the car?",
        attribute="climate.temperature",
        value="22",
        chinese_default="空调 22 度",
        english_default="cabin at 22 degrees",
    ),
    FirstQuestion(
        id="seat.position",
        category=Category.SEAT,
        chinese="座椅现在这样合适吗？您喜欢坐高一点还是低一点？",
        english="Is the seat right for you, or would you rather sit higher or lower?",
        attribute="seat.position",
        value="",
        chinese_default="座椅保持现在的位置",
        english_default="the seat stays as it is",
    ),
    FirstQuestion(
        id="media.genre",
        category=Category.MEDIA,
        chinese="路上您喜欢听什么？",
        english="What do you like to listen to on the way?",
        attribute="media.genre.light",
        value="yes",
        chinese_default="放轻音乐",
        english_default="play light music",
    ),
    FirstQuestion(
        id="route.kind",
        category=Category.ROUTE,
        chinese="导航时您更看重什么：最快、少收费，还是不走高速？",
        english="What matters to you on a route: the fastest way, no tolls, or no motorway?",
        attribute="route.fastest",
        value="yes",
        chinese_default="走最快的路",
        english_default="take the fastest way",
    ),
    FirstQuestion(
        id="charging.limit",
        category=Category.CHARGING,
        chinese="平时充电充到百分之多少？",
        english="How far do you like the battery charged, in percent?",
        attribute="charging.limit",
        value="80",
        chinese_default="充到 80%",
        english_default="charge to 80 percent",
    ),
    FirstQuestion(
        id="food.avoid",
        category=Category.FOOD,
        chinese="找餐厅的时候，有什么您不吃的吗？",
        english="When I look for a restaurant, is there anything you do not eat?",
        attribute="food.spicy",
        value="no",
        chinese_default="不吃辣，多给几家选",
        english_default="nothing spicy, several places to choose from",
    ),
    FirstQuestion(
        id="volume.level",
        category=Category.VOLUME,
        chinese="声音平时开多大合适？",
        english="How loud should it usually be?",
        attribute="volume.level",
        value="",
        chinese_default="音量保持现在这样",
        english_default="the volume stays as it is",
    ),
    FirstQuestion(
        id="driving_style.mode",
        category=Category.DRIVING_STYLE,
        chinese="您喜欢哪种驾驶模式：舒适、节能还是运动？",
        english="Which driving mode do you prefer: comfort, eco or sport?",
        attribute="driving_style.mode",
        value="comfort",
        chinese_default="用舒适模式",
        english_default="use comfort mode",
    ),
    FirstQuestion(
        id="parking.kind",
        category=Category.PARKING,
        chinese="停车时您更想停哪里：地下、离电梯近，还是便宜的地方？",
        english="Where do you like to park: underground, near the lift, or where it is cheap?",
        attribute="parking.near_lift",
        value="yes",
        chinese_default="停在电梯附近",
        english_default="park near the lift",
    ),
    FirstQuestion(
        id="style.length",
        category=Category.STYLE,
        chinese="您希望我说得简短一点，还是详细一点？",
        english="Should I keep it short, or explain more?",
        attribute="style.length",
        value="short",
        chinese_default="说得简短一点",
        english_default="keep it short",
    ),
)
_BY_CATEGORY = {question.category: question for question in FIRST_QUESTIONS}


def worth_asking(category: Category | None = None) -> Sequence[FirstQuestion]:
    """The questions in their order; with a category only its own, none where it has none."""
    return [q for q in FIRST_QUESTIONS if category in (None, q.category)]


def not_put_lately(
    questions: Sequence[FirstQuestion],
    asked: Mapping[str, UtcMicros],
    now: UtcMicros,
) -> Sequence[FirstQuestion]:
    """Those that were not put within `REST`.

    Args:
        asked: question id to when it was put last; a time to come (the clock was wrong) does not count.
    """
    return [
        question
        for question in questions
        if not (question.id in asked and 0 <= now - asked[question.id] < REST)
    ]


def generic_default(category: Category, language: Language) -> GenericDefault | None:
    """What suits most people in this category; None where nothing can be said without knowing the person."""
    question = _BY_CATEGORY.get(category)
    return question.default(language) if question else None
