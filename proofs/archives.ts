import type { Session, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { call, request } from '@pairspace/testkit/call';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { readAll } from './lib/read-all.ts';
import { runConformance } from './lib/run-conformance.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The proof of archives. Every session that the conformance suite leaves behind is exported, imported by a second service,
 * exported, imported by a third one, and exported again (IMP-5, IMP-6, IMP-12). With PAIRSPACE_TEST_DATABASE_URL and
 * PAIRSPACE_TEST_NATS_URL the second service is on PostgreSQL, between two on the embedded database.
 *
 *   node --conditions=pairspace-source proofs/archives.ts [--only TASK]... [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: join(import.meta.dirname, '../data') },
  },
});
const { only, server, folder } = values;
const token = 'the-operator-of-this-proof-0123456789';
const checks = {
  taken: 'each session is imported',
  sameLog: 'the log is the same, and one event follows',
  sameContents: 'messages, notes and files are the same',
  sameWork: 'tasks, asks and jobs are the same, but for those that had not ended',
  verified: 'the export of an imported session verifies',
  size: 'an imported session stores no more than before',
};

const begin = performance.now();
const verdict = new Verdict();
await using servers = (await testServers()) ?? null;
await using scratch = await scratchFolder(folder);
const open = async (name: string, databaseUrl = '') => {
  const own = join(scratch.path, name);
  const env = { PAIRSPACE_ADMIN_TOKEN: token, DATABASE_URL: databaseUrl };
  const service = await startService({ folder: own, file: server, env });
  const look = () => lookInside({ folder: own, databaseUrl: databaseUrl || undefined }, { readOnly: true });
  return { ...service, look };
};
type Service = Awaited<ReturnType<typeof open>>;
await using first = await open('first');
await using second = await open('second', servers?.databaseUrl);
await using third = await open('third');

const exportOf = ({ url }: Service, id: string): Promise<SessionExport> =>
  call<SessionExport>(`${url}/api/sessions/${id}/export`, { token });

const storedBytes = async ({ look }: Service): Promise<Map<string, number>> => {
  await using inside = await look();
  const rows = await inside.rows('select id, stored_bytes from session');
  return new Map(rows.map((row) => [String(row['id']), Number(row['stored_bytes'])]));
};

const ended = ({ tasks, asks, compute }: SessionExport) => [
  tasks.filter(({ status }) => status !== 'working'),
  asks.filter(({ status }) => status !== 'open'),
  compute.jobs.filter(({ status }) => status !== 'pending' && status !== 'running'),
];

/** Imports a session that another service has exported, and compares what this one exports. */
const passOn = async (from: SessionExport, to: Service): Promise<SessionExport | undefined> => {
  const { id } = from.session;
  const reply = await request(`${to.url}/api/sessions/import`, { token, body: from });
  verdict.expect(checks.taken, reply.status === 201, () => `${id}: ${JSON.stringify(reply.error)}`);
  if (reply.status !== 201) return undefined;
  const now = await exportOf(to, id);
  const isSameLog =
    isDeepStrictEqual(now.events.slice(0, -1), from.events) && now.events.at(-1)?.event === 'session.imported';
  verdict.expect(checks.sameLog, isSameLog, () => id);
  const contents = ({ messages, notes, files }: SessionExport) => [messages, notes, files];
  verdict.expect(checks.sameContents, isDeepStrictEqual(contents(now), contents(from)), () => id);
  const work = ended(now).map((list, index) =>
    list.filter(({ id: one }) => ended(from)[index]?.some((o) => o.id === one)),
  );
  verdict.expect(checks.sameWork, isDeepStrictEqual(work, ended(from)), () => id);
  try {
    verifyExport(now);
    verdict.count(checks.verified);
  } catch (error) {
    verdict.count(checks.verified, `${id}: ${String(error)}`);
  }
  return now;
};

const rules = await runConformance(first.url, { only });
console.log(`${String(rules.length)} rules ran in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
const sessions = await readAll<Session>({ url: `${first.url}/api`, token }, 'sessions?scope=all');
let events = 0;
for (const { id } of sessions) {
  const document = await exportOf(first, id);
  const again = await passOn(document, second);
  if (again) await passOn(again, third);
  events += document.seq;
}

/** The event of the import, which is the session and its origin. */
const importedBytes = 20_000;
const [before, between, after] = await Promise.all([first, second, third].map(storedBytes));
for (const [id, bytes] of after ?? []) {
  const told = [before?.get(id), between?.get(id), bytes];
  verdict.expect(checks.size, bytes <= (before?.get(id) ?? 0) + 2 * importedBytes, () => `${id}: ${told.join(', ')}`);
}

const seconds = ((performance.now() - begin) / 1000).toFixed(0);
console.log(`${String(sessions.length)} sessions with ${String(events)} events, imported twice each, in ${seconds} s`);
verdict.publish(Object.values(checks));
