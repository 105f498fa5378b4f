import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

test('[NET-30] a data folder serves one process at a time, and is free when that is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-held-'));
  const source = `
    const { lockFolder } = await import(${JSON.stringify(new URL('lock-folder.ts', import.meta.url).href)});
    globalThis.held = lockFolder(${JSON.stringify(folder)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);
  `;
  const given = ['--conditions=pairspace-source', '--input-type=module', '--eval', source];
  const other = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by another process.`);

  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
  const held = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('is in use by another process');
  held[Symbol.dispose]();
  lockFolder(folder)[Symbol.dispose]();
  await rm(folder, { recursive: true });
});
