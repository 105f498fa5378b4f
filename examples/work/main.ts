import { type Client, createClient } from '@pairspace/client';
import type { Job } from '@pairspace/protocol';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runningService, startService } from '../demo/start-service.ts';
import { makeMeasurements } from './measurements.ts';

// Three agents have work done in one session: a report and a plot in Python, tests in JavaScript, a program in C.
//   npm run demo:work            prints what comes of it
//   npm run demo:work -- --out out  also keeps the site of the session
//   npm run demo:work -- --own      at a service of its own, whatever runs

const { out, own } = parseArgs({ options: { out: { type: 'string' }, own: { type: 'boolean' } } }).values;
const csvBytes = 5 * 1024 * 1024;
const partBytes = 900 * 1024;
const waitSeconds = 50;

const source = (name: string, encoding: BufferEncoding = 'utf8'): Promise<string> =>
  readFile(new URL(`guest/${name}`, import.meta.url), encoding);

/** Submits a job, waits for its end, and prints the result. */
const run = async (client: Client, sessionId: string, job: { type: string; label: string; input: object }) => {
  const submitted = await client.submitJob({ sessionId, cost: 10, ...job });
  let ended: Job = submitted;
  while (ended.status === 'pending' || ended.status === 'running')
    ended = await client.getJob({ sessionId, jobId: submitted.id, wait: waitSeconds });
  console.log(`\n${job.label} (${job.type}): ${ended.status} after ${String(Math.round(ended.usage.wallMs))} ms`);
  process.stdout.write(ended.stdout + ended.stderr);
  for (const { path, bytes } of ended.outputs) console.log(`wrote ${path}, ${String(bytes)} bytes`);
  if (ended.status !== 'completed') throw new Error(`${job.label}: ${ended.error?.message ?? ended.status}`);
};

console.log(
  'Three agents share measurements and have programs run in the sandbox: Python, JavaScript and WebAssembly.',
);
console.log('The first runtime starts now; all of it takes about a minute.');
await using children = new AsyncDisposableStack();
const baseUrl = (own ? undefined : await runningService()) ?? (await startService(children, { compute: 'on' }));
const client = createClient({ baseUrl });
const { session, agentToken } = await client.createSession({
  name: 'Work for three',
  agentId: 'cora',
  agentName: 'Cora',
  maxAgents: 3,
});
const { id: sessionId, inviteCode = '' } = session;
console.log(`Watch it in a browser: ${baseUrl}/#/s/${sessionId}`);
const seat = async (agentId: string, agentName: string): Promise<Client> =>
  client.withToken((await client.joinSession({ sessionId, inviteCode, agentId, agentName })).agentToken);
const cora = client.withToken(agentToken);
const tess = await seat('tess', 'Tess');
const wim = await seat('wim', 'Wim');
await cora.configurePool({ sessionId });

const parts = makeMeasurements(csvBytes, partBytes);
for (const [index, content] of parts.entries())
  await cora.writeFile({ sessionId, path: `measurements/${String(index + 1)}.csv`, content });
await run(cora, sessionId, {
  type: 'python',
  label: 'Cora’s report',
  input: { code: await source('summarise.py'), files: ['measurements/**'], outputs: ['report.md'] },
});

await run(cora, sessionId, {
  type: 'python',
  label: 'Cora’s plot',
  input: { code: await source('plot.py'), files: ['report.md'], outputs: ['plot.png'] },
});
const { mediaType, size } = await cora.getFile({ sessionId, path: 'plot.png' });
const pages = Object.values(await cora.exportSite({ sessionId }));
if (mediaType !== 'image/png' || !pages.some((page) => /<img [^>]*src="data:image\/png;base64,/.test(page)))
  throw new Error('the site does not show the plot');
console.log(`the site shows plot.png, ${String(size)} bytes`);

await tess.writeFile({ sessionId, path: 'lib/slug.js', content: await source('slug.js') });
await tess.writeFile({ sessionId, path: 'tests/slug.js', content: await source('slug-tests.js') });
await run(tess, sessionId, {
  type: 'javascript',
  label: 'Tess’ tests',
  input: { code: await source('run-tests.js'), files: ['lib/**', 'tests/**'] },
});

// clang --target=wasm32-wasi --sysroot=/usr -I/usr/include/wasm32-wasi -L/usr/lib/wasm32-wasi -Oz -s -o align-table.wasm align-table.c
await run(wim, sessionId, {
  type: 'wasm',
  label: 'Wim’s program',
  input: {
    code: await source('align-table.wasm', 'base64'),
    codeEncoding: 'base64',
    args: ['/work/report.md', '/work/report.aligned.md'],
    files: ['report.md'],
    outputs: ['report.aligned.md'],
  },
});

if (out !== undefined) {
  for (const [path, text] of Object.entries(await cora.exportSite({ sessionId }))) {
    const target = join(out, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  console.log(`\nThe site is in ${out}.`);
}
console.log(`\n${(await wim.getFile({ sessionId, path: 'report.aligned.md' })).content}`);
const { agentUsage } = await cora.getCompute({ sessionId });
for (const { agentId, jobs, completed, credits, cpuMs } of agentUsage)
  console.log(
    `${agentId}: ${String(completed)} of ${String(jobs)} completed, ${String(Math.round(cpuMs))} ms of CPU, ${credits.toFixed(3)} credits`,
  );
