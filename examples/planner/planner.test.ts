import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp } from '../../packages/server/src/testing/test-app.ts';

test('three workers do what a planner asks for, each part once', async () => {
  await using app = await startTestApp();
  const file = join(import.meta.dirname, 'main.ts');
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').length).toBeLessThan(80);
  const env = { PATH: process.env['PATH'] ?? '' };
  const args = ['--conditions=pairspace-source', file, app.url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 280_000 });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(0)).toMatch(/^1 Squares of 1 to 100: 338350, by (?:ada|bob|eve)$/);
  expect(lines.at(-1)).toMatch(/^11 Add them up: 333833500, by (?:ada|bob|eve)$/);
});
