import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';

let sandbox: Awaited<ReturnType<typeof openSandboxBehind>>;
beforeAll(async () => {
  sandbox = await openSandboxBehind(
    { cacheFolder: snapshotCache, warm: { python: 0 }, maxOutputFileBytes: 1 << 20 },
    (confinement) => confinement,
  );
}, 120_000);
afterAll(() => sandbox[Symbol.asyncDispose]());

/** Tries every way to create a file or a folder of this name. */
const program = (name: string): string => `
  import fs from 'node:fs';
  fs.writeFileSync('good.txt', 'good');
  fs.writeFileSync('moved.txt', 'moved');
  for (const act of [
    () => fs.writeFileSync(${JSON.stringify(name)}, 'x'),
    () => fs.appendFileSync(${JSON.stringify(name)}, 'x'),
    () => fs.mkdirSync(${JSON.stringify(`${name}/deep`)}),
    () => fs.mkdirSync(${JSON.stringify(`${name}/deep`)}, { recursive: true }),
    () => fs.renameSync('moved.txt', ${JSON.stringify(name)}),
  ]) {
    try { act(); console.log('done'); } catch (error) { console.log(error.code); }
  }
`;

test.each(['a\0b', '\0', 'folder/\0', '/work/a\0'])(
  'a name with NUL, such as %j, is an error in the program, and its other outputs are kept',
  async (name) => {
    const outcome = await sandbox.run(jobOf('javascript', program(name), { outputs: ['**'] }));
    expect(outcome).toMatchObject({ failure: null, stdout: 'EINVAL\n'.repeat(5) });
    expect(outcome.outputs.map(({ path, content }) => [path, content])).toEqual([
      ['good.txt', 'good'],
      ['moved.txt', 'moved'],
    ]);
  },
);

test.each(['a\ud800', 'a\\b', 'a\u0001b', '../../x', 'x'.repeat(600), 'x'.repeat(5000)])(
  'a name such as %j takes no other output with it',
  async (name) => {
    const { failure, outputs } = await sandbox.run(jobOf('javascript', program(name), { outputs: ['**'] }));
    expect(failure).toBeNull();
    const paths = outputs.map(({ path }) => path);
    expect(paths).toContain('good.txt');
    expect(new Set(paths).size).toBe(paths.length);
  },
);

test('a folder whose path is too long is not made in silence', async () => {
  const code = `import fs from 'node:fs'; fs.mkdirSync('x/'.repeat(257), { recursive: true });`;
  const { failure } = await sandbox.run(jobOf('javascript', code));
  expect(failure?.message).toContain('ENAMETOOLONG');
});

test('Python has the same names', async () => {
  const code = `
open('good.txt', 'w').write('good')
for name in ('a\\0b', b'a\\xff', 'a\\udc80'):
    try: open(name, 'w').write('x'); print('done')
    except (OSError, ValueError) as error: print(type(error).__name__)
`;
  const outcome = await sandbox.run(jobOf('python', code, { outputs: ['**'] }));
  expect(outcome.failure).toBeNull();
  expect(outcome.stdout).toMatch(/^ValueError\n/);
  expect(outcome.outputs.map(({ path }) => path)).toContain('good.txt');
}, 60_000);
