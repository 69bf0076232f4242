"""The example assistant, a program of its own that speaks to the real daemon through pydbus."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cabin import PARKED, REVERSING, RunningDaemon

PROGRAM = Path(__file__).resolve().parents[2] / "tools" / "example_assistant.py"

Speak = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
def speak(bus_address: str) -> Speak:
    """Exit code, what it said, and its complaints; sentences go in by `--once`, or as lines."""

    async def run(*sentences: str, lines: str = "", speaker: str = "") -> tuple[int, str, str]:
        once = [part for sentence in sentences for part in ("--once", sentence)]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(PROGRAM), "--address", bus_address, "--speaker", speaker, *once),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(lines.encode()), 30)
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    return run


async def test_what_was_said_is_told_when_asked(daemon: RunningDaemon, speak: Speak) -> None:
    code, said, complaints = await speak("I like the cabin at 21 degrees.", "How warm do I like the cabin?")
    noted, told = said.splitlines()
    assert (code, complaints, noted) == (0, "", "I will remember that.")
    assert "you told me" in told
    assert "21 degrees" in told


async def test_it_answers_in_chinese(daemon: RunningDaemon, speak: Speak) -> None:
    _, said, _ = await speak("我喜欢空调开到二十一度。", "空调调到几度合适？")
    noted, told = said.splitlines()
    assert noted == "好的，我记住了。"
    assert "二十一度" in told


async def test_a_conversation_over_standard_input(daemon: RunningDaemon, speak: Speak) -> None:
    code, said, _ = await speak(lines="I always listen to jazz on the motorway.\n\nWhat music do I like?\n")
    assert code == 0
    assert "jazz" in said.splitlines()[1]


async def test_it_is_silent_in_reverse(daemon: RunningDaemon, speak: Speak) -> None:
    await speak("I like the cabin at 21 degrees.")
    await daemon.drive(REVERSING)
    assert await speak("How warm do I like the cabin?") == (0, "", "")
    await daemon.drive(PARKED)
    assert "21 degrees" in (await speak("How warm do I like the cabin?"))[1]


async def test_it_puts_off_what_it_may_not_say(daemon: RunningDaemon, speak: Speak) -> None:
    await speak("I like the cabin at 21 degrees.")
    await daemon.advance(10_000_000)  # every signal is stale by then
    assert "when the car is standing" in (await speak("How warm do I like the cabin?"))[1]


async def test_it_tells_nobody_what_another_said(daemon: RunningDaemon, speak: Speak) -> None:
    await speak("I like the cabin at 21 degrees.")
    await daemon.driver("oem:u-2002")
    _, said, _ = await speak("How warm do I like the cabin?")
    assert said == "I do not remember anything about that.\n"


async def test_it_does_not_know_who_speaks(daemon: RunningDaemon, speak: Speak) -> None:
    _, said, _ = await speak("How warm do I like the cabin?", speaker="oem:u-9009")
    assert "do not know who is speaking" in said


async def test_it_keeps_no_card_number(daemon: RunningDaemon, speak: Speak) -> None:
    _, said, _ = await speak("My card number is 4111 1111 1111 1111.")
    assert said == "I will not keep that.\n"


async def test_without_a_daemon_it_says_so(speak: Speak) -> None:
    code, said, complaints = await speak("How warm do I like the cabin?")
    assert (code, said) == (3, "")
    assert "start cabin-memoryd" in complaints
