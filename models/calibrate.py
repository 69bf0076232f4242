"""Fit what turns vectors into understanding and relevance, and write it down.

    python models/calibrate.py                  # fit, write calibration.npz and fitted_relevance.py
    python models/calibrate.py --hold-out c     # report on a third that nothing was fitted on; write nothing
    python models/calibrate.py --speech         # fit only how sentences are meant; everything else stays

Needs the built model. Sentences are embedded once, into `build/embeddings-*.npz`. Means, matrix and heads are
fitted on all examples; the coefficients of relevance on out-of-fold features: for each third of the examples
(one author of pairs each), with a calibration fitted on the other two.
"""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from cabin_memory.codecs import full_text
from cabin_memory.domain import fitted_relevance
from cabin_memory.domain.settings import RecallSettings
from cabin_memory.domain.text import Language, RelevanceModel, Side, Strength, Understood, language_of
from cabin_memory.domain.vocabulary import Category
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest, verify
from cabin_memory.outbound.text_embedding import OnnxModel, OnnxTextEncoder
from cabin_memory.outbound.text_understanding import DIMENSION, FILE, HEADS, Calibration, Floats
from cabin_memory.rules import categories, relevance
from calibration_examples import FOLDS, Asked, Corpus, Memory, Trial, Trials, read_corpus
from calibration_fit import Ints, Turning, logistic_regression, softmax_regression
from calibration_speech import FITTED_ON, SpeechFit, read_said, roughly

HERE = Path(__file__).resolve().parent
BUILT = HERE / "built"
CACHE = HERE.parent / "build"
FITTED = HERE.parent / "daemon" / "cabin_memory" / "domain" / "fitted_relevance.py"
_CATEGORIES = list(Category)
_STRENGTHS = list(Strength)
OUT_OF_DOMAIN = len(_CATEGORIES)
PENALTY = 1e-4
#: Pairs are riddles: their questions say little of how people usually ask for a category …
PAIR_QUESTION = 0.5
#: … and finding their memory or not says little of usual questions.
TRIAL_WEIGHTS = {"pair": 0.1, "graded": 2.0, "unspoken": 0.5, "nothing": 0.5}
#: Relevance is fitted on what is shown: the first of a search, and less on the second. Without vectors the
#: order says little, and a second candidate is as good as any.
SHOWN = (1.0, 0.5)
SHOWN_STRUCTURED = (1.0,)
REPEATS = 3
THRESHOLD = RecallSettings().threshold


class Embedder:
    """Sentence to raw vector, remembered in a file."""

    def __init__(self, folder: Path, cache: Path) -> None:
        manifest = read_manifest(folder / MANIFEST)
        verify(folder, manifest)
        self._model = OnnxModel.load(folder, manifest)
        self.model_id = OnnxTextEncoder(self._model, f"{manifest.name}-{manifest.data.sha256[:12]}").model_id
        self._file = cache / f"embeddings-{manifest.data.sha256[:12]}.npz"
        self._known: dict[str, Floats] = {}
        if self._file.is_file():
            with np.load(self._file) as saved:
                self._known = dict(zip(saved["texts"].tolist(), saved["vectors"], strict=True))

    def __call__(self, texts: Sequence[str], side: Side) -> Floats:
        keys = [f"{side.value}|{text}" for text in texts]
        for key, text in zip(keys, texts, strict=True):
            if key not in self._known:
                self._known[key] = np.frombuffer(self._model.vector(text, side), "<f4")
        return np.array([self._known[key] for key in keys], np.float32).reshape(len(keys), DIMENSION)

    def save(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        np.savez(self._file, texts=np.array(list(self._known)), vectors=np.array(list(self._known.values())))


def fit_calibration(corpus: Corpus, embed: Embedder) -> Calibration:
    """Means, turning matrix and heads from one corpus."""
    pairs = corpus.all_pairs
    decoys = [pair.decoys[0] for pair in pairs]
    memories = [*corpus.memories, *(Memory(text=p.memory, category=p.category) for p in pairs)]
    memories += [Memory(text=d, category=p.category) for d, p in zip(decoys, pairs, strict=True)]
    asked = [*corpus.questions, *(Asked(text=p.question, category=p.category) for p in pairs)]
    in_domain = [q.text for q in asked if q.category is not None]
    means = np.stack(
        [
            np.stack([_mean(texts, side, language, embed) for language in Language])
            for side, texts in ((Side.QUERY, in_domain), (Side.PASSAGE, [m.text for m in memories]))
        ]
    )
    empty = {name: np.zeros((DIMENSION + 1, width), np.float32) for name, width in HEADS.items()}
    plain = Calibration(means=means, turn=np.eye(DIMENSION, dtype=np.float32), heads=empty)
    calibration = Calibration(means=means, turn=_turn(corpus, plain, embed), heads=empty)
    told = searched(calibration, [m.text for m in memories], Side.PASSAGE, embed)
    heads = {
        **empty,
        "memory": _head(told, [_CATEGORIES.index(m.category) for m in memories], "memory"),
        "strength": _strength_head(told, memories),
        "question": _question_head(calibration, asked, len(pairs), embed),
    }
    return Calibration(means=means, turn=calibration.turn, heads=heads)


def searched(calibration: Calibration, texts: Sequence[str], side: Side, embed: Embedder) -> Floats:
    return calibration.search(embed(texts, side), [language_of(text) for text in texts], side)


def _mean(texts: Sequence[str], side: Side, language: Language, embed: Embedder) -> Floats:
    mean: Floats = embed([t for t in texts if language_of(t) is language], side).mean(axis=0)
    return mean


def _turn(corpus: Corpus, plain: Calibration, embed: Embedder) -> Floats:
    def centred(texts: Sequence[str], side: Side) -> Floats:
        return plain.centred(embed(texts, side), [language_of(text) for text in texts], side)

    pairs = corpus.all_pairs
    asked = [q for q in corpus.questions if q.category is not None]
    decoys = np.stack([centred([p.decoys[i] for p in pairs], Side.PASSAGE) for i in (0, 1)], axis=1)
    return Turning().fit(
        (
            centred([p.question for p in pairs], Side.QUERY),
            centred([p.memory for p in pairs], Side.PASSAGE),
            decoys,
            _numbers([p.category for p in pairs]),
        ),
        (centred([q.text for q in asked], Side.QUERY), _numbers([q.category for q in asked])),
        (
            centred([m.text for m in corpus.memories], Side.PASSAGE),
            _numbers([m.category for m in corpus.memories]),
        ),
    )


def _numbers(labels: Sequence[Category | None]) -> Ints:
    return np.array([OUT_OF_DOMAIN if label is None else _CATEGORIES.index(label) for label in labels])


def _head(inputs: Floats, labels: Sequence[int], name: str, weights: Floats | None = None) -> Floats:
    even = np.ones(len(inputs), np.float32) if weights is None else weights
    return softmax_regression(inputs, np.array(labels), HEADS[name], even, PENALTY)


def _strength_head(told: Floats, memories: Sequence[Memory]) -> Floats:
    """Lasting sentences are many here and not on the road: each class weighs as the root of its share."""
    labels = np.array([_STRENGTHS.index(m.strength) for m in memories])
    counts = np.bincount(labels, minlength=len(_STRENGTHS))
    return _head(told, labels.tolist(), "strength", (1 / np.sqrt(counts))[labels].astype(np.float32))


def _question_head(calibration: Calibration, asked: Sequence[Asked], riddles: int, embed: Embedder) -> Floats:
    weights = np.ones(len(asked), np.float32)
    weights[len(asked) - riddles :] = PAIR_QUESTION
    inputs = searched(calibration, [q.text for q in asked], Side.QUERY, embed)
    return _head(inputs, _numbers([q.category for q in asked]).tolist(), "question", weights)


# --- relevance -------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Reader:
    """Reads texts as the daemon does, with one calibration; remembers what it has read."""

    calibration: Calibration
    embed: Embedder
    _read: dict[tuple[Side, str], tuple[Floats, Understood, Category]] = field(default_factory=dict)
    _ruled: dict[str, Category] = field(default_factory=dict)

    def read(self, text: str, side: Side) -> tuple[Floats, Understood, Category]:
        """Search vector, posterior and category."""
        if (side, text) not in self._read:
            vector = searched(self.calibration, [text], side, self.embed)
            head = "memory" if side is Side.PASSAGE else "question"
            shares = self.calibration.posterior(head, vector)[0].tolist()
            posterior = dict(zip(_CATEGORIES, shares, strict=False))
            understood = Understood(
                language=language_of(text), vector=b"", search_vector=b"", categories=posterior
            )
            category = categories.categorise(text, posterior=posterior)
            self._read[side, text] = vector[0], understood, category
        return self._read[side, text]

    def ruled(self, text: str) -> Category:
        """The category without a model."""
        if text not in self._ruled:
            self._ruled[text] = categories.categorise(text)
        return self._ruled[text]

    def features(self, question: str, memories: Sequence[str]) -> list[dict[str, float]]:
        """The features of FULL for each memory."""
        vector, understood, category = self.read(question, Side.QUERY)
        found = []
        for text in memories:
            of_memory, about, memory_category = self.read(text, Side.PASSAGE)
            same_language = about.language is understood.language
            shared = relevance.overlap(full_text.query_terms(question), full_text.terms(text))
            found.append(
                relevance.full_features(
                    understood, float(vector @ of_memory), category, memory_category, same_language, shared
                )
            )
        return found

    def structured_features(self, question: str, memories: Sequence[str]) -> list[dict[str, float]]:
        """The features of STRUCTURED; memories were categorised while the model worked."""
        return [
            relevance.structured_features(
                question,
                self.ruled(question),
                self.read(text, Side.PASSAGE)[2],
                relevance.overlap(full_text.query_terms(question), full_text.terms(text)),
            )
            for text in memories
        ]


@dataclass(slots=True)
class Rows:
    """Candidates as shown: features, whether relevant, weight."""

    shown: Sequence[float]
    """Weight of the first candidate, the second …; relevant ones further down weigh as the last."""
    features: list[dict[str, float]] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def take(self, trial: Trial, found: Sequence[dict[str, float]], order: Sequence[int]) -> None:
        """The first candidates that somebody judged, and every relevant one that was proposed."""
        for rank, row in enumerate(order):
            relevant = trial.relevant[row]
            if relevant is None or (rank >= len(self.shown) and not relevant):
                continue
            self.features.append(found[row])
            self.labels.append(float(relevant))
            self.weights.append(TRIAL_WEIGHTS[trial.kind] * self.shown[min(rank, len(self.shown) - 1)])

    def fit(self, names: Sequence[str]) -> RelevanceModel:
        """A feature whose coefficient would have the wrong sign is left out."""
        inputs = np.array([[features[name] for name in names] for features in self.features])
        fitted = logistic_regression(inputs, np.array(self.labels), np.array(self.weights))
        values = dict(zip(names, fitted.tolist(), strict=False))
        wrong = [name for name, value in values.items() if name in _SIGNS and value * _SIGNS[name] < 0]
        if wrong:
            return self.fit([name for name in names if name not in wrong])
        return RelevanceModel(bias=round(float(fitted[-1]), 4), **{n: round(v, 4) for n, v in values.items()})


_SIGNS = {
    "cosine": 1,
    "posterior": 1,
    "same_category": 1,
    "personal": 1,
    "overlap": 1,
    "out_of_domain": -1,
    "unplaced": -1,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedRelevance:
    full: RelevanceModel
    structured: RelevanceModel


def fit_relevance(corpus: Corpus, embed: Embedder) -> FittedRelevance:
    full, structured = Rows(SHOWN), Rows(SHOWN_STRUCTURED)
    for reader, trial in out_of_fold(corpus, embed):
        found = reader.features(trial.question, trial.memories)
        full.take(trial, found, np.argsort([-features["cosine"] for features in found]).tolist())
        plain = reader.structured_features(trial.question, trial.memories)
        structured.take(trial, plain, _by_structure(plain))
    return FittedRelevance(
        full=full.fit(relevance.FULL_FEATURES), structured=structured.fit(relevance.STRUCTURED_FEATURES)
    )


def _by_structure(found: Sequence[dict[str, float]]) -> list[int]:
    """What the full-text and attribute channels propose, best first; nothing else is a candidate."""
    strength = [features["overlap"] + features["same_category"] for features in found]
    return sorted((i for i, s in enumerate(strength) if s > 0), key=lambda i: -strength[i])


def out_of_fold(corpus: Corpus, embed: Embedder) -> Iterator[tuple[Reader, Trial]]:
    """Each trial with a reader whose calibration never saw its question."""
    trials = Trials(corpus, seed=1)
    for number in range(FOLDS):
        reader = Reader(fit_calibration(corpus.fold(number, inside=False), embed), embed)
        for trial in trials.of(corpus.fold(number, inside=True), REPEATS):
            yield reader, trial


# --- report ------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Score:
    """What one kind of trial came to, at the threshold."""

    asked: int = 0
    fired: int = 0
    top_right: int = 0
    found: int = 0
    wanted: int = 0
    shown: int = 0
    shown_right: int = 0

    def add(self, trial: Trial, relevances: Sequence[float]) -> None:
        """Memories that nobody judged are left out."""
        judged = [(p, r) for p, r in zip(relevances, trial.relevant, strict=True) if r is not None]
        shown = [(p, r) for p, r in judged if p >= THRESHOLD]
        self.asked += 1
        self.fired += bool(shown)
        self.top_right += bool(shown and max(shown)[1])
        self.wanted += sum(r for _, r in judged)
        self.found += sum(r for _, r in shown)
        self.shown += len(shown)
        self.shown_right += sum(r for _, r in shown)

    def __str__(self) -> str:
        if not self.wanted:
            return f"fires {self.fired / max(1, self.asked):6.1%} of {self.asked}"
        return (
            f"fires {self.fired / self.asked:4.0%} of {self.asked}, "
            f"top hit right {self.top_right / max(1, self.fired):4.0%}, "
            f"recall {self.found / self.wanted:4.0%}, precision {self.shown_right / max(1, self.shown):4.0%}"
        )


def report(reader: Reader, fitted: FittedRelevance, trials: Sequence[Trial]) -> None:
    for level, model in (("full", fitted.full), ("structured", fitted.structured)):
        scores: dict[tuple[str, str], Score] = {}
        for trial in trials:
            features = (
                reader.features(trial.question, trial.memories)
                if level == "full"
                else reader.structured_features(trial.question, trial.memories)
            )
            relevances = [relevance.probability(model, f) for f in features]
            key = trial.kind, language_of(trial.question).value
            scores.setdefault(key, Score()).add(trial, relevances)
        for (kind, language), score in sorted(scores.items()):
            print(f"{level:10} {kind:8} {language}  {score}")


def hold_out(corpus: Corpus, author: str, embed: Embedder) -> None:
    """Fit on the other authors and on two thirds of the other sentences; report on what was left out."""
    number = sorted(corpus.pairs).index(author)
    rest, unseen = corpus.fold(number, inside=False), corpus.fold(number, inside=True)
    reader = Reader(fit_calibration(rest, embed), embed)
    report(reader, fit_relevance(rest, embed), list(Trials(corpus, seed=2).of(unseen, REPEATS)))


def ship(corpus: Corpus, embed: Embedder) -> None:
    write(fit_calibration(corpus, embed), fit_relevance(corpus, embed), corpus, embed)


def ship_speech(corpus: Corpus, embed: Embedder) -> None:
    """Vectors, categories and relevance stay as they are."""
    full, structured = fitted_relevance.FULL, fitted_relevance.STRUCTURED
    calibration = Calibration.unpacked((HERE / FILE).read_bytes())
    write(calibration, FittedRelevance(full=full, structured=structured), corpus, embed)


def write(calibration: Calibration, fitted: FittedRelevance, corpus: Corpus, embed: Embedder) -> None:
    """With the heads of speech fitted to it, as the daemon will read it: rounded."""
    calibration = Calibration.unpacked(calibration.packed())
    fit = SpeechFit(calibration=calibration, embed=embed, penalty=PENALTY)
    heads = {**calibration.heads, **fit.heads(read_said(FITTED_ON), roughly(corpus))}
    packed = replace(calibration, heads=heads).packed()
    (HERE / FILE).write_bytes(packed)
    FITTED.write_text(_module(embed.model_id, hashlib.sha256(packed).hexdigest(), fitted), "utf-8")
    print(f"{FILE}: {len(packed) / 1000:.0f} kB. {fitted.full}. {fitted.structured}.")


def _module(model_id: str, sha256: str, fitted: FittedRelevance) -> str:
    def written(model: RelevanceModel) -> str:
        names = ("bias", *dict.fromkeys(relevance.FULL_FEATURES + relevance.STRUCTURED_FEATURES))
        lines = [f"    {name}={value},\n" for name in names if (value := getattr(model, name))]
        return "RelevanceModel(\n" + "".join(lines) + ")\n"

    return (
        '"""What `models/calibrate.py` fitted, and to which files. Written by it, not by hand."""\n\n'
        "from cabin_memory.domain.text import RelevanceModel\n\n"
        f'MODEL_ID = "{model_id}"\n'
        f'CALIBRATION_SHA256 = "{sha256}"\n\n'
        f"FULL = {written(fitted.full)}\nSTRUCTURED = {written(fitted.structured)}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fit the calibration.")
    parser.add_argument("--hold-out", choices=("a", "b", "c"), help="only report on this author of pairs")
    parser.add_argument("--speech", action="store_true", help="fit only how sentences are meant")
    chosen = parser.parse_args(arguments)
    corpus, embed = read_corpus(), Embedder(BUILT, CACHE)
    if chosen.hold_out:
        hold_out(corpus, chosen.hold_out, embed)
    elif chosen.speech:
        ship_speech(corpus, embed)
    else:
        ship(corpus, embed)
    embed.save()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
