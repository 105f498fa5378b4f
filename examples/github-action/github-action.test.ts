import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../../packages/server/src/testing/test-app.ts';

interface Step {
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

let app: TestApp;
let folder: string;
let action: Action;
beforeAll(async () => {
  app = await startTestApp({ compute: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'pairspace-action-'));
  action = parse(await readFile(join(import.meta.dirname, 'action.yml'), 'utf8')) as Action;
  const main = join(import.meta.dirname, '../../packages/pairspace/src/main.ts');
  const installed = `#!/bin/sh\nexec "${process.execPath}" --conditions=pairspace-source "${main}" "$@"\n`;
  await writeFile(join(folder, 'pairspace'), installed);
  await chmod(join(folder, 'pairspace'), 0o755);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Contexts = Record<string, string>;

/** Replaces expressions like the runner; an unknown expression is an error. */
const filledIn = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = contexts[name];
    if (value === undefined) throw new Error(`${name} is not known`);
    return value;
  });

/** Runs the first step like the runner: with default inputs, a folder for temporary files, and files for outputs. */
const runAction = async (place: string, given: Record<string, string>) => {
  const [step] = action.runs.steps;
  const temp = join(folder, place);
  await mkdir(temp);
  const github: Contexts = { 'github.workflow': 'CI', 'github.run_number': '7' };
  const inputs = Object.entries(action.inputs).map(([name, { default: fallback, required }]) => {
    const value = given[name] ?? fallback;
    if (value === undefined || (required && given[name] === undefined)) throw new Error(`${name} is required`);
    return [`inputs.${name}`, filledIn(value, github)];
  });
  const contexts: Contexts = Object.fromEntries(inputs) as Contexts;
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([key, value]) => [key, filledIn(value, contexts)]),
  );
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  const runner = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: temp, RUNNER_TEMP: temp, ...files };
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''];
    const all = { ...runner, ...env, GITHUB_ACTION_PATH: import.meta.dirname };
    const child = execFile('bash', args, { cwd: folder, env: all }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, said: out + err });
    });
  });
  const lines = (await readFile(files.GITHUB_OUTPUT, 'utf8')).trim().split('\n');
  const outputs: Contexts = Object.fromEntries(
    lines.map((line) => [`steps.session.outputs.${line.split('=')[0] ?? ''}`, line.slice(line.indexOf('=') + 1)]),
  );
  return { code, said, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
};

test('the action opens a session, has a job run, and attaches the site', async () => {
  await writeFile(join(folder, 'words.txt'), 'one two three\n');
  await writeFile(
    join(folder, 'count.js'),
    "import { readFileSync, writeFileSync } from 'fs';\nconst words = readFileSync('words.txt', 'utf8').trim().split(' ');\nwriteFileSync('report.txt', `${words.length} words\\n`);\nconsole.log('counted');\n",
  );
  const { code, said, outputs, summary } = await runAction('done', {
    service: app.url,
    program: 'count.js',
    files: 'words.txt\n',
    outputs: 'report.txt\n',
  });
  expect({ code, said }).toMatchObject({ code: 0 });
  expect(said).toContain('counted');
  const session = filledIn(action.outputs['session']?.value ?? '', outputs);
  const { data } = await app.request('GET', `/api/sessions/${session}`);
  expect(data).toMatchObject({ name: 'CI 7', status: 'completed' });
  const { data: report } = await app.request<{ content: string }>('GET', `/api/sessions/${session}/files/report.txt`);
  expect(report.content).toBe('3 words\n');
  expect(summary).toContain(session);

  const [, upload] = action.runs.steps;
  expect(upload?.uses).toMatch(/^actions\/upload-artifact@v\d+$/);
  const site = await readFile(filledIn(upload?.with?.['path'] ?? '', outputs));
  expect(site.subarray(0, 2).toString()).toBe('PK');
  expect(site.includes('index.html')).toBe(true);
  expect(said).not.toMatch(/(agt|obs|rec)_[\w-]{40}/);
});

test('a program that fails fails the step, and its site is attached', async () => {
  const stub = `#!/bin/sh\ncase "$1" in create) echo '{"seat":{"sessionId":"ses_1"}}';; run) exit 9;; export) echo PK > "$5";; esac\n`;
  await writeFile(join(folder, 'pairspace'), stub);
  const { code, said, outputs, summary } = await runAction('failed', { service: app.url, program: 'fails.js' });
  expect({ code, said }).toMatchObject({ code: 9 });
  expect(summary).toContain('ended with 9');
  const { if: condition, with: given } = action.runs.steps[1] ?? {};
  expect(condition).toMatch(/^always\(\)/);
  expect(await readFile(filledIn(given?.['path'] ?? '', outputs), 'utf8')).toBe('PK\n');
});
