"""Jobs that run by the clock. In a simulation nothing does: there, RunDueJobs asks for them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cabin_memory.domain.errors import CabinMemoryError

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[object]]


async def run_hourly(name: str, job: Job) -> None:
    """Run a job every hour until cancelled; one that fails is tried again at its next hour."""
    # Late, because it takes a tenth of a second that the first answer should not wait for.
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    async def guarded() -> None:
        try:
            await job()
        except CabinMemoryError as fault:
            log.error("job %s: %s. %s", name, fault.word, fault.remedy)

    scheduler = AsyncIOScheduler(timezone="UTC")
    scheduler.add_job(guarded, "interval", hours=1, id=name, coalesce=True, max_instances=1)
    scheduler.start()
    try:
        await asyncio.Event().wait()
    finally:
        scheduler.shutdown(wait=False)
