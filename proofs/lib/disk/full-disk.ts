import type { Message, Session } from '@pairspace/protocol';
import { call, type Reply, request } from '@pairspace/testkit/call';
import { createSession } from '@pairspace/testkit/service';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startKillable } from '../cluster.ts';
import { databaseChecks, inspectDatabase } from '../inspect-database.ts';
import { readAll } from '../read-all.ts';
import { slowDisk } from '../slow-disk.ts';
import type { Verdict } from '../verdict.ts';
import type { AcknowledgedMessage } from '../writers.ts';
import type { DiskPart } from './part.ts';

const rounds = 5;
const checks = {
  refused: 'on a full disk a write is 503 UNAVAILABLE, in the envelope',
  unready: 'on a full disk /readyz is 503 and /healthz 200',
  readable: 'on a full disk reads show all that was acknowledged, and nothing that was refused',
  recovered: 'when there is room again, writes go on after the last acknowledged one',
  kept: 'after a restart all is as it was',
} as const;

/** Fills the disk up to its last byte. */
const fill = (disk: string): void => {
  const fd = openSync(join(disk, 'ballast'), 'a');
  try {
    for (;;) writeSync(fd, Buffer.alloc(4096));
  } catch {
    // The disk is full now.
  } finally {
    closeSync(fd);
  }
};

/** Repeats a request until it fails: a checkpoint, or a log that starts over, makes room for many small writes. */
const untilRefused = async <Answer extends { status: number }>(
  disk: string,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  for (;;) {
    fill(disk);
    const answer = await ask();
    if (answer.status >= 300) return answer;
  }
};

const prove = async (disk: string, server: string, verdict: Verdict): Promise<void> => {
  // Slow syncs make writes gather for the next commit.
  const env = { ...slowDisk({ syncMs: 50 }), PAIRSPACE_LOG: 'silent' };
  await using service = await startKillable({ folder: disk, file: server, env });
  const { id: sessionId, url, token } = await createSession(service.url);
  const acknowledged: AcknowledgedMessage[] = [];
  let sent = 0;
  const post = async (characters = 20_000): Promise<Reply<Message>> => {
    const content = `${String(++sent)} `.padEnd(characters, 'x');
    const reply = await request<Message>(`${url}/messages`, { token, body: { content } });
    if (reply.status === 201) acknowledged.push({ sessionId, seq: reply.data.seq, id: reply.data.id, content });
    return reply;
  };
  /** Expects the session to hold the acknowledged messages and nothing else. */
  const expectAll = async (what: string): Promise<void> => {
    const { lastSeq } = await call<Session>(url);
    const messages = await readAll<Message>({ url, token }, 'messages?since=0');
    acknowledged.sort((one, other) => one.seq - other.seq);
    const isSame = acknowledged.every(({ id }, at) => messages[at]?.id === id) && lastSeq === messages.length + 1;
    const told = (): string => [acknowledged.length, messages.length, lastSeq].join();
    verdict.expect(what, isSame && messages.length === acknowledged.length, told);
  };
  const expectRefusal = ({ status, error }: Reply<unknown>): void => {
    const isRefusal = status === 503 && error?.code === 'UNAVAILABLE' && error.requestId !== '';
    verdict.expect(checks.refused, isRefusal, () => `${String(status)} ${JSON.stringify(error)}`);
  };
  const onFullDisk = async (): Promise<void> => {
    fill(disk);
    // Large and small messages share a commit that exceeds SQLite's cache, so that the disk fills up during the commit.
    for (let isFull = false; !isFull;) {
      const replies = await Promise.all(Array.from({ length: 80 }, (_, at) => post(at % 4 === 0 ? 20 : 90_000)));
      const refusals = replies.filter(({ status }) => status !== 201);
      for (const refusal of refusals) expectRefusal(refusal);
      isFull = refusals.length === replies.length;
      fill(disk);
    }
    expectRefusal(await untilRefused(disk, () => post(20)));
    expectRefusal(await untilRefused(disk, () => request(`${service.url}/api/sessions`, { body: {} })));
    const { status: ready } = await untilRefused(disk, () => fetch(`${service.url}/readyz`));
    const { status: health } = await fetch(`${service.url}/healthz`);
    verdict.expect(checks.unready, ready === 503 && health === 200, () => [ready, health].join());
    await expectAll(checks.readable);
  };

  for (let posted = 0; posted < 20; posted++) await post();
  for (let round = 0; round < rounds; round++) {
    await onFullDisk();
    rmSync(join(disk, 'ballast'));
    const next = acknowledged.length + 2;
    const { status, data, error } = await post();
    verdict.expect(checks.recovered, status === 201 && data.seq === next, () => JSON.stringify(error));
    await expectAll(checks.recovered);
  }
  await service.kill();
  await service.start();
  await expectAll(checks.kept);
  inspectDatabase(join(disk, 'pairspace.sqlite'), acknowledged, verdict);
};

/** A full disk: writes are refused, reads go on, nothing is half-written, and with room again all works by itself. */
export const fullDisk: DiskPart = async ({ verdict, folder, server }) => {
  if (process.getuid?.() !== 0) {
    console.log('full-disk is skipped: to mount a small disk needs root.');
    return [];
  }
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
  try {
    await prove(disk, server, verdict);
  } finally {
    execFileSync('umount', [disk]);
  }
  return [...Object.values(checks), ...databaseChecks];
};
