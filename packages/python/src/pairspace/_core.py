"""
What both clients share, and decide without a network: requests, answers, waits before another try, the frames of a
stream, and what they tell those who work of a claimed task and of a running job.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, NoReturn, Optional, Sequence
from urllib.parse import quote, urlencode, urljoin

import httpx

from ._address import origin_of
from ._errors import ConnectionFailed, ServiceError, UnexpectedAnswer, ValidationFailed, may_pass, refusal_in

MB = 1024 * 1024
MAX_WAIT_SECONDS = 50
#: A service may hold a request for MAX_WAIT_SECONDS before it answers.
USUAL_TIMEOUT = 75.0
#: Three times the longest time between two bytes of a stream.
USUAL_SILENCE = 45.0
#: The slowest upload that is waited for.
BYTES_PER_SECOND = 10_000
MOST_TRIES = 4
FIRST_BACKOFF, LONGEST_BACKOFF, LONGEST_PAUSE = 0.2, 30.0, 60.0
#: The caller decides about a longer Retry-After.
LONGEST_RETRY_AFTER = 10.0


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


#: A field that is left out, where None is a value of its own.
UNSET = Unset()


@dataclass(frozen=True)
class Endpoint:
    """An endpoint of the contract, as far as a request needs it."""

    method: str
    path: str
    #: Whether a repetition is told from a new request by a key. A heartbeat may be repeated without one.
    keyed: bool = True


@dataclass(frozen=True)
class Connection:
    """The service and the identity with which requests are made."""

    base_url: str
    token: Optional[str] = field(default=None, repr=False)
    timeout: float = USUAL_TIMEOUT


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    timeout: float
    most_bytes: int


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    #: With more bytes than the request allows it was not read to its end.
    body: bytes


def new_key() -> str:
    return secrets.token_hex(16)


def path_to(path: str, params: Mapping[str, str]) -> str:
    """
    The path of a request. A segment `.` or `..` is refused, because proxies resolve it: the path of a file could become
    the path of its session, and a deletion of the file the deletion of the session. Half of a surrogate pair has no
    place in a URL. No id and no path of the service has either.
    """

    def fill(found: "re.Match[str]") -> str:
        kind, name = found[1], found[2]
        value = params[name]
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a text, not {type(value).__name__}")
        has_half = re.search("[\ud800-\udfff]", value) is not None
        if has_half or any(segment in (".", "..") for segment in value.split("/")):
            message = "must not hold half of a surrogate pair" if has_half else "must have no segment . or .."
            issues = [{"path": name, "message": message}]
            raise ValidationFailed("VALIDATION_ERROR", f"{name} {message}", status=400, details={"issues": issues})
        return "/" + quote(value, safe="/!'()*~" if kind == "*" else "!'()*~")

    return re.sub(r"/([:*])(\w+)", fill, path)


def given(*fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not left out: None in the first mapping, UNSET in all."""
    usual, *others = fields
    kept = {name: value for name, value in usual.items() if value is not None and value is not UNSET}
    for nullable in others:
        kept.update((name, value) for name, value in nullable.items() if value is not UNSET)
    return kept


def _checked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        is_name = re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name)
        if not is_name or not isinstance(value, str) or re.search(r"[\0-\x08\n-\x1f\x7f]", value):
            raise ValueError(f"The header {name!r} cannot be sent.")
    return {name.lower(): value.strip(" \t") for name, value in headers.items()}


def _json_of(body: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError:
        # Half of a character has a form in JSON alone. The service says what is wrong with it.
        return json.dumps(body, allow_nan=False).encode("ascii")


def request_of(
    connection: Connection, endpoint: Endpoint, params: Mapping[str, str], query: Mapping[str, Any],
    body: Optional[Mapping[str, Any]], headers: Optional[Mapping[str, str]] = None, timeout: Optional[float] = None,
) -> Request:
    """A request that can be repeated: a POST, except a heartbeat, has a key by which the service recognises it."""
    all_headers = {"accept": "application/json"}
    if connection.token is not None:
        all_headers["authorization"] = f"Bearer {connection.token}"
    if body is not None:
        all_headers["content-type"] = "application/json"
    if endpoint.method == "POST" and endpoint.keyed:
        all_headers["idempotency-key"] = new_key()
    all_headers.update(_checked_headers(headers or {}))
    texts = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
    encoded = None if body is None else _json_of(body)
    is_long = re.search(r"/(?:export|transcript|claim)\b", endpoint.path) is not None
    url = connection.base_url + path_to(endpoint.path, params) + (f"?{urlencode(texts)}" if texts else "")
    seconds = (connection.timeout if timeout is None else timeout) + len(encoded or b"") // BYTES_PER_SECOND
    return Request(endpoint.method, url, all_headers, encoded, seconds, (512 if is_long else 64) * MB)


def raise_failure(error: BaseException, request: Request) -> NoReturn:
    """Raises a fault of the network as ConnectionFailed, and any other error as it is."""
    if not isinstance(error, (httpx.HTTPError, OSError)):
        raise error
    text = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
    timed_out = isinstance(error, httpx.TimeoutException)
    if timed_out:
        text = f"nothing came for {request.timeout:g} s"
    elif isinstance(error, httpx.RemoteProtocolError):
        # The rest of such a text quotes what came.
        text = "the connection was cut" if re.search("closed connection|disconnected", text) else "no HTTP"
    raise ConnectionFailed(origin_of(request.url) or "an address that is none", text, timed_out=timed_out) from error


def read_answer(response: Response, request: Request) -> Any:
    """The payload of an answer. Raises the refusal in it, or UnexpectedAnswer if it has no envelope."""
    location = response.headers.get("location")
    if location is not None and 300 <= response.status <= 399:
        try:
            origin = origin_of(urljoin(request.url, location))
        except ValueError:
            origin = None
        place = "another place" if origin is None else f'"{origin[:300]}"'
        why = f"it redirects to {place}, and no redirect is followed; give that address if the service is there"
        raise UnexpectedAnswer(response.status, why)
    if len(response.body) > request.most_bytes:
        raise UnexpectedAnswer(response.status, f"it has more than {request.most_bytes // MB} MB")
    try:
        envelope = json.loads(response.body)
    except (ValueError, RecursionError):
        envelope = None
    is_success = 200 <= response.status <= 299
    if is_success and isinstance(envelope, dict) and envelope.get("ok") is True and "data" in envelope:
        return envelope["data"]
    refusal = None if is_success else refusal_in(response.status, envelope)
    if refusal is not None:
        raise refusal
    # The caller may have asked for another media type, by `Accept`.
    asked, got = (
        headers.get(name, "").split(";")[0].strip()
        for headers, name in ((request.headers, "accept"), (response.headers, "content-type"))
    )
    if is_success and asked == got != "application/json":
        return response.body.decode("utf-8", "replace")
    raise UnexpectedAnswer(response.status, text=response.body[:800].decode("utf-8", "replace"))


def backoff(first: float, failures: int) -> float:
    """The time before the next try. It doubles with each failure, and a random part keeps many clients apart."""
    return min(LONGEST_BACKOFF, first * 2.0 ** min(failures, 30)) * (1 + random.random() / 4)


def wait_of_call(error: Exception, endpoint: Endpoint, tries: int, response: Optional[Response]) -> Optional[float]:
    """
    The time before a call is tried again; None if it is not. A read is safe to repeat, and so is a POST, which carries an
    Idempotency-Key for this. A service that did not answer in time is not asked a second time.
    """
    text = None if response is None else response.headers.get("retry-after")
    retry_after = float(text) if text is not None and re.fullmatch(r"\d{1,9}", text) else 0.0
    # However short a time the service names, it is asked no faster than without one.
    wait = max(retry_after, backoff(FIRST_BACKOFF, tries - 1))
    is_worth_it = tries < MOST_TRIES and wait <= LONGEST_RETRY_AFTER and not getattr(error, "timed_out", False)
    return wait if endpoint.method in ("GET", "POST") and may_pass(error) and is_worth_it else None


def retry_after_of(error: Optional[BaseException]) -> float:
    seconds = (error.details or {}).get("retryAfterSeconds") if isinstance(error, ServiceError) else None
    return float(seconds) if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) else 0.0


@dataclass
class Frame:
    """A block of a stream: an event; an id alone, which gives the position; or the pause before the next connection."""

    id: Optional[str] = None
    data: Optional[str] = None
    retry: Optional[float] = None


class FrameParser:
    """Parses server-sent events from bytes in pieces of any size. Comments and an incomplete last block are dropped."""

    #: A bound above every event of the service. Another service might send a line without end.
    MOST_BYTES = 16 * MB

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        self._size = 0
        self._is_after_return = False
        self._frame = Frame()
        self._data: list[str] = []

    def feed(self, piece: bytes) -> Iterator[Frame]:
        if self._is_after_return and piece.startswith(b"\n"):
            piece = piece[1:]
        self._is_after_return = piece.endswith(b"\r")
        *lines, rest = re.split(rb"\r\n|\n|\r", piece)
        for line in lines:
            self._size += len(line)
            whole = b"".join([*self._rest, line])
            self._rest = []
            if whole:
                self._take(whole.decode("utf-8", "replace"))
                continue
            frame, self._frame, self._size = self._frame, Frame(), 0
            if self._data:
                frame.data, self._data = "\n".join(self._data), []
            if frame != Frame():
                yield frame
        self._rest.append(rest)
        self._size += len(rest)
        if self._size > self.MOST_BYTES:
            raise UnexpectedAnswer(200, "an event in it has no end")

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._frame.id = value
        elif name == "retry" and re.fullmatch(r"[0-9]{1,9}", value):
            self._frame.retry = int(value) / 1000


def event_in(data: str) -> dict[str, Any]:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        event = None
    if isinstance(event, dict):
        return event
    raise UnexpectedAnswer(200, "a frame in it is no event")


def number_in(value: Any) -> int:
    if re.fullmatch(r"[0-9]{1,15}", str(value)) and not isinstance(value, float):
        return int(value)
    raise UnexpectedAnswer(200, "a frame in it is no event")


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
