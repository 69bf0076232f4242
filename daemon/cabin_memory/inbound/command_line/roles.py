"""What people call those who sit beside them, as the roles of the contract."""

from difflib import get_close_matches

from cabin_memory.domain.people import SeatRole
from cabin_memory.inbound.command_line.failures import usage

_CALLED = {
    SeatRole.SELF: "me myself i driver 本人 自己 我 驾驶员 司机",
    SeatRole.SPOUSE: "wife husband partner 配偶 妻子 丈夫 老婆 老公 太太 夫人 媳妇 爱人 伴侣 先生",
    SeatRole.CHILD: "kid son daughter baby 孩子 小孩 儿子 女儿 宝宝 娃 兒子 女兒",
    SeatRole.PARENT: "mother father mom mum mommy mama dad daddy papa "
    "父母 妈妈 爸爸 母亲 父亲 妈 爸 老妈 老爸 媽媽 母親 父親",
    SeatRole.GUEST: "visitor 客人 访客 訪客",
}
_ROLES = {word: role for role, words in _CALLED.items() for word in (str(role), *words.split())}


def role_of(text: str) -> SeatRole:
    """The role that a word of everyday speech means. Raises Failure (usage) for any other word."""
    word = text.strip().casefold()
    if word in _ROLES:
        return _ROLES[word]
    fault = "{value} is not what one person is to another here."
    if near := get_close_matches(word, _ROLES, n=1):
        raise usage(fault, "Did you mean {near}?", value=text, near=near[0])
    remedy = "Write {roles}; everyday words such as wife, kid and mom are understood too."
    raise usage(fault, remedy, value=text, roles=", ".join(SeatRole))
