"""How people change their minds: cues of `domain.relation.Cue` as patterns over plain text, and brands."""

from collections.abc import Mapping

from cabin_memory.domain.relation import Cue

CUES: Mapping[Cue, str] = {
    Cue.REFUSES: (
        r"\b(?:not|no|never|avoid\w*|exclud\w+|without|disabl\w+|deactivat\w+|skip|remov\w+|unsubscrib\w+"
        r"|delet\w+"
        r"|drop|cancel|stop(?! by| at| for| over| off| there| in\b)|quit|(?:turn|switch)(?:ing)? off"
        r"|steer clear|keep (?:me |us )?(?:off|out|away)"
        r"|other than|anything but|instead of|rather than|than(?= ▢)|(?<=▢ )over(?= the\b| ▢)|isn't|aren't"
        r"|don't|doesn't|can't|cannot|won't|wouldn't"
        r"|didn't|nobody|nothing|nor|neither|filter(?:ing)? out|rid|hate|dislike|stay away|less|forget"
        r"|bypass|ban|mute|off)\b"
        r"|\bnon\b|\btoo (?=▢|much\b|many\b)|太(?=▢)|别|不(?!错|过|管|论|同|如|是有|但|好意思|再)|勿|避"
        r"|绕开|取消|排除|删|去掉|关掉|关闭|关了|关上|除外"
        r"|(?<!有)没(?!油|电|关系|事|准|$)|移出|免"
    ),
    Cue.ENDS: (
        r"\b(?:any ?more|any longer|no longer|no more|fed up|sick of|tired of|enough of|had enough"
        r"|had my fill"
        r"|gone off|go off|done with|dead to me|lost (?:interest|my taste)|bore[sd]?|over (?:with|it)"
        r"|for good"
        r"|used to|quit|stopped|i'm over|i am over|i think i'm over|change of heart|changed my mind"
        r"|grown tired"
        r"|not into|not really into|never again|\bagain,? (?:never|not)|off (?:my|the) list|cancel(?:led)?"
        r"|(?:fine|okay|ok|allowed) (?:again|now|from now)|changed my taste|outgrown|don't care for)\b"
        r"|不再|再也不|腻|够了|吐了|(?:别|不|勿)[^,，。]{0,12}了|戒了|取消|卸了|退了|没意思|没劲|烦了"
        r"|无所谓了|都行了"
        r"|(?:可以|能|敢|也行|好)[^,，。]{0,4}了(?:$|[,，。])|拉黑|停用|退订"
    ),
    Cue.RELEASES: (
        r"\b(?:no need|need not|needn't|don't need|do not need|doesn't (?:have to|need to|matter)"
        r"|don't (?:have to|care|mind|insist|bother|worry|require)|don't look|isn't (?:important|needed"
        r"|an issue)"
        r"|not (?:important|necessarily|a requirement|required|limit)|aren't important|regardless|whatever"
        r"|whether or not|don't care|no object|either way|indifferent|okay with any|fine with any"
        r"|any (?:\w+ )?(?:will do|works)"
        r"|anywhere (?:will do|is fine)|doesn't bother|stopped caring|without (?:the need|considering|giving)"
        r"|let's not worry|not worry|big deal|makes no odds|disregard\w*|never mind|may \w+ .{0,20}again"
        r"|(?:is|are) (?:fine|okay|ok)\b|you can .{0,30}again|allowed|ignor\w+)\b"
        r"|(?:\bnot|n't) (?:\w+ ){0,2}(?:concern|concerned|factor|object|matter|issue|fussed|picky)\b"
        r"|不用|不必|无所谓|不要紧|不重要|不管|不在乎|没关系|都行|都可以|随便|不需要|不一定|不限|不挑"
        r"|可以了|也行"
        r"|不看|没事|不考虑"
    ),
    Cue.REPLACES: (
        r"\b(?:instead|rather(?! than not)|switch(?! off)\b|chang(?:e|ed|ing)|swap|replac\w+|in place of"
        r"|turn to"
        r"|go for|set \w+ as|make (?:[\w']+ ){1,4}(?:my|our) (?:new|standard|default|usual|regular"
        r"|favou?rite|go-to|main)|mix it up|try something|something different|new"
        r"|switch to|converted|start (?:using|finding|picking|playing|going|avoiding))\b"
        r"|改(?!天)|换(?!气)|代替|宁愿|宁可|设为|设成|往后|替换"
    ),
    Cue.LASTS: (
        r"\b(?:from (?:now|here|today|this \w+) on(?:wards?)?|in (?:the )?future|going forward|permanently"
        r"|for good"
        r"|as (?:my|a|the) (?:standard|rule|default|habit)|by default|next time|starting (?:today|now)|as of"
        r"|from today|my (?:usual|standard|new|regular|go-to)|standard setting)\b"
        r"|以后|今后|往后|从今|从现在|默认|固定|永久|下次|长期"
    ),
    Cue.LATELY: (
        r"\b(?:lately|these days|nowadays|recently|now|by now|this (?:spring|summer|autumn|winter|year|month)"
        r"|got(?:ten)? (?:really )?into|been getting into|started|my thing|hooked|heard (?:good things|that)"
        r"|i've become|really into)\b"
        r"|最近|现在|如今|目前|近来|迷上|入坑|爱上|听说|新欢"
    ),
    Cue.ADDS: (
        r"\b(?:also|besides) (?:like|love|enjoy|want|prefer)|\b(?:in addition|as well)\b"
        r"|[也还](?:喜欢|爱|想|要)(?!是)|另外还|再加上"
    ),
    Cue.AGAIN: (
        r"\b(?:again|as (?:usual|always|before)|like (?:always|usual|before)|the usual|my (?:favou?rite"
        r"|usual|go-to)"
        r"|keep|still|once more|continue|stick)\b|还是|老样子|照旧|继续|一样|再来|跟平时|还走|平时"
    ),
    Cue.PASSING: (
        r"\b(?:just (?:for )?(?:today|tonight|now|once|this (?:time|once))|(?:only|just) this (?:time|once"
        r"|trip)"
        r"|for (?:today|tonight|now|once)(?! on)|this once|exceptionally|as an exception|today only"
        r"|only (?:for )?(?:today|tonight))\b"
        r"|今[天晚日儿早](?!起|开始|以后|往后|后)[^,，。]{0,10}(?:先|就|不|别|换|改|例外|破例|不用)"
        r"|就这(?:一)?(?:次|回|趟)"
        r"|(?:这次|这回|这趟|暂时|临时)(?:先|就|不|别|换|改)?|破例|例外"
    ),
    Cue.ASKS: (
        r"^(?:what|where|which|when|how|who|why|do you|can you recommend|do i|did)\b"
        r"|哪[里儿个家]?|什么|怎么|多少|吗[?？。]?$|啥|呢[?？]?$"
    ),
}

#: Worded as refusals, and none.
NO_REFUSAL = (
    r"(?:\bnot|n't|\bnever|\bno) (?:[\w▢]+ ){0,5}(?:more|longer|further|farther) than|^no (?=that's|thank"
    r"|it's|i\b|we\b)|\bno more than\b"
    r"|\bnever (?:get )?(?:tire\w*|enough|resist)(?: of)?|\bno (?:matter|doubt|problem)\b"
    r"|\b(?:can't|cannot|can never) (?:get enough|wait|resist)|\bnothing (?:better|beats|specific|else)\b"
    r"|\bwhy not\b"
    r"|\bnot sure\b|\bdon't forget\b|\b(?:if|or) not\b|\bno,|\bnot many\b|\bdon't you\b"
    r"|不超过|不要超过|有没有|没有[?？]?$|了没|不然|不错|好不好|要不要|能不能|是不是|可不可以|忘不了|离不开"
)

#: What makes a wish unimportant; not a refusal, though it is worded as one.
RELEASED = CUES[Cue.RELEASES]

#: Well-known names, by the thing that they stand for; others are known by how they are written.
BRANDS: Mapping[str, str] = {
    "fuel": """shell, esso, aral, bp, total, totalenergies, chevron, exxon, mobil, texaco, repsol, 中石化,
        中石油, 中化, 中海油, 壳牌, 道达尔, 延长石油""",
    "charging": """tesla, ionity, enbw, chargepoint, electrify america, evgo, allego, fastned, 特来电,
        国家电网,
        星星充电, 小桔充电, 云快充, 蔚来, 特斯拉, 小鹏, 理想, 南方电网, 依威能源""",
    "grocery": """aldi, lidl, rewe, edeka, tesco, sainsbury, walmart, costco, carrefour, whole foods,
        kroger, 盒马, 永辉, 沃尔玛, 大润发, 物美, 山姆, 家乐福, 京客隆, 家家悦, 胖东来, 华润万家, 罗森,
        全家, 711, 永辉超市""",
    "fast_food": """mcdonald, mcdonald's, burger king, kfc, subway, taco bell, wendy, five guys, 麦当劳,
        肯德基,
        德克士, 塔斯汀, 华莱士, 汉堡王, 必胜客""",
    "drink": "starbucks, costa, dunkin, 星巴克, 瑞幸, 库迪, 喜茶, 蜜雪冰城",
    "music_service": """spotify, apple music, youtube music, amazon music, tidal, deezer, pandora, 网易云,
        网易云音乐, qq音乐, 酷狗, 酷我, 咪咕, 汽水音乐, 喜马拉雅""",
    "traffic": "google maps, waze, tomtom, 高德, 高德地图, 百度地图, 腾讯地图, 四维",
    "news": "bbc, cnn, npr, 央视, 新华社, 澎湃, 新浪, 凤凰, 今日头条, 搜狐, 环球时报, 人民日报",
}
