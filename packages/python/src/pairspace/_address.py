"""Addresses of services, links of invitations, and ids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Optional, TypeGuard
from urllib.parse import urlsplit

from ._errors import UnexpectedAnswer

_MOST_CHARACTERS = 200
_default_ports = {"http": 80, "https": 443}


def origin_of(url: str) -> Optional[str]:
    """Scheme, host and port of a URL in normal form; None if it is no http or https URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in _default_ports or not host or not re.fullmatch(r"[a-z0-9.:_%-]+", host):
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + ("" if port in (None, _default_ports[parts.scheme]) else f":{port}")


def service_address(text: str) -> Optional[str]:
    """
    The normal form of a service's address: http or https, at most 200 characters, without a slash at the end, without
    `?` and `#`, and without credentials, which can make one host look like another. None for anything else.
    """
    if not re.fullmatch(r"https?://[^?#\s]+", text, re.IGNORECASE):
        return None
    origin = origin_of(text)
    if origin is None or "@" in urlsplit(text).netloc:
        return None
    address = origin + urlsplit(text).path.rstrip("/")
    return address if len(address) <= _MOST_CHARACTERS else None


@dataclass(frozen=True)
class Invitation:
    """A link or code that leads into a session."""

    service: str
    invite_code: str


_code = re.compile(r"[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}")
_link = re.compile(r"(https?://[^\s?#]+?)/j/([^\s/?#]+)/?(?:[?#].*)?", re.IGNORECASE)


def find_invitation(text: str, service: str) -> Optional[Invitation]:
    """
    The invitation in a link `https://host/j/CODE`, or in a code alone, which belongs to `service`; None for other
    texts.
    """
    given = text.strip()
    if _code.fullmatch(given):
        return Invitation(service, given)
    found = _link.fullmatch(given)
    address = service_address(found[1]) if found else None
    if found is None or address is None or not _code.fullmatch(found[2]):
        return None
    return Invitation(address, found[2])


def is_session_id(text: object) -> TypeGuard[str]:
    """Whether a text can be the id of a session. Such an id cannot hold a sentence."""
    return isinstance(text, str) and re.fullmatch(r"ses_[A-Za-z0-9_-]{1,60}", text) is not None


def is_agent_id(text: object) -> TypeGuard[str]:
    """Whether a text can be the id of an agent, or of an observer."""
    return isinstance(text, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}", text) is not None


def checked_session(session: Any, asked_for: Optional[str] = None) -> Any:
    """
    Checks that the ids of a received session are ids: they are stored with a seat and shown to agents. Another session
    than the requested one, too, is raised as UnexpectedAnswer.
    """
    given = session if isinstance(session, dict) else {}
    agents = given.get("agents")
    are_agents = isinstance(agents, list) and all(
        isinstance(agent, dict) and is_agent_id(agent.get("agentId")) for agent in agents
    )
    if not is_session_id(given.get("id")) or not are_agents:
        raise UnexpectedAnswer(200, "an id in it is none")
    if asked_for is not None and given["id"] != asked_for:
        raise UnexpectedAnswer(200, "it is another session")
    return session
