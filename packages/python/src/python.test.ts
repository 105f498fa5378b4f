import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@pairspace/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityFor, identityOf, isOwn } from '../../pairspace/src/seats/identity.ts';
import { SeatStore } from '../../pairspace/src/seats/seat-store.ts';
import { TcpProxy } from '../../client/src/testing/tcp-proxy.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { buildPython } from '../build/build-python.ts';
import { snake } from '../build/python-types.ts';
import { aServer, aWebServer } from './testing/a-server.ts';
import { aSession } from './testing/a-session.ts';
import { inPython, VirtualEnvironment } from './testing/virtual-environment.ts';

test('[PY-1] the same sources give the same wheel and the same sdist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-python-'));
  const [first, second] = [await buildPython(join(folder, 'one')), await buildPython(join(folder, 'two'))];
  for (const kind of ['wheel', 'sdist'] as const) {
    expect(await readFile(first[kind])).toEqual(await readFile(second[kind]));
  }
  await rm(folder, { recursive: true });
});

describe('the Python package', inPython, () => {
  let environment: VirtualEnvironment;
  let app: TestApp;
  beforeAll(async () => {
    [environment, app] = await Promise.all([VirtualEnvironment.create(), startTestApp()]);
  });
  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  test('[PY-1] it needs httpx alone, and carries types', async () => {
    const printed = await environment.code(`
import importlib.metadata, pathlib, pairspace
print(importlib.metadata.requires("pairspace"), (pathlib.Path(pairspace.__file__).parent / "py.typed").exists())`);
    expect(printed).toBe("['httpx>=0.23,<1'] True\n");
  });

  test('[PY-3] both clients have a method for each endpoint, with the words of the contract', async () => {
    const listed = await environment.code(
      'import inspect\n' +
        'def words(kind): return {name: [inspect.getdoc(one), str(inspect.signature(one))] for name, one in inspect.getmembers(kind, inspect.isfunction)}\n' +
        'sync, both = words(Client), words(AsyncClient)\n' +
        'print(json.dumps([sync, {name: both.get(name) for name in sync}]))',
    );
    const [sync, both] = JSON.parse(listed) as Record<string, [string, string] | null>[];
    for (const [name, { summary }] of Object.entries(endpoints)) {
      if (name === 'streamEvents') continue;
      const found = sync?.[snake(name)];
      expect(found?.[0], name).toContain(summary);
      expect(both?.[snake(name)], name).toEqual(found);
    }
    expect(sync?.['post_message']?.[1]).toMatch(/^\(self, session_id: 'str', \*, content: 'str', /);
  });

  test('[PY-3] calls take Python’s names, and the answers have the names of the wire', async () => {
    const { id, token } = await aSession(app.url);
    const printed = await environment.code(
      `
ada = Client(args[0]).with_token(args[2])
note = ada.create_note(args[1], title="Plan", content="One\\n")
edited = ada.session(args[1]).edit(note_id=note["id"], edits=[{"append": "Two\\n"}], expected_version=1)
task = ada.create_task(args[1], title="Look", offered_to="bob")
assert ada.update_task(args[1], task["id"], expected_version=1, offered_to=None)["status"] == "open"
ada.write_file(args[1], path="docs/ä b.md", content="é")
for number in range(3): ada.post_message(args[1], content=f"{number}")
async def same():
    async with AsyncClient(args[0], args[2]) as client:
        return sorted([message["content"] async for message in client.pages("list_messages", args[1], limit=2)])
print(json.dumps([edited["content"], ada.get_file(args[1], "docs/ä b.md")["content"], ada.list_tasks(args[1], ready="true")["items"][0]["title"],
    sorted(message["content"] for message in ada.pages("list_messages", args[1], limit=2)), asyncio.run(same())]))`,
      app.url,
      id,
      token,
    );
    expect(JSON.parse(printed)).toEqual(['One\nTwo\n', 'é', 'Look', ['0', '1', '2'], ['0', '1', '2']]);
  });

  test('[PY-4] a refusal is raised by its class, with code, reason, details and request id', async () => {
    const { id, token } = await aSession(app.url);
    const printed = await environment.code(
      `
ada = Client(args[0], args[2])
note = ada.create_note(args[1], title="Plan", content="One")
ada.update_note(args[1], note["id"], content="Two", expected_version=1)
def told(call):
    try: call()
    except ServiceError as error:
        assert error.request_id.startswith("req_") and str(error)
        return [type(error).__name__, error.code, error.status, error.reason]
def stale():
    try: ada.update_note(args[1], note["id"], content="Three", expected_version=1)
    except StaleVersion as error:
        assert (error.current_version, error.current["content"]) == (2, "Two")
        raise
print(json.dumps([told(stale), told(lambda: ada.get_note(args[1], "note_none")), told(lambda: Client(args[0], "agt_" + "A" * 43).whoami(args[1])),
    told(lambda: ada.with_token(None).post_message(args[1], content="x")), told(lambda: ada.post_message(args[1], content="")),
    told(lambda: ada.post_message(args[1], content="agt_" + "A" * 43)), told(lambda: ada.session(args[1]).edit(note_id=note["id"], edits=[{"replace": {"old": "None", "new": "x"}}]))]))`,
      app.url,
      id,
      token,
    );
    expect(JSON.parse(printed)).toEqual([
      ['StaleVersion', 'CONFLICT', 409, 'stale_version'],
      ['NotFound', 'NOT_FOUND', 404, null],
      ['Unauthorized', 'UNAUTHORIZED', 401, null],
      ['Unauthorized', 'UNAUTHORIZED', 401, null],
      ['ValidationFailed', 'VALIDATION_ERROR', 400, null],
      ['SecretRefused', 'VALIDATION_ERROR', 400, 'contains_token'],
      ['EditRefused', 'CONFLICT', 409, 'edit_not_found'],
    ]);
  });

  const strange: readonly (readonly [RequestListener, string])[] = [
    [
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
      '(status 200) is not one of Pairspace.',
    ],
    [
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/x?y' }).end(),
      '(status 302) is not one of Pairspace: it redirects to "http://10.0.0.1", and no redirect is followed; give that address if the service is there.',
    ],
    [(_, response) => response.end('{"error":{"code":7,"message":"no"}}'), '(status 200) is not one of Pairspace.'],
    [(_, response) => response.end('['.repeat(200_000)), '(status 200) is not one of Pairspace.'],
    [
      (_, response) => {
        const piece = Buffer.alloc(1024 * 1024, 32);
        const send = (): void => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', send).on('error', () => undefined);
        send();
      },
      '(status 200) is not one of Pairspace: it has more than 64 MB.',
    ],
  ];

  test('[PY-4] a service that answers something else is named, by both clients', async () => {
    await using servers = new AsyncDisposableStack();
    const urls: string[] = [];
    for (const [answer] of strange) urls.push(servers.use(await aWebServer(answer)).url);
    const printed = await environment.code(
      `
async def same(url):
    async with AsyncClient(url) as client:
        try: await client.get_session("ses_1")
        except UnexpectedAnswer as error: print(error)
for url in args:
    try: Client(url).get_session("ses_1")
    except UnexpectedAnswer as error: print(error)
    asyncio.run(same(url))`,
      ...urls,
    );
    expect(printed).toBe(strange.map(([, told]) => `The answer ${told}\n`.repeat(2)).join(''));
  });

  test('[PY-4] a service that answers nothing is named, by both clients', async () => {
    await using server = await aWebServer(() => undefined);
    const printed = await environment.code(
      `
try: Client(args[0], timeout=0.5).get_session("ses_1")
except ConnectionFailed as error: print(error)
async def same():
    async with AsyncClient(args[0], timeout=0.5) as client:
        try: await client.get_session("ses_1")
        except ConnectionFailed as error: print(error)
asyncio.run(same())`,
      server.url,
    );
    expect(printed).toBe(`No answer from ${server.url}: nothing came for 0.5 s\n`.repeat(2));
  });

  test('[PY-4] what is no HTTP, and where nothing listens, are failed connections', async () => {
    await using server = await aServer(
      createTcpServer((socket) => socket.on('error', () => undefined).end('SSH-2.0\r\n\r\n')),
    );
    const printed = await environment.code(
      `
async def main():
    for url in args:
        for client in Client(url), AsyncClient(url):
            try:
                result = client.delete_session("ses_1")
                await result
            except ConnectionFailed as error: print(str(error).replace(url, "it"))
asyncio.run(main())`,
      server.url,
      'http://127.0.0.1:9',
    );
    expect(printed.split('\n')).toEqual([
      'No answer from it: no HTTP',
      'No answer from it: no HTTP',
      'No answer from it: Connection refused',
      expect.stringMatching(/^No answer from it: .*/),
      '',
    ]);
  });

  test('[PY-5] reads and POSTs are tried again, a POST under its own key; nothing else is', async () => {
    const seen: string[] = [];
    await using server = await aWebServer((request, response) => {
      seen.push(`${request.method ?? ''} ${String(request.headers['idempotency-key'] ?? '')}`);
      const isLast = seen.filter((one) => one === seen.at(-1)).length === 2;
      if (isLast) response.end('{"ok":true,"data":{"id":"x"}}');
      else if (request.method === 'POST') request.socket.destroy();
      else response.writeHead(503).end('<html>');
    });
    const printed = await environment.code(
      `
ada = Client(args[0])
print(ada.post_message("ses_1", content="x")["id"], ada.get_session("ses_1")["id"])
try: ada.update_note("ses_1", "n", content="x", expected_version=1)
except UnexpectedAnswer as error: print(error.status)
print(ada.heartbeat("ses_1")["id"])
async def same():
    async with AsyncClient(args[0]) as client: print((await client.post_message("ses_1", content="x"))["id"])
asyncio.run(same())`,
      server.url,
    );
    expect(printed).toBe('x x\n503\nx\nx\n');
    const methods = ['POST', 'POST', 'GET', 'GET', 'PUT', 'POST', 'POST', 'POST', 'POST'];
    expect(seen.map((one) => one.split(' ')[0])).toEqual(methods);
    // A heartbeat has no key.
    expect(seen.slice(5, 7)).toEqual(['POST ', 'POST ']);
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toMatch(/^POST [0-9a-f]{32}$/);
    expect(seen[5]).toBe(seen[6]);
    expect(seen[5]).not.toBe(seen[0]);
  });

  test('[PY-5] the key of a POST that has failed finds out whether it was done, and stands in no text', async () => {
    const { id, token, ada } = await aSession(app.url);
    await using proxy = await TcpProxy.before(app.url);
    let connections = 0;
    proxy.budget = () => (connections++ < 4 ? 20 : Infinity);
    const printed = await environment.code(
      `
ada = Client(args[0], args[2])
try: ada.post_message(args[1], content="once")
except ConnectionFailed as error:
    key = idempotency_key_of(error)
    assert key not in repr(error) + str(error) + repr(error.args)
print(ada.post_message(args[1], content="once", headers={"Idempotency-Key": key})["content"])`,
      proxy.url,
      id,
      token,
    );
    expect(printed).toBe('once\n');
    expect((await ada.listMessages({ sessionId: id })).items.map(({ content }) => content)).toEqual(['once']);
  });

  test('[DOOR-5] seats are kept in the files of the command, which both read', async () => {
    const { id, token } = await aSession(app.url);
    const store = new SeatStore(environment.path('seats'));
    const printed = await environment.code(
      `
client = Client(args[0])
code = client.with_token(args[2]).get_session(args[1])["inviteCode"]
answer = client.join_session(args[1], invite_code=code, agent_id="cyd")
store = SeatStore()
store.take(seat_of(args[0], answer, "cyd"))
seat = store.find(session_id=args[1], agent_id="cyd")
print(Client(seat["service"], seat["token"]).whoami(args[1])["agentId"], seat["identity"])
try: store.take({**seat, "service": "https://other.example"})
except SeatRefused as error: print("refused")
try: store.take({**seat, "agentId": "two words"})
except ValueError: print("no seat")`,
      app.url,
      id,
      token,
    );
    expect(printed).toBe('cyd shell\nrefused\nno seat\n');
    const [seat] = await store.list();
    expect(seat).toMatchObject({
      sessionId: id,
      agentId: 'cyd',
      kind: 'agent',
      recoveryCode: expect.any(String) as string,
    });
    const [name] = await readdir(store.folder);
    expect((await stat(join(store.folder, name ?? ''))).mode & 0o777).toBe(0o600);
    if (seat) await store.save({ ...seat, agentName: 'Cyd the second' });
    expect(await readdir(store.folder)).toEqual([name]);
    expect(await environment.code('print([seat["agentName"] for seat in SeatStore().list()])')).toBe(
      "['Cyd the second']\n",
    );
  });

  test('[DOOR-5] the identity equals that of the command, and a seat taken in Claude Code is found after /clear', async () => {
    const environments = [{ GEMINI_CLI: '1' }, { COPILOT_AGENT_SESSION_ID: 's1' }, { CODEX_THREAD_ID: 't1' }, {}];
    const window = { CLAUDE_CODE_SESSION_ID: 's1', CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/w1' };
    const printed = await environment.code(
      `
from pairspace.seats import identity_of, seat_of
print(json.dumps([identity_of(env) for env in json.loads(args[0])]))
os.environ.update(json.loads(args[1]))
session = {"id": "ses_1", "name": "One", "agents": []}
seats = [seat_of("http://127.0.0.1:8787", {"session": session, "agentToken": "agt_x"}, "ada", identity=one) for one in (None, "shell")]
print(json.dumps([{name: seat[name] for name in ("identity", "window") if name in seat} for seat in seats]))`,
      JSON.stringify(environments),
      JSON.stringify(window),
    );
    const [identities = '', seats = ''] = printed.split('\n');
    expect(JSON.parse(identities)).toEqual(environments.map((env) => identityOf(env, () => []).key));
    const [own, other] = JSON.parse(seats) as { identity: string; window?: string }[];
    expect(own && isOwn(own, identityFor('claude-code', 's2', '/tmp/w1'))).toBe(true);
    expect(other).toEqual({ identity: 'shell' });
  });

  test('[DOOR-5] where a seat cannot be written whole, the file of before stays and nothing else is left', async () => {
    await mkdir(environment.path('full'), { recursive: true });
    const printed = await environment.code(`
import pathlib, resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SeatStore(pathlib.Path("full"))
seat = {"service": "http://127.0.0.1:8787", "sessionId": "ses_1", "sessionName": "One", "kind": "agent", "agentId": "ada", "agentName": "Ada", "token": "agt_x", "identity": "shell", "takenAt": "2026-01-01T00:00:00.000Z"}
store.save(seat)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try: store.save({**seat, "token": "agt_y"})
except OSError as error: print(type(error).__name__)
print([seat["token"] for seat in store.list()], len(os.listdir("full")))`);
    expect(printed).toBe("OSError\n['agt_x'] 1\n");
  });

  test('threads share a client, and an AsyncClient works in one event loop after another and ends at any step', async () => {
    const { id, token, ada } = await aSession(app.url);
    await environment.code(
      `
from concurrent.futures import ThreadPoolExecutor
ada = Client(args[0], args[2])
with ThreadPoolExecutor(8) as pool: list(pool.map(lambda number: ada.post_message(args[1], content=f"{number}"), range(40)))
client = AsyncClient(args[0], args[2])
for number in range(3): asyncio.run(client.post_message(args[1], content=f"loop {number}"))
loop = asyncio.new_event_loop()
loop.run_until_complete(client.whoami(args[1])); loop.close()
async def cancelled():
    client = AsyncClient(args[0], args[2], transport=AsyncHttpTransport(most_idle=0))
    for number in range(60):
        waiting = asyncio.ensure_future(client.next_events(args[1], since=10_000))
        for _ in range(number): await asyncio.sleep(0)
        waiting.cancel()
        try: await waiting
        except asyncio.CancelledError: pass
        else: raise AssertionError(f"not cancelled after {number} steps")
    assert (await client.whoami(args[1]))["agentId"] == "ada"
    await client.aclose()
asyncio.run(cancelled())
ada.close()`,
      app.url,
      id,
      token,
    );
    const { items } = await ada.listMessages({ sessionId: id, limit: 200 });
    expect(items.filter(({ content }) => /^\d+$/.test(content))).toHaveLength(40);
    expect(items.filter(({ content }) => content.startsWith('loop'))).toHaveLength(3);
  });

  test('what has no place in a request is refused with no request, and a redirect that is to last is no outage', async () => {
    const printed = await environment.code(String.raw`
from pairspace import _core as core, _errors
client = Client("http://127.0.0.1:9")
try: client.delete_file("ses_1", "a/../../b")
except ValidationFailed as error: print(error.issues)
try: client.get_file("ses_1", "a\ud83d")
except ValidationFailed as error: print(error, error.issues[0]["path"])
try: client.whoami('ses_1', headers={"X-A": "b\r\nX-C: d"})
except ValueError: print("no header")
try: Client("file:///etc/passwd")
except ValueError as error: print(error)
print(find_invitation("https://h.example/j/ABCD-EFGH-JKLM?x", "s"), find_invitation("https://u:p@h.example/j/ABCD-EFGH-JKLM", "s"), service_address("HTTP://H.example:80/a/"))
print([_errors.is_outage(UnexpectedAnswer(status)) for status in (200, 301, 302, 303, 307, 308, 403, 413)])
def timeout_of(size, given=None):
    put = core.Endpoint("PUT", "/a")
    return core.request_of(core.Connection("http://127.0.0.1:9"), put, {}, {}, {"content": "x" * size}, None, given).timeout
print(timeout_of(100), timeout_of(1_000_000), timeout_of(1_000_000, 1))`);
    expect(printed.trimEnd().split('\n')).toEqual([
      "[{'path': 'path', 'message': 'must have no segment . or ..'}]",
      'path must not hold half of a surrogate pair path',
      'no header',
      'base_url must be an http or https URL.',
      "Invitation(service='https://h.example', invite_code='ABCD-EFGH-JKLM') None http://h.example/a",
      '[False, False, True, True, True, False, True, False]',
      // A large upload has more time.
      '75.0 175.0 101',
    ]);
  });
});
