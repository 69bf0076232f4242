"""What a sentence is said in. Words first; what they leave open the model decides, where it is sure.

Only text is heard, no voice: annoyance that is in the voice alone stays neutral.
"""

import re
from collections.abc import Mapping

from cabin_memory.domain import lexicon_emotions as words
from cabin_memory.domain.lexicon import plain
from cabin_memory.domain.text import Emotion, likeliest

HEATED = frozenset({Emotion.ANGRY, Emotion.SARCASTIC})
"""A sentence said so is what happened, and no preference (DESIGN 6)."""

_SURE_POSTERIOR = 0.55
_SURE_OF_HEAT = 0.75
"""Calm refusals look like anger; from here on no preference was lost among sentences left out of the fit."""
_ANGRY = re.compile(words.ANGRY)
_ANNOYED = re.compile(words.ANNOYED)
_IMPATIENT = re.compile(words.IMPATIENT)
_SARCASTIC = re.compile(words.SARCASTIC)
_PRAISE = re.compile(words.PRAISE)
_MISHAP = re.compile(words.MISHAP)
_REST = (
    (Emotion.AFRAID, re.compile(words.AFRAID)),
    (Emotion.ANNOYED, re.compile(f"{words.ANNOYED}|{words.IMPATIENT}")),
    (Emotion.PLEASED, re.compile(words.PLEASED)),
    (Emotion.DOWN, re.compile(words.DOWN)),
)


def emotion(text: str, posterior: Mapping[Emotion, float] | None = None) -> Emotion:
    """`posterior` is the model's; None at level `structured`, where words decide alone."""
    said = plain(text).strip()
    if _SARCASTIC.search(said) or (_PRAISE.search(said) and _MISHAP.search(said)):
        return Emotion.SARCASTIC
    if 2 * len(_ANGRY.findall(said)) + len(_ANNOYED.findall(said)) >= 2:
        return Emotion.ANGRY
    named = next((feeling for feeling, pattern in _REST if pattern.search(said)), None)
    return named or _by_model(posterior or {}) or Emotion.NEUTRAL


def _by_model(posterior: Mapping[Emotion, float]) -> Emotion | None:
    found = likeliest(posterior, _SURE_POSTERIOR)
    return None if found in HEATED and posterior[found] < _SURE_OF_HEAT else found
