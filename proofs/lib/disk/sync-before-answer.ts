import type { Message, Note, Session } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { createSession } from '@pairspace/testkit/service';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startKillable } from '../cluster.ts';
import { Follower } from '../follower.ts';
import { slowDisk } from '../slow-disk.ts';
import { until } from '../until.ts';
import type { DiskPart } from './part.ts';

const syncMs = 400;
/** The time by which a timer may fire early. */
const timerMs = 2;
const checks = {
  answered: 'a write is answered, listed and streamed after its sync',
  refused: 'a write whose sync fails is not acknowledged, and each one after it is 503 UNAVAILABLE',
  hidden: 'a message that was UNAVAILABLE is in no list and no stream, also after a restart',
  restarted: 'after a restart all that was answered is there, and writes work',
} as const;

/**
 * Nothing is answered, listed or streamed before it is on the disk. A kill cannot prove it, because the system's memory
 * outlives the process. Every sync takes long, and at last fails.
 */
export const syncBeforeAnswer: DiskPart = async ({ verdict, folder, server }) => {
  const failing = join(folder, 'the-disk-fails');
  const env = { ...slowDisk({ syncMs, failsWhen: failing }), PAIRSPACE_LOG: 'silent' };
  await using service = await startKillable({ folder: join(folder, 'data'), file: server, env });
  const timed = async <T>(what: string, write: Promise<T>): Promise<T> => {
    const sentAt = performance.now();
    const answer = await write;
    const tookMs = performance.now() - sentAt;
    verdict.expect(checks.answered, tookMs >= syncMs - timerMs, () => `${what} after ${tookMs.toFixed(0)} ms`);
    return answer;
  };
  const session = await timed('a session', createSession(service.url));
  const { url, token } = session;
  const send = (content: string) => request<Message>(`${url}/messages`, { token, body: { content } });
  const list = async (): Promise<Message[]> => (await call<{ items: Message[] }>(`${url}/messages`, { token })).items;
  await timed('a message', send('first'));
  const { id } = await timed('a note', call<Note>(`${url}/notes`, { token, body: {} }));
  const edit = { expectedVersion: 1, content: 'edited' };
  await timed('an edit', call(`${url}/notes/${id}`, { token, method: 'PUT', body: edit }));
  await timed('a file', call(`${url}/files`, { token, body: { path: 'a.txt', content: 'text' } }));
  const keyed = { token, body: { content: 'second' }, headers: { 'idempotency-key': 'once' } };
  await timed('a message with a key', call(`${url}/messages`, keyed));

  using follower = new Follower(session);
  const { lastSeq } = await call<Session>(url, { token });
  await untilSo(() => follower.lastSeq >= lastSeq);
  const shown = Promise.all([
    timed(
      'shown in the stream',
      untilSo(() => follower.lastSeq > lastSeq),
    ),
    timed(
      'shown in the list',
      untilSo(async () => (await list()).some(({ content }) => content === 'third')),
    ),
  ]);
  await send('third');
  await shown;
  const answered = await list();

  await writeFile(failing, '');
  const caught = await send('caught');
  const later = await send('later');
  verdict.expect(checks.refused, caught.status >= 500, () => `the first is ${String(caught.status)}`);
  verdict.expect(checks.refused, later.status === 503, () => `a later one is ${String(later.status)}`);
  const unavailable = Object.entries({ caught, later }).filter(([, { error }]) => error?.code === 'UNAVAILABLE');
  const mustBeHidden = (messages: readonly Message[], where: string): void => {
    for (const [hidden] of unavailable)
      verdict.expect(checks.hidden, !messages.some(({ content }) => content === hidden), () => `"${hidden}" ${where}`);
  };
  mustBeHidden(await list().catch(() => []), 'in the list');
  verdict.expect(checks.hidden, follower.lastSeq === lastSeq + 1, () => 'one is in the stream');

  await service.kill();
  await rm(failing);
  await service.start();
  const after = await list();
  mustBeHidden(after, 'in the list after a restart');
  const isThere = answered.every((one) => after.some((message) => message.id === one.id));
  verdict.expect(checks.restarted, isThere, () => `${String(after.length)} of ${String(answered.length)} are there`);
  const { status } = await send('at last');
  verdict.expect(checks.restarted, status === 201, () => `${service.url} answers ${String(status)}`);
  return Object.values(checks);
};

const untilSo = (isSo: () => boolean | Promise<boolean>): Promise<boolean> => until(isSo, 60_000);
