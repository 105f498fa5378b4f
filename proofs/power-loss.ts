import { freePort, type RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { type OpenSession, serviceFile, startService } from '@pairspace/testkit/service';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compareWithService, serviceChecks } from './lib/compare-with-service.ts';
import { compileRecorder, copyRecorded, losePower } from './lib/forgetful-disk.ts';
import { databaseChecks, inspectDatabase } from './lib/inspect-database.ts';
import { emptyLedger } from './lib/ledger.ts';
import { Random } from './lib/random.ts';
import { sessionsOfOneAgent } from './lib/sessions-of-one-agent.ts';
import { severalWriters } from './lib/several-writers.ts';
import { Verdict } from './lib/verdict.ts';
import { writeUntilGone } from './lib/writers.ts';

/**
 * Loss of power: 20 writers on a service whose disk forgets. Each round ends with a kill, then the database and its log
 * are restored from the synced data; of unsynced data, any sectors may survive. No acknowledged write may be lost.
 * Needs a C compiler (`cc`).
 *
 *   node --conditions=pairspace-source proofs/power-loss.ts [--rounds 50] [--seed N] [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: join(import.meta.dirname, '../data') },
  },
});
const rounds = Number(values.rounds);
/** On a fast disk a few losses may all occur when everything is synced; then more follow. */
const mostRounds = rounds + 30;
const sessionCount = 4;
const forgets = 'syncs were recorded, and losses of power forgot what no sync had covered';
const answersExpected = 'no writer got an answer that it has no reason to expect';
const followed = 'a follower got every event once and in order';

const random = new Random(Number(values.seed));
const verdict = new Verdict();
const ledger = emptyLedger();
await using scratch = await scratchFolder(values.folder);
const recorderEnv = await compileRecorder(scratch.path);
const data = join(scratch.path, 'data');
const before = join(scratch.path, 'before');
const journal = join(scratch.path, 'journal');
const port = await freePort();
await mkdir(data);

const start = async (): Promise<RunningServer> => {
  await rm(before, { recursive: true, force: true });
  await mkdir(before);
  await copyRecorded(data, before);
  await rm(journal, { force: true });
  return startService({
    folder: data,
    file: values.server,
    port,
    env: { ...recorderEnv(journal), PAIRSPACE_COMPUTE: 'off' },
  });
};

let service = await start();
const sessions = await sessionsOfOneAgent(service.url, sessionCount);
const sessionAt = (index: number): OpenSession => {
  const session = sessions[index % sessionCount];
  if (!session) throw new Error('There is no session yet.');
  return session;
};
const { writers, retrying, notes } = await severalWriters({ messages: 10, retrying: 6, files: 4 }, sessionAt, ledger);

let inspected = 0;
let syncs = 0;
let unsynced = 0;
let losses = 0;
while (losses < rounds || (unsynced === 0 && losses < mostRounds)) {
  losses++;
  const writing = Promise.all(writers.map((writer) => writeUntilGone(writer, ledger)));
  await pause(150 + random.below(600));
  service.kill('SIGKILL');
  await service.exited;
  await writing;
  const loss = await losePower({ journal, folder: before, random });
  syncs += loss.syncs;
  unsynced += loss.unsynced;
  await copyRecorded(before, data);
  // The index of the log is shared memory, which no disk holds.
  await rm(join(data, 'pairspace.sqlite-shm'), { force: true });
  service = await start();
  inspectDatabase(join(data, 'pairspace.sqlite'), ledger.messages.slice(inspected), verdict);
  inspected = ledger.messages.length;
}

for (const writer of retrying) await writer();
await compareWithService({ sessions, notes, followers: [], ledger, verdict });
verdict.expect(
  forgets,
  syncs > 0 && unsynced > 0,
  () => `${String(syncs)} syncs, ${String(unsynced)} writes forgotten`,
);
verdict.count(answersExpected, ...ledger.surprises.slice(0, 1));
await service[Symbol.asyncDispose]();
console.log(
  `${String(losses)} losses of power, ${String(syncs)} syncs, ${String(unsynced)} writes not synced; acknowledged: ${String(ledger.messages.length)} messages, ` +
    `${String(ledger.edits.length)} edits, ${String(ledger.files.length)} files`,
);
verdict.publish([forgets, ...databaseChecks, ...serviceChecks.filter((check) => check !== followed), answersExpected]);
