"""Chinese for what `ask`, `why` and `stats` say."""

DIAGNOSIS = {
    # --- ask ---
    "Question": "问题",
    "Until it is known": "在了解之前",
    "{text} (a generic default)": "{text}（通用默认值）",
    "There is nothing to ask now.": "现在没有要问的。",
    "Language of the question; where left out, that of what the person said last.": (
        "问题的语言；不写则用此人最近说话的语言。"
    ),
    "The next question worth asking a person whom the car does not know yet.": (
        "对车还不了解的人，下一个值得问的问题。"
    ),
    "It counts as put: at most one comes a trip, and none again within 30 days. observe takes the answer.": (
        "给出即算问过：每次行程最多一个，30 天内不重复。回答请用 observe 记录。"
    ),
    # --- why ---
    "The id of a memory, or a question.": "记忆的编号，或一个问题。",
    "A question to hold the memory against.": "用来检验这条记忆的问题。",
    "Why a memory is or is not an answer: every gate with its number, in order.": (
        "一条记忆为什么是或不是答案：依次列出每道关口及其数值。"
    ),
    "With an id alone, the life of the memory. It is counted nowhere and keeps nothing fresh.": (
        "只给编号时，显示这条记忆的来龙去脉。不计入任何统计，也不会让记忆更新鲜。"
    ),
    "Recall answers": "recall 的结果",
    "Gate": "关口",
    "Verdict": "结论",
    "Number": "数值",
    "Limit": "界限",
    "Adds": "得分贡献",
    "Details": "细节",
    "Stopped at {gate}.": "止于{gate}。",
    "Returned.": "已给出。",
    "May be searched for now.": "现在可以被检索。",
    "Told": "说过",
    "Occurrences": "次数",
    "Activation": "活跃度",
    "Brought up unasked": "会主动提起",
    "Next": "接下来",
    "Replaces": "取代了",
    "Replaced by": "被取代为",
    "Rests on": "依据",
    "Rejected": "被拒绝",
    "nothing is due, it stays": "没有到期事项，一直保留",
    "{status} on {when}": "{when} {status}",
    "no": "否",
    # gates
    "suppression": "安全抑制",
    "looking": "查看记忆",
    "status": "状态",
    "conditions": "条件",
    "channels": "检索通道",
    "cosine": "向量余弦",
    "relevance": "相关度",
    "recency": "新近度",
    "importance": "重要性",
    "source": "来源",
    "resemblance": "情境相似",
    "score": "得分",
    "point": "切题",
    "contradiction": "矛盾",
    "length": "长度",
    "disclosure": "旁人在场",
    "count": "条数",
    # verdicts
    "passed": "通过",
    "weighed": "计入得分",
    "stopped": "止步",
    "not_reached": "未到达",
    # channels and links
    "text": "字词",
    "attributes": "属性",
    "vectors": "含义",
    "last_time": "上次",
    "replaces": "取代",
    "replaced_by": "被取代为",
    # classes that fade
    "trip_state": "行程状态",
    "lasting": "持久",
    "dropped": "删除",
    # --- stats ---
    "Counts: importance, categories, merges, supersessions, fading, what was found and accepted.": (
        "统计：重要性、类别、合并、取代、遗忘、找到多少、接受多少。"
    ),
    "Memories": "记忆",
    "Categories": "类别",
    "Kinds": "种类",
    "Sources": "来源",
    "Statuses": "状态",
    "Fading": "遗忘方式",
    "Faded below 0.1": "活跃度低于 0.1",
    "Merges": "合并次数",
    "Supersessions": "取代次数",
    "Since the start": "启动以来",
    "recalls": "检索",
    "found": "找到",
    "nothing": "没找到",
    "suppressed": "被抑制",
    "accepted": "被接受",
    "rejected": "被拒绝",
    "corrected": "被更正",
    # --- statuses and levels of answers ---
    "ok": "有答案",
    "nothing_relevant": "没有相关的",
    "degraded": "降级的答案",
    "full": "完整",
    "structured": "仅字词与属性",
    "stateless": "无存储",
    # --- what was withheld ---
    "Withheld because": "未给出的原因",
    "and {count} more that are further off; --json tells all.": (
        "另有 {count} 条更不相关；--json 会列出全部。"
    ),
    "private, and others listen": "属于隐私，旁边有人",
    "not close enough": "不够相关",
    "another situation": "只适用于别的情况",
    "contradicts what counts more": "与更重要的记忆矛盾",
    "says the same once more": "与已给出的重复",
    "in passing or in anger": "一时的话或气话",
    "over the limit of this situation": "超出此情形的上限",
    "not current": "不再有效或未生效",
    "not found for this question": "这个问题没有找到它",
    # --- reasons ---
    "Less than 40 % of what was brought up and judged was accepted.": (
        "提到并得到评价的记忆中，被接受的不到 40%。"
    ),
    "cabin-memory why QUERY shows what is returned and why; docs/trouble.md names the remedies.": (
        "cabin-memory why QUERY 会显示给出了什么、为什么；解决办法见 docs/trouble.md。"
    ),
    "This person was asked a question on this trip already.": "这次行程已经问过此人一个问题。",
    "Ask again on the next trip; a trip ends when the ignition is switched off.": (
        "下次行程再问；熄火即为行程结束。"
    ),
    "Every question is answered or was asked within the last 30 days.": (
        "所有问题都已有答案，或 30 天内问过。"
    ),
    "Memories are not looked through in this drive state.": "此行车状态下不能查看记忆。",
    "This memory does not count as current any more, or not yet.": "这条记忆已不再有效，或尚未生效。",
    "Observe what holds now; a pending one is settled with cabin-memory answer.": (
        "请 observe 现在的情况；待确认的用 cabin-memory answer 决定。"
    ),
    "Neither meaning, words nor category brought this memory up for the question.": (
        "对这个问题，含义、字词和类别都没有找到这条记忆。"
    ),
    "Ask in words that are nearer to it; recall.candidates sets how many are looked at.": (
        "请用更接近的说法来问；设置 recall.candidates 决定每次查看多少条。"
    ),
}
