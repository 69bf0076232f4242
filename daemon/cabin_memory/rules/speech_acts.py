"""What a sentence does: a wish for good or for now, an exception, a correction, a complaint, a question …

Three acts change what is known, and few words say them plainly: a complaint about the memory, a correction,
an exception ("just this once"). The rest the model tells, beside the words for always and for now. What would
add or change a preference, but not surely enough, is taken for the likeliest of the other acts.
"""

import math
import re
from collections.abc import Iterator, Mapping

from cabin_memory.domain import lexicon_lasting as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Act, Strength

_COMPLAINT = re.compile(
    r"(?:你|系统|又)[^,，。]{0,6}(?:记|弄|搞)(?:错|混|串|叉|岔|反)|^(?:又)?记错|记不住|没记住|没存|记性"
    r"|记得不对|记串|弄混了吧"
    r"|你(?:怎么|是不是|又|老是|居然)[^,，。]{0,4}忘|^(?:怎么)?又(?:忘|记错|搞错|把我)|每次都忘|你忘(?:了"
    r"|记)[^,，。]*吗"
    r"|我(?:可)?(?:从来)?没(?:有)?(?:跟你|让你)?(?:说过|告诉过|讲过|记|这么说)|没说过|哪(?:有)?说过"
    r"|说过那话|(?:谁|什么时候|啥时候|几时)[^,，。]{0,4}(?:告诉过?你|说过)"
    r"|凭什么说我|你怎么说我|你(?:存|记|印象里)的|你(?:那条|的)记|记录有问题|不是我说的|(?:跟"
    r"|和)我说的不一样|(?:跟|对)你(?:讲|说)过了"
    r"|告诉过你(?:的)?[,，\s]|明明(?:说|告诉)过|老黄历|不记得了|(?:习惯|喜好|口味)[^,，。]{0,4}(?:套|记|弄)"
    r"|\b(?:you|you've|you're|you'd)(?: \w+){0,2} (?:remember\w*|got|have"
    r"|get)(?: \w+){0,4} wrong(?! (?:one|way|lane|road|turn))"
    r"|\bremember(?:ed|ing)? (?:\w+ ){0,3}wrong\b|\bwrong (?:again|person)\b|\bgot (?:that|it|this) wrong\b"
    r"|\byou(?:'ve)? (?:even )?(?:forgot|forgotten|forget|mixed)\b|\bforg[eo]t\w* again\b|\bdid you forget\b"
    r"|\bi (?:never|didn't|don't think i(?: ever)?) (?:said|say|told|tell"
    r"|asked? you to remember)(?! it wrong)"
    r"|\bnever said (?:such|that|she|he|they|it)\b|\b(?:when did i|since when do i|who told you)\b"
    r"|\bwhy (?:do|would|did) you (?:think|say|believe) (?:that )?(?:i|my)\b|\b(?:your|that) memory\b"
    r"|\bmistake in your\b"
    r"|\byou (?:never|don't|didn't|can't) (?:remember|keep it|save)|\bcan'?t? you remember (?:any|\w+ at all)"
    r"|\b(?:saved|noted|stored|kept) (?:there |down )?(?:is|isn't|as)\b"
    r"|\bnobody (?:\w+ ){1,4}asked for this\b"
    r"|\bi(?: (?:did|clearly))? (?:told|tell) you (?:so often|last time|and)|\bmemory (?:you have|like)\b"
    r"|\bisn't what i said\b|\bi didn't say that\b"
)
_CORRECTION = re.compile(
    r"^(?:[嗯呃啊哎哦唉噢那个就是\s]|哎呀|哈哈|气死我了)*(?:不是[\s,，我那啦给叫说让少]|不对[\s,，]"
    r"|不[\s,，]+|不不不|错了|反了|搞错了|说错|说岔|更[正证])"
    r"|我(?:他妈)?(?:说的(?:是|不)|是说|的意思|指的|讲的|要说的|想说的|原话)|(?:我)?刚(?:才)?(?:说"
    r"|那句)[^,，。]{0,3}(?:错|反|岔|不算)|口误|你(?:听|理解)[^,，。]{0,2}(?:错|岔|反)"
    r"|都?说了(?:不是|是)|^你?耳朵|我说[^,，。过了]{0,6}(?:不是|$)"
    r"|\bi (?:meant|mean|misspoke|said it wrong|didn't mean|was talking about|wanted to say)\b|\b(?:what"
    r"|all) i (?:really )?(?:meant|wanted to say)\b"
    r"|\b(?:correction|scratch that|slip of the tongue|other way round|you misheard|got muddled)\b"
    r"|\b(?:heard|got) (?:that|it) (?:wrong,|backwards)"
    r"|\bi(?:'m| am)? (?:not telling you|didn't say on|told you[, ]+(?:not|the|left|right))"
    r"|\bforget what i\b|\bmy words were\b"
    r"|^(?:(?:um+|uh+|oh|sorry|wait|oops|actually|haha|oh dear)[, ]+)*(?:no, (?:no,? )*(?!thank"
    r"|please)(?:i|it|the|not|my|\w+(?: \w+)?, not)\b|no no\b|no i\b|wrong,? i said)"
    r"|\bi said (?!it\b|that i\b|i\b)|\b(?:not me|not for me),|^(?:um |uh )?not (?:the "
    r"|that )?\w+(?: \w+)?,? (?:it's|i said|the other|but)\b"
    r"|\b\w+ not \w+teen\b|\bnot what i (?:said|meant)\b"
)
_EXCEPTION = re.compile(words.EXCEPTION)
# A question by its shape; a request in the shape of a question ("can you find me …") is none.
_QUESTION = re.compile(
    r"[吗呢么][?？\s]*$|吗[\s,，]|(?:是什么|什么(?:叫|意思|时候)|叫什么|怎么(?:用|开|设|走)|为什么"
    r"|[多几](?:少|久|远|点)|几[度岁集号]"
    r"|哪(?:里|儿|个|家|条|些|去|种)|谁唱|来着|是不是|有没有空|有啥|还有空位没|冷不冷|堵不堵|能不能吃|会不会)"
    r"|^(?:um |uh )?(?:what(?:'s)?|which|who|whose|where(?:'s)?|when(?! (?:i|we|you|my|the|it|there"
    r"|clients?|guests?)\b)|why|how)\b"
    r"|^(?:is|are|was|does|did|will|do you (?:know|remember)|any|got any) (?!.*(?:go there|guide me|take me))"
    r"|^(?:do|have|am|should|shall) (?:i|we|my|our)\b"
)
_MARKED = re.compile(r"(?:[?？]|[吗呢][?？。]?)\s*$")
_REQUEST = re.compile(
    r"(?:帮我|给我|替我)|导过去|[去走]一[趟下]|找[个一]|能不能|行不行|(?:能|可以)[^,，。]{1,14}吗|[好行]吗"
    r"|\b(?:let's|find me|guide me|take me|book|show me)\b"
    r"|\b(?:can|could|would|will) (?:you|we) (?!understand|hear|sing|remember|tell)"
)
_FROM_NOW_ON = re.compile(words.FROM_NOW_ON)
_ALWAYS = re.compile(words.ALWAYS)
_LASTING = re.compile(words.LASTING)
_PASSES = (re.compile(words.NOW), re.compile(words.HAPPENED))

_AGAINST_IT = (_COMPLAINT, _CORRECTION, _EXCEPTION, _QUESTION, *_PASSES)

#: Log odds that words lend to what the model makes of a sentence.
_PLAINLY = 4.0
_MAYBE = 1.5
_FOR_GOOD, _RATHER = 2.8, 1.6
"""What words for always, and those of a wish that lasts, raise the odds of a preference by among our examples
(models/examples/speech.jsonl), where nothing else in the sentence speaks against it."""
_BY_STRENGTH = 0.5
_LEAST_SHARE = 1e-3
_CONSEQUENT = frozenset({Act.PREFERENCE, Act.EXCEPTION, Act.CORRECTION, Act.COMPLAINT})
_SURE = 0.6
"""Share below which such an act was not understood; measured on sentences left out of the fit."""


def act(text: str, strength: Strength, posterior: Mapping[Act, float] | None = None) -> Act:
    """`strength` as the words say; `posterior` is the model's. Without it, the words that say most decide."""
    said = plain(text).strip()
    if not posterior:
        return max(_said_plainly(said, strength), key=lambda found: found[1])[0]
    scores = {one: math.log(max(share, _LEAST_SHARE)) for one, share in posterior.items()}
    for one, weight in _said_plainly(said, strength):
        scores[one] += weight
    best = max(scores, key=lambda one: scores[one])
    total = sum(math.exp(score) for score in scores.values())
    if best not in _CONSEQUENT or math.exp(scores[best]) >= _SURE * total:
        return best
    return max(scores.keys() - _CONSEQUENT, key=lambda one: scores[one], default=Act.STATEMENT)


def _said_plainly(said: str, strength: Strength) -> Iterator[tuple[Act, float]]:
    if _COMPLAINT.search(said):
        yield Act.COMPLAINT, _PLAINLY
    if _CORRECTION.search(said):
        yield Act.CORRECTION, _PLAINLY
    if _EXCEPTION.search(said):
        yield Act.EXCEPTION, _PLAINLY
    if _FROM_NOW_ON.search(said) and not _EXCEPTION.search(said):
        yield Act.PREFERENCE, _PLAINLY
    elif not any(pattern.search(said) for pattern in _AGAINST_IT):
        if _ALWAYS.search(said):
            yield Act.PREFERENCE, _FOR_GOOD
        elif _LASTING.search(said):
            yield Act.PREFERENCE, _RATHER
    marked = _MARKED.search(said) is not None
    if (marked or _QUESTION.search(said)) and not _REQUEST.search(said):
        yield Act.QUESTION, _PLAINLY if marked else _MAYBE
    yield _BY_LENGTH[strength], _BY_STRENGTH


_BY_LENGTH = {
    Strength.LASTING: Act.PREFERENCE,
    Strength.MOMENT: Act.WISH,
    Strength.SMALLTALK: Act.SMALLTALK,
}
