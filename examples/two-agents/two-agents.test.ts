import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp } from '../../packages/server/src/testing/test-app.ts';

const programs = [
  ['main.ts', 40, process.execPath, '--conditions=pairspace-source'],
  ['two_agents.py', 50, 'python3', '-I'],
] as const;

test.each(programs)('%s: two agents finish a session together', async (name, lines, program, option) => {
  await using app = await startTestApp();
  const file = join(import.meta.dirname, name);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(lines);
  const env = { PATH: process.env['PATH'] ?? '' };
  const { stdout } = await promisify(execFile)(program, [option, file, app.url], { env, timeout: 280_000 });
  expect(stdout).toMatch(/^ses_\w+: It is 42\.\n$/);
  const { data } = await app.request<{ status: string; agents: unknown[] }>(
    'GET',
    `/api/sessions/${/ses_\w+/.exec(stdout)?.[0] ?? ''}`,
  );
  expect(data).toMatchObject({ status: 'completed', agents: [{ agentId: 'ada' }, { agentId: 'bob' }] });
});
