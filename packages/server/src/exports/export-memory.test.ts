import type { SessionExport } from '@pairspace/protocol';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFile } from '../files/write-file.ts';
import { systemClock } from '../lib/clock.ts';
import { postMessage } from '../messages/post-message.ts';
import { createNote } from '../notes/create-note.ts';
import { updateNote } from '../notes/update-note.ts';
import { openSession } from '../sessions/open-session.ts';
import { openSqlite } from '../storage/sqlite/open.ts';

/** Megabytes of content, a third each in messages, notes and files. */
const sessionMb = 60;
const allowedMb = 100;

let folder: string;
let session: { sessionId: string; agentToken: string };

const fill = async (file: string): Promise<typeof session> => {
  await using storage = await openSqlite({
    file,
    clock: systemClock,
    onNudge: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const opened = await storage.write((tx) =>
    openSession(tx, {
      name: 'Large',
      agentId: 'ada',
      visibility: 'public',
      mode: 'async',
      maxAgents: 2,
      metadata: {},
      inviteTtlMs: 1,
    }),
  );
  const sessionId = opened.session.id;
  const caller = {
    kind: 'agent',
    sessionId,
    agentId: 'ada',
    agentName: 'Ada',
    role: 'creator',
    issuedToCreator: true,
  } as const;
  const line = 'const answer: number = 42; // some words that take some room\n';
  const text = (bytes: number): string => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
  for (let mb = 0; mb < sessionMb; mb += 3) {
    for (let part = 0; part < 10; part++) {
      await storage.write((tx) =>
        postMessage(tx, caller, { content: text(100_000), msgType: 'chat', replyTo: null, metadata: {} }),
      );
    }
    await storage.write(async (tx) => {
      const { id } = await createNote(tx, caller, { title: `Note ${String(mb)}`, content: text(500_000) }, 1000);
      await updateNote(tx, caller, { noteId: id, expectedVersion: 1, content: text(500_001) });
    });
    await storage.write((tx) => writeFile(tx, caller, { path: `${String(mb)}.ts`, content: text(1_000_000) }, 1000));
  }
  return { sessionId, agentToken: opened.agentToken };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-memory-'));
  session = await fill(join(folder, 'pairspace.sqlite'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

/** The service in a process of its own, whose memory is nobody else's. */
const startService = async () => {
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=pairspace-source', main], {
    env: { ...process.env, PORT: '0', PAIRSPACE_DATA: folder, PAIRSPACE_RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    memoryMb: async (): Promise<number> => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

test.each([
  ['as JSON', 'export', 'application/json'],
  ['as a ZIP', 'export/site', 'application/zip'],
  ['as one page', 'export/site', 'text/html'],
])(
  `[EXP-3] [EXP-7] a session of ${String(sessionMb)} MB is exported %s in less than ${String(allowedMb)} MB, while writes go on`,
  async (_, subpath, accept) => {
    await using service = await startService();
    const { sessionId, agentToken } = session;
    const path = `${service.url}/api/sessions/${sessionId}`;
    await (await fetch(`${path}/messages`)).text();
    const idleMb = await service.memoryMb();
    let peakMb = 0;
    let written = 0;
    let running = true;
    const watching = (async () => {
      while (running) {
        peakMb = Math.max(peakMb, await service.memoryMb());
        await pause(20);
      }
    })();
    const writing = (async () => {
      while (running) {
        const headers = { authorization: `Bearer ${agentToken}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ content: 'meanwhile' });
        const { status } = await fetch(`${path}/messages`, { method: 'POST', headers, body });
        expect(status).toBe(201);
        written++;
      }
    })();

    const chunks: Uint8Array[] = [];
    for await (const chunk of (await fetch(`${path}/${subpath}`, { headers: { accept } })).body ?? [])
      chunks.push(chunk);
    running = false;
    await Promise.all([watching, writing]);

    console.log(accept, { idleMb, peakMb, written, mb: Buffer.concat(chunks).length / 2 ** 20 });
    expect(written).toBeGreaterThan(5);
    expect(peakMb - idleMb).toBeLessThan(allowedMb);
    if (accept !== 'application/json') return;
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: SessionExport };
    expect(data.events.map(({ seq }) => seq)).toEqual(Array.from({ length: data.seq }, (_, index) => index + 1));
    expect(data.files).toHaveLength(sessionMb / 3);
  },
  120_000,
);
