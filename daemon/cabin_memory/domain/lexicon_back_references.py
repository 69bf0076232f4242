"""Words that point back to something said or done before, as patterns over plain text with numbers in digits.

Numerals are `1` or `一`, because a numeral stays a word in some compounds (domain/numerals).
"""

USUAL = (
    r"老样子|老规矩|老地方|照旧|照常|惯例|[一1]如既往|[跟和像同按照]?(?:平时|平常|往常|以往|通常|一贯)"
    r"|\b(?:the |as |like |my |than )*usual(?:ly)?\b|\b(?:as|like) always\b|\b(?:the|my) regular\b"
)
JUST_NOW = (
    r"刚才|刚刚|方才|刚(?=[说设调选放开那的])"
    r"|\bjust (?:now|said|set|had|did|mentioned)\b|\ba (?:moment|second) ago\b"
)
LAST_TIME = (
    r"上[一1]?[次回趟遍]|前[一1][次回趟]|(?<![\d点天周月年饭睡班])(?:之前|以前)|先前|早先|从前"
    r"|原来(?=[的那样])|原样|再来[一1][次遍回个份]|还是?(?=用?那[个样条家首种])|同样的?|[一1]样的?"
    r"|\b(?:the )?(?:last|previous|other) (?:time|trip|drive|ride|one|conversation)\b|\bpreviously\b"
    r"|\b(?:as|like|from|than) (?:i did )?before\b|\bbefore(?=\W*$)|\bearlier\b(?! than)|\bprevious\b"
    r"|\b(?:the )?same (?:again|as|one|thing|way|settings?)\b|\b(?:do|play|set) (?:it|that) again\b"
    r"|\bonce again\b"
)
DEMONSTRATIVE = (
    r"那[个条家首种次回样]|\bthat (?:one|place|song|route|restaurant|thing|setting)\b|\bthose ones?\b"
)
"""These point back only when somebody asks what they mean."""

_BEFORE = r"(?:上[一1]?[次回趟遍]|前[一1][次回趟]|之前|以前|先前|原来|刚才|刚刚|昨天|前天)"
THE_SAME = (
    rf"(?:按照?|照着?|依|跟|和|同|像|就?用|还是?)[你我]?{_BEFORE}"
    rf"|{_BEFORE}(?:那|的)?(?:个|样|设置|设定|温度|路线)?(?:的?一样|来(?:吧|一遍)?$|再来)"
    r"|再来[一1][次遍]"
    r"|\b(?:like|as|same as) (?:it was |we (?:had|did) (?:it )?|i (?:had|did) (?:it )?|you did |the )?"
    r"(?:last time|the time before|before|previously|earlier)\b"
    r"|\b(?:the )?same (?:as|again|one as) ?(?:last time|before|earlier)?(?=\W*$)"
    r"|\bfrom (?:last time|before)\b"
)
"""A wish to have again what was before, and not mere talk of it."""

LOOSE_CHINESE = (
    "按照|照着|按|照|依|跟|和|像|同|就|还是|还|再|用|把|将|给我|帮我|请|我们|我|你|咱|那个|那家|那条|那首|那种|那次"
    "|那样|那|这个|这样|这|的时候|时候|的|了|着|过|来着|来|吧|吗|呢|啊|呀|嘛|去过|去|说过|说|讲过|讲|提到过|提到|提过|提"
    "|聊过|聊到|聊|谈到|记下|记得|记|什么|哪个|哪些|哪|怎么|有没有|有|是|在|都|设置成|设置|设成|调成|调到|弄成|做|办|搞"
    "|要|想|一样|1样|一下|1下|一遍|1遍|地方|事情|事|东西|内容|话|告诉|问过|问|叫|让|些|次|个|家|条|首|时"
)
"""Taken off both ends of what is left of a phrase; inside a name these characters stay."""
LOOSE_ENGLISH = (
    "set|make|do|did|does|put|turn|it|that|this|those|these|the|an?|ones?|same|like|as|from|what|which|where|when"
    "|how|i|we|you|me|us|my|our|say|said|says|tell|told|mention(?:ed)?|ask(?:ed)?|talk(?:ed)?|about|please|again|use"
    "|take|go|went|with|way|for|was|were|is|to|on|at|of|in|back|had|have|let's|thing|something|remember|want(?:ed)?"
    "|just|earlier|and"
)

MATTERS_CHINESE = (
    "空调|冷气|暖气|温度|导航|路线|音乐|歌曲|歌|音量|声音|座椅|座位|车窗|窗户|灯光|灯|屏幕|充电|停车|电话"
    "|餐厅|饭店|餐馆|馆子|吃饭|吃的|地方|设置|设定|[的那个家条首]"
)
"""Names of whole matters; what a topic says besides them is special."""
MATTERS_ENGLISH = (
    "climate(?: control)?|a/?c|air ?con(?:ditioning)?|temperature|navigation|routes?|way|road|music|songs?"
    "|volume|seats?|windows?|lights?|lighting|screen|charging|parking|phone|calls?|restaurants?|food|dinner"
    "|lunch|place|settings?|the"
)
