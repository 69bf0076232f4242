"""What can be said of what: attributes with one value, and things of which there may be several.

Patterns run over plain text whose numerals are digits (domain/lexicon, domain/numerals).
"""

from collections.abc import Mapping

from cabin_memory.domain.vocabulary import Category

_PERCENT = r"(\d{1,3})\s*(?:%|percent|per cent)"
_LEVEL = r"(?:level|step|stage|setting|notch|position|number|speed)"
# Between a thing and its number: no other number, no end of a clause.
_GAP = r"[^\d,，。;；]{0,16}"

# Settings: category, attribute, value, pattern over plain text in digits. A value of "" is the group.
SETTINGS: Mapping[Category, tuple[tuple[str, str, str], ...]] = {
    Category.CLIMATE: (
        ("wheel_heating", "", rf"(?:方向盘加热|加热方向盘|wheel heat\w*){_GAP}(\d)"),
        ("wheel_heating", "", rf"{_LEVEL} (\d)[^,.]{{0,20}}wheel heat"),
        (
            "fan",
            "",
            rf"(?:风量|风速|风力|鼓风|fan|blower)(?: speed| level)?{_GAP}(\d)(?!\d|度|\s*(?:°|degree))",
        ),
        ("fan", "", r"(?:空调|冷气|风)[^\d,，。]{0,8}(\d)\s*[档挡级]"),
        ("fan", "min", r"风量?[^,，。]{0,6}最[小低]|fan[^,.]{0,20}(?:lowest|minimum)"),
        ("fan", "max", r"风量?[^,，。]{0,6}最大|fan[^,.]{0,20}(?:highest|maximum|full)"),
        ("temperature.min", "", r"(?:别|不要|不能|不)低于\s*(\d{2})|(?:never |not |don't go )?below (\d{2})"),
        (
            "temperature.max",
            "",
            r"(?:别|不要|不能|不)(?:高于|超过)\s*(\d{2})|(?:not|never|don't go) above (\d{2})",
        ),
        ("temperature", "", r"(?<![\d.])(\d{2}(?:\.\d)?)\s*(?:度|°|℃|degree|deg\b|celsius|c\b)"),
        (
            "temperature",
            "",
            r"(?:温度|空调|暖风|冷气|temperature|a/?c\b|set it"
            r"|cabin)[^\d,，。]{0,14}(\d{2})(?![\d%档挡:])",
        ),
        (
            "temperature.change",
            "down",
            r"(?:空调|温度|冷气)[^,，。]{0,4}(?:调|降|开)?低(?:一?点|些)|\b(?:cooler|colder)\b",
        ),
        (
            "temperature.change",
            "up",
            r"(?:空调|温度|暖风)[^,，。]{0,4}(?:调|升|开)?高(?:一?点|些)|\bwarmer\b",
        ),
    ),
    Category.SEAT: (
        (
            "heating",
            "",
            rf"(?:座椅?加热|加热座椅|座椅[^,，。]{{0,4}}加热|seat heat\w*|heated seats?"
            rf"|seat warmer){_GAP}(\d)",
        ),
        ("heating", "", rf"{_LEVEL} (\d)[^,.]{{0,20}}seat (?:heat|warm)"),
        (
            "ventilation",
            "",
            rf"(?:座椅?通风|通风座椅|seat ventilation|ventilated seats?|seat cooling){_GAP}(\d)",
        ),
        ("massage", "", rf"(?:按摩|massage){_GAP}(\d)(?=\s*[档挡级]|$|\b)"),
        ("lumbar", "", rf"(?:腰托|腰部支撑|腰靠|lumbar(?: support)?){_GAP}(\d{{1,2}})"),
        (
            "lumbar",
            "max",
            r"(?:腰托|腰部支撑|lumbar)[^,，。]{0,16}(?:最[大硬高]|到头|full|max\w*|all the way)",
        ),
        ("recline", "", r"(?:recline\w*|backrest|靠背)[^\d,，。]{0,24}(\d{1,3})(?!\s*格)"),
        (
            "position",
            "",
            r"(?:座椅|座位|seat)[^\d,，。]{0,10}(?:position|memory|记忆|位置)[^\d,，。]{0,6}(\d{1,2})",
        ),
        (
            "recline.change",
            "up",
            r"靠背[^,，。]{0,6}(?:直|起来|往前)|backrest[^,.]{0,12}(?:up|upright)|raise the backrest",
        ),
        (
            "recline.change",
            "down",
            r"靠背[^,，。]{0,6}(?:躺|低|往后|放倒)|backrest[^,.]{0,12}down|lower the backrest",
        ),
        ("height", "high", r"坐(?:得)?高|座椅[^,，。]{0,4}高|sit (?:\w+ )?higher|seat (?:\w+ )?high"),
        ("height", "low", r"坐(?:得)?低|座椅[^,，。]{0,4}低|sit (?:\w+ )?lower|seat (?:\w+ )?low"),
        ("position.change", "back", r"座椅?[^,，。]{0,8}往?[后後]|seat[^,.]{0,12}\bback(?:ward)?s?\b"),
        ("position.change", "forward", r"座椅?[^,，。]{0,8}往?前|seat[^,.]{0,12}\bforward"),
    ),
    Category.CHARGING: (
        ("warn_below", "", rf"(?:低于|少于|剩|不到|below|under|falls? to|drops? to)\s*{_PERCENT}"),
        ("limit", "", rf"{_PERCENT}"),
        ("limit", "", r"(?:充到|limit (?:to|at|of)?|charge (?:it )?(?:up )?to)\s*(\d{2,3})\b"),
        ("limit", "100", r"充满|full charge|fully charged?|charge (?:it )?fully"),
        ("fuel_grade", "", r"(\d{2})\s*号?\s*(?:汽?油|petrol|octane)|(?:加|premium|octane)\s*(\d{2})\b"),
        ("speed", "slow", r"慢充|slow charg"),
        ("speed", "fast", r"快充|超充|fast[ -]charg|rapid charg|supercharg"),
    ),
    Category.VOLUME: (
        (
            "max",
            "",
            r"(?:别|不要|不能|不)(?:超过|高于)\s*(\d{1,3})|(?:not|never|don't)\s(?:\w+ )?(?:above|over"
            r"|past) (?:volume )?(\d{1,3})",
        ),
        ("level", "", r"(?:音量|声音|音乐|volume)[^\d,，。]{0,12}(\d{1,3})(?![\d点:])"),
        (
            "change",
            "up",
            r"(?:音量|声音|音乐)[^,，。]{0,4}大(?:一?点|些)|turn (?:it|the \w+) up|volume up"
            r"|\blouder\b",
        ),
        (
            "change",
            "down",
            r"(?:音量|声音|音乐)[^,，。]{0,4}[小低](?:一?点|些)|turn (?:it|the \w+) down|volume down"
            r"|\b(?:quieter|softer)\b",
        ),
    ),
    Category.LIGHTING: (
        (
            "screen",
            "min",
            r"(?:屏幕?|亮度|screen|brightness)[^,，。]{0,12}(?:最[暗低]|dimmest|lowest|minimum)",
        ),
        (
            "screen",
            "dim",
            r"(?:屏幕?|亮度)[^,，。]{0,8}(?:暗|低)|dim the (?:screen|display)|(?:screen"
            r"|display)[^,.]{0,10}(?:dim|darker)",
        ),
        (
            "screen",
            "bright",
            r"(?:屏幕?|亮度)[^,，。]{0,8}(?:调亮|亮一?点|高一?点)|(?:screen|display)[^,.]{0,10}bright",
        ),
        ("headlight_delay", "", r"(?:大灯|headlights?)[^\d,，。]{0,20}(\d{1,3})\s*(?:秒|seconds?)"),
    ),
    Category.WINDOW: (("gap", "crack", r"[一条留]条?缝|open a crack|a crack|crack (?:the|my|it)"),),
    Category.DRIVING_STYLE: (
        (
            "following_distance",
            "long",
            r"(?:跟车|车距|距离)[^,，。]{0,10}(?:大|远|长)|(?:别|不要)跟?(?:车|得)?(?:那么|太)?[紧近]"
            r"|(?:longer|bigger|larger|biggest|longest|more)[^,.]{0,14}(?:distance|gap)|(?:distance"
            r"|gap)[^,.]{0,14}(?:long|big|large)",
        ),
        (
            "following_distance",
            "short",
            r"(?:跟车|车距|距离)[^,，。]{0,10}(?:小|近|短)|(?:shorter|smaller"
            r"|shortest)[^,.]{0,14}(?:distance|gap)",
        ),
        ("mode", "eco", r"经济模式|节能模式|\beco\b"),
        ("mode", "sport", r"运动模式|运动档|\bsport\b"),
        ("mode", "comfort", r"舒适模式|comfort mode"),
        ("mode", "snow", r"雪地模式|snow mode"),
        ("regeneration", "low", r"(?:动能回收|regen\w*)[^,，。]{0,14}(?:低|小|弱|low|weak)"),
        ("regeneration", "high", r"(?:动能回收|regen\w*)[^,，。]{0,14}(?:高|大|强|high|strong)"),
        ("cruise_speed", "", r"(?:巡航|定速|cruise(?: control)?)[^\d,，。]{0,10}(\d{2,3})"),
    ),
    Category.MIRROR: (
        (
            "tilt",
            "down",
            r"往?(?:下|低)(?:压|翻|调|照|放|一)|\b(?:tilt|point|tip|dip|angle)\b[^,.]{0,25}\bdown",
        ),
        ("tilt", "up", r"往?上(?:抬|翻|调|一)|\b(?:tilt|point|tip|angle)\b[^,.]{0,25}\bup"),
        ("pan", "out", r"往?外(?:转|打|翻|调)|\b(?:outwards?|wider)\b"),
        ("pan", "in", r"往?[里内](?:转|打|收|调)|\binwards?\b"),
    ),
    Category.NAVIGATION: (
        ("orientation", "north", r"正北|north[- ]up"),
        ("orientation", "heading", r"车头朝上|heading[- ]up"),
        (
            "guidance",
            "less",
            r"(?:播报|语音|guidance|prompts?)[^,，。]{0,6}(?:少|简短)|less (?:voice )?guidance"
            r"|only (?:prompt|at junctions)",
        ),
        ("guidance", "more", r"(?:播报|语音|guidance)[^,，。]{0,6}(?:多|详细)|more (?:voice )?guidance"),
    ),
    Category.STYLE: (
        (
            "length",
            "short",
            r"简短|短(?:一?点|些)|(?:别|不要)[^,，。]{0,4}(?:啰嗦|废话)|重点|\b(?:brief|short"
            r"|concise)\b|get to the point",
        ),
        ("pace", "slow", r"[说讲]慢|慢(?:一?点|些)说|speak slow"),
        ("order", "reasons_first", r"先[说讲]原因|reasons? first"),
        ("order", "conclusion_first", r"先[说讲]结论|conclusion first|answer first"),
    ),
    Category.FOOD: (
        ("sugar", "", r"(\d)\s*(?:份|勺|块)\s*糖|(\d) (?:sugars?|spoons of sugar|lumps)"),
        ("sugar", "2", r"双份糖|双糖|double sugar"),
        ("sugar", "0", r"(?:不加|不要|无|别放|别加)糖|(?:no|without|zero) sugar|sugar[- ]free"),
    ),
}

# Things of which there may be several: attribute and the words for it.
ITEMS: Mapping[Category, Mapping[str, str]] = {
    Category.ROUTE: {
        "toll": r"收费|过路费|\btolls?\b",
        "highway": r"高速|\b(?:highways?|motorways?|freeways?|expressways?|interstates?)\b",
        "elevated": r"高架|\b(?:elevated|flyovers?)\b",
        "tunnel": r"隧道|\btunnels?\b",
        "bridge": r"大桥|走桥|\bbridges?\b",
        "ring_road": r"(?<![东南西北内外中一二三四五六\d])环[线路]|绕城|\bring roads?\b",
        "national_road": r"国道|\bnational roads?\b",
        "back_road": r"小路|小道|巷子|\b(?:back|side|country) (?:roads?|streets?)\b",
        "unpaved": r"土路|烂路|\b(?:dirt|gravel|unpaved) (?:roads?|tracks?)\b",
        "mountain_road": r"山路|\bmountain roads?\b",
        "flooded": r"积水|低洼|\bflood\w*",
        "congestion": r"堵车|拥堵|堵着|\b(?:congestion|traffic jams?|jams?|(?:stuck|sit) in traffic)\b",
        "fastest": r"最快|\b(?:fastest|quickest)\b",
        "scenic": r"风景|看?街景|\bscenic|nice view|with a view\b",
        "ferry": r"轮渡|\bferr(?:y|ies)\b",
    },
    Category.MEDIA: {
        "genre.heavy_metal": r"重金属|\bheavy metal\b",
        "genre.jazz": r"爵士|\bjazz\b",
        "genre.rock": r"摇滚|\brock\b",
        "genre.folk": r"民谣|\bfolk\b",
        "genre.classical": r"古典|交响|钢琴曲|\bclassical\b",
        "genre.cantonese": r"粤语",
        "genre.pop": r"流行|\bpop\b",
        "genre.rap": r"说唱|嘻哈|\b(?:rap|hip[- ]hop)\b",
        "genre.electronic": r"电子乐|\b(?:techno|edm|electronic)\b",
        "genre.light": r"轻音乐|纯音乐|\b(?:light|instrumental|relaxing) music\b",
        "genre.children": r"儿歌|\b(?:nursery rhymes?|children's songs?|kids' songs?)\b",
        "genre.country": r"\bcountry (?:music|songs?)\b",
        "genre.blues": r"\bblues\b",
        "genre.opera": r"京剧|昆曲|越剧|豫剧|川剧|黄梅戏|戏曲|\bopera\b",
        "kind.storytelling": r"评书",
        "kind.crosstalk": r"相声|脱口秀|\b(?:comedy|stand-?up)\b",
        "kind.radio_play": r"广播剧|\bradio (?:play|drama)s?\b",
        "kind.podcast": r"播客|\bpodcasts?\b",
        "kind.audiobook": r"有声书|听书|\baudio ?books?\b",
        "kind.news": r"新闻|\bnews\b",
        "kind.nature": r"海浪|雨声|白噪音|\b(?:ocean|rain|white noise)\b",
    },
    Category.FOOD: {
        "spicy": r"辣|\bspicy\b",
        "cilantro": r"香菜|\b(?:cilantro|coriander)\b",
        "onion": r"洋葱|\bonions?\b",
        "scallion": r"葱|\bscallions?\b",
        "garlic": r"蒜|\bgarlic\b",
        "offal": r"内脏|\boffal\b",
        "lamb": r"羊肉|\b(?:lamb|mutton)\b",
        "beef": r"牛肉|\bbeef\b",
        "pork": r"猪肉|\bpork\b",
        "seafood": r"海鲜|\bseafood\b",
        "fish": r"鱼|\bfish\b",
        "americano": r"美式|\bamericano\b",
        "latte": r"拿铁|\blatte\b",
        "coffee": r"咖啡|\bcoffee\b",
        "milk_tea": r"奶茶|\bmilk tea\b",
        "tea": r"茶|\btea\b",
        "soy_milk": r"豆浆|\bsoy milk\b",
        "alcohol": r"酒|\b(?:beer|wine|alcohol)\b",
        "dairy": r"牛奶|奶制品|\b(?:milk|dairy)\b",
        "gluten": r"麸质|\bgluten\b",
        "peanut": r"花生|\bpeanuts?\b",
        "noodles": r"面条|拉面|手擀面|面食|\bnoodles?\b",
        "meat": r"\bmeat\b|荤",
        "vegetarian": r"吃素|素食|\bveg(?:etarian|an)\b",
        "halal": r"清真|\bhalal\b",
        "salty": r"太咸|口味重|\bsalty\b",
        "sweet": r"甜|\bsweets?\b",
        "mustard": r"芥末|\bmustard\b",
    },
    Category.PARKING: {
        "underground": r"地库|地下|\b(?:underground|garage|basement)\b",
        "open_air": r"露天|\b(?:open[- ]air|outdoors?)\b",
        "near_lift": r"电梯|\b(?:lift|elevator)\b",
        "roadside": r"路边|\b(?:street parking|roadside|kerbside)\b",
        "shade": r"树荫|荫凉|\bshade\b",
        "under_trees": r"树底?下|\bunder (?:a |the )?trees?\b",
        "narrow": r"太?窄|\bnarrow\b",
        "wide": r"宽|\bwide\b",
        "valet": r"代客|\bvalet\b",
        "free": r"免费|不要钱|\bfree\b",
    },
    Category.CLIMATE: {
        "recirculation": r"内循环|\brecirculat\w+",
        "fresh_air": r"外循环|新风|\b(?:outside|fresh) air\b",
        "airflow.face": r"(?:吹|对[着准]?|直吹)(?:我的?|着)?(?:脸|头)|\b(?:at|on|in) my (?:face|head)\b",
        "airflow.legs": r"(?:吹|对[着准]?)(?:我的?|着)?腿|\b(?:at|on) my legs?\b",
        "airflow.feet": r"(?:吹|对[着准]?)(?:我的?|着)?脚|\b(?:at|on|to) (?:my|the) feet\b",
        "airflow.body": r"(?:直吹|对着吹|对着我吹|吹着我)|\b(?:directly )?at me\b",
        "fragrance": r"香氛|香薰|\b(?:fragrance|scent)\b",
        "wheel_heating": r"方向盘加热|加热方向盘|\b(?:wheel heat\w*|heated steering wheel)\b",
    },
    Category.SEAT: {
        "heating": r"座椅加热|加热座椅|\bseat heat\w*|\bheated seats?\b",
        "ventilation": r"座椅通风|\bseat ventilation\b",
        "massage": r"按摩|\bmassage\b",
    },
    Category.WINDOW: {
        "lock": r"锁|\block\w*",
        "sunroof": r"天窗|\bsun ?roof\b",
    },
    Category.MIRROR: {"fold": r"折叠|收起来|\bfold\w*", "auto_dim": r"防眩|变暗|\bdim\w*"},
    Category.DRIVING_STYLE: {
        "one_pedal": r"单踏板|\bone[- ]pedal\b",
        "lane_keeping": r"车道保持|\blane (?:assist|keeping)\b",
        "overtaking": r"超车|\bovertak\w+",
        "lane_changes": r"变道|并线|\bchang\w+ lanes?\b|\blane changes?\b",
    },
    Category.STYLE: {"jokes": r"笑话|玩笑|\bjokes?\b"},
    Category.SAFETY: {
        "child_lock": r"儿童锁|\bchild locks?\b|\bkid locks?\b",
        "blind_spot": r"盲区|\bblind spots?\b",
        "surround_view": r"全景|环视|\bsurround view\b",
        "seat_belt": r"安全带|\bseat ?belts?\b",
    },
}
COLOURS = {
    "blue": "蓝|blue",
    "red": "红|red",
    "green": "绿|green",
    "purple": "紫|purple",
    "orange": "橙|orange",
    "yellow": "黄|yellow",
    "white": "白|white",
    "pink": "粉|pink",
    "warm": "暖色|warm",
}
