"""People in Chinese: a surname with a title or a given name, judged by what stands around it.

There are no spaces, so a name must not run through a common word (明天, 由于, 高速), and the shorter it is
the more must speak for it: "给" or "同事" before it, a verb of persons behind it.
"""

import re
from collections.abc import Iterator

from cabin_memory.domain import lexicon_names as words
from cabin_memory.rules.found_names.text_span import HAN, Span, any_of, stands_before

_SURNAME = f"(?:{any_of(words.COMPOUND_SURNAMES)}|[{words.SURNAMES}])"
_RELATION = (
    "同事|同学|同桌|室友|朋友|闺蜜|哥们|兄弟|老板|助理|秘书|客户|邻居|保姆|司机|教练|老婆|老公|媳妇|爱人|太太|儿子|女儿"
    "|闺女|姑娘|孩子|孙子|孙女|外甥女?|侄子|侄女|[表堂]?[哥姐弟妹]|弟弟|妹妹|姐姐|哥哥|爸爸?|妈妈?|爷爷|奶奶|外公|外婆"
)
_NAMED = re.compile(
    rf"(?P<name>{_SURNAME}[{words.GIVEN}]{{0,2}})(?:{any_of(words.TITLES)})(?![共数量体结算部裁作程厂具资妹航伍列事])"
    rf"|小[{words.AFTER_XIAO}明刚强丽军亮杰涛燕玲娟琳莉敏雯倩慧]|老[{words.AFTER_XIAO}]"
    rf"|阿[{words.CLEAR_GIVEN}珍龙明华平良文贵福财发祥海红花香秀云凤美安东]"
    rf"|[{words.AFTER_XIAO}][处局](?![理于在罚部面])"
    "|[强龙飞军杰勇斌辉刚涛波豪浩]哥|[丽红芳梅玲霞兰燕娟萍敏琴]姐"
)
_FULL_NAME = re.compile(rf"(?=({_SURNAME}[{words.GIVEN}]{{1,2}}))")
_PET_NAME = re.compile(rf"([{words.NICK}])\1")
_GIVEN_NAME = re.compile(rf"(?:{_RELATION})(?:名?叫|是)?(?P<name>[{words.GIVEN}]{{2}})")
_CALLED = re.compile(
    rf"(?:[我他她]叫|名字?叫|名字是|打给|呼叫|联系|发给)(?P<name>{_SURNAME}[{HAN}]{{1,2}}|[{words.GIVEN}]{{2}})"
    rf"(?=[^{HAN}]|$|的)"
)
_BEFORE = re.compile(
    rf"(?:^|[^{HAN}]|[给跟和与找叫接送载等问约替让帮请是从带换陪为对像由被把的了个位我你姓嗯呃啊说听妈爸见到得识"
    "完诉知系呼比按靠有没看谢祝喊唤催欠捎拉遇碰借还儿啦吧嘛呢]"
    rf"|[今明昨每早中]天|[早中下今昨]午|[早今昨明]?晚上?|早上|上次|下次|{_RELATION})$"
)
_AFTER = re.compile(
    rf"[^{HAN}]|$|[的说讲不爱怕要想在来去坐开家打发约晕也借推介和跟到回又会能有住生是那这呢吗吧嘛就都还给让把他她我你一刚已"
    "下换放受用睡别昨周几以该订吃喝带帮问没值再迟早吐修做看送接找载走哭笑困饿累冷听正总常经必"
    "先最很太特真觉认知记忘提参加陪学教请停买付代吵谈落]|喜欢|上车|上次|今天|明天|后天|晚上|每次|每天|过敏|结婚"
)
_MEDIA = re.compile(
    r"(?:播放?|放|听|来[一几点]?[首曲点段些]?|点播?|唱|搜索?|循环|念|讲)(?:[一几]?[首曲下点些个段集])?$"
)
_MEDIA_AFTER = re.compile(r"的|$|歌|演唱")
_CONTACT = frozenset("给跟叫约")
_COMPOUND = frozenset(words.COMPOUND_SURNAMES.split())
# Words of their own so often that a title alone does not make a surname of them.
_TITLES_OF_ANYONE = frozenset({"老师", "师傅", "同学"})
_WEAK = frozenset(
    "车时路和明向文方常平成连全管计麦项游关包单景毛花温安冷水年白江万牛夏石党宫易高金于师燕别应"
)
# The last character of what comes after a name rather than of a name.
_NOT_LAST = frozenset("家来在会有能要想开同和可发生")
_COMMON = frozenset(f"{words.NOT_NAMES} {words.PUBLIC_NAMES} {words.CITIES}".split())
_LONGEST_COMMON = max(map(len, _COMMON))


def people(text: str) -> Iterator[Span]:
    """Also where a longer name holds a shorter one; the longest is meant."""
    common = set(_common(text))
    for m in _NAMED.finditer(text):
        end = m.end("name") if m["name"] else m.end()
        short = m.end() - end < 2 or text[end : m.end()] in _TITLES_OF_ANYONE
        weak = short and text[m.start()] in _WEAK and not stands_before(_BEFORE, text, m.start(), 4)
        if not weak and common.isdisjoint(range(m.start(), end)):
            yield m.span()
    yield from (m.span("name") for m in _CALLED.finditer(text) if common.isdisjoint(range(*m.span("name"))))
    for m in _PET_NAME.finditer(text):
        near = stands_before(_BEFORE, text, m.start(), 4) and _AFTER.match(text, m.end())
        if near and common.isdisjoint(range(*m.span())):
            yield m.span()
    for m in _GIVEN_NAME.finditer(text):
        clear = any(c in words.CLEAR_GIVEN for c in m["name"])
        if clear and _AFTER.match(text, m.end()) and common.isdisjoint(range(*m.span("name"))):
            yield m.span("name")
    yield from _full_names(text, common)


def _full_names(text: str, common: set[int]) -> Iterator[Span]:
    for m in _FULL_NAME.finditer(text):
        start, end = m.span(1)
        least = start + (3 if m[1][:2] in _COMPOUND else 2)
        while end >= least:
            if common.isdisjoint(range(start, end)) and _is_full_name(text, start, end, least):
                yield start, end
                break
            end -= 1


def _is_full_name(text: str, start: int, end: int, least: int) -> bool:
    """Whether enough speaks for it: what stands around it, and characters that only names have."""
    if end > least and text[end - 1] in _NOT_LAST:
        return False
    if stands_before(_MEDIA, text, start, 8) and _MEDIA_AFTER.match(text, end):
        return False
    signs = stands_before(_BEFORE, text, start, 4) + bool(_AFTER.match(text, end))
    clear = sum(c in words.CLEAR_GIVEN for c in text[start + 1 : end])
    weak = text[start] in _WEAK
    if end - start > 2:
        return (signs == 2 and clear >= weak) or (signs == 1 and (clear > weak or least > start + 2))
    if text[end - 1] == "子":
        return False
    return (signs == 2 and (clear > 0 or not weak)) or (clear > weak and text[start - 1 : start] in _CONTACT)


def _common(text: str) -> Iterator[int]:
    """Places of characters that belong to a common word or to somebody famous."""
    for start in range(len(text)):
        for size in range(min(_LONGEST_COMMON, len(text) - start), 1, -1):
            if text[start : start + size] in _COMMON:
                yield from range(start, start + size)
                break
