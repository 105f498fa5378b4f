import { deepEqual, equal } from 'node:assert/strict';
import { sessionRule } from '../rule.ts';
import { fieldsOf, range } from '../tools.ts';

sessionRule('JOB-37', 'a misspelt runtime is refused until a worker claims that type', async (fixture) => {
  const { creator, stranger } = fixture;
  await creator.ok('configurePool');
  const worker = stranger.as((await creator.ok('issueWorkerToken')).workerToken);
  for (const [type, meant] of [
    ['pyhton', 'python'],
    ['javascrip', 'javascript'],
    ['wasn', 'wasm'],
  ] as const) {
    const { details } = await creator.refused('VALIDATION_ERROR', 'submitJob', { body: { type, input: {} } });
    deepEqual([details['reason'], details['meant']], ['unknown_type', meant]);
  }
  equal((await creator.ok('submitJob', { body: { type: 'perl', input: {}, cost: 1 } })).status, 'pending');
  equal((await worker.ok('claimJob', { body: { types: ['pyhton'] } })).lease, null);
  const { id } = await creator.ok('submitJob', { body: { type: 'pyhton', input: {}, cost: 1 } });
  equal((await worker.ok('claimJob', { body: { types: ['pyhton'] } })).lease?.job.id, id);
});

sessionRule('JOB-38', 'patterns without a match and outputs that are lost are warnings', async (fixture) => {
  const { creator, stranger } = fixture;
  await creator.ok('configurePool', { body: { provider: 'worker' } });
  const worker = stranger.as((await creator.ok('issueWorkerToken')).workerToken);
  const input = { code: '', files: ['none/*.csv'], outputs: ['out/*.txt', '/work/plots/**'] };
  const submitted = await creator.ok('submitJob', { body: { type: 'python', input } });
  deepEqual(submitted.warnings, ['The input pattern "none/*.csv" matched no file of the session.']);
  const { lease } = await worker.ok('claimJob', { body: { types: ['python'] } });
  const leaseId = lease?.leaseId;
  const jobId = submitted.id;
  await worker.ok('uploadJobOutput', { params: { jobId, path: 'out/a.txt' }, body: { leaseId, content: 'x' } });
  for (const number of range(24)) {
    const path = `out/${String(number).padStart(2, '0')}.txt`;
    await worker.ok('uploadJobOutput', { params: { jobId, path }, body: { leaseId, error: 'Too large.', bytes: 9 } });
  }
  const { warnings, outputs } = await worker.ok('completeJob', { params: { jobId }, body: { leaseId } });
  deepEqual(
    fieldsOf(
      outputs.filter(({ error }) => error === null),
      'path',
    ),
    ['out/a.txt'],
  );
  equal(warnings.length, 20);
  deepEqual(
    [warnings[0], warnings[1], warnings[2], warnings[19]],
    [
      'The input pattern "none/*.csv" matched no file of the session.',
      'The output pattern "/work/plots/**" matched no file that is new or changed.',
      '"out/00.txt" was not written: Too large.',
      '7 more warnings are not shown.',
    ],
  );
  deepEqual((await creator.ok('listJobs')).items[0]?.warnings, warnings);
});
