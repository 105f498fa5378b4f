import { defaultLimits, type Webhook, webhookEvents } from '@pairspace/protocol';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookInside } from '@pairspace/testkit/look-inside';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'operator-of-this-test';
const url = 'http://127.0.0.1:9/hook';
const events = ['message.created'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Page {
  items: Webhook[];
  nextCursor: string | null;
}

const create = (body: Record<string, unknown>, token?: string) =>
  app.request<Webhook>('POST', '/api/webhooks', { token, body: { url, events, ...body } });
const statusOf = async (method: string, id: string, token?: string): Promise<number> =>
  (await app.request(method, `/api/webhooks/${id}`, { token })).status;
const listed = async (token?: string): Promise<string[]> =>
  (await app.request<{ items: Webhook[] }>('GET', '/api/webhooks?limit=200', { token })).data.items.map(({ id }) => id);

describe('registration', () => {
  test('[HOOK-1] answers the webhook, and its secret never', async () => {
    const { tokens, id } = await aSession(app);
    const { status, data } = await create(
      { secret: 'whisper', events: ['note.created', 'note.created'] },
      tokens.creator,
    );
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{28}$/) as string,
      webhookId: data.id,
      url,
      events: ['note.created'],
      sessionId: id,
      scope: 'session',
      format: 'json',
      active: true,
      hasSecret: true,
      failedDeliveries: 0,
      lastDelivery: null,
      createdAt: new Date(app.clock.now()).toISOString(),
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await create({}, tokens.creator)).data.hasSecret).toBe(false);
  });

  test.each([
    'ftp://example.com/',
    'example.com/hook',
    '/hook',
    'http:example.com',
    'http:\\\\example.com',
    'http://',
    'https://user@example.com/',
    'https://user:word@example.com/',
    'https://exa mple.com/',
    'https://example.com/\n',
    'javascript:alert(1)',
    `https://example.com/${'x'.repeat(2048)}`,
    '',
    17,
    null,
  ])('[HOOK-1] the URL %.40j is refused', async (refused) => {
    const { status, error } = await create({ url: refused });
    expect(status).toBe(400);
    expect(error.details).toMatchObject({ issues: [{ path: 'body.url' }] });
  });

  test.each(['', ' \t', 'x'.repeat(513), 17])('[HOOK-1] the secret %.20j is refused', async (secret) => {
    expect((await create({ secret })).status).toBe(400);
  });

  test('[HOOK-4] [HOOK-34] events are a list of names of the log that is not empty', async () => {
    expect((await create({ events: [...webhookEvents] })).data.events).toHaveLength(30);
    for (const refused of [
      [],
      ['message.deleted'],
      ['session.deleted'],
      ['presence.updated'],
      ['message.created', 'ping'],
      'message.created',
      null,
    ]) {
      expect((await create({ events: refused })).status, JSON.stringify(refused)).toBe(400);
    }
  });

  test('[HOOK-5] one more webhook than a session or the open ones may have is refused; deleting makes room', async () => {
    await using small = await startTestApp({
      limits: { ...defaultLimits, webhooksPerSession: 2, openWebhooksInAll: 1 },
    });
    const { tokens } = await aSession(small);
    for (const token of [tokens.creator, undefined]) {
      const made = await aWebhook(small, { url }, token);
      if (token !== undefined) await aWebhook(small, { url }, token);
      const body = { url, events };
      const refused = await small.request('POST', '/api/webhooks', { token, body });
      expect(refused.status).toBe(409);
      expect(refused.error.details).toEqual({ reason: 'limit_reached' });
      await small.request('DELETE', `/api/webhooks/${made.id}`, { token });
      expect((await small.request('POST', '/api/webhooks', { token, body })).status).toBe(201);
    }
  });

  test('[HOOK-18] a secret is stored sealed, under a key that only its owner can read', async () => {
    const { tokens } = await aSession(app);
    const { data } = await create({ secret: 'correct horse battery' }, tokens.creator);
    await using inside = await lookInside(app);
    const [row] = await inside.rows(`select secret from webhook where id = '${data.id}'`);
    expect(String(row?.['secret'])).toMatch(/^[A-Za-z0-9+/]{40,}=*$/);
    const log = join(app.folder, 'pairspace.sqlite-wal');
    if (existsSync(log)) expect(await readFile(log, 'latin1')).not.toContain('correct horse');
    expect((await stat(join(app.folder, 'secret.key'))).mode & 0o777).toBe(0o600);
  });
});

describe('who may see and change which', () => {
  test('[HOOK-2] a session’s webhook is there for tokens of that session alone, and not for walk-ins', async () => {
    const ours = await aSession(app);
    const theirs = await aSession(app);
    const { id } = (await create({}, ours.tokens.partner)).data;
    for (const token of [ours.tokens.creator, ours.tokens.observer, ours.tokens.invited]) {
      expect(await listed(token)).toContain(id);
      expect(await statusOf('GET', id, token)).toBe(200);
    }
    for (const token of [undefined, ours.tokens.walkIn, theirs.tokens.creator]) {
      expect(await listed(token)).not.toContain(id);
      for (const method of ['GET', 'PATCH', 'DELETE']) expect(await statusOf(method, id, token), method).toBe(404);
      for (const path of ['/ping', '/deliveries/dlv_1/redeliver'])
        expect(await statusOf('POST', id + path, token)).toBe(404);
      expect(await statusOf('GET', `${id}/deliveries`, token)).toBe(404);
    }
    expect(await statusOf('DELETE', id, ours.tokens.observer)).toBe(200);
    expect(await statusOf('GET', id, ours.tokens.creator)).toBe(404);
  });

  test('[SEAT-9] a token that ends during the registration leaves no webhook', async () => {
    const { id, tokens, creator } = await aSession(app);
    const { data } = await creator<{ items: { id: string; invited: boolean }[] }>('GET', '/observers');
    const observerId = data.items.find(({ invited }) => invited)?.id ?? '';
    const clientAddress = '192.0.2.1';
    const end = { clientAddress, token: tokens.creator, params: { sessionId: id } };
    const endings = [
      {
        token: tokens.invited,
        ended: () => app.dispatch('removeObserver', { ...end, params: { sessionId: id, observerId } }),
      },
      {
        token: tokens.partner,
        ended: () => app.dispatch('removeAgent', { ...end, params: { sessionId: id, agentId: 'bob' } }),
      },
    ];
    for (const { token, ended } of endings) {
      const create = () => app.dispatch('createWebhook', { clientAddress, token, body: { url, events } });
      await Promise.allSettled([ended(), ...Array.from({ length: 5 }, create)]);
      await expect(create()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    await using inside = await lookInside(app);
    expect(await inside.rows(`select id from webhook where session_id = '${id}'`)).toEqual([]);
  });

  test('[HOOK-2] a walk-in’s token counts as none, and no token makes one for another session', async () => {
    const ours = await aSession(app);
    const theirs = await aSession(app);
    const closed = await aSession(app, { visibility: 'private' });
    expect((await create({}, ours.tokens.walkIn)).data).toMatchObject({ scope: 'public', sessionId: null });
    expect((await create({ sessionId: ours.id }, ours.tokens.walkIn)).data).toMatchObject({ scope: 'public' });
    expect((await create({ sessionId: closed.id }, closed.tokens.walkIn)).status).toBe(403);
    expect((await create({ sessionId: theirs.id }, ours.tokens.creator)).status).toBe(403);
    expect((await create({ sessionId: ours.id }, ours.tokens.creator)).data.scope).toBe('session');
  });

  test('[HOOK-3] without a token a webhook is open to everyone', async () => {
    const { tokens } = await aSession(app);
    const { id, scope, sessionId } = (await create({})).data;
    expect({ scope, sessionId }).toEqual({ scope: 'public', sessionId: null });
    for (const token of [undefined, tokens.creator, tokens.walkIn, adminToken]) {
      expect(await listed(token)).toContain(id);
      expect(await statusOf('PATCH', id, token)).toBe(200);
    }
    expect(await statusOf('DELETE', id)).toBe(200);
    expect(await listed()).not.toContain(id);
  });

  test('[HOOK-3] without a token it may be about one public session', async () => {
    const open = await aSession(app);
    const closed = await aSession(app, { visibility: 'private' });
    expect((await create({ sessionId: open.id })).data).toMatchObject({ scope: 'public', sessionId: open.id });
    expect((await create({ sessionId: closed.id })).status).toBe(401);
    expect((await create({ sessionId: 'ses_unknown' })).status).toBe(404);
  });

  test('[HOOK-19] the operator makes webhooks of all sessions, sees every one, and is nobody in a session', async () => {
    const { tokens, id } = await aSession(app, { visibility: 'private' });
    const bound = (await create({}, tokens.creator)).data;
    const { data } = await create({}, adminToken);
    expect(data).toMatchObject({ scope: 'all', sessionId: null });
    expect((await create({ sessionId: id }, adminToken)).data).toMatchObject({ scope: 'all', sessionId: id });
    expect(await listed(adminToken)).toEqual(expect.arrayContaining([bound.id, data.id]));
    expect(await statusOf('GET', data.id, tokens.creator)).toBe(404);
    expect(await statusOf('DELETE', bound.id, adminToken)).toBe(200);
    for (const [method, path, status] of [
      ['GET', '/whoami', 403],
      ['POST', '/messages', 403],
      ['POST', '/notes', 403],
      ['POST', '/reinvite', 403],
      ['POST', '/observe', 401],
    ] as const) {
      const body = method === 'POST' ? { content: 'x' } : undefined;
      const answer = await app.request(method, `/api/sessions/${id}${path}`, { token: adminToken, body });
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
    expect((await app.request('GET', '/api/webhooks', { token: `${adminToken}x` })).status).toBe(401);
  });

  test('[HOOK-24] where webhooks need a token, strangers and walk-ins have none, and open ones are the operator’s', async () => {
    await using strict = await startTestApp({ adminToken, webhookAccess: 'token' });
    const { tokens } = await aSession(strict);
    const ask = async (method: string, path: string, token?: string) =>
      (
        await strict.request(method, `/api/webhooks${path}`, {
          token,
          body: method === 'POST' ? { url, events } : undefined,
        })
      ).status;
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', '/whk_x'],
      ['PATCH', '/whk_x'],
      ['DELETE', '/whk_x'],
      ['GET', '/whk_x/deliveries'],
      ['POST', '/whk_x/ping'],
      ['POST', '/whk_x/deliveries/dlv_x/redeliver'],
    ] as const) {
      expect(await ask(method, path), `${method} ${path}`).toBe(401);
      expect(await ask(method, path, tokens.walkIn), `${method} ${path}`).toBe(403);
    }
    expect(await ask('POST', '', tokens.creator)).toBe(201);
    expect(await ask('POST', '', adminToken)).toBe(201);
  });

  test('[API-17] the list has pages, newest first', async () => {
    await using fresh = await startTestApp();
    const { tokens } = await aSession(fresh);
    const made: string[] = [];
    for (const token of [tokens.creator, undefined, tokens.creator]) {
      made.unshift((await aWebhook(fresh, { url }, token)).id);
      fresh.clock.advance(1);
    }
    const page = async (query: string) => {
      const path = `/api/webhooks?${query}`;
      const { data } = await fresh.request<Page>('GET', path, { token: tokens.creator });
      return { ids: data.items.map(({ id }) => id), nextCursor: data.nextCursor };
    };
    const first = await page('limit=2');
    expect(first.ids).toEqual(made.slice(0, 2));
    expect(await page(`limit=2&cursor=${first.nextCursor ?? ''}`)).toEqual({ ids: made.slice(2), nextCursor: null });
  });
});

test('[HOOK-6] PATCH toggles, and sets; what is so already stays', async () => {
  const { tokens } = await aSession(app);
  const { id } = (await create({}, tokens.creator)).data;
  const patch = async (body?: Record<string, unknown>) =>
    (await app.request<Webhook>('PATCH', `/api/webhooks/${id}`, { token: tokens.creator, body })).data.active;
  expect([
    await patch(),
    await patch(),
    await patch({ active: true }),
    await patch({ active: false }),
    await patch({ active: false }),
  ]).toEqual([false, true, true, false, false]);
});
