import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { inPython, VirtualEnvironment } from '../../python/src/testing/virtual-environment.ts';
import { ServiceProcess } from './testing/service-process.ts';

/** The whole suite takes minutes, so CI has a step for it. */
const isWhole = process.env['PAIRSPACE_TEST_THROUGH'] === 'all';
const part = isWhole ? [] : ['NOTE', 'ERR', 'IDEM', 'TASK'].flatMap((prefix) => ['--only', prefix]);

interface Verdict {
  passed: number;
  failed: number;
  results: { title: string; kind: string; message?: string }[];
}

test('the suite passes through the Python package', { timeout: 1_500_000, ...inPython }, async () => {
  await using environment = await VirtualEnvironment.create();
  await using service = await ServiceProcess.start({ PAIRSPACE_RATE_LIMIT: 'off' }, testDatabaseUrl !== undefined);
  const program = ['--conditions=pairspace-source', join(import.meta.dirname, 'main.ts'), service.url];
  const run = promisify(execFile)(process.execPath, [...program, ...part, '--json', '--through', environment.python], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string });
  const { passed, results } = JSON.parse(stdout) as Verdict;
  expect(results.filter(({ kind }) => kind === 'failed')).toEqual([]);
  expect(passed).toBeGreaterThan(isWhole ? 900 : 40);
  const [, made = 0, left = 0] = /^(\d+) calls by methods, (\d+) /m.exec(stderr) ?? [];
  expect(Number(made)).toBeGreaterThan(10 * Number(left));
});
