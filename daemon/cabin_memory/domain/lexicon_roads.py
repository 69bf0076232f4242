"""How people name roads, take them or leave them out, and tell of trouble on them. Chinese and English.

Patterns run over the words as they were said, names restored.
"""

_HAN = r"[\u4e00-\u9fff\dA-Za-z]"
_RINGS = r"[东南西北内中外一二三四五六]环路?"
_SUFFIX = rf"(?:大道|高速公路|高速|高架|快速路|环路|环线|{_RINGS}|大桥|隧道|公路|马路|路|街|巷|弄|桥)"
_KIND = (
    r"(?:road|street|avenue|lane|highway|motorway|freeway|parkway|boulevard|bridge|tunnel|bypass"
    r"|expressway|drive|way|crossing|roundabout|junction)"
)
_NUMBERED = r"(?:the )?[AMGI]-?\d{1,4}"

# --- taking a road, or not: groups `verb` and `name` -------------------------------------------------------
TAKES_CHINESE = (
    r"(?P<verb>别走|不走|别再走|不要走|不想走|避开|绕开|躲开|避免走|少走|走|经过|经|过|从|沿着?)"
    rf"(?:一下|那条|那段|那个|这条)?(?P<name>{_HAN}{{0,7}}?{_SUFFIX})(?!上的|的)"
)
TAKES_ENGLISH = (
    r"(?P<verb>\b(?:don'?t|do not|never|not)(?: \w+)? (?:take|use|go)|\b(?:avoid|skip)"
    r"|\b(?:take|use|via|over|through|along|by|on|down))(?: (?:me|us|over|via|along|through|down|by))*"
    rf"\s(?P<name>{_NUMBERED}|(?:the |that |this )?(?:[\w'-]+ ){{1,3}}?{_KIND})\b"
)
REFUSED = r"别|不[要走想太喜爱]|避|绕开|躲|少走|讨厌|\b(?:don'?t|not|never|avoid|skip|hate|dislike)\b"
# What these find is no name but a sort of road, or nothing definite.
NO_NAME = (
    rf"^(?:the |that |this )?{_KIND}$"
    r"|^(?:高速公路|高速|高架|快速路|环路|环线|大桥|隧道|公路|马路|路|街|巷|弄|桥)$"
    r"|[走别避的]|哪|什么|这|条路|最|一?条|小路|近路|老路|换|绕"
    r"|\b(?:fastest|quickest|shortest|scenic|same|usual|another|different|which|what|toll|back|side|main"
    r"|way|my|any)\b"
)

# --- trouble: group `name` ---------------------------------------------------------------------------
TROUBLED_CHINESE = rf"(?P<name>{_HAN}{{1,7}}?{_SUFFIX}(?:(?:那个|这个|的)?(?:路口|匝道|出口|入口|红绿灯))?)"
TROUBLED_ENGLISH = (
    rf"(?P<name>(?:the |that )?{_KIND} (?:at|on|near|by|in) (?:the )?[A-Z\d][\w'-]*(?: [A-Z][\w'-]+)*"
    rf"|(?:the )?(?:[A-Z][\w'-]+ ){{1,3}}(?i:{_KIND})|{_NUMBERED})\b"
)
TROUBLE = (
    r"堵|拥挤|修路|封路|封闭|施工|事故|塌|坑|不好走|难走"
    r"|\b(?:jam(?:s|med)?|congest\w+|roadworks?|closed|accidents?|blocked|pot ?holes?|traffic)\b"
)
WHEN_TROUBLE = (
    r"堵[^,，。]{0,6}(?:就|的时候|(?<!小)时|的话)"
    r"|(?:要是|如果|万一|遇到|碰到)[^,，。]{0,8}(?:堵|事故|修路|封路)"
    r"|\b(?:when|if|whenever|in case)\b[^,.]{0,30}"
    r"\b(?:jam\w*|traffic|congest\w*|accident|closed|blocked|roadworks?)\b"
)
WITHOUT_TROUBLE = r"不堵|没堵|不(?:怕|介意)堵|\bno (?:traffic|jams?)\b|don'?t mind (?:the )?traffic"
OBSTRUCTED = (
    r"堵|拥[堵挤]|事故|封路|修路|施工|改道|换条路|绕"
    r"|\b(?:jam\w*|traffic|congest\w*|accident|closed|closure|roadworks|reroute|detour)\b"
)
REROUTE = r"re-?route|detour|绕行|改道"

# --- where a trip goes: groups `zh` and `en` ---------------------------------------------------------------
BOUND_FOR = (
    r"(?:去|到|回)(?P<zh>[\u4e00-\u9fff\w]{1,10}?)"
    r"(?=我|你|的|就|都|也|一般|通常|一定|必须|时|走|接|送|从|经|吃|买|看|[,，。;；!！?？\s]|$)"
    r"|\b(?:to|for) (?P<en>(?:the |my )?[\w'-]+(?: [A-Z][\w'-]+)*)"
)
HOME = r"回家|到家|家里|\b(?:go(?:ing)?|drive|take me|get|way|head(?:ing)?) home\b|\bto home\b"
GOING = (
    r"导航|(?:^|我要|我想|带我|送我|开车|咱们?|我们)(?:去|回|到)|^去|^回(?:家|公司)|改道|换条路|绕路|怎么走|走哪"
    r"|\b(?:navigate|take me|drive (?:me )?to|go(?:ing)? (?:to|home)|route|reroute|directions)\b"
)

# --- when to leave ------------------------------------------------------------------------------------
ASKS_WHEN_TO_LEAVE = (
    r"几点(?:出发|出门|走)|(?:什么时候|何时|多早|该).{0,4}(?:出发|出门|动身)|出发时间|提前多久"
    r"|\b(?:when|what time)\b.{0,24}\b(?:leave|set off|go|start|depart)|\bdeparture\b|\bleaving time\b"
)
LEAVING = (
    r"出门|出发|动身|走|离家|\b(?:leav\w+|left|set(?:ting)? off|head(?:ing)? (?:out|off)|go|depart\w*)\b"
)
"""Over plain text in digits, as is CLOCK."""
CLOCK = (
    r"(?P<pm>下午|晚上|傍晚|中午)?(?P<h>\d{1,2})(?:点|时|:)(?P<m>半|1刻|3刻|\d{1,2})?"
    r"|\b(?P<half>half past )(?P<hh>\d{1,2})\b"
    r"|\b(?:at |around |by )(?P<eh>\d{1,2})(?::(?P<em>\d\d))?(?: ?(?P<ampm>am|pm|a\.m\.|p\.m\.|o'clock))?\b"
    r"|\b(?P<ch>\d{1,2}):(?P<cm>\d\d)\b"
)
FILLERS = r"\b(?:u+h+|u+m+|er+m?|h+mm+)\b[, ]*|嗯+[，, ]?|呃+[，, ]?|^(?:那个|就是)[，, ]?"
