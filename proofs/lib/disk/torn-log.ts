import type { Event } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { cp, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../random.ts';
import type { DiskPart } from './part.ts';

const tornBytes = 64 * 1024;
const sessionCount = 3;
const messagesEach = 60;
const checks = {
  opens: 'a service starts on a torn log, or refuses with a sentence',
  whole: 'a log that it serves has no gap, and is a beginning of what was acknowledged',
  writes: 'what it serves can be written to',
} as const;

interface Acknowledged extends OpenSession {
  contents: string[];
}

/** A data folder in the state after a kill, with much in its write-ahead log. */
const makeOriginal = async (folder: string, server: string, random: Random): Promise<Acknowledged[]> => {
  const service = await startService({ folder, file: server });
  const sessions: Acknowledged[] = [];
  while (sessions.length < sessionCount) sessions.push({ ...(await createSession(service.url)), contents: [] });
  for (const { url, token, contents } of sessions) {
    for (let sent = 0; sent < messagesEach; sent++) {
      const content = `message ${String(sent)} ${'x'.repeat(random.below(2000))}`;
      await call(`${url}/messages`, { token, body: { content } });
      contents.push(content);
    }
  }
  service.kill('SIGKILL');
  await service.exited;
  return sessions;
};

/** Cuts the end of a log off, or flips bits in it. */
const tear = async (log: string, random: Random): Promise<string> => {
  const { size } = await stat(log);
  await using file = await open(log, 'r+');
  const from = Math.max(0, size - tornBytes);
  const place = from + random.below(size - from);
  if (random.chance(0.5)) {
    await file.truncate(place);
    return `cut at ${String(place)} of ${String(size)}`;
  }
  const bytes = Buffer.alloc(1 + random.below(Math.min(512, size - place)));
  await file.read(bytes, 0, bytes.length, place);
  await file.write(Buffer.from(bytes.map((byte) => byte ^ (1 + random.below(255)))), 0, bytes.length, place);
  return `${String(bytes.length)} bytes turned over at ${String(place)} of ${String(size)}`;
};

/** A log whose last 64 KB are cut off or damaged: the service serves a beginning of what was acknowledged, or says why not. */
export const tornLog: DiskPart = async ({ verdict, folder, server, rounds, random }) => {
  const original = join(folder, 'original');
  await mkdir(original);
  const sessions = await makeOriginal(original, server, random);
  /** Checks every session that survived the damage. */
  const inspect = async (base: string, how: string): Promise<void> => {
    for (const { id, token, contents } of sessions) {
      const url = `${base}/api/sessions/${id}`;
      const { status, data } = await request<{ items: Event[] }>(`${url}/events?since=0&limit=200`, { token });
      if (status === 401 || status === 404) continue;
      const said = data.items.flatMap(({ event, data }) => (event === 'message.created' ? [data.content] : []));
      const isBeginning = said.every((content, index) => content === contents[index]);
      const hasNoGap = status === 200 && data.items.every(({ seq }, index) => seq === index + 1);
      verdict.expect(checks.whole, isBeginning && hasNoGap, () => `${how}: ${String(data.items.length)} events`);
      const posted = await request(`${url}/messages`, { token, body: { content: 'afterwards' } });
      verdict.expect(checks.writes, posted.status === 201, () => `${how}: ${String(posted.status)}`);
    }
  };
  let opened = 0;
  for (let round = 0; round < rounds; round++) {
    const torn = join(folder, String(round));
    await cp(original, torn, { recursive: true });
    // After a loss of power the index beside the log is missing, and is rebuilt from the log.
    await rm(join(torn, 'pairspace.sqlite-shm'), { force: true });
    const how = await tear(join(torn, 'pairspace.sqlite-wal'), random);
    const record = join(folder, 'output');
    await using output = await open(record, 'w');
    const env = { PAIRSPACE_COMPUTE: 'off' };
    const service = await startService({ folder: torn, file: server, env, output: output.fd }).catch(() => undefined);
    if (service) {
      opened++;
      verdict.count(checks.opens);
      await inspect(service.url, how);
      service.kill('SIGKILL');
      await service.exited;
    } else {
      const said = await readFile(record, 'utf8');
      const isSentence = /[A-Za-z ]{20,}/.test(said) && !/^\s+at /m.test(said);
      verdict.expect(checks.opens, isSentence, () => `${how}: ${said.slice(0, 300)}`);
    }
    await rm(torn, { recursive: true, force: true });
  }
  console.log(`torn-log: a service started on ${String(opened)} of ${String(rounds)} torn logs`);
  return Object.values(checks);
};
