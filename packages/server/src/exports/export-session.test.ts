import { defaultLimits, type Event, type Message, type Note, type SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFile } from '../files/write-file.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { unconditional } from '../http/dispatch/preconditions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Messages, notes with several versions, files that were replaced and deleted. */
const fill = async ({ creator, partner, observer }: SessionFixture): Promise<void> => {
  const first = await creator<Message>('POST', '/messages', {
    body: { content: 'Hi @bob', metadata: { a: [1, null] } },
  });
  await partner('POST', '/messages', { body: { content: 'Hi', replyTo: first.data.id, msgType: 'status' } });
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Plan', content: '# One' } });
  await observer('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: 1, content: '# Two' } });
  await partner('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: 2, title: 'The plan' } });
  const lost = await creator<Note>('POST', '/notes', { body: {} });
  await creator('DELETE', `/notes/${lost.data.id}`);
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'old' } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'new' } });
  await partner('POST', '/files', { body: { path: 'b/ü.ts', content: 'let x = 1;\n' } });
  await partner('POST', '/files', { body: { path: 'c', content: '' } });
  await partner('DELETE', '/files/c');
};

const everyPage = async <T>(fixture: SessionFixture, path: string): Promise<T[]> =>
  (await fixture.creator<{ items: T[] }>('GET', `${path}?limit=200`)).data.items;

test('[EXP-1] an export is the whole session, and says the same as every other read of it', async () => {
  const fixture = await aSession(app, { name: 'Dates', metadata: { branch: 'x' } });
  await fill(fixture);
  await fixture.partner('POST', '/tasks', { body: { title: 'Read it', claim: true } });
  await fixture.partner('POST', '/asks', { body: { kind: 'approval', title: 'May I?' } });
  await fixture.partner('POST', '/presence', { body: { status: 'working', currentActivity: 'Reading' } });
  await fixture.creator('PATCH', '', { body: { status: 'completed' } });

  const { status, data } = await fixture.stranger<SessionExport>('GET', '/export');

  expect(status).toBe(200);
  const { data: session } = await fixture.stranger<SessionExport['session']>('GET', '');
  const notes = await everyPage<Note>(fixture, '/notes');
  expect(data).toEqual({
    format: 'pairspace.session',
    version: 1,
    exportedAt: new Date(app.clock.now()).toISOString(),
    seq: session.lastSeq,
    session,
    agents: session.agents,
    observers: await everyPage(fixture, '/observers'),
    messages: (await fixture.creator<{ items: Message[] }>('GET', '/messages?since=0')).data.items,
    notes: await Promise.all(
      notes.map(async (note) => ({ ...note, history: await everyPage(fixture, `/notes/${note.id}/history`) })),
    ),
    files: await Promise.all(
      (await everyPage<{ path: string }>(fixture, '/files')).map(
        async ({ path }) =>
          (await fixture.creator('GET', `/files/${path.split('/').map(encodeURIComponent).join('/')}`)).data,
      ),
    ),
    compute: { pool: null, jobs: [], agentUsage: [] },
    tasks: await everyPage(fixture, '/tasks'),
    asks: await everyPage(fixture, '/asks'),
    presence: await everyPage(fixture, '/presence'),
    events: await everyPage(fixture, '/events'),
    checkpoint: (await fixture.creator('GET', '/checkpoint')).data,
    manifest: data.manifest,
  });
  expect(verifyExport(data)).toMatchObject({
    sessionId: session.id,
    seq: session.lastSeq,
    messages: 2,
    notes: 1,
    files: 2,
  });
  expect(data.notes).toHaveLength(1);
  expect(data.notes[0]?.history.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(data.files.map(({ content }) => content)).toEqual(['new', 'let x = 1;\n']);
});

test('[EXP-1] [API-21] messages and events carry the seq of the log, without gaps up to the seq of the export', async () => {
  const fixture = await aSession(app);
  await fill(fixture);
  const { seq, events, messages } = (await fixture.creator<SessionExport>('GET', '/export')).data;
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
  const said = events.filter(({ event }) => event === 'message.created');
  expect(messages.map((message) => message.seq)).toEqual(said.map((event) => event.seq));
  expect(said.map(({ data }) => data)).toEqual(messages);
});

describe('secrets', () => {
  test('[EXP-2] no token and no invite code that was ever issued is in any form of export', async () => {
    const fixture = await aSession(app, { maxAgents: 3 });
    await fill(fixture);
    const codes = [fixture.inviteCode];
    for (let i = 0; i < 2; i++) {
      codes.push((await fixture.creator<{ inviteCode: string }>('POST', '/reinvite')).data.inviteCode);
    }
    const joined = await fixture.stranger<{ agentToken: string }>('POST', '/join', {
      body: { inviteCode: codes.at(-1) },
    });
    const forked = await fixture.creator<Record<string, string>>('POST', '/fork', { body: {} });
    const secrets = [
      ...Object.values(fixture.tokens),
      joined.data.agentToken,
      forked.data['agentToken'] ?? '',
      forked.data['observerToken'] ?? '',
      ...codes.flatMap((code) => [code, code.replaceAll('-', '')]),
    ];
    expect(secrets.every((secret) => secret.length >= 12)).toBe(true);

    const path = `${app.url}/api/sessions/${fixture.id}`;
    const headers = { authorization: `Bearer ${fixture.tokens.creator}` };
    for (const [subpath, accept] of [
      ['/export', 'application/json'],
      ['/export/site', 'application/json'],
      ['/export/site', 'text/html'],
      ['/transcript?format=text', 'text/plain'],
      ['/transcript?format=html', 'text/html'],
    ] as const) {
      const answer = await (await fetch(`${path}${subpath}`, { headers: { ...headers, accept } })).text();
      expect(answer.length).toBeGreaterThan(500);
      expect(secrets.filter((secret) => answer.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
      expect(answer).not.toMatch(/inviteCode|agentToken|observerToken/);
    }
  });

  test('[EXP-1] [ACC-9] a private session is exported for its members alone', async () => {
    const fixture = await aSession(app, { visibility: 'private' });
    for (const path of ['/export', '/export/site']) {
      expect((await fixture.stranger('GET', path)).status).toBe(401);
      expect((await fixture.invited('GET', path)).status).toBe(200);
    }
    expect((await app.request('GET', '/api/sessions/ses_none/export')).status).toBe(404);
  });
});

describe('the schema', () => {
  const readSchema = () => app.request('GET', '/api/schemas/session-export.json');

  test('[EXP-6] is served, bare for Accept: application/schema+json', async () => {
    const { status, data } = await readSchema();
    expect(status).toBe(200);
    const bare = await fetch(`${app.url}/api/schemas/session-export.json`, {
      headers: { accept: 'application/schema+json' },
    });
    expect(bare.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
    expect(await bare.json()).toEqual(data);
    expect(data['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  test('[EXP-6] fits every export, and refuses what is none', async () => {
    const ajv = new Ajv2020({ strict: true, validateFormats: false });
    const validate = ajv.compile((await readSchema()).data);
    const fixture = await aSession(app);
    expect(validate((await fixture.creator('GET', '/export')).data)).toBe(true);
    await fill(fixture);
    const { data } = await fixture.creator<SessionExport>('GET', '/export');
    validate(data);
    expect(validate.errors).toBeNull();
    expect(validate({ ...data, version: 2 })).toBe(false);
    expect(validate({ ...data, messages: [{}] })).toBe(false);
    expect(validate({ ...data, session: { ...data.session, inviteCode: 'K7QF-2M9X-4TRD' } })).toBe(false);
  });
});

describe('while it lasts', () => {
  const large = 'x'.repeat(1_000_000);

  const largeSession = async (of = app): Promise<SessionFixture> => {
    const fixture = await aSession(of);
    const ada = { kind: 'agent', sessionId: fixture.id, agentId: 'ada', agentName: 'ada', role: 'creator' } as const;
    await using beside = await openBeside(of);
    await beside.write(async (tx) => {
      for (let i = 0; i < 24; i++) {
        const file = { path: `f${String(i)}`, content: large, encoding: 'utf-8' } as const;
        await writeFile(tx, { ...ada, issuedToCreator: true }, file, unconditional, defaultLimits);
      }
    });
    return fixture;
  };

  /** Begins an export without reading it. */
  const begin = async (id: string, of = app): Promise<IncomingMessage> => {
    const asked = request(`${of.url}/api/sessions/${id}/export`);
    asked.on('error', () => undefined).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  };

  test('[EXP-7] what is written meanwhile is not in it, and is written without waiting for it', async () => {
    const fixture = await largeSession();
    const response = await begin(fixture.id);
    await fixture.creator('POST', '/messages', { body: { content: 'too late' } });
    await fixture.creator('POST', '/files', { body: { path: 'f23', content: 'replaced' } });
    await fixture.creator('DELETE', '/files/f22');
    await fixture.creator('PATCH', '', { body: { name: 'Renamed' } });
    const { data } = JSON.parse(await text(response)) as { data: SessionExport };
    expect(data.session.name).toBe('Untitled session');
    expect(data.files).toHaveLength(24);
    expect(data.files.every(({ content }) => content === large)).toBe(true);
    expect(data.messages).toEqual([]);
    expect(data.events.at(-1)?.seq).toBe(data.seq);
    expect(data.session.lastSeq).toBe(data.seq);
    const after = await fixture.creator<{ items: Event[] }>('GET', `/events?since=${String(data.seq)}`);
    expect(after.data.items.map(({ event }) => event)).toEqual([
      'message.created',
      'file.updated',
      'file.deleted',
      'session.updated',
    ]);
  });

  test('[EXP-7] the session can be deleted, and is still exported whole', async () => {
    const fixture = await largeSession();
    const response = await begin(fixture.id);
    await fixture.creator('DELETE', '');
    const { data } = JSON.parse(await text(response)) as { data: SessionExport };
    expect(data.files).toHaveLength(24);
    expect((await fixture.stranger('GET', '/export')).status).toBe(404);
  });

  test('[EXP-9] more at once than there may be, or than half of them from one address, are 429', async () => {
    const exposed = { trustProxy: ['127.0.0.1'], isExposed: true, hosts: 'any' as const };
    await using own = await startTestApp({ exportsAtOnce: 4, ...exposed });
    const { id, ...fixture } = await largeSession(own);
    const statusFrom = async (address: string) =>
      (await own.request('GET', `/api/sessions/${id}/export`, { headers: { 'x-forwarded-for': address } })).status;
    const held = [await begin(id, own), await begin(id, own)];
    const refused = await fixture.stranger('GET', '/export/site');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await statusFrom('192.0.2.1')).toBe(200);
    for (const response of held) response.destroy();
    await expect.poll(async () => (await fixture.stranger('GET', '/export')).status).toBe(200);
  });

  test('[EXP-9] one that fails in the middle is cut off, not ended', async () => {
    const fixture = await aSession(app);
    await fixture.creator('POST', '/messages', { body: { content: large.slice(0, 100_000) } });
    await fixture.creator('POST', '/presence', { body: { status: 'idle' } });
    {
      await using inside = await lookInside(app);
      await inside.rows(`update presence set reach = 'broken' where session_id = '${fixture.id}'`);
    }
    const response = await begin(fixture.id);
    expect(response.statusCode).toBe(200);
    await expect(text(response)).rejects.toThrow('aborted');
  });
});
