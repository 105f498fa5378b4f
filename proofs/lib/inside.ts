import { type RunningServer, residentMb } from '@pairspace/testkit/process';
import { readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const answersWithinMs = 30_000;

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

interface PreloadReport {
  heapUsed: number;
  external: number;
  resources: Record<string, number>;
}

/** The environment of a service for `measureFootprint`. */
export const insideEnv = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'inside-preload.js')).href}`,
  PROOF_INSIDE: join(folder, 'inside.json'),
});

/** Makes the service collect its garbage; returns its resources. */
export const measureFootprint = async (service: RunningServer, folder: string): Promise<Footprint> => {
  const file = join(folder, 'inside.json');
  await rm(file, { force: true });
  service.kill('SIGUSR2');
  const { heapUsed, external, resources } = JSON.parse(await untilWritten(file)) as PreloadReport;
  const timers = resources['Timeout'] ?? 0;
  return {
    heapMb: heapUsed / 2 ** 20,
    externalMb: external / 2 ** 20,
    residentMb: residentMb(service.pid).now,
    descriptors: readdirSync(`/proc/${String(service.pid)}/fd`).length,
    timers,
    handles: Object.values(resources).reduce((sum, count) => sum + count, -timers),
  };
};

const untilWritten = async (file: string): Promise<string> => {
  const deadline = performance.now() + answersWithinMs;
  for (;;) {
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      if (performance.now() > deadline) throw new Error('The service does not say what it holds.', { cause });
      await pause(20);
    }
  }
};
