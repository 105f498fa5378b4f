import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fullDisk } from './lib/disk/full-disk.ts';
import type { DiskPart } from './lib/disk/part.ts';
import { powerLoss } from './lib/disk/power-loss.ts';
import { syncBeforeAnswer } from './lib/disk/sync-before-answer.ts';
import { tornLog } from './lib/disk/torn-log.ts';
import { Random } from './lib/random.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The proof of disks that are slow, fail, forget what was not synced, hold a torn log, or are full. `power-loss` needs a C
 * compiler (`cc`), and `full-disk` needs root, which alone can mount a small disk in memory.
 *
 *   node --conditions=pairspace-source proofs/disk.ts [--only torn-log,full-disk] [--rounds 50] [--seed N] [--server FILE] [--folder FOLDER]
 */
const parts: Readonly<Record<string, DiskPart>> = {
  'sync-before-answer': syncBeforeAnswer,
  'power-loss': powerLoss,
  'torn-log': tornLog,
  'full-disk': fullDisk,
};
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(parts).join() },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: join(import.meta.dirname, '../data') },
  },
});
const verdict = new Verdict();
const random = new Random(Number(values.seed));
const expected: string[] = [];
for (const name of values.only.split(',')) {
  const part = parts[name];
  if (!part) throw new Error(`--only takes ${Object.keys(parts).join()}, not ${name}`);
  await using scratch = await scratchFolder(values.folder);
  const rounds = Number(values.rounds);
  expected.push(...(await part({ verdict, folder: scratch.path, server: values.server, rounds, random })));
}
verdict.publish(expected);
