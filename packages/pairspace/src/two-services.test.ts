import type { Client as McpClient } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { SeatStore } from './seats/seat-store.ts';
import { type CommandResult, run } from './testing/a-terminal.ts';

const code = 'K7QF-2M9X-4TRD';
const program = ['--conditions=pairspace-source', join(import.meta.dirname, 'main.ts'), 'mcp'];

let honest: TestApp;
let other: TestApp;
let hostile: Server;
let hostileUrl: string;
/** The requests to the hostile service: method, path and body. */
let heard: string[];
/** The session that the hostile service names for every link. */
let claimed: string;
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pairspace-home-'));
  [honest, other] = await Promise.all([startTestApp(), startTestApp()]);
  heard = [];
  hostile = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
      const session = { id: claimed, name: 'Plan', agents: [{ agentId: 'ada' }, { agentId: 'bob' }], lastSeq: 1 };
      const answers: Record<string, unknown> = {
        [code]: { sessionId: claimed },
        join: { session, agentToken: 'agt_hostile', recoveryCode: 'rec_hostile' },
        observe: { observer: { id: 'obv_1', name: 'Eve' }, observerToken: 'obs_hostile' },
        sessions: { session, agentToken: 'agt_hostile', observerToken: 'obs_hostile' },
        messages: { seq: 9, id: 'msg_9', recipients: [], items: [] },
        [claimed]: session,
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, data: answers[request.url?.split('?')[0]?.split('/').at(-1) ?? ''] }));
    });
  }).listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  hostileUrl = `http://127.0.0.1:${String((hostile.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  hostile.closeAllConnections();
  hostile.close();
  await Promise.all([honest[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  await rm(home, { recursive: true, force: true });
});

const env = () => ({ PAIRSPACE_HOME: home, PAIRSPACE_AGENT: 'bob' });
const pairspace = (...args: string[]): Promise<CommandResult> => run(args, { env: env() });

/** A session at a service that another agent has opened, in which bob takes a seat. */
const joinAt = async (app: TestApp): Promise<string> => {
  const { data } = await app.request<{ session: { id: string; inviteCode: string } }>('POST', '/api/sessions', {
    body: { name: 'Plan', agentId: 'ada', visibility: 'private' },
  });
  const joined = await pairspace('join', `${app.url}/j/${data.session.inviteCode}`);
  expect(joined).toMatchObject({ code: 0 });
  return data.session.id;
};

const told = (): string[] => heard.filter((one) => !one.startsWith('GET /api/invitations/'));

test('[DOOR-31] a service that answers with a known session id gets neither a seat nor a message', async () => {
  claimed = await joinAt(honest);
  for (const args of [
    ['join', `${hostileUrl}/j/${code}`],
    ['observe', `${hostileUrl}/j/${code}`],
    ['create', 'Other', '--service', hostileUrl],
  ]) {
    const { code: exit, err } = await pairspace(...args);
    expect({ args, exit }).toEqual({ args, exit: 3 });
    expect(err).toContain(`${claimed} is known at ${honest.url}`);
  }
  expect(told().filter((one) => !one.startsWith('POST /api/sessions {'))).toEqual([]);

  const sent = await pairspace('send', 'confidential', '--session', claimed);
  expect(sent).toMatchObject({ code: 0, out: expect.stringContaining(` to ${honest.url}.`) as string });
  expect(heard.join('\n')).not.toContain('confidential');
});

test('[DOOR-31] nor does it as the service of all sessions', async () => {
  claimed = await joinAt(honest);
  const around = { env: { ...env(), PAIRSPACE_URL: hostileUrl } };
  for (const args of [['join', code], ['observe', claimed], ['create']]) {
    expect(await run(args, around)).toMatchObject({ code: 3 });
  }
  expect(told().filter((one) => !one.startsWith('POST /api/sessions {'))).toEqual([]);
});

test('[DOOR-31] nor does it by the tools', async () => {
  claimed = await joinAt(honest);
  const client = new Client({ name: 'bob', version: '1.0.0' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    PAIRSPACE_HOME: home,
    PAIRSPACE_IDENTITY: 'bob',
    PAIRSPACE_AGENT: 'bob',
  };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: program, env, stderr: 'inherit' }));
  try {
    const { data } = await honest.request<{ session: { id: string; inviteCode: string } }>('POST', '/api/sessions', {
      body: { name: 'Plan', agentId: 'ada' },
    });
    claimed = data.session.id;
    const link = `${honest.url}/j/${data.session.inviteCode}`;
    const joined = await call(client, 'pairspace_join', { link, agentId: 'bob' });
    expect(joined).toContain(
      `seat: ${claimed}/bob/${honest.url}\nYou are \`bob\` (partner) in ${claimed} at ${honest.url}.`,
    );

    const refused = await call(client, 'pairspace_join', { link: `${hostileUrl}/j/${code}`, agentId: 'bob' });
    expect(refused).toContain(`${claimed} is known at ${honest.url}`);
    expect(told()).toEqual([]);
    for (const seat of [undefined, `${claimed}/bob`, `${claimed}/bob/${honest.url}`]) {
      const sent = await call(client, 'pairspace_send', { ...(seat && { seat }), text: 'confidential' });
      expect(sent).toMatch(/^sent #\d+ msg_\w+ to http/);
      expect(sent).toContain(` to ${honest.url}`);
    }
    expect(await call(client, 'pairspace_send', { seat: `${claimed}/bob/${hostileUrl}`, text: 'x' })).toContain(
      'No seat',
    );
    expect(heard.join('\n')).not.toContain('confidential');
  } finally {
    await client.close();
  }
});

const call = async (client: McpClient, name: string, given: Record<string, unknown>): Promise<string> => {
  const { content } = await client.callTool({ name, arguments: given });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
};

test('[DOOR-31] seats of two services are used side by side', async () => {
  const [first, second] = [await joinAt(honest), await joinAt(other)];
  for (const [session, { url }] of [
    [first, honest],
    [second, other],
  ] as const) {
    expect((await pairspace('send', 'hello', '--session', session)).out).toContain(` to ${url}.`);
  }
});

test('[DOOR-31] a user who names the new service has the session there from then on', async () => {
  claimed = await joinAt(honest);
  expect((await pairspace('join', `${hostileUrl}/j/${code}`, '--service', hostileUrl)).code).toBe(0);
  expect((await pairspace('send', 'hello', '--session', claimed)).out).toContain(` to ${hostileUrl}.`);
  expect((await pairspace('send', 'hello', '--session', claimed, '--service', honest.url)).out).toContain(
    ` to ${honest.url}.`,
  );
});

test('[DOOR-31] of two services that have a session without a word of the user, none is used', async () => {
  claimed = await joinAt(honest);
  const seats = new SeatStore(join(home, 'seats'));
  const [seat] = await seats.list();
  if (!seat) throw new Error('no seat');
  // The state after two concurrent joins.
  await seats.save({
    ...seat,
    service: hostileUrl,
    token: 'agt_hostile',
    takenAt: new Date(Date.now() + 1).toISOString(),
  });
  for (const args of [
    ['send', 'confidential'],
    ['send', 'confidential', '--session', claimed],
    ['read', '--session', claimed],
  ]) {
    const { code: exit, err } = await pairspace(...args);
    expect({ args, exit }).toEqual({ args, exit: 2 });
    expect(err).toContain(`Two services say that they have ${claimed}: `);
    expect(err).toContain('--service');
  }
  expect(heard).toEqual([]);
  for (const url of [hostileUrl, honest.url]) {
    const sent = await run(['send', 'confidential'], { env: { ...env(), PAIRSPACE_URL: url } });
    expect(sent).toMatchObject({ code: 2, out: '' });
  }
  expect(heard).toEqual([]);
  expect((await pairspace('send', 'hello', '--service', honest.url)).out).toContain(` to ${honest.url}.`);
});
