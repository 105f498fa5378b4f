"""Takes the steps of programs with http.client and threads."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
import time
from collections import deque
from typing import Any, Callable, Iterator, NoReturn, Optional, TypeVar, Union
from urllib.parse import urlsplit

from . import _core as core
from ._address import origin_of
from ._errors import ConnectionFailed

T = TypeVar("T")

#: A connection that was idle for longer may be closed by the service at the moment in which it is used again.
_LONGEST_IDLE = 4.0
_PIECE_BYTES = 64 * 1024


class Stopped(BaseException):
    """A call was ended by its Stop."""


class Stop:
    """Ends calls and iterations from another thread: those to which it was given end at `set()`."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._cuts: dict[object, Callable[[], None]] = {}

    def set(self) -> None:
        with self._lock:
            self._event.set()
            cuts = list(self._cuts.values())
        for cut in cuts:
            cut()

    def is_set(self) -> bool:
        return self._event.is_set()

    def wait(self, timeout: Optional[float] = None) -> bool:
        return self._event.wait(timeout)

    def _guard(self, cut: Callable[[], None]) -> "_Guard":
        return _Guard(self, cut)


class _Guard:
    """Calls `cut` when the Stop is set while the block runs."""

    def __init__(self, stop: Stop, cut: Callable[[], None]) -> None:
        self._stop = stop
        self._cut = cut

    def __enter__(self) -> None:
        with self._stop._lock:
            if self._stop.is_set():
                raise Stopped
            self._stop._cuts[self] = self._cut

    def __exit__(self, *_: object) -> None:
        with self._stop._lock:
            self._stop._cuts.pop(self, None)


class HttpTransport:
    """Sends requests over persistent connections. Threads may share it."""

    def __init__(
        self,
        *,
        ssl_context: Optional[ssl.SSLContext] = None,
        source_address: Optional[tuple[str, int]] = None,
        most_idle: int = 8,
    ) -> None:
        self._ssl = ssl_context
        self._source = source_address
        self._most_idle = most_idle
        self._lock = threading.Lock()
        self._idle: dict[str, deque[tuple[float, http.client.HTTPConnection]]] = {}

    def send(self, request: core.Request, stop: Stop) -> core.Response:
        connection, response = self._answer(request, stop)
        try:
            with stop._guard(lambda: _cut(connection)):
                body, is_cut = _read(response, request.most_bytes)
        except BaseException as error:
            connection.close()
            raise_failure(error, request, stop)
        if is_cut or response.will_close:
            connection.close()
        else:
            self._keep(request, connection)
        return core.Response(response.status, _headers_of(response), body, is_cut)

    def open_stream(self, request: core.Request, stop: Stop) -> "Union[SyncStream, core.Response]":
        connection, response = self._answer(request, stop)
        if response.status == 200 and _headers_of(response).get("content-type", "").startswith("text/event-stream"):
            return SyncStream(connection, response, request, stop)
        try:
            with stop._guard(lambda: _cut(connection)):
                body, is_cut = _read(response, request.most_bytes)
        except BaseException as error:
            raise_failure(error, request, stop)
        finally:
            connection.close()
        return core.Response(response.status, _headers_of(response), body, is_cut)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, {}
        for connections in idle.values():
            for _, connection in connections:
                connection.close()

    def _answer(
        self, request: core.Request, stop: Stop
    ) -> "tuple[http.client.HTTPConnection, http.client.HTTPResponse]":
        parts = urlsplit(request.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection = self._take(request) or self._connect(request)
        try:
            with stop._guard(lambda: _cut(connection)):
                if connection.sock is None:
                    connection.connect()
                _socket_of(connection).settimeout(request.timeout)
                connection.request(request.method, target, body=request.body, headers=dict(request.headers))
                return connection, connection.getresponse()
        except BaseException as error:
            connection.close()
            raise_failure(error, request, stop)

    def _connect(self, request: core.Request) -> http.client.HTTPConnection:
        parts = urlsplit(request.url)
        host, timeout = parts.hostname or "", min(request.timeout, 30.0)
        if parts.scheme == "https":
            context = self._ssl or ssl.create_default_context()
            return http.client.HTTPSConnection(
                host, parts.port, timeout=timeout, context=context, source_address=self._source
            )
        return http.client.HTTPConnection(host, parts.port, timeout=timeout, source_address=self._source)

    def _take(self, request: core.Request) -> Optional[http.client.HTTPConnection]:
        origin = origin_of(request.url) or ""
        while True:
            with self._lock:
                idle = self._idle.get(origin)
                if not idle:
                    return None
                since, connection = idle.pop()
            if time.monotonic() - since < _LONGEST_IDLE and not _is_readable(connection.sock):
                return connection
            connection.close()

    def _keep(self, request: core.Request, connection: http.client.HTTPConnection) -> None:
        if connection.sock is None:
            return
        with self._lock:
            idle = self._idle.setdefault(origin_of(request.url) or "", deque())
            idle.append((time.monotonic(), connection))
            left = idle.popleft()[1] if len(idle) > self._most_idle else None
        if left is not None:
            left.close()


class SyncStream:
    """An event stream that is open."""

    def __init__(
        self,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        request: core.Request,
        stop: Stop,
    ) -> None:
        self._connection = connection
        self._response = response
        self._request = request
        self._stop = stop
        self._socket = connection.sock

    def read(self, silence: float) -> bytes:
        try:
            with self._stop._guard(lambda: _cut(self._connection, self._socket)):
                if self._socket is not None:
                    self._socket.settimeout(silence)
                return self._response.read1(_PIECE_BYTES)
        except BaseException as error:
            raise_failure(error, self._request, self._stop)

    def close(self) -> None:
        _cut(self._connection, self._socket)
        self._response.close()
        self._connection.close()


def _is_readable(sock: Optional[socket.socket]) -> bool:
    """An idle connection that has something to read was closed by the other side."""
    if sock is None:
        return True
    try:
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(sock, select.POLLIN)
            return bool(poll.poll(0))
        return bool(select.select([sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _cut(connection: http.client.HTTPConnection, sock: Optional[socket.socket] = None) -> None:
    """Ends what another thread waits for on this connection."""
    open_socket = sock or connection.sock
    try:
        if open_socket is not None:
            open_socket.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def _socket_of(connection: http.client.HTTPConnection) -> socket.socket:
    sock = connection.sock
    if sock is None:
        raise ConnectionResetError("the connection was cut")
    return sock


def _is_headless(response: http.client.HTTPResponse) -> bool:
    """Whether the end of the headers is missing: http.client takes a cut among them for their end."""
    says = response.getheader("connection", "").lower()
    has_end = response.length is not None or response.chunked or "close" in says
    return not has_end and response.version == 11


def _headers_of(response: http.client.HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}


def _read(response: http.client.HTTPResponse, most_bytes: int) -> tuple[bytes, bool]:
    pieces: list[bytes] = []
    left = most_bytes
    while True:
        piece = response.read(min(_PIECE_BYTES, left + 1))
        if not piece:
            # An answer that is shorter than it said raises no error by itself.
            if response.length or _is_headless(response):
                raise http.client.IncompleteRead(b"", response.length)
            return b"".join(pieces), False
        left -= len(piece)
        if left < 0:
            return b"", True
        pieces.append(piece)


def raise_failure(error: BaseException, request: core.Request, stop: Optional[Stop] = None) -> NoReturn:
    """Raises a fault of the network as ConnectionFailed, and as Stopped where the Stop has made it."""
    is_fault = isinstance(error, (OSError, http.client.HTTPException, ValueError, AttributeError))
    failure = Stopped() if stop is not None and stop.is_set() and is_fault else failure_of(error, request)
    if failure is error:
        raise error
    raise failure from error


def failure_of(error: BaseException, request: core.Request) -> BaseException:
    """A fault of the network as ConnectionFailed; any other error as it is."""
    origin = origin_of(request.url) or "an address that is none"
    if isinstance(error, (TimeoutError, socket.timeout)):
        return ConnectionFailed(origin, f"nothing came for {request.timeout:g} s", timed_out=True)
    if isinstance(error, ssl.SSLError):
        return ConnectionFailed(origin, error.reason or "no TLS")
    if isinstance(error, OSError):
        return ConnectionFailed(origin, error.strerror or type(error).__name__)
    if isinstance(error, http.client.IncompleteRead):
        return ConnectionFailed(origin, "the connection was cut")
    if isinstance(error, http.client.HTTPException):
        return ConnectionFailed(origin, f"no HTTP ({type(error).__name__})")
    return error


class SyncHandle:
    """A program that runs in a thread of its own."""

    def __init__(self, transport: HttpTransport, program: "core.Program[Any]") -> None:
        self.stop = Stop()
        self._thread = threading.Thread(target=self._run, args=(transport, program), daemon=True)
        self._thread.start()

    def _run(self, transport: HttpTransport, program: "core.Program[Any]") -> None:
        try:
            run(transport, program, self.stop)
        except Stopped:
            pass

    def end(self) -> None:
        self.stop.set()
        self._thread.join()


def _take_step(step: core.Step, transport: HttpTransport, stop: Stop) -> Any:
    if isinstance(step, core.Send):
        return transport.send(step.request, stop)
    if isinstance(step, core.OpenStream):
        return transport.open_stream(step.request, stop)
    if isinstance(step, core.ReadStream):
        return step.stream.read(step.silence)
    if isinstance(step, core.CloseStream):
        return step.stream.close()
    if isinstance(step, core.Pause):
        return _pause(step, stop)
    if isinstance(step, core.Start):
        return SyncHandle(transport, step.program)
    if isinstance(step, core.End):
        return step.handle.end()
    if isinstance(step, core.NewFlag):
        return threading.Event()
    if isinstance(step, core.Work):
        return step.call()
    raise AssertionError(f"no step: {step}")


def _pause(step: core.Pause, stop: Stop) -> None:
    if step.until is None:
        stop.wait(step.seconds)
    else:
        end = time.monotonic() + step.seconds
        while not stop.is_set() and not step.until.wait(min(0.1, max(0.0, end - time.monotonic()))):
            if time.monotonic() >= end:
                return
    if stop.is_set():
        raise Stopped


def run(transport: HttpTransport, program: "core.Program[T]", stop: Stop) -> T:
    """Takes all steps of a program and returns its result. Its last steps are taken even when it is stopped."""
    result: Any = None
    error: Optional[BaseException] = None
    while True:
        try:
            step = core.advance(program, result, error)
        except StopIteration as end:
            value: T = end.value
            return value
        result, error = None, None
        try:
            result = _take_step(step, transport, stop)
            if isinstance(step, core.Work) and stop.is_set():
                # The outcome of the work is still reported.
                stop = Stop()
        except BaseException as fault:
            error = fault
            if stop.is_set() or isinstance(fault, (Stopped, KeyboardInterrupt)):
                # The last steps of the program are no longer stopped.
                stop = Stop()


def iterate(transport: HttpTransport, program: "core.Program[Any]", stop: Stop) -> Iterator[Any]:
    """The items of a program. Leaving the iteration lets the program do what it does at its end."""
    result: Any = None
    error: Optional[BaseException] = None
    is_left = False
    while True:
        try:
            step = core.advance(program, result, error)
        except (StopIteration, Stopped, core.Left):
            return
        result, error = None, None
        try:
            if isinstance(step, core.Item):
                if is_left:
                    raise core.Left
                yield step.value
                if stop.is_set():
                    raise Stopped
            else:
                result = _take_step(step, transport, stop)
        except GeneratorExit:
            is_left, error, stop = True, core.Left(), Stop()
        except BaseException as fault:
            error = fault
            if isinstance(fault, (Stopped, KeyboardInterrupt)):
                is_left, stop = True, Stop()


