"""Verification of exports and sites without the service: the chain, the contents and the signatures."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import os
import re
import zipfile
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, NoReturn, Optional, TypeVar, Union

from ._errors import PairspaceError
from ._endpoints import COMPUTED_TASK_FIELDS, SESSION_EVENTS

T = TypeVar("T")
Progress = Optional[Callable[[int], None]]
Site = Union[Mapping[str, bytes], str, "os.PathLike[str]"]

__all__ = ["VerificationFailed", "VerifiedExport", "VerifiedSite", "canonical_json", "verify_export", "verify_site"]


class VerificationFailed(PairspaceError):
    """
    The document differs from the one that the service made. The message names the first difference; `reason` is its
    kind, `seq` the event and `member` the part that is wrong.
    """

    def __init__(self, reason: str, message: str, *, seq: Optional[int] = None, member: Optional[str] = None) -> None:
        super().__init__(message)
        self.reason, self.seq, self.member = reason, seq, member


@dataclass(frozen=True)
class _Verified:
    session_id: str
    seq: int
    hash: str
    signed_at: str
    key_id: str


@dataclass(frozen=True)
class VerifiedExport(_Verified):
    """The facts that the verification of an export has proven. `seq` and `hash` are those of the newest event."""

    messages: int
    notes: int
    files: int
    tasks: int


@dataclass(frozen=True)
class VerifiedSite(_Verified):
    """The facts that the verification of a site has proven. `seq` and `hash` are those of the newest event."""

    files: int


def _fail(reason: str, message: str, *, seq: Optional[int] = None, member: Optional[str] = None) -> NoReturn:
    raise VerificationFailed(reason, message, seq=seq, member=member)


def _number(value: float) -> str:
    """A number as RFC 8785 and ECMAScript write it."""
    if not math.isfinite(value):
        raise ValueError("a number out of range")
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(repr(value)):f}".removesuffix(".0")
    # Python writes two digits of an exponent at least: 1e-07.
    return repr(value).replace("e-0", "e-")


def _text(value: str) -> str:
    quoted = json.dumps(value, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)


def canonical_json(value: Any) -> str:
    """The canonical JSON text of a value by RFC 8785: members sorted by UTF-16 code units, no white space."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**21 else _number(float(value))
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: str.encode(name, "utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(name)}:{canonical_json(value[name])}" for name in names) + "}"
    raise TypeError(f"{type(value).__name__} has no canonical JSON")


def _canonical(value: Any) -> Optional[str]:
    """None for values that no service writes: a number out of range, or excessive nesting."""
    try:
        return canonical_json(value)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _sha256(data: Union[str, bytes]) -> str:
    return hashlib.sha256(data.encode("utf-8") if isinstance(data, str) else data).hexdigest()


def _same(one: Any, other: Any) -> bool:
    text = _canonical(one)
    return text is not None and text == _canonical(other)


def _members_once(pairs: "list[tuple[str, Any]]") -> dict[str, Any]:
    """Parsers differ in the value of a duplicate name, so a proof about one value would be taken for the other."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            _fail("format", f"The name {json.dumps(name)} stands twice in one object.", member=name)
        members[name] = value
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _parse(data: Union[str, bytes], what: str) -> Any:
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, object_pairs_hook=_members_once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        _fail("format", f"{what} is not JSON.", member=what)


def _typed(value: Any, kind: "type[T]", name: str, what: str) -> T:
    if isinstance(value, kind):
        return value
    # The subject of the sentence: members stand in quotes.
    _fail("format", f"{_told(what)} is not {name}.", member=what)


def _told(what: str) -> str:
    return what if what[:1].isupper() else f'The part "{what}"'


def _object(value: Any, what: str) -> dict[str, Any]:
    return _typed(value, dict, "an object", what)


def _array(value: Any, what: str) -> list[Any]:
    return _typed(value, list, "a list", what)


def _string(value: Any, what: str) -> str:
    text = _typed(value, str, "a text", what)
    if re.search("[\ud800-\udfff]", text):
        _fail("format", f"{_told(what)} holds half of a character.", member=what)
    return text


def _only_members(value: Mapping[str, Any], names: Iterable[str], what: str) -> None:
    """No signature covers a member that is not expected."""
    for name in value:
        if name not in names:
            _fail("member", f"{what} has a part {json.dumps(name)} that does not belong there.", member=name)


# Ed25519, after RFC 8032. The standard library has none, and only public values are computed with.

_p = 2**255 - 19
_q = 2**252 + 27742317777372353535851937790883648493
_d = -121665 * pow(121666, -1, _p) % _p


def _add(a: "tuple[int, int]", b: "tuple[int, int]") -> "tuple[int, int]":
    k = _d * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + k, -1, _p) % _p
    return x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, -1, _p) % _p


def _times(n: int, a: "tuple[int, int]") -> "tuple[int, int]":
    total = (0, 1)
    while n:
        total = _add(total, a) if n & 1 else total
        a, n = _add(a, a), n >> 1
    return total


def _point(data: bytes) -> "tuple[int, int]":
    n = int.from_bytes(data, "little")
    y = n % 2**255
    if len(data) != 32 or y >= _p:
        raise ValueError("no point")
    square = (y * y - 1) * pow(_d * y * y + 1, -1, _p) % _p
    x = pow(square, (_p + 3) // 8, _p)
    if x * x % _p != square:
        x = x * pow(2, (_p - 1) // 4, _p) % _p
    if x * x % _p != square or (x == 0 and n >> 255):
        raise ValueError("no point")
    return (x if x & 1 == n >> 255 else _p - x), y


_base = _point((4 * pow(5, -1, _p) % _p).to_bytes(32, "little"))


def _is_signed(message: str, signature: bytes, key: bytes) -> bool:
    if len(signature) != 64:
        return False
    try:
        point, public = _point(signature[:32]), _point(key)
    except ValueError:
        return False
    s = int.from_bytes(signature[32:], "little")
    digest = hashlib.sha512(signature[:32] + key + message.encode("utf-8")).digest()
    hashed = int.from_bytes(digest, "little") % _q
    return s < _q and _times(s, _base) == _add(point, _times(hashed, public))


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    """Several base64url texts decode to the same bytes. The service writes only the canonical one."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""
    return data if _encode(data) == text else b""


def thumbprint_of(x: str) -> str:
    """The id that a public key must have: its JWK thumbprint (RFC 7638)."""
    text = f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'
    return _encode(hashlib.sha256(text.encode("utf-8")).digest())


class _Chain:
    """Follows the chain of a log, event by event, and fails at the first invalid event."""

    def __init__(self, session_id: str, on_progress: Progress) -> None:
        self.session_id, self._on_progress = session_id, on_progress
        self.seq = 0
        self.hash = _sha256(session_id)

    def follow(self, value: Any) -> dict[str, Any]:
        seq = self.seq + 1
        event = _object(value, f"Event {seq}")
        found = event.get("seq")
        if found != seq or isinstance(found, bool):
            place = f"Event {seq} is not where it belongs"
            if found == self.seq:
                _fail("order", f"{place}: event {found} comes twice.", seq=seq)
            _fail("order", f"{place}: it is missing, or was moved.", seq=seq)
        if event.get("sessionId") != self.session_id:
            _fail("order", f"Event {seq} is of another session.", seq=seq)
        text = _canonical({name: event[name] for name in event if name != "hash"})
        right = None if text is None else _sha256(f"{self.hash}\n{text}")
        if right is None or event.get("hash") != right:
            _fail("hash", f"Event {seq} is not as it was hashed, or the log before it has changed.", seq=seq)
        self.seq, self.hash = seq, right
        if self._on_progress is not None and seq % 5000 == 0:
            self._on_progress(seq)
        return event


#: The fields of a session that the log determines completely.
_SESSION_FIELDS = (
    "id name status mode visibility creator agents maxAgents metadata forkedFrom createdAt completedAt".split()
)


class _Session:
    """Derives the session and its seats from the log, and compares them with the export."""

    def __init__(self) -> None:
        self._session: Mapping[str, Any] = {}
        self._agents: list[Any] = []
        #: The number of the newest event that changed the session or its seats.
        self._seq = 0

    def take(self, event: Mapping[str, Any], hash_before: str) -> None:
        name, seq = event.get("event"), event["seq"]
        if name == "session.joined":
            seat = _object(event.get("data"), "A seat")
            self._agents = [*self._agents, {field: seat[field] for field in seat if field != "id"}]
            self._seq = seq
        if name not in SESSION_EVENTS:
            return
        self._session = _object(event.get("data"), "A session")
        self._agents = _array(self._session.get("agents"), "agents")
        self._seq = seq
        if name == "session.imported":
            origin = _object(self._session.get("importedFrom"), "importedFrom")
            if origin.get("seq") != seq - 1 or origin.get("hash") != hash_before:
                _fail("hash", f"Event {seq} says that another log was imported than stands before it.", seq=seq)

    def check(self, session: Mapping[str, Any], agents: Any) -> None:
        logged = {**self._session, "agents": self._agents}
        for name in _SESSION_FIELDS:
            if not _same(session.get(name), logged.get(name)):
                message = f"The session has another {name} than event {self._seq} says."
                _fail("member", message, seq=self._seq, member="session")
        if not _same(agents, self._agents):
            _fail("member", 'The part "agents" is not as the log has it.', seq=self._seq, member="agents")


#: What the log says of an entity: the number and the data of its newest event, for a note by version.
_Logged = dict[Any, "tuple[int, Any]"]


class _Contents:
    """Collects messages, notes, files, tasks, asks and jobs from the log, and compares an export with them."""

    def __init__(self) -> None:
        self._messages: list[tuple[int, Any]] = []
        self._logged: dict[str, dict[Any, _Logged]] = {kind: {} for kind in ("note", "file", "task", "ask", "job")}

    def take(self, event: Mapping[str, Any]) -> None:
        name, data, seq = event.get("event"), event.get("data"), event["seq"]
        if not isinstance(name, str) or not isinstance(data, dict):
            return
        kind = name.partition(".")[0]
        key = _key(data.get("path" if kind == "file" else "id"))
        if name == "session.imported":
            self._import(seq, event.get("timestamp"))
        elif name == "message.created":
            self._messages.append((seq, data))
        elif name in ("note.deleted", "file.deleted"):
            self._logged[kind].pop(key, None)
        elif re.fullmatch(r"(note|task|ask)\.created|(note|file|task|job)\.updated|task\.(claimed|released)|(task|ask)\.ended", name):
            version = _key(data.get("version")) if kind == "note" else None
            self._logged[kind].setdefault(key, {})[version] = (seq, data)

    def _import(self, seq: int, at: Any) -> None:
        """An import changes the tasks in work, the open asks and the unfinished jobs without events of their own."""
        changes = (
            ("task", ("working",), {"status": "open", "assignee": None, "offeredTo": None}),
            ("ask", ("open",), {"status": "withdrawn", "seq": seq, "endedAt": at}),
            ("job", ("pending", "running"), {"status": "cancelled"}),
        )
        for kind, statuses, change in changes:
            for logged in self._logged[kind].values():
                if logged[None][1].get("status") in statuses:
                    logged[None] = (logged[None][0], {**logged[None][1], **change})

    def check(self, export: Mapping[str, Any]) -> dict[str, int]:
        optional = ("tasks", "asks")
        names = ("notes", "files", "tasks", "asks", "messages")
        lists = {name: _array(export.get(name, [] if name in optional else None), name) for name in names}
        lists["jobs"] = _array(_object(export.get("compute"), "compute").get("jobs"), "compute.jobs")
        for kind in self._logged:
            self._check(kind, lists[f"{kind}s"])
        messages = lists["messages"]
        for (seq, data), message in zip(self._messages, messages):
            if not _same(message, data):
                _fail("message", f"The message of event {seq} was changed.", seq=seq)
        for seq, _ in self._messages[len(messages) :]:
            _fail("message", f"The message of event {seq} is missing.", seq=seq)
        if len(messages) > len(self._messages):
            _fail("message", "There is a message that the log does not have.")
        return {name: len(lists[name]) for name in ("messages", "notes", "files", "tasks")}

    def _check(self, kind: str, values: list[Any]) -> None:
        """Each entity is as the log has it, once."""
        left, seen = dict(self._logged[kind]), set()
        for value in values:
            entity = _object(value, f"An {kind}" if kind == "ask" else f"A {kind}")
            key = _key(entity.get("path" if kind == "file" else "id"))
            name = json.dumps(key) if isinstance(key, str) else "without a name"
            if key in seen:
                _fail(kind, f"The {kind} {name} stands twice.")
            seen.add(key)
            logged = left.pop(key, {})
            if not logged:
                _fail(kind, f"The log has no {kind} {name}.")
            if kind == "note":
                _check_note(entity, name, logged)
            for seq, data in logged.values() if kind != "note" else ():
                if not _same(_lasting(kind, entity), _lasting(kind, data)):
                    _fail(kind, f"The {kind} {name} is not as event {seq} has it.", seq=seq)
            if kind == "file" and _sha256(_bytes_of(entity)) != entity.get("contentHash"):
                seq = next((seq for seq, _ in logged.values()), None)
                _fail("file", f"The content of the file {name} does not have its hash.", seq=seq)
        for logged in left.values():
            seq = next(iter(logged.values()))[0]
            _fail(kind, f"The {kind} of event {seq} is missing.", seq=seq)


def _key(value: Any) -> Any:
    """Ids and versions are texts and numbers; a document that was altered may have something else in their place."""
    return value if isinstance(value, (str, int)) else None


def _lasting(kind: str, entity: Mapping[str, Any]) -> dict[str, Any]:
    """
    What an export and the newest event have in common: all but the content of a file and what the service computes of a
    task; of a job its status, and the fields that never change after its submission.
    """
    if kind == "job":
        names = ("id", "seq", "status", "type", "label", "submittedBy", "cost", "createdAt")
        return {name: entity.get(name) for name in names}
    left_out = {"file": ["content"], "task": COMPUTED_TASK_FIELDS}.get(kind, [])
    return {name: entity[name] for name in entity if name not in left_out}


def _bytes_of(file: Mapping[str, Any]) -> bytes:
    content = file.get("content")
    if not isinstance(content, str):
        _fail("file", "A file has no content.")
    try:
        return base64.b64decode(content) if file.get("encoding") == "base64" else content.encode("utf-8")
    except ValueError:
        _fail("file", "The content of a file cannot be decoded.")


def _check_note(note: Mapping[str, Any], name: str, versions: _Logged) -> None:
    """A note must be its newest version, and each version must equal its event."""
    present = {name: note[name] for name in note if name != "history"}
    history = [_object(version, "A version of a note") for version in _array(note.get("history"), "history")]
    newest = versions.get(_key(note.get("version")))
    if newest is not None and not _same(present, newest[1]):
        _fail("note", f"The note {name} is not as event {newest[0]} has it.", seq=newest[0])
    for seq, data in versions.values():
        told = next((one for one in history if one.get("version") == data.get("version")), None)
        if told is None or not _same(told, _version_of(data, seq)):
            _fail("note", f"A version of the note {name} is not as event {seq} has it.", seq=seq)
    if newest is not None and len(history) == len(versions) == note.get("version"):
        return
    _fail("note", f"The history of the note {name} has other versions than the log.")


def _version_of(note: Mapping[str, Any], seq: Any) -> dict[str, Any]:
    kept = {name: note.get(name) for name in ("id", "noteId", "sessionId", "version", "title", "content")}
    return {**kept, "editor": note.get("lastEditor"), "seq": seq, "createdAt": note.get("updatedAt")}


def _key_of(manifest: Mapping[str, Any], known: Optional[Iterable[str]]) -> "tuple[str, bytes]":
    """The key of a document. Its id must be its thumbprint, and it must be one of the known keys."""
    key = _object(manifest.get("publicKey"), "publicKey")
    x, kid = _string(key.get("x"), "publicKey.x"), _string(key.get("kid"), "publicKey.kid")
    right = {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": thumbprint_of(x), "use": "sig", "alg": "EdDSA"}
    if key != right:
        _fail("signature", "The public key in the document is not the one that it names.", member="publicKey")
    if known is not None and kid not in ({known} if isinstance(known, str) else set(known)):
        _fail("unknown_key", f"The document is signed with the key {kid}, which is not known.")
    return kid, _decode(x)


def _check_signature(text: str, signed: Mapping[str, Any], key: "tuple[str, bytes]", member: str) -> None:
    signature = _decode(_string(signed.get("signature"), f"{member}.signature"))
    if signed.get("keyId") != key[0] or not _is_signed(text, signature, key[1]):
        _fail("signature", f"The signature of the {member} does not fit.", member=member)


def _check_checkpoint(value: Any, chain: _Chain, key: "tuple[str, bytes]") -> str:
    """The checkpoint belongs to the newest event of the chain and is signed."""
    checkpoint = _object(value, "checkpoint")
    for name, right in (("sessionId", chain.session_id), ("seq", chain.seq), ("hash", chain.hash)):
        if checkpoint.get(name) != right:
            message = f"The checkpoint has another {name} than event {chain.seq}, which is the newest."
            _fail("checkpoint", message, seq=chain.seq, member="checkpoint")
    signed_at = _string(checkpoint.get("signedAt"), "checkpoint.signedAt")
    lines = ["pairspace.checkpoint.v1", chain.session_id, str(chain.seq), chain.hash, signed_at]
    _check_signature("\n".join(lines), checkpoint, key, "checkpoint")
    if len(checkpoint) != 6:
        _fail("checkpoint", "The checkpoint has a field that is none of a checkpoint.", seq=chain.seq)
    return signed_at


def _check_manifest(kind: str, manifest: Mapping[str, Any], chain: _Chain, key: "tuple[str, bytes]") -> dict[str, str]:
    """The manifest is signed for this document; returns the hashes of its parts."""
    for name, right in (("sessionId", chain.session_id), ("seq", chain.seq)):
        if manifest.get(name) != right:
            _fail("signature", f"The manifest has another {name} than the log.", member="manifest")
    own = ("format", "version", "checkpoint") if kind == "site" else ()
    names = ("sessionId", "seq", "members", "publicKey", "keyId", "signature", *own)
    _only_members(manifest, names, "The manifest")
    members = _object(manifest.get("members"), "manifest.members")
    for member in members.values():
        _string(member, "manifest.members")
    lines = [f"pairspace.{kind}.v1", chain.session_id, str(chain.seq), _sha256(canonical_json(members))]
    _check_signature("\n".join(lines), manifest, key, "manifest")
    return members


def verify_export(
    document: Union[str, bytes, Mapping[str, Any]], *, keys: Optional[Iterable[str]] = None,
    on_progress: Progress = None,
) -> VerifiedExport:
    """
    Checks a JSON export: the chain, the contents against it, the checkpoint, and every other part against the signed
    manifest. Raises VerificationFailed, which names the first thing that is wrong. `keys` are the ids of the trusted
    keys; without them the result only shows that the document was not changed after it was signed. Give the text of a
    document that others wrote: only a text shows whether a name stands in it twice.
    """
    parsed = _parse(document, "The document") if isinstance(document, (str, bytes)) else document
    whole = _object(parsed, "The document")
    if whole.get("ok") is True and "format" not in whole:
        _only_members(whole, ("ok", "data"), "The envelope")
        whole = _object(whole.get("data"), "data")
    if whole.get("format") != "pairspace.session" or whole.get("version") != 1:
        _fail("format", "This is not a Pairspace session export of version 1.")
    session = _object(whole.get("session"), "session")
    chain = _Chain(_string(session.get("id"), "session.id"), on_progress)
    contents, logged = _Contents(), _Session()
    for value in _array(whole.get("events"), "events"):
        before = chain.hash
        event = chain.follow(value)
        contents.take(event)
        logged.take(event, before)
    for name, end in (("seq", whole.get("seq")), ("session.lastSeq", session.get("lastSeq"))):
        if end != chain.seq:
            _fail("order", f"The log ends with event {chain.seq}, but {name} is another.", seq=chain.seq + 1, member=name)
    manifest = _object(whole.get("manifest"), "manifest")
    key = _key_of(manifest, keys)
    signed_at = _check_checkpoint(whole.get("checkpoint"), chain, key)
    counts = contents.check(whole)
    logged.check(session, whole.get("agents"))
    hashes = _check_manifest("export", manifest, chain, key)
    for name in [*whole, *(name for name in hashes if name not in whole)]:
        if name in ("events", "checkpoint", "manifest") and name not in hashes:
            continue
        text = _canonical(whole[name]) if name in whole else None
        if text is None or _sha256(text) != hashes.get(name):
            _fail("member", f"The part {json.dumps(name)} is not as the service made it.", member=name)
    return VerifiedExport(chain.session_id, chain.seq, chain.hash, signed_at, key[0], **counts)


def verify_site(site: Site, *, keys: Optional[Iterable[str]] = None, on_progress: Progress = None) -> VerifiedSite:
    """
    Checks a site, given as its folder, its zip file, or a mapping of paths to contents: the chain of its log, the
    checkpoint, and each of its files against the signed manifest. Raises VerificationFailed.
    """
    if isinstance(site, Mapping):
        return _verify_site(site.keys(), site.__getitem__, keys, on_progress)
    root = Path(site)
    if root.is_dir():
        paths = [path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()]
        return _verify_site(paths, lambda path: (root / path).read_bytes(), keys, on_progress)
    with zipfile.ZipFile(root) as archive:
        names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
        if len(set(names)) != len(names):
            _fail("format", "A path stands twice in the file.")
        return _verify_site(names, archive.read, keys, on_progress)


def _verify_site(
    paths: Iterable[str], read: Callable[[str], bytes], keys: Optional[Iterable[str]], on_progress: Progress
) -> VerifiedSite:
    present = set(paths)
    if "manifest.json" not in present:
        _fail("format", "There is no manifest.json.", member="manifest.json")
    manifest = _object(_parse(read("manifest.json"), "manifest.json"), "manifest.json")
    if manifest.get("format") != "pairspace.site" or manifest.get("version") != 1:
        _fail("format", "This is not a Pairspace site of version 1.")
    chain = _Chain(_string(manifest.get("sessionId"), "sessionId"), on_progress)
    pages = [(int(found[1]), path) for path in present if (found := re.fullmatch(r"log/([0-9]{1,9})\.json", path))]
    for _, path in sorted(pages):
        for event in _array(_parse(read(path), path), path):
            chain.follow(event)
    key = _key_of(manifest, keys)
    signed_at = _check_checkpoint(manifest.get("checkpoint"), chain, key)
    hashes = _check_manifest("site", manifest, chain, key)
    for path, digest in hashes.items():
        if path not in present:
            _fail("member", f"{path} is missing.", member=path)
        if _sha256(read(path)) != digest:
            _fail("member", f"{path} is not as the service made it.", member=path)
    for path in sorted(present - set(hashes) - {"manifest.json"}):
        _fail("member", f"{path} is no part of the site.", member=path)
    return VerifiedSite(chain.session_id, chain.seq, chain.hash, signed_at, key[0], len(hashes))
