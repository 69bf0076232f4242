"""Names that nobody marked: in the vault they are placeholders, the owner hears the words."""

import pytest

from cabin import DRIVER, RunningDaemon
from cabin_memory.domain.people import OccupantId, Owner
from cabin_memory.domain.ports import MemoryFilter
from cabin_memory.outbound.device_key import load_device_keys
from cabin_memory.outbound.encrypted_store import EncryptedStoreKeeper

CASES = [
    ("王医生的电话是13812345678，记一下", "王医生的电话是多少", ("王医生", "13812345678")),
    ("每天早上先送孩子去朝阳路12号", "早上送孩子去哪里", ("朝阳路12号",)),
    (
        "Dr. Smith likes the air conditioning at 22 degrees",
        "How warm does Dr. Smith like the air conditioning?",
        ("Smith",),
    ),
    ("My parents live at 14 Maple Street", "Where do my parents live?", ("14 Maple Street",)),
    ("write to me at anna.berg@example.org", "Where can you write to me?", ("anna.berg@example.org",)),
    ("我的车牌是京A·12345", "我的车牌是多少", ("京A·12345",)),
]


async def kept(daemon: RunningDaemon) -> str:
    """Everything that a memory of the driver holds, as it lies in the vault."""
    await daemon.stop()
    key = load_device_keys(daemon.state, create=False).current
    keeper = EncryptedStoreKeeper.take(daemon.state, key)
    store = await keeper.open(Owner(OccupantId.parse(DRIVER)), create=False)
    assert store is not None
    memories = repr(await store.find(MemoryFilter()))
    await store.close()
    await keeper.close()
    return memories


@pytest.mark.parametrize(("told", "question", "names"), CASES)
async def test_a_name_in_free_text_is_hidden_and_comes_back_for_its_owner(
    daemon: RunningDaemon, told: str, question: str, names: tuple[str, ...]
) -> None:
    memory = await daemon.observe(told, slots={"note": f"({names[0]})"})
    await daemon.settle()
    shown = await daemon.call("Manage.Get", memory["id"], speaker=DRIVER)
    assert shown["text"] == told
    assert [m["text"] for m in (await daemon.recall(question))["memories"]] == [told]
    stored = await kept(daemon)
    assert "⟦" in stored
    for name in names:
        assert name not in stored


async def test_the_same_name_has_one_placeholder_whoever_marks_it(daemon: RunningDaemon) -> None:
    await daemon.observe("周五和李雷去爬山", entities=[["person", "李雷"]], session="1")
    await daemon.observe("李雷先生喜欢坐后排", session="2")
    stored = await kept(daemon)
    assert "李雷" not in stored
    assert "⟦person:2⟧" not in stored


async def test_a_correction_by_hand_hides_names_too(daemon: RunningDaemon) -> None:
    memory = await daemon.observe("周五去爬山")
    await daemon.call("Manage.Edit", memory["id"], speaker=DRIVER, text="周五和张经理去爬山")
    assert (await daemon.call("Manage.Get", memory["id"], speaker=DRIVER))["text"] == "周五和张经理去爬山"
    assert "张经理" not in await kept(daemon)


async def test_what_is_no_name_stays_readable(daemon: RunningDaemon) -> None:
    for text in (
        "G4高速总是堵，别走",
        "I like FM 103.9",
        "Model 3 charges at 80 percent",
        "我喜欢听周杰伦的歌",
    ):
        await daemon.observe(text, session=text)
    assert "⟦" not in await kept(daemon)
