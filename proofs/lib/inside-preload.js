import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { PROOF_INSIDE: file = '' } = process.env;

/**
 * Loaded into a service before its own code. At SIGUSR2 it collects garbage and writes the resources of the process to
 * a file. The file is JavaScript, because a small thread of the service loads it too and cannot load a type stripper.
 */
if (isMainThread && file !== '') {
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc');
    /** @type {() => void} */ (runInNewContext('gc'))();
    const { heapUsed, external } = process.memoryUsage();
    const all = process.getActiveResourcesInfo();
    const timers = all.filter((name) => name === 'Timeout').length;
    writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, external, timers, handles: all.length - timers }));
    renameSync(`${file}.new`, file);
  });
}
