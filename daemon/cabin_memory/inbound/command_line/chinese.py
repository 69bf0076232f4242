"""Chinese for every sentence and word that the command line says. A test holds that none is missing."""

from cabin_memory.inbound.command_line.chinese_diagnosis import DIAGNOSIS
from cabin_memory.inbound.command_line.chinese_owner import OWNER
from cabin_memory.inbound.command_line.chinese_planning import PLANNING
from cabin_memory.inbound.command_line.chinese_reasons import REASONS

_SPOKEN = {
    # --- resolve-time ---
    "The memories that a phrase may mean which refers to the past.": "一句说到过去的话可能指的记忆。",
    "Such as yesterday, last Friday, like last time.": "例如：昨天、上周五、按上次的来。",
    "What is spoken of, such as navigation.": "说的是什么，例如导航。",
    "The phrase names neither a time nor anything that was before.": "这句话既没有说时间，也没有说以前的事。",
    "Say it in words such as yesterday, last Friday or like last time.": (
        "请用“昨天”“上周五”“按上次的来”这样的说法。"
    ),
    # --- terms of the contract ---
    "safety": "安全",
    "route": "路线",
    "navigation": "导航",
    "climate": "空调",
    "seat": "座椅",
    "mirror": "后视镜",
    "window": "车窗",
    "lighting": "灯光",
    "media": "媒体",
    "volume": "音量",
    "phone": "电话",
    "charging": "充电",
    "parking": "停车",
    "driving_style": "驾驶风格",
    "address_term": "称呼",
    "food": "饮食",
    "schedule": "日程",
    "family": "家庭",
    "health": "健康",
    "identity": "身份",
    "vehicle": "车辆",
    "style": "说话方式",
    "smalltalk": "闲聊",
    "other": "其他",
    "episode": "经历",
    "preference": "偏好",
    "reflection": "归纳",
    "plan": "计划",
    "fact": "事实",
    "stated": "亲口说的",
    "inferred": "推断的",
    "reflected": "归纳的",
    "low": "低",
    "medium": "中",
    "high": "高",
    "current": "有效",
    "pending": "待确认",
    "superseded": "已被取代",
    "demoted": "已降级",
    "archived": "已归档",
    "unknown": "未知",
    "reversing": "倒车",
    "moving": "行驶",
    "idling": "停着未入P挡",
    "parked": "驻车",
    "self": "本人",
    "spouse": "配偶",
    "child": "孩子",
    "parent": "父母",
    "guest": "客人",
    # --- terms of conditions ---
    "occupant": "乘员",
    "passenger": "乘客",
    "weather": "天气",
    "rain": "雨",
    "snow": "雪",
    "fog": "雾",
    "hot": "热",
    "cold": "冷",
    "dry": "干燥",
    "daypart": "时段",
    "dawn": "清晨",
    "morning": "上午",
    "noon": "中午",
    "afternoon": "下午",
    "evening": "傍晚",
    "night": "夜里",
    "day": "日子",
    "weekday": "工作日",
    "weekend": "周末",
    "monday": "星期一",
    "tuesday": "星期二",
    "wednesday": "星期三",
    "thursday": "星期四",
    "friday": "星期五",
    "saturday": "星期六",
    "sunday": "星期日",
    "season": "季节",
    "spring": "春",
    "summer": "夏",
    "autumn": "秋",
    "winter": "冬",
    "hurry": "赶时间",
    "alone": "独自",
    "yes": "是",
    "no": "否",
    "until": "至",
    "Keep anything": "是否保存",
    "Health": "健康信息",
    "Synchronisation": "同步",
    "Private memories in company": "有人在场时说出私密记忆",
    "Undo of forgetting": "删除后可撤销",
    "Posture and hours of driving": "坐姿与开车时间",
    "Keep how I sit and when I drive, as a sign of who drives.": "保留坐姿和开车时间，用来判断是谁在开车。",
    "Nothing is kept of": "不保存的类别",
    "Keep anything at all.": "是否保存任何内容。",
    "Keep what is said of health.": "是否保存健康方面的话。",
    "Let desensitised preferences leave the car.": "是否允许脱敏后的偏好离开车辆。",
    "Say private memories while others listen, when asked.": "被问到时，有人在场也说出私密记忆。",
    "Let what was forgotten be brought back for a day.": "删除的记忆一天内可以找回。",
    "Keep nothing of this category; may be repeated; none ends it.": (
        "不保存这一类别；可重复；none 表示取消。"
    ),
    "For how many days; without it until it is changed.": "有效天数；省略时一直有效，直到更改。",
    "Only until this trip ends.": "只在本次行程内有效。",
    "Show or change what a person agrees to. Withdrawing removes what was kept because of it.": (
        "显示或更改一个人同意的事项。撤回同意时，因此保存的内容会被删除。"
    ),
    # --- headings ---
    "Time": "时间",
    "Category": "类别",
    "Importance": "重要性",
    "Status": "状态",
    "Kept from the reason": "由原因记下的记忆",
    "Sensitivity": "敏感度",
    "Applies when": "适用条件",
    "Merged into": "合并到",
    "Ask back": "需要追问",
    "Id": "编号",
    "What": "说明",
    "Score": "得分",
    "Because": "理由",
    "Reason": "原因",
    "What helps": "怎么办",
    "Relevance": "相关度",
    "Drive state": "行车状态",
    "Signal": "信号",
    "Value": "值",
    "Age": "距今",
    "Accepted": "已接受",
    "Not usable": "无法使用",
    "Seat": "座位",
    "Occupant": "乘员",
    "Confidence": "置信度",
    "Would go": "将删除",
    "Gone": "已删除",
    "Derived from them": "由其派生",
    "Receipt": "凭证",
    "Verified": "核验",
    "Can be undone until": "可撤销至",
    "Fault: {text}": "问题：{text}",
    "Remedy: {text}": "办法：{text}",
    "Not now: {text}": "现在不行：{text}",
    "Later: {text}": "之后：{text}",
    "The car is reversing; memories are not looked through meanwhile.": "正在倒车，此时不能查看记忆。",
    "The car is moving; memories are looked through while it stands.": "正在行驶，停车后才能查看记忆。",
    "It is not known whether the car stands.": "不清楚车辆是否停着。",
    "It works again by itself when the car stands.": "车停下后即可使用。",
    "It works again as soon as speed and gear come in; cabin-memory context show tells which is missing.": (
        "收到车速和挡位后即可使用；cabin-memory context show 会列出缺少哪个信号。"
    ),
    "The car is reversing; this is for a car that is parked.": "正在倒车，此操作仅限驻车时。",
    "The car is moving; this is for a car that is parked.": "正在行驶，此操作仅限驻车时。",
    "The car stands but is not in park; this is for a car that is parked.": (
        "车停着但未入 P 挡，此操作仅限驻车时。"
    ),
    "It works again when the car is parked.": "驻车后即可使用。",
    # --- what commands say ---
    "importance {importance}": "重要性 {importance}",
    "confidence {confidence}": "置信度 {confidence}",
    "{score} = relevance {relevance}, recency {recency}, importance {importance}": (
        "{score} = 相关度 {relevance}、新近度 {recency}、重要性 {importance}"
    ),
    "{seconds} s": "{seconds} 秒",
    "no valid value": "无有效值",
    "not recognised": "未识别",
    "Remembered.": "记住了。",
    "Nothing new was kept.": "没有保存新的内容。",
    "Known already; counted once more.": "已经知道，次数加一。",
    "Not now.": "现在不回答。",
    "Nothing is remembered that fits.": "没有相关的记忆。",
    "{shown} of {total} memories": "显示 {shown} 条，共 {total} 条记忆",
    "yes, no trace is left in the daemon's files": "是，守护进程的文件中已无痕迹",
    "no, a trace may be left": "否，可能仍有残留",
    "Go on?": "继续吗？",
    "Nobody is known to be in the car.": "车里没有已知的人。",
    "{count} people are in the car now.": "现在车里有 {count} 人。",
    "{seat} is declared as {role}.": "{seat} 已声明为 {role}。",
    # --- replay ---
    "Replayed": "已回放",
    "Updates": "更新次数",
    "Signals that were decoded": "解码出的信号",
    "Clock": "时钟",
    "simulated": "模拟",
    "real": "真实",
    "Hold times and ages run on the daemon's own clock: at a speed other than 1 its states may differ.": (
        "保持时间与信号时效按守护进程自己的时钟计算：速度不是 1 时，状态可能不同。"
    ),
    "{path} holds no signal that the mapping knows.": "{path} 中没有映射认识的信号。",
    "Choose the mapping and the DBC of this car with --mapping and --dbc.": (
        "请用 --mapping 和 --dbc 选择这辆车的映射和 DBC。"
    ),
    "The recording or its mapping cannot be used: {detail}.": "录制文件或映射无法使用：{detail}。",
    # --- failures ---
    "Correct the mapping or the DBC file at the place that is named.": "请在所指之处更正映射或 DBC 文件。",
    "Correct the argument that is named and call again.": "请更正所指的参数后重试。",
    "This user may not do that.": "当前用户无权这样做。",
    "Run it as the owner or in a group that the D-Bus policy and polkit allow.": (
        "请以车主身份，或以 D-Bus 策略和 polkit 允许的用户组运行。"
    ),
    "Nobody with this id is known to be in the car, or no driver is known.": (
        "车里没有这个编号的人，或者不知道驾驶员是谁。"
    ),
    "Say who sits where: cabin-memory occupants set Row1.DriverSide=oem:u-1001@95, "
    "or name someone who is in the car with --speaker.": (
        "请先说明谁坐在哪里：cabin-memory occupants set Row1.DriverSide=oem:u-1001@95，"
        "或用 --speaker 指定车里的人。"
    ),
    "This person has no memory with that id.": "此人没有这个编号的记忆。",
    "cabin-memory list shows the ids; --speaker chooses the person.": (
        "cabin-memory list 会列出编号；--speaker 选择是谁。"
    ),
    "Memories cannot be managed while the car is moving or its state is unknown.": (
        "行驶中或车辆状态未知时不能管理记忆。"
    ),
    "Stop the car; cabin-memory context show tells the drive state and the age of its signals.": (
        "请停车；cabin-memory context show 会显示行车状态和各信号距今多久。"
    ),
    "This works only while the car is parked.": "只有驻车时才能这样做。",
    "Park the car and try again; cabin-memory context show tells the drive state.": (
        "请驻车后重试；cabin-memory context show 会显示行车状态。"
    ),
    "The person has not consented to this.": "本人尚未同意。",
    "This removes so much, or something so personal, that it must be confirmed.": (
        "要删除的内容很多或非常私密，必须再次确认。"
    ),
    "Ask the person again and repeat the command with --yes.": "请再次询问本人，然后加上 --yes 重新执行。",
    "The daemon has too much to do at the moment.": "守护进程此刻太忙。",
    "Wait a moment and try again.": "请稍候再试。",
    "A part of the daemon does not work.": "守护进程的某个部分无法工作。",
    "cabin-memory health names it; its log says more: journalctl -u cabin-memoryd.": (
        "cabin-memory health 会指出是哪个部分；详情见日志：journalctl -u cabin-memoryd。"
    ),
    "A store does not open: wrong key, other cipher or damaged.": (
        "有一个存储打不开：密钥不对、加密方式不同或已损坏。"
    ),
    "Nothing was changed; cabin-memory health names the remedy.": (
        "没有做任何改动；cabin-memory health 会给出解决办法。"
    ),
    "The daemon is not running on this bus.": "这条总线上没有运行守护进程。",
    "Start it: systemctl start cabin-memoryd, or cabin-memoryd --session for a session bus; "
    "--session-bus and --system-bus choose the bus.": (
        "请启动它：systemctl start cabin-memoryd，会话总线用 cabin-memoryd --session；"
        "用 --session-bus 和 --system-bus 选择总线。"
    ),
    "The daemon went away during the call.": "调用过程中守护进程退出了。",
    "Look at its log: journalctl -u cabin-memoryd.": "请看它的日志：journalctl -u cabin-memoryd。",
    "The running daemon does not offer {what}.": "正在运行的守护进程不提供 {what}。",
    "Install the same version of the daemon and of this program.": "请安装相同版本的守护进程和本程序。",
    "The message bus does not let this user talk to the daemon.": "消息总线不允许当前用户与守护进程通信。",
    "Run it as a user whom the daemon's D-Bus policy allows.": "请以 D-Bus 策略允许的用户运行。",
    "The daemon does not accept a value: {text}": "守护进程不接受某个值：{text}",
    "Correct that value; --help explains the command.": "请更正该值；--help 说明命令用法。",
    "The bus could not start the daemon.": "总线无法启动守护进程。",
    "Look why: systemctl status cabin-memoryd.": "请查看原因：systemctl status cabin-memoryd。",
    "{what} ended in the error {name}.": "{what} 以错误 {name} 结束。",
    "The daemon did not answer {what} within {seconds} seconds.": (
        "守护进程在 {seconds} 秒内没有回答 {what}。"
    ),
    "cabin-memory health shows how it is; its log says more: journalctl -u cabin-memoryd.": (
        "cabin-memory health 会显示其状况；详情见日志：journalctl -u cabin-memoryd。"
    ),
    "The message bus cannot be reached: {place}.": "无法连接消息总线：{place}。",
    "the system bus": "系统总线",
    "the session bus": "会话总线",
    "Start dbus-daemon, or name another bus with --session-bus, --system-bus or --address.": (
        "请启动 dbus-daemon，或用 --session-bus、--system-bus 或 --address 指定别的总线。"
    ),
    "CABIN_MEMORY_BUS is {wish}.": "CABIN_MEMORY_BUS 的值是 {wish}。",
    "Set it to session or system, or unset it.": "请设为 session 或 system，或取消设置。",
    "{text} does not say who sits where.": "{text} 没有说明谁坐在哪里。",
    "Write SEAT=ISSUER:SUBJECT[@CONFIDENCE], such as Row1.DriverSide=oem:u-1001@95; "
    "seats are Row1 to Row4 with DriverSide, Middle or PassengerSide, a confidence is 0 to 100.": (
        "请写成 SEAT=ISSUER:SUBJECT[@CONFIDENCE]，例如 Row1.DriverSide=oem:u-1001@95；"
        "座位是 Row1 到 Row4 加 DriverSide、Middle 或 PassengerSide，置信度为 0 到 100。"
    ),
    "{text} is not NAME=VALUE.": "{text} 的写法不对。",
    "Write it as in {example}.": "请写成如 {example} 的样子。",
    "{text} is not a time.": "{text} 不是时间。",
    "Write 2026-03-01, 2026-03-01T18:30, 2026-03-01T18:30+08:00, or an age such as 90m, 12h, 3d, 2w.": (
        "请写 2026-03-01、2026-03-01T18:30、2026-03-01T18:30+08:00，或多久以前，如 90m、12h、3d、2w。"
    ),
    "There is no time zone {name}.": "没有时区 {name}。",
    "Name one as in Asia/Shanghai or Europe/Berlin.": "请写如 Asia/Shanghai 或 Europe/Berlin。",
    "{path} cannot be read: {reason}.": "无法读取 {path}：{reason}。",
    "Name a file that exists and that this user may read.": "请指定存在且当前用户可读的文件。",
    "There is no option {name}.": "没有选项 {name}。",
    "There is no command {name}.": "没有命令 {name}。",
    "No command is given.": "没有给出命令。",
    "Did you mean {near}?": "是不是想写 {near}？",
    "{path} --help lists what there is.": "{path} --help 会列出所有可用的。",
    "{name} is missing.": "缺少 {name}。",
    "{path} --help explains the command.": "{path} --help 说明该命令。",
    "The command line cannot be read: {message}": "命令行无法解析：{message}",
    "{path} --help explains it.": "{path} --help 有说明。",
    # --- exit codes ---
    "done, or something was found": "已完成，或找到了内容",
    "nothing was found": "什么也没找到",
    "the command or a value in it is wrong": "命令或其中的值有误",
    "the daemon or the bus cannot be reached": "无法连接守护进程或总线",
    "the daemon refused: not allowed, not in the car, not now, not kept": (
        "守护进程拒绝：无权、不在车里、此刻不行或未保存"
    ),
    "a part of the daemon does not work": "守护进程的某个部分无法工作",
    "the answer is suppressed in this driving situation": "在此行车情形下不予回答",
    "interrupted": "被中断",
    # --- help ---
    "Talk to the car's memory: what it keeps, what it would answer, and why.": (
        "与汽车的记忆对话：它记住了什么、会怎么回答、为什么。"
    ),
    "The vehicle's state.": "车辆状态。",
    "Who sits where.": "谁坐在哪里。",
    "Arguments": "参数",
    "Options": "选项",
    "Commands": "命令",
    "Common options": "通用选项",
    "Whose memories; the driver where left out.": "谁的记忆；不写则为驾驶员。",
    "Which bus; without it CABIN_MEMORY_BUS (session or system) decides, then the session bus "
    "if the daemon is there, then the system bus.": (
        "用哪条总线；不写则由 CABIN_MEMORY_BUS（session 或 system）决定，"
        "其次是守护进程所在的会话总线，最后是系统总线。"
    ),
    "A D-Bus address, instead of a named bus.": "D-Bus 地址，代替总线名。",
    "Print one JSON document.": "输出一个 JSON 文档。",
    "The speaker's IANA time zone; this machine's where left out.": "说话人的 IANA 时区；不写则为本机时区。",
    "Language of this program; LC_ALL, LC_MESSAGES and LANG decide where left out.": (
        "本程序的语言；不写则由 LC_ALL、LC_MESSAGES 和 LANG 决定。"
    ),
    "Tell each call and its time.": "显示每次调用及其耗时。",
    "How many memories at most.": "最多几条记忆。",
    "Only this category.": "只要这一类别。",
    "From this time on: a date, a time, or an age such as 3d.": "从此时起：日期、时间，或多久以前，如 3d。",
    "Before this time.": "在此时之前。",
    "The conversation it belongs to.": "所属的会话。",
    "What the trip is for.": "此行的目的。",
    "What was said or done, one sentence.": "说了或做了什么，一句话。",
    "Who said or did it.": "谁说的或谁做的。",
    "Whom it is about: an occupant id or a label.": "关于谁：乘员编号或称呼。",
    "The assistant's intent, such as climate.set.": "语音助手的意图，如 climate.set。",
    "A slot of that intent; may be repeated.": "该意图的槽位；可重复。",
    "A name in the sentence, such as person:Anna; may be repeated.": "句中的名称，如 person:小雨；可重复。",
    "What became of it.": "结果如何。",
    "The memory that this sentence answers or corrects.": "这句话所回答或更正的记忆。",
    "When it was said; now where left out.": "何时说的；不写则为现在。",
    "Remember one sentence.": "记住一句话。",
    "What is asked or said now.": "现在问的或说的话。",
    "Only this kind; may be repeated.": "只要这一种类；可重复。",
    "Only this kind.": "只要这一种类。",
    "Only this status.": "只要这一状态。",
    "Also tell what was found and withheld, and why.": "同时说明找到但未给出的内容及原因。",
    "What matters for this sentence, this person and this situation, and may be said now.": (
        "对这句话、这个人、此情此景重要、且现在可以说的记忆。"
    ),
    "The same as recall, as a few sentences for the prompt of a language model.": (
        "与 recall 相同，但整理成几句话，可直接放进大语言模型的提示词。"
    ),
    "How long the text may be; 600 where left out.": "文字的最大长度；省略时为 600。",
    "Why; with corrected what is right, in a sentence.": "原因；更正时，用一句话说明正确的内容。",
    "Tell what became of a memory that was brought up; a correction retires it.": (
        "说明提到的一条记忆结果如何；更正会让它不再有效。"
    ),
    "The conflict that observe reported.": "observe 给出的冲突编号。",
    "Which of the two counts.": "两条中以哪条为准。",
    "Settle a conflict between two memories.": "解决两条记忆之间的冲突。",
    "What is remembered about the speaker, in plain words.": "用平常的话说明记住了说话人的什么。",
    "Such as climate.temperature.": "如 climate.temperature。",
    "Which end comes first.": "哪一头排在前面。",
    "Look memories up exactly: when did I last …?": "精确查找记忆：我上次……是什么时候？",
    "All memories of a person, the newest first, whatever their status.": (
        "某人的全部记忆，新的在前，不论状态。"
    ),
    "An id from list or recall.": "list 或 recall 给出的编号。",
    "Ids from list or recall.": "list 或 recall 给出的编号，可多个。",
    "One memory with where it comes from.": "一条记忆及其来历。",
    "Only count what would go.": "只统计将删除多少。",
    "The person was asked again; confirm at once.": "已再次询问本人，直接确认。",
    "Remove memories for good, with a receipt; works in every drive state.": (
        "永久删除记忆并给出凭证；任何行车状态下都可以。"
    ),
    "The drive state, what it suppresses, and every signal with its age.": (
        "行车状态、它抑制了什么，以及每个信号距今多久。"
    ),
    "VSS paths and values, such as Vehicle.Speed=0.": "VSS 路径和值，如 Vehicle.Speed=0。",
    "Report signals to the daemon as a vehicle bridge would; they grow stale like any others.": (
        "像车辆信号桥那样向守护进程报告信号；它们同样会过时。"
    ),
    "Who sits where, and how surely each person is recognised.": "谁坐在哪里，识别得有多确定。",
    "Everyone who is in the car now, such as Row1.DriverSide=oem:u-1001@95.": (
        "现在车里的每个人，如 Row1.DriverSide=oem:u-1001@95。"
    ),
    "Say who sits where. This replaces everyone who was known before; without seats, the car is empty.": (
        "说明谁坐在哪里。会取代之前的全部信息；不写座位表示车里没有人。"
    ),
    "Such as Row1.PassengerSide.": "如 Row1.PassengerSide。",
    "Say what the person on a seat is to the driver.": "说明某座位上的人与驾驶员的关系。",
    "How the daemon is: level, model, open vaults, counters and latencies.": (
        "守护进程的状况：级别、模型、打开的记忆库、计数和耗时。"
    ),
    "Play a recording of the vehicle's bus to the daemon and tell the drive states along the way.": (
        "向守护进程回放车辆总线的录制文件，并显示途中的行车状态。"
    ),
    "A daemon in simulation has its clock moved with the recording, at any speed.": (
        "守护进程处于模拟方式时，其时钟随录制文件推进，速度不限。"
    ),
    "A recording: candump .log, .trc, .asc or .blf.": "录制文件：candump .log、.trc、.asc 或 .blf。",
    "Which CAN signal is which VSS path (vss_dbc.json).": "CAN 信号与 VSS 路径的对应（vss_dbc.json）。",
    "The DBC that describes the frames; may be repeated.": "描述报文的 DBC；可重复。",
    "How many times faster than recorded; 0 is as fast as it goes.": "比录制快多少倍；0 表示尽可能快。",
}

CHINESE = {**_SPOKEN, **REASONS, **DIAGNOSIS, **OWNER, **PLANNING}
