"""Made-up sentences of one driver, Chinese and English, for benchmarks: the same ones for the same seed.

No two sentences of a run are equal. Their wording repeats patterns, so they say nothing about how well
memories are found, only how fast.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

SEED = 20260301

_WORDS: Mapping[str, Sequence[str]] = {
    "degrees": [str(n) for n in range(16, 29)],
    "percent": [str(n) for n in range(5, 100, 5)],
    "minutes": [str(n) for n in range(3, 60)],
    "hour": [str(n) for n in range(1, 13)],
    "number": [str(n) for n in range(1, 200)],
    "who": [
        "my wife",
        "my daughter",
        "my father",
        "Grandma",
        "a colleague",
        "our neighbour",
        "my son",
        "Tom",
    ],
    "谁": ["我老婆", "女儿", "爸爸", "奶奶", "同事小李", "邻居", "儿子", "老王"],
    "when": ["in the morning", "after work", "on Fridays", "when it rains", "at night", "on long trips"],
    "什么时候": ["早上", "下班以后", "星期五", "下雨的时候", "晚上", "跑长途时", "周末", "冬天"],
    "place": ["the office", "the school", "the harbour", "the old market", "the airport", "the stadium"],
    "地方": ["公司", "学校", "码头", "老市场", "机场", "体育馆", "医院", "科技园", "动物园"],
    "food": ["noodles", "dumplings", "a burger", "sushi", "pancakes", "hot pot", "a salad", "fried rice"],
    "吃的": ["牛肉面", "饺子", "汉堡", "寿司", "煎饼", "火锅", "沙拉", "炒饭", "酸菜鱼"],
    "music": ["jazz", "old rock songs", "a crime podcast", "the news", "piano music", "children's songs"],
    "听的": ["爵士乐", "老摇滚", "侦探小说", "新闻", "钢琴曲", "儿歌", "相声", "粤语老歌"],
    "road": ["the ring road", "the tunnel", "the coast road", "the toll bridge", "the motorway"],
    "路": ["环线", "隧道", "滨海路", "收费桥", "高速", "小路"],
    "feeling": ["a bit tired", "quite hungry", "in a good mood", "rather cold", "stressed", "half asleep"],
    "感觉": ["有点累", "挺饿的", "心情不错", "有点冷", "压力大", "没睡醒"],
}

# What happened, at places with names of their own: wishes about one matter would supersede each other, and
# what is told again merges, so that a store of wishes never grows this large.
_MEMORIES: Sequence[str] = (
    "we stopped at {Name} near {place} for {food} with {who}, it took {minutes} minutes",
    "we had {food} at {Name} {when}, trip number {number}",
    "{who} was {feeling} on the way to {Name}, trip number {number}",
    "we met {who} at {Name} at {hour} o'clock and drove to {place}",
    "I was {feeling} after {minutes} minutes on {road} near {Name}, so we had {food}",
    "we listened to {music} all the way to {Name}, {who} was {feeling}",
    "the charger at {Name} took {minutes} minutes from {percent} percent",
    "we parked at {Name} on level {number}, {minutes} minutes from {place}",
    "the road past {Name} was blocked for {minutes} minutes {when}",
    "we saw a deer on {road} close to {Name} at {hour} o'clock",
    "{who} forgot a bag at {Name}, we drove back {minutes} minutes",
    "we bought {food} at {Name} before {place} closed at {hour}",
    "我们和{谁}在{地方}旁边的“{名}”吃了{吃的}，花了{minutes}分钟",
    "{什么时候}在“{名}”吃了{吃的}，这是第{number}次",
    "去“{名}”的路上{谁}{感觉}，这是第{number}次",
    "{hour}点在“{名}”接到了{谁}，然后去了{地方}",
    "在“{名}”附近的{路}上开了{minutes}分钟，我{感觉}，后来吃了{吃的}",
    "一路听着{听的}到了“{名}”，{谁}{感觉}",
    "“{名}”的充电桩从百分之{percent}充了{minutes}分钟",
    "车停在了“{名}”的{number}号车位，离{地方}{minutes}分钟",
    "{什么时候}“{名}”前面堵了{minutes}分钟",
    "{hour}点在“{名}”旁边的{路}上看见一只鹿",
    "{谁}把包忘在了“{名}”，开回去花了{minutes}分钟",
    "{地方}关门之前在“{名}”买了{吃的}",
)

_QUESTIONS: Sequence[str] = (
    "how warm should it be for {who} {when} on the way to {place}",
    "which way to {place} {when}, is {road} a good idea at {hour}",
    "what shall we listen to on {road} with {who} {when}",
    "where did we have {food} with {who} {when}",
    "how far should I charge before going to {place} at {hour} with {who}",
    "where do I park at {place} when {who} is with me {when}",
    "{什么时候}{谁}在{路}上觉得多少度合适",
    "{什么时候}{hour}点去{地方}走{路}好不好",
    "{什么时候}和{谁}在{路}上听点什么",
    "上次{什么时候}和{谁}在哪里吃的{吃的}",
    "{hour}点和{谁}去{地方}之前要充多少电",
    "{什么时候}{谁}在车上时{地方}停哪里",
)


_SYLLABLES = (
    *("bel", "mor", "an", "dri", "sa", "tor", "lin", "ka", "vel", "no"),
    *("ri", "ta", "mon", "ser", "ul", "pa", "ger", "fi", "lo", "ham"),
)
_CHARACTERS = "松云海石青竹明月春风白鹿金桥南山福源安华同乐百川长亭"


def memories(count: int, seed: int = SEED) -> list[str]:
    """`count` different sentences to remember.

    Raises:
        ValueError: the patterns do not give that many.
    """
    return _different(_MEMORIES, count, random.Random(seed))


def questions(count: int, seed: int = SEED + 1) -> list[str]:
    """`count` different questions about such sentences, none of which is one of them."""
    return _different(_QUESTIONS, count, random.Random(seed))


def _different(patterns: Sequence[str], count: int, chance: random.Random) -> list[str]:
    found: dict[str, None] = {}
    for sentence in _endless(patterns, chance, most=50 * count):
        found.setdefault(sentence)
        if len(found) == count:
            return list(found)
    raise ValueError(f"the patterns gave {len(found)} different sentences, {count} were asked for")


def _endless(patterns: Sequence[str], chance: random.Random, most: int) -> Iterator[str]:
    for _ in range(most):
        chosen = {name: chance.choice(words) for name, words in _WORDS.items()}
        chosen["Name"] = "".join(chance.choices(_SYLLABLES, k=3)).capitalize()
        chosen["名"] = "".join(chance.choices(_CHARACTERS, k=3))
        yield chance.choice(patterns).format_map(chosen)
