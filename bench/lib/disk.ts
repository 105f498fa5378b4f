import { quantile } from '@pairspace/testkit/statistics';
import { closeSync, fdatasyncSync, openSync, readFileSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The device and the file system of a folder. */
export const diskOf = (folder: string): string => {
  const path = realpathSync(folder);
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const [device = 'unknown', , fileSystem = ''] = mounts
    .filter(([, point = '-']) => point === '/' || path === point || path.startsWith(`${point}/`))
    .reduce((best, mount) => ((mount[1] ?? '').length >= (best[1] ?? '').length ? mount : best), []);
  return `${device} (${fileSystem})`;
};

export interface SyncTimes {
  p50Ms: number;
  p99Ms: number;
}

/**
 * The duration of fdatasync in a folder after 4 KiB of an existing file were overwritten, like a write to a reused log.
 */
export const timeSync = (folder: string, times = 500): SyncTimes => {
  const file = join(folder, 'sync-probe');
  const fd = openSync(file, 'w');
  const page = Buffer.alloc(4096, 1);
  writeSync(fd, Buffer.alloc(times * page.length));
  fdatasyncSync(fd);
  const taken = Array.from({ length: times }, (_, index) => {
    writeSync(fd, page, 0, page.length, index * page.length);
    const start = performance.now();
    fdatasyncSync(fd);
    return performance.now() - start;
  });
  closeSync(fd);
  rmSync(file);
  return { p50Ms: quantile(taken, 0.5), p99Ms: quantile(taken, 0.99) };
};
