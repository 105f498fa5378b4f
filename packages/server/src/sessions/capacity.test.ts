import { until } from '@pairspace/testkit/until';
import { defaultLimits, type Job, type Session } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const small = { limits: { ...defaultLimits, sessionBytes: 20_000 } };
const content = 'x'.repeat(9000);

test('[CAP-1] what has no room in its session is 413, stores nothing, and what was deleted makes room again', async () => {
  await using app = await startTestApp(small);
  const { creator } = await aSession(app);
  await creator('POST', '/files', { body: { path: 'a.txt', content } });
  const { data: before } = await creator<Session>('GET', '');
  const usedBytes = before.storedBytes ?? 0;
  for (const [path, body] of [
    ['/messages', { content: 'y'.repeat(18_000) }],
    ['/notes', { title: 'Plan', content }],
    ['/files', { path: 'b.txt', content: content + content }],
  ] as const) {
    const refused = await creator('POST', path, { body });
    expect(refused.status).toBe(413);
    expect(refused.error.details).toEqual({ reason: 'session_quota', usedBytes, limitBytes: 20_000 });
  }
  expect((await creator<Session>('GET', '')).data).toEqual(before);
  await creator('DELETE', '/files/a.txt');
  expect((await creator('POST', '/files', { body: { path: 'b.txt', content } })).status).toBe(201);
});

test('[CAP-19] what can be repeated without end is refused in a full session, what ends it is not', async () => {
  await using app = await startTestApp(small);
  const { creator } = await aSession(app, { maxAgents: 3 });
  const { data } = await creator<Session>('GET', '');
  await creator('POST', '/files', { body: { path: 'a.txt', content } });
  for (let used = 0; used < 20_000 - 300; used = (await creator<Session>('GET', '')).data.storedBytes ?? 0) {
    const padding = 'x'.repeat(Math.max(1, Math.min(4000, 20_000 - used - 900)));
    if ((await creator('POST', '/messages', { body: { content: padding } })).status !== 201) break;
  }
  const { inviteCode } = data;
  for (const [method, path, body] of [
    ['PATCH', '', { metadata: { a: 'x'.repeat(1000) } }],
    ['PATCH', '', { name: 'y'.repeat(200), status: 'paused' }],
    ['POST', '/reinvite', {}],
    ['POST', '/compute', { provider: 'worker' }],
    ['POST', '/observe', { name: 'z'.repeat(200) }],
    ['POST', '/join', { inviteCode, agentId: 'z'.repeat(64) }],
  ] as const) {
    const refused = await creator(method, path, { body });
    expect([path, refused.status, refused.error.details?.['reason']]).toEqual([path, 413, 'session_quota']);
  }
  for (const [method, path, body] of [
    ['POST', '/visibility', { visibility: 'private' }],
    ['PATCH', '', { status: 'paused' }],
    ['PATCH', '', { status: 'completed' }],
  ] as const) {
    expect((await creator(method, path, { body })).status).toBe(200);
  }
  expect((await creator('POST', '/visibility', { body: { visibility: 'public' } })).status).toBe(413);
  expect((await creator('PATCH', '', { body: { status: 'active' } })).status).toBe(413);
});

test('[CAP-1] an edit and a job for which there is no room are refused too', async () => {
  await using app = await startTestApp(small);
  const { creator } = await aSession(app);
  const { data: note } = await creator('POST', '/notes', { body: { content: 'x'.repeat(4000) } });
  const body = { expectedVersion: 1, content };
  const edit = await creator('PUT', `/notes/${String(note['id'])}`, { body });
  expect(edit.error.details).toMatchObject({ reason: 'session_quota' });
  await creator('POST', '/compute', { body: { provider: 'worker' } });
  const job = await creator('POST', '/compute/jobs', { body: { type: 'some.work', input: content + content } });
  expect(job.error.details).toMatchObject({ reason: 'session_quota' });
});

test('[CAP-2] a fork counts the notes that it begins with', async () => {
  await using app = await startTestApp();
  const { creator } = await aSession(app);
  await creator('POST', '/notes', { body: { content: 'x'.repeat(50_000) } });
  const { data } = await creator<{ session: Session; agentToken: string }>('POST', '/fork', { body: {} });
  const fork = await app.request<Session>('GET', `/api/sessions/${data.session.id}`, { token: data.agentToken });
  expect(fork.data.storedBytes).toBeGreaterThan(50_000);
});

test('[CAP-3] a job ends in a full session, and its outputs say why they are not there', async () => {
  await using app = await startTestApp(small);
  const { creator } = await aSession(app);
  await creator('POST', '/compute', { body: { provider: 'worker' } });
  await creator('POST', '/compute/jobs', { body: { type: 'some.work', input: {} } });
  const { data: issued } = await creator('POST', '/compute/worker-token');
  const { data: session } = await creator<Session>('GET', '');
  const worker = <Data = Record<string, unknown>>(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
    app.request<Data>(method, `/api/sessions/${session.id}/compute/jobs${path}`, {
      token: String(issued['workerToken']),
      body,
    });
  const { data } = await worker('/claim', { types: ['some.work'] });
  const lease = data['lease'] as { leaseId: string; job: Job };
  const outputs = [
    { path: 'small.txt', content: 'x' },
    { path: 'large.txt', content },
  ];
  const { leaseId } = lease;
  for (const { path, content: text } of outputs)
    await worker(`/${lease.job.id}/outputs/${path}`, { leaseId, content: text }, 'PUT');
  // The room that the uploads had is taken before the job ends.
  await creator('POST', '/files', { body: { path: 'a.txt', content } });
  const { data: ended } = await worker<Job>(`/${lease.job.id}/complete`, { leaseId });
  expect(ended).toMatchObject({
    status: 'completed',
    outputs: [
      { path: 'large.txt', written: false },
      { path: 'small.txt', written: true },
    ],
  });
  expect(ended.outputs[0]?.error).toContain('no room');
});

test('[CAP-4] [CAP-8] a full service refuses what adds, and takes deletions, after which it has room again', async () => {
  await using app = await startTestApp({ storageBytes: 3_000_000 });
  const { creator } = await aSession(app);
  const write = (path: string) => creator('POST', '/files', { body: { path, content: path.padEnd(1_000_000, 'x') } });
  await until(async () => {
    const refused = await write(`${String(Math.random())}.txt`);
    expect(refused.status).toBe(503);
    expect(refused.error.details).toEqual({ reason: 'storage_full' });
  });
  const post = (path: string, body: unknown) => app.request('POST', path, { body });
  expect((await post('/api/sessions', {})).error.details).toEqual({ reason: 'storage_full' });
  expect((await post('/api/agents', { name: 'Ada' })).error.details).toEqual({ reason: 'storage_full' });
  expect((await creator('GET', '/files')).status).toBe(200);
  expect((await creator('DELETE', '')).status).toBe(200);
  await until(async () => {
    expect((await post('/api/sessions', {})).status).toBe(201);
  });
});
