"""How people name roads, take them or leave them out, and tell of trouble on them. Chinese and English.

Patterns run over the words as they were said, names restored.
"""

# A character that may stand in the name of a road: no verb, no pronoun, no preposition.
_HAN = r"[^\W我你他她它咱们说给在堵修封的走从去到回了着过换改开就也都别不避绕]"
_RINGS = r"[东南西北内中外一二三四五六]环(?:路|(?![东南西北]?路))"
_SUFFIX = (
    rf"(?:大道|高速公路|高速|高架|快速路|环路|环线|{_RINGS}|大桥|隧道|公路|马路|路|街|巷|弄|[一二三四五]?桥)"
)
_KIND = (
    r"(?:road|street|avenue|lane|highway|motorway|freeway|parkway|boulevard|bridge|tunnel|bypass"
    r"|expressway|drive|way|crossing|roundabout|junction)"
)
_NUMBERED = r"(?:the )?[AMGI]-?\d{1,4}"

# --- taking a road, or not: groups `verb` and `name` -------------------------------------------------------
TAKES_CHINESE = (
    r"(?P<verb>别走|不走|别再走|不要走|不想走|避开|绕开|躲开|避免走|少走|走|经过|经|过|从|沿着|换|改走|堵在)"
    rf"(?:了|一下|那条|那段|那个|这条)?(?P<name>{_HAN}{{0,7}}?{_SUFFIX})(?!上的|的)"
)
TAKES_ENGLISH = (
    r"(?P<verb>\b(?:don'?t|do not|never|not)(?: \w+)? (?:take|use)|\b(?:avoid|skip|take|use|via)"
    r"|\b(?:go|goes|going|drive|driving|put|send|route|head|heading|stick|stay)(?: \w+){0,2}?"
    r" (?:over|through|along|by|on|down|via))(?: (?:me|us|over|via|along|through|down|by))*"
    rf"\s(?P<name>{_NUMBERED}|(?:the |that |this )?(?:[\w'-]+ ){{1,3}}?{_KIND})\b(?! \d)"
)
REFUSED = (
    r"别|堵在|不[要走想太喜爱从经用]|避|绕开|躲|少走|讨厌|\b(?:don'?t|not|never|avoid|skip|hate|dislike)\b"
)
# What these find is no name but a sort of road, or nothing definite.
NO_NAME = (
    rf"^(?:the |that |this |an? )?{_KIND}$|^(?:to|from|in) "
    r"|^(?:高速公路|高速|高架|快速路|环路|环线|大桥|隧道|公路|马路|路|街|巷|弄|桥)$"
    r"|哪|什么|这|条路|最|一?条|^(?:小|大|近|老|土|烂|山|辅|收费|免费)路|^后街"
    r"|\b(?:\w+est|scenic|pretty|nice|same|usual|another|different|which|what|toll|back|side|main|way|my"
    r"|any|some|a|an)\b"
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
    r"(?:^|[,，。]|我|开车|导航|带我|送我|以后|每次|平时)(?:要|想|得|都)?(?:去|到|回)"
    r"(?P<zh>(?![\d哪什来过了点里底时这那我你])[\u4e00-\u9fff\w]{2,8}?)"
    r"(?=我|你|就|都|也|一般|通常|平时|一定|必须|尽量|一律|的路|走|接|送|从|经|吃|买|看|玩|[,，。;；!！?？\s]|$)"
    r"|\b(?:go|goes|going|drive|driving|take|head|heading|way|route|trip|run|navigate|get|road)"
    r"(?: [\w'-]+){0,3}? (?:to|for) (?P<en>(?:the |my )?(?:[a-z]+|[A-Z][\w'-]*(?: [\w'-]+)?))"
    r"|^to (?P<lead>(?:the |my )?[\w'-]+)"
)
NO_PLACE = (
    r"^(?:the |my )?(?:get|it|them|me|us|him|her|a|an|be|come|do|see|eat|avoid|take|go|drive|this|that"
    r"|left|right|north|south|east|west|side|half|fuel|free|now|today|tomorrow|\w+ing)$"
)
HOME = r"回家|到家|家里|\b(?:go(?:ing)?|drive|take me|get|way|head(?:ing)?) home\b|\bto home\b"
FROM_WORK = r"下班|\b(?:from|after) work\b"
TO_WORK = r"上班|通勤|\bcommut(?:e|ing)\b|\bto work\b"
SCHOOL = r"[接送](?:孩子|娃|女儿|儿子|闺女|小孩)|上学|放学|\bschool run\b|\b(?:to|from) school\b"
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
    r"|\b(?P<part>half|(?:a )?quarter|\d{1,2})(?: minutes)? (?P<side>past|to) (?P<hh>\d{1,2})\b"
    r"|\b(?:at |around |by )(?P<eh>\d{1,2})(?::(?P<em>\d\d))?(?: ?(?P<ampm>am|pm|a\.m\.|p\.m\.|o'clock))?\b"
    r"(?! ?(?:past|to|percent|minutes|degrees)\b)"
    r"|\b(?P<ch>\d{1,2}):(?P<cm>\d\d)\b"
)
FILLERS = r"\b(?:u+h+|u+m+|er+m?|h+mm+)\b[, ]*|嗯+[，, ]?|呃+[，, ]?|^(?:那个|就是)[，, ]?"
