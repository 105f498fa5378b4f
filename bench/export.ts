import type { Note } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How long does an export of a session take, and does it hold up others? A session of 3,000 messages in
Markdown, every tenth with code, 10 notes with 10 versions each, 30 files and 20 jobs, read to its last byte in each form;
meanwhile another client asks for the newest message every few milliseconds. Figures are medians of runs.`;

const options = readOptions();
const messages = 3000;
const runs = options.quick ? 3 : 15;
const forms = [
  ['JSON', 'export', 'application/json'],
  ['site as a ZIP', 'export/site', 'application/zip'],
  ['site as one page', 'export/site', 'text/html'],
] as const;

const code = 'const offset = parse("2026-01-01"); // in UTC\nreturn { ok: offset > 0 };\n';
const said = 'A line with **some** words, a `name`, and [a link](https://example.org/).\n\n- one\n- two\n';
const note = (version: number): string =>
  Array.from(
    { length: 60 },
    (_, line) => `- line ${String(line)} of version ${String(line % 7 === 0 ? version : 0)}`,
  ).join('\n');

const fill = async ({ url, token }: OpenSession): Promise<void> => {
  const together = 20;
  for (let sent = 0; sent < messages; sent += together) {
    await Promise.all(
      Array.from({ length: together }, (_, at) => {
        const content = at % 10 === 0 ? `${said}\n\`\`\`ts\n${code}\`\`\`\n` : said;
        return call(`${url}/messages`, { token, body: { content } });
      }),
    );
  }
  for (let made = 0; made < 10; made++) {
    const { id } = await call<Note>(`${url}/notes`, {
      token,
      body: { title: `Note ${String(made)}`, content: note(1) },
    });
    for (let version = 1; version < 10; version++) {
      const body = { expectedVersion: version, content: note(version + 1) };
      await call(`${url}/notes/${id}`, { token, method: 'PUT', body });
    }
  }
  for (let made = 0; made < 30; made++)
    await call(`${url}/files`, { token, body: { path: `src/${String(made)}.ts`, content: code.repeat(100) } });
  await call(`${url}/compute`, { token, body: { provider: 'worker' } });
  for (let made = 0; made < 20; made++) {
    const body = {
      type: 'python',
      label: `Job ${String(made)}`,
      cost: 1,
      input: { code: 'print(1)\n'.repeat(50), args: ['a'] },
    };
    await call(`${url}/compute/jobs`, { token, body });
  }
};

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: scratch.path, file: options.server });
const session = await createSession(service.url);
await fill(session);

interface Run {
  wholeMs: number;
  waitMs: number;
  mb: number;
}

const timed = async (url: string, accept: string): Promise<{ ms: number; bytes: number }> => {
  const began = performance.now();
  const response = await fetch(url, { headers: { accept } });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return { ms: performance.now() - began, bytes: byteLength };
};

const measure = async (path: string, accept: string): Promise<Run> => {
  const stop = new AbortController();
  const exporting = timed(`${session.url}/${path}`, accept).finally(() => {
    stop.abort();
  });
  let waitMs = 0;
  while (!stop.signal.aborted) {
    waitMs = Math.max(waitMs, (await timed(`${session.url}/messages?limit=1`, 'application/json')).ms);
    await pause(5);
  }
  const { ms, bytes } = await exporting;
  return { wholeMs: ms, waitMs, mb: bytes / 2 ** 20 };
};

const found = [];
for (const [name, path, accept] of forms) {
  const measured: Run[] = [];
  await measure(path, accept);
  for (let run = 0; run < runs; run++) measured.push(await measure(path, accept));
  found.push({ name, measured });
}
const medianOf = (measured: readonly Run[], what: keyof Run): number => median(measured.map((run) => run[what]));

await report(
  {
    name: 'export',
    question,
    figures: found.flatMap(({ name, measured }) => [
      { name, value: medianOf(measured, 'wholeMs'), unit: 'ms', sanity: { atMost: 10_000 } },
      { name: `${name}, longest wait of another client`, value: medianOf(measured, 'waitMs'), unit: 'ms' },
      { name: `${name}, size`, value: medianOf(measured, 'mb'), unit: 'MB' },
    ]),
    details: found.map(({ name, measured }) => ({
      title: `Runs: ${name}`,
      columns: ['run', 'whole, ms', 'longest wait, ms', 'size, MB'],
      rows: measured.map(({ wholeMs, waitMs, mb }, run) => [run + 1, wholeMs, waitMs, mb]),
    })),
  },
  options,
);
