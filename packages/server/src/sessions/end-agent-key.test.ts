import type { Event, Me, OwnSession, Profile } from '@pairspace/protocol';
import { onSqlite } from '@pairspace/testkit/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentKeyOf, makerName, recordOrigin, seatOf } from '../access/origin.ts';
import { sql, statement } from '../storage/sql.ts';
import type { Storage } from '../storage/storage.ts';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { endAgentKey } from './end-agent-key.ts';
import { carryOutEnds, listLeftEnds } from './end-made.ts';

const adminToken = 'the-operator';

let app: TestApp;
let beside: Storage;
beforeAll(async () => {
  app = await startTestApp({ adminToken, watchPauseMs: 3_600_000 });
  beside = await openBeside(app);
});
afterAll(async () => {
  await beside[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

interface Made {
  session: { id: string };
  agentToken: string;
  observerToken: string;
  recoveryCode: string;
}

let made = 0;
const aKey = async (): Promise<{ agentId: string; key: string }> => {
  const agentId = `keyed-${String(made++)}`;
  const { data } = await app.request<{ agentKey: string }>('POST', '/api/agents', { body: { agentId, protect: true } });
  return { agentId, key: data.agentKey };
};
const created = async (key: string): Promise<Made> =>
  (await app.request<Made>('POST', '/api/sessions', { token: key, body: { visibility: 'private' } })).data;
const statusOf = async (token: string, { session }: Made): Promise<number> =>
  (await app.request('GET', `/api/sessions/${session.id}`, { token })).status;

test('[KEY-4] the operator makes a new key, to which the seats belong', async () => {
  const { agentId, key } = await aKey();
  const session = await created(key);
  const path = `/api/agents/${agentId}/key`;
  for (const [token, status] of [
    [undefined, 401],
    [key, 403],
    [session.agentToken, 403],
  ] as const) {
    expect((await app.request('POST', path, { token })).status).toBe(status);
  }
  await app.request('DELETE', path, { token: key });
  const { data, status, headers } = await app.request<{ agentKey: string }>('POST', path, { token: adminToken });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(data.agentKey).toMatch(/^agk_[\w-]{43}$/);
  expect((await app.request('GET', '/api/me', { token: key })).status).toBe(401);
  const token = data.agentKey;
  expect((await app.request<Me>('GET', '/api/me', { token })).data.seats).toBe(1);
  expect(await statusOf(session.agentToken, session)).toBe(401);
  const recovered = await app.request<Made>('POST', `/api/sessions/${session.session.id}/recover`, { token });
  expect(await statusOf(recovered.data.agentToken, session)).toBe(200);
  // The observer token of the creation was of the key before, and stays ended.
  expect(await statusOf(session.observerToken, session)).toBe(401);
  expect((await app.request('POST', '/api/agents/nobody/key', { token: adminToken })).status).toBe(404);
});

test('[KEY-4] a key that is replaced stops working, and what came under it goes on', async () => {
  const { agentId, key } = await aKey();
  const session = await created(key);
  const path = `/api/agents/${agentId}/key`;
  const { data } = await app.request<{ agentKey: string }>('POST', path, { token: adminToken });
  expect((await app.request('GET', '/api/me', { token: key })).status).toBe(401);
  expect(await statusOf(session.agentToken, session)).toBe(200);
  expect(await statusOf(session.observerToken, session)).toBe(200);
  await app.request('DELETE', path, { token: data.agentKey });
  expect(await statusOf(session.agentToken, session)).toBe(401);
  expect(await statusOf(session.observerToken, session)).toBe(401);
});

test('[KEY-4] it protects a profile that was not protected', async () => {
  await app.request('POST', '/api/agents', { body: { agentId: 'plain' } });
  const { status } = await app.request('DELETE', '/api/agents/plain/key', { token: adminToken });
  expect(status).toBe(404);
  const { data } = await app.request<{ agentKey: string }>('POST', '/api/agents/plain/key', { token: adminToken });
  expect((await app.request<Profile>('GET', '/api/agents/plain')).data.protected).toBe(true);
  expect((await app.request<Me>('GET', '/api/me', { token: data.agentKey })).data).toMatchObject({ agentId: 'plain' });
});

test('[KEY-2] the operator who ends a key is the actor in each session', async () => {
  const { agentId, key } = await aKey();
  const { session, observerToken } = await created(key);
  const fixture = await aSession(app, { maxAgents: 3 });
  await app.request('POST', `/api/sessions/${fixture.id}/join`, {
    token: key,
    body: { inviteCode: fixture.inviteCode },
  });
  expect((await app.request('DELETE', `/api/agents/${agentId}/key`, { token: adminToken })).status).toBe(200);
  for (const id of [session.id, fixture.id]) {
    const { data } = await app.request<{ items: Event[] }>('GET', `/api/sessions/${id}/events?limit=200`, {
      token: adminToken,
    });
    const revoked = data.items.filter(({ event }) => event === 'agent.revoked');
    expect(revoked).toHaveLength(1);
    expect(revoked[0]).toMatchObject({ actor: { kind: 'operator' }, data: { agentId } });
  }
  expect(await statusOf(observerToken, { session } as Made)).toBe(401);
});

test('[KEY-2] what a process leaves when it is killed, another carries out, once', async () => {
  const { agentId, key } = await aKey();
  const sessions = [await created(key), await created(key)];
  // The key has ended, and the process was killed before anything else.
  await beside.write((tx) => endAgentKey(tx, { kind: 'operator' }, agentId));
  const closing = new AbortController().signal;
  app.clock.advance(3000);
  const round = () => carryOutEnds({ storage: beside, closing, now: () => app.clock.now() });
  await round();
  await round();
  for (const session of sessions) {
    expect(await statusOf(session.agentToken, session)).toBe(401);
    expect(await statusOf(session.observerToken, session)).toBe(401);
    const { data } = await app.request<{ items: Event[] }>('GET', `/api/sessions/${session.session.id}/events`, {
      token: adminToken,
    });
    expect(data.items.filter(({ event }) => event === 'agent.revoked')).toHaveLength(1);
  }
  expect(await beside.read.all`select maker from key_end`).toEqual([]);
});

/** Gives an agent seats in so many sessions, by the database alone. */
const seatIn = async (agentId: string, keyLine: string, sessions: number, unreadEvery = 0): Promise<void> => {
  const template = (await aSession(app)).id;
  for (let at = 0; at < sessions; at += 200) {
    await beside.write(
      async (tx) => {
        for (let index = at; index < Math.min(sessions, at + 200); index++) {
          const id = `ses_many-${agentId}-${String(index).padStart(6, '0')}`;
          tx.queueWrite`
            insert into session (id, name, name_folded, status, mode, visibility, max_agents, observer_count, metadata,
              last_seq, last_hash, last_activity_at, created_at, updated_at, invite_code, invite_expires_at,
              invite_used_up)
            select ${id}, name, name_folded, status, mode, 'private', max_agents, 0, metadata, last_seq, last_hash,
              last_activity_at + ${index}, created_at, updated_at, ${id}, invite_expires_at, 1
            from session where id = ${template}
          `;
          const hasNews = unreadEvery > 0 && index % unreadEvery === 0;
          tx.queueWrite`
            insert into seat (session_id, agent_id, agent_name, role, recovery_hash, position, joined_at, key_line,
              news_at)
            values (${id}, ${agentId}, ${agentId}, 'creator', ${id}, 1, ${tx.now}, ${keyLine},
              ${hasNews ? tx.now : null})
          `;
          tx.queueWrite`
            insert into token (hash, session_id, role, holder_id, holder_name, issued_to_creator, invited, created_at)
            values (${id}, ${id}, 'creator', ${agentId}, ${agentId}, 1, 1, ${tx.now})
          `;
          recordOrigin(tx, seatOf(id, agentId), [agentKeyOf(agentId, keyLine)]);
        }
        await Promise.resolve();
      },
      { concurrent: true },
    );
  }
};

/** More seats than two pages of the list hold. Each is a commit of its own with its event. */
const manySeats = 450;

test('[KEY-2] a key of many sessions ends, and its sessions are listed in pages', async () => {
  const { agentId, key } = await aKey();
  const own = await created(key);
  const [{ key_line } = { key_line: '' }] = await beside.read.all<{ key_line: string }>`
    select key_line from agent where id = ${agentId}
  `;
  await seatIn(agentId, key_line, manySeats);
  expect((await app.request<Me>('GET', '/api/me', { token: key })).data.seats).toBe(manySeats + 1);
  const seen: string[] = [];
  let last = Infinity;
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data }: { data: { items: OwnSession[]; nextCursor: string | null } } = await app.request(
      'GET',
      `/api/me/sessions?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`,
      { token: key },
    );
    for (const { id, lastActivityAt } of data.items) {
      seen.push(id);
      expect(Date.parse(lastActivityAt)).toBeLessThanOrEqual(last);
      last = Date.parse(lastActivityAt);
    }
    cursor = data.nextCursor;
  }
  expect(new Set(seen).size).toBe(manySeats + 1);
  const { status } = await app.request('DELETE', `/api/agents/${agentId}/key`, { token: key });
  expect(status).toBe(200);
  const left = await beside.read.all<{ found: number }>(
    ...statement(sql`
      select count(*) as found from token where holder_id = ${agentId} union all
      select count(*) as found from origin where maker = ${makerName(agentKeyOf(agentId, key_line))} union all
      select count(*) as found from event where event = 'agent.revoked' and actor_id = ${agentId}
    `),
  );
  expect(left.map(({ found }) => found)).toEqual([0, 0, manySeats + 1]);
  expect(await statusOf(own.agentToken, own)).toBe(401);
});

test('what looks for keys that end goes through them alone', onSqlite, async () => {
  const plan = await planOf(app, (db) => listLeftEnds(db, 1));
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(['SCAN key_end']);
});
