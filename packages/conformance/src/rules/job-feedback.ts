import { deepEqual, equal } from 'node:assert/strict';
import { rule } from '../rule.ts';
import { range } from '../together.ts';

export const jobFeedbackRules = [
  rule(
    'JOB-37',
    'a misspelt runtime is refused with the name meant, until a worker claims that type',
    async (given) => {
      const { creator, stranger } = await given.aSession();
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
    },
  ),

  rule(
    'JOB-38',
    'patterns that match nothing and outputs that cannot be written are warnings',
    async ({ aSession }) => {
      const { creator, stranger } = await aSession();
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
        await worker.ok('uploadJobOutput', {
          params: { jobId, path },
          body: { leaseId, error: 'Too large.', bytes: 9 },
        });
      }
      const { warnings, outputs } = await worker.ok('completeJob', { params: { jobId }, body: { leaseId } });
      deepEqual(
        outputs.filter(({ error }) => error === null).map(({ path }) => path),
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
    },
  ),
];
