import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@pairspace/testkit/process';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { agentPrograms } from './lib/programs/agent-programs.ts';
import { installPairspace, installProgram } from './lib/programs/installation.ts';
import { namesOf, type Proof } from './lib/programs/proof-context.ts';
import { proveProgram, type Row } from './lib/programs/prove-program.ts';
import { proveTogether } from './lib/programs/prove-together.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Proves that Pairspace works with the agent programs that people use. It installs each into a separate folder, sets it
 * up with `pairspace setup`, runs it with a scripted model on loopback, and compares every receipt with the input of
 * the model. `npm run build` comes first. Missing requirements, such as the registry or tmux, are named and skipped.
 *
 *   node --conditions=pairspace-source proofs/programs.ts --together [--minutes 30]
 *   node --conditions=pairspace-source proofs/programs.ts [--short] [--only codex] [--newest] [--rounds 20] [--messages 10]
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    newest: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    messages: { type: 'string' },
    together: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
  },
});
const shortOnes = ['claude-code', 'codex'];
const rounds = Number(values.rounds ?? (values.short ? 3 : 20));
const isOfTwo = values.short || values.together;
/** The number of messages that are posted at once, in each situation. */
const perBatch = Number(values.messages ?? (isOfTwo ? 2 : 10));
const chosen = agentPrograms.filter(({ name }) => (values.only ?? (isOfTwo ? shortOnes : [name])).includes(name));

const hasTmux = (): boolean => {
  try {
    return execFileSync('tmux', ['-V']).length > 0;
  } catch {
    return false;
  }
};

const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-programs-'));
const start = async (port: number) => startService({ folder: join(folder, 'data'), file: serviceFile, port });
const port = await freePort();
let running = await start(port);
const service = {
  url: running.url,
  restart: async () => {
    running.kill('SIGKILL');
    await running.exited;
    running = await start(port);
  },
};
const rows: Row[] = [];
/** The number of messages whose receipts were compared. */
let messages = 0;
const proofs: Proof[] = [];
const skipped: string[] = [];
/** Runs one part. An exception counts as a problem of the program. */
const prove = async ({ title }: { title: string }, part: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await part().catch((error: unknown) => {
    verdict.count(`${title}: runs`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  console.log(`${title}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
};
try {
  const pairspace = await installPairspace(join(folder, 'pairspace'), join(import.meta.dirname, '..'));
  for (const program of hasTmux() ? chosen : []) {
    const place = join(folder, program.name);
    const version = values.newest ? 'latest' : program.version;
    const file = await installProgram(join(place, 'installed'), program, version).catch((error: unknown) => {
      skipped.push(`${program.title}: it cannot be installed: ${String(error).split('\n')[0] ?? ''}`);
      return undefined;
    });
    if (file === undefined) continue;
    const files = { program: file, pairspace };
    const around = { folder: join(place, 'home'), program, files, service, verdict, rounds, perBatch };
    const proof = { ...around, isShort: values.short };
    proofs.push(proof);
    if (values.together) continue;
    await prove(program, async () => {
      const row = await proveProgram(proof, version);
      rows.push(row);
      messages += row.messages;
    });
  }
  if (values.together && proofs.length === 2)
    await prove({ title: 'Together' }, async () => {
      messages = await proveTogether(proofs, Number(values.minutes));
    });
  if (!hasTmux()) skipped.push('all: tmux is not here');
} finally {
  await running[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
/** The table of docs/programs.md. */
const titles = {
  program: 'program',
  tools: 'tools',
  working: 'told in a turn after',
  idle: 'woken while idle after',
  hook: 'a hook with nothing to say (Node alone)',
  questions: 'asked its user at its start',
  messages: 'receipts compared',
};
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
if (rows.length > 0)
  for (const cells of [Object.values(titles), Object.keys(titles).map(() => '---')]) console.log(line(cells));
for (const row of rows) console.log(line(Object.keys(titles).map((key) => String(row[key as keyof Row] || '–'))));
for (const one of skipped) console.log(`skipped: ${one}`);
console.log(`receipts of ${String(messages)} messages compared`);
if (proofs.length > 0 || skipped.length === 0)
  verdict.publish(proofs.flatMap(({ program }) => namesOf(program, values.together)));
