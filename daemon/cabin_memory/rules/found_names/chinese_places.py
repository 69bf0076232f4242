"""Addresses and private places in Chinese. Where a name begins is told by the verb or the city before it."""

import re
from collections.abc import Iterator

from cabin_memory.domain import lexicon_names as words
from cabin_memory.rules.found_names.text_span import HAN, Span, stands_before

_N = r"[\d零一二三四五六七八九十百]{1,5}"
_TAIL = rf"(?:{_N}(?:号院|号楼|号|院|栋|幢|弄|单元|室|楼|层)|大院|[A-Z]座)*(?:\d{{3,4}}室?)?"
_ADDRESS = re.compile(
    rf"(?P<road>[{HAN}]{{1,14}}?(?:大道|大街|胡同|路|街|巷|[东西南北中]道|里)(?:[东西南北中]段)?)"
    rf"{_N}(?:号院|号|弄)(?![口线店桩位车充电出]){_TAIL}"
    rf"|(?P<name>[{HAN}\d]{{2,14}}?)(?:{_N}(?:号楼|栋|幢|号院)|[A-Z]座){_TAIL}"
    rf"|(?<![\d第])(?:{_N}(?:号楼|栋|幢|单元)){_TAIL}"
)
# What stands before the name of a place and is not part of it.
_LEAD = re.compile(
    r".*(?:导航|通知|在当|雨天|半夜|绕开|避开|经过|路过|[那这]个|位于|设成|设为|单位|公司|新家|妈家|爸家|婆家"
    r"|丈人家|奶奶家|[在住到去是址往把给送找的我你他她就呀吧呢啊停们咱走绕那]|[年学晚早刚]上|夜进|要绕"
    r"|(?:^|[我先再要想就上])[回从接](?![民化龙]))"
)
_CITY = re.compile(rf"(?:[{HAN}]{{2,3}}省)?(?:[{HAN}]{{2,4}}?市)?")
_NO_ROAD = re.compile(r"(?:^|[这那哪条几])(?:小|大|老|马|公|铁|道|高速公|段)?(?:路|街|里)$|公里$|千米里$")
_AT_HOME = re.compile(r"(?:住|家|住在|家在|地址是?)$")
_UNIT = re.compile(r"号|栋|幢|弄|单元|室|座")

_PLACE = re.compile(
    rf"[{HAN}\d]{{1,12}}?(?P<kind>花园|小区|家园|公寓|新村|嘉园|华府|府邸|公馆|豪庭|山庄|社区|小镇|[雅名嘉馨]苑"
    r"|大厦|写字楼|小学|中学|幼儿园|实验学校|外国语学校|附中|附小)(?![生们老])"
)
# Nothing but such words before it, and it is any school or any flat.
_ANY_PLACE = re.compile(
    r"(?:[这那哪一两三几个座栋所家间些片有没看见买租开进出上读念旁附近最对面楼下前后同某新旧老好很多少"
    r"本该每各小大高低档端公立私国际重点普通封闭办商务住宅居民单身酒店服式长租青年人才度假动物植空屋顶儿童]|孩子|儿子|女儿|门口|隔壁|学校"
    r"|旁边|附属|老师)*"
)
_DEVELOPER = re.compile(
    r"(?:碧桂园|星河湾|雅居乐|(?:万科|恒大|绿地|保利|龙湖|中海|融创|华润|金地|绿城|世茂|富力|旭辉|远洋|招商|首开|金茂"
    rf"|阳光城)[{HAN}]{{1,6}}?(?:城|湾|洲|苑|府|园|里|郡|墅|庭|国际|天地|社区)(?:国际|社区)?)"
    r"(?![股集公物地产]|万家|天街|广场|影)"
)
_HOME = re.compile(
    r"(?:家?住在|家在|家就在|家就是|家是|家住|搬到|搬去|搬进|住)了?"
    rf"(?P<name>[{HAN}A-Za-z\d]{{2,9}}?"
    r"(?:路|街|巷|弄|胡同|大道|村|镇|湾|城|苑|府|居|庭|轩|阁|园|台|坊|郡|墅|国际|天地|庄|寨))"
    rf"(?=[^{HAN}]|$|[那附旁东南西北边对门去了里的上这])"
)
_ANY_HOME = re.compile(
    r"(?:农|乡|城中|小|本|隔壁|一个)村|(?:县|省|老|主|京|一座|小)城|.*(?:酒店|[那这哪个]).*"
)
_CITIES = frozenset(words.CITIES.split())


def addresses(text: str) -> Iterator[Span]:
    """A road with a number, a building with a number; a bare building only with a unit or where one lives."""
    for m in _ADDRESS.finditer(text):
        before = m["road"] or m["name"] or ""
        start = m.start() + _lead(before)
        name = text[start : m.start() + len(before)]
        if _NO_ROAD.search(name):
            continue
        if name or len(_UNIT.findall(text, start, m.end())) > 1 or stands_before(_AT_HOME, text, start):
            yield start, m.end()


def places(text: str) -> Iterator[Span]:
    """Compounds, office buildings and schools by name, and where somebody says to live."""
    yield from (m.span() for m in _DEVELOPER.finditer(text))
    for m in _PLACE.finditer(text):
        start = m.start() + _lead(m.group()[: -len(m["kind"])])
        name = text[start : m.start("kind")]
        if m["kind"] == "外国语学校" or not _ANY_PLACE.fullmatch(name):
            yield start, m.end()
    for m in _HOME.finditer(text):
        name = m["name"]
        if name not in _CITIES and not _ANY_HOME.fullmatch(name) and not _NO_ROAD.search(name):
            yield m.span("name")


def _lead(name: str) -> int:
    """How much of it comes before the name."""
    lead = _LEAD.match(name)
    at = lead.end() if lead else 0
    city = _CITY.match(name, at)
    return city.end() if city and city.end() < len(name) else at
