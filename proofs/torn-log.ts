import type { Event } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, serviceFile, startService } from '@pairspace/testkit/service';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from './lib/random.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * A torn log: a service is killed, the last 64 KB of its write-ahead log are cut off or bits in them are flipped, and a
 * service starts on the result. It either serves logs without gaps, each a prefix of the acknowledged writes, or
 * refuses to start with a sentence.
 *
 *   node --conditions=pairspace-source proofs/torn-log.ts [--times 200] [--seed N] [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const tornBytes = 64 * 1024;
const sessionCount = 3;
const messagesEach = 60;
const startsWithinMs = 60_000;
const checks = {
  opens: 'a service starts on a torn log, or refuses with a sentence',
  whole: 'a log that it serves has no gap, and is a beginning of what was acknowledged',
  writes: 'what it serves can be written to',
} as const;

const random = new Random(Number(values.seed));
const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
const original = join(scratch.path, 'original');
await mkdir(original);

/** Acknowledged messages by session. */
const acknowledged = new Map<string, string[]>();
const sessions: OpenSession[] = [];

/** Prepares a data folder in the state after a kill, with much in its write-ahead log. */
const makeOriginal = async (): Promise<void> => {
  const service = await startService({ folder: original, file: values.server });
  for (let made = 0; made < sessionCount; made++) sessions.push(await createSession(service.url));
  for (const { id, url, token } of sessions) {
    const contents: string[] = [];
    for (let sent = 0; sent < messagesEach; sent++) {
      const content = `message ${String(sent)} ${'x'.repeat(random.below(2000))}`;
      await call(`${url}/messages`, { token, body: { content } });
      contents.push(content);
    }
    acknowledged.set(id, contents);
  }
  service.kill('SIGKILL');
  await service.exited;
};

/** Damages the end of a log in one of two ways. */
const tear = async (log: string): Promise<string> => {
  const { size } = await stat(log);
  await using file = await open(log, 'r+');
  const from = Math.max(0, size - tornBytes);
  if (random.chance(0.5)) {
    const length = from + random.below(size - from);
    await file.truncate(length);
    return `cut at ${String(length)} of ${String(size)}`;
  }
  const place = from + random.below(size - from);
  const bytes = Buffer.alloc(1 + random.below(Math.min(512, size - place)));
  await file.read(bytes, 0, bytes.length, place);
  await file.write(Buffer.from(bytes.map((byte) => byte ^ (1 + random.below(255)))), 0, bytes.length, place);
  return `${String(bytes.length)} bytes turned over at ${String(place)} of ${String(size)}`;
};

interface Started {
  url: string | undefined;
  said: string;
  end: () => Promise<void>;
}

/** Starts a service; without `url` it has ended. */
const start = async (folder: string): Promise<Started> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const child = spawn(process.execPath, ['--conditions=pairspace-source', values.server], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PAIRSPACE_DATA: folder, PAIRSPACE_COMPUTE: 'off' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const deadline = performance.now() + startsWithinMs;
  while (!hasEnded() && performance.now() < deadline) {
    const isUp = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    await pause(20);
  }
  const isUp = !hasEnded() && performance.now() < deadline;
  return {
    url: isUp ? url : undefined,
    said,
    end: async () => {
      child.kill('SIGKILL');
      if (!hasEnded()) await exited;
    },
  };
};

/** Checks every session that survived the damage. */
const inspect = async (base: string, how: string): Promise<void> => {
  for (const { id, token } of sessions) {
    const url = `${base}/api/sessions/${id}`;
    const response = await fetch(`${url}/events?since=0&limit=200`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status === 401 || response.status === 404) continue;
    const { data } = (await response.json()) as { data?: { items: Event[] } };
    const events = data?.items ?? [];
    const contents = events
      .filter(({ event }) => event === 'message.created')
      .map((message) => (message.data as { content?: unknown }).content);
    const isBeginning = contents.every((content, index) => content === acknowledged.get(id)?.[index]);
    const hasNoGap = response.ok && events.every(({ seq }, index) => seq === index + 1);
    verdict.expect(checks.whole, isBeginning && hasNoGap, () => `${how}: ${id}, ${String(events.length)} events`);
    const posted = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'afterwards' }),
    });
    verdict.expect(checks.writes, posted.status === 201, () => `${how}: ${id} answers ${String(posted.status)}`);
  }
};

await makeOriginal();
let opened = 0;
for (let time = 0; time < Number(values.times); time++) {
  const folder = join(scratch.path, String(time));
  await cp(original, folder, { recursive: true });
  // After a loss of power the index beside the log is missing, and is rebuilt from the log.
  await rm(join(folder, 'pairspace.sqlite-shm'), { force: true });
  const how = await tear(join(folder, 'pairspace.sqlite-wal'));
  const service = await start(folder);
  if (service.url === undefined) {
    const isSentence = /[A-Za-z ]{20,}/.test(service.said) && !/^\s+at /m.test(service.said);
    verdict.expect(checks.opens, isSentence, () => `${how}: ${service.said.slice(0, 300)}`);
  } else {
    opened++;
    verdict.count(checks.opens);
    await inspect(service.url, how);
  }
  await service.end();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${values.times} torn logs: a service started on ${String(opened)} of them`);
verdict.publish(Object.values(checks));
