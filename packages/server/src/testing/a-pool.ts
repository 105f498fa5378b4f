import { until } from '@pairspace/testkit/until';
import type { Job, Lease, Pool } from '@pairspace/protocol';
import { aSession, type Caller, type SessionFixture } from './a-session.ts';
import type { TestApp } from './test-app.ts';

export interface PoolFixture extends SessionFixture {
  /** The holder of the worker token. */
  worker: Caller;
  submit: (body: Record<string, unknown>, as?: Caller) => Promise<Job>;
  claim: (types?: string[]) => Promise<Lease | null>;
  job: (id: string) => Promise<Job>;
  /** The job, as soon as the condition holds. */
  until: (id: string, holds: (job: Job) => boolean) => Promise<Job>;
  pool: () => Promise<Pool>;
}

/** A session with a pool, an agent that submits and a worker that claims. */
export const aPool = async (app: TestApp, body: Record<string, unknown> = {}): Promise<PoolFixture> => {
  const fixture = await aSession(app);
  await fixture.creator('POST', '/compute', { body });
  const { data } = await fixture.creator<{ workerToken: string }>('POST', '/compute/worker-token');
  const worker: Caller = (method, subpath, options) =>
    app.request(method, `/api/sessions/${fixture.id}${subpath}`, { ...options, token: data.workerToken });
  const job = async (id: string): Promise<Job> => (await fixture.creator<Job>('GET', `/compute/jobs/${id}`)).data;
  return {
    ...fixture,
    worker,
    job,
    submit: async (given, as = fixture.creator) => {
      const reply = await as<Job>('POST', '/compute/jobs', { body: given });
      if (!reply.ok) throw new Error(reply.error.message);
      return reply.data;
    },
    claim: async (types = ['work']) => {
      const reply = await worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim', { body: { types } });
      return reply.data.lease;
    },
    until: (id, holds) =>
      until(async () => {
        const found = await job(id);
        if (!holds(found)) throw new Error(`the job is ${JSON.stringify(found)}`);
        return found;
      }),
    pool: async () => (await fixture.creator<{ pool: Pool }>('GET', '/compute')).data.pool,
  };
};
