import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compareWithService, serviceChecks } from './lib/compare-with-service.ts';
import { Follower, untilCaughtUp } from './lib/follower.ts';
import { databaseChecks, inspectDatabase } from './lib/inspect-database.ts';
import { isKillDue } from './lib/is-kill-due.ts';
import { emptyLedger } from './lib/ledger.ts';
import { readProofOptions } from './lib/options.ts';
import { sessionsOfOneAgent } from './lib/sessions-of-one-agent.ts';
import { severalWriters } from './lib/several-writers.ts';
import { slowDisk } from './lib/slow-disk.ts';
import { Verdict } from './lib/verdict.ts';
import { writeUntilGone } from './lib/writers.ts';

/**
 * The crash proof: 32 writers and 8 followers on a service that is killed repeatedly during its work, always on the
 * same data. No acknowledged write may be lost, and none may appear twice.
 *
 *   node --conditions=pairspace-source proofs/kill-nine.ts [--rounds 100] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions();
const answersExpected = 'no writer got an answer that it has no reason to expect';
const keptAnswer = 'a retry got the answer that was kept, with the write, before the kill';
const sessionCount = 4;
const followersEach = 2;

await using scratch = await scratchFolder(folder);
const port = await freePort();
/** Every other round the disk is slow, so that some kills fall between a commit and its answer. */
const start = (round: number) =>
  startService({ folder: scratch.path, file: server, port, env: round % 2 === 0 ? slowDisk({ syncMs: 20 }) : {} });
const verdict = new Verdict();
const ledger = emptyLedger();

const begin = performance.now();
let service = await start(1);
const sessions = await sessionsOfOneAgent(service.url, sessionCount);
const sessionAt = (index: number): OpenSession => {
  const session = sessions[index % sessionCount];
  if (!session) throw new Error('There is no session yet.');
  return session;
};
const { writers, retrying, notes } = await severalWriters({ messages: 14, retrying: 10, files: 4 }, sessionAt, ledger);
const followers = Array.from({ length: sessionCount * followersEach }, (_, index) => new Follower(sessionAt(index)));

let inspected = 0;
let kills = 0;
while (isKillDue(kills, rounds, ledger.replays > 0)) {
  kills++;
  const writing = Promise.all(writers.map((writer) => writeUntilGone(writer, ledger)));
  await pause(150 + Math.random() * 350);
  service.kill('SIGKILL');
  await service.exited;
  await writing;
  service = await start(kills + 1);
  inspectDatabase(join(scratch.path, 'pairspace.sqlite'), ledger.messages.slice(inspected), verdict);
  inspected = ledger.messages.length;
}

for (const writer of retrying) await writer();
await untilCaughtUp(followers, sessions);
await compareWithService({ sessions, notes, followers, ledger, verdict });
verdict.count(answersExpected, ...ledger.surprises.slice(0, 1));
for (let replay = 0; replay < ledger.replays; replay++) verdict.count(keptAnswer);
for (const follower of followers) follower[Symbol.dispose]();
await service[Symbol.asyncDispose]();

const seconds = ((performance.now() - begin) / 1000).toFixed(0);
const connections = followers.reduce((sum, follower) => sum + follower.connections, 0);
console.log(
  `${String(kills)} kills in ${seconds} s; acknowledged: ${String(ledger.messages.length)} messages, ` +
    `${String(ledger.edits.length)} edits, ${String(ledger.files.length)} files; not answered: ` +
    `${String(ledger.unanswered.size)} edits and files; ` +
    `connections of followers: ${String(connections)}`,
);
verdict.publish([...databaseChecks, ...serviceChecks, keptAnswer, answersExpected]);
