import type { DeliveryState, ListedWebhook, Webhook } from '@pairspace/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';
const off = { sessions: 'off', profiles: 'off', ratings: 'off', observers: 'off', webhooks: 'off' } as const;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ adminToken, isExposed: true, trustProxy: ['127.0.0.1'], creationRates: off });
});
afterEach(() => app[Symbol.asyncDispose]());

const body = { url: 'http://127.0.0.1:9/secret-path', events: ['message.created'], secret: 'shared-text' };

/** A caller at an address, without a token by default. */
const at =
  (address: string, token?: string) =>
  <Data = Record<string, unknown>>(method: string, path: string, given?: unknown) =>
    app.request<Data>(method, path, { token, body: given, headers: { 'x-forwarded-for': address } });

const [owner, stranger] = [at('192.0.2.1'), at('192.0.2.2')];
const make = async (as = owner): Promise<Webhook> => (await as<Webhook>('POST', '/api/webhooks', body)).data;

const changes = (id: string): [string, string][] => [
  ['PATCH', `/api/webhooks/${id}`],
  ['POST', `/api/webhooks/${id}/ping`],
  ['GET', `/api/webhooks/${id}/deliveries`],
  ['POST', `/api/webhooks/${id}/deliveries/dlv_1/redeliver`],
  ['DELETE', `/api/webhooks/${id}`],
];

test('[HOOK-32] another address sees what an open webhook gets, and not where it goes', async () => {
  const made = await make();
  const { id, webhookId, events, scope, active } = made;
  const outline = { id, webhookId, events, scope, active };
  expect((await stranger('GET', `/api/webhooks/${id}`)).data).toEqual(outline);
  const listed = await stranger<{ items: ListedWebhook[] }>('GET', '/api/webhooks');
  expect(listed.data.items).toEqual([outline]);
  expect(JSON.stringify(listed.data)).not.toContain('secret-path');
  expect((await owner('GET', `/api/webhooks/${id}`)).data).toEqual(made);
  expect((await at('192.0.2.9', adminToken)('GET', `/api/webhooks/${id}`)).data).toEqual(made);
});

test('[HOOK-32] another address changes nothing of it, with a token of a session neither', async () => {
  const { id } = await make();
  const { agentToken } = (await stranger<{ agentToken: string }>('POST', '/api/sessions', {})).data;
  for (const someone of [stranger, at('192.0.2.2', agentToken)]) {
    for (const [method, path] of changes(id)) {
      expect([method, path, (await someone(method, path)).status]).toEqual([method, path, 403]);
    }
  }
  expect((await owner<Webhook>('GET', `/api/webhooks/${id}`)).data.active).toBe(true);
  expect((await owner<{ items: DeliveryState[] }>('GET', `/api/webhooks/${id}/deliveries`)).data.items).toEqual([]);
});

test('[HOOK-32] its own address and the operator change it', async () => {
  for (const someone of [owner, at('192.0.2.9', adminToken)]) {
    const { id } = await make();
    expect((await someone<Webhook>('PATCH', `/api/webhooks/${id}`)).data.active).toBe(false);
    expect((await someone('POST', `/api/webhooks/${id}/ping`)).status).toBe(201);
    expect((await someone('DELETE', `/api/webhooks/${id}`)).status).toBe(200);
  }
});

test('[HOOK-32] an address has five, an IPv6 network is one address, and others have their own', async () => {
  const network = (host: string) => at(`2001:db8:1:2::${host}`);
  for (const host of ['1', '2', '3', '4', '5']) {
    expect((await network(host)('POST', '/api/webhooks', body)).status).toBe(201);
  }
  const refused = await network('6')('POST', '/api/webhooks', body);
  expect([refused.status, refused.error.details?.['reason']]).toEqual([409, 'limit_reached']);
  expect((await at('2001:db8:1:3::1')('POST', '/api/webhooks', body)).status).toBe(201);
  const { data } = await network('7')<{ items: Webhook[] }>('GET', '/api/webhooks');
  await network('8')('DELETE', `/api/webhooks/${String(data.items.find(({ url }) => url)?.id)}`);
  expect((await network('9')('POST', '/api/webhooks', body)).status).toBe(201);
});

test('[HOOK-3] [HOOK-32] where nobody else reaches the service, open webhooks are everybody’s', async () => {
  await using local = await startTestApp({ trustProxy: ['127.0.0.1'] });
  const ask = (address: string, method: string, path: string, given?: unknown) =>
    local.request(method, path, { body: given, headers: { 'x-forwarded-for': address } });
  const made = await ask('192.0.2.1', 'POST', '/api/webhooks', body);
  expect((await ask('192.0.2.2', 'DELETE', `/api/webhooks/${String(made.data['id'])}`)).status).toBe(200);
});
