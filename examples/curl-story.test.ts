import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../packages/server/src/config.ts';
import { startTestApp } from '../packages/server/src/testing/test-app.ts';
import { runChecks } from './demo/checks.ts';
import { readDocument } from './demo/document.ts';
import { structureChecks } from './demo/structure-checks.ts';

const root = new URL('../', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');
const section = (title: string): string => readme.split(/^## /m).find((part) => part.startsWith(title)) ?? '';

/** What stands in the blocks of commands, each with the output that is shown below it. */
const steps = [...section('The same with curl').matchAll(/^```(bash|text)\n(.*?)^```$/gms)].reduce<
  { commands: string; shown: string }[]
>((all, [, kind, content = '']) => {
  const last = all.at(-1);
  if (kind === 'text' && last) last.shown = content;
  else all.push({ commands: content, shown: '' });
  return all;
}, []);

const endOfStep = '<end of step>';

/** Pastes the commands into a shell that knows nothing of this process but the PATH; answers what each step printed. */
const paste = async (baseUrl: string): Promise<string[]> => {
  const shell = spawn('bash', ['--norc', '-s'], { env: { PATH: process.env['PATH'] } });
  const pasted = steps.map(({ commands }) => `${commands}echo '${endOfStep}'\n`).join('');
  shell.stdin.end(pasted.replaceAll('http://127.0.0.1:8787', baseUrl));
  const [printed, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  expect(complaints).toBe('');
  return printed.split(`${endOfStep}\n`);
};

const masked = (output: string): string =>
  output.replaceAll(/\b(ses|msg)_[0-9a-z]+\b/g, '$1_…').replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"…"');

test('the curl story of the README prints what the README shows', { timeout: 60_000 }, async () => {
  await using app = await startTestApp({ compute: 'on' });
  const printed = await paste(app.url);
  expect(steps.length).toBeGreaterThan(6);
  expect(printed.pop()).toBe('');
  expect(printed.map(masked)).toEqual(steps.map(({ shown }) => shown));
});

test('[OPS-1] the README names every variable with its default', () => {
  const known = new Set<string>();
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        known.add(String(name));
        return undefined;
      },
    },
  );
  const defaults = readConfig(env);

  const rows = section('Configuration')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const said = rows.flatMap((row) => {
    const [, names = '', values = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
    const each = values.split(', ');
    return names.split(', ').map((name, index) => [name, each[index] ?? each[0] ?? ''] as const);
  });
  expect(said.map(([name]) => name).toSorted()).toEqual([...known].toSorted());
  for (const [name, value] of said) {
    expect(readConfig({ [name]: value }), `${name}=${value}`).toEqual(defaults);
  }
});

test('what the README links to exists', () => {
  const exists = (path: string): boolean => existsSync(fileURLToPath(new URL(path, root)));
  const dead = runChecks(structureChecks(exists), readDocument('README.md', readme));
  expect(dead).toEqual([]);
});
