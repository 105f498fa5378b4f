import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const { PROOF_INSIDE: file = '' } = process.env;

const collectGarbage = () => {
  setFlagsFromString('--expose-gc');
  const gc = /** @type {() => void} */ (runInNewContext('gc'));
  gc();
};

/** @param {readonly string[]} names */
const countByName = (names) => {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/**
 * Loaded into a service before its own code. At SIGUSR2 it collects garbage and writes the resources of the process to
 * a file. The file is JavaScript, because a small thread of the service loads it too and cannot load a type stripper.
 */
if (isMainThread && file !== '') {
  process.on('SIGUSR2', () => {
    collectGarbage();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const held = { heapUsed, external, arrayBuffers, resources: countByName(process.getActiveResourcesInfo()) };
    writeFileSync(`${file}.new`, JSON.stringify(held));
    renameSync(`${file}.new`, file);
  });
}
