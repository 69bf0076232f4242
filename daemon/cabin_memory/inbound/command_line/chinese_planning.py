"""Chinese for what `plan` says."""

PLANNING = {
    "What was asked for now; left out, the car would speak up by itself.": (
        "现在提出的要求；不写则表示车想主动开口。"
    ),
    "A proposal for now, made of what is remembered, with its reasons.": (
        "根据记忆给出当下的建议，并说明理由。"
    ),
    "It is a memory itself: tell by feedback what became of it. What was rejected is not proposed again.": (
        "建议本身也会被记住：用 feedback 说明结果；被拒绝的不再提出。"
    ),
    "Nothing is proposed now.": "现在没有建议。",
    "The car concluded this by itself; in this phase of the rollout it only helps to rank.": (
        "这是车自己得出的结论；在当前推广阶段只用于排序。"
    ),
    "Set rollout.phase to 3 where plans and answers may say it.": (
        "若允许在建议和回答中说出来，请把设置 rollout.phase 设为 3。"
    ),
    "All that could be proposed was turned down in such circumstances before.": (
        "可以建议的内容以前在同样情况下都被拒绝过。"
    ),
    "Say what is wished now; --explain names what was turned down, feedback ID accepted allows it again.": (
        "请说明现在想要什么；--explain 会列出被拒绝过的，feedback ID accepted 可重新允许。"
    ),
    "What could be said unasked was brought up on this trip already.": (
        "可以主动提起的内容，这次行程已经提过了。"
    ),
    "Ask for it, or wait for the next trip; a trip ends when the ignition is switched off.": (
        "请直接提出，或等下次行程；熄火即为行程结束。"
    ),
    "a conclusion, only ranks": "自行得出的结论，只用于排序",
    "turned down before": "以前被拒绝过",
}
