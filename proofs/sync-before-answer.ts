import type { Message, Note, Session } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Follower } from './lib/follower.ts';
import { readProofOptions } from './lib/options.ts';
import { slowDisk } from './lib/slow-disk.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Proves that nothing is answered, listed or streamed before it is on disk. A kill cannot prove it, because the
 * system's memory outlives the process. The service runs on a disk whose every sync takes long, and at last fails.
 *
 *   node --conditions=pairspace-source proofs/sync-before-answer.ts [--server FILE] [--folder FOLDER]
 */
const syncMs = 400;
/** The time by which a timer may fire early. */
const timerMs = 2;
const checks = {
  answered: 'a write is answered after its sync',
  shown: 'a message is listed and streamed after its sync',
  refused: 'a write whose sync fails is not acknowledged, and each one after it is 503 UNAVAILABLE',
  hidden: 'a message that was UNAVAILABLE is in no list and no stream, also after a restart',
  restarted: 'after a restart all that was answered is there, and writes work',
} as const;

const { folder, server } = readProofOptions();
await using scratch = await scratchFolder(folder);
const failing = join(scratch.path, 'the-disk-fails');
const port = await freePort();
const start = () =>
  startService({
    folder: join(scratch.path, 'data'),
    file: server,
    port,
    env: { ...slowDisk({ syncMs, failsWhen: failing }), PAIRSPACE_LOG: 'silent' },
  });
const verdict = new Verdict();
const service = await start();

const timed = async <T>(what: string, write: () => Promise<T>): Promise<T> => {
  const sentAt = performance.now();
  const answer = await write();
  const tookMs = performance.now() - sentAt;
  verdict.expect(
    checks.answered,
    tookMs >= syncMs - timerMs,
    () => `${what} was answered after ${tookMs.toFixed(0)} ms`,
  );
  return answer;
};

const session = await timed('a session', () => createSession(service.url));
const { url, token } = session;
const send = (content: string) => request<Message>(`${url}/messages`, { token, body: { content } });
const list = async (): Promise<Message[]> => (await call<{ items: Message[] }>(`${url}/messages`, { token })).items;

await timed('a message', () => send('first'));
const note = await timed('a note', () => call<Note>(`${url}/notes`, { token, body: {} }));
await timed('an edit', () =>
  call(`${url}/notes/${note.id}`, { token, method: 'PUT', body: { expectedVersion: 1, content: 'edited' } }),
);
await timed('a file', () => call(`${url}/files`, { token, body: { path: 'a.txt', content: 'text' } }));
await timed('a message with a key', () =>
  call(`${url}/messages`, { token, body: { content: 'second' }, headers: { 'idempotency-key': 'once' } }),
);

const { lastSeq } = await call<Session>(url, { token });
using follower = new Follower(session);
while (follower.lastSeq < lastSeq) await pause(5);
const sentAt = performance.now();
const answer = send('third');
const seen = { 'in the list': Infinity, 'in the stream': Infinity };
while (Object.values(seen).includes(Infinity)) {
  const isListed = (await list()).some(({ content }) => content === 'third');
  const atMs = performance.now() - sentAt;
  if (isListed) seen['in the list'] = Math.min(seen['in the list'], atMs);
  if (follower.lastSeq > lastSeq) seen['in the stream'] = Math.min(seen['in the stream'], atMs);
  await pause(5);
}
for (const [where, atMs] of Object.entries(seen)) {
  verdict.expect(checks.shown, atMs >= syncMs - timerMs, () => `it was ${where} after ${atMs.toFixed(0)} ms`);
}
await answer;
const answered = await list();

await writeFile(failing, '');
const caught = await send('caught');
verdict.expect(checks.refused, caught.status >= 500, () => `the first is ${String(caught.status)}`);
const later = await send('later');
verdict.expect(checks.refused, later.status === 503, () => `a later one is ${String(later.status)}`);
const unavailable = Object.entries({ caught, later })
  .filter(([, { error }]) => error?.code === 'UNAVAILABLE')
  .map(([content]) => content);
const mustBeHidden = (messages: readonly Message[], where: string): void => {
  for (const hidden of unavailable) {
    const isShown = messages.some(({ content }) => content === hidden);
    verdict.expect(checks.hidden, !isShown, () => `"${hidden}" is ${where}`);
  }
};
const listed = await request<{ items: Message[] }>(`${url}/messages`, { token });
mustBeHidden(listed.status === 200 ? listed.data.items : [], 'in the list');
verdict.expect(checks.hidden, follower.lastSeq === lastSeq + 1, () => 'one is in the stream');

service.kill('SIGKILL');
await service.exited;
await rm(failing);
await using restarted = await start();
const after = await list();
mustBeHidden(after, 'in the list after a restart');
verdict.expect(
  checks.restarted,
  answered.every(({ id }) => after.some((message) => message.id === id)),
  () => `${String(answered.length)} messages were answered, ${String(after.length)} are there`,
);
verdict.expect(checks.restarted, (await send('at last')).status === 201, () => `no writes on ${restarted.url}`);
verdict.publish(Object.values(checks));
