"""What may be said in which drive state: the whole table, and the only place that permits a recall.

Theory
------
Three things can be suppressed, and each state decides them by its row of TABLE:

    answering    someone asked. A permit names how many memories, how long each, and of which categories.
    speaking up  nobody asked: plans, clarifications, suggestions. Stricter than answering, because the
                 driver did not choose the moment.
    managing     looking through memories and editing them on a screen.

Forgetting and wiping are in no row: they are allowed in every state.

Built-in limits are the loosest ones. SuppressionLimits refuses to be constructed with a value beyond them, so
that no setting and no update can loosen a safety limit.

While reversing only a question about safety is answered, and only from memories about safety. Whether it is
one is decided by its words (`concerns_safety`), so that a suppressed question costs no embedding and no
search. What the words let through by mistake can still find nothing but memories about safety.

Signals about the driver are judged as strictly as those of the vehicle: a monitor that the car has and that
is silent, invalid or stale means a busy driver; a car without the monitor is not punished for it. The last
word on a hand-over counts however old it is, until another one comes.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cabin_memory.domain.recall import RecallPermit, Suppression
from cabin_memory.domain.settings import Section, setting
from cabin_memory.domain.time import SECOND, MonotonicMicros
from cabin_memory.domain.vehicle import AUTONOMY, DISTRACTION, FATIGUE, SPEED, DriveState, Signals
from cabin_memory.domain.vocabulary import Category, Reason

# Longer than any text that is stored; D-Bus counts in 32 bits.
ANY_LENGTH = 2**31 - 1
# VSS ActiveAutonomyLevel: SAE_2_DISENGAGING and the like while the car hands over to the driver.
_HANDING_OVER = "_DISENGAGING"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressionLimits(Section):
    """How much may be said. The defaults are the built-in bounds: every other value is stricter.

    Raises:
        SettingsInvalid: every value outside its bounds.
    """

    parked_memories: int = setting(50, "memories in one answer while parked", low=1, high=50)
    idling_memories: int = setting(5, "memories in one answer while idling", low=1, high=5)
    moving_memories: int = setting(3, "memories in one answer while moving", low=1, high=3)
    moving_characters: int = setting(
        120, "longest memory that is said while moving", unit="characters", low=20, high=120
    )
    speak_up_to_kmh: float = setting(
        80.0, "speed above which nothing is said unasked", unit="km/h", low=0.0, high=80.0
    )
    busy_above_percent: float = setting(
        50.0,
        "distraction or fatigue above which nothing is said unasked while moving",
        unit="%",
        low=0.0,
        high=50.0,
    )
    stale_us: int = setting(
        5 * SECOND,
        "age beyond which speed, distraction and fatigue no longer count",
        unit="us",
        low=SECOND // 5,
        high=5 * SECOND,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one drive state allows."""

    answers: frozenset[Category]
    """Memories that may be searched for an answer."""
    memories: Callable[[SuppressionLimits], int]
    characters: Callable[[SuppressionLimits], int]
    speaks_up: frozenset[Category]
    """What may be said unasked."""
    reason: Reason
    """Why the rest is not."""
    look: bool
    edit: bool


EVERYTHING = frozenset(Category)
NOTHING: frozenset[Category] = frozenset()

TABLE: Mapping[DriveState, Row] = {
    DriveState.PARKED: Row(
        answers=EVERYTHING,
        memories=lambda limits: limits.parked_memories,
        characters=lambda limits: ANY_LENGTH,
        speaks_up=EVERYTHING,
        reason=Reason.NONE,
        look=True,
        edit=True,
    ),
    DriveState.IDLING: Row(
        answers=EVERYTHING,
        memories=lambda limits: limits.idling_memories,
        characters=lambda limits: ANY_LENGTH,
        speaks_up=EVERYTHING,
        reason=Reason.NONE,
        look=True,
        edit=False,
    ),
    DriveState.MOVING: Row(
        answers=EVERYTHING,
        memories=lambda limits: limits.moving_memories,
        characters=lambda limits: limits.moving_characters,
        speaks_up=frozenset({Category.SAFETY, Category.ROUTE}),
        reason=Reason.DRIVING,
        look=False,
        edit=False,
    ),
    DriveState.REVERSING: Row(
        answers=frozenset({Category.SAFETY}),
        memories=lambda limits: limits.moving_memories,
        characters=lambda limits: limits.moving_characters,
        speaks_up=NOTHING,
        reason=Reason.REVERSING,
        look=False,
        edit=False,
    ),
    DriveState.UNKNOWN: Row(
        answers=NOTHING,
        memories=lambda limits: 0,
        characters=lambda limits: 0,
        speaks_up=NOTHING,
        reason=Reason.VEHICLE_STATE_UNKNOWN,
        look=False,
        edit=False,
    ),
}


def answer(state: DriveState, text: str, limits: SuppressionLimits) -> RecallPermit | Suppression:
    """Whether a question may be searched for, and within which limits. Decided before any search.

    Args:
        text: the question as it was asked; empty for a request that has no words, such as Describe.
    """
    row = TABLE[state]
    everything = row.answers == EVERYTHING
    if not row.answers or not (everything or concerns_safety(text)):
        return Suppression(reason=row.reason)
    return RecallPermit(
        drive_state=state,
        max_memories=row.memories(limits),
        max_characters=row.characters(limits),
        categories=None if everything else row.answers,
    )


def speak_up(
    state: DriveState,
    category: Category,
    signals: Signals,
    now: MonotonicMicros,
    limits: SuppressionLimits,
    *,
    asked: bool = False,
) -> Suppression | None:
    """Whether a plan, a clarification or a suggestion must stay unsaid; None when it may be said.

    Args:
        category: what it is about.
        asked: someone asked for it in this turn. Then it is an answer, and only the states that suppress
            answers suppress it.
    """
    row = TABLE[state]
    reason = Reason.NONE
    if not row.speaks_up:
        reason = row.reason
    elif not asked:
        reason = _disturbs(state, category, signals, now, limits)
    return None if reason is Reason.NONE else Suppression(reason=reason)


def may_look(state: DriveState) -> bool:
    """Whether memories may be listed and read on a screen."""
    return TABLE[state].look


def may_edit(state: DriveState) -> bool:
    """Whether a memory may be changed by hand."""
    return TABLE[state].edit


def _disturbs(
    state: DriveState, category: Category, signals: Signals, now: MonotonicMicros, limits: SuppressionLimits
) -> Reason:
    """Why the driver must not be spoken to unasked; NONE when they may."""
    row = TABLE[state]
    if state is not DriveState.PARKED and _handing_over(signals):
        return Reason.HANDOVER
    if category not in row.speaks_up:
        return row.reason
    if state is not DriveState.MOVING:
        return Reason.NONE
    if not all(_calm(signals, monitor, now, limits) for monitor in (DISTRACTION, FATIGUE)):
        return Reason.DRIVER_BUSY
    kmh = signals.number(SPEED, now, limits.stale_us)
    # An unreadable speed may be any speed. (`isinstance` and not a comparison with None: both are no number.)
    slow = isinstance(kmh, int | float) and abs(kmh) <= limits.speak_up_to_kmh
    return Reason.NONE if slow else Reason.HIGH_SPEED


def _handing_over(signals: Signals) -> bool:
    level = signals.get(AUTONOMY)
    return level is not None and isinstance(level.value, str) and level.value.endswith(_HANDING_OVER)


def _calm(signals: Signals, monitor: str, now: MonotonicMicros, limits: SuppressionLimits) -> bool:
    percent = signals.number(monitor, now, limits.stale_us)
    return percent is None or (isinstance(percent, int | float) and 0 <= percent <= limits.busy_above_percent)


# --- is a question about safety? -------------------------------------------------------------------
# Nobody asks a longer one while reversing, and a longer one would take longer to suppress.
_LONGEST_QUESTION = 400

# Words of the manoeuvre, of what can be hit, and of paying attention. Simplified and traditional.
_SAFETY_WORDS = re.compile(
    # the manoeuvre
    r"倒[车車库庫进進出挡檔档]|倒着(开|走)|入[库庫]|出[库庫]|挂\s*r|退[出进進](去|来|車|车)"
    r"|(往|进|進|入|出)[车車]位"
    r"|\brevers(e|es|ed|ing)\b|\bback(s|ed|ing)? (it |her |the car )?(up|in|into|out|out of)\b"
    # what is around the car
    r"|盲[区區点點]|障碍|障礙|[后後][方侧側]|[车車][后後](?![座排])|[后後]面有|[车車]尾|柱子|立柱|路沿|路缘|马路牙子"
    r"|台阶|墙角|行人|死角"
    r"|\bblind ?spots?\b|\bobstacles?\b|\bbehind (me|us|you|it|the car)\b|\brear (left|right|corner|end)\b"
    r"|\b(pillars?|bollards?|kerbs?|curbs?|pedestrians?|cyclists?)\b"
    # what can go wrong
    r"|剐|刮[到蹭擦花]|擦[到碰]|蹭|碰撞|撞[到上了]|追尾"
    r"|\b(scrap|scratch)(e|es|ed|ing)?\b|\bcollisions?\b|\bcrash(ed|ing)?\b"
    r"|\b(hit|bump)(ting|ing)? (into |some|any|it\b)"
    # paying attention
    r"|注意|小心|当心|當心|留意|留神|危险|危險|安全|提醒我(看|注意|小心|什么|什麼|啥)|(什么|什麼|没有|沒有|啥)要?提醒"
    r"|\b(watch|look)(ing)? out\b|\bwatch(ing)? for\b|\bcareful\b|\bcautio(n|us)\b|\battention\b|\bbeware\b"
    r"|\bdanger(s|ous)?\b|\bhazards?\b(?! lights?)|\bunsafe\b|\bsafe(ly|ty)?\b|\bwarn(ed|ing|ings)?\b"
)

# Words of everything that can wait until the car stands: one of them and the question is not about safety.
_OTHER_WORDS = re.compile(
    # music and sound
    r"音乐|音樂|歌|曲|听|聽|播|放(点|點|首|一|个|個|些)|电台|電台|广播|廣播|音量|大声|小声|静音|唱|专辑"
    r"|\b(play(s|ed|ing|list)?|music|songs?|sing(ing|er)?|listen(ing)?|radio|podcasts?|albums?|tracks?|tunes?|audio"
    r"|audiobooks?|volume|louder|quieter|mute|band|jazz|rock|pop|stations?|put on)\b"
    # food and drink
    r"|吃|喝|餐|饭|飯|菜|咖啡|茶|奶|火锅|火鍋|辣|口味|忌口|外卖|早点|夜宵|水果"
    r"|\b(eat(s|ing)?|ate|food|foods|drinks?|drinking|restaurants?|breakfast|lunch|dinner|supper|meals?|coffee|tea"
    r"|latte|spicy|snacks?|hungry|thirsty|cook(ing)?|diet|recipes?|menu|takeaway)\b"
    # climate and comfort
    r"|空调|空調|温度|溫度|气温|氣溫|[0-9一二三四五六七八九十几幾]+度|暖|冷|热|熱|凉|涼|风|風|通风|除雾|座椅|按摩|香氛|氛围"
    r"|\b(temperatures?|degrees?|warm(er|th)?|hot(ter)?|cold(er)?|cool(er|ing)?|heat(er|ed|ing)?|a/?c|aircon|climate"
    r"|air[ -]con\w*|fan|vents?|defrost\w*|seats?(?![ -]?belt)|massage|lumbar|ambien\w+)\b"
    # people, dates, errands, screens
    r"|电话|電話|打给|短信|微信|消息|邮件|生日|纪念日|礼物|开会|会议|日程|约会|买|買|快递|股|电影|視頻|视频|新闻|笑话"
    r"|病|药|藥|血|过敏|過敏|体检|医|醫|密码|密碼|账号|数据|保险|保養|保养|天气|天氣"
    r"|\b(call(s|ed|ing)?|phones?|dial|text(s|ed|ing)?|messages?|e-?mails?|birthdays?|gifts?|meetings?|appointments?"
    r"|schedule|calendar|buy(ing)?|shop(s|ping)?|movies?|films?|news|jokes?|stocks?|weather|doctors?|medic\w+|pills?"
    r"|allerg\w+|passwords?|data|accounts?|insurance|photos?|files?|wi-?fi)\b"
    # the way, and what the car is filled with
    r"|导航|導航|路线|路線|怎么走|怎麼走|走哪|去哪|堵车|堵車|充电|充電|加油|窗|亮度"
    r"|\b(navigat\w+|routes?|directions|destinations?|charg(e|er|ers|ing)|battery|petrol|fuel|windows?|sunroof|brightness)\b"
)


def concerns_safety(text: str) -> bool:
    """Whether the words of a question, Chinese or English, are about safety and about nothing else."""
    if len(text) > _LONGEST_QUESTION:
        return False
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _SAFETY_WORDS.search(plain) is not None and _OTHER_WORDS.search(plain) is None
