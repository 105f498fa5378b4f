import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { engineFolders } from './engines.ts';
import { openSandbox } from './open-sandbox.ts';
import { wheelOf } from './testing/wheels.ts';

test('a wheel for another machine switches Python off and says which file it is', async () => {
  const wheelsFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'pairspace-wheels-'));
  onTestFinished(() => fs.rm(wheelsFolder, { recursive: true }));
  const foreign = await wheelOf('foreign', { 'foreign/core.so': '\x7fELF of another machine' });
  await fs.writeFile(path.join(wheelsFolder, 'foreign-1.0-cp314-cp314-linux_x86_64.whl'), foreign);
  await using sandbox = await openSandbox({
    runtimes: ['python'],
    wheelsFolder,
    cacheFolder: snapshotCache,
    warm: { python: 0 },
  });
  const { failure } = await sandbox.run(jobOf('python', ''));
  expect(failure?.reason).toBe('unavailable');
  expect(failure?.message).toContain('/lib/python3.14/site-packages/foreign/core.so cannot be linked');
  expect(failure?.message.length).toBeLessThan(1000);
});

test('the table of wheels in docs/workers.md is the one of the engine, and so is what its script lists', async () => {
  const lock = JSON.parse(await fs.readFile(path.join(engineFolders.python, 'pyodide-lock.json'), 'utf8')) as {
    packages: Record<string, { file_name: string; sha256: string; depends: string[] }>;
  };
  const wanted = new Set(['numpy', 'pandas', 'matplotlib', 'pillow']);
  for (const name of wanted) for (const needed of lock.packages[name]?.depends ?? []) wanted.add(needed);
  const expected = [...wanted].sort().map((name) => ({
    file: lock.packages[name]?.file_name,
    hash: lock.packages[name]?.sha256,
  }));
  const docs = await fs.readFile(new URL('../../../docs/workers.md', import.meta.url), 'utf8');
  const rows = docs.match(/^\| `\S+\.whl` .*$/gm) ?? [];
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  expect(cells.map(([, file, hash]) => ({ file, hash }))).toEqual(expected);

  const [, script = ''] = /<<'END'\n(const .*?)END\n/s.exec(docs) ?? [];
  const { version } = JSON.parse(await fs.readFile(path.join(engineFolders.python, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(docs).toContain(`/pyodide/v${version}/full/`);
  const file = new URL(`../list-wheels-${String(process.pid)}.cjs`, import.meta.url);
  await fs.writeFile(file, script);
  try {
    const names = ['numpy', 'pandas', 'matplotlib', 'pillow'];
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file), ...names]);
    const listed = stdout.trimEnd().split('\n');
    expect(listed).toEqual(expected.map(({ file, hash }) => `${hash ?? ''}  ${file ?? ''}`));
  } finally {
    await fs.rm(file);
  }
});
