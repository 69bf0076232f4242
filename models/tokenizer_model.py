"""Write a sentencepiece model: pieces, scores and the original character map."""

from collections.abc import Iterable, Sequence

from protobuf import message

#: Ids of XLM-R's special pieces, which come first.
BOS, PAD, EOS, UNK = range(4)
_NORMAL, _UNKNOWN, _CONTROL, _UNIGRAM = 1, 2, 3, 1


def tokenizer_model(pieces: Sequence[str], scores: Iterable[float], character_map: bytes) -> bytes:
    """A unigram `ModelProto` whose ids are the pieces' places.

    sentencepiece scores an unknown character ten below the lowest score present, so keep a piece that has it.
    """
    trainer = message((3, _UNIGRAM), (4, len(pieces)), (40, UNK), (41, BOS), (42, EOS), (43, PAD))
    # character map, then: dummy prefix, no doubled or trailing blanks, blanks as U+2581
    normaliser = message((1, "nmt_nfkc"), (2, character_map), (3, 1), (4, 1), (5, 1))
    entries = (
        (1, message((1, piece), (2, float(score)), (3, _kind(number))))
        for number, (piece, score) in enumerate(zip(pieces, scores, strict=True))
    )
    return message(*entries, (2, trainer), (3, normaliser))


def _kind(number: int) -> int:
    if number == UNK:
        return _UNKNOWN
    return _CONTROL if number < UNK else _NORMAL
