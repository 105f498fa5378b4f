import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdFolder } from './hold-folder.ts';

test('[NET-30] a data folder serves one process at a time, and is free when that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-held-'));
  const source = `
    const { holdFolder } = await import(${JSON.stringify(new URL('hold-folder.ts', import.meta.url).href)});
    globalThis.held = holdFolder(${JSON.stringify(folder)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);
  `;
  const given = ['--conditions=pairspace-source', '--input-type=module', '--eval', source];
  const other = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  expect(() => holdFolder(folder)).toThrow(`The data folder ${folder} is in use by another process.`);

  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
  const held = holdFolder(folder);
  expect(() => holdFolder(folder)).toThrow('is in use by another process');
  held[Symbol.dispose]();
  holdFolder(folder)[Symbol.dispose]();
  await rm(folder, { recursive: true });
});
