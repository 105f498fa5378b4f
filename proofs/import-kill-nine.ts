import type { Note, Session, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { call, request } from '@pairspace/testkit/call';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { startKillable } from './lib/killed.ts';
import { readProofOptions } from './lib/options.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The crash proof of imports: in each round a session is imported by a service that is killed meanwhile. Afterwards the
 * session is there as a whole or not at all, and can be imported in the latter case; in the end nothing is left in the
 * database of an import that did not come to its end. IMP-2, IMP-1. With PAIRSPACE_TEST_DATABASE_URL and
 * PAIRSPACE_TEST_NATS_URL the service is two nodes, and each kill hits the one that imports.
 *
 *   node --conditions=pairspace-source proofs/import-kill-nine.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const answered = 'an import that was answered is there';
const wholeOrNot = 'a session is there as a whole or not at all';
const again = 'an import that was cut off can be repeated';
const swept = 'nothing is left of an import that did not come to its end';
const hit = 'kills hit imports at work';
const operator = 'the-operator-of-this-proof-0123456789';
const importClaimMs = 5000;

/** About 2 MB, which take several transactions. */
const makeExport = async (base: string): Promise<SessionExport> => {
  const { url, token } = await createSession(base);
  const text = 'A line of some text, which is not short.\n'.repeat(300);
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      call(`${url}/messages`, { token, body: { content: `${String(at)} ${text}` } }),
    ),
  );
  const { id } = await call<Note>(`${url}/notes`, { token, body: { title: 'Plan', content: text } });
  for (let version = 1; version < 15; version++) {
    const body = { expectedVersion: version, content: `${String(version)} ${text}` };
    await call(`${url}/notes/${id}`, { token, method: 'PUT', body });
  }
  for (let at = 0; at < 10; at++) {
    await call(`${url}/files`, { token, body: { path: `${String(at)}.txt`, content: `${String(at)} ${text}` } });
  }
  await call(`${url}/tasks`, { token, body: { title: 'A task', claim: true } });
  return call<SessionExport>(`${url}/export`, { token });
};

const begin = performance.now();
const verdict = new Verdict();
await using sourceFolder = await scratchFolder(folder);
await using scratch = await scratchFolder(folder);
await using servers = (await testServers()) ?? null;
await using source = await startService({ folder: sourceFolder.path, file: server });
await using service = await startKillable({
  size: servers ? 2 : 1,
  file: server,
  folder: scratch.path,
  env: { PAIRSPACE_ADMIN_TOKEN: operator },
  constants: { importClaimMs },
  servers,
});

const importInto = (url: string, body: unknown) =>
  request<{ session: Session }>(`${url}/api/sessions/import`, { body }).catch(() => undefined);

let longestMs = 0;
let interrupted = 0;
const unfinished: SessionExport[] = [];
for (let round = 0; round < rounds; round++) {
  const document = await makeExport(source.url);
  const process = service.inTurn(round);
  const began = performance.now();
  const importing = importInto(process.url, document);
  // The first rounds find out how long an import takes.
  if (longestMs > 0) await pause(Math.random() * longestMs);
  else await importing;
  const ended = await Promise.race([importing.then(() => true), pause(0, false)]);
  if (!ended) interrupted++;
  else longestMs = Math.max(longestMs, performance.now() - began);
  await service.kill(round);
  const reply = await importing;
  await service.start();

  const url = `${service.url}/api/sessions/${document.session.id}`;
  const found = await request<SessionExport>(`${url}/export`, { token: operator });
  verdict.expect(answered, reply?.status !== 201 || found.status === 200, () => document.session.id);
  const isWhole = found.status === 200 && isDeepStrictEqual(found.data.events.slice(0, -1), document.events);
  if (isWhole) verifyExport(found.data);
  verdict.expect(wholeOrNot, isWhole || found.status === 404, () => `${String(found.status)} ${document.session.id}`);
  if (found.status === 404) unfinished.push(document);
}
verdict.expect(hit, interrupted > 0, () => `${String(interrupted)} of ${String(rounds)}`);

const look = () => lookInside({ folder: scratch.path, databaseUrl: servers?.databaseUrl }, { readOnly: true });
const leftovers = async (): Promise<string[]> => {
  await using inside = await look();
  const left: string[] = [];
  for (const table of await inside.tables('session_id')) {
    const [row] = await inside.rows(
      `select count(*) as count from ${table} where session_id is not null and session_id not in (select id from session)`,
    );
    if (Number(row?.['count']) > 0) left.push(`${table}: ${String(row?.['count'])}`);
  }
  return left;
};
const deadline = performance.now() + 120_000;
while ((await leftovers()).length > 0 && performance.now() < deadline) await pause(200);
const left = await leftovers();
verdict.expect(swept, left.length === 0, () => left.join(', '));
for (const document of unfinished) {
  const reply = await importInto(service.url, document);
  verdict.expect(again, reply?.status === 201, () => JSON.stringify(reply?.error));
}

console.log(
  `${String(rounds)} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${String(interrupted)} of them during an ` +
    `import; ${String(unfinished.length)} imports did not come to their end`,
);
verdict.publish([answered, wholeOrNot, swept, hit, ...(unfinished.length > 0 ? [again] : [])]);
