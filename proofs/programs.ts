import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from './lib/in-parallel.ts';
import { startKillable } from './lib/cluster.ts';
import { listed, openProof } from './lib/open-proof.ts';
import { type AgentProgram, agentPrograms } from './lib/programs/agent-programs.ts';
import { installPairspace, installProgram } from './lib/programs/installation.ts';
import { everyClaim, namesOf } from './lib/programs/proof-context.ts';
import { proveProgram } from './lib/programs/prove-program.ts';

/**
 * Proves that Pairspace works with the agent programs that people use. It installs each into a separate folder, sets it
 * up with `pairspace setup`, runs it with a scripted model on loopback, and compares every receipt with the input of
 * the model. `npm run build` comes first. Missing requirements, such as the registry or tmux, are named and skipped.
 *
 *   node --conditions=pairspace-source proofs/programs.ts [--short] [--only codex] [--newest] [--rounds 20] [--messages 10]
 *
 * `--check twice,unheard` runs the parts alone that look at these claims.
 */
await using proof = await openProof({
  ...{ short: false, newest: false, only: '', check: '', rounds: 0, messages: 0 },
  folder: tmpdir(),
});
const { folder, verdict, say, short: isShort } = proof;
const shortOnes = ['claude-code', 'codex'];
/** Programs wait most of the time. */
const programsAtOnce = 2;
const rounds = proof.rounds || (isShort ? 3 : 20);
/** The number of messages that are posted at once, in each situation. */
const perBatch = proof.messages || (isShort ? 2 : 10);
const wanted = listed(proof.check);
const checks = everyClaim.filter((claim) => wanted.length === 0 || wanted.includes(claim));
if (checks.length < wanted.length) throw new Error(`The checks are ${everyClaim.join(', ')}.`);
const only = proof.only === '' && isShort ? shortOnes : listed(proof.only);
const chosen = agentPrograms.filter(({ name }) => only.length === 0 || only.includes(name));

const proven: AgentProgram[] = [];
const skipped: string[] = [];

/** Proves one program. An exception counts as a problem of it. */
const prove = async (program: AgentProgram, files: { program: string; pairspace: string }): Promise<void> => {
  proven.push(program);
  const home = join(folder, program.name, 'home');
  const data = join(folder, program.name, 'data');
  await using service = await startKillable({ file: proof.server, folder: data });
  const around = { folder: home, program, files, service, verdict, rounds, perBatch, isShort, checks };
  try {
    say(`${program.title}: ${await proveProgram(around)}`);
  } catch (error) {
    verdict.count(`${program.title}: runs`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
};

const hasTmux = (): boolean => {
  try {
    return execFileSync('tmux', ['-V']).length > 0;
  } catch {
    return false;
  }
};

if (hasTmux()) {
  const pairspace = await installPairspace(join(folder, 'pairspace'));
  await inParallel(chosen.length, programsAtOnce, async (index) => {
    const program = chosen[index];
    if (!program) return;
    const place = join(folder, program.name, 'installed');
    const version = proof.newest ? 'latest' : program.version;
    const file = await installProgram(place, program, version).catch((error: unknown) => {
      skipped.push(`${program.title}: it cannot be installed: ${String(error).split('\n')[0] ?? ''}`);
    });
    if (file !== undefined) await prove(program, { program: file, pairspace });
  });
} else skipped.push('all: tmux is not here');
for (const one of skipped) console.log(`skipped: ${one}`);
if (proven.length > 0 || skipped.length === 0)
  verdict.publish(proven.flatMap((program) => namesOf(program, { isShort, checks })));
