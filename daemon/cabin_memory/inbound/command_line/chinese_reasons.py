"""Chinese for why an answer is what it is, and what would change it. Keys are English."""

REASONS = {
    "The car is reversing: until it stands, only what concerns safety is said.": (
        "正在倒车：停稳之前只说与安全有关的内容。"
    ),
    "It works again by itself, about a second after the car has stopped reversing.": (
        "倒车结束大约一秒后自动恢复。"
    ),
    "The vehicle's state is unknown: a signal is missing, invalid, contradictory or too old.": (
        "车辆状态未知：有信号缺失、无效、互相矛盾或已过时。"
    ),
    "Speed and gear must come at least every two seconds (cabin-memory context set …, or the vehicle "
    "bridge); cabin-memory context show names the age of each.": (
        "车速和挡位至少每两秒要更新一次（cabin-memory context set … 或车辆信号桥）；"
        "cabin-memory context show 会列出各信号距今多久。"
    ),
    "The car is handing the driving over to the driver.": "车辆正在把驾驶交还给驾驶员。",
    "Wait until the hand-over is done.": "请等交接完成。",
    "The driver is busy, distracted or tired.": "驾驶员正忙、分心或疲劳。",
    "Wait for a calmer moment.": "请等驾驶员空闲时再说。",
    "Nobody is spoken to unasked while the car is moving.": "行驶中不主动说话。",
    "Ask, or stop the car.": "请主动提问，或先停车。",
    "The car is faster than the limit for this.": "车速超过了此项的上限。",
    "Ask again when the car is slower.": "车速降低后再问。",
    "The speaker is a guest or not recognised surely enough: what they say is kept for this drive only.": (
        "说话人是客人，或识别得不够确定：所说的内容只保留到这次行程结束。"
    ),
    "Recognise the person again: cabin-memory occupants set SEAT=ISSUER:SUBJECT@CONFIDENCE with 60 or "
    "more, and no guest declared on that seat.": (
        "重新识别此人：cabin-memory occupants set SEAT=ISSUER:SUBJECT@CONFIDENCE，置信度不低于 60，"
        "且该座位未声明为客人。"
    ),
    "What was found is private and someone else is in the car.": "找到的内容属于隐私，而车里还有别人。",
    "Ask when alone, or let the owner consent to disclosure.": "请在独自一人时询问，或由本人同意公开。",
    "Nothing that is remembered is close enough to this sentence.": "没有哪条记忆与这句话足够接近。",
    "Say it in other words; --explain shows what came close.": "换个说法再问；--explain 会列出较接近的记忆。",
    "What passed or was said in anger does not stand beside a wish that lasts.": (
        "已有长期的偏好时，一时的指令和气话不一并给出。"
    ),
    "Ask what happened, for example with yesterday or last time.": "请问发生过什么，例如用“昨天”“上次”。",
    "Something is remembered of this person, but nothing that matches these filters.": (
        "记得此人的一些事，但没有符合这些条件的。"
    ),
    "Leave a filter out, or look at everything with cabin-memory list.": (
        "去掉一个条件，或用 cabin-memory list 查看全部。"
    ),
    "Nothing is remembered of this person yet.": "还没有关于此人的任何记忆。",
    "Observe something first, or name another person with --speaker.": (
        "请先 observe 一些内容，或用 --speaker 指定另一个人。"
    ),
    "What was found applies in another situation only.": "找到的内容只适用于别的情况。",
    "--explain names it; its conditions say when it applies.": "--explain 会列出它，其条件说明何时适用。",
    "The language model does not work, so only exact words and attributes were searched.": (
        "语言模型不可用，因此只按原词和属性检索。"
    ),
    "cabin-memory health names the remedy.": "cabin-memory health 会给出解决办法。",
    "The store does not work; nothing can be kept or found.": "存储不可用，无法保存也无法查找。",
    "A limit for this situation leaves this out.": "此情形下的上限使其未被给出。",
    "cabin-memory context show tells the drive state and the age of its signals.": (
        "cabin-memory context show 会显示行车状态和各信号距今多久。"
    ),
    "The sentence holds nothing to remember.": "这句话没有可记住的内容。",
    "Observe a sentence.": "请输入一句话。",
    "This very observation is known already.": "这条观察已经记录过。",
    "There is nothing to do.": "无需处理。",
    "The sentence holds an identity number; such sentences are never kept.": (
        "这句话含有身份证件号码，从不保存。"
    ),
    "The sentence holds a bank card number; such sentences are never kept.": "这句话含有银行卡号，从不保存。",
    "The sentence holds a password; such sentences are never kept.": "这句话含有密码，从不保存。",
    "Say it without the number.": "请去掉号码再说。",
    "Say it without the password.": "请去掉密码再说。",
    "Sentences about health are kept only with the person's consent.": "有关健康的话只有在本人同意后才保存。",
    "Ask the person and record the answer with cabin-memory consent.": (
        "请询问本人，并用 cabin-memory consent 记录其答复。"
    ),
    "This person does not want anything to be kept.": "此人不希望保存任何内容。",
    "Ask the person and record the answer: cabin-memory consent --health yes.": (
        "请询问本人并记录其答复：cabin-memory consent --health yes。"
    ),
    "The person can change that: cabin-memory consent --collect yes.": (
        "本人可以更改：cabin-memory consent --collect yes。"
    ),
    "The daemon gives a reason that this program does not know.": "守护进程给出了本程序不认识的原因。",
    "Install the same version of both.": "请安装相同版本的守护进程和本程序。",
    "A question tells nothing; it is heard for the present conversation only.": (
        "这是提问，没有要记住的内容，只在当前会话中保留。"
    ),
    "Ask it with cabin-memory recall.": "请用 cabin-memory recall 提问。",
    "What an assistant says is kept for the present conversation only.": "语音助手说的话只在当前会话中保留。",
    "Another memory says the same and is told already.": "另一条记忆说的是同一件事，已经说过了。",
    "Another memory that contradicts this one counts more, and only one of the two may be said.": (
        "有另一条与它矛盾的记忆分量更重，两者只能说其一。"
    ),
    "cabin-memory list shows both; observe what holds now, or forget the wrong one.": (
        "cabin-memory list 会列出两条；请 observe 现在的情况，或 forget 错误的那条。"
    ),
}
