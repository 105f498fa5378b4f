import type { Job, Lease, Pool } from '@pairspace/protocol';
import { vi } from 'vitest';
import { aSession, type Caller, type SessionCast } from './a-session.ts';
import type { TestApp } from './test-app.ts';

export interface PoolCast extends SessionCast {
  /** Whoever holds the worker token. */
  worker: Caller;
  submit: (body: Record<string, unknown>, as?: Caller) => Promise<Job>;
  claim: (types?: string[]) => Promise<Lease | null>;
  job: (id: string) => Promise<Job>;
  /** The job, as soon as this holds of it. */
  until: (id: string, holds: (job: Job) => boolean) => Promise<Job>;
  pool: () => Promise<Pool>;
}

/** A session with a pool, an agent that submits and a worker that claims. */
export const aPool = async (app: TestApp, body: Record<string, unknown> = {}): Promise<PoolCast> => {
  const cast = await aSession(app);
  await cast.creator('POST', '/compute', { body });
  const { data } = await cast.creator<{ workerToken: string }>('POST', '/compute/worker-token');
  const worker: Caller = (method, subpath, options) =>
    app.request(method, `/api/sessions/${cast.id}${subpath}`, { ...options, token: data.workerToken });
  const job = async (id: string): Promise<Job> => (await cast.creator<Job>('GET', `/compute/jobs/${id}`)).data;
  return {
    ...cast,
    worker,
    job,
    submit: async (given, as = cast.creator) => {
      const reply = await as<Job>('POST', '/compute/jobs', { body: given });
      if (!reply.ok) throw new Error(reply.error.message);
      return reply.data;
    },
    claim: async (types = ['work']) => {
      const reply = await worker<{ lease: Lease | null }>('POST', '/compute/jobs/claim', { body: { types } });
      return reply.data.lease;
    },
    until: (id, holds) =>
      vi.waitFor(
        async () => {
          const found = await job(id);
          if (!holds(found)) throw new Error(`the job is ${JSON.stringify(found)}`);
          return found;
        },
        { timeout: 10_000, interval: 5 },
      ),
    pool: async () => (await cast.creator<{ pool: Pool }>('GET', '/compute')).data.pool,
  };
};
