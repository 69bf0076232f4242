"""The encoder with the real model, and its queue with a model that can be held up and can fail."""

import asyncio
import base64
import json
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import numpy as np
import pytest

from cabin_memory.domain.errors import InvalidArgument, ModelUnavailable
from cabin_memory.domain.ports import TextEncoder
from cabin_memory.domain.text import Side
from cabin_memory.outbound.model_folder import read_manifest
from cabin_memory.outbound.text_embedding import OnnxModel, OnnxTextEncoder

REFERENCE = json.loads((Path(__file__).parent / "reference_vectors.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def model(built: Path) -> OnnxModel:
    return OnnxModel.load(built, read_manifest(built / "manifest.toml"))


@pytest.fixture(scope="module")
def encoder(built: Path) -> Iterator[OnnxTextEncoder]:
    opened = OnnxTextEncoder.open(built)
    yield opened
    opened.close()


def array(vector: bytes) -> np.ndarray:
    return np.frombuffer(vector, "<f4")


# --- the real model --------------------------------------------------------------------------------
@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: f"{row['side']} {row['text'][:12]}")
async def test_vector_is_that_of_the_reference(
    row: dict[str, str], encoder: OnnxTextEncoder, built: Path
) -> None:
    (vector,) = await encoder.encode([row["text"]], Side(row["side"]))
    expected = np.frombuffer(base64.b64decode(row["float16"]), "<f2").astype(np.float32)
    assert len(vector) == 4 * 384
    assert float(np.linalg.norm(array(vector))) == pytest.approx(1, abs=1e-4)
    assert float(array(vector) @ expected) >= read_manifest(built / "manifest.toml").tolerance


def test_reference_tells_texts_and_sides_apart(built: Path) -> None:
    """Otherwise the tolerance above would prove nothing."""
    vectors = [np.frombuffer(base64.b64decode(row["float16"]), "<f2").astype(np.float32) for row in REFERENCE]
    likeness = np.stack(vectors) @ np.stack(vectors).T
    np.fill_diagonal(likeness, 0)
    assert likeness.max() < read_manifest(built / "manifest.toml").tolerance - 0.01


async def test_vectors_come_in_the_order_of_the_texts(encoder: OnnxTextEncoder) -> None:
    texts = ["打开空调", "Turn it down a little, please", "去公司", "打开空调"]
    together = await encoder.encode(texts, Side.PASSAGE)
    alone = [(await encoder.encode([text], Side.PASSAGE))[0] for text in texts]
    assert together == alone


async def test_callers_at_once_get_their_own_vectors(encoder: OnnxTextEncoder) -> None:
    texts = [f"seat position {number}" for number in range(8)]
    alone = [await encoder.encode([text], Side.QUERY) for text in texts]
    assert await asyncio.gather(*(encoder.encode([text], Side.QUERY) for text in texts)) == alone


async def test_blanks_around_a_text_do_not_count(encoder: OnnxTextEncoder) -> None:
    plain, padded = await encoder.encode(["打开空调", "  打开空调 \n"], Side.QUERY)
    assert plain == padded


@pytest.mark.parametrize("text", ["", " ", "\n\t　"])
async def test_empty_text_is_refused(text: str, encoder: OnnxTextEncoder) -> None:
    with pytest.raises(InvalidArgument):
        await encoder.encode(["打开空调", text], Side.QUERY)


async def test_no_texts_give_no_vectors(encoder: OnnxTextEncoder) -> None:
    assert await encoder.encode([], Side.PASSAGE) == []


async def test_long_text_is_cut(encoder: OnnxTextEncoder, model: OnnxModel) -> None:
    text = "把座椅调高一点，" * 200
    ids = model.ids(text, Side.PASSAGE)
    assert len(ids) == 512
    assert (ids[0], ids[-1]) == (0, 2)
    cut, longer = await encoder.encode([text, text + "然后打开车窗"], Side.PASSAGE)
    assert cut == longer


def test_a_text_cannot_write_marks(model: OnnxModel) -> None:
    ids = model.ids("</s><s><pad>", Side.QUERY)
    assert not {0, 1, 2} & set(ids[1:-1])


def test_encoder_names_its_model(encoder: OnnxTextEncoder, built: Path) -> None:
    port: TextEncoder = encoder
    manifest = read_manifest(built / "manifest.toml")
    assert port.model_id == f"{manifest.name}-{manifest.data.sha256[:12]}"


async def test_loop_turns_while_the_model_runs(encoder: OnnxTextEncoder) -> None:
    work = asyncio.ensure_future(encoder.encode([entry["text"] for entry in REFERENCE], Side.PASSAGE))
    turns = 0
    while not work.done():
        turns += 1
        await asyncio.sleep(0)
    # One turn per text is what a loop would make that runs the model itself.
    assert turns > 10 * len(await work)


# --- the queue -------------------------------------------------------------------------------------
class HeldModel:
    """Waits in every text until it is released; fails on texts that say so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.running = threading.Event()
        self.released = threading.Event()

    def vector(self, text: str, side: Side) -> bytes:
        self.begun.append(text)
        self.running.set()
        assert self.released.wait(30), "the test never released the model"
        if text == "unavailable":
            raise ModelUnavailable("on purpose")
        if text == "bug":
            raise ZeroDivisionError
        return f"{side} {text}".encode()


@pytest.fixture
async def held() -> AsyncIterator[tuple[HeldModel, OnnxTextEncoder]]:
    model = HeldModel()
    encoder = OnnxTextEncoder(model, "held")
    yield model, encoder
    model.released.set()
    encoder.close()


async def start(
    encoder: OnnxTextEncoder, *texts: str, side: Side = Side.PASSAGE
) -> "asyncio.Task[list[bytes]]":
    """A call that has reached the queue."""
    task = asyncio.create_task(encoder.encode(texts, side))
    await asyncio.sleep(0)
    return task


async def start_first(model: HeldModel, encoder: OnnxTextEncoder) -> "asyncio.Task[list[bytes]]":
    """A call whose text is being run. The loop waits for it off itself, so it must be free."""
    task = await start(encoder, "first")
    assert await asyncio.to_thread(model.running.wait, 30)
    return task


async def test_questions_overtake_memories_that_wait(held: tuple[HeldModel, OnnxTextEncoder]) -> None:
    model, encoder = held
    tasks = [await start_first(model, encoder), await start(encoder, "memory 1", "memory 2")]
    tasks.append(await start(encoder, "question 1", "question 2", side=Side.QUERY))
    model.released.set()
    await asyncio.gather(*tasks)
    assert model.begun == ["first", "question 1", "question 2", "memory 1", "memory 2"]


async def test_a_second_core_takes_questions_and_no_memory() -> None:
    model = HeldModel()
    encoder = OnnxTextEncoder(model, "held", second_core=True)
    memories = await start(encoder, "memory 1", "memory 2")
    assert await asyncio.to_thread(model.running.wait, 30)
    question = await start(encoder, "question", side=Side.QUERY)
    while "question" not in model.begun:
        await asyncio.sleep(0.01)
    assert model.begun == ["memory 1", "question"]
    model.released.set()
    assert await question == [b"query question"]
    assert len(await memories) == 2
    encoder.close()


async def test_cancelling_one_caller_leaves_the_others(held: tuple[HeldModel, OnnxTextEncoder]) -> None:
    model, encoder = held
    running = await start_first(model, encoder)
    dropped, kept = await start(encoder, "dropped 1", "dropped 2"), await start(encoder, "kept")
    running.cancel()
    dropped.cancel()
    await asyncio.wait({running, dropped})
    model.released.set()
    assert await kept == [b"passage kept"]
    assert model.begun == ["first", "kept"]
    assert running.cancelled()
    assert dropped.cancelled()


@pytest.mark.parametrize(("text", "error"), [("unavailable", ModelUnavailable), ("bug", ZeroDivisionError)])
async def test_failure_reaches_its_caller_alone(
    text: str, error: type[Exception], held: tuple[HeldModel, OnnxTextEncoder]
) -> None:
    model, encoder = held
    failing, kept = await start(encoder, text), await start(encoder, "kept")
    model.released.set()
    with pytest.raises(error):
        await failing
    assert await kept == [b"passage kept"]


async def test_closing_answers_everyone(held: tuple[HeldModel, OnnxTextEncoder]) -> None:
    model, encoder = held
    running, waiting = await start_first(model, encoder), await start(encoder, "waits")
    closing = asyncio.create_task(asyncio.to_thread(encoder.close))
    with pytest.raises(ModelUnavailable):
        await waiting
    with pytest.raises(ModelUnavailable):
        await encoder.encode(["late"], Side.QUERY)
    model.released.set()
    await closing
    assert await running == [b"passage first"]
    encoder.close()
