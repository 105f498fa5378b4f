import { cases } from '@pairspace/testkit/cases';
import { applyEvents, createClient, emptySessionState } from '@pairspace/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { budgetNow, budgetOf } from '../src/lib/budget.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const step = fc.oneof(
  fc.record({ kind: fc.constant('submit'), by: fc.nat(1), cost: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ kind: fc.constant('work'), by: fc.nat(2), cost: fc.integer({ min: 0, max: 50_000 }) }),
  fc.record({ kind: fc.constant('cancel'), by: fc.nat(9), cost: fc.constant(0) }),
  fc.record({ kind: fc.constant('budget'), by: fc.constant(0), cost: fc.integer({ min: 1000, max: 200_000 }) }),
);

test('the budget that the page works out of a log is the one that the service says, after any log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const stranger = createClient({ baseUrl: app.url });
      const { session, agentToken } = await stranger.createSession({ visibility: 'public', agentId: 'ada' });
      const sessionId = session.id;
      const ada = stranger.withToken(agentToken);
      const joined = await stranger.joinSession({ sessionId, inviteCode: session.inviteCode ?? '', agentId: 'bob' });
      const agents = [ada, stranger.withToken(joined.agentToken)];
      await ada.configurePool({ sessionId, provider: 'worker', totalCredits: 100 });
      const worker = stranger.withToken((await ada.issueWorkerToken({ sessionId })).workerToken);
      const jobs: string[] = [];
      for (const { kind, by, cost } of steps) {
        const credits = cost / 1000;
        if (kind === 'budget') await ada.configurePool({ sessionId, totalCredits: credits });
        if (kind === 'submit')
          await agents[by]?.submitJob({ sessionId, type: 'sum', input: {}, cost: credits }).then(
            ({ id }) => jobs.push(id),
            () => undefined,
          );
        const jobId = jobs[by];
        if (kind === 'cancel' && jobId) await ada.cancelJob({ sessionId, jobId }).catch(() => undefined);
        if (kind !== 'work') continue;
        const { lease } = await worker.claimJob({ sessionId, types: ['sum'] });
        if (!lease || by === 2) continue;
        const given = { sessionId, jobId: lease.job.id, leaseId: lease.leaseId, credits };
        await (by === 0 ? worker.completeJob(given) : worker.failJob({ ...given, reason: 'exit' }));
      }
      const { items } = await ada.listEvents({ sessionId, limit: 200 });
      const { pool: seen, jobs: seenJobs } = applyEvents(emptySessionState, items);
      const { pool, agentUsage } = await ada.getCompute({ sessionId });
      if (!pool || !seen) throw new Error('The session has a pool.');
      const said = budgetNow(pool, agentUsage);
      const workedOut = budgetOf(seen, seenJobs.values());
      const byId = ({ byAgent }: typeof said) =>
        Object.fromEntries(byAgent.map(({ agentId, credits }) => [agentId, credits]));
      expect({ ...workedOut, byAgent: byId(workedOut) }).toEqual({ ...said, byAgent: byId(said) });
    }),
    { numRuns: cases(6) },
  );
});
