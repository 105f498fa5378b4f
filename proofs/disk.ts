import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { fullDisk } from './lib/disk/full-disk.ts';
import type { DiskPart } from './lib/disk/part.ts';
import { powerLoss } from './lib/disk/power-loss.ts';
import { syncBeforeAnswer } from './lib/disk/sync-before-answer.ts';
import { tornLog } from './lib/disk/torn-log.ts';
import { listed, openProof } from './lib/open-proof.ts';
import { Random } from './lib/random.ts';

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
await using proof = await openProof({ only: Object.keys(parts).join(), rounds: 50, seed: 1 });
const { verdict, server, rounds } = proof;
const random = new Random(proof.seed);
const expected: string[] = [];
for (const name of listed(proof.only)) {
  const part = parts[name];
  if (!part) throw new Error(`--only takes ${Object.keys(parts).join()}, not ${name}`);
  await using scratch = await scratchFolder(proof.folder);
  expected.push(...(await part({ verdict, folder: scratch.path, server, rounds, random })));
}
verdict.publish(expected);
