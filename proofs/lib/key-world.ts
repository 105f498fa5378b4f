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
  /** The things that its holder has laid down with tokens that came under the key. */
  laid: Use[];
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

  /** Makes something, and keeps the secrets of the answer. */
  async #make<Data>(url: string, options: CallOptions): Promise<Data> {
    const made = await insist<Data & Record<string, unknown>>(url, options);
    for (const name of ['key', 'agentKey', 'agentToken', 'observerToken', 'recoveryCode']) {
      const secret = made[name];
      if (typeof secret === 'string') this.secrets.add(secret);
    }
    return made;
  }

  async #makeTenant(url: string): Promise<Tenant> {
    const { adminToken: token, agentsEach, sessionsEach } = this.#options;
    const name = `tenant-${String(++this.#made)}`;
    const { id: keyId, key } = await this.#make<NewCreateKey>(`${url}/api/create-keys`, { token, body: { name } });
    const tenant: Tenant = { keyId, key, agents: [], sessions: [], guests: [], observers: [], laid: [] };
    const headers = { 'x-create-key': key };
    for (let index = 1; index <= agentsEach; index++) {
      const agentId = `${name}-agent-${String(index)}`;
      const body = { agentId, protect: true };
      const { agentKey } = await this.#make<{ agentKey: string }>(`${url}/api/agents`, { headers, body });
      tenant.agents.push({ agentId, agentKey });
    }
    for (let index = 0; index < sessionsEach; index++) {
      const { agentId, agentKey } = agentAt(tenant, index);
      const given = { token: agentKey, headers, body: { isPrivate: true, maxAgents: 4 } };
      const { session, ...secrets } = await this.#make<Laid>(`${url}/api/sessions`, given);
      const { id, inviteCode = '' } = session;
      tenant.sessions.push({ ...secrets, url: `/api/sessions/${id}`, id, agentId, inviteCode });
    }
    await this.#layDown(url, tenant);
    return tenant;
  }

  /** Lays down everything that can be had with the tokens of a session of its own. */
  async #layDown(base: string, tenant: Tenant): Promise<void> {
    const keyed = { 'x-create-key': tenant.key };
    const post = <Data = Laid>(path: string, body: unknown, token?: string): Promise<Data> => {
      // A service without a key for creation needs none for the rest; the token says under which key that comes.
      const headers = token === undefined || isKeyNeeded.test(path) ? keyed : {};
      return this.#make<Data>(`${base}${path}`, { body, headers, ...(token !== undefined && { token }) });
    };
    const { agentId, agentKey } = agentAt(tenant, 0);
    const { session, ...own } = await post('/api/sessions', { isPrivate: true, maxAgents: 4 }, agentKey);
    const hand = { own: { ...own, base, url: `/api/sessions/${session.id}`, id: session.id, agentId }, post };
    for (const lay of Object.values(laidBy)) tenant.laid.push(...(await lay(hand)));
  }

  /** An agent of another tenant joins, and a person of another one observes. */
  async #addGuest(host: OwnSession | undefined, index: number): Promise<void> {
    if (!host) return;
    this.#guested.add(host.id);
    const others = this.tenants.filter(({ sessions }) => !sessions.includes(host));
    const tenant = others[index % others.length];
    if (!tenant) throw new Error('There is no other tenant.');
    const { agentId, agentKey: token } = agentAt(tenant, index);
    const { inviteCode, url } = host;
    const there = `${this.#urlAt(index)}${url}`;
    const headers = { 'x-create-key': tenant.key };
    const joined = await this.#make<Laid>(`${there}/join`, { token, headers, body: { inviteCode } });
    tenant.guests.push({ ...joined, url, agentId });
    if (index % 4 > 0) return;
    const body = { inviteCode, name: 'A person of the guest' };
    const { observerToken } = await this.#make<Laid>(`${there}/observe`, { headers, body });
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

/** How a use is called that was laid down by the holder of a key. */
export const laidDown = 'what was laid down';

const reading = (path: string, token: string, how = laidDown): Use => ({
  how,
  send: (base) => request(`${base}${path}`, { token }),
});
const posting = (path: string, body: unknown, token?: string, how = laidDown): Use => ({
  how,
  send: (base) => request(`${base}${path}`, { body, ...(token !== undefined && { token }) }),
});

/** A request with each credential that the tenant has, reads before writes. */
export const usesOf = ({ sessions, guests, observers, agents, laid, key }: Tenant): Use[] => {
  const seats = [...sessions, ...guests];
  const late = { content: 'after the end' };
  return [
    ...seats.map(({ url, agentToken }) => reading(url, agentToken, 'agent token')),
    ...sessions.map(({ url, observerToken }) => reading(url, observerToken, 'observer token of creation')),
    ...observers.map(({ url, token }) => reading(url, token, 'observer token')),
    ...agents.map(({ agentKey }) => reading('/api/me', agentKey, 'agent key')),
    ...seats.map(({ url, agentToken }) => posting(`${url}/messages`, late, agentToken, 'write')),
    ...seats.map(({ url, recoveryCode }) => posting(`${url}/recover`, { recoveryCode }, undefined, 'recovery code')),
    ...laid,
    {
      how: 'create key',
      send: (base) => request(`${base}/api/sessions`, { body: {}, headers: { 'x-create-key': key } }),
    },
  ];
};

/** A capability that was laid down, with the request that shows whether it works. */
type Lay = (hand: Hand) => Promise<Use[]>;

/** The means of the holder of a key to lay down more: a session that it created, and requests as itself. */
interface Hand {
  own: OwnSession & { base: string };
  post: <Data = Laid>(path: string, body: unknown, token?: string) => Promise<Data>;
}

interface Laid {
  session: Session;
  agentToken: string;
  observerToken: string;
  recoveryCode: string;
  workerToken: string;
  inviteCode: string;
  agentKey: string;
  seats: { recoveryCode: string }[];
}

const pathOf = ({ session }: Laid): string => `/api/sessions/${session.id}`;
const usesOfSession = (made: Laid): Use[] => [
  reading(pathOf(made), made.agentToken),
  reading(pathOf(made), made.observerToken),
  posting(`${pathOf(made)}/recover`, { recoveryCode: made.recoveryCode }),
];

/** The paths that a closed service lets nobody take without a create key. */
const isKeyNeeded = /^\/api\/(?:sessions(?:\/import|\/[^/]+\/fork)?|agents)$/;

/**
 * How a holder of a key lays down what each endpoint answers that answers a token, a code or a key. The endpoints of the operator lay down nothing for it.
 */
export const laidBy: Readonly<Record<string, Lay>> = {
  createSession: async ({ own, post }) =>
    usesOfSession(await post('/api/sessions', { isPrivate: true }, own.agentToken)),
  async forkSession({ own, post }) {
    const fork = await post(`${own.url}/fork`, { agentId: `first-${randomUUID()}` }, own.agentToken);
    const second = await post(`${pathOf(fork)}/fork`, { agentId: `second-${randomUUID()}` }, fork.agentToken);
    const person = await post(`${pathOf(second)}/observe`, { name: 'P', rights: ['steer'] }, second.observerToken);
    return [...usesOfSession(fork), ...usesOfSession(second), reading(pathOf(second), person.observerToken)];
  },
  async joinSession({ own, post }) {
    const other = await post('/api/sessions', { isPrivate: true });
    const { inviteCode } = other.session;
    const agentId = `joined-${randomUUID()}`;
    const { agentToken, recoveryCode } = await post(`${pathOf(other)}/join`, { inviteCode, agentId }, own.agentToken);
    return [reading(pathOf(other), agentToken), posting(`${pathOf(other)}/recover`, { recoveryCode })];
  },
  async recoverAgent({ own, post }) {
    const fork = await post(`${own.url}/fork`, { agentId: `fork-${randomUUID()}` }, own.agentToken);
    return usesOfSession({ ...fork, ...(await post(`${pathOf(fork)}/recover`, { recoveryCode: fork.recoveryCode })) });
  },
  async observeSession({ own, post }) {
    const rights = ['speak', 'answer', 'steer'];
    const named = await post(`${own.url}/observe`, { name: 'Named', rights }, own.observerToken);
    const plain = await post(`${own.url}/observe`, {}, own.agentToken);
    const third = await post(`${own.url}/observe`, {}, named.observerToken);
    return [named, plain, third].flatMap(({ observerToken: token }) => [
      reading(own.url, token),
      posting(`${own.url}/messages/human`, { content: 'after the end' }, token),
    ]);
  },
  async issueWorkerToken({ own, post }) {
    await post(`${own.url}/compute`, { provider: 'worker' }, own.agentToken);
    const { workerToken } = await post(`${own.url}/compute/worker-token`, {}, own.agentToken);
    return [posting(`${own.url}/compute/jobs/claim`, { types: ['nothing'] }, workerToken)];
  },
  async reinvite({ own, post }) {
    const { inviteCode } = await post(`${own.url}/reinvite`, {}, own.observerToken);
    return [
      posting(`${own.url}/join`, { inviteCode, agentId: `sleeper-${randomUUID()}` }),
      posting(`${own.url}/observe`, { inviteCode }),
    ];
  },
  async saveProfile({ own, post }) {
    const { agentKey } = await post('/api/agents', { agentId: `by-${randomUUID()}`, protect: true }, own.agentToken);
    return [reading('/api/me', agentKey), ...usesOfSession(await post('/api/sessions', { isPrivate: true }, agentKey))];
  },
  async importSession({ own, post }) {
    const made = await post('/api/sessions', { agentId: `moved-${randomUUID()}`, isPrivate: true });
    const exported = await request<unknown>(`${own.base}${pathOf(made)}/export`, { token: made.agentToken });
    await request(`${own.base}${pathOf(made)}`, { token: made.agentToken, method: 'DELETE' });
    const { seats, ...imported } = await post('/api/sessions/import', exported.data, own.agentToken);
    const codes = seats.map(({ recoveryCode }) => posting(`${pathOf(made)}/recover`, { recoveryCode }));
    return [reading(pathOf(made), imported.observerToken), ...codes];
  },
  makeCreateKey: () => Promise.resolve([]),
  renewAgentKey: () => Promise.resolve([]),
};
