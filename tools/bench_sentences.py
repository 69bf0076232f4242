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

_MEMORIES: Sequence[str] = (
    "{when} set the temperature to {degrees} degrees, {who} finds anything else too warm",
    "I like the seat heating at {percent} percent {when}, at least for the first {minutes} minutes",
    "don't take {road} to {place} {when}, it cost us {minutes} minutes last time",
    "play {music} at volume {percent} {when}, {who} asked for it",
    "we stopped near {place} for {food} with {who}, it took {minutes} minutes",
    "charge the car to {percent} percent before we drive to {place} at {hour} o'clock",
    "{who} was {feeling} on the way to {place}, trip number {number}",
    "park on level {number} at {place}, it is {minutes} minutes from the lift",
    "remind me {when} to pick up {who} at {place} at {hour}",
    "I was {feeling} after {minutes} minutes on {road}, so we had {food}",
    "open the window {percent} percent on {road}, {who} feels sick otherwise",
    "keep the ambient light at {percent} percent {when} while {music} is on",
    "{什么时候}把空调调到{degrees}度，{谁}怕热",
    "{什么时候}座椅加热开到百分之{percent}，开{minutes}分钟就行",
    "{什么时候}去{地方}别走{路}，上次堵了{minutes}分钟",
    "{什么时候}放{听的}，音量{percent}，{谁}喜欢",
    "我们和{谁}在{地方}旁边吃了{吃的}，花了{minutes}分钟",
    "{hour}点去{地方}之前先充电到百分之{percent}",
    "去{地方}的路上{谁}{感觉}，这是第{number}次",
    "{地方}停在{number}号车位，离电梯{minutes}分钟",
    "{什么时候}提醒我{hour}点去{地方}接{谁}",
    "在{路}上开了{minutes}分钟，我{感觉}，后来吃了{吃的}",
    "走{路}的时候车窗开百分之{percent}，不然{谁}会晕车",
    "{什么时候}听{听的}时氛围灯调到百分之{percent}",
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
        yield chance.choice(patterns).format_map(chosen)
