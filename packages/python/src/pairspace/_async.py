"""
The client for asyncio. The build makes `_sync` from this module: what follows `# sync:` in a line stands there alone,
and lines that end with `# asyncio` stand here alone. There, a `_Program` takes the Stop of its call.
"""

from __future__ import annotations

import math
import re
import ssl
import time
from contextlib import suppress
from dataclasses import replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, AsyncIterator, Awaitable, Callable, Mapping, Optional, Sequence, TypeVar
from typing import Union

import httpx

from . import _core as core
from ._aio import Background, Flag, Lane, Scope, iteration, run_slots
# sync: from ._threads import Stop
from ._address import origin_of
from ._calls import AsyncCalls
from ._core import ClaimedTask, RunningJob
from ._endpoints import ENDPOINTS
from ._errors import PairspaceError, ServiceError, UnexpectedAnswer
from ._errors import is_outage, may_pass
from .types import Event, Lease

T = TypeVar("T")
OnTransient = Optional[Callable[[Any], None]]
OnConnection = Optional[Callable[[str, Optional[BaseException]], None]]
RetryOn = Callable[[BaseException], bool]
OnError = Optional[Callable[[BaseException], None]]
Fields = Mapping[str, Any]
Run = Callable[[Lease, RunningJob], Union[Fields, Awaitable[Fields]]]  # asyncio
# sync: Run = Callable[[Lease, RunningJob], Fields]

#: Error pages of a proxy that last longer, in durations of the lease, count as a refusal of the request.
_LEASES_OF_PAGES = 4


class AsyncHttpTransport:
    """
    Sends requests with httpx and keeps up to `most_idle` connections. All other options are those of httpx.AsyncClient,
    such as `verify`, `cert`, `trust_env` and the proxies.
    """

    def __init__(
        self, *, ssl_context: Optional[ssl.SSLContext] = None, source_address: Optional[tuple[str, int]] = None,
        most_idle: int = 8, **options: Any,
    ) -> None:
        self._ssl, self._source = ssl_context, source_address
        self._most_idle, self._options = most_idle, options
        self._idle: list[Lane] = []

    async def send(
        self, request: core.Request, scope: Scope, is_stream: bool = False
    ) -> "Union[core.Response, AsyncStream]":
        """The whole answer; the open stream if one was asked for and is given."""
        headers = [(name.encode(), value.encode("latin-1")) for name, value in request.headers.items()]
        timeout = httpx.Timeout(request.timeout, connect=min(request.timeout, 30.0)).as_dict()
        lane = await self._take()
        body = bytearray()

        async def ask() -> httpx.Response:
            extensions = {"timeout": timeout, **lane.extensions}
            asked = lane.http.build_request(
                request.method, request.url, headers=headers, content=request.body, extensions=extensions
            )
            answer = await lane.http.send(asked, stream=True, auth=httpx.Auth(), follow_redirects=False)
            if not is_stream or not _is_stream(answer):
                async for piece in answer.aiter_bytes():
                    body.extend(piece)
                    if len(body) > request.most_bytes:
                        break
            return answer

        answer = await _run(ask, lane, request, scope)
        if is_stream and _is_stream(answer):
            return AsyncStream(lane, answer, request, scope)
        if len(body) > request.most_bytes or len(self._idle) >= self._most_idle:
            await lane.aclose()
        else:
            self._idle.append(lane)
        return core.Response(answer.status_code, answer.headers, bytes(body))

    async def _take(self) -> Lane:
        while True:
            try:
                lane = self._idle.pop()
            except IndexError:
                return Lane(self._new_client())
            if lane.is_usable():
                return lane
            await lane.aclose()

    def _new_client(self) -> httpx.AsyncClient:
        options: dict[str, Any] = {"cookies": CookieJar(DefaultCookiePolicy(allowed_domains=[])), **self._options}
        if self._ssl is None:
            names = {"verify", "cert", "trust_env"} & options.keys()
            self._ssl = httpx.create_ssl_context(**{name: options[name] for name in names})
        # A connection that was idle for longer may be closed by the service at the moment in which it is used again.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=1, keepalive_expiry=4.0)
        options.pop("cert", None)
        options.update(verify=self._ssl, limits=limits)
        if self._source is not None:
            options["transport"] = httpx.AsyncHTTPTransport(
                verify=self._ssl, limits=limits, local_address=self._source[0]
            )
        return httpx.AsyncClient(**options)

    async def aclose(self) -> None:
        while self._idle:
            await self._idle.pop().aclose()

    # sync: def __del__(self) -> None:
    # sync:     self.close()


async def _run(call: Callable[[], Awaitable[T]], lane: Lane, request: core.Request, scope: Scope) -> T:
    try:
        return await scope.run(lane.cut, call)
    except BaseException as error:
        await lane.aclose()
        scope.check(error)
        core.raise_failure(error, request)


def _is_stream(answer: httpx.Response) -> bool:
    return answer.status_code == 200 and answer.headers.get("content-type", "").startswith("text/event-stream")


class AsyncStream:
    """An event stream that is open."""

    def __init__(self, lane: Lane, answer: httpx.Response, request: core.Request, scope: Scope) -> None:
        self._lane, self._request, self._scope = lane, request, scope
        self._pieces = answer.aiter_bytes()

    async def read(self) -> bytes:
        """The next bytes; none at the end."""
        return await _run(lambda: anext(self._pieces, b""), self._lane, self._request, self._scope)

    async def aclose(self) -> None:
        await self._lane.aclose()


class _Program(Scope):
    """Calls that end together."""

    def __init__(self, client: "AsyncClient", stop: Any = None) -> None:
        super().__init__(stop)
        self._client, self._connection = client, client._connection

    async def call(
        self, name: str, params: Mapping[str, str], query: Fields = {}, body: Optional[Fields] = None,
        headers: Optional[Mapping[str, str]] = None, timeout: Optional[float] = None,
        retry_on: RetryOn = lambda _: False,
    ) -> Any:
        """
        Calls an endpoint and returns its payload. What is safe to repeat is tried again a few times. After that a call
        is repeated, under the same Idempotency-Key, while its failure is one to `retry_on`: `is_outage`, or `may_pass`
        at the first contact with a service.
        """
        endpoint = ENDPOINTS[name]
        request = core.request_of(self._connection, endpoint, params, query, body, headers, timeout)
        tries = 0
        while True:
            tries += 1
            response: Any = None
            try:
                response = await self._client._transport.send(request, self)
                return core.read_answer(response, request)
            except Exception as error:
                wait = core.wait_of_call(error, endpoint, tries, response)
                if wait is None and retry_on(error):
                    after = min(core.LONGEST_RETRY_AFTER, core.retry_after_of(error))
                    wait = max(core.backoff(core.FIRST_BACKOFF, min(tries - 1, 3)), after)
                if wait is None:
                    if isinstance(error, PairspaceError):
                        error._idempotency_key = request.headers.get("idempotency-key")
                    raise
            await self.pause(wait)

    async def next_entries(self, session_id: str, query: Fields, retry_on: RetryOn = is_outage) -> list[Any]:
        """The next entries of the inbox, as soon as there are any; none in a completed session."""
        query = {"wait": core.MAX_WAIT_SECONDS, **query}
        empty = 0
        while True:
            asked_at = time.monotonic()
            page = await self.call("read_inbox", {"sessionId": session_id}, query=query, retry_on=retry_on)
            retry_on = is_outage
            if page["items"] or page.get("completed"):
                return list(page["items"])
            empty = await self._pause_when_early(asked_at, empty + 1)

    async def _pause_when_early(self, asked_at: float, empty: int) -> int:
        """Pauses when a wait has returned early without a result, because the process of the service is about to end."""
        if time.monotonic() - asked_at >= 1:
            return 0
        await self.pause(core.backoff(core.FIRST_BACKOFF, empty))
        return empty

    async def tasks_left(self, params: Mapping[str, str]) -> list[Any]:
        """
        The tasks that the agent owns already, on the first call alone: later ones belong to the other iterations of this
        process. Nothing else would end them, because every sign of life of the agent keeps their leases.
        """
        seat = (self._connection.base_url, params["sessionId"], self._connection.token)
        if seat not in core.left_by_seat:
            me = await self.call("whoami", params, retry_on=may_pass)
            query = {"status": "working", "assignee": me["agentId"], "limit": 200}
            found = await self.call("list_tasks", params, query=query, retry_on=may_pass)
            core.left_by_seat.setdefault(seat, found["items"])
        return core.left_by_seat[seat]

    async def claim_task(self, params: Mapping[str, str], wanted: Fields) -> Any:
        """The next task, as soon as there is one; None in a completed session."""
        empty = 0
        while True:
            asked_at = time.monotonic()
            headers = {"idempotency-key": core.new_key()}
            try:
                query = {"wait": core.MAX_WAIT_SECONDS}
                claim = await self.call("claim_task", params, query, wanted, headers, retry_on=is_outage)
            except Exception as error:
                if isinstance(error, ServiceError) and error.reason == "session_completed":
                    return None
                raise
            except BaseException:
                # The service may have given a task away just then. The same key says which.
                with suppress(Exception):
                    claim = await self.call("claim_task", params, {"wait": 0}, wanted, headers)
                    if claim["task"] is not None:
                        await self._report_task(claim["task"], "release_task", {}, lambda _: False)
                raise
            if claim["task"] is not None:
                return claim["task"]
            empty = await self._pause_when_early(asked_at, empty + 1)

    async def end_task(self, claimed: ClaimedTask, is_done: bool) -> None:
        """Finishes the task as the caller has said, else as done, or releases it."""
        task = claimed.task
        outcome = claimed._outcome or ({"outcome": "done"} if is_done else None)
        lease_end = time.monotonic() + task["leaseMs"] / 1000

        def may_retry(error: BaseException) -> bool:
            return is_outage(error) and not claimed.is_lost and time.monotonic() < lease_end

        if outcome is None:
            return await self._report_task(task, "release_task", {}, may_retry)
        try:
            await self._report_task(task, "finish_task", outcome, may_retry)
        except Exception:
            # The service does not take the outcome as it is; another agent may do better.
            with suppress(Exception):
                await self._report_task(task, "release_task", {}, may_retry)
            raise

    async def _report_task(self, task: Any, name: str, body: Fields, retry_on: RetryOn) -> None:
        try:
            params = {"sessionId": task["sessionId"], "taskId": task["id"]}
            await self.call(name, params, body=body, retry_on=retry_on)
        except ServiceError as error:
            # The task is another's, or has ended, or nothing can be written any more.
            if error.reason not in ("task_state", "session_completed"):
                raise

    async def watch_task(self, claimed: ClaimedTask) -> None:
        """Waits for what concerns the owner keep the lease, and tell when the task is taken away."""
        task = claimed.task
        wait = max(1, min(core.MAX_WAIT_SECONDS, task["leaseMs"] // 3000))
        query = {"since": task["seq"], "wait": wait, "limit": 200}
        with suppress(Exception):
            while items := await self.next_entries(task["sessionId"], query):
                if any(core.takes_away(item["event"], task) for item in items):
                    break
                query["since"] = items[-1]["seq"]
        claimed._lost.set()

    async def run_jobs(self, body: Fields, run: Run, session_id: Optional[str], on_error: OnError) -> None:
        """Claims jobs one after the other, runs them and ends them, until it is told to stop."""
        failures = 0
        params = {} if session_id is None else {"sessionId": session_id}
        name = "claim_any_job" if session_id is None else "claim_job"
        while not self.is_stopping():
            asked_at = time.monotonic()
            try:
                lease = (await self.call(name, params, query={"wait": core.MAX_WAIT_SECONDS}, body=body))["lease"]
            except Exception as error:
                if isinstance(error, ServiceError) and error.status in (401, 403):
                    raise
                lease = None
                asked_at = time.monotonic()
                if on_error is not None:
                    on_error(error)
            if lease is not None:
                failures = 0
                try:
                    await self._run_lease(lease, run, on_error)
                except Exception as error:
                    if on_error is not None:
                        on_error(error)
            elif time.monotonic() - asked_at < 0.5:
                await self.pause(core.backoff(0.5, min(failures, 4)))
                failures += 1

    async def _run_lease(self, lease: Any, run: Run, on_error: OnError) -> None:
        job = RunningJob(lease, Flag(), Flag(), self.is_stopping)
        beating = Background(lambda stop: _Program(self._client, stop)._beat(job, on_error))
        try:
            try:
                outcome = await self.work(lambda: run(lease, job))
                if not isinstance(outcome, dict) or len(outcome) != 1:
                    raise TypeError("A job must return one of completed, failed, released and lost.")
            except Exception as error:
                outcome = {"failed": {"reason": "exit", "message": str(error) or type(error).__name__}}
            except BaseException:
                await self._report_outcome({"released": True}, job)
                raise
            if job._lost.is_set():
                raise RuntimeError(f"The lease of the job {lease['job']['id']} was lost.")
            # A job that failed because it was stopped did not fail.
            if self.is_stopping() and "completed" not in outcome:
                outcome = {"released": True}
            if "lost" in outcome:
                # No report is sent, so the lease runs out and the attempt counts.
                raise RuntimeError(str(outcome["lost"]))
            await self._report_outcome(outcome, job)
        finally:
            await beating.aclose()

    async def _beat(self, job: RunningJob, on_error: OnError) -> None:
        """Heartbeats renew the lease, and tell the progress, until the outcome is reported."""
        third = job._lease_seconds / 3
        # A request that falls silent is given up in time for another one, before the lease runs out.
        timeout = min(self._connection.timeout, third)
        while True:
            await self.pause(third, job._wake)
            job._wake.clear()
            progress, job._progress = job._progress, None
            # A heartbeat alone follows progress that is refused, and keeps the lease.
            alone = job._held
            for body in [alone] if progress is None else [{**alone, "progress": progress}, alone]:
                try:
                    await self.call("renew_lease", job._params, body=body, timeout=timeout, retry_on=is_outage)
                    job._expires_at = time.monotonic() + job._lease_seconds
                    break
                except Exception as error:
                    if core.ends_lease(error):
                        job._lost.set()
                        return
                    if on_error is not None:
                        on_error(error)
            if progress is not None:
                await self.pause(1)

    async def _report_outcome(self, outcome: Fields, job: RunningJob) -> None:
        end_of_pages = time.monotonic() + _LEASES_OF_PAGES * job._lease_seconds

        def may_retry(error: BaseException) -> bool:
            is_page = isinstance(error, UnexpectedAnswer)
            is_over = time.monotonic() > end_of_pages if is_page else core.is_refusal(error)
            return is_outage(error) and not is_over and job._goes_on()

        async def tell(name: str, body: Fields, **more: str) -> None:
            params, whole = {**job._params, **more}, {**job._held, **body}
            await self.call(name, params, body=whole, retry_on=may_retry)

        async def fail(failure: Fields) -> None:
            # The service takes 16 KB.
            await tell("fail_job", {**failure, **core.message_of(failure.get("message"), 4000)})

        async def upload(body: Fields, path: str) -> Optional[Exception]:
            """Uploads what a job made. Returns the error with which it is refused for good."""
            try:
                await tell("upload_job_output", body, path=path)
            except Exception as error:
                if not core.is_refusal(error):
                    raise
                return error
            return None

        if job._progress is not None:
            progress, job._progress = job._progress, None
            # The report finds out by itself whether the lease is lost.
            with suppress(PairspaceError):
                await tell("renew_lease", {"progress": progress})
        if "released" in outcome:
            return await tell("release_job", {})
        kind = "failed" if "failed" in outcome else "completed"
        report = dict(outcome[kind])
        for output in report.pop("outputs", ()):
            path = re.sub(r"^/work/", "", output["path"])
            refusal = await upload({name: output[name] for name in output if name != "path"}, path)
            if refusal is not None:
                # A job has named as many outputs as it may when this is refused, too.
                await upload({"error": str(refusal)[:300]}, core.shown_path(path))
        if kind == "failed":
            return await fail(report)
        try:
            await tell("complete_job", report)
        except (ServiceError, UnexpectedAnswer) as error:
            if isinstance(error, ServiceError) and error.status not in (400, 413):
                raise
            # A report that the service cannot take is the end of the job, and no reason to run it again.
            await fail({"reason": "output", "message": str(error)})


class AsyncClient(AsyncCalls):
    """
    A client of one service: `await client.post_message(session_id, content="Hello")`. A refusal is raised as
    ServiceError with code, message and details, in subclasses such as NotFound, StaleVersion or LoopDetected; a missing
    answer as ConnectionFailed. Reads and POSTs are repeated when the network or the service fails for a moment.
    """

    def __init__(
        self, base_url: str, token: Optional[str] = None, *, timeout: float = core.USUAL_TIMEOUT,
        transport: Optional[AsyncHttpTransport] = None,
    ) -> None:
        if origin_of(base_url) is None:
            raise ValueError("base_url must be an http or https URL.")
        self._connection = core.Connection(base_url.rstrip("/"), token, timeout)
        self._transport = transport or AsyncHttpTransport()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.base_url!r})"

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

    async def _call(self, name: str, *parts: Any) -> Any:
        return await _Program(self).call(name, *parts)

    async def pages(self, name: str, *args: Any, **given: Any) -> AsyncIterator[Any]:
        if name not in ENDPOINTS:
            raise ValueError(f"There is no list {name}.")
        cursor: Fields = {}
        while True:
            page = await getattr(self, name)(*args, **{**given, **cursor})
            for item in page["items"]:
                yield item
            cursor = {"cursor": page.get("nextCursor")}
            # An empty page is the last one. Without this check, another service could continue without end.
            if not page["items"] or cursor["cursor"] is None:
                return

    @iteration
    async def follow_events(
        self, session_id: str, *, since: Optional[int] = None,  # sync: stop: Optional[Stop] = None,
        silence: float = core.USUAL_SILENCE, on_transient: OnTransient = None, on_connection: OnConnection = None,
    ) -> AsyncIterator[Event]:
        """
        The log of a session, live, each event exactly once, across every disconnection.

        Args:
            since: The first event is the next one after this seq: 0 for the whole log; by default, events from now on.
            silence: A connection is replaced after this time in seconds without any byte, even of a comment.
            on_transient: Receives frames that are not in the log, such as `typing`.
            on_connection: Called with `open` and `lost`, and with the error that has cut the connection.
        """
        program = _Program(self)
        params = {"sessionId": session_id}
        seq: Any = since
        first_pause = 1.0
        failures = 0
        connected = False
        while True:
            stream: Any = None
            reason: Optional[BaseException] = None
            try:
                if seq is None:
                    seq = core.number_in((await program.call("get_session", params))["lastSeq"])
                headers = {"accept": "text/event-stream", "last-event-id": str(seq), "cache-control": "no-store"}
                endpoint = ENDPOINTS["stream_events"]
                request = core.request_of(self._connection, endpoint, params, {}, None, headers, silence)
                opened = await self._transport.send(request, program, is_stream=True)
                if isinstance(opened, core.Response):
                    core.read_answer(opened, request)
                    raise UnexpectedAnswer(opened.status, "it is no event stream")
                stream = opened
                connected = True
                if on_connection is not None:
                    on_connection("open", None)
                parser = core.FrameParser()
                while piece := await stream.read():
                    for frame in parser.feed(piece):
                        failures = 0
                        if frame.retry is not None:
                            first_pause = frame.retry
                        if frame.id is None:
                            if frame.data is not None and on_transient is not None:
                                on_transient(core.event_in(frame.data))
                            continue
                        if frame.data is None:
                            # A restore has set the log back behind the last event.
                            seq = min(seq, core.number_in(frame.id))
                            continue
                        event: Any = core.event_in(frame.data)
                        if core.number_in(event.get("seq")) <= seq:
                            continue
                        seq = event["seq"]
                        yield event
                        program.check()
                        if event.get("event") == "session.deleted":
                            return
            except Exception as error:
                may_retry = is_outage(error) if connected else may_pass(error) and failures + 1 < core.MOST_TRIES
                if not may_retry:
                    raise
                reason = error
            finally:
                if stream is not None:
                    await stream.aclose()
            if on_connection is not None:
                on_connection("lost", reason)
            wait = max(core.retry_after_of(reason), core.backoff(max(core.FIRST_BACKOFF, first_pause), failures))
            failures += 1
            await program.pause(min(core.LONGEST_PAUSE, wait))

    async def next_events(self, session_id: str, *, since: int, wait_seconds: Optional[float] = None) -> list[Event]:
        """The events after `since`, as soon as there are any. Empty when the time is up, or the session is completed."""
        deadline = math.inf if wait_seconds is None else time.monotonic() + wait_seconds
        while True:
            asked_at = time.monotonic()
            wait = math.ceil(max(0.0, min(core.MAX_WAIT_SECONDS, deadline - asked_at)))
            page = await self.list_events(session_id, since=since, wait=wait, limit=200)
            now = time.monotonic()
            if page["items"] or now - asked_at < wait or now >= deadline:
                return page["items"]

    @iteration
    async def follow_job(
        self, session_id: str, job_id: str,  # sync: *, stop: Optional[Stop] = None,
    ) -> AsyncIterator[Any]:
        """The output of a job on both streams and its progress, live; the last item is its end."""
        program = _Program(self)
        params = {"sessionId": session_id, "jobId": job_id}
        since = {"stdout": 0, "stderr": 0}
        told: Any = None
        retry_on = may_pass
        while since:
            asked_at = time.monotonic()
            news = False
            job = await program.call("get_job", params, retry_on=retry_on)
            retry_on = is_outage
            for stream in list(since):
                # Only the first of them waits, so that neither stream holds up the other for long.
                wait = 2 if stream == next(iter(since)) and job["status"] in ("pending", "running") else 0
                query = {"stream": stream, "since": since[stream], "wait": wait}
                page = await program.call("read_job_output", params, query=query, retry_on=is_outage)
                if page["text"]:
                    news = True
                    yield {"kind": "output", "stream": stream, "since": page["since"], "text": page["text"]}
                since[stream] = page["next"]
                if page["ended"]:
                    del since[stream]
            progress = job.get("progress")
            if progress and progress != told:
                told = progress
                yield {"kind": "progress", "progress": progress}
            if since and not news and time.monotonic() - asked_at < 0.5:
                await program.pause(0.5)
        yield {"kind": "end", "job": await program.call("get_job", params, retry_on=is_outage)}

    def session(self, session_id: str) -> "AsyncSessionClient":
        """A session: its inbox and its tasks as iterations, and edits that merge."""
        return AsyncSessionClient(self, session_id)


class AsyncSessionClient:
    """A session and one caller in it."""

    def __init__(self, client: AsyncClient, session_id: str) -> None:
        self._client = client
        self.session_id = session_id

    @iteration
    async def inbox(
        self, *, via: str = "pairspace-python",  # sync: stop: Optional[Stop] = None,
    ) -> AsyncIterator[Any]:
        """
        The inbox of the caller, entry by entry, live. Taking the next entry acknowledges the one before: each is
        delivered at least once, across crashes and disconnections. Ends when the session is completed.
        """
        program = _Program(self._client)
        retry_on = may_pass
        while items := await program.next_entries(self.session_id, {"limit": 50}, retry_on):
            retry_on = is_outage
            for item in items:
                yield item
                body = {"seq": item["seq"], "via": via}
                await program.call("move_position", {"sessionId": self.session_id}, body=body, retry_on=is_outage)

    @iteration
    async def claim_next(
        self, *, labels: Sequence[str] = (), overlap: bool = False,  # sync: stop: Optional[Stop] = None,
    ) -> AsyncIterator[ClaimedTask]:
        """
        Tasks for the caller, one after the other. Going on to the next one finishes a task, with what `finish` was told;
        leaving the loop by `break` or by an error releases it. Its lease is kept meanwhile.
        """
        program = _Program(self._client)
        params = {"sessionId": self.session_id}
        left = await program.tasks_left(params)
        while True:
            task = core.take_fitting(left, labels)
            if task is None:
                task = await program.claim_task(params, {"labels": list(labels), "overlap": overlap})
            if task is None:
                return
            claimed = ClaimedTask(task, Flag())
            watching = Background(lambda stop: _Program(self._client, stop).watch_task(claimed))
            goes_on = False
            try:
                yield claimed
                program.check()
                goes_on = True
            finally:
                if not goes_on:
                    program.begin_last_steps()
                try:
                    if not claimed.is_lost:
                        await program.end_task(claimed, goes_on)
                finally:
                    await watching.aclose()

    async def edit(
        self, *, edits: Sequence[Fields], note_id: Optional[str] = None, path: Optional[str] = None,
        expected_version: Optional[int] = None,
    ) -> Any:
        """
        Edits a note or a file. Changes by others since `expected_version` are merged if the lines do not overlap.
        Raises EditRefused if they overlap, and if an edit does not apply.
        """
        if (note_id is None) == (path is None):
            raise TypeError("Give either note_id or path.")
        name = "edit_file" if note_id is None else "edit_note"
        place = core.given({"sessionId": self.session_id, "noteId": note_id, "path": path})
        body = core.given({"edits": list(edits), "expectedVersion": expected_version})
        return await _Program(self._client).call(name, place, body=body)


async def run_worker_async(
    client: AsyncClient, types: Sequence[str], run: Run, *, session_id: Optional[str] = None,
    worker: Optional[str] = None, slots: int = 1,  # sync: stop: Optional[Stop] = None,
    on_error: OnError = None,
) -> None:
    """
    Claims jobs and runs them until it is stopped, by the cancellation of its task or by a Stop. What runs then is given
    back; a job that completes all the same is reported.

    Args:
        types: The types of job that it runs.
        run: Runs one job and returns its outcome: `{"completed": {"result": …, "outputs": […]}}`,
            `{"failed": {"reason": …, "message": …}}`, `{"released": True}` or `{"lost": "why"}`. An error fails the job.
        session_id: The session of a worker token. Without it jobs of all sessions are claimed, with the operator's token.
        worker: The name of the worker in the record of the jobs.
        slots: How many jobs it runs at once.
        on_error: Told of what went wrong beside a job: the service cannot be reached, a lease was lost.
    """
    body = core.given({"types": list(types), "worker": worker})
    await run_slots(
        slots, lambda stop: _Program(client, stop).run_jobs(body, run, session_id, on_error),  # sync: stop,
    )
