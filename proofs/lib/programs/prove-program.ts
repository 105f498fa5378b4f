import { mkdir } from 'node:fs/promises';
import { type ProofContext, count, type Proof } from './proof-context.ts';
import { HomeOfProgram } from './home-of-program.ts';
import { proveHeadless } from './prove-headless.ts';
import { proveSetup } from './prove-setup.ts';
import { proveTerminal } from './prove-terminal.ts';
import { ScriptedModel } from './scripted-model.ts';

/** A row of the table: the results of one program. */
export interface Row {
  program: string;
  tools: string;
  working: string;
  idle: string;
  hook: string;
  questions: string;
  messages: number;
}

/** Proves one program, headless, then in a terminal. */
export const proveProgram = async (proof: Proof, version: string): Promise<Row> => {
  const { program, folder, files } = proof;
  await using model = await ScriptedModel.start();
  await mkdir(folder, { recursive: true });
  await using home = await HomeOfProgram.furnish({ folder, program, model, files });
  const around = { ...proof, model, home };
  const setup = await home.pairspace('setup', program.name, '--allow', '--yes');
  if (setup.code !== 0) throw new Error(setup.out);
  const hook = program.hook === undefined ? '' : await proveHook(around, program.hook);
  const alone = await proveHeadless(around);
  await home.end();
  const inTerminal = await proveTerminal(around);
  await home.end();
  await proveSetup(around);
  const messages = alone.messages + inTerminal.messages;
  return { ...alone, ...inTerminal, program: `${program.title} ${version}`, hook, messages };
};

/** The minimum of thirty runs, because others use this machine too. The command is that of setup. */
const proveHook = async (around: ProofContext, event: string): Promise<string> => {
  const { home, program } = around;
  const [file = '', ...words] = await home.commandOfHook(`hook ${program.name} ${event}`);
  let ms = Infinity;
  let nodeMs = Infinity;
  for (let round = 0; round < 30; round++) {
    nodeMs = Math.min(nodeMs, await home.millisecondsOf(process.execPath, ['--print', '1']));
    ms = Math.min(ms, await home.millisecondsOf(file, words));
  }
  count(around, 'hooks', 'the quickest of 30', { ms, nodeMs });
  return `${ms.toFixed(0)} ms (${nodeMs.toFixed(0)} ms)`;
};
