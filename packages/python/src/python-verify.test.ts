import { createClient } from '@pairspace/client';
import { writeFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSession } from './testing/a-session.ts';
import { inPython, VirtualEnvironment } from './testing/virtual-environment.ts';

describe('the Python package verifies', inPython, () => {
  let environment: VirtualEnvironment;
  let app: TestApp;
  beforeAll(async () => {
    [environment, app] = await Promise.all([VirtualEnvironment.create(), startTestApp()]);
  });
  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  test('[PY-8] verify_webhook takes what was signed, and nothing else', async () => {
    const printed = await environment.code(`
import hashlib, hmac
secret, now = "a secret", 1780272000
body = json.dumps({"event": "message.created", "timestamp": "2026-06-01T00:00:00.000Z", "sessionId": "ses_1", "data": {"id": "msg_1"}}).encode()
def signed(body=body, secret=secret, t=now): return hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()
def told(header, body=body, secret=secret, name="X-Pair-Signature", at=now):
    try: return verify_webhook({"Host": "x", name: header}, body, secret, now=lambda: at)["data"]["id"]
    except WebhookVerificationError as error: return str(error).split(":")[0].split(".")[0]
print(told(f"t={now},v1={signed()}"))
print(told(f"t={now}, v1={signed()}", name="x-pair-signature", secret=["new", secret]))
print(told(f"t={now},v1={'0' * 64},v1={signed()}", at=now + 300))
print(told(f"t={now},v1={signed()}", at=now + 301))
print(told(f"t={now},v1={signed()}", body=body + b" "))
print(told(f"t={now},v1={signed(secret='other')}"))
print(told(f"t={now + 1},v1={signed()}"))
print(told(f"v1={signed()}"), told(f"t={now},t={now},v1={signed()}"), told(""), told(f"t={now},v1="), told(f"t={now}é,v1=é"), sep="|")
print(told(f"t={now},v1={signed()}", name="Other"))
print(told(f"t={now},v1={signed(b'[]')}", body=b"[]"), told(f"t={now},v1={signed(bytes([255]))}", body=bytes([255])), sep="|")`);
    const form = 'The header X-Pair-Signature is not of the form t=…,v1=…';
    const wrong = 'The signature does not fit';
    const none = 'The body is signed, but it is no delivery';
    expect(printed.trimEnd().split('\n')).toEqual([
      'msg_1',
      'msg_1',
      'msg_1',
      'The signature is more than 300 s away from now',
      wrong,
      wrong,
      wrong,
      [form, form, form, wrong, form].join('|'),
      'There is no header X-Pair-Signature, or more than one',
      `${none}|${none}`,
    ]);
  });

  test('[PY-9] [IMP-12] verify_export knows what an import does to tasks, asks and jobs', async () => {
    const { id, ada } = await aSession(app.url);
    await ada.createTask({ sessionId: id, title: 'T', claim: true });
    await ada.createAsk({ sessionId: id, kind: 'question', title: 'Which port?', freeText: true });
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    await ada.submitJob({ sessionId: id, type: 'render', input: {} });
    const document = await ada.exportSession({ sessionId: id });
    await ada.deleteSession({ sessionId: id });
    const { observerToken } = await createClient({ baseUrl: app.url }).importSession(document);
    const again = await ada.withToken(observerToken).exportSession({ sessionId: id });
    expect([...again.tasks, ...again.asks, ...again.compute.jobs].map(({ status }) => status)).toEqual([
      'open',
      'withdrawn',
      'cancelled',
    ]);
    await writeFile(environment.path('imported.json'), JSON.stringify(again));
    const printed = await environment.code(`
import hashlib
from pairspace.verify import canonical_json
text = open("imported.json", encoding="utf-8").read()
print(verify_export(text).tasks)
export = json.loads(text)
place = [event["event"] for event in export["events"]].index("session.imported")
event = export["events"][place]
event["data"]["importedFrom"]["hash"] = "0" * 64
rest = canonical_json({name: event[name] for name in event if name != "hash"})
event["hash"] = hashlib.sha256(f"{export['events'][place - 1]['hash']}\\n{rest}".encode()).hexdigest()
try: verify_export(export)
except VerificationFailed as error: print(error.reason, str(error).replace(str(place + 1), "N"))`);
    expect(printed).toBe('1\nhash Event N says that another log was imported than stands before it.\n');
  });

  test('[PY-9] [CHN-8] verify_export compares the session, its seats and the contents of a fork with the log', async () => {
    const { id, ada } = await aSession(app.url);
    await ada.createNote({ sessionId: id, title: 'N', content: 'a' });
    await ada.writeFile({ sessionId: id, path: 'a.txt', content: 'a' });
    await ada.createTask({ sessionId: id, title: 'T' });
    const { session, agentToken } = await ada.forkSession({ sessionId: id, files: true });
    const stranger = createClient({ baseUrl: app.url });
    const { id: sessionId, inviteCode = '' } = session;
    await stranger.joinSession({ sessionId, inviteCode, agentId: 'eve' });
    const fork = await stranger.withToken(agentToken).exportSession({ sessionId });
    await writeFile(environment.path('fork.json'), JSON.stringify(fork));
    const printed = await environment.code(`
import copy
import pathlib
export = json.loads(pathlib.Path("fork.json").read_text(encoding="utf-8"))
print(verify_export(export).tasks)
def told(change):
    other = copy.deepcopy(export)
    change(other)
    try: verify_export(json.dumps(other))
    except VerificationFailed as error: print(error)
told(lambda e: e["session"].update(name="x"))
told(lambda e: e["session"]["agents"].pop())
told(lambda e: e["session"].update(forkedFrom=None))
told(lambda e: e["agents"][1].update(agentName="x"))
for part in ("notes", "files", "tasks"): told(lambda e: e[part].append(e[part][0]))
told(lambda e: e["session"].update(id="\\ud800"))
told(lambda e: e["checkpoint"].update(signedAt="\\ud800"))
told(lambda e: e["manifest"]["publicKey"].update(x="\\ud800"))`);
    const [note, task] = [fork.notes[0]?.id, fork.tasks[0]?.id];
    expect(printed.trimEnd().split('\n')).toEqual([
      '1',
      ...['name', 'agents', 'forkedFrom'].map(
        (name) => `The session has another ${name} than event ${String(fork.seq)} says.`,
      ),
      'The part "agents" is not as the log has it.',
      `The note "${String(note)}" stands twice.`,
      'The file "a.txt" stands twice.',
      `The task "${String(task)}" stands twice.`,
      ...['session.id', 'checkpoint.signedAt', 'publicKey.x'].map(
        (part) => `The part "${part}" holds half of a character.`,
      ),
    ]);
  });

  test('[PY-9] verify_export and verify_site name what is wrong with a document, and hold the key against those known', async () => {
    const { id, ada, token } = await aSession(app.url);
    await ada.postMessage({ sessionId: id, content: 'Zoë 🧵 \u2028' });
    const note = await ada.createNote({ sessionId: id, title: 'N', content: 'a\n' });
    await ada.updateNote({ sessionId: id, noteId: note.id, content: 'b\n', expectedVersion: 1 });
    await ada.updateSession({
      sessionId: id,
      metadata: { number: 1e21, small: 1e-7, half: 0.5, é: { b: 1, a: [1e-6, 123456789.25] } },
    });
    await ada.writeFile({ sessionId: id, path: 'a.bin', content: 'AAEC', encoding: 'base64' });
    await ada.createTask({ sessionId: id, title: 'T' });
    await ada.createAsk({ sessionId: id, kind: 'question', title: 'Which port?', freeText: true });
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    await ada.submitJob({ sessionId: id, type: 'render', input: {} });
    const { keys } = await ada.listKeys({});
    const text = await (
      await fetch(`${app.url}/api/sessions/${id}/export`, { headers: { authorization: `Bearer ${token}` } })
    ).text();
    await writeFile(environment.path('export.json'), text);
    const zip = await fetch(`${app.url}/api/sessions/${id}/export/site`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/zip' },
    });
    await writeFile(environment.path('site.zip'), Buffer.from(await zip.arrayBuffer()));
    const printed = await environment.code(
      `
import copy
text, key = open("export.json", encoding="utf-8").read(), args[0]
done = verify_export(text, keys=[key])
print(done.messages, done.notes, done.files, done.tasks, done.key_id == key)
assert verify_export(Client(args[1], args[3]).export_session(args[2])).hash == done.hash
export = json.loads(text)["data"]
def told(change, keys=None):
    other = copy.deepcopy(export)
    try: change(other)
    except (KeyError, IndexError) as error: return repr(error)
    try: verify_export(json.dumps(other), keys=keys); return "whole"
    except VerificationFailed as error: return error.reason
print(told(lambda e: None), told(lambda e: None, keys=["other"]))
print(told(lambda e: e["events"][2].update(timestamp="2020-01-01T00:00:00.000Z")), told(lambda e: e["events"].pop(3)), told(lambda e: e["messages"][0].update(content="x")),
  told(lambda e: e["notes"][0].update(content="x")), told(lambda e: e["notes"][0]["history"][1].update(content="x")), told(lambda e: e["files"][0].update(content="AAED")),
  told(lambda e: e["tasks"][0].update(title="x")), told(lambda e: e["asks"][0].update(status="answered")), told(lambda e: e["asks"].clear()), told(lambda e: e["compute"]["jobs"][0].update(status="completed")), told(lambda e: e["compute"]["jobs"].clear()), told(lambda e: e["checkpoint"].update(signedAt="x")), told(lambda e: e["manifest"].update(signature=e["checkpoint"]["signature"])),
  told(lambda e: e.update(extra=1)), told(lambda e: e["session"].update(name="x")), told(lambda e: e["notes"][0].update(id=[1])), told(lambda e: e["events"].append(7)), told(lambda e: e.pop("events")))
try: verify_export(text.replace('"format":', '"format":"x","format":', 1))
except VerificationFailed as error: print(error)
site = verify_site("site.zip", keys=key)
print(site.files > 3, site.hash == done.hash)
import zipfile
with zipfile.ZipFile("site.zip") as archive: files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
def of(change):
    other = dict(files); change(other)
    try: verify_site(other); return "whole"
    except VerificationFailed as error: return error.reason
print(of(lambda f: None), of(lambda f: f.update({"index.html": b"x"})), of(lambda f: f.update({"more.js": b"x"})), of(lambda f: f.pop("index.html")), of(lambda f: f.pop("log/1.json", None) or f.pop(sorted(n for n in f if n.startswith("log/"))[0])))`,
      keys[0]?.kid ?? '',
      app.url,
      id,
      token,
    );
    expect(printed.trimEnd().split('\n')).toEqual([
      '1 1 1 1 True',
      'whole unknown_key',
      'hash order message note note file task ask ask job job signature signature member member note format format',
      'The name "format" stands twice in one object.',
      'True True',
      'whole member member member checkpoint',
    ]);
  });
});
