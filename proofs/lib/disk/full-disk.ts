import type { Message, Session } from '@pairspace/protocol';
import { call, type Reply, request } from '@pairspace/testkit/call';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** A session on a disk that is filled at times. */
class Talk {
  readonly acknowledged: AcknowledgedMessage[] = [];
  readonly #session: OpenSession;
  readonly #disk: string;
  readonly #verdict: Verdict;
  readonly #base: string;
  #sent = 0;

  constructor(base: string, session: OpenSession, disk: string, verdict: Verdict) {
    this.#base = base;
    this.#session = session;
    this.#disk = disk;
    this.#verdict = verdict;
  }

  async post(characters = 20_000): Promise<Reply<Message>> {
    const content = `${String(++this.#sent)} `.padEnd(characters, 'x');
    const { id: sessionId, url, token } = this.#session;
    const reply = await request<Message>(`${url}/messages`, { token, body: { content } });
    const { id, seq } = reply.status === 201 ? reply.data : { id: '', seq: 0 };
    if (reply.status === 201) this.acknowledged.push({ sessionId, seq, id, content });
    return reply;
  }

  /** Expects the session to hold the acknowledged messages and nothing else. */
  async expectAll(what: string, url = this.#session.url): Promise<void> {
    const { lastSeq } = await call<Session>(url);
    const there = await readAll<Message>({ url, token: this.#session.token }, 'messages?since=0');
    const { acknowledged } = this;
    acknowledged.sort((one, other) => one.seq - other.seq);
    const isSame = there.length === acknowledged.length && acknowledged.every(({ id }, at) => there[at]?.id === id);
    const told = (): string =>
      `${String(acknowledged.length)} acknowledged, ${String(there.length)}, ${String(lastSeq)}`;
    this.#verdict.expect(what, isSame && lastSeq === acknowledged.length + 1, told);
  }

  #expectRefusal({ status, error }: Reply<unknown>): void {
    const isEnvelope = error?.code === 'UNAVAILABLE' && error.message !== '' && error.requestId !== '';
    const told = (): string => `${String(status)} ${JSON.stringify(error)}`;
    this.#verdict.expect(checks.refused, status === 503 && isEnvelope, told);
  }

  /** Repeats a request until it fails: a checkpoint, or a log that starts over, makes room for many small writes. */
  async #untilRefused<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      fill(this.#disk);
      const answer = await ask();
      if (answer.status >= 300) return answer;
    }
  }

  async onFullDisk(): Promise<void> {
    fill(this.#disk);
    // Large and small messages share a commit that exceeds SQLite's cache, so that the disk fills up during the commit.
    for (let isFull = false; !isFull;) {
      const sizes = Array.from({ length: 80 }, (_, index) => (index % 4 === 0 ? 20 : 90_000));
      const replies = await Promise.all(sizes.map((size) => this.post(size)));
      const refusals = replies.filter(({ status }) => status !== 201);
      for (const refusal of refusals) this.#expectRefusal(refusal);
      isFull = refusals.length === replies.length;
      fill(this.#disk);
    }
    this.#expectRefusal(await this.#untilRefused(() => this.post(20)));
    this.#expectRefusal(await this.#untilRefused(() => request(`${this.#base}/api/sessions`, { body: {} })));
    const { status: ready } = await this.#untilRefused(() => fetch(`${this.#base}/readyz`));
    const { status: health } = await fetch(`${this.#base}/healthz`);
    this.#verdict.expect(checks.unready, ready === 503 && health === 200, () => [ready, health].join());
    await this.expectAll(checks.readable);
  }

  async withRoomAgain(): Promise<void> {
    rmSync(join(this.#disk, 'ballast'));
    const next = this.acknowledged.length + 2;
    const { status, data, error } = await this.post();
    this.#verdict.expect(checks.recovered, status === 201 && data.seq === next, () => JSON.stringify(error));
    await this.expectAll(checks.recovered);
  }
}

const prove = async (disk: string, server: string, verdict: Verdict): Promise<void> => {
  // Slow syncs make writes gather for the next commit.
  const env = { ...slowDisk({ syncMs: 50 }), PAIRSPACE_LOG: 'silent' };
  const start = () => startService({ folder: disk, file: server, env });
  await using service = await start();
  const session = await createSession(service.url);
  const talk = new Talk(service.url, session, disk, verdict);
  for (let posted = 0; posted < 20; posted++) await talk.post();
  for (let round = 0; round < rounds; round++) {
    await talk.onFullDisk();
    await talk.withRoomAgain();
  }
  service.kill('SIGKILL');
  await service.exited;
  await using restarted = await start();
  await talk.expectAll(checks.kept, `${restarted.url}/api/sessions/${session.id}`);
  inspectDatabase(join(disk, 'pairspace.sqlite'), talk.acknowledged, verdict);
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
