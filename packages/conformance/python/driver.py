"""
Makes calls by the methods of the package `pairspace`. Reads one call a line from standard input, and writes one answer a
line: `{id, status, headers, text}`, `{id, unmapped}` for a call that no method can make, or `{id, failed}`.
"""

import inspect
import json
import re
import sys
import threading

from pairspace import Client, HttpTransport, PairspaceError, ServiceError, UNSET

sys.setrecursionlimit(20_000)
threading.stack_size(64 * 1024 * 1024)
writing = threading.Lock()


class Recorder(HttpTransport):
    """Remembers the status and the headers of the last answer in each thread."""

    def __init__(self, address):
        super().__init__(source_address=(address, 0) if address else None, most_idle=64)
        self.last = threading.local()

    def send(self, *request):
        response = super().send(*request)
        self.last.response = response
        return response


transports = {}


def snake(name):
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)(?=[A-Z][a-z])", r"\1_", name)).lower()


class Unmapped(Exception):
    pass


def arguments_of(method, fields):
    parameters = inspect.signature(method).parameters
    arguments = {}
    for field, value in fields.items():
        name = snake(field)
        if re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name) != field:
            raise Unmapped(f"it has no field {field}")
        name = name + "_" if name not in parameters or name in ("headers", "timeout") else name
        if name not in parameters or name in arguments:
            raise Unmapped(f"it has no field {field}")
        parameter = parameters[name]
        can_be_none = parameter.default is UNSET or str(parameter.annotation).startswith("Optional[")
        if value is None and (parameter.default is None or not can_be_none):
            raise Unmapped(f"{field} cannot be null")
        arguments[name] = value
    try:
        inspect.signature(method).bind(**arguments)
    except TypeError as error:
        raise Unmapped(str(error)) from None
    return arguments


def envelope_of(error):
    told = {"code": error.code, "message": error.message, "requestId": error.request_id}
    if error.details is not None:
        told["details"] = error.details
    return {"ok": False, "error": told}


def answer(call):
    with writing:
        transport = transports.setdefault(call["address"], Recorder(call["address"]))
    client = Client(call["base"], call["token"], transport=transport)
    transport.last.response = None
    try:
        method = getattr(client, snake(call["name"]), None)
        if method is None:
            raise Unmapped("it has no method")
        arguments = arguments_of(method, call["fields"])
        try:
            data = method(**arguments, headers=call["headers"])
            text = data if isinstance(data, str) else json.dumps({"ok": True, "data": data})
        except ServiceError as error:
            text = json.dumps(envelope_of(error))
        except (TypeError, ValueError) as error:
            raise Unmapped(f"{type(error).__name__}: {error}") from None
        response = transport.last.response
        if response is None:
            raise Unmapped("it was refused without a request")
        return {"status": response.status, "headers": dict(response.headers), "text": text}
    except Unmapped as error:
        return {"unmapped": str(error)}
    except PairspaceError as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def serve(line):
    call = json.loads(line)
    told = json.dumps({"id": call["id"], **answer(call)})
    with writing:
        sys.stdout.write(told + "\n")
        sys.stdout.flush()


for line in sys.stdin:
    threading.Thread(target=serve, args=(line,), daemon=True).start()
