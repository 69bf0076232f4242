"""A state folder with two people's vaults, closed; and a folder that cannot be written."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cabin_memory.domain.memory import Entity
from cabin_memory.domain.situation import Condition, ConditionKind
from store.vaults import ANNA, BEN, keep, opened, said, unit

MEMORIES = 40
RAIN = (Condition(kind=ConditionKind.WEATHER, any_of=frozenset({"rain"})),)


@pytest.fixture
async def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    for owner, place in ((ANNA, "静安"), (BEN, "Baker Street")):
        async with opened(folder, owner) as store:
            for n in range(MEMORIES):
                name = f"⟦place:{n}⟧"
                await keep(
                    store,
                    said(n, f"第{n}次去{name} remember {n}", conditions=RAIN if n % 2 else ()),
                    unit(n) if n % 3 else None,
                    {name: Entity(kind="place", text=f"{place} {n}")},
                )
    return folder


@pytest.fixture
def read_only() -> Iterator[Callable[[Path], None]]:
    """Makes folders read-only, for root too, until the test ends."""
    mounted: list[Path] = []

    def change(folder: Path) -> None:
        if subprocess.run(["mount", "--bind", folder, folder], check=False, capture_output=True).returncode:
            pytest.skip("mounting needs privileges")
        mounted.append(folder)
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)

    yield change
    for folder in mounted:
        subprocess.run(["umount", "-l", folder], check=True)
