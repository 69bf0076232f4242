"""Texts for property tests: words of the trade in any order, placeholders, and any characters at all."""

from hypothesis import strategies as st

_WORDS = [
    *["我", "老婆", "孩子", "坐副驾", "的时候", "下雨天", "晚上", "周末", "周一到周五", "每周三", "冬天"],
    *["赶时间", "不着急", "空调", "二十四度", "别", "走高速", "喜欢", "不吃", "辣", "一点", "密码是", "6222"],
    *["叫我", "，", "。", "！", "今天", "以后", "⟦person:1⟧", "⟦place:12⟧", "’", "é", "İ", "ß", "Ａ１", "🚗"],
    *["when", "if", "my wife", "in the back", "it rains", "at night", "on weekdays", "in a hurry", "never"],
    *["like", "seat heating", "level two", "eighty percent", "24 degrees", "call me", "password is", "4711"],
    *["don't", "toll road", ",", ".", "?", "morning show", "saturday", "first thing"],
]

sentences = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=14).map("".join),
    st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join),
    st.text(max_size=60),
)
