"""Credentials on this machine, in the files of the `pairspace` command."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Mapping, Optional, TypedDict, cast

from ._address import checked_session, is_agent_id, is_session_id, service_address
from ._errors import PairspaceError

__all__ = ["Seat", "SeatRefused", "SeatStore", "identity_of", "seat_of", "seats_folder"]


class SeatRefused(PairspaceError):
    """A session that is known at another service."""


class _SeatRequired(TypedDict):
    service: str
    sessionId: str
    sessionName: str
    kind: str
    agentId: str
    agentName: str
    token: str
    identity: str
    takenAt: str


class Seat(_SeatRequired, total=False):
    """A seat with its credentials, as its file holds it."""

    observerToken: str
    recoveryCode: str
    window: str
    isServiceNamed: bool


def seats_folder(env: Optional[Mapping[str, str]] = None) -> Path:
    """The folder of this user's seats."""
    variables = os.environ if env is None else env
    if variables.get("PAIRSPACE_HOME"):
        return Path(variables["PAIRSPACE_HOME"]) / "seats"
    if sys.platform == "win32" and variables.get("APPDATA"):
        return Path(variables["APPDATA"]) / "pairspace" / "seats"
    config = variables.get("XDG_CONFIG_HOME")
    return (Path(config) if config else Path.home() / ".config") / "pairspace" / "seats"


def identity_of(env: Optional[Mapping[str, str]] = None) -> str:
    """The owner of seats that this process takes: the session of the agent program around it, or the shell."""
    variables = os.environ if env is None else env
    keys = {
        "PAIRSPACE_IDENTITY": "custom:{}", "CLAUDE_CODE_SESSION_ID": "claude-code:{}", "CODEX_THREAD_ID": "codex:{}",
        "OPENCODE_SESSION_ID": "opencode:{}",
        # The keys have no session id, because some child processes of these programs do not get one.
        "GEMINI_CLI": "custom:gemini", "COPILOT_AGENT_SESSION_ID": "custom:copilot",
    }
    owners = (key.format(variables[variable]) for variable, key in keys.items() if variables.get(variable))
    return next(owners, "shell")


def seat_of(service: str, answer: Mapping[str, Any], agent_id: str, *, identity: Optional[str] = None) -> Seat:
    """A seat from the answer of `create_session`, `join_session` or `recover_seat`, to be kept in a SeatStore."""
    address = service_address(service)
    if address is None:
        raise ValueError("The service must be an http or https URL without credentials.")
    session = checked_session(answer["session"])
    names = {agent["agentId"]: agent.get("agentName") for agent in session["agents"]}
    seat: dict[str, Any] = {
        "service": address, "sessionId": session["id"], "sessionName": session["name"], "kind": "agent",
        "agentId": agent_id, "agentName": names.get(agent_id) or agent_id, "token": answer["agentToken"],
        **{name: answer[name] for name in ("observerToken", "recoveryCode") if isinstance(answer.get(name), str)},
        "identity": identity_of() if identity is None else identity,
    }
    window = os.environ.get("CLAUDE_CODE_MESSAGING_SOCKET")
    if window and seat["identity"].startswith("claude-code:"):
        seat["window"] = f"claude-code:{window}"
    seat["takenAt"] = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return cast(Seat, seat)


class SeatStore:
    """
    The seats of this user, one file each, which only its owner can read. Several processes use the store at once; each
    change replaces a whole file.
    """

    def __init__(self, folder: Optional["os.PathLike[str]"] = None) -> None:
        self.folder = seats_folder() if folder is None else Path(folder)

    def list(self) -> "list[Seat]":
        """All seats, newest first. A file that is not a seat is skipped."""
        try:
            names = [name for name in os.listdir(self.folder) if name.endswith(".json")]
        except FileNotFoundError:
            return []
        seats = [seat for name in names if (seat := _read_seat(self.folder / name)) is not None]
        return sorted(seats, key=lambda seat: seat["takenAt"], reverse=True)

    def find(self, *, session_id: Optional[str] = None, agent_id: Optional[str] = None) -> Optional[Seat]:
        """The newest seat, in this session and of this agent if they are given."""
        for seat in self.list():
            if session_id in (None, seat["sessionId"]) and agent_id in (None, seat["agentId"]):
                return seat
        return None

    def take(self, seat: Seat, *, named: bool = False) -> None:
        """
        Keeps a new seat. Refuses a session that is known at another service: a service that repeats the session's id
        would receive messages meant for it. `named` says that the user has named the service for this seat.
        """
        for known in self.list():
            if known["sessionId"] == seat["sessionId"] and known["service"] != seat["service"] and not named:
                raise SeatRefused(
                    f"{seat['sessionId']} is known at {known['service']}. {seat['service']} says that it has it, too."
                )
        self.save(cast(Seat, {**seat, "isServiceNamed": True}) if named else seat)

    def save(self, seat: Seat) -> None:
        """
        Writes a seat and syncs it, because its token is issued only once. Where that fails, such as on a full disk,
        the file of before stays, nothing else is left, and the error is raised.
        """
        if not _is_seat(seat):
            raise ValueError("This is no seat.")
        kept = dict(seat)
        overseer = kept.pop("observerToken", None)
        _write_whole(self._path_of(seat), kept)
        if overseer is not None:
            # The token with which a person answers lies apart from the file that the agent reads.
            _write_whole(self._overseer_of(seat), {"observerToken": overseer})

    def remove(self, seat: Seat) -> None:
        self._path_of(seat).unlink(missing_ok=True)
        self._overseer_of(seat).unlink(missing_ok=True)

    def _overseer_of(self, seat: Seat) -> Path:
        return self.folder.parent / "overseers" / self._path_of(seat).name

    def _path_of(self, seat: Seat) -> Path:
        names = [seat["service"], seat["sessionId"], seat["agentId"]]
        text = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
        return self.folder / f"{hashlib.sha256(text.encode('utf-8')).hexdigest()[:32]}.json"


def _write_whole(path: Path, content: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}.draft")
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as opened:
            opened.write(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _read_seat(path: Path) -> Optional[Seat]:
    try:
        seat = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return cast(Seat, seat) if _is_seat(seat) else None


def _is_seat(seat: object) -> bool:
    return (
        isinstance(seat, dict)
        and all(isinstance(seat.get(name), str) for name in _SeatRequired.__annotations__)
        and all(isinstance(seat.get(name, ""), str) for name in ("observerToken", "recoveryCode", "window"))
        and isinstance(seat.get("isServiceNamed", True), bool)
        and seat.get("kind") in ("agent", "observer")
        and is_session_id(seat.get("sessionId"))
        and is_agent_id(seat.get("agentId"))
    )
