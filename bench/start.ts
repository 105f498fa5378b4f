import { freePort, pidOf, residentMb, untilAnswered } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { median } from '@pairspace/testkit/statistics';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How soon does the service answer, and what does it hold when nothing happens? From the start of
\`npm start\` to the first answer, on a new data folder each time, after one start that is not counted and warms the
caches of npm and Node; then the memory of the service's process alone after 5 s without a request.`;

const root = join(import.meta.dirname, '..');

/** The process of the service. npm and a shell are its ancestors, and it may have children. */
const serviceUnder = (pid: number): number => {
  if (
    readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .split('\0')
      .some((arg) => arg === 'packages/server/src/main.js')
  )
    return pid;
  const child = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => parentOf(name) === pid);
  if (child === undefined) throw new Error('npm start runs no service');
  return serviceUnder(Number(child));
};

const parentOf = (pid: string): number | undefined => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
};

interface Start {
  answeredMs: number;
  /** The service's own part of the time, without npm. */
  serviceMs: number;
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
  const pid = serviceUnder(pidOf(child));
  const serviceMs = ageMs(pid) - (performance.now() - begin - answeredMs);
  await pause(idleMs);
  const idleMb = residentMb(pid).now;
  const gone = once(child, 'exit');
  process.kill(pid, 'SIGTERM');
  await gone;
  return { answeredMs, serviceMs, idleMb };
};

/** The age of a process, in steps of 10 ms. */
const ageMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const startTicks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return uptime * 1000 - startTicks * 10;
};

const options = readOptions();
const idleMs = options.quick ? 1000 : 5000;
await using scratch = await scratchFolder(options.folder);
await startOnce(join(scratch.path, 'warm-up'), 0);
const starts: Start[] = [];
for (let round = 0; round < (options.quick ? 2 : 5); round++) {
  starts.push(await startOnce(join(scratch.path, String(round)), idleMs));
}
const figure = (key: keyof Start): number => median(starts.map((start) => start[key]));

await report(
  {
    name: 'start',
    question,
    figures: [
      {
        name: 'npm start to the first answer',
        value: figure('answeredMs'),
        unit: 'ms',
        goal: { atMost: 2000 },
        sanity: { atMost: 10_000 },
      },
      { name: 'of it the service without npm', value: figure('serviceMs'), unit: 'ms' },
      {
        name: 'memory when idle',
        value: figure('idleMb'),
        unit: 'MB',
        goal: { atMost: 95 },
        sanity: { atMost: 250 },
      },
    ],
    details: [
      {
        title: 'Starts',
        columns: ['round', 'first answer ms', 'service alone ms', 'idle MB'],
        rows: starts.map(({ answeredMs, serviceMs, idleMb }, index) => [index + 1, answeredMs, serviceMs, idleMb]),
      },
    ],
  },
  options,
);
