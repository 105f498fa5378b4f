"""The errors of the client. A refusal of the service is a ServiceError; a program branches on its class or its code."""

from __future__ import annotations

import re
from typing import Any, Mapping, Optional, TypeVar

T = TypeVar("T")


class PairspaceError(Exception):
    """The base of all errors of this package."""

    #: It is kept out of message and arguments, because it decrypts the stored answer.
    _idempotency_key: Optional[str] = None


class ConnectionFailed(PairspaceError):
    """There was no readable answer: the network failed, or the connection was cut. `__cause__` is the reason."""

    def __init__(self, origin: str, reason: str, *, timed_out: bool = False) -> None:
        super().__init__(f"No answer from {origin}: {reason}")
        self.timed_out = timed_out


class UnexpectedAnswer(PairspaceError):
    """
    An answer without the service's envelope: a proxy answered, or another service. The message quotes nothing of the
    answer, which may come from anywhere; `excerpt` has its beginning.
    """

    def __init__(self, status: int, why: Optional[str] = None, text: str = "") -> None:
        because = "" if why is None else f": {why}"
        super().__init__(f"The answer (status {status}) is not one of Pairspace{because}.")
        self.status = status
        self.excerpt = text[:200]


class WebhookVerificationError(PairspaceError):
    """A request that cannot be verified as a delivery."""


class ServiceError(PairspaceError):
    """A refusal by the contract."""

    def __init__(
        self, code: str, message: str, *, status: int, details: Optional[Mapping[str, Any]] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.request_id = code, message, status, request_id
        self.details: Optional[Mapping[str, Any]] = details

    def _detail(self, name: str, kind: type[T]) -> Optional[T]:
        value = (self.details or {}).get(name)
        return value if isinstance(value, kind) and not isinstance(value, bool) else None

    @property
    def reason(self) -> Optional[str]:
        """Why the present state does not allow it, where the service says so."""
        return self._detail("reason", str)


class Unauthorized(ServiceError):
    """401: the token is missing or unknown."""


class Forbidden(ServiceError):
    """403: the token does not allow this."""


class NotFound(ServiceError):
    """404: the entity does not exist."""


class ValidationFailed(ServiceError):
    """400: a part of the request has the wrong shape."""

    @property
    def issues(self) -> list[dict[str, str]]:
        """The defects, each with its path."""
        return self._detail("issues", list) or []


class SecretRefused(ValidationFailed):
    """400: a text holds a token of the service or, in a public session, a secret of another service."""


class Conflict(ServiceError):
    """409: the present state does not allow this; `reason` says why."""


class StaleVersion(Conflict):
    """A note or file has a newer version than the expected one."""

    @property
    def current_version(self) -> Optional[int]:
        return self._detail("currentVersion", int)

    @property
    def current(self) -> Optional[Mapping[str, Any]]:
        """The present document; absent if it is too large for an error."""
        return self._detail("current", dict)


class EditRefused(Conflict):
    """An edit could not be applied or merged."""


class RateLimited(ServiceError):
    """429: too many requests, or too much of something."""

    @property
    def retry_after_seconds(self) -> Optional[int]:
        return self._detail("retryAfterSeconds", int)


class LoopDetected(RateLimited):
    """Agents have only thanked each other, and this message does so again."""


class Unavailable(ServiceError):
    """503: the service shuts down or cannot store anything now."""


#: The classes by code, and by reason, which comes first.
_classes: dict[str, type[ServiceError]] = {
    "VALIDATION_ERROR": ValidationFailed, "UNAUTHORIZED": Unauthorized, "FORBIDDEN": Forbidden, "NOT_FOUND": NotFound,
    "CONFLICT": Conflict, "RATE_LIMITED": RateLimited, "UNAVAILABLE": Unavailable,
    "contains_token": SecretRefused, "contains_secret": SecretRefused, "stale_version": StaleVersion,
    "edit_not_found": EditRefused, "edit_ambiguous": EditRefused, "edit_overlaps": EditRefused,
    "version_gone": EditRefused, "loop": LoopDetected,
}


def refusal_in(status: int, envelope: Any) -> Optional[ServiceError]:
    """The refusal in an answer as an instance of its class, or of plain ServiceError if it has none."""
    error = envelope.get("error") if isinstance(envelope, dict) else None
    given = error if isinstance(error, dict) else {}
    code, message, details, request_id = map(given.get, ("code", "message", "details", "requestId"))
    if not isinstance(code, str) or not re.fullmatch(r"[A-Z_]{1,64}", code) or not isinstance(message, str):
        return None
    told = details if isinstance(details, dict) else None
    named = request_id if isinstance(request_id, str) else None
    kind = _classes.get(str((told or {}).get("reason")), _classes.get(code, ServiceError))
    return kind(code, message, status=status, details=told, request_id=named)


def may_pass(error: BaseException) -> bool:
    """Whether another try of the same request may succeed. It may not after a final refusal."""
    if isinstance(error, (ServiceError, UnexpectedAnswer)) and (error.status >= 500 or error.status == 429):
        return True
    is_in_flight = isinstance(error, ServiceError) and error.reason == "request_in_flight"
    return is_in_flight or isinstance(error, ConnectionFailed)


def is_outage(error: BaseException) -> bool:
    """
    Whether the failure is an outage of a service that has answered before. An error page of a proxy is such an outage.
    Status 413 of a proxy is final, because the proxy refuses the same body every time. A permanent redirect (301, 308)
    is final, because the service has moved.
    """
    if isinstance(error, UnexpectedAnswer):
        return not 200 <= error.status <= 299 and error.status not in (301, 308, 413)
    return may_pass(error)


def idempotency_key_of(error: BaseException) -> Optional[str]:
    """
    The `Idempotency-Key` of the POST that failed with this error. The service may have done it all the same. The same
    call with this key in its headers finds out, and does it at most once.
    """
    return error._idempotency_key if isinstance(error, PairspaceError) else None
