import { type RunningServer, residentMb } from '@pairspace/testkit/process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from './until.ts';

const answersWithinMs = 60_000;

/** The resources of a process after a garbage collection. */
export interface Footprint {
  heapMb: number;
  /** Buffers and other memory outside the heap. */
  externalMb: number;
  residentMb: number;
  /** Open file descriptors. */
  descriptors: number;
  /** Timers that keep the process running. */
  timers: number;
  /** Sockets, workers, requests and other handles that keep the process running. */
  handles: number;
}

/** The environment of a service for `measureFootprint`. */
export const insideEnv = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'inside-preload.js')).href}`,
  PROOF_INSIDE: join(folder, 'inside.json'),
});

/** Makes the service collect its garbage; returns its resources. */
export const measureFootprint = async ({ kill, pid }: RunningServer, folder: string): Promise<Footprint> => {
  const file = join(folder, 'inside.json');
  await rm(file, { force: true });
  kill('SIGUSR2');
  if (!(await until(() => existsSync(file), answersWithinMs)))
    throw new Error('The service does not say what it holds.');
  const { heapUsed, external, timers, handles } = JSON.parse(await readFile(file, 'utf8')) as Record<string, number>;
  return {
    heapMb: (heapUsed ?? NaN) / 2 ** 20,
    externalMb: (external ?? NaN) / 2 ** 20,
    residentMb: residentMb(pid).now,
    descriptors: readdirSync(`/proc/${String(pid)}/fd`).length,
    timers: timers ?? NaN,
    handles: handles ?? NaN,
  };
};
