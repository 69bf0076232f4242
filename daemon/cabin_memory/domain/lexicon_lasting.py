"""Words that say how long a sentence counts: for good, for now, or that it only tells what was."""

# "From today on" and its like name today and mean always; they come before the words for now.
FROM_NOW_ON = (
    r"以后(?!再说)|从(?:今天|现在|今往后|此|今)(?:开始|起|往后)?|今后|今天起|往后(?!调|放|移"
    r"|退|靠|倒|一|两|\d)|下次(?:也|都|还|别|不要)?"
    r"|\b(?:from (?:now|today|this day) on(?:wards)?|starting (?:today|now)|from today|as of today|in future"
    r"|in the future|going forward|next time|changed my mind|change of plan)\b|改(?:了)?主意|改主意"
)
ALWAYS = (
    r"总是|一直|每次|每天|天天|每周|每晚|每早|平时|平常|一般(?:都|就|情况)?|通常|习惯|常年"
    r"|长期|固定|默认|永远|始终|从来|向来"
    r"|喜欢|喜爱|最爱|爱(?=[吃喝听看走坐用停开去玩])|讨厌|容易|必须|一定要?|千万|务必|坚决"
    r"|绝对|宁愿|宁可|愿意|尽量|凡是|只要"
    r"|\b(?:always|never|usually|normally|generally|no more|by default|default|prefer|love|hate|enjoy"
    r"|favou?rite|can't stand"
    r"|dislike|i'm used to|habit|whenever|every|each|easily|often|rather|avoid|(?<!'d )(?<!would )like)\b"
)
LASTING = (
    r"要[^,，。]{1,4}的[。!！]?$|每个|要是|如果|的话|老是|不(?:吃|喝|听|爱)(?!了)|只(?:吃|喝"
    r"|听|走|用|停|加|要|认|充)|怕(?=冷|热|黑|晒"
    r"|吵|辣|高)|受不了|最好|不管"
    r"|的时候(?:都|就|要|别|给|帮|把|也)?|一[^,，。]{1,4}就|避开|避免|绕开|叫我|称呼我|过敏"
    r"|我(?:家|叫|姓|是|有)(?!点)"
    r"|我(?:老婆|老公|女儿|儿子|妈|爸)|就(?:够|行|好)了?|别(?!急|慌|动|闹|忘|开玩笑"
    r"|[^,，。]{1,2}了[。!！]?$)|不要(?!紧)"
    r"|[雨雪雾热冷晴]天|冬天|夏天|春天|秋天|周末|工作日|(?<!今天)晚上|(?<!今天)早上|夜里|上班路上|下班路上"
    r"|(?:去|到|回|出)[^,，。]{1,10}(?:走|绕)|^(?:停车|充电|吃饭|点菜|点餐|开车|倒车|听歌"
    r"|洗车)(?:的时候|时)?[^,，。]{0,2}(?:帮|给|都|要|尽量|找)"
    r"|\b(?:when|as soon as|only|must|make sure|don't|do not|keep|call me|my name|i'm a|i am a"
    r"|i'm allergic|i live|i work"
    r"|vegetarian|vegan|mustn't|at night|after dark|in (?:winter|summer|spring|autumn"
    r"|the (?:rain|snow|fog|mornings?"
    r"|evenings?|afternoons?))|on (?:weekdays|weekends|workdays)|(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)days?)\b"
    r"|\bi want (?:my|the|to see)\b|\bi take\b|\bi get (?:cold|hot|carsick|dizzy|tired)\b"
    r"|\bi drink\b|\bi eat\b"
)
NOW = (
    r"今天|今晚|今早|今儿|今日|现在|眼下|此刻|这会儿|这次|这一次|这趟|待会|等会|一会儿|刚才"
    r"|刚刚|先(?=[放听开关停走去来把给])|马上|立刻|暂时|临时|明天|明早|明晚"
    r"|(?:打开|关上|关|开|停|调|放|看|等)[^,，。]{0,6}一下|(?:开|关|停|等)(?:一)?会儿?|又(?=赶|下|堵|困|累)"
    r"|\b(?:today|tonight|now|right now|just now|this (?:time|once|morning|afternoon|evening"
    r"|trip)|for (?:a|one) (?:second"
    r"|moment|minute|bit|while)|for now|for once|at the moment|just once|tomorrow"
    r"|in a (?:second|minute)|quick(?:ly)?)\b"
)
# Told as something that happened, not as something that is to be: an episode, however it is worded.
HAPPENED = (
    r"(?:吃|喝|花|堵|接到|停在|去|看见|看到|遇到|碰到|买|忘在|忘|撞|跑|走|听|玩|见|充|开|到|等|丢|坏|换)了"
    r"(?!吧|就|再|以后|之后)"
    r"|(?:去|吃|走|来|看|听|开|停|住)过(?!去|来|敏)|^(?:上次|昨天|前天|上周|上个月|刚才)"
    r"|\b(?:we|i|he|she|they|it|somebody|someone|(?:my|our|the) \w+(?: \w+){0,3}) "
    r"(?:had|was|were|took|went|stopped|met|saw|bought|forgot|drove|ate|drank|got|came|found|parked"
    r"|listened|played|said|paid|waited|left|lost|broke|hit|told)\b(?! to\b)"
)
# Other than usual, this once.
EXCEPTION = (
    r"(?:就|只有?|仅|单单|唯独|只限)(?:今[天晚日儿]|这一?[次趟回顿])|仅此|例外|破(?:个)?[例列]|特殊|难得"
    r"|(?:平时|平常|本来|一向)[^。]{1,14}(?:今[天儿]|这[次回趟])|(?:今[天晚日儿]"
    r"|这[次回趟两几])[^。]{2,24}(?:平时|平常|照旧|照常|改回来|恢复|下[次回]|以后还|好了再说|明天(?:照"
    r"|恢复|改))"
    r"|这[两几]天[^。]{0,6}(?:别|不|先)"
    r"|\b(?:just|only)(?: for)? (?:this (?:once|trip|meal|time|one)|today|tonight)|\b(?:today"
    r"|tonight) only\b|\bfor (?:once|today only|a change)\b"
    r"|\b(?:exception|one time only|this one time|today of all days|special day)\b|\b(?:for"
    r"|just) these (?:few|two) days\b"
    r"|\b(?:normally|usually|don't \w+ (?:it )?normally)\b[^.]{0,40}\b(?:but|today|tonight|this time)\b"
    r"|\b(?:this time|today|tonight|this trip)\b[^.]{2,40}\b(?:next time|(?:as|than) usual|otherwise"
    r"|back to normal|tomorrow|back tomorrow|again after|other days|normally)\b"
)
