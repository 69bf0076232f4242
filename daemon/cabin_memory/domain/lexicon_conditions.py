"""Words in which conditions are stated, as patterns over plain text (domain/lexicon)."""

# --- not meant as a time ------------------------------------------------------------------------------
# Meals, titles and compounds whose first half is a time of day, a season or a kind of weather.
COMPOUNDS = (
    r"《[^》]*》|「[^」]*」|“[^”]*”|\"[^\"]*\""
    r"|早[餐饭点茶市教报班泄安操](?!上)|早间新闻|新闻早|早一?点|午[餐饭睡休茶后茶]?(?=茶|餐|饭"
    r"|睡|休)|下午茶|晚[餐饭安会报班宴礼点霞](?!上)"
    r"|晚间新闻|夜[宵市店班视光曲猫总盲]|小夜曲|午夜|一千零一夜|夜上海|周六夜现场|平安夜"
    r"|周[末五]愉快|春[节晚游联卷雨笋秋]|夏[令威天的风]营?(?=令营|威夷)"
    r"|冬[奥瓜菇枣令笋泳]|秋[千葵裤刀]|雨[刷刮衣伞水林声花靴棚]|雪[糕碧茄花膏豹铁佛](?!天)"
    r"|雪地[胎模]|雾[灯化]|[除去][雾霜]|(?:挡|玻璃|窗)[^,，。]{0,4}起雾|起雾(?!的|时|天|了就)"
    r"|防雾"
    r"|冷[气饮萃风藏冻门]|热[饮水狗门量情搜豆干牛菜]|保热|天气预报|一早一晚"
    r"|\bgood (?:morning|evening|night|afternoon)(?: \w+)?|\b(?:morning|evening|night|weekend"
    r"|late[- ]night|breakfast) "
    r"(?:show|news|programme?|edition|podcast|radio|dj|cap|club|owl|shift|sickness|person"
    r"|glory|brief(?:ing)?|vision|mode|market)s?\b"
    r"|\b(?:saturday|sunday|monday|friday) night (?:live|football|lights|fever)\b"
    r"|\bblack friday\b|\bruby tuesday\b|\bblue monday\b"
    r"|\btonight show\b|\bmidnight(?: \w+)?|\bwinter (?:tyres?|tires?|coat|jacket|wheels"
    r"|fluid)\b|\bsummer (?:tyres?|tires?|hits?)\b"
    r"|\bspring (?:rolls?|water|onions?)\b|\bhot (?:chocolate|coffee|tea|dog|dogs|pot|milk"
    r"|water|sauce|spot|drinks?)\b"
    r"|\bcold (?:brew|coffee|drinks?|water|milk)\b|\brain (?:sensor|sounds?|coat)\b"
    r"|\bpurple rain\b|\bsounds? of (?:the )?rain\b"
)
# One occasion, not a rule: this evening, next Monday.
OCCASIONS = (
    r"(?:今天|今日|今儿|昨天|前天|明天|后天|那天|当天|有天|有一天|上次|那次|今|昨|明)(?:一早"
    r"|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|早|晚)?"
    r"|(?:这|上|下|下下|上上|本)个?(?:周|星期|礼拜)(?:[一二三四五六日天末])?|(?:刚才|刚刚|现在"
    r"|此刻|眼下|这会儿|待会儿?)"
    r"|\b(?:this|last|next|yesterday|tomorrow|the other) (?:morning|afternoon|evening|night"
    r"|weekend|winter|summer|spring|autumn|fall"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\b(?:tonight|today|tomorrow|yesterday"
    r"|right now|just now|at the moment|for once)\b"
)
# Of these, the ones that lie behind us say nothing of the present even in a question.
PAST = (
    r"昨天?(?:早上|上午|下午|晚上|晚|早)?|前天(?:早上|晚上)?|上(?:个|上个?)?(?:周|星期"
    r"|礼拜)[一二三四五六日天末]?|那天(?:早上|晚上)?|上次|\b(?:last|yesterday)(?: \w+)?\b"
)
FROM_NOW_ON = (
    r"从?(?:今天|现在)(?:开始|起|往后|以后)|今后|\b(?:starting (?:today|now)|from (?:today"
    r"|now)(?: on(?:wards)?)?|as of (?:today|now))\b"
)
# Nor does a story of what once happened.
STORY = (
    r"前年|去年|上次|那次|那年|有一?[次回]|上回|那回|前几天|第二天|当时|\b(?:last (?:week"
    r"|month|year|time|fall|autumn|winter|summer|spring|night)"
    r"|yesterday|the other day|a couple|years? ago)\b"
)
MOMENT = (
    r"今天|今晚|今早|今儿|现在|此刻|眼下|这会儿|刚才|刚刚|\b(?:today|tonight|right now"
    r"|just now|this (?:time|once|morning|evening)|at the moment|for once)\b"
)

# --- time ---------------------------------------------------------------------------------------------
DAYPARTS: tuple[tuple[str, str], ...] = (
    ("dawn morning", r"清晨|拂晓|天(?:刚|蒙蒙)亮|日出|\b(?:at|before|around) (?:dawn|sunrise|daybreak)\b"),
    ("morning", r"早上|早晨|清早|大早|一早(?!就定)|上午|早高峰|早晚|\bmornings?\b"),
    ("noon", r"中午|正午|晌午|\b(?:at|around) (?:noon|midday|lunch ?time)\b|\bmiddays?\b"),
    ("afternoon", r"下午|午后|\bafternoons?\b"),
    ("evening", r"傍晚|黄昏|晚高峰|\bevenings?\b|\b(?:at|around|after) (?:dusk|sunset)\b"),
    (
        "evening night",
        r"晚上|夜晚|夜间|晚间|早晚|入夜|天黑|天一黑|\b(?:at|every|by|late at|in the"
        r"|during the) nights?\b|\bnight(?:s|time)\b"
        r"|\bnight driv\w+|\bafter dark\b|\b(?:when|once|as soon as|the moment) it(?:'s| is| gets"
        r"| turns)? dark\b|\bin the dark\b"
        r"|\bonce the sun(?:'s| is)? (?:down|gone)\b",
    ),
    (
        "morning noon afternoon",
        r"白天|大白天|\b(?:during the day|in (?:the )?day ?time|in daylight|by day)\b",
    ),
    ("night", r"夜里|雨夜|雪夜|深夜|半夜|凌晨|后半夜|夜路|夜车|\bin the middle of the night\b"),
)
QUESTION_DAYPARTS: tuple[tuple[str, str], ...] = (
    ("morning", r"今早|明早"),
    ("evening night", r"今晚|明晚|当晚|\btonight\b|\bnight\b"),
)
# In a statement an English part of the day needs a frame: "in the morning", "every morning".
ENGLISH_FRAME = (
    r"(?:\b(?:in|on|at|during|every|each|by|most|weekday|weekend|winter|summer|early|late"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
    r"(?: the| my| a| an| our)?(?: \w+)? )$"
)
CLOCK = (
    r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|:\d\d|：\d\d)(?:半|一刻|三刻|钟"
    r"|[一二三四五]?十[一二三四五六七八九]?分?|\d{1,2}分?)?"
)
CLOCK_BOUND = r"(?:钟)?(?:以后|之后|过后|过了|后|以前|之前|前)"

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS: tuple[tuple[str, str], ...] = (
    (
        "spring",
        r"春天|春季|\b(?:in|during|every|each) (?:the )?(?:early |late )?spring(?:time)?\b"
        r"|\bspring (?:days|mornings|evenings)\b",
    ),
    (
        "summer",
        r"夏天|夏季|夏日|大夏天|暑假|\b(?:in|during|over|every|each|on) (?:the |hot )?summer(?:s|time)?\b"
        r"|\bsummer (?:days?|mornings?|afternoons?|evenings?|nights?)\b",
    ),
    ("autumn", r"秋天|秋季|\b(?:in|during|every|each) (?:the )?(?:autumn|fall)\b"),
    (
        "winter",
        r"冬天|冬季|大冬天|寒冬|\b(?:in|during|every|each|on|over) (?:the |cold )?winter(?:s|time)?\b"
        r"|\bwinter (?:days?|mornings?|afternoons?|evenings?|nights?)\b",
    ),
)

# --- weather: in a wish (adverbial), and as a mere mention in a question ---------------------------------
_WHEN = r"(?:when(?:ever)?|if|while|once|as soon as|every time|any ?time)"
_IT = (
    r"(?:it|it's|its|there's|there is|there are|the (?:weather|roads?|streets?|sky|air|ground"
    r"|sun)|roads?|we (?:have|get))(?: is| are|'s| gets?| turns?| starts? to| begins? to"
    r"| comes?)?"
)
_VERY = r"(?: (?:really|too|very|so|a bit|quite|bloody|freezing|boiling|pouring|heavily|out|a lot of|heavy))*"


def _or_in_english(condition: str, adjective: str, noun: str) -> str:
    return (
        rf"|\b{_WHEN} {_IT}{_VERY} (?:{condition})\b|\b(?:in|during) (?:the |a |heavy |light |thick "
        rf"|dense |pouring |extreme )*(?:{noun})\b"
        rf"|\b(?:on|in|during) (?:the )?(?:{adjective}) (?:days?|weather|mornings?|nights?"
        rf"|evenings?|roads?|conditions|streets?)\b"
        rf"|\b(?:{adjective}) (?:days|mornings|nights|evenings|roads|streets)\b"
        rf"|\b(?:{adjective}) (?:weather|outside)\b"
    )


WEATHER: tuple[tuple[str, str], ...] = (
    (
        "rain",
        r"(?<![不没])(?<!在)(?<!正)(?<!又)(?<!要)下(?:着)?(?:大|小|暴|点|毛毛|雷阵"
        r"|阵)?雨(?!了(?!就|的话|也|要|得|记得))|[大暴阴雷梅]?雨天|[大暴]雨(?:的时候|时)|雨(?:大"
        r"|小)的时候|雨季|雨夜|(?<!下)雨一?[大急](?:了|就|的话)|雨中|路滑的时候|地上湿|路面湿"
        + _or_in_english(
            "rains?|raining|rainy|wet|pouring|pours|drizzling|slippery",
            "rainy|wet",
            "rain|rainstorms?|downpours?|wet|storms?",
        ),
    ),
    (
        "snow",
        r"(?<![不没])(?<!在)(?<!正)(?<!又)(?<!要)下(?:着)?(?:大|小|暴|点)?雪(?!了(?!就|的话|也|要"
        r"|得|记得))|[大冰]?雪天|冰雪|积雪|路上有雪"
        + _or_in_english(
            "snows?|snowing|snowy|icy",
            "snowy|icy|frosty",
            "snow|snowfall|blizzards?|ice",
        ),
    ),
    (
        "fog",
        r"[大有浓]雾|起雾(?:的时候|时|天|了就)|雾(?:大|天|浓|霾)|下雾|起大雾"
        + _or_in_english(
            "foggy|fog|misty",
            "foggy|misty",
            "fog|mist",
        ),
    ),
    (
        "hot",
        r"大?热天|天(?:气|儿)?(?:太|很|一|特别)?热(?!了(?!就|的话))|高温天?|暑天|三伏|(?:太|很"
        r"|特别)?热的(?:时候|天|话|日子)|热时|大太阳"
        + _or_in_english(
            "hot|warm|boiling|scorching|sweltering",
            "hot|warm|scorching",
            "heat|summer heat|heatwaves?",
        ),
    ),
    (
        "cold",
        r"大?冷天|天(?:气|儿)?(?:太|很|一|特别)?冷(?!了(?!就|的话))|寒冷|三九天|零下(?:的时候"
        r"|时(?!间)|就)|(?:太|很|特别)?冷的(?:时候|天|话|日子)|降温的时候"
        + _or_in_english(
            "cold|freezing|chilly|frosty",
            "cold|freezing|frosty|chilly",
            "cold|frost",
        ),
    ),
    (
        "dry",
        r"大?晴天|天晴|天气好|出太阳|[不没]下雨|干燥|\bthe sun(?: is|'s) (?:out|shining)\b"
        + _or_in_english(
            "dry|sunny|clear|fine",
            "dry|sunny|clear",
            "sunshine",
        ),
    ),
)
WEATHER_MENTIONS: tuple[tuple[str, str], ...] = (
    (
        "rain",
        r"(?<![不没])下(?:着|起)?(?:大|小|暴|点)?雨|(?<!不)(?<!没)\b(?:it's|it is"
        r"|is it)? ?(?:raining|rainy|pouring)\b|\bthe rain\b",
    ),
    ("snow", r"(?<![不没])下(?:着|起)?(?:大|小)?雪|\bsnowing\b"),
    ("fog", r"雾(?!灯)|\bfoggy\b"),
    (
        "hot",
        r"(?:好|太|很|真|有点|这么|车里)热(?!饮|水)|热死|\bit'?s? (?:is )?(?:so |too |very "
        r"|really )?hot\b|\bhot (?:in here|outside)\b",
    ),
    (
        "cold",
        r"(?:好|太|很|真|有点|这么|车里)冷(?!饮|气)|冷死|\bit'?s? (?:is )?(?:so |too |very "
        r"|really )?(?:cold|freezing)\b|\bcold (?:in here|outside)\b",
    ),
)

# --- hurry ----------------------------------------------------------------------------------------------
HURRIED = r"赶时间|赶飞机|赶火车|赶高铁|赶路|着急|急着|(?:快)?要迟到|快迟到|来不及|(?<!不)时间紧"
UNHURRIED = (
    r"不(?:是很|太|怎么)?(?:赶时间|着急|赶|急)|没赶时间|时间不紧|时间(?:多|充裕|宽裕|充足|够)|有(?:的是"
    r"|足够的?)?(?:时间|空)|慢慢来"
)
CHINESE_FRAME = r"的?(?:时候|那会儿)|时(?!间)|的话|就|(?:的)?情况下"
CHINESE_IF = r"要是|如果|假如|万一|每次|每当|当|只要|一旦|一(?!点|些|个|直|定)"
HURRIED_ENGLISH = (
    r"in a (?:\w+ )?(?:hurry|rush)|hurried|rushed|(?:running |getting )?late|short (?:of"
    r"|on) time|pressed for time|tight on time|time is (?:tight|short)|rushing|don't have (?:\w+ )?time"
)
UNHURRIED_ENGLISH = (
    r"not (?:in a (?:hurry|rush)|late|rushed)|no (?:hurry|rush)|n't in a (?:hurry|rush)"
    r"|(?<!n't )(?:have|got) (?:the |some |enough |plenty of |lots of )?time|plenty of time"
)

# --- people -----------------------------------------------------------------------------------------------
ROLES: tuple[tuple[str, str], ...] = (
    (
        "spouse",
        r"老婆|太太|媳妇儿?|爱人|妻子|老公|丈夫|老伴|对象|女朋友|男朋友|女友|男友|未婚[妻夫]|那口子"
        r"|\b(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|missus)\b",
    ),
    (
        "child",
        r"孩子们?|小孩子?|小朋友|娃娃?|宝宝|宝贝|女儿|儿子|闺女|孙子|孙女|外孙女?|小家伙|双胞胎"
        r"|\b(?:kids?|child|children|baby|toddler|son|sons|daughters?|grand ?(?:kids?|child"
        r"|children|sons?|daughters?)|twins|little ones?|boys|girls)\b",
    ),
    (
        "parent",
        r"爸妈|父母|爸爸?|妈妈?|老爸|老妈|父亲|母亲|岳父|岳母|丈母娘|老丈人|公公|婆婆|爷爷|奶奶"
        r"|姥姥|姥爷|外公|外婆|老人|长辈|二老"
        r"|\b(?:parents|mum|mom|mother|dad|father|grandma|grandpa|granny|nana|grandparents"
        r"|mother in law|father in law)\b",
    ),
    (
        "guest",
        r"客户|客人|领导|老板|朋友|同事|同学|亲戚|哥哥?|姐姐?|弟弟?|妹妹?"
        r"|\b(?:clients?|guests?|customers?|boss|friends?|colleagues?|coworkers?|mates?|brother"
        r"|sister)\b",
    ),
    (
        "passenger",
        r"有人|没有?人|(?<=坐了)人|(?<=坐着)人|别人|其他人|旁人|乘客|⟦person:\d+⟧|\b(?:someone"
        r"|somebody|anyone|anybody"
        r"|passengers?|people|others|somebody else|someone else)\b",
    ),
)
PLACES: tuple[tuple[str, str], ...] = (
    (
        "Row1.DriverSide",
        r"主驾|驾驶[座位席]|驾车|\b(?:drives?|driving|at the wheel|behind the wheel)\b|开(?:车"
        r"|的时候|时|这)",
    ),
    (
        "Row1.PassengerSide",
        r"副驾驶?[座位上]?|副座|前排|前面|旁边|边上|身边|\b(?:beside|next to) me\b|\bup front\b"
        r"|\bin (?:the )?front\b"
        r"|\b(?:the )?(?:front )?passenger(?:'s)? (?:seat|side)\b|\bshotgun\b",
    ),
    (
        "rear",
        r"后排|后座|后[面头边]|二排|\b(?:in|on) (?:the )?(?:back|rear)\b|\bback ?seats?\b"
        r"|\bbehind me\b|\brear seats?\b",
    ),
)
REAR = ("Row2", "Row3")
