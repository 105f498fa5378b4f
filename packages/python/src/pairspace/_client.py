"""The clients: Client with threads, AsyncClient with asyncio."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Optional, Sequence, Union

from . import _async, _sync
from . import _core as core
from ._address import origin_of
from ._calls import AsyncCalls, Calls
from ._endpoints import ENDPOINTS
from ._work import ClaimedTask, RunningJob, claim_next_program, worker_program
from .types import Event, Lease

core.Endpoints.table = ENDPOINTS

OnTransient = Optional[Callable[[Any], None]]
OnConnection = Optional[Callable[[str, Optional[BaseException]], None]]
Params = Mapping[str, str]
Fields = Mapping[str, Any]
Headers = Optional[Mapping[str, str]]


def _connection_of(base_url: str, token: Optional[str], timeout: float) -> core.Connection:
    if origin_of(base_url) is None:
        raise ValueError("base_url must be an http or https URL.")
    return core.Connection(base_url.rstrip("/"), token, timeout)


class _Plans(Calls):
    """The same methods, which return the program of a call in place of its result."""

    def __init__(self, connection: core.Connection) -> None:
        self._connection = connection

    def _call(
        self,
        endpoint: core.Endpoint,
        params: Params,
        query: Fields,
        body: Optional[Fields],
        headers: Headers,
        timeout: Optional[float],
    ) -> Any:
        request = core.request_of(self._connection, endpoint, params, query, body, headers, timeout)
        return core.call_program(endpoint, request)

    def page_program(self, name: str, args: Sequence[Any], given: Fields) -> "core.Program[None]":
        method = getattr(self, name) if name in ENDPOINTS else None
        if method is None:
            raise ValueError(f"There is no list {name}.")

        def call_page(cursor: Optional[str]) -> Any:
            return method(*args, **given) if cursor is None else method(*args, **{**given, "cursor": cursor})

        return core.pages_program(call_page)


def _edit_program(
    connection: core.Connection,
    session_id: str,
    note_id: Optional[str],
    path: Optional[str],
    edits: Sequence[Fields],
    expected_version: Optional[int],
) -> "core.Program[Any]":
    if (note_id is None) == (path is None):
        raise TypeError("Give either note_id or path.")
    body = core.given({"edits": list(edits), "expectedVersion": expected_version})
    if note_id is not None:
        return core.call(connection, "edit_note", {"sessionId": session_id, "noteId": note_id}, body=body)
    return core.call(connection, "edit_file", {"sessionId": session_id, "path": path or ""}, body=body)


class Client(Calls):
    """
    A client of one service: `client.post_message(session_id, content="Hello")`. A refusal is raised as ServiceError with
    code, message and details, in subclasses such as NotFound, StaleVersion or LoopDetected; a missing answer as
    ConnectionFailed. Reads and POSTs are repeated when the network or the service fails for a moment. Threads may share
    a client.
    """

    def __init__(
        self,
        base_url: str,
        token: Optional[str] = None,
        *,
        timeout: float = core.USUAL_TIMEOUT,
        transport: Optional[_sync.HttpTransport] = None,
    ) -> None:
        self._connection = _connection_of(base_url, token, timeout)
        self._transport = transport or _sync.HttpTransport()

    def __repr__(self) -> str:
        return f"Client({self._connection.base_url!r})"

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are kept for the next calls."""
        self._transport.close()

    def with_token(self, token: Optional[str]) -> "Client":
        """The same service as another caller; None for a stranger."""
        other = Client.__new__(Client)
        other._connection = replace(self._connection, token=token)
        other._transport = self._transport
        return other

    def _call(
        self,
        endpoint: core.Endpoint,
        params: Params,
        query: Fields,
        body: Optional[Fields],
        headers: Headers,
        timeout: Optional[float],
    ) -> Any:
        request = core.request_of(self._connection, endpoint, params, query, body, headers, timeout)
        return self._run(core.call_program(endpoint, request))

    def _run(self, program: "core.Program[core.T]", stop: Optional[_sync.Stop] = None) -> core.T:
        return _sync.run(self._transport, program, stop or _sync.Stop())

    def _iterate(self, program: "core.Program[None]", stop: Optional[_sync.Stop]) -> Iterator[Any]:
        return _sync.iterate(self._transport, program, stop or _sync.Stop())

    def pages(self, name: str, *args: Any, **given: Any) -> Iterator[Any]:
        return self._iterate(_Plans(self._connection).page_program(name, args, given), None)

    def follow_events(
        self,
        session_id: str,
        *,
        since: Optional[int] = None,
        stop: Optional[_sync.Stop] = None,
        silence: float = core.USUAL_SILENCE,
        on_transient: OnTransient = None,
        on_connection: OnConnection = None,
    ) -> Iterator[Event]:
        """
        The log of a session, live, each event exactly once, across every disconnection.

        Args:
            since: The first event is the next one after this seq: 0 for the whole log; by default, events from now on.
            stop: Ends the iteration from another thread.
            silence: A connection is replaced after this time in seconds without any byte, even of a comment.
            on_transient: Receives frames that are not in the log, such as `typing`.
            on_connection: Called with `open` and `lost`, and with the error that has cut the connection.
        """
        program = core.follow_events_program(
            self._connection,
            session_id,
            since=since,
            silence=silence,
            on_transient=on_transient,
            on_connection=on_connection,
        )
        return self._iterate(program, stop)

    def next_events(self, session_id: str, *, since: int, wait_seconds: Optional[float] = None) -> list[Event]:
        """The events after `since`, as soon as there are any. Empty when the time is up, or the session is completed."""
        return self._run(
            core.next_events_program(self._connection, session_id, since=since, wait_seconds=wait_seconds)
        )

    def follow_job(self, session_id: str, job_id: str, *, stop: Optional[_sync.Stop] = None) -> Iterator[Any]:
        """The output of a job on both streams and its progress, live; the last item is its end."""
        return self._iterate(core.follow_job_program(self._connection, session_id, job_id), stop)

    def session(self, session_id: str) -> "SessionClient":
        """A session: its inbox and its tasks as iterations, and edits that merge."""
        return SessionClient(self, session_id)


class SessionClient:
    """A session and one caller in it."""

    def __init__(self, client: Client, session_id: str) -> None:
        self._client = client
        self.session_id = session_id

    def inbox(self, *, via: str = "pairspace-python", stop: Optional[_sync.Stop] = None) -> Iterator[Any]:
        """
        The inbox of the caller, entry by entry, live. Taking the next entry acknowledges the one before: each is
        delivered at least once, across crashes and disconnections. Ends when the session is completed.
        """
        return self._client._iterate(core.inbox_program(self._client._connection, self.session_id, via=via), stop)

    def claim_next(
        self, *, labels: Sequence[str] = (), overlap: bool = False, stop: Optional[_sync.Stop] = None
    ) -> Iterator[ClaimedTask]:
        """
        Tasks for the caller, one after the other. Going on to the next one finishes a task, with what `finish` was told;
        leaving the loop by `break` or by an error releases it. Its lease is kept meanwhile.
        """
        connection = self._client._connection
        program = claim_next_program(connection, self.session_id, labels=labels, overlap=overlap)
        return self._client._iterate(program, stop)

    def edit(
        self,
        *,
        edits: Sequence[Fields],
        note_id: Optional[str] = None,
        path: Optional[str] = None,
        expected_version: Optional[int] = None,
    ) -> Any:
        """
        Edits a note or a file. Changes by others since `expected_version` are merged if the lines do not overlap.
        Raises EditRefused if they overlap, and if an edit does not apply.
        """
        connection = self._client._connection
        return self._client._run(
            _edit_program(connection, self.session_id, note_id, path, edits, expected_version)
        )


def run_worker(
    client: Client,
    types: Sequence[str],
    run: Callable[[Lease, RunningJob], Fields],
    *,
    session_id: Optional[str] = None,
    worker: Optional[str] = None,
    slots: int = 1,
    stop: Optional[_sync.Stop] = None,
    on_error: Optional[Callable[[BaseException], None]] = None,
) -> None:
    """
    Claims jobs and runs them until it is told to stop; returns when the last one is ended or given back.

    Args:
        types: The types of job that it runs.
        run: Runs one job, in a thread, and returns its outcome: `{"completed": {"result": …, "outputs": […]}}`,
            `{"failed": {"reason": …, "message": …}}`, `{"released": True}` or `{"lost": "why"}`. An error fails the job.
        session_id: The session of a worker token. Without it jobs of all sessions are claimed, with the operator's token.
        worker: The name of the worker in the record of the jobs.
        slots: How many jobs it runs at once.
        on_error: Told of what went wrong beside a job: the service cannot be reached, a lease was lost.
    """
    inner = _sync.Stop()
    failures: list[BaseException] = []

    def work() -> None:
        program = worker_program(
            client._connection,
            types=types,
            run=run,
            session_id=session_id,
            worker=worker,
            stopping=inner.is_set,
            on_error=on_error,
        )
        try:
            client._run(program, inner)
        except _sync.Stopped:
            pass
        except BaseException as error:
            failures.append(error)
            inner.set()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(slots)]
    outer = stop or _sync.Stop()
    with outer._guard(inner.set):
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            inner.set()
            for thread in threads:
                thread.join()
            raise
    if failures:
        raise failures[0]


class AsyncClient(AsyncCalls):
    """
    The same as Client, for asyncio: `await client.post_message(session_id, content="Hello")`. The cancellation of a task
    ends what it waits for. A client may be used in one event loop after another.
    """

    def __init__(
        self,
        base_url: str,
        token: Optional[str] = None,
        *,
        timeout: float = core.USUAL_TIMEOUT,
        transport: Optional[_async.AsyncHttpTransport] = None,
    ) -> None:
        self._connection = _connection_of(base_url, token, timeout)
        self._transport = transport or _async.AsyncHttpTransport()

    def __repr__(self) -> str:
        return f"AsyncClient({self._connection.base_url!r})"

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections that are kept for the next calls."""
        await self._transport.aclose()

    def with_token(self, token: Optional[str]) -> "AsyncClient":
        """The same service as another caller; None for a stranger."""
        other = AsyncClient.__new__(AsyncClient)
        other._connection = replace(self._connection, token=token)
        other._transport = self._transport
        return other

    async def _call(
        self,
        endpoint: core.Endpoint,
        params: Params,
        query: Fields,
        body: Optional[Fields],
        headers: Headers,
        timeout: Optional[float],
    ) -> Any:
        request = core.request_of(self._connection, endpoint, params, query, body, headers, timeout)
        return await _async.run(self._transport, core.call_program(endpoint, request))

    def pages(self, name: str, *args: Any, **given: Any) -> AsyncIterator[Any]:
        return _async.iterate(self._transport, _Plans(self._connection).page_program(name, args, given))

    def follow_events(
        self,
        session_id: str,
        *,
        since: Optional[int] = None,
        silence: float = core.USUAL_SILENCE,
        on_transient: OnTransient = None,
        on_connection: OnConnection = None,
    ) -> AsyncIterator[Event]:
        """The log of a session, live, each event exactly once, across every disconnection. See Client."""
        program = core.follow_events_program(
            self._connection,
            session_id,
            since=since,
            silence=silence,
            on_transient=on_transient,
            on_connection=on_connection,
        )
        return _async.iterate(self._transport, program)

    async def next_events(self, session_id: str, *, since: int, wait_seconds: Optional[float] = None) -> list[Event]:
        """The events after `since`, as soon as there are any. Empty when the time is up, or the session is completed."""
        program = core.next_events_program(self._connection, session_id, since=since, wait_seconds=wait_seconds)
        return await _async.run(self._transport, program)

    def follow_job(self, session_id: str, job_id: str) -> AsyncIterator[Any]:
        """The output of a job on both streams and its progress, live; the last item is its end."""
        return _async.iterate(self._transport, core.follow_job_program(self._connection, session_id, job_id))

    def session(self, session_id: str) -> "AsyncSessionClient":
        """A session: its inbox and its tasks as iterations, and edits that merge."""
        return AsyncSessionClient(self, session_id)


class AsyncSessionClient:
    """A session and one caller in it."""

    def __init__(self, client: AsyncClient, session_id: str) -> None:
        self._client = client
        self.session_id = session_id

    def inbox(self, *, via: str = "pairspace-python") -> AsyncIterator[Any]:
        """The inbox of the caller, entry by entry, live. See SessionClient."""
        program = core.inbox_program(self._client._connection, self.session_id, via=via)
        return _async.iterate(self._client._transport, program)

    def claim_next(self, *, labels: Sequence[str] = (), overlap: bool = False) -> AsyncIterator[ClaimedTask]:
        """Tasks for the caller, one after the other. See SessionClient."""
        connection = self._client._connection
        program = claim_next_program(connection, self.session_id, labels=labels, overlap=overlap)
        return _async.iterate(self._client._transport, program)

    async def edit(
        self,
        *,
        edits: Sequence[Fields],
        note_id: Optional[str] = None,
        path: Optional[str] = None,
        expected_version: Optional[int] = None,
    ) -> Any:
        """Edits a note or a file. See SessionClient."""
        connection = self._client._connection
        program = _edit_program(connection, self.session_id, note_id, path, edits, expected_version)
        return await _async.run(self._client._transport, program)


async def run_worker_async(
    client: AsyncClient,
    types: Sequence[str],
    run: Callable[[Lease, RunningJob], Union[Fields, Awaitable[Fields]]],
    *,
    session_id: Optional[str] = None,
    worker: Optional[str] = None,
    slots: int = 1,
    on_error: Optional[Callable[[BaseException], None]] = None,
) -> None:
    """Claims jobs and runs them until it is cancelled; what runs then is given back. See run_worker."""
    import asyncio

    def program() -> "core.Program[None]":
        return worker_program(
            client._connection,
            types=types,
            run=run,
            session_id=session_id,
            worker=worker,
            stopping=lambda: False,
            on_error=on_error,
        )

    tasks = [asyncio.ensure_future(_async.run(client._transport, program())) for _ in range(slots)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
