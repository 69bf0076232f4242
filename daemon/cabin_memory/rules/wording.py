"""Reasons and accounts in the words of the person: Chinese or English, one memory's own content only."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo

from cabin_memory.domain.memory import MemoryRecord
from cabin_memory.domain.recall import RankedMemory
from cabin_memory.domain.situation import Condition, ConditionKind, Situation
from cabin_memory.domain.text import Language
from cabin_memory.domain.vocabulary import Category, Kind, MemoryStatus, Source

UNCERTAIN_BELOW = 0.8
"""Confidence below which a memory is worded as uncertain (DESIGN: honesty)."""

_TOPICS: Mapping[Category, tuple[str, str]] = {
    Category.SAFETY: ("安全", "safety"),
    Category.ROUTE: ("路线", "routes"),
    Category.NAVIGATION: ("导航", "navigation"),
    Category.CLIMATE: ("空调", "the climate"),
    Category.SEAT: ("座椅", "the seat"),
    Category.MIRROR: ("后视镜", "the mirrors"),
    Category.WINDOW: ("车窗", "the windows"),
    Category.LIGHTING: ("灯光和屏幕", "lights and screens"),
    Category.MEDIA: ("音乐和节目", "music and shows"),
    Category.VOLUME: ("音量", "the volume"),
    Category.PHONE: ("电话和消息", "calls and messages"),
    Category.CHARGING: ("充电和加油", "charging and fuel"),
    Category.PARKING: ("停车", "parking"),
    Category.DRIVING_STYLE: ("驾驶风格", "driving style"),
    Category.ADDRESS_TERM: ("称呼", "how to address you"),
    Category.FOOD: ("饮食", "food and drink"),
    Category.SCHEDULE: ("日程", "your schedule"),
    Category.FAMILY: ("家人", "your family"),
    Category.HEALTH: ("健康", "health"),
    Category.IDENTITY: ("个人信息", "who you are"),
    Category.VEHICLE: ("车辆", "the car"),
    Category.STYLE: ("说话方式", "how to talk to you"),
    Category.SMALLTALK: ("闲聊", "small talk"),
    Category.OTHER: ("其他", "other things"),
}
_CONDITION_WORDS: Mapping[str, tuple[str, str]] = {
    "rain": ("下雨", "rain"),
    "snow": ("下雪", "snow"),
    "fog": ("有雾", "fog"),
    "hot": ("天热", "hot weather"),
    "cold": ("天冷", "cold weather"),
    "dry": ("不下雨", "dry weather"),
    "dawn": ("清晨", "dawn"),
    "morning": ("早上", "the morning"),
    "noon": ("中午", "noon"),
    "afternoon": ("下午", "the afternoon"),
    "evening": ("晚上", "the evening"),
    "night": ("夜里", "the night"),
    "weekday": ("工作日", "weekdays"),
    "weekend": ("周末", "weekends"),
    "monday": ("周一", "Mondays"),
    "tuesday": ("周二", "Tuesdays"),
    "wednesday": ("周三", "Wednesdays"),
    "thursday": ("周四", "Thursdays"),
    "friday": ("周五", "Fridays"),
    "saturday": ("周六", "Saturdays"),
    "sunday": ("周日", "Sundays"),
    "spring": ("春天", "spring"),
    "summer": ("夏天", "summer"),
    "autumn": ("秋天", "autumn"),
    "winter": ("冬天", "winter"),
    "spouse": ("爱人在车上", "your partner in the car"),
    "child": ("孩子在车上", "a child in the car"),
    "parent": ("父母在车上", "a parent in the car"),
    "guest": ("客人在车上", "a guest in the car"),
    "passenger": ("车上有别人", "someone else in the car"),
}
_KIND_WORDS: Mapping[ConditionKind, tuple[str, str]] = {
    ConditionKind.HURRY: ("赶时间", "being in a hurry"),
    ConditionKind.ALONE: ("独自一人", "being alone"),
}
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


# --- because ---------------------------------------------------------------------------------------------
def because(
    ranked: RankedMemory, situation: Situation, language: Language | None = None, words: str = ""
) -> str:
    """One sentence: where the memory comes from, why it was found and why it applies now.

    Dates are in the zone of the speaker. `language` is that of the question; by default the memory's. `words`
    are quoted.
    """
    chinese = (language or ranked.memory.language) is Language.CHINESE
    parts = [
        _origin(ranked, situation.local_time.tzinfo, chinese=chinese) + _quoted(words, chinese=chinese),
        _topic(ranked, chinese=chinese),
        _applies(ranked.memory, chinese=chinese),
    ]
    said = [part for part in parts if part]
    return "，".join(said) + "。" if chinese else _sentence(", ".join(said))


def _origin(ranked: RankedMemory, zone: tzinfo | None, *, chinese: bool) -> str:
    memory = ranked.memory
    when = _date(memory, zone, chinese=chinese)
    if memory.source is Source.REFLECTED:
        return "这是从你多次的经历里总结的" if chinese else "this was concluded from several of your trips"
    if memory.source is Source.INFERRED:
        times = memory.occurrences
        if chinese:
            return f"从你 {times} 次这样做推测的" if times > 1 else "从你的做法推测的"
        return f"inferred from {times} times you did so" if times > 1 else "inferred from what you did"
    if ranked.household:
        return (
            f"{when} 说过，适用于开这辆车的每个人"
            if chinese
            else f"said on {when} for everyone who drives this car"
        )
    if memory.occurrences > 1:
        times = memory.occurrences
        return (
            f"你说过 {times} 次，最近一次是 {when}"
            if chinese
            else f"you said so {times} times, last on {when}"
        )
    return f"你 {when} 说过" if chinese else f"you said so on {when}"


def _quoted(words: str, *, chinese: bool) -> str:
    if not words:
        return ""
    return f"“{_bare(words)}”" if chinese else f': "{_bare(words)}"'


def _date(memory: MemoryRecord, zone: tzinfo | None, *, chinese: bool) -> str:
    told = datetime.fromtimestamp(memory.provenance.time / 1_000_000, tz=zone or UTC)
    if chinese:
        return f"{told.month} 月 {told.day} 日 {told:%H:%M}"
    return f"{told.day} {_MONTHS[told.month - 1]} at {told:%H:%M}"


def _topic(ranked: RankedMemory, *, chinese: bool) -> str:
    """What it has to do with the question, by the channels that found it."""
    topic = _TOPICS[ranked.memory.category][0 if chinese else 1]
    if "session" in ranked.channels:
        return "刚才的对话里提到过" if chinese else "and it came up in this conversation"
    if "entities" in ranked.channels:
        return "和你提到的人或地点有关" if chinese else "and it is about the name you mentioned"
    return f"和“{topic}”有关" if chinese else f"and it is about {topic}"


def _applies(memory: MemoryRecord, *, chinese: bool) -> str:
    if not memory.conditions:
        return ""
    words = [_condition(condition, chinese=chinese) for condition in memory.conditions]
    if chinese:
        return f"条件是{'、'.join(words)}，现在适用"
    return f"and it applies now ({', '.join(words)})"


def _condition(condition: Condition, *, chinese: bool) -> str:
    which = 0 if chinese else 1
    if condition.kind in _KIND_WORDS:
        words = [_KIND_WORDS[condition.kind][which]]
    else:
        roles = dict.fromkeys(value.partition("@")[0] for value in sorted(condition.any_of))
        words = [_CONDITION_WORDS[role][which] for role in roles if role in _CONDITION_WORDS]
    joined = ("或" if chinese else " or ").join(words)
    if condition.negated:
        return f"不是{joined}的时候" if chinese else f"not {joined}"
    return joined


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def retold(memory: MemoryRecord, text: str) -> str:
    """The text of a memory, and how often it was said when that is more than once."""
    if memory.occurrences < 2:
        return text
    if memory.kind is Kind.PLAN:
        proposed = f"（建议过 {memory.occurrences} 次）", f" (proposed {memory.occurrences} times)"
        return text + proposed[memory.language is not Language.CHINESE]
    if memory.language is Language.CHINESE:
        return f"{text}（说过 {memory.occurrences} 次）"
    return f"{text} (said {memory.occurrences} times)"


def which_counts(old: str, new: str, language: Language) -> str:
    """The question that settles a conflict; names restored by the caller."""
    if language is Language.CHINESE:
        return f"你以前说过“{_bare(old)}”，刚才说“{_bare(new)}”。以后按哪个来？"
    return f'You used to say "{_bare(old)}", and now "{_bare(new)}". Which one should I go by?'


def _bare(text: str) -> str:
    return text.strip().rstrip("。.!！；;")


# --- description -----------------------------------------------------------------------------------------
def description(memories: Sequence[MemoryRecord], texts: Mapping[str, str], language: Language) -> str:
    """What is remembered, grouped by topic, in whole sentences with each memory's own words.

    `texts` maps ids to texts with names restored; a memory without one is told by its stored text.
    """
    chinese = language is Language.CHINESE
    if not memories:
        return "关于你，我还什么都没有记住。" if chinese else "I do not remember anything about you yet."
    count = len(memories)
    head = f"关于你，我记得 {count} 件事。" if chinese else f"I remember {_things(count)} about you."
    groups: dict[Category, list[str]] = {}
    for memory in memories:
        groups.setdefault(memory.category, []).append(
            _told(memory, texts.get(memory.id, memory.text), chinese=chinese)
        )
    lines = [
        _group(category, groups[category], chinese=chinese) for category in Category if category in groups
    ]
    return "\n".join([head, *lines])


def _things(count: int) -> str:
    return "one thing" if count == 1 else f"{count} things"


def _group(category: Category, told: Sequence[str], *, chinese: bool) -> str:
    topic = _TOPICS[category][0 if chinese else 1]
    if chinese:
        return f"关于{topic}：{'；'.join(told)}。"
    return f"About {topic}: {'; '.join(told)}."


def _told(memory: MemoryRecord, text: str, *, chinese: bool) -> str:
    """One memory, as what it is: said, happened, guessed or concluded."""
    words = _bare(text)
    lead = _lead(memory, chinese=chinese)
    return f"{lead}“{words}”" if chinese else f'{lead} "{words}"'


def _lead(memory: MemoryRecord, *, chinese: bool) -> str:
    if memory.status is MemoryStatus.PENDING:
        return "还没有确认" if chinese else "not confirmed yet:"
    if memory.source is not Source.STATED or memory.kind is Kind.REFLECTION:
        return "我推测" if chinese else "I gather:"
    if memory.confidence < UNCERTAIN_BELOW:
        return "我不太确定，你好像说过" if chinese else "I am not sure, but you seem to have said"
    if memory.kind is Kind.PLAN:
        return "我建议过" if chinese else "I suggested"
    if memory.occurrences > 1:
        return f"你说过 {memory.occurrences} 次" if chinese else f"you said {memory.occurrences} times:"
    return "你说过" if chinese else "you said"


def corrected(before: str, correction: str, language: Language) -> str:
    """What was corrected, with the few words that corrected it: alone they would say nothing later on."""
    if language is Language.CHINESE:
        return f"{before.rstrip('。')}（更正：{correction}）"
    return f"{before.rstrip('.')} (corrected: {correction})"


def turned_down(proposal: str, language: Language) -> str:
    """What is remembered of a proposal that was rejected without a reason."""
    words = proposal.strip().rstrip("。.!！？?")
    if language is Language.CHINESE:
        return f"你没有接受这个建议：“{words}”"
    return f'You turned down this proposal: "{words}"'
