"""Whom a question asks about: "where does my father live?" is not answered by where the mother lives.

Only questions about a person's own affairs are meant (what they like, where they live, what they are called).
A person who merely comes along ("when my wife sits beside me") does not make the question theirs.
"""

import re
from collections.abc import Mapping

from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.people import is_occupant_id

# A person by any of the words for them; a narrower word also answers for the wider one, and back.
_PEOPLE: Mapping[str, str] = {
    "father": r"爸爸?|老爸|父亲|爹|\b(?:dad|daddy|father)\b",
    "mother": r"妈妈?|老妈|母亲|娘亲|\b(?:mum|mom|mummy|mother)\b",
    "parents": r"爸妈|父母|\bparents\b",
    "wife": r"老婆|妻子|太太|媳妇|\bwife\b",
    "husband": r"老公|丈夫|先生(?!们)|\bhusband\b",
    "spouse": r"爱人|对象|另一半|\b(?:spouse|partner)\b",
    "son": r"儿子|\bson\b",
    "daughter": r"女儿|闺女|\bdaughter\b",
    "child": r"孩子|小孩|宝宝|\b(?:child|children|kids?|baby)\b",
    "brother": r"哥哥?|弟弟?|兄弟|\bbrother\b",
    "sister": r"姐姐?|妹妹?|姐妹|\bsister\b",
    "grandfather": r"爷爷|外公|姥爷|\bgrand(?:pa|dad|father)\b",
    "grandmother": r"奶奶|外婆|姥姥|\b(?:grandma|granny|nana|grandmother)\b",
    "friend": r"朋友|闺蜜|哥们|\bfriend\b",
    "colleague": r"同事|\b(?:colleague|coworker)\b",
    "boss": r"老板|领导|\bboss\b",
    "dog": r"狗狗?|\b(?:dog|puppy)\b",
    "cat": r"猫咪?|\b(?:cat|kitten)\b",
    "neighbour": r"邻居|\bneighbou?r\b",
}
_SAME: tuple[frozenset[str], ...] = (
    frozenset({"child", "son"}),
    frozenset({"child", "daughter"}),
    frozenset({"spouse", "wife"}),
    frozenset({"spouse", "husband"}),
    frozenset({"parents", "father"}),
    frozenset({"parents", "mother"}),
)
_ALL = "|".join(f"(?P<{name}>{words})" for name, words in _PEOPLE.items())
_MENTIONED = re.compile(_ALL)
# What makes it the person's own affair, right behind the word for them (Chinese) or around it (English).
_ASKED = re.compile(
    rf"(?:我家?(?:的|那个?)?|咱|他|她|(?<![\u4e00-\u9fff]))(?:{_ALL})"
    r"(?:们)?(?:一般|平时|平常|最|很|也|都|比较|通常|到底)*"
    r"(?:喜欢|爱(?!人)|讨厌|怕|住|叫(?!我)|多大|几岁|属|姓|生日|名字|电话|在哪|的(?:名字|生日|电话|家|座椅|口味|习惯))"
    r"|\b(?:does|do|is|are|was|did|has) (?:my|our|the) (?:" + _ALL.replace("(?P<", "(?P<a_") + r")\b"
    r"|\b(?:my|our) (?:" + _ALL.replace("(?P<", "(?P<b_") + r")(?:'s|s'| likes?\b| lives?\b| wants?\b"
    r"| prefers?\b| called\b| named\b| born\b| eats?\b| drinks?\b)"
)
_COMES_ALONG = re.compile(
    r"(?:坐|在)(?:我)?(?:旁边|身边|副驾|后[排座]|车[上里])|一起|陪我|上车"
    r"|\b(?:beside|next to|with) (?:me|us)\b|\bin the (?:car|back|passenger)\b|\bon board\b|\bcomes? along\b"
)
_SOMEBODY = re.compile(r"⟦person:\d+⟧")


def asked_about(question: str) -> frozenset[str]:
    """The people whose own affairs a question is about, by stable words; empty for most questions."""
    said = plain(question)
    asked = {name.removeprefix("a_").removeprefix("b_") for name in _named(_ASKED, said)}
    return frozenset() if _COMES_ALONG.search(said) else frozenset(asked)


def about_someone_else(asked: frozenset[str], memory: str, subject: str = "") -> bool:
    """Whether a question asks about people of whom the memory does not speak.

    Args:
        asked: what `asked_about` gave for the question.
        memory: its text with placeholders.
        subject: whom the memory is about, where the assistant said so.
    """
    told = f"{memory} {subject}"
    if not asked or _SOMEBODY.search(told):  # the name of the very person, for all that is known
        return False
    mentioned = _named(_MENTIONED, plain(told))
    return not any(_same(one, other) for one in asked for other in mentioned)


def spoken_of(text: str, subject: str = "") -> frozenset[str]:
    """Everyone of whom a statement speaks: stable words for relatives, placeholders, an id as it is."""
    people = _named(_MENTIONED, plain(text)) | set(_SOMEBODY.findall(text))
    # A label such as "child" may be no more than what the text was understood to say: "son" says more.
    told = (
        {subject}
        if is_occupant_id(subject)
        else _named(_MENTIONED, plain(subject)) | {*_SOMEBODY.findall(subject)}
    )
    return frozenset(people or told)


def same_people(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two statements speak of the same people; "my son" may be "the child", never "my daughter"."""
    return all(any(_same(a, b) for b in other) for a in one) and all(
        any(_same(a, b) for a in one) for b in other
    )


def _named(pattern: re.Pattern[str], said: str) -> set[str]:
    return {name for found in pattern.finditer(said) for name, words in found.groupdict().items() if words}


def _same(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in _SAME)
