import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editedPaths } from './warn-of-held-paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'pairspace-edited-'));
mkdirSync(join(folder, '.git'));
mkdirSync(join(folder, 'src/deep'), { recursive: true });
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const patch = `*** Begin Patch
*** Update File: a.ts
*** Move to: b.ts
@@
-x
*** Add File: deep/c.ts
+*** Update File: no.ts
*** End Patch`;

test.each([
  ['an absolute path', { file_path: join(folder, 'src/a.ts') }, ['src/a.ts']],
  ['a path from the folder of the program on', { filePath: 'a.ts' }, ['src/a.ts']],
  ['a notebook', { notebook_path: join(folder, 'n.ipynb') }, ['n.ipynb']],
  ['a patch', { command: patch }, ['src/a.ts', 'src/b.ts', 'src/deep/c.ts']],
  ['a path outside of the repository', { file_path: '/etc/passwd' }, []],
  ['a shell command', { command: 'ls' }, []],
  ['nothing', undefined, []],
  ['something else', { file_path: 7 }, []],
])('[DOOR-56] of %s the paths from the root of the repository on are found', (_what, given, expected) => {
  expect(editedPaths({ cwd: join(folder, 'src'), tool_input: given })).toEqual(expected);
});
