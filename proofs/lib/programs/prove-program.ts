import { mkdir } from 'node:fs/promises';
import { asksIn, checks, type ProofContext, count, namesOf, type Proof } from './proof-context.ts';
import { HomeOfProgram, type Times } from './home-of-program.ts';
import { proveAskPeople } from './prove-ask-people.ts';
import { ofHeadless, proveHeadless } from './prove-headless.ts';
import { proveSetup } from './prove-setup.ts';
import { ofTerminal, proveTerminal } from './prove-terminal.ts';
import { ScriptedModel } from './scripted-model.ts';
import { circumstances, type Row } from './table.ts';

/** Proves one program, headless, then in a terminal. Returns its row and the number of its messages. */
export const proveProgram = async (proof: Proof, version: string): Promise<{ row: Row; messages: number }> => {
  const { program, folder, files } = proof;
  await using model = await ScriptedModel.start();
  await mkdir(folder, { recursive: true });
  await using home = await HomeOfProgram.furnish({ folder, program, model, files });
  const around = { ...proof, model, home };
  const setup = await home.pairspace('setup', program.name, '--allow', '--yes');
  if (setup.code !== 0) throw new Error(setup.out);
  const hook = program.hook !== undefined && checks(proof, 'hooks') ? await proveHook(around, program.hook) : '';
  const alone = checks(proof, ...ofHeadless) ? await proveHeadless(around) : undefined;
  await home.end();
  const inTerminal = checks(proof, ...ofTerminal) ? await proveTerminal(around) : undefined;
  await home.end();
  if (checks(proof, 'setup')) await proveSetup(around);
  if (asksIn(program, proof.isShort) && checks(proof, 'asks')) await proveAskPeople(proof, model);
  const messages = (alone?.messages ?? 0) + (inTerminal?.messages ?? 0);
  const row = {
    ...circumstances(),
    program: `${program.title} ${version}`,
    checks: proof.verdict.tally(namesOf(program, { ...proof, isTogether: false })),
    messages: String(messages),
    tools: alone?.tools ?? '',
    working: alone?.working ?? '',
    idle: inTerminal?.idle ?? '',
    hook,
    questions: inTerminal?.questions ?? '',
  };
  return { row, messages };
};

const hookRounds = 15;

/** The quickest of some runs, since others use this machine too. The command is the one that setup has written. */
const proveHook = async (around: ProofContext, event: string): Promise<string> => {
  const { home, program } = around;
  const [file = '', ...words] = await home.commandOfHook(`hook ${program.name} ${event}`);
  const ofHook: Times[] = [];
  const ofNode: Times[] = [];
  for (let round = 0; round < hookRounds; round++) {
    ofNode.push(await home.timeOf(process.execPath, ['--print', '1']));
    ofHook.push(await home.timeOf(file, words));
  }
  const least = (times: readonly Times[], key: keyof Times): number => Math.min(...times.map((one) => one[key]));
  const [ms, nodeMs] = [least(ofHook, 'processorMs'), least(ofNode, 'processorMs')];
  count(around, 'hooks', `the quickest of ${String(hookRounds)}`, { ms, nodeMs });
  return `${ms.toFixed(0)} ms (${nodeMs.toFixed(0)} ms)`;
};
