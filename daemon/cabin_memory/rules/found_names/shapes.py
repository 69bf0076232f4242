"""What is told by its shape: e-mail and coordinates, telephone numbers, licence plates.

`phonenumbers` (Apache 2.0, pure Python, 22 MB; its lite form 1.2 MB and 6 MB of memory) was looked at: it
takes 2024111800 for a telephone number and knows none that was spelt out, so the shapes are written here.
"""

import re
from collections.abc import Iterator

from cabin_memory.rules.found_names.text_span import Span, stands_before

# --- e-mail and coordinates ----------------------------------------------------------------------------
_EMAIL = re.compile(
    r"(?<![\w.+-])[a-z0-9_.+-]{0,64}[a-z0-9_]@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,63}"
    # "tom dot smith at gmail dot com": a part with a dot before, or a host of mailboxes behind "at".
    r"|\b(?:[a-z0-9]{1,64} (?:dot|underscore|dash|hyphen|minus|plus) ){1,4}[a-z0-9]{1,64} at [a-z0-9]{1,63}"
    r"(?: dot [a-z]{1,63}){1,3}\b"
    r"|\b[a-z0-9._]{1,64} at (?:gmail|outlook|hotmail|yahoo|icloud|proton|gmx|qq|163) dot [a-z]+\b"
    r"|(?<![a-z0-9_.])[a-z0-9_.]{1,64}\s?(?:@|艾特)\s?[a-z0-9]{1,63}\s?(?:\.|点)\s?(?:com|cn|net|org)(?:(?:\.|点)cn)?",
    re.IGNORECASE | re.ASCII,
)
_DEGREES = (
    r"\d{1,3}(?:\.\d+)?\s*(?:°|度|degrees)?(?:\s*\d{1,2}\s*['′分]\s*(?:\d{1,2}(?:\.\d+)?\s*[\"″秒]?)?)?"
)
_COORDINATES = re.compile(
    rf"[北南]纬\s*{_DEGREES}[,，、\s]*[东西]经\s*{_DEGREES}|[东西]经\s*{_DEGREES}[,，、\s]*[北南]纬\s*{_DEGREES}"
    rf"|(?<![\d.]){_DEGREES}\s*[NS](?![a-z])[,，\s]*{_DEGREES}\s*[EW](?![a-z])"
    r"|\blat(?:itude)?(?: is)? (?:minus |negative |-)?\d{1,2}(?:\.\d+)?,?(?: and)? "
    r"long?(?:itude)?(?: is)? (?:minus |negative |-)?\d{1,3}(?:\.\d+)?",
    re.IGNORECASE,
)
_DECIMALS = re.compile(r"(?<![\d.])(-?\d{1,2}\.\d{3,})\s*[,，\s]\s*(-?\d{1,3}\.\d{3,})(?![\d.]*\d)")


def emails(text: str) -> Iterator[Span]:
    yield from (m.span() for m in _EMAIL.finditer(text))


def coordinates(text: str) -> Iterator[Span]:
    yield from (m.span() for m in _COORDINATES.finditer(text))
    for m in _DECIMALS.finditer(text):
        if abs(float(m[1])) <= 90 and abs(float(m[2])) <= 180:
            yield m.span()


# --- telephone numbers ---------------------------------------------------------------------------------
_SPELT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_DIGIT_HAN = "零〇一二三四五六七八九幺"
_SEP = r"[ .\-]?"
_PHONE = re.compile(
    rf"(?<![\d.\-+])(?:\+\d{{1,3}}{_SEP}(?:\(\d{{1,4}}\){_SEP})?(?:\d{{1,5}}{_SEP}){{1,5}}\d{{2,5}}"
    rf"|(?:86[ \-]?)?1[3-9]\d{_SEP}\d{{4}}{_SEP}\d{{4}}"  # mobile, China
    r"|0\d{2,3}[ \-]?[2-9]\d{3}[ \-]?\d{3,4}"  # landline, China
    rf"|(?:1{_SEP})?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .\-])\d{{3}}[ .\-]\d{{4}}"  # North America
    r"|\(?0\d{2,4}\)?(?: \d{3,4}){1,2}(?: \d{2,4})?|07\d{3} ?\d{6}|0[12]\d{9})(?![\d\-]|\.\d)"  # Britain
    rf"|(?<![{_DIGIT_HAN}])[一幺][三四五六七八九][{_DIGIT_HAN}]{{9}}(?![{_DIGIT_HAN}])"
    rf"|\b(?:(?:double|triple) )?{_SPELT}(?: (?:(?:double |triple )?{_SPELT}|hundred|thousand)){{6,13}}\b",
    re.IGNORECASE,
)
# Called a number to ring, it may have any grouping.
_PHONE_SAID = re.compile(
    r"(?:电话|手机|座机|号码|热线|拨打?"
    r"|\b(?:call|dial|ring|phone|number|mobile|cell|landline|text)(?:'s| is)?\b)"
    rf"(?:号|是|为|[:：,，\s])*(\d(?:{_SEP}\d){{6,11}}|[{_DIGIT_HAN}]{{7,12}})(?![\d{_DIGIT_HAN}]|[ .\-]?\d)",
    re.IGNORECASE,
)
_OTHER_NUMBER = re.compile(
    r"(?:订单|运单|单号|快递|编号|取件|提货|流水|发票|车架|里程|跑了|\b(?:order|parcel|tracking|invoice|"
    r"ticket|booking|reference|serial|version|mileage|odometer|vin|flight)\b)[^,，。;]{0,14}$",
    re.IGNORECASE,
)


def phones(text: str) -> Iterator[Span]:
    for m in _PHONE.finditer(text):
        if not stands_before(_OTHER_NUMBER, text, m.start()):
            yield m.span()
    for m in _PHONE_SAID.finditer(text):
        if not stands_before(_OTHER_NUMBER, text, m.start(1)):
            yield m.span(1)


# --- licence plates ------------------------------------------------------------------------------------
_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_PLATE = re.compile(
    # GA 36-2018: letters without I and O; six places for new energy.
    rf"[{_PROVINCES}]\s?[A-HJ-NP-Za-hj-np-z][·.\- ]?"
    rf"(?=[A-Za-z ]*[\d{_DIGIT_HAN}])(?:[A-HJ-NP-Za-hj-np-z\d{_DIGIT_HAN}] ?){{4,5}}"
    rf"[A-HJ-NP-Za-hj-np-z\d{_DIGIT_HAN}学警挂港澳使领](?![A-Za-z\d])"
    r"|\b[A-HJ-PR-Y]{2}\d{2} ?(?!AWD|FWD|RWD|SUV|GTI|KWH|MPH)[A-HJ-PR-Z]{3}\b"  # Britain since 2001
    r"|\b[A-Z]{2}-\d{3}-[A-Z]{2}\b|\b[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} \d{1,4}\b|\b\d[A-Z]{3}\d{3}\b"  # F, D, US
)
_PLATE_SAID = re.compile(
    r"(?:车牌号?码?|牌照|\b(?:plate|plates|registration|reg|tag)(?: number)?(?:'s)?)"
    r"\s*(?:is|was|of|是|为|[:：,])?"
    r"\s*(?=[a-z\-]{0,4}[ \-]?\d|\d)"
    r"((?:[a-z\d]{1,4}[ \-]){0,2}[a-z]{0,4}\d{1,4}[a-z]{0,3}(?:[ \-](?:\d{1,4}|[a-z]{2,3}))?)(?!\w)",
    re.IGNORECASE | re.ASCII,
)


def plates(text: str) -> Iterator[Span]:
    yield from (m.span() for m in _PLATE.finditer(text))
    for m in _PLATE_SAID.finditer(text):
        if len(re.sub(r"\W", "", m[1])) >= 5 and re.search("[a-z]", m[1], re.IGNORECASE):
            yield m.span(1)
