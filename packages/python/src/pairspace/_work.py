"""What both clients tell those who work of a claimed task and of a running job, and decide about them."""

from __future__ import annotations

import re
import threading
import time
from typing import Any, Callable, Mapping, Optional, Sequence

from ._errors import ServiceError, UnexpectedAnswer


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
        self, text: str = "", *, outcome: str = "done", links: Sequence[Mapping[str, Any]] = (),
        reason: Optional[str] = None,
    ) -> None:
        """Says how the task ends, `done` or `failed`. The service is told when the loop goes on or ends."""
        because = {} if reason is None else {"reason": reason}
        self._outcome = {"outcome": outcome, "text": text, "links": list(links), **because}


#: The tasks that dead processes left to each seat that was used here, as its first iteration found them.
left_by_seat: dict[tuple[str, str, Optional[str]], list[Any]] = {}
_left_lock = threading.Lock()


def take_fitting(left: list[Any], labels: Sequence[str]) -> Any:
    with _left_lock:
        for at, task in enumerate(left):
            if all(label in task["labels"] for label in labels):
                return left.pop(at)
    return None


def takes_away(event: Any, task: Any) -> bool:
    data = event["data"]
    if not event["event"].startswith("task.") or data.get("id") != task["id"]:
        return False
    owner, own = data.get("assignee") or {}, task.get("assignee") or {}
    return data.get("status") != "working" or owner.get("agentId") != own.get("agentId")


class RunningJob:
    """A job that runs here."""

    def __init__(self, lease: Any, lost: Any, wake: Any, stopping: Callable[[], bool]) -> None:
        job = lease["job"]
        self._params: dict[str, str] = {"sessionId": job["sessionId"], "jobId": job["id"]}
        self._held: dict[str, Any] = {"leaseId": lease["leaseId"]}
        self._lease_seconds: float = lease["leaseMs"] / 1000
        self._lost = lost
        self._wake = wake
        self._stopping = stopping
        self._progress: Optional[dict[str, Any]] = None
        self._expires_at = time.monotonic() + self._lease_seconds

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
        self._progress = {"fraction": fraction, **message_of(message, 1000)}
        self._wake.set()

    def _goes_on(self) -> bool:
        return not self._stopping() and time.monotonic() < self._expires_at


def message_of(text: Any, most: int) -> dict[str, str]:
    """A message of a report: the first characters, without those that no text of the contract has (API-13)."""
    return {} if text is None else {"message": re.sub("[\0\ud800-\udfff]", "\ufffd", str(text)[:most])}


def ends_lease(error: BaseException) -> bool:
    """Whether the worker has lost the lease or its access. Any other refusal ends no lease."""
    return isinstance(error, ServiceError) and (error.status in (401, 403, 404) or error.reason == "lease_lost")


def is_refusal(error: BaseException) -> bool:
    """
    Whether the service, or a proxy before it, refuses this upload for good. An error page of a proxy gets here after the
    time for such pages.
    """
    if not isinstance(error, ServiceError):
        return isinstance(error, UnexpectedAnswer)
    return error.status in (400, 413) or error.reason in ("limit_reached", "storage_full")


def shown_path(path: str) -> str:
    """A path that no file of a session can have, as a similar path that one can have."""
    is_long = len(path.encode("utf-8", "surrogatepass")) > 512
    segments = re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\\\\]", "\ufffd", path[:128] if is_long else path).split("/")
    return "/".join(segment for segment in segments if segment not in ("", ".", "..")) or "\ufffd"
