import { TcpProxy } from '../../client/src/testing/tcp-proxy.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aProxy } from './testing/a-server.ts';
import { aSession } from './testing/a-session.ts';
import { inPython, VirtualEnvironment } from './testing/virtual-environment.ts';

describe('the Python package follows and works', inPython, () => {
  let environment: VirtualEnvironment;
  let app: TestApp;
  beforeAll(async () => {
    [environment, app] = await Promise.all([VirtualEnvironment.create(), startTestApp({ compute: 'on' })]);
  });
  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  const followers = {
    sync: `
client, seen = Client(args[0], args[2]), []
for event in client.follow_events(args[1], since=0):
    seen.append(event["seq"])
    if event["event"] == "message.created" and event["data"]["content"] == "end": break
print(json.dumps(seen))`,
    async: `
async def main():
    async with AsyncClient(args[0], args[2]) as client:
        seen, events = [], client.follow_events(args[1], since=0)
        async for event in events:
            seen.append(event["seq"])
            if event["event"] == "message.created" and event["data"]["content"] == "end": break
        await events.aclose()
        print(json.dumps(seen))
asyncio.run(main())`,
  };
  test.each(Object.entries(followers))(
    '[PY-6] follow_events misses nothing and repeats nothing over a connection that is cut again and again: %s',
    async (_, follower) => {
      const { id, token, ada } = await aSession(app.url);
      await using proxy = await TcpProxy.before(app.url);
      proxy.budget = () => 3000 + (proxy.connections % 5) * 700;
      const following = environment.code(follower, proxy.url, id, token);
      for (let number = 0; number < 40; number++)
        await ada.postMessage({ sessionId: id, content: `${String(number)} ${'x'.repeat(100)}` });
      const { seq } = await ada.postMessage({ sessionId: id, content: 'end' });
      const seen = JSON.parse(await following) as number[];
      expect(seen).toEqual(Array.from({ length: seq }, (_one, index) => index + 1));
      expect(proxy.connections).toBeGreaterThan(3);
    },
  );

  test('[PY-6] a stream that falls silent is replaced, and Stop ends it from another thread', async () => {
    const { id, token, ada } = await aSession(app.url);
    await using proxy = await TcpProxy.before(app.url);
    const following = environment.code(
      `
stop, states = Stop(), []
client = Client(args[0], args[2])
def told(state, reason): states.append(state)
for event in client.follow_events(args[1], since=int(args[3]), silence=0.7, stop=stop, on_connection=told):
    print(event["data"].get("content"), flush=True)
    threading.Timer(0.1, stop.set).start()
print(states.count("lost") > 0, states.count("open") > 0)`,
      proxy.url,
      id,
      token,
      String((await ada.getSession({ sessionId: id })).lastSeq),
    );
    await expect.poll(() => proxy.connections).toBeGreaterThan(0);
    proxy.freeze();
    await expect.poll(() => proxy.connections).toBeGreaterThan(1);
    await ada.postMessage({ sessionId: id, content: 'late' });
    expect(await following).toBe('late\nTrue True\n');
  });

  test('Stop ends a call that waits, on a new connection and on one that was used before', async () => {
    const { id, bob, ada } = await aSession(app.url);
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    const { workerToken } = await ada.issueWorkerToken({ sessionId: id });
    const printed = await environment.code(
      `
def soon():
    stop = Stop()
    threading.Timer(0.3, stop.set).start()
    return stop
begun = time.monotonic()
client = Client(args[0], args[2])
for _ in range(2): print(list(client.session(args[1]).inbox(stop=soon())), list(client.session(args[1]).claim_next(stop=soon())))
run_worker(client.with_token(args[3]), ["shout"], print, session_id=args[1], stop=soon())
print(client.whoami(args[1])["agentId"], time.monotonic() - begun < 25)`,
      app.url,
      id,
      bob,
      workerToken,
    );
    expect(printed).toBe('[] []\n[] []\nbob True\n');
  });

  test('[PY-6] a service that is away at the beginning, or refuses the stream, ends it with an error', async () => {
    const printed = await environment.code(
      `
for url in args:
    try: print(next(Client(url).follow_events("ses_none", since=0)))
    except PairspaceError as error: print(type(error).__name__)`,
      app.url,
      'http://127.0.0.1:9',
    );
    expect(printed).toBe('NotFound\nConnectionFailed\n');
  });

  test('[PY-6] an open stream treats an error page of a proxy as an outage', async () => {
    const { id, token, ada } = await aSession(app.url);
    for (const content of ['one', 'two']) await ada.postMessage({ sessionId: id, content });
    const { seq } = await ada.postMessage({ sessionId: id, content: 'end' });
    await using cutting = await TcpProxy.before(app.url);
    cutting.budget = () => (cutting.connections > 1 ? Infinity : 1500);
    let streams = 0;
    await using proxy = await aProxy(cutting.url, (path) => path.endsWith('/stream') && ++streams === 2);
    const seen = JSON.parse(await environment.code(followers.sync, proxy.url, id, token)) as number[];
    expect(seen).toEqual(Array.from({ length: seq }, (_one, index) => index + 1));
    expect(streams).toBe(3);
  });

  test('an error page of a proxy is an outage: an inbox continues, and a task is kept and finished', async () => {
    const { id, bob, ada } = await aSession(app.url);
    await ada.createTask({ sessionId: id, title: 'one' });
    for (const content of ['@bob first', '@bob second']) await ada.postMessage({ sessionId: id, content });
    const asked: string[] = [];
    const timesOf = (call: string): number => asked.filter((one) => one === call).length;
    // The proxy answers each call once with an error page; the inbox call only after its first answer.
    await using proxy = await aProxy(app.url, (path) => {
      const call = /\/(inbox|read|claim|finish)\b/.exec(path)?.[1];
      if (call === undefined) return path === '/is-watched' && timesOf('inbox') < 3;
      asked.push(call);
      return timesOf(call) === (call === 'inbox' ? 2 : 1);
    });
    const printed = await environment.code(
      `
import urllib.error, urllib.request
session = Client(args[0], args[2]).session(args[1])
for item in session.inbox():
    print(item["event"]["data"]["content"])
    if item["event"]["data"]["content"] == "@bob second": break
def is_watched():
    try: urllib.request.urlopen(args[0] + "/is-watched")
    except urllib.error.HTTPError as error: return b"<h1>" not in error.read()
for claimed in session.claim_next():
    while not claimed.is_lost and not is_watched(): time.sleep(0.01)
    claimed.finish("It works.")
    break`,
      proxy.url,
      id,
      bob,
    );
    expect(printed).toBe('@bob first\n@bob second\n');
    expect(await ada.listTasks({ sessionId: id })).toMatchObject({ items: [{ status: 'done', attempts: 1 }] });
    for (const call of ['read', 'claim', 'finish']) expect(timesOf(call)).toBeGreaterThan(1);
  });

  test('the page of a proxy is an outage to those who follow a job, but not at the first contact', async () => {
    const { id, token, ada } = await aSession(app.url);
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    const { id: jobId } = await ada.submitJob({ sessionId: id, type: 'shout', input: {} });
    await ada.cancelJob({ sessionId: id, jobId });
    let reads = 0;
    await using proxy = await aProxy(app.url, () => [1, 3, 5, 7].includes(++reads));
    const printed = await environment.code(
      `
client = Client(args[0], args[3])
try: print(list(client.follow_job(args[1], args[2])))
except UnexpectedAnswer as error: print(error.status)
print([one["job"]["status"] for one in client.follow_job(args[1], args[2])])`,
      proxy.url,
      id,
      jobId,
      token,
    );
    expect(printed).toBe("404\n['cancelled']\n");
    expect(reads).toBe(8);
  });

  test('an error page of a proxy does not end the heartbeats', async () => {
    const { id, token, ada } = await aSession(app.url);
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    const { workerToken } = await ada.issueWorkerToken({ sessionId: id });
    await ada.submitJob({ sessionId: id, type: 'shout', input: {} });
    let beats = 0;
    await using proxy = await aProxy(app.url, (path) => path.endsWith('/heartbeat') && ++beats === 1);
    const printed = await environment.code(
      `
stop, ada = Stop(), Client(args[0], args[3])
def run(lease, job):
    tries = 0
    while tries < 200 and not ada.get_job(args[1], lease["job"]["id"])["progress"]:
        job.set_progress(0.5)
        time.sleep(0.02)
        tries += 1
    print(tries < 200)
    stop.set()
    return {"completed": {"result": {}}}
run_worker(Client(args[0], args[2]), ["shout"], run, session_id=args[1], stop=stop)`,
      proxy.url,
      id,
      workerToken,
      token,
    );
    expect(printed).toBe('True\n');
    expect(beats).toBeGreaterThan(1);
  });

  test('the inbox acknowledges an entry when the next one is taken, and claims keep, finish and release tasks', async () => {
    const { id, token, bob, ada } = await aSession(app.url);
    for (const title of ['one', 'two', 'three', 'four']) await ada.createTask({ sessionId: id, title });
    await ada.postMessage({ sessionId: id, content: '@bob first' });
    await ada.postMessage({ sessionId: id, content: '@bob second' });
    const printed = await environment.code(
      `
session = Client(args[0], args[2]).session(args[1])
def said():
    for item in session.inbox():
        if item["event"]["event"] == "message.created": return item["event"]["data"]["content"]
print(said(), said())
for claimed in session.claim_next():
    title = claimed.task["title"]
    if title == "one": claimed.finish("It works.")
    if title == "three": claimed.finish(outcome="failed", reason="no time")
    if title == "four": break
async def same():
    async with AsyncClient(args[0], args[2]) as client:
        tasks = client.session(args[1]).claim_next()
        async for claimed in tasks:
            assert not claimed.is_lost
            await client.with_token(args[3]).cancel_task(args[1], claimed.task["id"])
            while not claimed.is_lost: await asyncio.sleep(0.01)
            break
        await tasks.aclose()
asyncio.run(same())`,
      app.url,
      id,
      bob,
      token,
    );
    // Left after the first entry was taken: it comes again.
    expect(printed).toBe('@bob first @bob first\n');
    const { items } = await ada.listTasks({ sessionId: id });
    expect(items.map(({ title, status, attempts }) => [title, status, attempts])).toEqual([
      ['one', 'done', 1],
      ['two', 'done', 1],
      ['three', 'failed', 1],
      ['four', 'cancelled', 2],
    ]);
    expect(items[0]?.result?.text).toBe('It works.');
    expect(items[2]?.reason).toBe('no time');
  });

  test('a worker runs jobs, tells their progress, brings back outputs, and gives back what it is stopped in', async () => {
    const { id, ada } = await aSession(app.url);
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    const { workerToken } = await ada.issueWorkerToken({ sessionId: id });
    for (const text of ['first', 'bad', 'last']) await ada.submitJob({ sessionId: id, type: 'shout', input: { text } });
    const printed = await environment.code(
      `
stop, errors = Stop(), []
def run(lease, job):
    text = lease["job"]["input"]["text"]
    job.set_progress(0.5, "half" * 300)
    if text == "bad": raise ValueError("no good")
    if text == "last": stop.set(); return {"released": True}
    return {"completed": {"result": {"text": text.upper()}, "outputs": [{"path": "/work/a.txt", "content": text}, {"path": "b.txt", "error": "too large"}]}}
run_worker(Client(args[0], args[2]), ["shout"], run, session_id=args[1], stop=stop, on_error=errors.append)
print(errors)`,
      app.url,
      id,
      workerToken,
    );
    expect(printed).toBe('[]\n');
    const { items } = await ada.listJobs({ sessionId: id });
    const jobs = await Promise.all(items.map(({ id: jobId }) => ada.getJob({ sessionId: id, jobId })));
    const told = jobs.map(({ input, status, error }) => [
      (input as { text: string }).text,
      status,
      error?.reason ?? null,
    ]);
    expect(told.sort()).toEqual([
      ['bad', 'failed', 'exit'],
      ['first', 'completed', null],
      ['last', 'pending', null],
    ]);
    expect((await ada.getFile({ sessionId: id, path: 'a.txt' })).content).toBe('first');
  });
});
