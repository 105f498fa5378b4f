import type { Message, Session } from '@pairspace/protocol';
import { call, type Reply, request } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseChecks, inspectDatabase } from './lib/inspect-database.ts';
import type { AcknowledgedMessage } from './lib/ledger.ts';
import { readProofOptions } from './lib/options.ts';
import { slowDisk } from './lib/slow-disk.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * A full disk: writes are refused with the envelope, reads continue, and nothing is half-written. When there is room
 * again, writes succeed without a restart. The disk is a small one in memory, which only root can mount.
 *
 *   node --conditions=pairspace-source proofs/disk-full.ts [--server FILE] [--folder FOLDER]
 */
const checks = {
  refused: 'on a full disk a write is 503 UNAVAILABLE, in the envelope',
  unready: 'on a full disk /readyz is 503 and /healthz 200',
  readable: 'on a full disk reads show all that was acknowledged, and nothing that was refused',
  recovered: 'when there is room again, writes go on after the last acknowledged one',
  kept: 'after a restart all is as it was',
} as const;

if (process.getuid?.() !== 0) {
  console.log('Skipped: mounting a small disk needs root.');
  process.exit(0);
}

const { folder, server } = readProofOptions();
const verdict = new Verdict();
await using scratch = await scratchFolder(folder);
const disk = join(scratch.path, 'disk');
await mkdir(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
try {
  await prove(disk);
} finally {
  execFileSync('umount', [disk]);
}
verdict.publish([...Object.values(checks), ...databaseChecks]);

async function prove(data: string): Promise<void> {
  // Slow syncs make writes gather for the next commit.
  const env = { ...slowDisk({ syncMs: 50 }), PAIRSPACE_LOG: 'silent' };
  const start = () => startService({ folder: data, file: server, env });
  await using service = await start();
  const talk = beginTalk(await createSession(service.url));
  for (let posted = 0; posted < 20; posted++) await talk.post(service.url);

  const rounds = 5;
  for (let round = 0; round < rounds; round++) {
    await onFullDisk(data, service.url, talk);
    rmSync(ballastOf(data));
    await withRoomAgain(service.url, talk);
  }

  inspectDatabase(join(data, 'pairspace.sqlite'), talk.acknowledged, verdict);
  service.kill('SIGKILL');
  await service.exited;
  await using restarted = await start();
  await talk.expectAll(checks.kept, restarted.url);
  inspectDatabase(join(data, 'pairspace.sqlite'), talk.acknowledged, verdict);
}

interface MessageWriter {
  /** The acknowledged messages. */
  acknowledged: AcknowledgedMessage[];
  post: (base: string, characters?: number) => Promise<Reply<Message>>;
  /** Expects the session to hold the acknowledged messages and nothing else. */
  expectAll: (what: string, base: string) => Promise<void>;
}

function beginTalk(session: OpenSession): MessageWriter {
  const acknowledged: AcknowledgedMessage[] = [];
  let sent = 0;
  return {
    acknowledged,
    async post(base, characters = 20_000) {
      const content = `${String(++sent)} `.padEnd(characters, 'x');
      const reply = await request<Message>(`${base}/api/sessions/${session.id}/messages`, {
        token: session.token,
        body: { content },
      });
      if (reply.status === 201) {
        const { id, seq } = reply.data;
        acknowledged.push({ sessionId: session.id, seq, id, content });
      }
      return reply;
    },
    async expectAll(what, base) {
      const { lastSeq, ids } = await look(`${base}/api/sessions/${session.id}`);
      acknowledged.sort((one, other) => one.seq - other.seq);
      const isSame = ids.length === acknowledged.length && acknowledged.every(({ id }, index) => ids[index] === id);
      verdict.expect(what, isSame, () => `${String(acknowledged.length)} acknowledged, ${String(ids.length)} there`);
      verdict.expect(what, lastSeq === acknowledged.length + 1, () => `the last seq is ${String(lastSeq)}`);
    },
  };
}

/** The ids of all messages of a session, and the end of its log. */
async function look(url: string): Promise<{ lastSeq: number; ids: string[] }> {
  const { lastSeq } = await call<Session>(url);
  const messages: Message[] = [];
  for (let more = true; more;) {
    const since = messages.at(-1)?.seq ?? 0;
    const { items } = await call<{ items: Message[] }>(`${url}/messages?limit=200&since=${String(since)}`);
    messages.push(...items);
    more = items.length > 0;
  }
  return { lastSeq, ids: messages.map(({ id }) => id) };
}

/** Fills the disk under the writers, and checks the refusals and the successes. */
async function onFullDisk(data: string, base: string, { post, expectAll }: MessageWriter): Promise<void> {
  fillDisk(data);
  // Large and small messages share a commit that exceeds SQLite's cache, so that the disk fills up during the commit.
  for (let isFull = false; !isFull;) {
    const sizes = Array.from({ length: 80 }, (_, index) => (index % 4 === 0 ? 20 : 90_000));
    const replies = await Promise.all(sizes.map((size) => post(base, size)));
    const refusals = replies.filter(({ status }) => status !== 201);
    for (const refusal of refusals) expectRefusal(refusal);
    isFull = refusals.length === replies.length;
    fillDisk(data);
  }
  expectRefusal(await untilRefused(data, () => post(base, 20)));
  expectRefusal(await untilRefused(data, () => request(`${base}/api/sessions`, { body: {} })));
  const probes = await probe(data, base);
  verdict.expect(checks.unready, probes.ready === 503, () => `/readyz is ${String(probes.ready)}`);
  verdict.expect(checks.unready, probes.health === 200, () => `/healthz is ${String(probes.health)}`);
  await expectAll(checks.readable, base);
}

function expectRefusal({ status, error }: Reply<unknown>): void {
  const isEnvelope = error?.code === 'UNAVAILABLE' && error.message !== '' && error.requestId !== '';
  verdict.expect(checks.refused, status === 503 && isEnvelope, () => `${String(status)} ${JSON.stringify(error)}`);
}

async function withRoomAgain(base: string, { acknowledged, post, expectAll }: MessageWriter): Promise<void> {
  const before = acknowledged.length;
  const after = await post(base);
  const isNext = after.status === 201 && after.data.seq === before + 2;
  verdict.expect(checks.recovered, isNext, () => `${String(after.status)} ${JSON.stringify(after.error)}`);
  await expectAll(checks.recovered, base);
}

/**
 * Repeats a request until it fails. The disk is filled before each try, because a checkpoint or a restarted log makes
 * room for many small writes.
 */
async function untilRefused<T>(data: string, ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  for (;;) {
    fillDisk(data);
    const reply = await ask();
    if (reply.status !== 201) return reply;
  }
}

/** The answers of the probes on a full disk. */
async function probe(data: string, base: string): Promise<{ ready: number; health: number }> {
  const { status: health } = await fetch(`${base}/healthz`);
  let ready = 200;
  for (let asked = 0; asked < 50 && ready === 200; asked++) {
    fillDisk(data);
    ({ status: ready } = await fetch(`${base}/readyz`));
  }
  return { ready, health };
}

/** The file that fills the disk. */
function ballastOf(data: string): string {
  return join(data, 'ballast');
}

function fillDisk(data: string): void {
  const fd = openSync(ballastOf(data), 'a');
  try {
    for (;;) writeSync(fd, Buffer.alloc(4096));
  } catch {
    // The disk is full now.
  } finally {
    closeSync(fd);
  }
}
