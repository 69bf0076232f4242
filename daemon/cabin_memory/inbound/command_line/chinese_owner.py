"""Chinese for the commands of the owner and of simulations. Keys are English."""

OWNER = {
    "Everything of this person.": "此人的全部记忆。",
    "Forget {count} sentences for good?": "永久删除 {count} 句话？",
    "There is no such receipt, or what it names cannot be brought back.": (
        "没有这个凭证，或它所指的内容无法找回。"
    ),
    "cabin-memory forget-log shows the receipts; consent --undo yes lets later ones be undone.": (
        "cabin-memory forget-log 会列出凭证；consent --undo yes 让以后的删除可以撤销。"
    ),
    "There is no open conflict with that id.": "没有这个编号的未决冲突。",
    "observe names it when it asks back; it ends when it is answered or either memory goes.": (
        "observe 追问时会给出编号；回答之后或其中一条记忆消失后，冲突即告结束。"
    ),
    "Answer y or n.": "请回答 y 或 n。",
    "Nothing is named that should go.": "没有指定要删除什么。",
    "Name ids, or --category, --since, …, or --all for everything.": (
        "请给出编号，或 --category、--since 等，或用 --all 表示全部。"
    ),
    "Not known": "未知的编号",
    "not yet: it can still be undone": "尚未：仍可撤销",
    "The id of a receipt.": "凭证的编号。",
    "Bring back what was forgotten; only within a day, and where the person chose that.": (
        "找回已删除的内容；只在一天之内，且本人曾选择可撤销。"
    ),
    "Brought back": "已找回",
    "How many receipts at most.": "最多多少条凭证。",
    "When how much was forgotten, without what it was.": "何时删除了多少，不含内容。",
    "Scope": "范围",
    "Nothing was forgotten yet.": "还没有删除过任何内容。",
    "Whose memory is destroyed.": "销毁谁的记忆。",
    "Destroy everything that is kept of a person: the key first, then the file.": (
        "销毁一个人的全部内容：先销毁密钥，再删除文件。"
    ),
    "Destroyed": "已销毁",
    "Said for everyone, gone too": "为所有人说过、一并删除的",
    "The car is sold: destroy everything that is kept of anyone.": "车辆转手：销毁所有人的全部内容。",
    "Vaults destroyed": "已销毁的记忆库",
    "What is right, in a sentence.": "用一句话说明正确的内容。",
    "The right category.": "正确的类别。",
    "From 1 to 10.": "1 到 10。",
    "Correct a memory by hand; only while parked.": "手动更正一条记忆；仅限驻车时。",
    "Where to write it; it must not exist yet.": "写到哪里；文件不能已存在。",
    "How it is written.": "写成什么格式。",
    "Write everything that is kept of a person into a file that can be read without the daemon.": (
        "把一个人的全部内容写入文件，不用守护进程也能阅读。"
    ),
    "{path} exists already.": "{path} 已存在。",
    "Name a file that does not exist yet.": "请指定一个还不存在的文件。",
    "{path} cannot be written: {detail}.": "{path} 无法写入：{detail}。",
    "Name a file in a folder that you may write.": "请指定一个有写入权限的文件夹中的文件。",
    "Memories": "记忆条数",
    "Written to": "已写入",
    "Seconds to wait at most.": "最多等待多少秒。",
    "Wait until the daemon answers.": "等到守护进程应答为止。",
    "Such as 1.5s, 20m, 3d.": "如 1.5s、20m、3d。",
    "Let simulated time pass.": "让模拟时间前进。",
    "{value} is not a span of time.": "{value} 不是时间长度。",
    "Write a number and ms, s, m, h, d or w.": "请写数字加 ms、s、m、h、d 或 w。",
    "A date or a time, such as 2026-03-01T18:30.": "日期或时间，如 2026-03-01T18:30。",
    "Jump to a date in simulated time.": "把模拟时间跳到某个日期。",
    "Run what is due at the present simulated time, and wait until nothing is pending.": (
        "执行当前模拟时间到期的任务，并等到没有待处理的为止。"
    ),
    "Done.": "完成。",
    "Takes the place of": "取代",
    "1 person is in the car now.": "现在车里有 1 人。",
    "Level": "级别",
    "This daemon runs in real time.": "这个守护进程按真实时间运行。",
    "Start a daemon with cabin-memoryd --session --simulate.": (
        "请用 cabin-memoryd --session --simulate 启动一个。"
    ),
    "{value} leads to where simulated time does not go.": "{value} 超出了模拟时间的范围。",
    "It goes from 1970 to 2169; a span is counted from what it is now.": (
        "范围是 1970 年到 2169 年；时间长度从当前模拟时间算起。"
    ),
    # --- help ---
    "Usage: {line}": "用法：{line}",
    "Show the version.": "显示版本。",
    "OPTIONS": "选项",
    "COMMAND …": "命令 …",
    "Required.": "必填。",
    "One of {choices}.": "可选：{choices}。",
    "From {low} to {high}.": "{low} 到 {high}。",
    "At least {low}.": "不小于 {low}。",
    "Exit codes": "退出码",
    "Show this help.": "显示本帮助。",
    "Install completion for this shell.": "为当前 shell 安装命令补全。",
    "Show completion for this shell, to copy or change it.": "显示当前 shell 的补全脚本，以便复制或修改。",
    # --- what cannot be parsed ---
    "Name one of {commands}.": "请从中选一个：{commands}。",
    "There is more on the line than the command takes: {what}": "命令行上多出了：{what}",
    "Put a text of several words in quotes; {path} --help explains the command.": (
        "几个词的文字请加引号；{path} --help 说明该命令。"
    ),
    "{name} needs a value.": "{name} 需要一个值。",
    "{name} takes no value.": "{name} 不带值。",
    "{name} cannot be {value}.": "{name} 不能是 {value}。",
    "The value of {name} cannot be used.": "{name} 的值无法使用。",
    "Its meaning: {help}": "它的含义：{help}",
    # --- roles and signals ---
    "{value} is not what one person is to another here.": "{value} 不是这里认识的关系。",
    "Write {roles}; everyday words such as wife, kid and mom are understood too.": (
        "请写 {roles}；也可以写老公、妻子、孩子、妈妈、爸爸这样的日常说法。"
    ),
    "What this person is to the driver: self, spouse, child, parent or guest; everyday words "
    "such as wife, kid and mom are understood too.": (
        "此人与驾驶员的关系：self、spouse、child、parent 或 guest；"
        "也可以写老公、妻子、孩子、妈妈、爸爸这样的日常说法。"
    ),
    "{path}: not used; did you mean {near}?": "{path}：未被使用；是不是想写 {near}？",
    "{path}: not used; it changes nothing.": "{path}：未被使用，不影响任何结果。",
    # --- output, arguments, buses ---
    "The answer cannot be written: {reason}.": "无法写出结果：{reason}。",
    "Send it where there is space; what the command did remains done.": (
        "请输出到有空间的地方；命令已经做的事仍然有效。"
    ),
    "{text} is not UTF-8.": "{text} 不是 UTF-8 编码。",
    "Set the terminal to UTF-8, or convert the text before.": "请把终端设为 UTF-8，或先转换文字的编码。",
    "What listens there does not answer as a message bus does: {place}.": (
        "那里的程序没有像消息总线那样应答：{place}。"
    ),
    "A number is too large or too small.": "有一个数太大或太小。",
    "This program failed: {name}.": "本程序出错：{name}。",
    "Repeat the command with --verbose, which tells where, and report that.": (
        "请加上 --verbose 重试，它会说明错在哪里，并报告给我们。"
    ),
    "Time of a daemon that was started with --simulate.": "用 --simulate 启动的守护进程的时间。",
}
