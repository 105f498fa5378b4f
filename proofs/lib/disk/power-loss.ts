import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startKillable } from '../cluster.ts';
import { compileRecorder, copyRecorded, losePower } from '../forgetful-disk.ts';
import { databaseChecks, inspectDatabase } from '../inspect-database.ts';
import { WriteLoad } from '../write-load.ts';
import type { DiskPart } from './part.ts';

const forgets = 'syncs were recorded, and losses of power forgot what no sync had covered';
/** On a fast disk a few losses may all occur when everything is synced; then more follow. */
const mostMoreLosses = 30;

/**
 * 20 writers on a disk that forgets: after each kill the database and its log are made anew from what was synced; of what
 * was not, any sectors may survive. No acknowledged write is lost.
 */
export const powerLoss: DiskPart = async ({ verdict, folder, server, rounds, random }) => {
  const recorderEnv = await compileRecorder(folder);
  const [data, before, journal] = [join(folder, 'data'), join(folder, 'before'), join(folder, 'journal')];
  await mkdir(data);
  /** The files as they are when the journal begins. */
  const beginJournal = async (): Promise<void> => {
    await rm(before, { recursive: true, force: true });
    await mkdir(before);
    await copyRecorded(data, before);
    await rm(journal, { force: true });
  };
  await beginJournal();
  const env = { ...recorderEnv(journal), PAIRSPACE_COMPUTE: 'off' };
  await using service = await startKillable({ folder: data, file: server, env });
  const load = await WriteLoad.begin(service.url, { sessions: 4, messages: 10, retrying: 6, files: 4, followers: 0 });
  const sum = { losses: 0, syncs: 0, unsynced: 0 };
  let inspected = 0;
  const isMissing = () => sum.unsynced === 0 && sum.losses < rounds + mostMoreLosses;
  while (sum.losses < rounds || isMissing()) {
    await pause(150 + random.below(600));
    await service.kill();
    const { syncs, unsynced } = await losePower({ journal, folder: before, random });
    sum.losses++;
    sum.syncs += syncs;
    sum.unsynced += unsynced;
    await copyRecorded(before, data);
    // The index of the log is shared memory, which no disk holds.
    await rm(join(data, 'pairspace.sqlite-shm'), { force: true });
    await beginJournal();
    await service.start();
    const acknowledged = load.ledger.messages.slice(inspected);
    inspected += acknowledged.length;
    inspectDatabase(join(data, 'pairspace.sqlite'), acknowledged, verdict);
  }
  const checks = await load.judge(verdict);
  verdict.expect(forgets, sum.syncs > 0 && sum.unsynced > 0, () => JSON.stringify(sum));
  console.log(`power-loss: ${JSON.stringify(sum)}; ${String(load)}`);
  return [forgets, ...databaseChecks, ...checks];
};
