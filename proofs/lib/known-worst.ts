import { randomUUID } from 'node:crypto';
import type { FullSessionFixture } from 'pairspace-conformance';
import type { LargeSession } from './large-session.ts';
import type { WorstRequest } from './worst-requests.ts';

/** Expensive requests that no schema reveals. Each once blocked the service. */
export const knownWorst = (large: LargeSession): [string, WorstRequest][] => {
  const { creator, stranger, versioned } = large;
  const repeated = 'a'.repeat(190);
  return [
    ...[repeated, `${'a'.repeat(189)}b`, 'quixotic zephyr', 'common shared', '%_'.repeat(95)].flatMap(
      (q): [string, WorstRequest][] =>
        (['listSessions', 'listAgents', 'listDirectory'] as const).map((name) => [
          name,
          { how: `q: ${q.slice(0, 20)}`, caller: stranger, given: { query: { q, limit: 200 } } },
        ]),
    ),
    ['forkSession', { how: 'of a large session', caller: creator, given: { body: { name: 'A fork' } } }],
    ['deleteNote', { how: 'with many versions', caller: creator, given: { params: { noteId: versioned.id } } }],
  ];
};

const code = 'console.log(1)';
const globs = (pattern: string, count: number): string[] => Array.from({ length: count }, () => pattern);

/** Inputs of sandbox jobs. The schema of the endpoint does not describe them. */
export const worstJobs = ({ creator }: FullSessionFixture): [string, WorstRequest][] => {
  const submit = (how: string, input: Record<string, unknown>): [string, WorstRequest] => [
    'submitJob',
    { how, caller: creator, given: { body: { type: 'javascript', input: { code, ...input } } } },
  ];
  const keys = (prefix: string, count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${String(index)}`, '']));
  return [
    submit('bad names in env', { env: keys('-', 100_000) }),
    submit('many names in env', { env: keys('A', 100_000) }),
    submit('many args', { args: Array.from({ length: 400_000 }, () => '') }),
    submit('wrong files', { files: Array.from({ length: 400_000 }, () => 1) }),
    submit('patterns that branch', { files: globs(`${'*a'.repeat(250)}b`, 100) }),
    submit('patterns of folders', { files: globs(`${'**/'.repeat(160)}x`, 100) }),
    submit('patterns of choices', { files: globs('{a,b}'.repeat(100), 100) }),
    submit('many outputs', { outputs: globs(`${'**/'.repeat(160)}x`, 100) }),
  ];
};

/** The report of a job that leaves nearly as many files as a session holds, which are uploaded by then. */
export const worstReport = async ({ worker, lease }: FullSessionFixture): Promise<[string, WorstRequest]> => {
  const { leaseId, job } = lease;
  for (let number = 0; number < 900; number++) {
    await worker.ok('uploadJobOutput', {
      params: { jobId: job.id, path: `${randomUUID()}/${String(number)}` },
      body: { leaseId, content: 'x'.repeat(30_000) },
    });
  }
  return [
    'completeJob',
    { how: '900 outputs', caller: worker, given: { params: { jobId: job.id }, body: { leaseId } } },
  ];
};
