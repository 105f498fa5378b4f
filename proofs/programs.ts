import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@pairspace/testkit/process';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { inParallel } from './lib/in-parallel.ts';
import { type AgentProgram, agentPrograms } from './lib/programs/agent-programs.ts';
import { installPairspace, installProgram } from './lib/programs/installation.ts';
import { everyClaim, namesOf, type Proof } from './lib/programs/proof-context.ts';
import { proveProgram } from './lib/programs/prove-program.ts';
import { proveTogether } from './lib/programs/prove-together.ts';
import { type Row, showTable, writeRows } from './lib/programs/table.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Proves that Pairspace works with the agent programs that people use. It installs each into a separate folder, sets it
 * up with `pairspace setup`, runs it with a scripted model on loopback, and compares every receipt with the input of
 * the model. `npm run build` comes first. Missing requirements, such as the registry or tmux, are named and skipped.
 *
 *   node --conditions=pairspace-source proofs/programs.ts --together [--minutes 30]
 *   node --conditions=pairspace-source proofs/programs.ts [--short] [--only codex] [--newest] [--rounds 20] [--messages 10]
 *
 * `--check twice`, as often as wanted, runs the parts alone that look at a claim, and makes no table. `--write` writes
 * the rows of the table into docs/programs.md.
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
    check: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
});
const shortOnes = ['claude-code', 'codex'];
/** Programs wait most of the time. */
const programsAtOnce = 2;
const isShort = values.short;
const rounds = Number(values.rounds ?? (isShort ? 3 : 20));
const isOfTwo = isShort || values.together;
/** The number of messages that are posted at once, in each situation. */
const perBatch = Number(values.messages ?? (isOfTwo ? 2 : 10));
const wanted: readonly string[] = values.check ?? everyClaim;
const checks = everyClaim.filter((claim) => wanted.includes(claim));
if (checks.length < wanted.length) throw new Error(`The checks are ${everyClaim.join(', ')}.`);
const chosen = agentPrograms.filter(({ name }) => (values.only ?? (isOfTwo ? shortOnes : [name])).includes(name));

const hasTmux = (): boolean => {
  try {
    return execFileSync('tmux', ['-V']).length > 0;
  } catch {
    return false;
  }
};

const versionOf = ({ version }: AgentProgram): string => (values.newest ? 'latest' : version);

const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-programs-'));
/** A service of one part of the proof, which can be killed and started again. */
const openService = async (data: string) => {
  const port = await freePort();
  const start = () => startService({ folder: data, file: serviceFile, port });
  let running = await start();
  const stop = async () => {
    running.kill('SIGKILL');
    await running.exited;
  };
  return {
    url: running.url,
    stop,
    restart: async () => {
      await stop();
      running = await start();
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
};
const rows: Row[] = [];
/** The number of messages whose receipts were compared. */
let messages = 0;
const proven: AgentProgram[] = [];
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
  const install = async (program: AgentProgram): Promise<Omit<Proof, 'service'> | undefined> => {
    const place = join(folder, program.name);
    try {
      const file = await installProgram(join(place, 'installed'), program, versionOf(program));
      const files = { program: file, pairspace };
      return { folder: join(place, 'home'), program, files, verdict, rounds, perBatch, isShort, checks };
    } catch (error) {
      skipped.push(`${program.title}: it cannot be installed: ${String(error).split('\n')[0] ?? ''}`);
      return undefined;
    }
  };
  const proveAlone = async (installed: Omit<Proof, 'service'>): Promise<void> => {
    await using service = await openService(join(installed.folder, '../data'));
    const result = await proveProgram({ ...installed, service }, versionOf(installed.program));
    if (!values.check) rows.push(result.row);
    messages += result.messages;
  };
  const ready = hasTmux() ? chosen : [];
  const pair: Omit<Proof, 'service'>[] = [];
  await inParallel(ready.length, values.together ? 1 : programsAtOnce, async (index) => {
    const installed = ready[index] && (await install(ready[index]));
    if (!installed) return;
    proven.push(installed.program);
    if (values.together) pair.push(installed);
    else await prove(installed.program, () => proveAlone(installed));
  });
  if (pair.length === 2) {
    await using service = await openService(join(folder, 'data'));
    const proofs = pair.map((installed) => ({ ...installed, service }));
    await prove({ title: 'Together' }, async () => {
      messages = await proveTogether(proofs, Number(values.minutes));
    });
  }
  if (!hasTmux()) skipped.push('all: tmux is not here');
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
if (rows.length > 0) showTable(rows);
if (values.write) await writeRows(rows);
for (const one of skipped) console.log(`skipped: ${one}`);
console.log(`receipts of ${String(messages)} messages compared`);
if (proven.length > 0 || skipped.length === 0)
  verdict.publish(proven.flatMap((program) => namesOf(program, { isTogether: values.together, isShort, checks })));
