import type { Note, Session, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { call, type Reply, request } from '@pairspace/testkit/call';
import { createSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Inside } from '@pairspace/testkit/look-inside';
import { until } from '../until.ts';
import type { World } from './world.ts';

const token = 'the-operator-of-this-proof-0123456789';
const sweptWithinMs = 120_000;
const checks = {
  answered: 'an import that was answered is there',
  wholeOrNot: 'an imported session is there as a whole or not at all',
  again: 'an import that was cut off can be repeated',
  swept: 'nothing is left of an import that did not come to its end',
  hit: 'kills hit imports at work',
} as const;

/** About 2 MB, which take several transactions. */
const makeExport = async (base: string): Promise<SessionExport> => {
  const { url, token } = await createSession(base);
  const text = 'A line of some text, which is not short.\n'.repeat(300);
  const post = <Data>(list: string, body: object) => call<Data>(`${url}/${list}`, { token, body });
  for (let at = 0; at < 40; at++) await post('messages', { content: `${String(at)} ${text}` });
  const { id } = await post<Note>('notes', { title: 'Plan', content: text });
  for (let version = 1; version < 15; version++) {
    const body = { expectedVersion: version, content: `${String(version)} ${text}` };
    await call(`${url}/notes/${id}`, { token, method: 'PUT', body });
  }
  for (let at = 0; at < 10; at++) await post('files', { path: `${String(at)}.txt`, content: `${String(at)} ${text}` });
  await post('tasks', { title: 'A task', claim: true });
  return call<SessionExport>(`${url}/export`, { token });
};

/** Rows of sessions that are not there. */
const leftovers = async (look: () => Promise<Inside>): Promise<string> => {
  await using inside = await look();
  const left: string[] = [];
  for (const table of await inside.tables('session_id')) {
    const [row] = await inside.rows(
      `select count(*) as count from ${table} where session_id is not null and session_id not in (select id from session)`,
    );
    if (Number(row?.['count']) > 0) left.push(`${table}: ${String(row?.['count'])}`);
  }
  return left.join(', ');
};

/** Sessions are imported by a process that is killed meanwhile: each is there as a whole or not at all (IMP-1, IMP-2). */
export const imports: World = {
  nodes: 2,
  env: { PAIRSPACE_ADMIN_TOKEN: token },
  constants: { importClaimMs: 5000 },
  async setUp({ service, verdict, server, folder, look }) {
    const source = await startService({ folder: join(folder, 'source'), file: server });
    const importInto = (url: string, body: unknown) =>
      request<{ session: Session }>(`${url}/api/sessions/import`, { body }).catch(() => undefined);
    let document = await makeExport(source.url);
    let importing: Promise<Reply<unknown> | undefined> = Promise.resolve(undefined);
    let longestMs = 0;
    let interrupted = 0;
    const unfinished: SessionExport[] = [];
    return {
      async untilKill(round) {
        document = await makeExport(source.url);
        const began = performance.now();
        importing = importInto(service.inTurn(round).url, document);
        // The first rounds find out how long an import takes.
        if (longestMs > 0) await pause(Math.random() * longestMs);
        else await importing;
        const hasEnded = await Promise.race([importing.then(() => true), pause(0, false)]);
        if (hasEnded) longestMs = Math.max(longestMs, performance.now() - began);
        else interrupted++;
      },
      async afterRestart() {
        const reply = await importing;
        const { id } = document.session;
        const found = await request<SessionExport>(`${service.url}/api/sessions/${id}/export`, { token });
        verdict.expect(checks.answered, reply?.status !== 201 || found.status === 200, () => id);
        const isWhole = found.status === 200 && isDeepStrictEqual(found.data.events.slice(0, -1), document.events);
        if (isWhole) verifyExport(found.data);
        verdict.expect(checks.wholeOrNot, isWhole || found.status === 404, () => `${String(found.status)} ${id}`);
        if (found.status === 404) unfinished.push(document);
      },
      hasMetAll: () => unfinished.length > 0,
      async judge() {
        await source[Symbol.asyncDispose]();
        verdict.expect(checks.hit, interrupted > 0, () => 'none was interrupted');
        await until(async () => (await leftovers(look)) === '', sweptWithinMs);
        const left = await leftovers(look);
        verdict.expect(checks.swept, left === '', () => left);
        for (const one of unfinished) {
          const reply = await importInto(service.url, one);
          verdict.expect(checks.again, reply?.status === 201, () => JSON.stringify(reply?.error));
        }
        const did = `${String(interrupted)} hit an import, ${String(unfinished.length)} imports did not come to their end`;
        return { did, checks: Object.values(checks) };
      },
    };
  },
};
