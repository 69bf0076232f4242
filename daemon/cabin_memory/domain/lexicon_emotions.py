"""Words of feelings, as regular expressions over `lexicon.plain` text. What they weigh: `rules/emotions`."""

#: Each is anger by itself.
ANGRY = (
    r"气死|气炸|受够|滚(?:开|蛋)|^滚(?=[!！。,，\s]|$)|妈的|他妈|你妹|老子|操(?!作|控|场|心|持)|靠[!！]|^靠\s"
    r"|混蛋|王八|去死|神经病|闭嘴|傻[子逼叉]|坑爹|你聋|耳朵聋"
    r"|垃圾(?!桶|场|站|分类)|什么破|破(?:车|系统|导航)|要疯|疯了|烦透|火大"
    r"|\b(?:damn|dammit|damn it|goddamn|hell with|(?:what|shut) the hell|bloody(?! mary)|fuck\w*|shit\w*|crap"
    r"|sick of|fed up|screw (?:it|this|you)|pissed|livid|raging|bastard|idiot|shut up|are you deaf"
    r"|so mad|furious|for (?:god|christ|heaven|fuck)'?s? ?sake|i'm done with|stupid (?:car|thing"
    r"|navigation|system)"
    r"|piece of junk)\b"
)
#: Two of them are anger, one is annoyance.
ANNOYED = (
    r"烦死|真是的|再也不|永远别|[!！]{2,}|(?<!不)生气|可恶|讨厌死"
    r"|\b(?:ugh|argh|never (?:ever )?again|ridiculous|useless|annoying)\b|!!+"
)
#: Annoyance, however many there are.
IMPATIENT = (
    r"(?<!不)烦(?!你|请|劳)|^啧|服了|无语|拜托|唠叨|不耐烦|怎么(?:又|还没|还不|老)|行[了啦]行[了啦]"
    r"|^行[了啦啊]"
    r"|[说讲]了?(?:[几多三两]|八百|一百|无数)[^,，。]{0,2}[遍次回]|都说了|跟你说了|我说了不|长点记性"
    r"|到底(?:要|还|记)"
    r"|\b(?:tsk|honestly|seriously|come on|annoy\w*|gets? on my nerves|drives? me (?:nuts|mad|crazy)|nagging"
    r"|impatient|i can't even|sulking|how many times|i(?:'ve| have)? (?:said|told you)(?: it)? (?:\w+ )?times"
    r"|a hundred times|every time,? honestly|for the last time|all right all right"
    r"|stop (?:\w+ing )?already)\b"
    r"|\balready\s*[.!]?$|^enough\b"
)
#: Says the opposite of what it means.
SARCASTIC = (
    r"呵呵|真(?:棒|好|聪明|厉害)啊?[,，].*(?:又|错|堵|坏)|可真(?:会|行|棒|聪明|厉害)"
    r"|可太(?:喜欢|爱|好|棒)(?=在|[被堵绕等])|真(?:行|会选|会挑|能选)(?:啊|呀|$|[\s,，])"
    r"|真有你的|谢谢你啊[,，].*(?:堵|又|错)|太棒了[,，].*(?:堵|又|错|坏)"
    r"|\b(?:oh,? (?:great|wonderful|brilliant|perfect|fantastic)(?= |,|\.|!|$)|just (?:great|perfect"
    r"|wonderful|brilliant|what i needed)"
    r"|yeah,? right|thanks a lot for|thanks for nothing|well done,? (?:you|genius)|nice (?:one"
    r"|job|going|driving),? (?:you|genius|again)"
    r"|i (?:just |simply |really |absolutely )?(?:love|adore) (?:being stuck|sitting in|getting stuck"
    r"|standing in|waiting in|getting lost)"
    r"|how (?:very )?(?:clever|helpful|kind|thoughtful) of you)\b"
)
#: Praise and mishap in one sentence are sarcasm: "wonderful, red again".
PRAISE = (
    r"真(?:棒|好|行|会|聪明|厉害|贴心|准时)|太(?:棒|好|厉害|贴心)了|好极了|厉害了?|佩服|了不起|好样的"
    r"|好家伙|谢谢你啊|准时得很"
    r"|\b(?:great|wonderful|brilliant|perfect|fantastic|lovely|clever|well done|nice (?:one|job)|thanks a lot"
    r"|so thoughtful|very impressive|right on time|good job|genius)\b"
)
MISHAP = (
    r"又(?:是红灯|堵|坏|错|忘|把|给我|带|选|导|绕)|(?<!不)堵死|死胡同|绕了|晚了|坏了|过目就忘|记错|(?:才"
    r"|只)晚"
    r"|\b(?:(?:red|jam|stuck|wrong|broken|lost|forgot\w*|late|down|crash\w*|closed)\b[^,.]{0,12}\bagain"
    r"|another (?:jam|red|dead end|warning|detour)|(?:is|'s) broken|dead end|for nothing|an hour late"
    r"|worst|the wrong)\b|\bagain,? (?:stuck|lost|red)\b"
    r"|\bstuck again\b"
)
AFRAID = (
    r"害怕|吓(?:死|坏|人|一跳|到|哭|得|我)|好怕|怕怕|(?<!别)(?<!不)怕(?=走|开|过|坐|打雷|黑|高)|不敢|心慌"
    r"|发慌|有点慌|发毛|没底"
    r"|腿软|胆小|恐高|好紧张|好险|手还在抖|心还在跳"
    r"|\b(?:scare[sd]?|scary|afraid(?! (?:not|so|i|that))|frighten\w*|fright|terrif\w*|nervous|creepy"
    r"|panic\w*"
    r"|yikes|don't dare|didn't dare|dare not|hands are (?:still )?shaking|heart's (?:still )?pounding"
    r"|knees go weak|that was close|worried|made me jump)\b"
)
DOWN = (
    r"(?:好|太|很|特别|真|都|心)累|累(?:死|坏|垮|惨)|困(?:死|得)|好困|犯困|快睡着|睁不开|难过|难受"
    r"|心情(?:很|不太|有点)?(?:差|不好|低落|糟)"
    r"|想家|没劲|没力气|没?一?点?精神都没|没精神|^唉|散架|撑不住|挺丧|伤心|分手|空落落|失眠|睡不[好着]|愁"
    r"|身体不太好|被裁"
    r"|哭了|直不起来"
    r"|\b(?:tired|exhausted|worn out|sleepy|dead beat|too beat|sad|feeling (?:down|low|rotten|empty)"
    r"|heartbroken"
    r"|can't sleep|can't go on|can't keep my eyes open|barely (?:stay )?awake|nodding off|sigh|no energy"
    r"|miss home"
    r"|done in|falling apart|miserable|broke up|laid off|cried|i'm low|life is hard|kind of empty|oh dear"
    r"|haven't slept|slept badly)\b"
)
PLEASED = (
    r"哈哈|嘿嘿|^耶|开心|高兴|(?<!不)太(?:好|棒|爽|喜欢|好笑|逗)了|太喜欢|太爽|超爱|绝了|好(?:美|听|可爱"
    r"|舒服)|真(?:开心|舒服|舒坦|可爱|贴心)"
    r"|深得我心|爱你|庆祝|这么好听|风景真好"
    r"|\b(?:ha(?:ha)+|yay|hurray|hooray|hee hee|so happy|thrilled|amazing|gorgeous|awesome|you're the best"
    r"|love you|you're so sweet|crack me up|let's celebrate|so good|feels? great|is heaven|what a (?:view"
    r"|place|sunset)"
    r"|great song|absolutely adores|wonderful mood|oh i love|love this)\b"
)
