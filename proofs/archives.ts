import type { Session, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { call, request } from '@pairspace/testkit/call';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startService } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { listed, openProof } from './lib/open-proof.ts';
import { readAll } from './lib/read-all.ts';
import { runConformance } from './lib/run-conformance.ts';

/**
 * The proof of archives. Every session that the conformance suite leaves behind is exported, imported by a second service,
 * exported, imported by a third one, and exported again (IMP-5, IMP-6, IMP-12). With PAIRSPACE_TEST_DATABASE_URL and
 * PAIRSPACE_TEST_NATS_URL the second service is on PostgreSQL, between two on the embedded database.
 *
 *   node --conditions=pairspace-source proofs/archives.ts [--only TASK,ASK] [--server FILE] [--folder FOLDER]
 */
await using proof = await openProof({ only: '' });
const { folder, server, verdict, say } = proof;
const token = 'the-operator-of-this-proof-0123456789';
const checks = {
  taken: 'each session is imported',
  sameLog: 'the log is the same, and one event follows',
  sameContents: 'messages, notes and files are the same',
  sameWork: 'tasks, asks and jobs are the same, but for those that had not ended',
  verified: 'the export of an imported session verifies',
  size: 'an imported session stores no more than before',
};

await using servers = (await testServers()) ?? null;
const open = async (name: string, databaseUrl = '') => {
  const own = join(folder, name);
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
  await verdict.passes(checks.verified, () => verifyExport(now));
  return now;
};

const rules = await runConformance(first.url, { only: listed(proof.only) });
say(`${String(rules.length)} rules ran`);
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

say(`${String(sessions.length)} sessions with ${String(events)} events, imported twice each`);
verdict.publish(Object.values(checks));
