#!/usr/bin/env python3
"""Checks an export of a Pairspace session: python3 verify.py export.json [x of the service's key]. See verify.md."""
import base64, hashlib, json, sys

class Number(str):
    """A number as it was written: the export carries canonical numbers."""

def canonical(value):
    if isinstance(value, Number): return str(value)
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(member) for name, member in members) + "}"
    if isinstance(value, list): return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

P, D = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19) % (2**255 - 19)

def add(a, b):
    u = D * a[0] * b[0] * a[1] * b[1]
    return ((a[0] * b[1] + b[0] * a[1]) * pow(1 + u, -1, P) % P, (a[1] * b[1] + a[0] * b[0]) * pow(1 - u, -1, P) % P)

def times(point, n):
    result = (0, 1)
    for bit in bin(n)[2:]:
        result = add(result, result)
        if bit == "1": result = add(result, point)
    return result

def point(encoded):
    number = int.from_bytes(encoded, "little")
    y, odd = number % 2**255, number >> 255
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if x * x % P != x2: x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != x2: raise ValueError("not a point")
    return (x if x % 2 == odd else P - x, y)

def signed(key, text, signature):  # Ed25519, RFC 8032
    half, s = signature[:32], int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(half + key + text).digest(), "little")
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    return len(signature) == 64 and times(base, s) == add(point(half), times(point(key), h))

def decode(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

export = json.load(open(sys.argv[1], encoding="utf-8"), parse_int=Number, parse_float=Number)
export = export.get("data", export)
session, events, checkpoint = export["session"]["id"], export["events"], export["checkpoint"]
hashed, unhashed = hashlib.sha256(session.encode()).hexdigest(), 0
for count, event in enumerate(events, 1):
    said = event.pop("hash")
    if event["seq"] != str(count): sys.exit(f"event {count} is missing or doubled")
    if said is None:
        unhashed = count
        continue
    hashed = hashlib.sha256((hashed + "\n" + canonical(event)).encode()).hexdigest()
    if said != hashed: sys.exit(f"event {count} is not what the chain says")
if (checkpoint["seq"], checkpoint["hash"]) != (str(len(events)), hashed): sys.exit("the checkpoint is of another log")
parts = ["pairspace.checkpoint.v1", session, checkpoint["seq"], hashed, checkpoint["signedAt"]]
key = sys.argv[2] if len(sys.argv) > 2 else checkpoint["key"]["x"]
if not signed(decode(key), "\n".join(parts).encode(), decode(checkpoint["signature"])): sys.exit("the signature is wrong")
print(f"{len(events)} events are as the service signed them ({unhashed} from before it kept hashes); key {key}")
