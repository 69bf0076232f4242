"""How long a sentence is meant to count, what kind of memory it makes, and how important that is (1 to 10).

DESIGN 6: 8 to 10 for lasting safety, route, seat, mirror and climate preferences and for outright rejections;
5 to 7 for states of one trip; 1 to 4 for small talk and one-off commands. Stated preferences of any category
last, importance at least 7. A sentence said in anger or sarcasm is what happened (an episode), no preference.
"""

import re
from collections.abc import Mapping

from cabin_memory.domain import lexicon_emotions
from cabin_memory.domain import lexicon_lasting as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Act, Emotion, Strength
from cabin_memory.domain.vocabulary import Category, Kind, Outcome, Polarity

# --- cues ----------------------------------------------------------------------------------------------
_FROM_NOW_ON = re.compile(words.FROM_NOW_ON)
_ALWAYS = re.compile(words.ALWAYS)
_LASTING = re.compile(words.LASTING)
# How someone feels or that time presses, as a statement and not as a condition of a wish.
_STATE_NOW = re.compile(
    r"头疼|头痛|不舒服|没睡好|\b(?:starving|slept badly|headache)\b|(?:有点|好|太|很)(?:累|困"
    r"|烦|饿|渴|冷|热|闷|吵)(?!的|时|就)|(?:累|困|饿|渴)了(?!就|的时候|时|的话|也)"
    r"|(?<!不)(?<!要是)(?<!如果)(?<!每次)(?<!一)(?:赶时间|来不及|要迟到|快迟到)(?!的时候|时|的话|就|也|可以)"
    r"|(?<!when )(?<!if )(?<!whenever )(?<!once )\bi(?:'m| am) (?:so |a bit |a little |really "
    r"|very |feeling |kind of )?"
    r"(?:tired|sleepy|hungry|thirsty|cold|hot|stressed|sick|late|in a (?:hurry|rush)"
    r"|running late|exhausted|bored)\b"
)
_NOW = re.compile(words.NOW)
_HAPPENED = re.compile(words.HAPPENED)
_WISHED = re.compile(
    r"喜欢|爱(?!人)|讨厌|以后|今后|都要|总是|每[天次周个]|习惯|千万|不要|别[^的人处]|记住|记得|提醒"
    r"|就[会要得不]|从来|一定"
    r"|\b(?:like|love|hate|prefer|want|always|never|every|usually|from now|please|don't|remember|remind"
    r"|should|must|need|allergic|can't)\b"
)
# A relative step (a bit lower) or a bare request: done once, unless it is said again.
_ONCE = re.compile(
    r"(?:调|开|关|放|降|升|声音|音量|温度|空调|亮度)[^,，。]{0,6}(?:大|小|高|低|亮|暗|快|慢|热"
    r"|冷|凉)(?:一?点儿?|些)"
    r"|^(?:请|麻烦|帮我|给我|你|把)*(?:打开|关闭|关上|关掉|换成|换|播放|导航|带我去|找|搜|打给"
    r"|打电话|来首|放首|停)"
    r"|\b(?:turn (?:it|the \w+) (?:up|down|on|off)|a bit|a little|more \w+ please"
    r"|less \w+ please|louder|quieter|warmer|cooler)\b"
    r"|^我?(?:现在)?想(?:听|吃|喝|看|去)|^i (?:want|wanna|would like|'d like) (?:to )?(?:hear"
    r"|listen|eat|go|play|some)\b|^i'd like\b"
    r"|^(?:please )?(?:open|close|play|navigate|find|call|switch|stop|pause|skip|take me"
    r"|drive me|turn|show|start|more|less)\b"
)
_STATE = re.compile(
    r"累|困|疲|头疼|头痛|头晕|不舒服|难受|心情|烦|饿|渴|着急|赶时间|要迟到"
    r"|想(?=[听吃喝看静睡休]|安静|放松)|感冒|没睡|不想"
    r"|\b(?:tired|sleepy|exhausted|headache|not feeling|in a (?:hurry|rush)|running late"
    r"|i'm late|hungry|thirsty|in the mood|mood"
    r"|stressed|sick|cold today|feel like|i'd like|i need)\b"
)
_SMALLTALK = re.compile(
    r"^(?:哈+|嗯+|哦|好的|好吧|好|行|可以|谢谢|多谢|辛苦|再见|拜拜|早安|早上好|晚安|你好|没事"
    r"|算了)[^,，。]{0,3}(?:[,，。!！]|$)"
    r"|(?:好|真|太)\w{1,4}(?:啊|呀|哦)[!！。]?$|^(?:你看|哇|哎呀)|招牌|真(?:好看|漂亮|逗|有意思)|天气真"
    r"|^(?:ha(?:ha)+|thanks?|thank you|ok(?:ay)?|hello|hi|hey there|bye|good (?:morning|night"
    r"|evening)|wow|never mind|lol)\b"
    r"|\b(?:what a (?:lovely|nice|beautiful|funny)|look at that|did you see|that (?:was"
    r"|is) (?:a )?(?:funny|good one|great|nice)|so funny"
    r"|nice weather|lovely (?:day|weather|sunset))\b"
)
_NOTE = re.compile(
    r"记一下|记住|记下|记着|帮我记|备注一下|(?:订单|编号|单号|号码|工号|会员号"
    r"|车位)[^,，。]{0,4}是|\b(?:remember|note|write down|make a note)\b(?! to\b)|\b(?:number"
    r"|code|reference) is\b"
)
# Strong signs of anger count two, weak ones one; two make anger. So do all signs of sarcasm.
_ANGRY = re.compile(lexicon_emotions.ANGRY)
_ANNOYED = re.compile(lexicon_emotions.ANNOYED)
_SARCASM = re.compile(lexicon_emotions.SARCASTIC)
_HOUSEHOLD = re.compile(
    r"(?:不管|无论|不论)(?:是)?谁(?:来)?开|谁(?:来)?(?:开|坐|用)(?:这|这辆|这台|咱"
    r"|我们)[^,，。]{0,4}车[^,，。]{0,4}都|谁开都|(?:我们|咱们?|全)家(?:人)?(?:都|所有人)"
    r"|(?:开这辆?车的|这辆?车上)(?:所有人|每个人|人)都"
    r"|\b(?:who(?:so)?ever|no matter who|anyone who|everyone who|everybody who"
    r"|anybody who) (?:\w+ )?(?:drives?|is driving|uses|takes)\b"
    r"|\bfor (?:everyone|everybody|all of us|the whole family)\b|\b(?:our|the) (?:whole )?family always\b"
)
_HEDGED = re.compile(
    r"可能|好像|也许|大概|说不定|应该是|不确定|不太确定|似乎|估计"
    r"|\b(?:maybe|perhaps|i think|i guess|not sure|might|possibly|probably|kind of like)\b"
)
_EMPHATIC = re.compile(
    r"必须|一定|绝对|千万|务必|坚决|再也不|永远|死活|打死|从来不|\b(?:must|always|never"
    r"|absolutely|under no circumstances|no matter what)\b"
)

# --- what follows from category and strength -----------------------------------------------------------
_LASTING_IMPORTANCE: Mapping[Category, int] = {
    Category.SAFETY: 9,
    Category.ROUTE: 8,
    Category.NAVIGATION: 8,
    Category.SEAT: 8,
    Category.MIRROR: 8,
    Category.CLIMATE: 8,
    Category.HEALTH: 8,
    Category.DRIVING_STYLE: 8,
}
_LASTING_AT_LEAST = 7
_REJECTED = 9
_STATE_IMPORTANCE = 6
_ANGER_IMPORTANCE = 5
_HAPPENED_IMPORTANCE = 5
_REPEATABLE_COMMAND = 4
"""A small step of climate, volume …: said again it becomes a habit."""
_COMMAND = 3
_SMALLTALK_IMPORTANCE = 2

# How someone sits and sees is set once for good, even in the words of a command.
_SET_FOR_GOOD = frozenset({Category.SEAT, Category.MIRROR})
_SWITCHED = re.compile(r"打开|关闭|关掉|关上|\b(?:turn|switch)\b.*\b(?:on|off)\b")
# … and, where its words last, what to be called, which road to take and what to warn of.
_SAID_FOR_GOOD = frozenset({Category.ADDRESS_TERM, Category.ROUTE, Category.SAFETY})
_FACTS = frozenset({Category.IDENTITY, Category.FAMILY, Category.SCHEDULE, Category.HEALTH})
_PASSING = frozenset({Act.EXCEPTION, Act.COMPLAINT, Act.QUESTION})
_HEATED = frozenset({Emotion.ANGRY, Emotion.SARCASTIC})

_SURE_POSTERIOR = 0.6


def angry(text: str) -> bool:
    """Whether a sentence is said in anger or means the opposite of what it says."""
    said = plain(text)
    if _SARCASM.search(said):
        return True
    return 2 * len(_ANGRY.findall(said)) + len(_ANNOYED.findall(said)) >= 2


def happened(text: str) -> bool:
    """Whether a sentence only tells what was."""
    said = plain(text)
    return _HAPPENED.search(said) is not None and _WISHED.search(said) is None


def strength(text: str, posterior: Mapping[Strength, float] | None = None) -> Strength:
    """How long a sentence counts: words first, then the model's posterior, then the shape of a command."""
    said = plain(text)
    if angry(text):
        return Strength.MOMENT
    if _FROM_NOW_ON.search(said):
        return Strength.LASTING
    if happened(text):
        return Strength.MOMENT
    if _NOW.search(said):
        return Strength.SMALLTALK if _SMALLTALK.search(said) and not _STATE.search(said) else Strength.MOMENT
    if _SMALLTALK.search(said):
        return Strength.SMALLTALK
    if _NOTE.search(said) or _ALWAYS.search(said):
        return Strength.LASTING
    if _STATE_NOW.search(said):
        return Strength.MOMENT
    if _LASTING.search(said):
        return Strength.LASTING
    return Strength.MOMENT if _ONCE.search(said) else _by_model(posterior) or _without_model(said)


def _by_model(posterior: Mapping[Strength, float] | None) -> Strength | None:
    if not posterior:
        return None
    best = max(posterior, key=lambda s: posterior[s])
    return best if posterior[best] >= _SURE_POSTERIOR else None


def _without_model(said: str) -> Strength:
    """No cue at all: a value that was named is meant to last, anything else passes."""
    return Strength.LASTING if _NAMES_A_VALUE.search(said) else Strength.MOMENT


_NAMES_A_VALUE = re.compile(
    r"\d|[一二两三四五六七八九十](?:档|挡|级|度|格|成)|百分之|最[大小高低暗亮快慢远近]"
    r"|\b(?:level|step|position|degrees?|percent)\b|我"
    r"|[一二三四五六七八九]?十[一二三四五六七八九]?|\b(?:i|my|me)\b(?!'m)"
)


def kind_of(
    text: str,
    category: Category,
    strength: Strength,
    *,
    act: Act | None = None,
    emotion: Emotion | None = None,
) -> Kind:
    """Preference for what lasts, fact for who, where and when, episode for what happened.

    `act` and `emotion` as read from the sentence; without them the words for always and for now decide alone.
    """
    if _heated(text, emotion) or category is Category.SMALLTALK or not _lasts(text, category, strength, act):
        return Kind.EPISODE
    return Kind.FACT if category in _FACTS or _NOTE.search(plain(text)) else Kind.PREFERENCE


def _heated(text: str, emotion: Emotion | None) -> bool:
    return angry(text) if emotion is None else emotion in _HEATED


def _lasts(text: str, category: Category, strength: Strength, act: Act | None) -> bool:
    if act in _PASSING or (act is not None and happened(text)):
        return False
    if act is Act.PREFERENCE:
        return True
    said = plain(text)
    if strength is Strength.MOMENT and category in _SET_FOR_GOOD and act in (None, Act.WISH, Act.CORRECTION):
        return not (angry(text) or any(p.search(said) for p in (_NOW, _STATE, _SWITCHED)))
    if strength is not Strength.LASTING:
        return False
    if act is None or act is Act.CORRECTION or category in _FACTS or _NOTE.search(said):
        return True
    if act is not Act.WISH or category in _SET_FOR_GOOD:
        return act is Act.WISH
    by_words = any(p.search(said) for p in (_FROM_NOW_ON, _ALWAYS, _LASTING))
    return by_words and category in _SAID_FOR_GOOD


def importance(
    category: Category,
    strength: Strength,
    polarity: Polarity,
    outcome: Outcome,
    text: str,
    *,
    act: Act | None = None,
    emotion: Emotion | None = None,
) -> int:
    """1 to 10, as the table of the module says; `act` and `emotion` as for `kind_of`."""
    if _heated(text, emotion):
        return _ANGER_IMPORTANCE
    if category is Category.SMALLTALK or (strength is Strength.SMALLTALK and act is not Act.PREFERENCE):
        return _SMALLTALK_IMPORTANCE
    if _lasts(text, category, strength, act):
        return _lasting(category, polarity, outcome, text)
    if outcome is Outcome.REJECTED:
        return _LASTING_AT_LEAST  # an option turned down weighs more than one tried
    said = plain(text)
    if _STATE.search(said):
        return _STATE_IMPORTANCE
    return _REPEATABLE_COMMAND if category in _LASTING_IMPORTANCE or outcome is Outcome.ACCEPTED else _COMMAND


def _lasting(category: Category, polarity: Polarity, outcome: Outcome, text: str) -> int:
    value = _LASTING_IMPORTANCE.get(category, _LASTING_AT_LEAST)
    emphatic = _EMPHATIC.search(plain(text)) is not None
    if outcome is Outcome.REJECTED or (polarity is Polarity.AVOIDS and emphatic):
        return max(value, _REJECTED)
    return min(10, value + 1) if emphatic else value


def household(text: str) -> bool:
    """Whether the wish is stated for everyone who drives this car (DESIGN: readings)."""
    return _HOUSEHOLD.search(plain(text)) is not None


def confidence(
    strength: Strength, outcome: Outcome, text: str = "", *, emotion: Emotion | None = None
) -> float:
    """How sure it is that this is meant, 0 to 1; below 0.8 it will be worded as uncertain."""
    said = plain(text)
    if _heated(text, emotion):
        return 0.6
    if _HEDGED.search(said):
        return 0.7
    if strength is Strength.LASTING or outcome is not Outcome.NONE:
        return 0.95
    return 0.85
