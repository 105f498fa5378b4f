import type { Event } from '@pairspace/protocol';
import { request } from '@pairspace/testkit/call';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { cp, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import type { DiskPart } from './part.ts';

const tornBytes = 64 * 1024;
const checks = {
  opens: 'a service starts on a torn log, or refuses with a sentence',
  whole: 'a log that it serves has no gap, and is a beginning of what was acknowledged',
  writes: 'what it serves can be written to',
} as const;

const say = ({ url, token }: OpenSession, content: string) => request(`${url}/messages`, { token, body: { content } });

/** Cuts the end of a log off, or turns bytes of it over. */
const tear = async (log: string, random: Random): Promise<string> => {
  const { size } = await stat(log);
  await using file = await open(log, 'r+');
  const place = size - 1 - random.below(Math.min(size, tornBytes));
  if (random.chance(0.5)) {
    await file.truncate(place);
    return `cut at ${String(place)} of ${String(size)}`;
  }
  const bytes = Buffer.alloc(Math.min(size - place, 1 + random.below(512)));
  await file.read(bytes, 0, bytes.length, place);
  await file.write(Buffer.from(bytes.map((byte) => byte ^ (1 + random.below(255)))), 0, bytes.length, place);
  return `${String(bytes.length)} bytes turned over at ${String(place)} of ${String(size)}`;
};

/** A log whose last 64 KB are cut off or damaged: the service serves a beginning of what was acknowledged, or says why not. */
export const tornLog: DiskPart = async ({ verdict, folder, server, rounds, random }) => {
  const original = join(folder, 'original');
  await mkdir(original);
  const written = await startService({ folder: original, file: server });
  const sessions = await Promise.all([1, 2, 3].map(() => createSession(written.url)));
  const contents = Array.from({ length: 60 }, (_, at) => `message ${String(at)} ${'x'.repeat(random.below(2000))}`);
  for (const content of contents) for (const session of sessions) await say(session, content);
  written.kill('SIGKILL');
  await written.exited;

  const inspect = async (base: string, how: string, { id, token }: OpenSession): Promise<void> => {
    const url = `${base}/api/sessions/${id}`;
    const { status, data } = await request<{ items: Event[] }>(`${url}/events?since=0&limit=200`, { token });
    // The session itself may have been in what was torn.
    if (status === 401 || status === 404) return;
    const said = data.items.flatMap(({ event, data }) => (event === 'message.created' ? [data.content] : []));
    const isBeginning = said.every((content, index) => content === contents[index]);
    const hasNoGap = data.items.every(({ seq }, index) => seq === index + 1);
    verdict.expect(checks.whole, isBeginning && hasNoGap, () => `${how}: ${String(said.length)} messages`);
    const posted = await say({ id, url, token }, 'afterwards');
    verdict.expect(checks.writes, posted.status === 201, () => `${how}: ${String(posted.status)}`);
  };
  for (let round = 0; round < rounds; round++) {
    const torn = join(folder, 'torn');
    await cp(original, torn, { recursive: true });
    // After a loss of power the index beside the log is missing, and is rebuilt from the log.
    await rm(join(torn, 'pairspace.sqlite-shm'), { force: true });
    const how = await tear(join(torn, 'pairspace.sqlite-wal'), random);
    const record = join(folder, 'output');
    await using output = await open(record, 'w');
    const service = await startService({ folder: torn, file: server, output: output.fd }).catch(() => undefined);
    const refusal = service ? '' : await readFile(record, 'utf8');
    const isSentence = /[A-Za-z ]{20,}/.test(refusal) && !/^\s+at /m.test(refusal);
    verdict.expect(checks.opens, service !== undefined || isSentence, () => `${how}: ${refusal.slice(0, 300)}`);
    if (service) for (const session of sessions) await inspect(service.url, how, session);
    service?.kill('SIGKILL');
    await service?.exited;
    await rm(torn, { recursive: true, force: true });
  }
  return Object.values(checks);
};
