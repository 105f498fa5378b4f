import { mkdir } from 'node:fs/promises';
import { asksIn, checks, type ProofContext, count, type Proof } from './proof-context.ts';
import { HomeOfProgram } from './home-of-program.ts';
import { proveAskPeople } from './prove-ask-people.ts';
import { ofHeadless, proveHeadless } from './prove-headless.ts';
import { ofTerminal, proveTerminal } from './prove-terminal.ts';
import { ScriptedModel } from './scripted-model.ts';

/** Proves one program, headless, then in a terminal. Returns what it did, for a line of output. */
export const proveProgram = async (proof: Proof): Promise<string> => {
  const { program, folder, files } = proof;
  await using model = await ScriptedModel.start();
  await mkdir(folder, { recursive: true });
  await using home = await HomeOfProgram.furnish({ folder, program, model, files });
  const around = { ...proof, model, home };
  const setup = await home.pairspace('setup', program.name, '--allow', '--yes');
  if (setup.code !== 0) throw new Error(setup.out);
  const alone = checks(proof, ...ofHeadless) ? await proveHeadless(around) : 0;
  await home.end();
  const { messages, woken } = checks(proof, ...ofTerminal) ? await proveTerminal(around) : { messages: 0, woken: [] };
  await home.end();
  if (checks(proof, 'setup')) await proveSetup(around);
  if (asksIn(program, proof.isShort) && checks(proof, 'asks')) await proveAskPeople(proof, model);
  const times = woken.length > 0 ? `, woken ${woken.join(', ')} ms after` : '';
  return `receipts of ${String(alone + messages)} messages compared${times}`;
};

/** Repeats setup and then removes it, after the program has written its own settings. */
const proveSetup = async (around: ProofContext): Promise<void> => {
  const { home, program } = around;
  const before = await home.settings();
  const { code, out } = await home.pairspace('setup', program.name, '--yes');
  const again = await home.settings();
  await home.pairspace('setup', program.name, '--remove', '--yes');
  const removed = await home.settings();
  for (const [path, text] of before) {
    const texts = { before: text, again: code === 0 ? (again.get(path) ?? '') : out, removed: removed.get(path) ?? '' };
    count(around, 'setup', program.name, { path, ...texts });
  }
};
