import { parseDocument, verifyExport } from '@pairspace/protocol/verify';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { readOptions } from './lib/options.ts';
import type { Fill, Filled } from './lib/fill-session.ts';
import { runScript } from '@pairspace/testkit/process';
import { report } from './lib/report.ts';
import { startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';

const question = `How long does it take to check a log without the service, and to have a checkpoint signed? The export of a
session with 100,000 messages of 300 characters is read to its end; then \`verifyExport\` checks it, chain, contents and
signatures, after \`parseDocument\` has parsed it. Both are medians of runs in one process. \`pairspace verify\` is the
whole command on the file. Checkpoints are read one after the other by one client.`;

const options = readOptions();
const messages = options.quick ? 5000 : 100_000;
const runs = options.quick ? 3 : 9;

await using scratch = await scratchFolder(options.folder);
const { sessionId } = await runScript<Filled>(join(import.meta.dirname, 'lib/fill-session.ts'), {
  folder: scratch.path,
  messages,
} satisfies Fill);
await using service = await startService({ folder: scratch.path, file: options.server });
const session = `${service.url}/api/sessions/${sessionId}`;

const read = async (url: string): Promise<string> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
};
const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const text = await read(`${session}/export`);
const file = join(scratch.path, 'export.json');
await writeFile(file, text);

const parsing: number[] = [];
const checking: number[] = [];
let events = 0;
for (let run = 0; run < runs; run++) {
  let document: unknown;
  parsing.push(await timed(() => (document = parseDocument(text))));
  checking.push(await timed(() => (events = verifyExport(document).seq)));
}
const checkpoints: number[] = [];
for (let run = 0; run < runs * 50; run++) checkpoints.push(await timed(() => read(`${session}/checkpoint`)));

const command = join(import.meta.dirname, '../packages/pairspace/src/main.ts');
const whole = await timed(() =>
  promisify(execFile)(process.execPath, ['--conditions=pairspace-source', command, 'verify', file, '--any-key']),
);

await report(
  {
    name: 'verify',
    question,
    figures: [
      { name: 'events', value: events, unit: '' },
      { name: 'the export', value: text.length / 1e6, unit: 'MB' },
      { name: 'parsed', value: quantile(parsing, 0.5), unit: 'ms' },
      {
        name: 'checked',
        value: quantile(checking, 0.5),
        unit: 'ms',
        goal: { atMost: 2000 },
        sanity: { atMost: 20_000 },
      },
      { name: 'pairspace verify, the whole command', value: whole, unit: 'ms' },
      { name: 'a checkpoint: p50', value: quantile(checkpoints, 0.5), unit: 'ms', goal: { atMost: 2 } },
      { name: 'a checkpoint: p99', value: quantile(checkpoints, 0.99), unit: 'ms', sanity: { atMost: 500 } },
    ],
  },
  options,
);
