"""Programs for those who work: claims of tasks, and jobs of the compute pool."""

from __future__ import annotations

import re
import threading
import time
from typing import Any, Callable, Mapping, Optional, Sequence

from ._core import (
    MAX_WAIT_SECONDS,
    Connection,
    End,
    Item,
    NewFlag,
    Pause,
    Program,
    Start,
    Work,
    backoff,
    call,
    given,
    new_key,
    persist,
)
from ._errors import PairspaceError, ServiceError, UnexpectedAnswer, is_outage, may_pass


#: Error pages of a proxy that last longer, in durations of the lease, count as a refusal of the request.
_LEASES_OF_PAGES = 4


class ClaimedTask:
    """A task in the caller's hands."""

    def __init__(self, task: Any, lost: Any) -> None:
        self.task: Any = task
        self._lost = lost
        self._outcome: Optional[dict[str, Any]] = None

    @property
    def is_lost(self) -> bool:
        """Whether the task is not the caller's any more: it was cancelled, released or taken."""
        return bool(self._lost.is_set())

    def finish(
        self,
        text: str = "",
        *,
        outcome: str = "done",
        links: Sequence[Mapping[str, Any]] = (),
        reason: Optional[str] = None,
    ) -> None:
        """Says how the task ends, `done` or `failed`. The service is told when the loop goes on or ends."""
        because = {} if reason is None else {"reason": reason}
        self._outcome = {"outcome": outcome, "text": text, "links": list(links), **because}


#: The tasks that dead processes left to each seat that was used here, as its first iteration found them.
_left_by_seat: dict[tuple[str, str, Optional[str]], list[Any]] = {}
_left_lock = threading.Lock()


def claim_next_program(
    connection: Connection, session_id: str, *, labels: Sequence[str], overlap: bool
) -> Program[None]:
    params = {"sessionId": session_id}
    left = yield from _tasks_left(connection, session_id)
    while True:
        task = _take_fitting(left, labels)
        if task is None:
            task = yield from _claim_task(connection, params, {"labels": list(labels), "overlap": overlap})
        if task is None:
            return
        lost = yield NewFlag()
        claimed = ClaimedTask(task, lost)
        watching = yield Start(_watch_task(connection, params, task, lost))
        goes_on = False
        try:
            yield Item(claimed)
            goes_on = True
        finally:
            try:
                if not lost.is_set():
                    yield from _end_task(connection, claimed, goes_on)
            finally:
                yield End(watching)


def _tasks_left(connection: Connection, session_id: str) -> Program[list[Any]]:
    """
    The tasks that the agent owns already, on the first call alone: later ones belong to the other iterations of this
    process. Nothing else would end them, because every sign of life of the agent keeps their leases.
    """
    seat = (connection.base_url, session_id, connection.token)
    if seat not in _left_by_seat:
        params = {"sessionId": session_id}
        me = yield from persist(lambda headers: call(connection, "whoami", params), retry_on=may_pass)
        query = {"status": "working", "assignee": me["agentId"], "limit": 200}
        found = yield from persist(lambda _: call(connection, "list_tasks", params, query=query), retry_on=may_pass)
        with _left_lock:
            _left_by_seat.setdefault(seat, found["items"])
    return _left_by_seat[seat]


def _take_fitting(left: list[Any], labels: Sequence[str]) -> Any:
    with _left_lock:
        for at, task in enumerate(left):
            if all(label in task["labels"] for label in labels):
                return left.pop(at)
    return None


def _claim_task(connection: Connection, params: Mapping[str, str], wanted: Mapping[str, Any]) -> Program[Any]:
    """The next task, as soon as there is one; None in a completed session."""
    empty = 0
    while True:
        asked_at = time.monotonic()
        headers = {"idempotency-key": new_key()}

        def claim(wait: int) -> Program[Any]:
            return call(connection, "claim_task", params, query={"wait": wait}, body=wanted, headers=headers)

        try:
            task = (yield from persist(lambda _: claim(MAX_WAIT_SECONDS)))["task"]
        except Exception as error:
            if isinstance(error, ServiceError) and error.reason == "session_completed":
                return None
            raise
        except BaseException:
            # The service may have given a task away just then. The same key says which.
            try:
                given_away = (yield from claim(0))["task"]
                if given_away is not None:
                    yield from _report_task(connection, given_away, "release_task", {}, lambda: False)
            except Exception:
                pass
            raise
        if task is not None:
            return task
        empty = 0 if time.monotonic() - asked_at >= 1 else empty + 1
        if empty > 0:
            # The service returned early, because its process is about to end.
            yield Pause(backoff(0.2, empty))


def _end_task(connection: Connection, claimed: ClaimedTask, is_done: bool) -> Program[None]:
    """Finishes the task as the caller has said, else as done, or releases it."""
    task = claimed.task
    outcome = claimed._outcome or ({"outcome": "done"} if is_done else None)
    lease_end = time.monotonic() + task["leaseMs"] / 1000

    def goes_on() -> bool:
        return not claimed.is_lost and time.monotonic() < lease_end

    if outcome is None:
        yield from _report_task(connection, task, "release_task", {}, goes_on)
        return
    try:
        yield from _report_task(connection, task, "finish_task", outcome, goes_on)
    except Exception:
        # The service does not take the outcome as it is; another agent may do better.
        try:
            yield from _report_task(connection, task, "release_task", {}, goes_on)
        except Exception:
            pass
        raise


def _report_task(
    connection: Connection, task: Any, name: str, body: Mapping[str, Any], goes_on: Callable[[], bool]
) -> Program[None]:
    params = {"sessionId": task["sessionId"], "taskId": task["id"]}
    try:
        yield from persist(lambda headers: call(connection, name, params, body=body, headers=headers), goes_on)
    except ServiceError as error:
        # The task is another's, or has ended, or nothing can be written any more.
        if error.reason not in ("task_state", "session_completed"):
            raise


def _watch_task(connection: Connection, params: Mapping[str, str], task: Any, lost: Any) -> Program[None]:
    """Waits for what concerns the owner keep the lease, and tell when the task is taken away."""
    since = task["seq"]
    empty = 0
    wait = max(1, min(MAX_WAIT_SECONDS, task["leaseMs"] // 3000))
    try:
        while True:
            asked_at = time.monotonic()
            query = {"since": since, "wait": wait, "limit": 200}
            page = yield from persist(lambda _: call(connection, "read_inbox", params, query=query))
            items = page["items"]
            if any(_takes_away(item["event"], task) for item in items) or (not items and page.get("completed")):
                lost.set()
                return
            since = items[-1]["seq"] if items else since
            empty = 0 if items or time.monotonic() - asked_at >= 1 else empty + 1
            if empty > 0:
                yield Pause(backoff(0.2, empty))
    except Exception:
        lost.set()


def _takes_away(event: Any, task: Any) -> bool:
    data = event["data"]
    if not event["event"].startswith("task.") or data.get("id") != task["id"]:
        return False
    owner, own = data.get("assignee") or {}, task.get("assignee") or {}
    return data.get("status") != "working" or owner.get("agentId") != own.get("agentId")


def _first_characters(text: str, most: int) -> str:
    """The first characters of a text, without those that no text of the contract has (API-13)."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text[:most])


class RunningJob:
    """A job that runs here."""

    def __init__(self, lease: Any, lost: Any, wake: Any, stopping: Callable[[], bool]) -> None:
        self._lease = lease
        self._lost = lost
        self._wake = wake
        self._stopping = stopping
        self._progress: Optional[dict[str, Any]] = None
        self._expires_at = time.monotonic() + lease["leaseMs"] / 1000

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to gain from going on: the lease was lost, or the worker is told to stop."""
        return bool(self._lost.is_set()) or self._stopping()

    def set_progress(self, fraction: float, message: Optional[str] = None) -> None:
        """
        Sets the progress of the job, from 0 to 1, and the name of its current step, which is cut to 1,000 characters.
        The next heartbeat reports the progress.
        """
        # JSON has no form for other kinds of number, such as a Fraction.
        fraction = float(fraction)
        if not 0 <= fraction <= 1:
            raise ValueError("The fraction of the progress must be from 0 to 1.")
        told = {} if message is None else {"message": _first_characters(str(message), 1000)}
        self._progress = {"fraction": fraction, **told}
        self._wake.set()

    def _goes_on(self) -> bool:
        return not self._stopping() and time.monotonic() < self._expires_at


def worker_program(
    connection: Connection,
    *,
    types: Sequence[str],
    run: Callable[[Any, RunningJob], Any],
    session_id: Optional[str],
    worker: Optional[str],
    stopping: Callable[[], bool],
    on_error: Optional[Callable[[BaseException], None]],
) -> Program[None]:
    """Claims jobs one after the other, runs them and ends them, until it is told to stop."""
    failures = 0
    body = given({"types": list(types), "worker": worker})
    params = {} if session_id is None else {"sessionId": session_id}
    name = "claim_any_job" if session_id is None else "claim_job"
    while not stopping():
        asked_at = time.monotonic()
        try:
            lease = (yield from call(connection, name, params, query={"wait": MAX_WAIT_SECONDS}, body=body))["lease"]
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
                yield from _run_lease(connection, lease, run, stopping, on_error)
            except Exception as error:
                if on_error is not None:
                    on_error(error)
        elif time.monotonic() - asked_at < 0.5:
            yield Pause(backoff(0.5, min(failures, 4)))
            failures += 1


def _lease_of(lease: Any) -> "tuple[dict[str, str], dict[str, Any]]":
    job = lease["job"]
    return {"sessionId": job["sessionId"], "jobId": job["id"]}, {"leaseId": lease["leaseId"]}


def _run_lease(
    connection: Connection,
    lease: Any,
    run: Callable[[Any, RunningJob], Any],
    stopping: Callable[[], bool],
    on_error: Optional[Callable[[BaseException], None]],
) -> Program[None]:
    lost, wake = (yield NewFlag()), (yield NewFlag())
    job = RunningJob(lease, lost, wake, stopping)
    beating = yield Start(_beat(connection, lease, job, on_error))
    try:
        try:
            outcome = yield Work(lambda: run(lease, job))
            if not isinstance(outcome, dict) or len(outcome) != 1:
                raise TypeError("A job must return one of completed, failed, released and lost.")
        except Exception as error:
            outcome = {"failed": {"reason": "exit", "message": str(error) or type(error).__name__}}
        except BaseException:
            yield from _report_outcome(connection, lease, {"released": True}, job)
            raise
        if lost.is_set():
            raise RuntimeError(f"The lease of the job {lease['job']['id']} was lost.")
        # A job that failed because it was stopped did not fail.
        if stopping() and "completed" not in outcome:
            outcome = {"released": True}
        if "lost" in outcome:
            # No report is sent, so the lease runs out and the attempt counts.
            raise RuntimeError(str(outcome["lost"]))
        yield from _report_outcome(connection, lease, outcome, job)
    finally:
        yield End(beating)


def _beat(
    connection: Connection, lease: Any, job: RunningJob, on_error: Optional[Callable[[BaseException], None]]
) -> Program[None]:
    """Heartbeats renew the lease, and tell the progress, until the outcome is reported."""
    params, held = _lease_of(lease)

    # A request that falls silent is given up in time for another one, before the lease runs out.
    timeout = min(connection.timeout, lease["leaseMs"] / 3000)

    def renew(body: Mapping[str, Any]) -> Program[Any]:
        return persist(
            lambda headers: call(connection, "renew_lease", params, body=body, headers=headers, timeout=timeout)
        )

    while True:
        yield Pause(lease["leaseMs"] / 3000, job._wake)
        job._wake.clear()
        progress, job._progress = job._progress, None
        # A heartbeat alone follows progress that is refused, and keeps the lease.
        for body in [held] if progress is None else [{**held, "progress": progress}, held]:
            try:
                yield from renew(body)
                job._expires_at = time.monotonic() + lease["leaseMs"] / 1000
                break
            except Exception as error:
                if _ends_lease(error):
                    job._lost.set()
                    return
                if on_error is not None:
                    on_error(error)
        if progress is not None:
            yield Pause(1)


def _ends_lease(error: BaseException) -> bool:
    """Whether the worker has lost the lease or its access. Any other refusal ends no lease."""
    return isinstance(error, ServiceError) and (error.status in (401, 403, 404) or error.reason == "lease_lost")


def _report_outcome(connection: Connection, lease: Any, outcome: Mapping[str, Any], job: RunningJob) -> Program[None]:
    params, held = _lease_of(lease)
    end_of_pages = time.monotonic() + _LEASES_OF_PAGES * lease["leaseMs"] / 1000

    def may_retry(error: BaseException) -> bool:
        is_page = isinstance(error, UnexpectedAnswer)
        is_over = time.monotonic() > end_of_pages if is_page else _is_refusal(error)
        return is_outage(error) and not is_over

    def tell(name: str, body: Mapping[str, Any], **more: str) -> Program[Any]:
        whole, place = {**held, **body}, {**params, **more}
        return persist(
            lambda headers: call(connection, name, place, body=whole, headers=headers), job._goes_on, may_retry
        )

    def fail(failure: Mapping[str, Any]) -> Program[Any]:
        message = failure.get("message")
        # The service takes 16 KB.
        told = {} if message is None else {"message": _first_characters(str(message), 4000)}
        return tell("fail_job", {**failure, **told})

    if job._progress is not None:
        progress, job._progress = job._progress, None
        try:
            yield from tell("renew_lease", {"progress": progress})
        except PairspaceError:
            # The report finds out by itself whether the lease is lost.
            pass
    if "released" in outcome:
        yield from tell("release_job", {})
        return
    kind = "failed" if "failed" in outcome else "completed"
    report = dict(outcome[kind])
    for output in report.pop("outputs", ()):
        yield from _upload(tell, output)
    if kind == "failed":
        yield from fail(report)
        return
    try:
        yield from tell("complete_job", report)
    except (ServiceError, UnexpectedAnswer) as error:
        if isinstance(error, ServiceError) and error.status not in (400, 413):
            raise
        # A report that the service cannot take is the end of the job, and no reason to run it again.
        yield from fail({"reason": "output", "message": str(error)})


def _upload(tell: Callable[..., Program[Any]], output: Mapping[str, Any]) -> Program[None]:
    """Uploads what a job made. A file that the service refuses is named with the reason."""
    path = re.sub(r"^/work/", "", output["path"])
    body = {name: output[name] for name in output if name != "path"}
    try:
        yield from tell("upload_job_output", body, path=path)
        return
    except (ServiceError, UnexpectedAnswer) as error:
        if not _is_refusal(error):
            raise
        message = str(error)[:300]
    try:
        yield from tell("upload_job_output", {"error": message}, path=_shown_path(path))
    except (ServiceError, UnexpectedAnswer) as error:
        # A job has named as many outputs as it may when this is refused, too.
        if not _is_refusal(error):
            raise


def _shown_path(path: str) -> str:
    """A path that no file of a session can have, as a similar path that one can have."""
    is_long = len(path.encode("utf-8", "surrogatepass")) > 512
    segments = re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\\\\]", "\ufffd", path[:128] if is_long else path).split("/")
    return "/".join(segment for segment in segments if segment not in ("", ".", "..")) or "\ufffd"


def _is_refusal(error: BaseException) -> bool:
    """
    Whether the service, or a proxy before it, refuses this upload for good. An error page of a proxy gets here after the
    time for such pages.
    """
    if not isinstance(error, ServiceError):
        return isinstance(error, UnexpectedAnswer)
    return error.status in (400, 413) or error.reason in ("limit_reached", "storage_full")
