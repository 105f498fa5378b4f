import { deepEqual, equal } from 'node:assert/strict';
import { fullSessionRule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

fullSessionRule('SEAT-14', 'a person steers in one request, and each part has its event', async (fixture) => {
  const { observer, job, lease } = fixture;
  const before = (await observer.ok('getSession')).lastSeq;
  const { maxAgents } = await observer.ok('getSession');
  const body = { status: 'paused', maxAgents: maxAgents - 1, totalCredits: 1500, cancelJobs: [job.id] };
  const { session, pool, cancelled } = await observer.ok('steerSession', { body });
  deepEqual([session.status, session.maxAgents, cancelled], ['paused', maxAgents - 1, [job.id]]);
  equal(pool?.totalCredits, 1500);
  deepEqual(await observer.ok('getSession'), session);
  deepEqual((await observer.ok('getCompute')).pool, pool);
  const { items } = await observer.ok('listEvents', { query: { since: before, limit: 50 } });
  deepEqual(
    fieldsOf(items, 'event', 'actor.kind', 'actor.name'),
    ['session.paused', 'compute.updated', 'job.updated'].map((event) => [event, 'observer', 'Observer']),
  );
  const again = await observer.ok('steerSession', { body });
  deepEqual(again, { session, pool, cancelled: [] });
  await observer.ok('steerSession', { body: { status: 'active' } });
  equal((await observer.ok('getJob', { params: { jobId: lease.job.id } })).status, 'running');
});

fullSessionRule('SEAT-14', 'where a part is refused nothing is done', async (full) => {
  const { aSession } = full;
  const before = await full.observer.ok('getSession');
  const status = 'paused';
  const seats = { status, maxAgents: 2 };
  if (before.agents.length > 2) await full.observer.conflict('seats_taken', 'steerSession', { body: seats });
  const unknown = { status, cancelJobs: [full.job.id, `${full.job.id.slice(0, -4)}zzzz`] };
  await full.observer.refused('NOT_FOUND', 'steerSession', { body: unknown });
  deepEqual(await full.observer.ok('getSession'), before);
  equal((await full.observer.ok('getJob', { params: { jobId: full.job.id } })).status, 'pending');

  const { observer } = await aSession();
  await observer.conflict('no_pool', 'steerSession', { body: { status, totalCredits: 10 } });
  equal((await observer.ok('getSession')).status, 'active');
  deepEqual((await observer.ok('steerSession', { body: {} })).pool, null);
});

fullSessionRule('SEAT-14', 'a completed session takes a budget once it is open again', async ({ observer }) => {
  await observer.ok('steerSession', { body: { status: 'completed' } });
  await observer.conflict('session_completed', 'steerSession', { body: { totalCredits: 7 } });
  const { session, pool } = await observer.ok('steerSession', { body: { status: 'active', totalCredits: 7 } });
  deepEqual([session.status, pool?.totalCredits], ['active', 7]);
});
