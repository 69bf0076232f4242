"""What happens while a plan is being made counts at the moment of its reply."""

import asyncio
from typing import Any

from cabin import DRIVER, PARKED, REVERSING, RunningDaemon

OTHER = "oem:u-1002"
TIMES = 12


async def delayed(call: Any, milliseconds: float) -> Any:
    await asyncio.sleep(milliseconds / 1000)
    return await call


async def plans(daemon: RunningDaemon) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await daemon.call("Manage.List", kind="plan"))["memories"]
    return found


async def test_a_car_that_goes_into_reverse_meanwhile_is_told_nothing(daemon: RunningDaemon) -> None:
    await daemon.observe("空调我习惯二十四度")
    await daemon.settle()
    said, refused = set(), 0
    for number in range(TIMES):
        await daemon.drive(PARKED)
        # Another request each time: its vector is not known yet.
        made, _ = await asyncio.gather(
            daemon.call("Plan", f"空调调好，第{number}次"), delayed(daemon.context(REVERSING), number)
        )
        if made["status"] == "suppressed":
            assert (made["reason"], made["text"], made["id"]) == ("reversing", "", "")
            refused += 1
        else:
            said.add(made["id"])
    assert refused >= 1
    await daemon.drive(PARKED)
    assert {one["id"] for one in await plans(daemon)} == said - {""}


async def test_what_is_forgotten_meanwhile_leaves_no_plan(daemon: RunningDaemon) -> None:
    for number in range(TIMES):
        told = await daemon.observe("空调我习惯二十四度", session=str(number))
        made, receipt = await asyncio.gather(
            daemon.call("Plan", f"空调调好，第{number}次"), delayed(daemon.forget(told["id"]), number)
        )
        assert receipt["verified"]
        assert told["id"] not in made["ids"] or made["status"] == "ok"
        assert await plans(daemon) == []


async def test_who_boards_meanwhile_hears_nothing_private(daemon: RunningDaemon) -> None:
    await daemon.observe("去公司我走最快的路")
    withheld = 0
    for number in range(TIMES):
        await daemon.driver()
        boarding = daemon.occupants(("Row1.DriverSide", DRIVER, 95.0), ("Row1.PassengerSide", OTHER, 95.0))
        made, _ = await asyncio.gather(
            daemon.call("Plan", f"导航去公司，第{number}次"), delayed(boarding, number)
        )
        withheld += made["reason"] == "passenger_present"
        assert made["text"] == "" or made["status"] == "ok"
    assert withheld >= 1


async def test_the_same_request_twice_at_once_is_one_plan(daemon: RunningDaemon) -> None:
    await daemon.observe("空调我习惯二十四度")
    await daemon.settle()
    made = await asyncio.gather(*(daemon.call("Plan", "空调调好") for _ in range(8)))
    assert len({one["id"] for one in made}) == 1
    assert [one["id"] for one in await plans(daemon)] == [made[0]["id"]]
    assert (await daemon.call("Manage.Get", made[0]["id"]))["occurrences"] == 8
