"""What a sentence does, whose it is and what it is said in, by words and beside a posterior."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cabin_memory.domain import lexicon_lasting as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Act, Emotion, Strength, Subject, likeliest
from cabin_memory.domain.vocabulary import Category, Kind, Outcome, Polarity
from cabin_memory.rules.attributes import wanted
from cabin_memory.rules.emotions import emotion
from cabin_memory.rules.importance import importance, kind_of
from cabin_memory.rules.speech_acts import act
from cabin_memory.rules.subjects import subject
from rules.texts import sentences

EVEN = dict.fromkeys(Act, 1 / len(Act))
SHARES = st.floats(0, 1)


def posteriors(classes: type[Act] | type[Subject] | type[Emotion] | type[Polarity]) -> st.SearchStrategy:
    """Distributions over an enum."""
    weights = st.lists(st.floats(0.001, 1), min_size=len(classes), max_size=len(classes))
    return weights.map(lambda w: {one: share / sum(w) for one, share in zip(classes, w, strict=True)})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你记错了，我没说过要开窗", Act.COMPLAINT),
        ("You remember that wrong, I like it warm", Act.COMPLAINT),
        ("我从来没跟你说过我爱喝茶", Act.COMPLAINT),
        ("I never told you that I like tea", Act.COMPLAINT),
        ("不是，我说的是副驾的窗户", Act.CORRECTION),
        ("No, I meant the passenger window", Act.CORRECTION),
        ("更正一下，是十九度", Act.CORRECTION),
        ("Scratch that, nineteen degrees", Act.CORRECTION),
        ("就今天走一次隧道", Act.EXCEPTION),
        ("Take the tunnel, just this once", Act.EXCEPTION),
        ("平时不喝咖啡，今天来一杯", Act.EXCEPTION),
        ("I normally don't drink coffee but today I'll have one", Act.EXCEPTION),
        ("从现在起导航都走隧道", Act.PREFERENCE),
        ("今天下雨吗", Act.QUESTION),
    ],
)
def test_words_that_say_it_plainly_are_enough(text: str, expected: Act) -> None:
    assert act(text, Strength.MOMENT) is expected
    assert act(text, Strength.MOMENT, EVEN) is expected or expected in (Act.PREFERENCE, Act.QUESTION)


@pytest.mark.parametrize(
    "text", ["The shop is wrong for me", "别忘了带伞", "I forgot my umbrella", "不要太热"]
)
def test_words_alone_make_no_complaint_of_something_else(text: str) -> None:
    assert act(text, Strength.LASTING) not in (Act.COMPLAINT, Act.CORRECTION, Act.EXCEPTION)


@given(sentences, st.sampled_from(list(Strength)))
def test_what_the_model_does_not_know_is_no_preference(text: str, strength: Strength) -> None:
    said = plain(text)
    assume(not any(re.search(p, said) for p in (words.FROM_NOW_ON, words.ALWAYS, words.LASTING)))
    assert act(text, strength, EVEN) is not Act.PREFERENCE


@pytest.mark.parametrize("text", ["从今天起空调开到二十五度", "From now on only jazz", "以后别走高速了"])
def test_from_today_on_is_for_good_whatever_the_model_thinks(text: str) -> None:
    """It names today, so the model takes it for an exception."""
    shares = dict.fromkeys(Act, 0.05) | {Act.EXCEPTION: 0.65}
    assert act(text, Strength.LASTING, shares) is Act.PREFERENCE


@given(sentences, st.sampled_from(list(Strength)), posteriors(Act))
def test_every_sentence_has_an_act(text: str, strength: Strength, shares: dict[Act, float]) -> None:
    assert act(text, strength, shares) in Act
    assert act(text, strength) in Act


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我老婆喜欢靠窗", Subject.PARTNER),
        ("My husband hates the fan", Subject.PARTNER),
        ("闺女怕热", Subject.CHILD),
        ("The kids like it warm", Subject.CHILD),
        ("我妈坐车要靠枕", Subject.PARENT),
        ("Grandma can't stand the radio", Subject.PARENT),
        ("同事不吃辣", Subject.PASSENGER),
        ("My friend in the back is cold", Subject.PASSENGER),
        ("全家都爱吃面", Subject.EVERYONE),
        ("Whoever drives, keep it under seventy", Subject.EVERYONE),
        ("空调二十度", Subject.SELF),
        ("打电话给我老婆", Subject.SELF),
        ("Call my wife", Subject.SELF),
        ("接孩子", Subject.SELF),
        ("Pick up my daughter", Subject.SELF),
        ("副驾座椅加热打开", Subject.SELF),
    ],
)
def test_subject(text: str, expected: Subject) -> None:
    assert subject(text) is expected


def test_the_model_decides_only_on_who_is_an_object() -> None:
    hers = {Subject.PARENT: 0.9, Subject.SELF: 0.1}
    assert subject("play some opera for my mum", hers) is Subject.PARENT
    assert subject("play some opera for my mum") is Subject.SELF
    assert subject("play some opera", hers) is Subject.SELF


@given(st.sampled_from(["空调二十度", "Turn it up", "我爱吃面", "I like jazz"]), posteriors(Subject))
def test_nobody_is_the_subject_who_is_not_spoken_of(text: str, shares: dict[Subject, float]) -> None:
    assert subject(text, shares) is Subject.SELF


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("哈哈太好了", Emotion.PLEASED),
        ("I love this, amazing", Emotion.PLEASED),
        ("啧，又是红灯", Emotion.ANNOYED),
        ("Come on, that gets on my nerves", Emotion.ANNOYED),
        ("气死我了", Emotion.ANGRY),
        ("This damn traffic", Emotion.ANGRY),
        ("真棒，又堵了", Emotion.SARCASTIC),
        ("Wonderful, stuck again", Emotion.SARCASTIC),
        ("我好累", Emotion.DOWN),
        ("I'm exhausted", Emotion.DOWN),
        ("这里好黑我害怕", Emotion.AFRAID),
        ("That bridge scares me", Emotion.AFRAID),
        ("空调二十度", Emotion.NEUTRAL),
        ("我怕冷", Emotion.NEUTRAL),
        ("Heat the seat", Emotion.NEUTRAL),
    ],
)
def test_emotion(text: str, expected: Emotion) -> None:
    assert emotion(text) is expected


def test_an_unsure_model_leaves_a_sentence_neutral() -> None:
    assert emotion("空调二十度", {Emotion.ANGRY: 0.5, Emotion.NEUTRAL: 0.5}) is Emotion.NEUTRAL
    assert emotion("空调二十度", {Emotion.ANGRY: 0.9, Emotion.NEUTRAL: 0.1}) is Emotion.ANGRY


@given(sentences, posteriors(Emotion))
def test_words_of_feeling_come_before_the_model(text: str, shares: dict[Emotion, float]) -> None:
    if (said := emotion(text)) is not Emotion.NEUTRAL:
        assert emotion(text, shares) is said


@given(sentences, st.sampled_from(list(Polarity)), posteriors(Polarity))
def test_what_asks_for_nothing_wants_nothing(
    text: str, stated: Polarity, shares: dict[Polarity, float]
) -> None:
    for one in (Act.QUESTION, Act.STATEMENT, Act.COMPLAINT, Act.SMALLTALK):
        assert wanted(text, one, stated, shares) is Polarity.NEUTRAL
    assert wanted(text, Act.WISH, stated, shares) is not Polarity.NEUTRAL


@pytest.mark.parametrize(
    ("text", "expected"),
    [("我不吃香菜", Polarity.AVOIDS), ("我爱吃面", Polarity.WANTS), ("No fragrance", Polarity.AVOIDS)],
)
def test_polarity_by_words(text: str, expected: Polarity) -> None:
    assert wanted(text, Act.PREFERENCE, Polarity.NEUTRAL) is expected


def test_a_likelier_refusal_never_becomes_a_wish() -> None:
    found = [
        wanted("the blue one", Act.WISH, Polarity.NEUTRAL, {Polarity.AVOIDS: a, Polarity.WANTS: 1 - a})
        for a in (0.1, 0.4, 0.6, 0.9)
    ]
    assert found == [Polarity.WANTS, Polarity.WANTS, Polarity.AVOIDS, Polarity.AVOIDS]


PASSING = [Act.EXCEPTION, Act.COMPLAINT, Act.QUESTION]


@given(sentences, st.sampled_from(list(Category)), st.sampled_from(list(Strength)))
def test_what_passes_or_is_said_in_anger_is_an_episode(
    text: str, category: Category, strength: Strength
) -> None:
    for one in PASSING:
        assert kind_of(text, category, strength, act=one, emotion=Emotion.NEUTRAL) is Kind.EPISODE
    for mood in (Emotion.ANGRY, Emotion.SARCASTIC):
        assert kind_of(text, category, strength, act=Act.PREFERENCE, emotion=mood) is Kind.EPISODE
        heated = importance(
            category, strength, Polarity.WANTS, Outcome.NONE, text, act=Act.PREFERENCE, emotion=mood
        )
        assert heated <= 7


@given(sentences, st.sampled_from([Category.MEDIA, Category.ROUTE, Category.FOOD]))
def test_a_statement_about_a_thing_is_no_preference(text: str, category: Category) -> None:
    kind = kind_of(text, category, Strength.LASTING, act=Act.STATEMENT, emotion=Emotion.NEUTRAL)
    assert kind is not Kind.PREFERENCE


def test_a_preference_lasts_whatever_its_words() -> None:
    kind = kind_of(
        "jazz for me", Category.MEDIA, Strength.MOMENT, act=Act.PREFERENCE, emotion=Emotion.NEUTRAL
    )
    value = importance(
        Category.MEDIA,
        Strength.MOMENT,
        Polarity.WANTS,
        Outcome.NONE,
        "jazz for me",
        act=Act.PREFERENCE,
        emotion=Emotion.NEUTRAL,
    )
    assert kind is Kind.PREFERENCE
    assert value >= 7


@given(SHARES, SHARES)
def test_likeliest_needs_enough(share: float, least: float) -> None:
    assert (likeliest({"a": share}, least) == "a") is (share >= least)


def test_likeliest_of_nothing_is_nothing() -> None:
    assert likeliest({}, 0.0) is None
