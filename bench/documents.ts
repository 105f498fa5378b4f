import { call } from '@pairspace/testkit/call';
import { forgetPeak, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import type { Session } from '@pairspace/protocol';
import { parseDocument, verifyExport } from '@pairspace/protocol/verify';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atMost, figure } from './lib/figures.ts';
import { fillSession } from './lib/fill-session.ts';
import { readOptions } from './lib/options.ts';
import { timed, timesOf, waitsDuring } from './lib/other-client.ts';
import { report } from './lib/report.ts';

const question = `How long does it take to make, import and verify documents of a session, and does that hold up others?
Each export, site and transcript of 10,000 messages of 300 characters is read to its last byte; meanwhile another client
asks for the newest message every few milliseconds, and its longest wait is compared with that when nothing is made. Then
the export of 100,000 messages is imported by a service that has worked before, while another client posts and reads; each
run has a service of its own. The same export is checked by \`verifyExport\` after \`parseDocument\`, and by
\`pairspace verify\`, which is the whole command on the file. Checkpoints are read one after the other by one client.
Figures are medians of runs.`;

const options = readOptions();
const { quick } = options;
const messages = quick ? 2000 : 10_000;
const manyMessages = quick ? 5000 : 100_000;
const runs = quick ? 3 : 15;
const imports = quick ? 1 : 3;
const documents = [
  { name: 'export', path: 'export', accept: 'application/json' },
  { name: 'site as a ZIP', path: 'export/site', accept: 'application/zip' },
  { name: 'site as one page', path: 'export/site', accept: 'text/html' },
  { name: 'transcript: text', path: 'transcript?format=text', method: 'POST' },
  { name: 'transcript: markdown', path: 'transcript?format=markdown', method: 'POST' },
  { name: 'transcript: html', path: 'transcript?format=html', method: 'POST' },
];

const read = async (url: string, init?: RequestInit): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url, init);
  const bytes = await response.bytes();
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return bytes;
};

interface Made {
  name: string;
  wholeMs: number[];
  longerByMs: number[];
  mb: number;
}

const makeDocuments = async (): Promise<Made[]> => {
  await using scratch = await scratchFolder(options.folder);
  await using service = await startService({ folder: scratch.path, file: options.server });
  const { url, token } = await fillSession(service.url, messages);
  const newest = (): Promise<unknown> => read(`${url}/messages?limit=1`);
  const found: Made[] = [];
  for (const { name, path, accept = '*/*', method = 'GET' } of documents) {
    const made: Made = { name, wholeMs: [], longerByMs: [], mb: 0 };
    const headers = { authorization: `Bearer ${token}`, accept };
    // The first runs warm up.
    for (let run = -3; run < runs; run++) {
      let wholeMs = 0;
      const making = timed(async () => {
        made.mb = (await read(`${url}/${path}`, { method, headers })).byteLength / 2 ** 20;
      }).then((ms) => (wholeMs = ms));
      const longest = Math.max(...(await waitsDuring(making, newest)));
      const longestWithout = Math.max(...(await waitsDuring(pause(wholeMs), newest)));
      if (run < 0) continue;
      made.wholeMs.push(wholeMs);
      made.longerByMs.push(longest - longestWithout);
    }
    found.push(made);
  }
  return found;
};

/** Typical work, so that the process has the memory of a service that has worked. */
const workAsUsual = async ({ url, token }: OpenSession): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    const posts = Array.from({ length: 16 }, () => call(`${url}/messages`, { token, body: { content: 'as usual' } }));
    await Promise.all([...posts, call(`${url}/messages?limit=20`), call(`${url}/events?since=0&limit=20`)]);
  }
};

interface Imported {
  wholeMs: number;
  overMb: number;
  waits: number[];
}

const importOnce = async (document: Uint8Array<ArrayBuffer>): Promise<Imported> => {
  await using scratch = await scratchFolder(options.folder);
  await using service = await startService({ folder: scratch.path, file: options.server });
  const other = await createSession(service.url);
  await workAsUsual(other);
  forgetPeak(service.pid);
  const idleMb = residentMb(service.pid).now;
  let wholeMs = 0;
  const importing = timed(async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await read(`${service.url}/api/sessions/import`, { method: 'POST', headers, body: document });
    const { data } = JSON.parse(Buffer.from(answer).toString()) as { data: { session: Session } };
    if (data.session.lastSeq !== manyMessages + 2) throw new Error('The import is not whole.');
  }).then((ms) => (wholeMs = ms));
  let count = 0;
  const { url, token } = other;
  const waits = await waitsDuring(importing, () =>
    count++ % 2 === 0
      ? call(`${url}/messages`, { token, body: { content: 'meanwhile' } })
      : call(`${url}/messages?limit=1`, { token }),
  );
  return { wholeMs, overMb: residentMb(service.pid).peak - idleMb, waits };
};

/** The export of the large session, and the times to check it. */
const verify = async () => {
  await using scratch = await scratchFolder(options.folder);
  await using service = await startService({ folder: scratch.path, file: options.server });
  const { url } = await fillSession(service.url, manyMessages);
  const document = await read(`${url}/export`);
  const text = Buffer.from(document).toString();
  const times = { parsing: [] as number[], checking: [] as number[], checkpoints: [] as number[] };
  for (let run = 0; run < (quick ? 3 : 9); run++) {
    let parsed: unknown;
    times.parsing.push(await timed(() => (parsed = parseDocument(text))));
    times.checking.push(await timed(() => verifyExport(parsed)));
    times.checkpoints.push(...(await timesOf(50, () => read(`${url}/checkpoint`))));
  }
  const file = join(scratch.path, 'export.json');
  await writeFile(file, text);
  const command = join(import.meta.dirname, '../packages/pairspace/src/main.ts');
  const commandMs = await timed(() =>
    promisify(execFile)(process.execPath, ['--conditions=pairspace-source', command, 'verify', file, '--any-key']),
  );
  return { document, ...times, commandMs };
};

const made = await makeDocuments();
const verified = await verify();
const imported: Imported[] = [];
for (let run = 0; run < imports; run++) imported.push(await importOnce(verified.document));
const slowestMs = Math.max(...imported.map(({ wholeMs }) => wholeMs));
const waits = imported.flatMap((run) => run.waits);

await report(options, {
  name: 'documents',
  question,
  figures: [
    ...made.flatMap(({ name, wholeMs, longerByMs, mb }) => {
      const isTranscript = name.startsWith('transcript');
      return [
        figure(`${name}, made and read`, median(wholeMs), 'ms', isTranscript ? { atMost: 300 } : undefined, {
          atMost: 20_000,
        }),
        figure(`${name}, others wait longer by`, median(longerByMs), 'ms', isTranscript ? { atMost: 20 } : undefined),
        figure(`${name}, size`, mb, 'MB'),
      ];
    }),
    figure('import: the export', verified.document.length / 1e6, 'MB'),
    figure('import: slowest run', slowestMs / 1000, 's', ...atMost(15, 120)),
    figure(
      'import: memory over idle, at most',
      Math.max(...imported.map(({ overMb }) => overMb)),
      'MB',
      ...atMost(150, 600),
    ),
    figure('import: requests meanwhile, p50', quantile(waits, 0.5), 'ms'),
    figure('import: requests meanwhile, p99', quantile(waits, 0.99), 'ms', { atMost: 50 }),
    figure('import: requests meanwhile, longest', Math.max(...waits), 'ms'),
    figure('verify: parsed', median(verified.parsing), 'ms'),
    figure('verify: checked', median(verified.checking), 'ms', ...atMost(2000, 20_000)),
    figure('verify: the whole command', verified.commandMs, 'ms'),
    figure('a checkpoint, p50', median(verified.checkpoints), 'ms', { atMost: 2 }),
    figure('a checkpoint, p99', quantile(verified.checkpoints, 0.99), 'ms', undefined, { atMost: 500 }),
  ],
});
