import { freePort, pidOf, residentMb, untilAnswered } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { median } from '@pairspace/testkit/statistics';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, figure } from './lib/figures.ts';
import { childrenOf } from './lib/memory-of-tree.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How soon does the service answer, and what does it hold when nothing happens? From the start of
\`npm start\` to the first answer, on a new data folder each time, after one start that is not counted and warms the
caches of npm and Node; then the memory of the service's process alone after 5 s without a request.`;

const root = join(import.meta.dirname, '..');

/** The process of the service below npm and a shell. */
const findService = (pid: number): number | undefined => {
  const args = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
  if (args.includes('packages/server/src/main.js')) return pid;
  return childrenOf(pid)
    .map(findService)
    .find((found) => found !== undefined);
};

interface Start {
  answeredMs: number;
  idleMb: number;
}

const startOnce = async (folder: string, idleMs: number): Promise<Start> => {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), PAIRSPACE_DATA: folder },
  });
  await untilAnswered(`http://127.0.0.1:${String(port)}`, child);
  const answeredMs = performance.now() - begin;
  const pid = findService(pidOf(child));
  if (pid === undefined) throw new Error('npm start runs no service.');
  await pause(idleMs);
  const idleMb = residentMb(pid).now;
  const gone = once(child, 'exit');
  process.kill(pid, 'SIGTERM');
  await gone;
  return { answeredMs, idleMb };
};

const options = readOptions();
const idleMs = options.quick ? 1000 : 5000;
await using scratch = await scratchFolder(options.folder);
await startOnce(join(scratch.path, 'warm-up'), 0);
const starts: Start[] = [];
while (starts.length < (options.quick ? 2 : 5))
  starts.push(await startOnce(join(scratch.path, String(starts.length)), idleMs));

await report(options, {
  name: 'start',
  question,
  figures: [
    figure(
      'npm start to the first answer',
      median(starts.map(({ answeredMs }) => answeredMs)),
      'ms',
      ...atMost(2000, 10_000),
    ),
    figure('memory when idle', median(starts.map(({ idleMb }) => idleMb)), 'MB', ...atMost(95, 250)),
  ],
});
