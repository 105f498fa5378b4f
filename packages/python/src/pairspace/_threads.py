"""What `_sync` needs of threads, and Stop, which ends in a thread what another one waits for."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, Callable, Iterator, Mapping, Optional, TypeVar, cast

import httpx

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Flag = threading.Event


class Stopped(BaseException):
    """A call was ended by its Stop."""


class Stop(threading.Event):
    """Ends calls and iterations from another thread: those to which it was given end at `set()`."""

    def __init__(self) -> None:
        super().__init__()
        self._cuts: dict[object, Callable[[], None]] = {}

    def set(self) -> None:
        super().set()
        for cut in list(self._cuts.values()):
            cut()


class Lane:
    """A client of httpx for one request at a time, so that its socket is known and can be cut."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.extensions: Mapping[str, Any] = {"trace": self._trace}
        self._socket: Optional[socket.socket] = None
        self._is_cut = False

    def _trace(self, event: str, info: Mapping[str, Any]) -> None:
        get_extra_info = getattr(info.get("return_value"), "get_extra_info", None)
        if get_extra_info is not None:
            self._socket = get_extra_info("socket")
            if self._is_cut:
                self.cut()

    def is_usable(self) -> bool:
        return not self._is_cut

    def cut(self) -> None:
        self._is_cut = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.http.close()


class Scope:
    """What ends together: it ends when its Stop is set, but for its last steps."""

    def __init__(self, stop: Optional[Stop] = None) -> None:
        self._given = self._stop = stop or Stop()

    @contextmanager
    def guard(self, cut: Callable[[], None]) -> Iterator[None]:
        """Calls `cut` when the Stop is set while the block runs."""
        stop, key = self._stop, object()
        # A Stop that is set meanwhile finds the cut, or is found by the check.
        stop._cuts[key] = cut
        try:
            self.check()
            yield
        finally:
            stop._cuts.pop(key, None)

    def run(self, cut: Callable[[], None], call: Callable[[], T]) -> T:
        with self.guard(cut):
            return call()

    def is_stopping(self) -> bool:
        return self._given.is_set()

    def check(self, reason: Optional[BaseException] = None) -> None:
        """Raises Stopped when the Stop is set; `reason` is the fault that it has made. The last steps are not stopped."""
        if self._stop.is_set():
            self.begin_last_steps()
            if reason is None or isinstance(reason, Exception):
                raise Stopped from reason

    def pause(self, seconds: float, until: Optional[Flag] = None) -> None:
        woken = until or Flag()
        with self.guard(woken.set):
            woken.wait(seconds)
        self.check()

    def work(self, call: Callable[[], Any]) -> Any:
        """Calls a function of the user. Its outcome is still reported when the Stop is set meanwhile."""
        try:
            return call()
        finally:
            if self._stop.is_set():
                self.begin_last_steps()

    def begin_last_steps(self) -> None:
        """The given Stop does not end what follows."""
        self._stop = Stop()


def iteration(items: F) -> F:
    """An iteration that ends without an error when its Stop is set."""

    @wraps(items)
    def quietly(*args: Any, **given: Any) -> Iterator[Any]:
        with suppress(Stopped):
            yield from items(*args, **given)

    return cast(F, quietly)


class Background:
    """What runs in a thread beside the caller."""

    def __init__(self, work: Callable[[Stop], None]) -> None:
        self._stop = Stop()
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[Stop], None]) -> None:
        with suppress(Stopped):
            work(self._stop)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


def run_slots(slots: int, work: Callable[[Stop], None], stop: Optional[Stop] = None) -> None:
    """Runs the same work in several threads. The first that fails stops the others."""
    inner = Stop()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with suppress(Stopped):
                work(inner)
        except BaseException as error:
            failures.append(error)
            inner.set()

    threads = [threading.Thread(target=run, daemon=True) for _ in range(slots)]
    with suppress(Stopped), Scope(stop).guard(inner.set):
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        finally:
            inner.set()
            for thread in threads:
                thread.join()
    if failures:
        raise failures[0]
