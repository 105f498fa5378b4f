import { type Endpoint, endpoints } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { kindOf, RequestLimits } from './request-limits.ts';

const stranger: Caller = { kind: 'stranger' };
const agent: Caller = {
  kind: 'agent',
  sessionId: 'ses_1',
  agentId: 'ada',
  agentName: 'Ada',
  role: 'creator',
  issuedToCreator: true,
};
const off = { sessions: 'off', profiles: 'off', ratings: 'off', observers: 'off', webhooks: 'off' } as const;
const twice = { count: 2, windowMs: 60_000 };

interface TestRequest {
  caller?: Caller;
  client?: string;
  address?: string;
  hasWait?: boolean;
  sessionId?: string;
}

const asking =
  (limits: RequestLimits) =>
  (
    endpoint: Endpoint,
    { caller = stranger, client = 'c', address = 'a', hasWait = false, sessionId = 'ses_1' }: TestRequest = {},
  ) =>
    limits.count({ endpoint, caller, client, address, kind: kindOf(endpoint, hasWait), sessionId });

test('[NET-8] an address has ten times the rate of one client in total', async () => {
  const ask = asking(new RequestLimits({ requestRate: { count: 10, windowMs: 60_000 }, creationRates: off }));
  for (let client = 0; client < 10; client++) {
    for (let sent = 0; sent < 10; sent++) await ask(endpoints.getSession, { client: String(client) });
  }
  const tooMany = 'Too many requests from this address.';
  await expect(ask(endpoints.listMessages, { client: '1', hasWait: true })).rejects.toThrow(tooMany);
  await expect(ask(endpoints.getSession, { client: 'another' })).rejects.toThrow(tooMany);
  await ask(endpoints.getSession, { client: 'another', address: 'b' });
  await ask(endpoints.getSession, { caller: { kind: 'operator' } });
});

test('[LIM-6] wait counts as a wait on the endpoints that declare it, and as nothing elsewhere', async () => {
  const ask = asking(new RequestLimits({ requestRate: twice, creationRates: off }));
  for (let sent = 0; sent < 2; sent++) await ask(endpoints.whoami, { hasWait: true });
  await expect(ask(endpoints.whoami, { hasWait: true })).rejects.toThrow('Too many requests.');
  await expect(ask(endpoints.whoami)).rejects.toThrow('Too many requests.');
  for (let sent = 0; sent < 2; sent++) await ask(endpoints.listEvents, { hasWait: true });
  await expect(ask(endpoints.listEvents, { hasWait: true })).rejects.toThrow('Too many waits.');
});

test('[NET-14] what strangers make is counted by address; a token vouches for ratings, observers and webhooks', async () => {
  const creationRates = { sessions: twice, profiles: twice, ratings: twice, observers: twice, webhooks: twice };
  const { createSession, saveProfile, rateAgent, observeSession, createWebhook } = endpoints;
  for (const endpoint of [createSession, saveProfile, rateAgent, observeSession, createWebhook]) {
    const ask = asking(new RequestLimits({ requestRate: 'off', creationRates }));
    for (let made = 0; made < 2; made++) await ask(endpoint, { client: String(made) });
    await expect(ask(endpoint, { client: 'another' })).rejects.toThrow(/^Too many new \w+ from this address/);
    await ask(endpoint, { address: 'b' });
    await ask(endpoint, { caller: { kind: 'operator' } });
    const isVouched = endpoint !== createSession && endpoint !== saveProfile;
    const withToken = ask(endpoint, { caller: agent });
    await (isVouched ? withToken : expect(withToken).rejects.toThrow('Too many new'));
  }
});

test('[NET-14] the token of another session vouches for no observers', async () => {
  const ask = asking(new RequestLimits({ requestRate: 'off', creationRates: { ...off, observers: twice } }));
  const elsewhere = { caller: agent, sessionId: 'ses_2' };
  for (let made = 0; made < 2; made++) await ask(endpoints.observeSession, elsewhere);
  await expect(ask(endpoints.observeSession, elsewhere)).rejects.toThrow('Too many new observers');
  await ask(endpoints.observeSession, { caller: agent });
});
