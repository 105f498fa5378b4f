import type { Task } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { type ClaimedTask, type Client, type ClientOptions, createClient, SecretRefused } from '../index.ts';
import { behindProxy } from '../testing/behind-proxy.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const aPair = async (options: Partial<ClientOptions> = {}) => {
  const stranger = createClient({ baseUrl: app.url });
  const created = await stranger.createSession({ agentId: 'ada', maxAgents: 3 });
  const { id: sessionId, inviteCode = '' } = created.session;
  const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const ada = createClient({ baseUrl: app.url, token: created.agentToken });
  const bob = createClient({ baseUrl: app.url, token: agentToken, ...options });
  const ask = (title: string, more: Partial<Parameters<Client['createTask']>[0]> = {}) =>
    ada.createTask({ sessionId, title, ...more });
  const read = (taskId: string): Promise<Task> => ada.getTask({ sessionId, taskId });
  const complete = () => ada.updateSession({ sessionId, status: 'completed' });
  return { sessionId, ada, bob, ask, read, complete };
};

const isClaim = (url: Parameters<typeof fetch>[0]): boolean =>
  (url instanceof Request ? url.url : url.toString()).includes('/tasks/claim');

test('tasks are handed out as they become ready, and end as the caller says', async () => {
  const { sessionId, bob, ask, read, complete } = await aPair();
  await ask('second');
  await ask('first', { priority: 3, labels: ['code'] });
  await ask('last', { dependsOn: ['1', '2'] });
  const seen: string[] = [];
  for await (const { task, finish, signal } of bob.session(sessionId).claimNext()) {
    expect(await read(task.id)).toMatchObject({ status: 'working', assignee: { agentId: 'bob' } });
    expect(signal.aborted).toBe(false);
    seen.push(task.title);
    if (task.title === 'first') finish({ text: 'It works.', links: [{ kind: 'file', ref: 'a.ts' }] });
    if (task.title === 'last') {
      finish({ outcome: 'failed', reason: 'no time' });
      await complete();
    }
  }
  expect(seen).toEqual(['first', 'second', 'last']);
  expect(await read('2')).toMatchObject({
    status: 'done',
    result: { text: 'It works.', links: [{ kind: 'file', ref: 'a.ts' }] },
  });
  expect(await read('1')).toMatchObject({ status: 'done', result: { text: '' } });
  // Nothing can be written in a completed session: its last task stays as it is.
  expect(await read('3')).toMatchObject({ status: 'working' });
});

test('labels choose tasks, and a failed one is told as failed', async () => {
  const { sessionId, bob, ask, read } = await aPair();
  await ask('design');
  await ask('code', { labels: ['code', 'ts'] });
  for await (const { task, finish } of bob.session(sessionId).claimNext({ labels: ['ts'] })) {
    expect(task.title).toBe('code');
    finish({ outcome: 'failed', reason: 'no compiler' });
    break;
  }
  expect(await read('2')).toMatchObject({ status: 'failed', reason: 'no compiler' });
  expect(await read('1')).toMatchObject({ status: 'open' });
});

test('a loop that is left or breaks gives its task back', async () => {
  const { sessionId, bob, ask, read } = await aPair();
  await ask('one');
  for await (const { task } of bob.session(sessionId).claimNext()) {
    expect(task.attempts).toBe(1);
    break;
  }
  expect(await read('1')).toMatchObject({ status: 'open', assignee: null });
  const work = async () => {
    for await (const { task } of bob.session(sessionId).claimNext()) throw new Error(`it died with ${task.title}`);
  };
  await expect(work()).rejects.toThrow('it died with one');
  expect(await read('1')).toMatchObject({ status: 'open', attempts: 2 });
});

test('a task that is taken away aborts its signal, and the loop goes on', async () => {
  const { sessionId, ada, bob, ask, read, complete } = await aPair();
  await ask('cancelled', { priority: 3 });
  await ask('released', { priority: 2 });
  await ask('kept');
  const aborted: string[] = [];
  for await (const { task, signal } of bob.session(sessionId).claimNext()) {
    if (task.title === 'cancelled') await ada.cancelTask({ sessionId, taskId: task.id });
    if (task.title === 'released' && task.attempts === 1) {
      await ada.releaseTask({ sessionId, taskId: task.id });
      await ada.claimTask({ sessionId, taskId: task.id });
    }
    if (task.title === 'kept') break;
    await expect.poll(() => signal.aborted).toBe(true);
    aborted.push(`${task.title}: ${(signal.reason as Error).message.replace(/\d+/, '0')}`);
  }
  const why = 'The task is not this agent’s any more since #0.';
  expect(aborted).toEqual([`cancelled: ${why}`, `released: ${why}`]);
  expect(await read('1')).toMatchObject({ status: 'cancelled' });
  expect(await read('2')).toMatchObject({ status: 'working', assignee: { agentId: 'ada' } });
  await complete();
});

test('the lease is kept while the caller works, and not after', async () => {
  const { sessionId, ada, bob, ask, read } = await aPair();
  await ask('long', { leaseMs: 60_000 });
  for await (const { task, finish } of bob.session(sessionId).claimNext()) {
    for (let times = 0; times < 3; times++) {
      const { leaseUntil } = await read(task.id);
      app.clock.advance(50_000);
      // An entry of the inbox ends the wait before its time, and the next one begins.
      await ada.postMessage({ sessionId, content: '@bob how is it?' });
      await expect.poll(async () => (await read(task.id)).leaseUntil).not.toBe(leaseUntil);
    }
    expect(await read(task.id)).toMatchObject({ status: 'working', attempts: 1 });
    finish({ text: 'done' });
    break;
  }
  expect(await read('1')).toMatchObject({ status: 'done', attempts: 1 });
});

test('a process takes up what a dead one of the same agent left, once', async () => {
  const { sessionId, bob, ask, complete } = await aPair();
  await ask('left', { labels: ['a'] });
  await ask('new');
  await bob.claimTask({ sessionId, taskId: '1' });
  const seen: string[] = [];
  const areBothSeen = () => expect.poll(() => seen.toSorted()).toEqual(['left 1', 'new 1']);
  const work = async () => {
    for await (const { task } of bob.session(sessionId).claimNext()) {
      seen.push(`${task.title} ${String(task.attempts)}`);
      await areBothSeen();
      break;
    }
  };
  await Promise.all([work(), work()]);
  expect(seen).toHaveLength(2);
  await complete();
});

test('an outcome that the service refuses gives the task back, and is thrown', async () => {
  const { sessionId, bob, ask, read } = await aPair();
  await ask('secret');
  const work = async () => {
    for await (const { finish } of bob.session(sessionId).claimNext()) finish({ text: `agt_${'A'.repeat(43)}` });
  };
  await expect(work()).rejects.toBeInstanceOf(SecretRefused);
  expect(await read('1')).toMatchObject({ status: 'open' });
});

test('the signal ends the wait, and a task that was given away just then is given back', async () => {
  const stop = new AbortController();
  const claims: string[] = [];
  const losing: typeof fetch = async (url, init) => {
    if (!isClaim(url) || stop.signal.aborted) return fetch(url, init);
    claims.push(new Headers(init?.headers).get('idempotency-key') ?? '');
    const response = await fetch(url, { ...init, signal: null });
    await response.text();
    // The answer is lost together with the caller’s wish.
    stop.abort(new Error('stop'));
    throw stop.signal.reason;
  };
  const { sessionId, bob, ask, read } = await aPair({ fetch: losing });
  await ask('lost');
  const handedOut: ClaimedTask[] = [];
  for await (const claimed of bob.session(sessionId).claimNext({ signal: stop.signal })) handedOut.push(claimed);
  expect(handedOut).toEqual([]);
  expect(claims).toHaveLength(1);
  expect(await read('1')).toMatchObject({ status: 'open', attempts: 1 });

  const waiting = new AbortController();
  const next = bob
    .session(sessionId)
    .claimNext({ labels: ['none'], signal: waiting.signal })
    .next();
  waiting.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('[WAIT-4] the end of the session ends the loop, at once and while it waits', async () => {
  let claims = 0;
  const counting: typeof fetch = (url, init) => {
    if (isClaim(url)) claims++;
    return fetch(url, init);
  };
  const { sessionId, bob, ask, complete } = await aPair({ fetch: counting });
  const next = bob.session(sessionId).claimNext().next();
  await expect.poll(() => claims).toBe(1);
  await ask('late', { dependsOn: [(await ask('offered', { offeredTo: 'ada' })).id] });
  await complete();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await bob.session(sessionId).claimNext().next()).toEqual({ done: true, value: undefined });
  expect(claims).toBe(2);
});

test('each task is done once over a network that fails', async () => {
  await using proxy = await TcpProxy.before(app.url);
  const { sessionId, bob, ask, complete, ada } = await aPair({ baseUrl: proxy.url, pause: () => Promise.resolve() });
  const titles = Array.from({ length: 12 }, (_, index) => String(index + 1));
  for (const title of titles) await ask(title);
  let connections = 0;
  proxy.budget = () => (connections++ % 3 === 0 ? 500 : 20_000);
  const seen: string[] = [];
  for await (const { task, finish } of bob.session(sessionId).claimNext()) {
    seen.push(task.title);
    finish({ text: `${task.title} is done` });
    if (seen.length === titles.length) break;
  }
  expect(seen).toEqual(titles);
  const { items } = await ada.listTasks({ sessionId, status: 'done' });
  expect(items.map(({ result, attempts }) => [result?.text, attempts])).toEqual(
    titles.map((title) => [`${title} is done`, 1]),
  );
  expect(proxy.connections).toBeGreaterThan(3);
  await complete();
});

test('an error page of a proxy is an outage: the task is kept and finished', async () => {
  const pages: string[] = [];
  const fetch = behindProxy((url) => {
    const call = /\/(inbox|finish|claim)\b/.exec(url)?.[1];
    if (call === undefined || pages.includes(call)) return false;
    pages.push(call);
    return true;
  });
  const { sessionId, bob, ask, read, complete } = await aPair({ fetch });
  await ask('one');
  for await (const { signal } of bob.session(sessionId).claimNext()) {
    await expect.poll(() => pages).toContain('inbox');
    expect(signal.aborted).toBe(false);
    break;
  }
  for await (const { finish, signal } of bob.session(sessionId).claimNext()) {
    finish({ text: 'It works.' });
    expect(signal.aborted).toBe(false);
    break;
  }
  expect(pages).toEqual(['claim', 'inbox', 'finish']);
  expect(await read('1')).toMatchObject({ status: 'done', attempts: 2 });
  await complete();
});
