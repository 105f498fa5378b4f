import type { NewCreateKey, Session } from '@pairspace/protocol';
import { type CallOptions, type Reply, request } from '@pairspace/testkit/call';
import { randomUUID } from 'node:crypto';
import { untilAnswered } from './claimer.ts';
import { inParallel } from './in-parallel.ts';

/** A token or code of somebody, with the session in which it counts. */
export interface Seat {
  url: string;
  agentId: string;
  agentToken: string;
  recoveryCode: string;
}

/** A private session of a tenant. */
export interface OwnSession extends Seat {
  id: string;
  inviteCode: string;
  observerToken: string;
}

/** All that came under one create key. */
export interface Tenant {
  keyId: string;
  key: string;
  agents: { agentId: string; agentKey: string }[];
  sessions: OwnSession[];
  /** Seats in the sessions of other tenants. */
  guests: Seat[];
  /** Tokens of observers in the sessions of other tenants. */
  observers: { url: string; token: string }[];
}

interface WorldOptions {
  urls: readonly string[];
  adminToken: string;
  agentsEach: number;
  sessionsEach: number;
}

/** Tenants of a closed service, each with a create key, agents with keys, private sessions, and seats in those of others. */
export class KeyWorld {
  readonly #options: WorldOptions;
  /** Every secret that the service has handed out. */
  readonly secrets = new Set<string>();
  readonly tenants: Tenant[] = [];
  #made = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  /** Adds tenants, and takes seats for them in the sessions of the tenants that are there. */
  async add(count: number): Promise<void> {
    const added: Tenant[] = [];
    await inParallel(count, 5, async (index) => {
      added.push(await this.#makeTenant(this.#urlAt(index)));
    });
    this.tenants.push(...added);
    const hosts = this.tenants.flatMap(({ sessions }) => sessions).filter((session) => !this.#guested.has(session.id));
    await inParallel(hosts.length, 5, (index) => this.#addGuest(hosts[index], index));
  }

  /** Takes tenants out of the world; their sessions stay at the service. */
  take(count: number): Tenant[] {
    return this.tenants.splice(0, count);
  }

  readonly #guested = new Set<string>();

  #urlAt(index: number): string {
    return this.#options.urls[index % this.#options.urls.length] ?? '';
  }

  #keep<Secrets extends Record<string, unknown>>(made: Secrets): Secrets {
    for (const name of ['key', 'agentKey', 'agentToken', 'observerToken', 'recoveryCode']) {
      const secret = made[name];
      if (typeof secret === 'string') this.secrets.add(secret);
    }
    return made;
  }

  async #makeTenant(url: string): Promise<Tenant> {
    const { adminToken, agentsEach, sessionsEach } = this.#options;
    const number = ++this.#made;
    const made = this.#keep(
      await insist<NewCreateKey & Record<string, unknown>>(`${url}/api/create-keys`, {
        token: adminToken,
        body: { name: `tenant ${String(number)}` },
      }),
    );
    const tenant: Tenant = { keyId: made.id, key: made.key, agents: [], sessions: [], guests: [], observers: [] };
    const headers = { 'x-create-key': made.key };
    for (let index = 1; index <= agentsEach; index++) {
      const agentId = `tenant-${String(number)}-agent-${String(index)}`;
      const body = { agentId, protect: true };
      const { agentKey } = this.#keep(await insist<{ agentKey: string }>(`${url}/api/agents`, { headers, body }));
      tenant.agents.push({ agentId, agentKey });
    }
    for (let index = 0; index < sessionsEach; index++) {
      const { agentId, agentKey } = agentAt(tenant, index);
      const { session, ...secrets } = this.#keep(
        await insist<Omit<OwnSession, 'url' | 'id' | 'agentId' | 'inviteCode'> & { session: Session }>(
          `${url}/api/sessions`,
          { token: agentKey, headers, body: { isPrivate: true, maxAgents: 4 } },
        ),
      );
      const path = `/api/sessions/${session.id}`;
      tenant.sessions.push({ ...secrets, url: path, id: session.id, agentId, inviteCode: session.inviteCode ?? '' });
    }
    return tenant;
  }

  /** An agent of another tenant joins, and a person of another one observes. */
  async #addGuest(host: OwnSession | undefined, index: number): Promise<void> {
    if (!host) return;
    this.#guested.add(host.id);
    const others = this.tenants.filter(({ sessions }) => !sessions.includes(host));
    const tenant = others[index % others.length];
    if (!tenant) throw new Error('There is no other tenant.');
    const base = this.#urlAt(index);
    const { agentId, agentKey } = agentAt(tenant, index);
    const { inviteCode, url } = host;
    const headers = { 'x-create-key': tenant.key };
    const joined = this.#keep(
      await insist<{ agentToken: string; recoveryCode: string }>(`${base}${url}/join`, {
        token: agentKey,
        headers,
        body: { inviteCode },
      }),
    );
    tenant.guests.push({ ...joined, url, agentId });
    if (index % 4 > 0) return;
    const body = { inviteCode, name: 'A person of the guest' };
    const { observerToken } = this.#keep(
      await insist<{ observerToken: string }>(`${base}${url}/observe`, { headers, body }),
    );
    tenant.observers.push({ url, token: observerToken });
  }
}

export const agentAt = ({ agents }: Tenant, index: number): Tenant['agents'][number] => {
  const agent = agents[index % agents.length];
  if (!agent) throw new Error('The tenant has no agent.');
  return agent;
};

/** The data of a success; a service that is busy is asked again. */
export const insist = async <Data>(url: string, options: CallOptions): Promise<Data> => {
  const headers = { ...options.headers, ...(options.body === undefined ? {} : { 'idempotency-key': randomUUID() }) };
  const { status, data, error } = await untilAnswered(() => request<Data>(url, { ...options, headers }));
  if (status >= 300) throw new Error(`${url} answered ${String(status)}: ${JSON.stringify(error)}`);
  return data;
};

/** A request with a credential of a tenant. */
export interface Use {
  how: string;
  send: (base: string) => Promise<Reply<unknown>>;
}

/** A request with each credential that the tenant has, reads before writes. */
export const usesOf = (tenant: Tenant): Use[] => {
  const read = (how: string, path: string, token: string): Use => ({
    how,
    send: (base) => request(`${base}${path}`, { token }),
  });
  const seats = [...tenant.sessions, ...tenant.guests];
  return [
    ...seats.map(({ url, agentToken }) => read('agent token', url, agentToken)),
    ...tenant.sessions.map(({ url, observerToken }) => read('observer token of creation', url, observerToken)),
    ...tenant.observers.map(({ url, token }) => read('observer token', url, token)),
    ...tenant.agents.map(({ agentKey }) => read('agent key', '/api/me', agentKey)),
    ...seats.map(({ url, agentToken: token }): Use => ({
      how: 'write',
      send: (base) => request(`${base}${url}/messages`, { token, body: { content: 'after the end' } }),
    })),
    ...seats.map(({ url, recoveryCode }): Use => ({
      how: 'recovery code',
      send: (base) => request(`${base}${url}/recover`, { body: { recoveryCode } }),
    })),
    {
      how: 'create key',
      send: (base) => request(`${base}/api/sessions`, { body: {}, headers: { 'x-create-key': tenant.key } }),
    },
  ];
};
