"""Verification of deliveries of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Iterable, Protocol, Sequence, Union, cast

from ._errors import WebhookVerificationError
from .types import Delivery

__all__ = ["WebhookVerificationError", "verify_webhook"]

_HEADER = "x-pair-signature"


class Headers(Protocol):
    """The headers of a request, as a dictionary, http.server, Flask and Starlette have them."""

    def items(self) -> Iterable["tuple[str, Any]"]: ...


def verify_webhook(
    headers: Headers, body: Union[bytes, str], secret: Union[str, Sequence[str]], *, tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> Delivery:
    """
    Verifies that a request is an unchanged, recent delivery of this webhook, and returns the delivery; raises
    WebhookVerificationError otherwise. `body` is the raw body of the request, before any parsing. During a change of
    secrets, `secret` may be several.
    """
    seconds, signatures = _parse(_read_header(headers))
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    fits = False
    for one in [secret] if isinstance(secret, str) else secret:
        right = hmac.new(one.encode("utf-8"), seconds.encode("ascii") + b"." + raw, hashlib.sha256).digest()
        for signature in signatures:
            fits = hmac.compare_digest(right, signature) or fits
    if not fits:
        raise WebhookVerificationError(
            "The signature does not fit: another secret, or a body that is not as it was sent."
        )
    if abs(now() - int(seconds)) > tolerance_seconds:
        raise WebhookVerificationError(f"The signature is more than {tolerance_seconds:g} s away from now.")
    return _delivery_in(raw)


def _read_header(headers: Headers) -> str:
    # A mapping of headers may hold one name twice, such as email.message.Message.
    values = [value for name, value in headers.items() if isinstance(name, str) and name.lower() == _HEADER]
    if len(values) == 1 and isinstance(values[0], str):
        return values[0]
    raise WebhookVerificationError("There is no header X-Pair-Signature, or more than one.")


def _parse(header: str) -> "tuple[str, list[bytes]]":
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    # A signature that is not 64 hexadecimal digits becomes empty bytes, which fit nothing.
    signatures = [
        bytes.fromhex(value) if re.fullmatch(r"[0-9a-fA-F]{64}", value) else b""
        for name, _, value in parts
        if name == "v1"
    ]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        raise WebhookVerificationError("The header X-Pair-Signature is not of the form t=…,v1=….")
    return times[0], signatures


def _delivery_in(raw: bytes) -> Delivery:
    try:
        delivery = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise WebhookVerificationError("The body is signed, but it is no delivery.") from error
    texts = ("event", "timestamp", "sessionId")
    is_delivery = (
        isinstance(delivery, dict)
        and all(isinstance(delivery.get(name), str) for name in texts)
        and isinstance(delivery.get("data"), dict)
    )
    if not is_delivery:
        raise WebhookVerificationError("The body is signed, but it is no delivery.")
    return cast(Delivery, delivery)
