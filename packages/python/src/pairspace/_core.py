"""
The client without input and output. A program is a generator: it yields steps, such as a request or a pause, and gets
their results. `_sync` and `_async` take the steps, so that both clients share every decision.
"""

from __future__ import annotations

import json
import math
import random
import re
import secrets
import time
from codecs import getincrementaldecoder
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Iterator, Mapping, NoReturn, Optional, TypeVar, Union
from urllib.parse import quote, urlencode, urljoin

from ._address import origin_of
from ._errors import (
    ServiceError,
    UnexpectedAnswer,
    ValidationFailed,
    idempotency_key_of,
    is_outage,
    may_pass,
    refusal_of,
    with_key,
)

T = TypeVar("T")

MB = 1024 * 1024
USUAL_ANSWER_BYTES = 64 * MB
LONGEST_ANSWER_BYTES = 512 * MB
MAX_WAIT_SECONDS = 50
#: A service may hold a request for MAX_WAIT_SECONDS before it answers.
USUAL_TIMEOUT = 75.0
#: The slowest upload that is waited for.
BYTES_PER_SECOND = 10_000

_MOST_TRIES = 4
_FIRST_BACKOFF = 0.2
_LONGEST_BACKOFF = 30.0
#: The caller decides about a longer Retry-After.
_LONGEST_RETRY_AFTER = 10.0


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


#: A field that is left out, where None is a value of its own.
UNSET = Unset()


@dataclass(frozen=True)
class Endpoint:
    """An endpoint of the contract, as far as a request needs it."""

    name: str
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
    body: bytes
    #: The body has more bytes than allowed and was not read to its end.
    is_cut: bool = False


# The steps of a program.


@dataclass(frozen=True)
class Send:
    """Sends a request; the result is a Response."""

    request: Request


@dataclass(frozen=True)
class OpenStream:
    """Sends a request; the result is a Stream, or a Response if it is no event stream."""

    request: Request


@dataclass(frozen=True)
class ReadStream:
    """The next bytes of a stream; empty at its end."""

    stream: Any
    silence: float


@dataclass(frozen=True)
class CloseStream:
    stream: Any


@dataclass(frozen=True)
class Pause:
    seconds: float
    #: Ends the pause before its time.
    until: Optional[Any] = None


@dataclass(frozen=True)
class Item:
    """Hands a value to whoever iterates. Raises Left when the iteration is left here."""

    value: Any


@dataclass(frozen=True)
class Start:
    """Runs a program beside this one; the result is its Handle."""

    program: "Program[Any]"


@dataclass(frozen=True)
class End:
    """Stops a program that runs beside, and waits for its end."""

    handle: Any


@dataclass(frozen=True)
class NewFlag:
    """A flag with `set()` and `is_set()`."""


@dataclass(frozen=True)
class Work:
    """Calls a function of the user, and awaits what it returns."""

    call: Callable[[], Any]


Step = Union[Send, OpenStream, ReadStream, CloseStream, Pause, Item, Start, End, NewFlag, Work]
Program = Generator[Step, Any, T]


def advance(program: Program[Any], result: Any, error: Optional[BaseException]) -> Step:
    return program.send(result) if error is None else program.throw(error)


class Left(BaseException):
    """The iteration was left."""


# Requests.


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
        segments = value.split("/") if kind == "*" else [value]
        message = _why_not_in_path(value)
        if message is not None:
            issues = [{"path": name, "message": message}]
            raise ValidationFailed("VALIDATION_ERROR", f"{name} {message}", status=400, details={"issues": issues})
        return "".join("/" + quote(segment, safe="!'()*~") for segment in segments)

    return re.sub(r"/([:*])(\w+)", fill, path)


def _why_not_in_path(value: str) -> Optional[str]:
    if re.search("[\ud800-\udfff]", value):
        return "must not hold half of a surrogate pair"
    has_dots = any(segment in (".", "..") for segment in value.split("/"))
    return "must have no segment . or .." if has_dots else None


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def given(*fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not left out: None in the first mapping, UNSET in all."""
    usual, *others = fields
    kept = {name: value for name, value in usual.items() if value is not None and value is not UNSET}
    for nullable in others:
        kept.update((name, value) for name, value in nullable.items() if value is not UNSET)
    return kept


_token = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def _checked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    checked = {}
    for name, value in headers.items():
        if not _token.fullmatch(name) or not isinstance(value, str) or re.search(r"[\r\n\0]", value):
            raise ValueError(f"The header {name!r} cannot be sent.")
        checked[name.lower()] = value
    return checked


def _json_of(body: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError:
        # Half of a character has a form in JSON alone. The service says what is wrong with it.
        return json.dumps(body, allow_nan=False).encode("ascii")


def request_of(
    connection: Connection,
    endpoint: Endpoint,
    params: Mapping[str, str],
    query: Mapping[str, Any],
    body: Optional[Mapping[str, Any]],
    headers: Optional[Mapping[str, str]] = None,
    timeout: Optional[float] = None,
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
    search = urlencode({name: _query_text(value) for name, value in query.items()})
    encoded = None if body is None else _json_of(body)
    is_long = re.search(r"/(?:export|transcript|claim)\b", endpoint.path) is not None
    return Request(
        method=endpoint.method,
        url=connection.base_url + path_to(endpoint.path, params) + (f"?{search}" if search else ""),
        headers=all_headers,
        body=encoded,
        timeout=(connection.timeout if timeout is None else timeout) + len(encoded or b"") // BYTES_PER_SECOND,
        most_bytes=LONGEST_ANSWER_BYTES if is_long else USUAL_ANSWER_BYTES,
    )


# Answers.


def _redirect_in(response: Response, url: str) -> Optional[UnexpectedAnswer]:
    """A redirect as an error that names the origin it leads to."""
    location = response.headers.get("location")
    if location is None or not 300 <= response.status <= 399:
        return None
    try:
        origin = origin_of(urljoin(url, location))
    except ValueError:
        origin = None
    place = "another place" if origin is None else f'"{origin[:300]}"'
    why = f"it redirects to {place}, and no redirect is followed; give that address if the service is there"
    return UnexpectedAnswer(response.status, why)


def read_answer(response: Response, request: Request) -> Any:
    """The payload of an answer. Raises the refusal in it, or UnexpectedAnswer if it has no envelope."""
    redirect = _redirect_in(response, request.url)
    if redirect is not None:
        raise redirect
    if response.is_cut:
        raise UnexpectedAnswer(response.status, f"it has more than {request.most_bytes // MB} MB")
    try:
        envelope = json.loads(response.body)
    except (ValueError, RecursionError):
        envelope = None
    is_success = 200 <= response.status <= 299
    if is_success and isinstance(envelope, dict) and envelope.get("ok") is True and "data" in envelope:
        return envelope["data"]
    error = envelope.get("error") if isinstance(envelope, dict) else None
    if isinstance(error, dict) and isinstance(error.get("code"), str) and isinstance(error.get("message"), str):
        details, request_id = error.get("details"), error.get("requestId")
        if not is_success and re.fullmatch(r"[A-Z_]{1,64}", error["code"]):
            raise refusal_of(
                error["code"],
                error["message"],
                status=response.status,
                details=details if isinstance(details, dict) else None,
                request_id=request_id if isinstance(request_id, str) else None,
            )
    if is_success and _is_other_representation(response, request):
        return response.body.decode("utf-8", "replace")
    raise UnexpectedAnswer(response.status, text=response.body[:800].decode("utf-8", "replace"))


def _is_other_representation(response: Response, request: Request) -> bool:
    """Whether the caller asked for another media type, by `Accept`, and got it."""
    asked = request.headers.get("accept", "").split(";")[0].strip()
    return asked != "application/json" and response.headers.get("content-type", "").split(";")[0].strip() == asked


def backoff(first: float, failures: int) -> float:
    """The time before the next try. It doubles with each failure, and a random part keeps many clients apart."""
    return min(_LONGEST_BACKOFF, first * 2.0 ** min(failures, 30)) * (1 + random.random() / 4)


def call_program(endpoint: Endpoint, request: Request) -> Program[Any]:
    """
    Calls an endpoint and returns its payload. Tries again what is safe to repeat: reads, and POSTs, which carry an
    Idempotency-Key for this. It does so a few times.
    """
    key = request.headers.get("idempotency-key")
    repeatable = endpoint.method in ("GET", "POST")
    for tries in range(1, _MOST_TRIES + 1):
        retry_after: float = 0
        try:
            response: Response = yield Send(request)
            retry_after = _seconds_in(response.headers.get("retry-after"))
            return read_answer(response, request)
        except Exception as error:
            # However short a time the service names, it is asked no faster than without one.
            wait = max(retry_after, backoff(_FIRST_BACKOFF, tries - 1))
            is_worth_it = tries < _MOST_TRIES and wait <= _LONGEST_RETRY_AFTER
            # A service that did not answer in time is not asked a second time.
            timed_out = getattr(error, "timed_out", False)
            if not repeatable or not may_pass(error) or not is_worth_it or timed_out:
                raise with_key(error, key)
        yield Pause(wait)
    raise AssertionError("the last try returns or raises")


def _seconds_in(text: Optional[str]) -> float:
    return float(text) if text is not None and re.fullmatch(r"\d{1,9}", text) else 0.0


def retry_after_of(error: BaseException) -> float:
    seconds = (error.details or {}).get("retryAfterSeconds") if isinstance(error, ServiceError) else None
    return float(seconds) if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) else 0.0


def persist(
    call: Callable[[Mapping[str, str]], Program[T]],
    goes_on: Callable[[], bool] = lambda: True,
    retry_on: Callable[[BaseException], bool] = is_outage,
) -> Program[T]:
    """
    Repeats a call under the same Idempotency-Key, while its failure is temporary: `is_outage`, or `may_pass` at the first
    contact with a service.
    """
    headers: dict[str, str] = {}
    failures = 0
    while True:
        try:
            return (yield from call(headers))
        except Exception as error:
            if not retry_on(error) or not goes_on():
                raise
            key = idempotency_key_of(error)
            if key is not None:
                headers = {"idempotency-key": key}
            wait = max(backoff(_FIRST_BACKOFF, min(failures, 3)), min(_LONGEST_RETRY_AFTER, retry_after_of(error)))
        failures += 1
        yield Pause(wait)


# Server-sent events.


@dataclass
class Frame:
    """
    A block of a stream: an event; an id alone, which gives the position of the stream; or the pause before the next
    connection.
    """

    id: Optional[str] = None
    event: Optional[str] = None
    data: Optional[str] = None
    retry: Optional[float] = None

    def is_empty(self) -> bool:
        return self.id is None and self.event is None and self.data is None and self.retry is None


class FrameParser:
    """Parses server-sent events from bytes in pieces of any size. Comments and an incomplete last block are dropped."""

    #: A bound above every event of the service. Another service might send a line without end.
    MOST_CHARACTERS = 16 * MB

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._frame = Frame()
        self._line: list[str] = []
        self._data: list[str] = []
        self._size = 0
        self._is_after_return = False

    def feed(self, piece: bytes) -> Iterator[Frame]:
        text = self._decoder.decode(piece)
        if self._is_after_return and text:
            self._is_after_return = False
            text = text[1:] if text[0] == "\n" else text
        lines = re.split(r"\r\n|\n|\r", text)
        self._is_after_return = text.endswith("\r")
        for part in lines[:-1]:
            self._size += len(part)
            self._line.append(part)
            yield from self._take("".join(self._line))
            self._line = []
        self._line.append(lines[-1])
        self._size += len(lines[-1])
        if self._size > self.MOST_CHARACTERS:
            raise UnexpectedAnswer(200, "an event in it has no end")

    def _take(self, line: str) -> Iterator[Frame]:
        if line == "":
            if self._data:
                self._frame.data = "\n".join(self._data)
            if not self._frame.is_empty():
                yield self._frame
            self._frame, self._data, self._size = Frame(), [], 0
            return
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._frame.event = value
        elif name == "id" and "\0" not in value:
            self._frame.id = value
        elif name == "retry" and re.fullmatch(r"[0-9]{1,9}", value):
            self._frame.retry = int(value) / 1000


# Following a session.


class Endpoints:
    """The endpoints that the programs of this module call."""

    table: Mapping[str, Endpoint] = {}


def call(
    connection: Connection,
    name: str,
    params: Mapping[str, str],
    *,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    headers: Optional[Mapping[str, str]] = None,
    timeout: Optional[float] = None,
) -> Program[Any]:
    endpoint = Endpoints.table[name]
    request = request_of(connection, endpoint, params, query or {}, body, headers, timeout)
    return (yield from call_program(endpoint, request))


_TRIES_TO_CONNECT = 4
_SHORTEST_PAUSE = 0.2
_LONGEST_PAUSE = 60.0
#: Three times the longest time between two bytes of a stream.
USUAL_SILENCE = 45.0


def follow_events_program(
    connection: Connection,
    session_id: str,
    *,
    since: Optional[int],
    silence: float,
    on_transient: Optional[Callable[[Any], None]],
    on_connection: Optional[Callable[[str, Optional[BaseException]], None]],
) -> Program[None]:
    seq: Any = since
    first_pause = 1.0
    failures = 0
    connected = False
    while True:
        stream: Any = None
        pause = 0.0
        reason: Optional[BaseException] = None
        try:
            if seq is None:
                session = yield from call(connection, "get_session", {"sessionId": session_id})
                seq = _number(session["lastSeq"])
            stream = yield from _open_events(connection, session_id, seq, silence)
            connected = True
            if on_connection is not None:
                on_connection("open", None)
            parser = FrameParser()
            while True:
                piece: bytes = yield ReadStream(stream, silence)
                if not piece:
                    break
                for frame in parser.feed(piece):
                    failures = 0
                    if frame.retry is not None:
                        first_pause = frame.retry
                    if frame.id is None:
                        if frame.data is not None and on_transient is not None:
                            on_transient(_parsed(frame.data))
                        continue
                    if frame.data is None:
                        # A restore has set the log back behind the last event.
                        seq = min(seq, _number(frame.id))
                        continue
                    event = _parsed(frame.data)
                    if _number(event.get("seq")) <= seq:
                        continue
                    seq = event["seq"]
                    yield Item(event)
                    if event.get("event") == "session.deleted":
                        return
        except Exception as error:
            may_retry = is_outage(error) if connected else may_pass(error) and failures + 1 < _TRIES_TO_CONNECT
            if not may_retry:
                raise
            pause = retry_after_of(error)
            reason = error
        finally:
            if stream is not None:
                yield CloseStream(stream)
        if on_connection is not None:
            on_connection("lost", reason)
        wait = max(pause, backoff(max(_SHORTEST_PAUSE, first_pause), failures))
        failures += 1
        yield Pause(min(_LONGEST_PAUSE, wait))


def _parsed(data: str) -> dict[str, Any]:
    try:
        parsed = json.loads(data)
    except (ValueError, RecursionError):
        parsed = None
    return parsed if isinstance(parsed, dict) else _no_event()


def _number(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,15}", value) else _no_event()


def _no_event() -> NoReturn:
    raise UnexpectedAnswer(200, "a frame in it is no event")


def _open_events(connection: Connection, session_id: str, seq: int, silence: float) -> Program[Any]:
    headers = {"accept": "text/event-stream", "last-event-id": str(seq), "cache-control": "no-store"}
    endpoint = Endpoints.table["stream_events"]
    request = request_of(connection, endpoint, {"sessionId": session_id}, {}, None, headers, silence)
    opened = yield OpenStream(request)
    if not isinstance(opened, Response):
        return opened
    read_answer(opened, request)
    raise UnexpectedAnswer(opened.status, "it is no event stream")


def next_events_program(
    connection: Connection, session_id: str, *, since: int, wait_seconds: Optional[float]
) -> Program[list[Any]]:
    deadline = None if wait_seconds is None else time.monotonic() + wait_seconds
    while True:
        asked_at = time.monotonic()
        left = MAX_WAIT_SECONDS if deadline is None else max(0.0, deadline - asked_at)
        wait = min(MAX_WAIT_SECONDS, math.ceil(left))
        query = {"since": since, "wait": wait, "limit": 200}
        page = yield from call(connection, "list_events", {"sessionId": session_id}, query=query)
        now = time.monotonic()
        items: list[Any] = page["items"]
        if items or now - asked_at < wait or (deadline is not None and now >= deadline):
            return items


def inbox_program(connection: Connection, session_id: str, *, via: str) -> Program[None]:
    params = {"sessionId": session_id}
    query = {"wait": MAX_WAIT_SECONDS, "limit": 50}
    empty = 0
    retry_on = may_pass
    while True:
        asked_at = time.monotonic()
        page = yield from persist(lambda _: call(connection, "read_inbox", params, query=query), retry_on=retry_on)
        retry_on = is_outage
        for item in page["items"]:
            yield Item(item)
            body = {"seq": item["seq"], "via": via}
            yield from persist(
                lambda headers: call(connection, "move_position", params, body=body, headers=headers), retry_on=retry_on
            )
        if not page["items"]:
            if page.get("completed"):
                return
            if time.monotonic() - asked_at < 1:
                # The service returned early, because its process is about to end.
                empty += 1
                yield Pause(backoff(_FIRST_BACKOFF, empty))
                continue
        empty = 0


def pages_program(call_page: Callable[[Optional[str]], Program[Any]]) -> Program[None]:
    cursor: Optional[str] = None
    while True:
        page = yield from call_page(cursor)
        for item in page["items"]:
            yield Item(item)
        cursor = page.get("nextCursor")
        # An empty page is the last one. Without this check, another service could continue without end.
        if not page["items"] or cursor is None:
            return


def follow_job_program(connection: Connection, session_id: str, job_id: str) -> Program[None]:
    params = {"sessionId": session_id, "jobId": job_id}
    since = {"stdout": 0, "stderr": 0}
    told: Any = None
    retry_on = may_pass

    def read(name: str, query: Mapping[str, Any] = {}) -> Program[Any]:
        nonlocal retry_on
        answer = yield from persist(lambda _: call(connection, name, params, query=query), retry_on=retry_on)
        retry_on = is_outage
        return answer

    while True:
        asked_at = time.monotonic()
        news = False
        job = yield from read("get_job")
        for stream in list(since):
            # Only the first of them waits, so that neither stream holds up the other for long.
            wait = 2 if stream == next(iter(since)) and job["status"] in ("pending", "running") else 0
            query = {"stream": stream, "since": since[stream], "wait": wait}
            page = yield from read("read_job_output", query)
            if page["text"]:
                news = True
                yield Item({"kind": "output", "stream": stream, "since": page["since"], "text": page["text"]})
            since[stream] = page["next"]
            if page["ended"]:
                del since[stream]
        progress = job.get("progress")
        if progress and progress != told:
            told = progress
            yield Item({"kind": "progress", "progress": progress})
        if not since:
            break
        if not news and time.monotonic() - asked_at < 0.5:
            yield Pause(0.5)
    yield Item({"kind": "end", "job": (yield from read("get_job"))})
