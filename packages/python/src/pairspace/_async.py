"""Takes the steps of programs with asyncio streams."""

from __future__ import annotations

import asyncio
import http.client
import inspect
import re
import socket
import ssl
import time
from collections import deque
from typing import Any, AsyncIterator, Optional, TypeVar, Union
from urllib.parse import urlsplit

from . import _core as core
from ._address import origin_of
from ._sync import raise_failure

T = TypeVar("T")

_LONGEST_IDLE = 4.0
_PIECE_BYTES = 64 * 1024
_MOST_HEAD_BYTES = 128 * 1024


class _NoHttp(http.client.HTTPException):
    pass


class _Wire:
    """A connection and the answer that is read from it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.loop = asyncio.get_running_loop()
        self.idle_since = 0.0
        self.status = 0
        self.headers: dict[str, str] = {}
        self._left: Optional[int] = None
        self._is_chunked = False
        self._is_over = False
        self.can_stay = False

    def is_usable(self) -> bool:
        """An idle connection that has something to read was closed by the other side."""
        buffered = bool(getattr(self._reader, "_buffer", b""))
        is_open = not self._reader.at_eof() and not buffered and not self._writer.is_closing()
        return is_open and time.monotonic() - self.idle_since < _LONGEST_IDLE

    async def ask(self, request: core.Request) -> None:
        parts = urlsplit(request.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"{request.method} {target} HTTP/1.1", f"host: {parts.netloc}"]
        lines += [f"{name}: {value}" for name, value in request.headers.items()]
        if request.body is not None or request.method in ("POST", "PUT", "PATCH"):
            lines.append(f"content-length: {len(request.body or b'')}")
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + (request.body or b""))
        await self._writer.drain()
        await self._read_head(request.method)

    async def _line(self) -> bytes:
        try:
            line = await self._reader.readline()
        except ValueError as error:
            raise _NoHttp("a line without end") from error
        if not line.endswith(b"\n"):
            raise ConnectionResetError("the connection was cut")
        return line.rstrip(b"\r\n")

    async def _read_head(self, method: str) -> None:
        while True:
            found = re.fullmatch(rb"HTTP/1\.([01]) (\d{3})(?: .*)?", await self._line())
            if not found:
                raise _NoHttp("no status line")
            self.status, size = int(found[2]), 0
            self.headers = {}
            while line := await self._line():
                size += len(line)
                name, colon, value = line.partition(b":")
                if size > _MOST_HEAD_BYTES or not colon:
                    raise _NoHttp("no header")
                self.headers[name.decode("latin-1").strip().lower()] = value.decode("latin-1").strip()
            if self.status >= 200:
                break
        length = self.headers.get("content-length", "")
        self._is_chunked = "chunked" in self.headers.get("transfer-encoding", "").lower()
        self._left = None
        if self._is_chunked:
            self._left = 0
        elif re.fullmatch(r"\d{1,15}", length):
            self._left = int(length)
        has_none = method == "HEAD" or self.status in (204, 304) or (not self._is_chunked and self._left == 0)
        self._is_over = has_none
        says_close = "close" in self.headers.get("connection", "").lower()
        self.can_stay = found[1] == b"1" and not says_close and (has_none or self._left is not None)

    async def read(self, most: int) -> bytes:
        """The next bytes of the body; empty at its end."""
        if self._is_over:
            return b""
        if self._is_chunked and self._left == 0:
            self._left = await self._next_chunk()
            if self._left == 0:
                while await self._line():
                    pass
                self._is_over = True
                return b""
        piece = await self._reader.read(most if self._left is None else min(most, self._left))
        if not piece:
            if self._left is not None:
                raise ConnectionResetError("the connection was cut")
            self._is_over = True
        if self._left is not None:
            self._left -= len(piece)
            if self._left == 0:
                if self._is_chunked:
                    await self._line()
                else:
                    self._is_over = True
        return piece

    async def _next_chunk(self) -> int:
        size = (await self._line()).split(b";")[0].strip()
        if not re.fullmatch(rb"[0-9A-Fa-f]{1,12}", size):
            raise _NoHttp("no chunk")
        return int(size, 16)

    def close(self) -> None:
        if self.loop.is_closed():
            # The transport of a loop that is closed cannot be closed any more, but its socket can.
            sock = self._writer.get_extra_info("socket")
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except (OSError, AttributeError):
                pass
            return
        self._writer.transport.abort()


class AsyncHttpTransport:
    """Sends requests over persistent connections of the running event loop."""

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
        self._idle: dict[str, deque[_Wire]] = {}

    async def send(self, request: core.Request) -> core.Response:
        wire = await self._answer(request)
        try:
            body, is_cut = await self._read(wire, request)
        except BaseException as error:
            wire.close()
            raise_failure(error, request)
        if is_cut or not wire.can_stay:
            wire.close()
        else:
            self._keep(request, wire)
        return core.Response(wire.status, wire.headers, body, is_cut)

    async def open_stream(self, request: core.Request) -> "Union[AsyncStream, core.Response]":
        wire = await self._answer(request)
        if wire.status == 200 and wire.headers.get("content-type", "").startswith("text/event-stream"):
            return AsyncStream(wire, request)
        try:
            body, is_cut = await self._read(wire, request)
        except BaseException as error:
            raise_failure(error, request)
        finally:
            wire.close()
        return core.Response(wire.status, wire.headers, body, is_cut)

    async def aclose(self) -> None:
        idle, self._idle = self._idle, {}
        for wires in idle.values():
            for wire in wires:
                wire.close()

    async def _answer(self, request: core.Request) -> _Wire:
        wire = self._take(request)
        try:
            if wire is None:
                wire = await asyncio.wait_for(self._connect(request), min(request.timeout, 30.0))
            await asyncio.wait_for(wire.ask(request), request.timeout)
            return wire
        except BaseException as error:
            if wire is not None:
                wire.close()
            # Before Python 3.11, the timeout of asyncio is a class of its own.
            fault = TimeoutError() if isinstance(error, asyncio.TimeoutError) else error
            raise_failure(fault, request)

    async def _connect(self, request: core.Request) -> _Wire:
        parts = urlsplit(request.url)
        is_tls = parts.scheme == "https"
        reader, writer = await asyncio.open_connection(
            parts.hostname,
            parts.port or (443 if is_tls else 80),
            ssl=(self._ssl or ssl.create_default_context()) if is_tls else None,
            local_addr=self._source,
            limit=_PIECE_BYTES,
        )
        return _Wire(reader, writer)

    async def _read(self, wire: _Wire, request: core.Request) -> tuple[bytes, bool]:
        pieces: list[bytes] = []
        left = request.most_bytes
        while True:
            try:
                piece = await asyncio.wait_for(wire.read(min(_PIECE_BYTES, left + 1)), request.timeout)
            except asyncio.TimeoutError as error:
                raise TimeoutError from error
            if not piece:
                return b"".join(pieces), False
            left -= len(piece)
            if left < 0:
                return b"", True
            pieces.append(piece)

    def _take(self, request: core.Request) -> Optional[_Wire]:
        idle = self._idle.get(origin_of(request.url) or "")
        while idle:
            wire = idle.pop()
            if wire.loop is asyncio.get_running_loop() and wire.is_usable():
                return wire
            wire.close()
        return None

    def _keep(self, request: core.Request, wire: _Wire) -> None:
        wire.idle_since = time.monotonic()
        idle = self._idle.setdefault(origin_of(request.url) or "", deque())
        idle.append(wire)
        if len(idle) > self._most_idle:
            idle.popleft().close()


class AsyncStream:
    """An event stream that is open."""

    def __init__(self, wire: _Wire, request: core.Request) -> None:
        self._wire = wire
        self._request = request

    async def read(self, silence: float) -> bytes:
        try:
            return await asyncio.wait_for(self._wire.read(_PIECE_BYTES), silence)
        except asyncio.TimeoutError:
            raise_failure(TimeoutError(), self._request)
        except Exception as error:
            raise_failure(error, self._request)

    def close(self) -> None:
        self._wire.close()


class AsyncHandle:
    """A program that runs as a task."""

    def __init__(self, transport: AsyncHttpTransport, program: "core.Program[Any]") -> None:
        self._task: "asyncio.Task[Any]" = asyncio.ensure_future(run(transport, program))

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])


async def _take_step(step: core.Step, transport: AsyncHttpTransport) -> Any:
    if isinstance(step, core.Send):
        return await transport.send(step.request)
    if isinstance(step, core.OpenStream):
        return await transport.open_stream(step.request)
    if isinstance(step, core.ReadStream):
        return await step.stream.read(step.silence)
    if isinstance(step, core.CloseStream):
        return step.stream.close()
    if isinstance(step, core.Pause):
        return await _pause(step)
    if isinstance(step, core.Start):
        return AsyncHandle(transport, step.program)
    if isinstance(step, core.End):
        return await step.handle.end()
    if isinstance(step, core.NewFlag):
        return asyncio.Event()
    if isinstance(step, core.Work):
        result = step.call()
        return await result if inspect.isawaitable(result) else result
    raise AssertionError(f"no step: {step}")


async def _pause(step: core.Pause) -> None:
    if step.until is None:
        await asyncio.sleep(step.seconds)
        return
    try:
        await asyncio.wait_for(step.until.wait(), step.seconds)
    except asyncio.TimeoutError:
        pass


async def run(transport: AsyncHttpTransport, program: "core.Program[T]") -> T:
    """Takes all steps of a program and returns its result."""
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
            result = await _take_step(step, transport)
        except BaseException as fault:
            error = fault


async def iterate(transport: AsyncHttpTransport, program: "core.Program[Any]") -> AsyncIterator[Any]:
    """The items of a program. Leaving the iteration lets the program do what it does at its end."""
    result: Any = None
    error: Optional[BaseException] = None
    is_left = False
    while True:
        try:
            step = core.advance(program, result, error)
        except (StopIteration, core.Left):
            return
        result, error = None, None
        try:
            if isinstance(step, core.Item):
                if is_left:
                    raise core.Left
                yield step.value
            else:
                result = await _take_step(step, transport)
        except GeneratorExit:
            is_left, error = True, core.Left()
        except BaseException as fault:
            error = fault


