"""Whose liking, need or state a sentence tells of: the speaker's own, unless it says otherwise.

The first who is spoken of is the subject, but not who is merely called, fetched or met ("call my wife").
Words know this better than the model does, so it is asked only where somebody is an object.
"""

import re
from collections.abc import Mapping

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Subject

_SPOKEN_OF = re.compile(
    r"(?P<everyone>全家|一家(?:人|[三四五六]口)|我们家(?!在|住|附近|楼)|咱们?家|家里?(?:的)?人|家里没有人"
    r"|大家|大伙|谁(?:来)?(?:坐|开)"
    r"|谁都|任何人|所有人|每个人|全车人?|车里人|一车人|咱们都|我们都|都[热冷饿渴困累]坏?了"
    r"|\b(?:who(?:so)?ever|anyone who|no matter who|every(?:one|body)(?! else)|nobody|no one|all of us"
    r"|none of us"
    r"|we(?:'re| are)? all|we're (?=\w+ing)|(?:the|our|whole) family|in (?:this|our|the) (?:family|house)"
    r"|the (?:four|five|three) of us|all of us)\b)"
    r"|(?P<partner>老婆|(?<!老)太太|媳妇|妻子|爱人|内人|老公|我(?:家)?先生|丈夫|对象|女朋友|男朋友"
    r"|未婚[妻夫]|孩子他?[爸妈]|孩子他[爸妈]"
    r"|\b(?:wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|missus|hubby|better half)\b)"
    r"|(?P<child>女儿|儿子|闺女|孩子(?!他?[爸妈])|小孩|娃|宝宝|[大二三小]宝|小朋友|小家伙|老[二三](?=刚|才"
    r"|喜|爱|要|不|在|的)"
    r"|\b(?:daughter|son|kid|kids|child|children|baby|little one|little fellow|toddler|my (?:boy|girl"
    r"|youngest|eldest)"
    r"|our (?:second|first|youngest|eldest))\b|\bmy little girl\b)"
    r"|(?P<parent>爸妈|爸爸|妈妈|[我老][爸妈]|父母|父亲|母亲|岳[父母]|婆婆|公公|老丈人|丈母娘|爷爷|奶奶"
    r"|姥[姥爷]|外[公婆]"
    r"|老爷子|老太太|老人"
    r"|\b(?:mum|mom|mother|dad|father|parents|(?:mother|father) in law|gran(?:dma|dpa|ny|nie)?"
    r"|the old man)\b)"
    r"|(?P<passenger>副驾(?!座椅|的?(?:温度|座椅|车?窗|空调))|后[排座](?:的)?(?:人|乘客|客人|朋友|那|的)"
    r"|乘客|客人|客户|同事|朋友|闺蜜|哥们|(?<!帅)[弟哥][弟哥]?"
    r"(?=不|喜|要|坐|在|的|每)|(?<!你)[姐妹][姐妹]?(?=不|喜|要|坐|在|的|每)|表[姐妹哥弟]|老板|室友|搭车"
    r"|拼车|旁边(?:这|那)?位|旁边的|坐后面的"
    r"|\b(?:passengers?(?! (?:seat|side|window))|guests?|clients?|colleagues?|friends?|buddy|mate|brother"
    r"|sister|cousin"
    r"|boss|room-?mate|shotgun|ones? in the (?:back|front)|people in the back|(?:guy|those two"
    r"|person) (?:next to|in the)"
    r"|car pool)\b)"
)
# Someone who is called, fetched, visited or told of is no subject.
_OBJECT_OF = re.compile(
    r"(?:打给|打(?:个)?电话给|给|接|送|找|去|回|到|陪|带着?|叫|联系|拨|问|见|和|跟|祝)(?:一?下)?我?(?:的)?$"
    r"|\b(?:call|ring|phone|text|message|pick up|drop(?: off)?|to|with|visit|meet|see|at|for|from|tell|than)"
    r" (?:my |our |the )?$"
)


def subject(text: str, posterior: Mapping[Subject, float] | None = None) -> Subject:
    """`posterior` is the model's; it decides on who is an object only ("play it for my mum")."""
    said = plain(text)
    named: list[Subject] = []
    objects: list[Subject] = []
    for found in _SPOKEN_OF.finditer(said):
        is_object = _OBJECT_OF.search(said[: found.start()]) is not None
        (objects if is_object else named).append(Subject(found.lastgroup or ""))
    if named:
        return named[0]
    shares = posterior or {}
    return max([Subject.SELF, *objects], key=lambda who: shares.get(who, 0.0))
