"""What holds nothing that could be remembered: a greeting, a yes, a sign.

It belongs to the conversation, where a "yes, like that" confirms something, and to nothing that lasts.
"""

import re

from cabin_memory.domain.lexicon import plain

_PHATIC = re.compile(
    r"(?:你好|您好|嗨|哈喽|哈啰|喂|早|早上好|上午好|中午好|下午好|晚上好|早安|晚安|再见|拜拜|谢谢你?|多谢|辛苦了|不客气"
    r"|没事了?|没关系|好的?|好吧|好嘞|好呀|嗯+|哦+|噢|啊|行|行吧|可以|可以的|对|对的|对啊|是|是的|不是|不|不用了?|不要了?"
    r"|算了|知道了|明白了?|收到|就这样|就这么办|没错|当然|继续|停|取消|确定|确认|等一下|稍等"
    r"|hello|hi|hey|hiya|good (?:morning|afternoon|evening|night)|bye|goodbye|see you|thanks?|thank you|thx"
    r"|cheers|thanks a lot|you're welcome|no problem|ok|okay|k|yes|yeah|yep|yup|no|nope|nah|sure|right"
    r"|all right|alright|great|fine|cool|got it|i see|never ?mind|stop|cancel|go on|continue|exactly"
    r"|that's (?:it|right|all|fine)"
    r"|please|sorry|um+|uh+|hm+|oh)"
)
_WORDS = re.compile(r"[\w']+(?: [\w']+)*")


def nothing(text: str) -> bool:
    """Whether a sentence is only greeting, thanks, assent, dissent, or signs without words."""
    said = plain(text).strip()
    parts = [part.strip() for part in _WORDS.findall(said)]
    return all(_PHATIC.fullmatch(part) is not None for part in parts)
