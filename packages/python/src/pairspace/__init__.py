"""
Client of the Pairspace service: every endpoint, live streams that resume, waiting, workers, and the verification of
webhooks and exports. `Client` works with threads, `AsyncClient` with asyncio.
"""

try:
    import httpx as _httpx  # noqa: F401
except ImportError as _error:
    raise ImportError("The package pairspace needs httpx: pip install httpx") from _error

from ._address import (Invitation, checked_session, find_invitation, is_agent_id, is_session_id, service_address)
from ._async import AsyncClient, AsyncHttpTransport, AsyncSessionClient, run_worker_async
from ._core import UNSET, ClaimedTask, RunningJob
from ._errors import (
    Conflict, ConnectionFailed, EditRefused, Forbidden, LoopDetected, NotFound, PairspaceError, RateLimited,
    SecretRefused, ServiceError, StaleVersion, Unauthorized, Unavailable, UnexpectedAnswer, ValidationFailed,
    idempotency_key_of,
)
from ._sync import Client, HttpTransport, SessionClient, run_worker
from ._threads import Stop
from ._version import __version__
from .seats import Seat, SeatRefused, SeatStore, seat_of
from .verify import VerificationFailed, VerifiedExport, VerifiedSite, verify_export, verify_site
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "UNSET", "AsyncClient", "AsyncHttpTransport", "AsyncSessionClient", "ClaimedTask", "Client", "Conflict",
    "ConnectionFailed", "EditRefused", "Forbidden", "HttpTransport", "Invitation", "LoopDetected", "NotFound",
    "PairspaceError", "RateLimited", "RunningJob", "Seat", "SeatRefused", "SeatStore", "SecretRefused",
    "ServiceError", "SessionClient", "StaleVersion", "Stop", "Unauthorized", "Unavailable", "UnexpectedAnswer",
    "ValidationFailed", "VerificationFailed", "VerifiedExport", "VerifiedSite", "WebhookVerificationError",
    "__version__", "checked_session", "find_invitation", "idempotency_key_of", "is_agent_id", "is_session_id",
    "run_worker", "run_worker_async", "seat_of", "service_address", "verify_export", "verify_site", "verify_webhook",
]
