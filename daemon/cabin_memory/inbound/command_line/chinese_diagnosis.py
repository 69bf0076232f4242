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
    "Memories cannot be looked through in this drive state.": "此行车状态下不能查看记忆。",
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
