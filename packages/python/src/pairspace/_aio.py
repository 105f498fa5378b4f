"""What `_async` needs of asyncio. `_threads` has the same for `_sync`."""

from __future__ import annotations

import asyncio
import inspect
from contextlib import suppress
from typing import Any, Awaitable, Callable, Mapping, Optional, TypeVar

import httpx

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Flag = asyncio.Event


class Lane:
    """A client of httpx for one request at a time. It belongs to the event loop that runs."""

    extensions: Mapping[str, Any] = {}

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self._loop = asyncio.get_running_loop()

    def is_usable(self) -> bool:
        return self._loop is asyncio.get_running_loop()

    def cut(self) -> None:
        """Cancellation cuts what a task waits for."""

    async def aclose(self) -> None:
        # The event loop of its connection may be closed.
        with suppress(RuntimeError):
            await self.http.aclose()


class Scope:
    """What ends together: a task of asyncio."""

    def __init__(self, stop: Any = None) -> None:
        pass

    async def run(self, cut: Callable[[], None], call: Callable[[], Awaitable[T]]) -> T:
        """Awaits a call in a task of its own, because some versions of anyio take a cancellation for one of theirs."""
        task = asyncio.ensure_future(call())
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            while not task.done():
                task.cancel()
                await asyncio.wait([task], timeout=0.1)
            if not task.cancelled():
                task.exception()
            raise
        return task.result()

    def is_stopping(self) -> bool:
        return False

    def check(self, reason: Optional[BaseException] = None) -> None:
        """Nothing but cancellation ends a task."""

    async def pause(self, seconds: float, until: Optional[Flag] = None) -> None:
        if until is None:
            return await asyncio.sleep(seconds)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(until.wait(), seconds)

    async def work(self, call: Callable[[], Any]) -> Any:
        """Calls a function of the user, and awaits what it returns."""
        result = call()
        return await result if inspect.isawaitable(result) else result

    def begin_last_steps(self) -> None:
        """Another cancellation ends the last steps, too."""


def iteration(items: F) -> F:
    """An iteration that needs nothing more: `aclose` or the cancellation of its task ends it."""
    return items


class Background:
    """What runs in a task beside the caller."""

    def __init__(self, work: Callable[[Any], Awaitable[None]]) -> None:
        self._task = asyncio.ensure_future(work(None))

    async def aclose(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])


async def run_slots(slots: int, work: Callable[[Any], Awaitable[None]]) -> None:
    """Runs the same work in several tasks. The first that fails ends the others."""
    tasks = [asyncio.ensure_future(work(None)) for _ in range(slots)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
