import { createClient } from '@pairspace/client';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestApp } from '../packages/server/src/testing/test-app.ts';
import { runChecks } from './demo/checks.ts';
import { readDocument } from './demo/document.ts';
import { structureChecks } from './demo/structure-checks.ts';

const root = new URL('../', import.meta.url);

interface Step {
  commands: string;
  shown: string;
}

/** The command blocks of a text, each with the output that is shown below it. */
const stepsOf = (markdown: string): Step[] =>
  [...markdown.matchAll(/^```(bash|text)\n(.*?)^```$/gms)].reduce<Step[]>((all, [, kind, content = '']) => {
    const last = all.at(-1);
    if (kind === 'text' && last) last.shown = content;
    else all.push({ commands: content, shown: '' });
    return all;
  }, []);

const endOfStep = '<end of step>';

/** Pastes the commands into a shell whose only inherited variable is PATH; returns the output of each step. */
const paste = async (steps: readonly Step[], baseUrl: string): Promise<string[]> => {
  const shell = spawn('bash', ['--norc', '-s'], { env: { PATH: process.env['PATH'] } });
  const pasted = steps.map(({ commands }) => `${commands}echo '${endOfStep}'\n`).join('');
  shell.stdin.end(pasted.replaceAll('http://127.0.0.1:8787', baseUrl));
  const [printed, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  expect(complaints).toBe('');
  return printed.split(`${endOfStep}\n`);
};

/** Boots Python. The first boot takes seconds; on a busy machine it takes longer than the story waits. */
const bootPython = async (baseUrl: string): Promise<void> => {
  const stranger = createClient({ baseUrl });
  const { session, agentToken } = await stranger.createSession({ agentId: 'ada' });
  const client = stranger.withToken(agentToken);
  await client.configurePool({ sessionId: session.id, totalCredits: 10 });
  const { id } = await client.submitJob({ sessionId: session.id, type: 'python', input: { code: '' } });
  for await (const news of client.followJob({ sessionId: session.id, jobId: id })) {
    if (news.kind === 'end') expect(news.job.status).toBe('completed');
  }
};

test('the story of docs/story.md prints what it shows', { timeout: 240_000 }, async () => {
  await using app = await startTestApp({ compute: 'on' });
  await bootPython(app.url);
  const steps = stepsOf(await readFile(new URL('docs/story.md', root), 'utf8'));
  // A busy machine is given more time for what curl watches.
  const patient = steps.map((step) => ({
    ...step,
    commands: step.commands.replace('curl -sN -m 2 ', 'curl -sN -m 8 '),
  }));
  const printed = await paste(patient, app.url);
  expect(steps.length).toBeGreaterThanOrEqual(9);
  expect(printed.pop()).toBe('');
  expect(printed).toEqual(steps.map(({ shown }) => shown));
});

test('what the README links to exists', async () => {
  const exists = (path: string): boolean => existsSync(fileURLToPath(new URL(path, root)));
  const readme = await readFile(new URL('README.md', root), 'utf8');
  const dead = runChecks(structureChecks(exists), readDocument('README.md', readme));
  expect(dead).toEqual([]);
});
