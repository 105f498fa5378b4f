import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import { fieldsOf, fullSessionRule, lastSeq, poolRule, workerOf } from '../kit.ts';

poolRule('JOB-23', 'a claim takes a job of its types', { provider: 'worker' }, async ({ creator }) => {
  const worker = await workerOf(creator);
  await creator.ok('writeFile', { body: { path: 'main.py', content: 'print(1)' } });
  const input = { file: 'main.py', files: ['*.py'] };
  const { id } = await creator.ok('submitJob', { body: { type: 'python', input } });
  await creator.ok('writeFile', { body: { path: 'main.py', content: 'print(2)' } });
  deepEqual(await worker.ok('claimJob', { body: { types: ['wasm'] } }), { lease: null });
  const { lease } = await worker.ok('claimJob', {
    query: { wait: 5 },
    body: { types: ['wasm', 'python'], worker: 'w1' },
  });
  deepEqual([lease?.job.id, lease?.job.status, lease?.job.worker, lease?.leaseMs], [id, 'running', 'w1', 30_000]);
  deepEqual([lease?.code, lease?.files], ['print(1)', [{ path: 'main.py', content: 'print(1)', encoding: 'utf-8' }]]);
  deepEqual(await worker.ok('claimJob', { body: { types: ['python'] } }), { lease: null });
});

fullSessionRule('JOB-23', 'of many who claim at once, each has another job', async ({ creator, worker }) => {
  await creator.ok('configurePool', { body: { maxConcurrentJobs: 100 } });
  for (let count = 0; count < 10; count++) await creator.ok('submitJob', { body: { type: 'race', cost: 1 } });
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => worker.ok('claimJob', { body: { types: ['race'] } })),
  );
  const ids = claims.flatMap(({ lease }) => lease?.job.id ?? []);
  deepEqual([ids.length, new Set(ids).size], [10, 10]);
});

fullSessionRule('JOB-24', 'with the lease all is one commit', async ({ creator, worker, lease }) => {
  const params = { jobId: lease.job.id };
  const before = await lastSeq(creator);
  const upload = (leaseId: string) => ({ params: { ...params, path: 'out.txt' }, body: { leaseId, content: 'x' } });
  for (const leaseId of ['', 'lease_wrong', lease.job.id]) {
    await worker.conflict('lease_lost', 'renewLease', { params, body: { leaseId } });
    await worker.conflict('lease_lost', 'uploadJobOutput', upload(leaseId));
    await worker.conflict('lease_lost', 'completeJob', { params, body: { leaseId } });
    await worker.conflict('lease_lost', 'failJob', { params, body: { leaseId } });
    await worker.conflict('lease_lost', 'releaseJob', { params, body: { leaseId } });
  }
  await worker.ok('uploadJobOutput', upload(lease.leaseId));
  equal(await lastSeq(creator), before);
  await creator.refused('NOT_FOUND', 'getFile', { params: { path: 'out.txt' } });
  const body = { leaseId: lease.leaseId };
  const done = await worker.ok('completeJob', { params, body });
  deepEqual([done.status, await lastSeq(creator)], ['completed', before + 2]);
  equal((await creator.ok('getFile', { params: { path: 'out.txt' } })).createdBy.id, 'ada');
  await worker.conflict('lease_lost', 'completeJob', { params, body });
});

fullSessionRule('JOB-25', 'a worker token ends the one before', async ({ creator, observer, worker }) => {
  const { workerToken } = await observer.ok('issueWorkerToken');
  match(workerToken, /^wrk_[\w-]{43}$/);
  await worker.refused('UNAUTHORIZED', 'claimJob', { body: { types: ['x'] } });
  const next = creator.as(workerToken);
  await next.ok('claimJob', { body: { types: ['x'] } });
});

fullSessionRule('JOB-25', 'claims over all are the operator’s', async ({ creator, worker, observer, stranger }) => {
  const body = { types: ['sample.pending'] };
  for (const caller of [creator, worker, observer]) await caller.refused('FORBIDDEN', 'claimAnyJob', { body });
  await stranger.refused('UNAUTHORIZED', 'claimAnyJob', { body });
});

fullSessionRule('JOB-26', 'a failed job says why; a released one waits', async ({ worker, lease, creator }) => {
  const params = { jobId: lease.job.id };
  const released = await worker.ok('releaseJob', { params, body: { leaseId: lease.leaseId } });
  deepEqual([released.status, released.attempt], ['pending', 0]);
  const { lease: again } = await worker.ok('claimJob', { body: { types: ['sample.claimed'] } });
  const body = { leaseId: again?.leaseId, reason: 'memory', message: 'Too little', stderr: 'trace', exitCode: 137 };
  const failed = await worker.ok('failJob', { params, body });
  deepEqual([failed.status, failed.error], ['failed', { reason: 'memory', message: 'Too little' }]);
  deepEqual([failed.stderr, failed.exitCode, failed.credits], ['trace', 137, 0]);
  equal((await creator.ok('getCompute')).pool?.usedCredits, 0);
});

/** Uploads under one lease. */
const uploads = (worker: Caller, { leaseId, job }: { leaseId: string; job: { id: string } }) => {
  const upload = (path: string, body: Record<string, unknown>) => ({
    params: { jobId: job.id, path },
    body: { leaseId, ...body },
  });
  return {
    put: (path: string, body: Record<string, unknown>) => worker.ok('uploadJobOutput', upload(path, body)),
    upload,
  };
};

fullSessionRule('JOB-45', 'an upload is a file when the job ends', async ({ creator, worker, lease }) => {
  const { put, upload } = uploads(worker, lease);
  const before = await lastSeq(creator);
  const told = await put('out/a.txt', { content: 'one' });
  deepEqual([told.jobId, told.path, told.bytes, told.error], [lease.job.id, 'out/a.txt', 3, null]);
  equal(told.contentHash?.length, 64);
  equal(await lastSeq(creator), before);
  deepEqual((await creator.ok('getJob', { params: { jobId: lease.job.id } })).outputs, []);
  await creator.refused('NOT_FOUND', 'getFile', { params: { path: 'out/a.txt' } });
  await worker.refused('VALIDATION_ERROR', 'uploadJobOutput', upload('a\\b', { content: 'x' }));
  const done = await worker.ok('completeJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } });
  deepEqual(fieldsOf(done.outputs, 'path', 'written', 'contentHash'), [['out/a.txt', true, told.contentHash]]);
  equal((await creator.ok('getFile', { params: { path: 'out/a.txt' } })).content, 'one');
  await worker.conflict('lease_lost', 'uploadJobOutput', upload('b.txt', { content: 'x' }));
});

fullSessionRule('JOB-46', 'the uploads of a lease that ended are gone', async ({ creator, worker, lease }) => {
  const first = uploads(worker, lease);
  await first.put('first.txt', { content: 'first' });
  await worker.ok('releaseJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } });
  await worker.conflict('lease_lost', 'uploadJobOutput', first.upload('late.txt', { content: 'late' }));
  const { lease: again } = await worker.ok('claimJob', { body: { types: [lease.job.type] } });
  ok(again);
  await uploads(worker, again).put('second.txt', { content: 'second' });
  const failed = await worker.ok('failJob', { params: { jobId: again.job.id }, body: { leaseId: again.leaseId } });
  const told = failed.outputs.map(({ path, written, error }) => [path, written, error === null]);
  deepEqual(told, [['second.txt', false, false]]);
  for (const path of ['first.txt', 'second.txt', 'late.txt'])
    await creator.refused('NOT_FOUND', 'getFile', { params: { path } });
});

fullSessionRule('JOB-45', 'the same path once more replaces the upload', async ({ creator, worker, lease }) => {
  const { put } = uploads(worker, lease);
  await put('a.txt', { error: 'It was not ready.', bytes: 7 });
  for (const content of ['one', 'two', 'two']) await put('a.txt', { content });
  const done = await worker.ok('completeJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } });
  deepEqual(fieldsOf(done.outputs, 'path', 'bytes', 'written'), [['a.txt', 3, true]]);
  const file = await creator.ok('getFile', { params: { path: 'a.txt' } });
  deepEqual([file.content, file.version], ['two', 1]);
});

fullSessionRule('JOB-45', 'a file that cannot be brought back is named with the reason', async ({ worker, lease }) => {
  const { put, upload } = uploads(worker, lease);
  await put('film.mp4', { content: 'x', error: 'It is too large.', bytes: 5_000_000 });
  await worker.refused('VALIDATION_ERROR', 'uploadJobOutput', upload('b.txt', {}));
  const done = await worker.ok('completeJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } });
  deepEqual(done.outputs, [
    { path: 'film.mp4', bytes: 5_000_000, contentHash: null, written: false, error: 'It is too large.' },
  ]);
  deepEqual(done.warnings, ['"film.mp4" was not written: It is too large.']);
});

fullSessionRule('JOB-49', 'a job uploads as many files and bytes as its limits say', async ({ creator, worker }) => {
  const limits = { maxFiles: 3, diskMb: 1 };
  await creator.ok('configurePool', { body: { maxConcurrentJobs: 10 } });
  await creator.ok('submitJob', { body: { type: 'bounded', cost: 1, limits } });
  const { lease } = await worker.ok('claimJob', { body: { types: ['bounded'] } });
  ok(lease);
  const { put, upload } = uploads(worker, lease);
  await put('a', { content: 'x'.repeat(1_000_000) });
  const tooLarge = await worker.refused(
    'PAYLOAD_TOO_LARGE',
    'uploadJobOutput',
    upload('b', { content: 'x'.repeat(50_000) }),
  );
  equal(tooLarge.details['limitBytes'], 1024 * 1024);
  await put('a', { content: 'x'.repeat(1_000_001) });
  await put('b', { content: 'x' });
  await put('c', { error: 'It is too large.' });
  await worker.conflict('limit_reached', 'uploadJobOutput', upload('d', { content: '' }));
  await put('c', { content: 'x' });
  const done = await worker.ok('completeJob', { params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } });
  deepEqual(fieldsOf(done.outputs, 'path', 'written'), [
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
});
