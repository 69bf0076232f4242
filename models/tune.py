"""Teach the encoder which memory a question is about, and write the adapters down.

    pip install torch                                   # 2 GB, on a developer's machine only
    python models/tune.py --authors a b d --test build/test.jsonl --into build/adapters.npz

Needs the built model's downloads. Training is seeded; another machine or number of threads gives other last
digits, so the adapters are committed and `build.py` only puts them into the graph.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import sentencepiece
import torch

from adapters import Adapter, write_adapters
from build import BUILT, DOWNLOADS, KEPT_PIECES, open_weights, read_sources
from cabin_memory.outbound.model_folder import MANIFEST, read_manifest
from kept_pieces import unpack
from tuning_examples import Batch, batches, read_nothing, read_riddles
from tuning_measures import Floats, measure, read_drivers
from tuning_network import Encoder
from tuning_objective import Objective

#: Longer texts are rare in what is said; cutting them here keeps a batch small.
LONGEST = 64
CLIP = 1.0
HARDEST = 3


class Tokens:
    """Text to ids, as the daemon does it."""

    def __init__(self) -> None:
        manifest = read_manifest(BUILT / MANIFEST)
        self._prefixes = {side.value: prefix for side, prefix in manifest.prefixes.items()}
        self._pieces = sentencepiece.SentencePieceProcessor(model_file=str(BUILT / manifest.tokenizer.name))

    def __call__(self, texts: Sequence[str], side: str) -> list[list[int]]:
        prefix = self._prefixes[side]
        return [
            [
                self._pieces.bos_id(),
                *self._pieces.encode(prefix + text.strip())[: LONGEST - 2],
                self._pieces.eos_id(),
            ]
            for text in texts
        ]


def loss_of(batch: Batch, encoder: Encoder, objective: Objective, tokens: Tokens) -> torch.Tensor:
    riddles = batch.riddles
    memories = [r.memory for r in riddles] + [d for r in riddles for d in r.decoys[:HARDEST]]
    topics = [r.category for r in riddles] + [r.category for r in riddles for _ in r.decoys[:HARDEST]]
    whose = [*range(len(riddles)), *(i for i, r in enumerate(riddles) for _ in r.decoys[:HARDEST])]
    silent = [r.unanswered for r in riddles if r.unanswered] + list(batch.nothing)
    questions = encoder(tokens([r.question for r in riddles] + silent, "query"))
    own = torch.arange(len(riddles))
    # What another person said of the same category may answer as well; nobody judged.
    same = torch.tensor([[t == r.category for t in topics] for r in riddles])
    mine = torch.tensor([[w == i for w in whose] for i in range(len(riddles))])
    loss: torch.Tensor = objective(
        questions[: len(riddles)],
        encoder(tokens(memories, "passage")),
        own,
        ~same | mine,
        questions[len(riddles) :],
    )
    return loss


def embedder(encoder: Encoder, tokens: Tokens):  # type: ignore[no-untyped-def]
    def embed(texts: Sequence[str], side: str) -> Floats:
        encoder.eval()
        rows = []
        with torch.inference_mode():
            for at in range(0, len(texts), 64):
                rows.append(encoder(tokens(texts[at : at + 64], side)).numpy())
        encoder.train()
        return np.concatenate(rows)

    return embed


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the encoder's adapters.")
    parser.add_argument("--authors", nargs="+", required=True)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("--into", type=Path)
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--size", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--bar", type=float, default=0.3)
    parser.add_argument("--drop", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--share", type=float, default=1.0, help="of the riddles, for a learning curve")
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    chance = random.Random(chosen.seed)
    sources = read_sources()
    encoder = Encoder(
        open_weights(sources, DOWNLOADS), unpack(KEPT_PIECES.read_bytes()), chosen.rank, chosen.drop
    )
    tokens, objective = Tokens(), Objective(chosen.bar)
    riddles = read_riddles(chosen.authors, chosen.pairs) if chosen.pairs else read_riddles(chosen.authors)
    riddles = chance.sample(riddles, int(len(riddles) * chosen.share))
    nothing = read_nothing()
    report(encoder, tokens, chosen.test, "before")
    learned = [p for p in encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(
        [
            {"params": learned, "weight_decay": 0.01},
            {"params": objective.parameters(), "lr": 1e-2, "weight_decay": 0.0},
        ],
        lr=chosen.rate,
    )
    steps = sum(1 for _ in batches(riddles, nothing, chosen.size, random.Random(0))) * chosen.epochs
    warm = max(1, steps // 10)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min((step + 1) / warm, max(0.0, (steps - step) / (steps - warm))),
    )
    began, done = time.monotonic(), 0
    for epoch in range(chosen.epochs):
        total = []
        for batch in batches(riddles, nothing, chosen.size, chance):
            loss = loss_of(batch, encoder, objective, tokens)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(learned, CLIP)
            optimiser.step()
            schedule.step()
            total.append(loss.item())
            done += 1
        print(
            f"epoch {epoch + 1}: loss {math.fsum(total) / len(total):.3f}, bar {objective.bar.item():.3f}, "
            f"scale {objective.scale.item():.1f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        report(encoder, tokens, chosen.test, f"epoch {epoch + 1}")
        if chosen.into:
            write_adapters(chosen.into, learned_by(encoder))


def report(encoder: Encoder, tokens: Tokens, tests: Sequence[Path], when: str) -> None:
    embed = embedder(encoder, tokens)
    for path in tests:
        for noisy in (False, True):
            drivers = read_drivers(path, noisy=noisy)
            for lang in ("zh", "en"):
                figures = measure(drivers, embed, lang)
                print(
                    when,
                    path.stem,
                    lang,
                    "noisy" if noisy else "clean",
                    json.dumps({k: round(v, 3) for k, v in figures.items()}),
                    flush=True,
                )


def learned_by(encoder: Encoder) -> dict[str, Adapter]:
    return {
        name: Adapter(down=adapter.down.detach().numpy(), up=adapter.up.detach().numpy())
        for name, adapter in encoder.adapters()
    }


if __name__ == "__main__":
    main()
