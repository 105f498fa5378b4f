import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '@pairspace/protocol';
import { HomeOfProgram } from './home-of-program.ts';
import { type ProofContext, count, type Proof } from './proof-context.ts';
import { until } from '../until.ts';
import { Peer, settleMs } from './peer.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** The shortest time in which people can answer, in minutes. */
const minutes = 1;

/** A command for which the program asks its user, and the file that says that it ran. */
interface Wish {
  when: string;
  of: Peer;
  at: TerminalOfProgram;
  command: string;
  file: string;
  /** The turns and the results of the model before. */
  turns: number;
  results: number;
}

/**
 * Lets people decide what the program asks its user: approved, denied, two at once, expired, and while the service is
 * away. The program runs in a terminal in a home of its own.
 */
export const proveAskPeople = async (proof: Proof, model: ProofContext['model']): Promise<void> => {
  const { program, service, files, isShort } = proof;
  const { interactive = [], env = {} } = program.asking ?? {};
  const folder = join(proof.folder, '../home-of-asking');
  await mkdir(folder, { recursive: true });
  const asking = { ...program, interactive, env: (url: string) => ({ ...program.env(url), ...env }) };
  await using home = await HomeOfProgram.furnish({ folder, program: asking, model, files });
  const around = { ...proof, program: asking, model, home };
  await setUp(around);
  const peer = await Peer.open(service.url, model.converse(), 1);
  const terminal = await home.openTerminal();
  peer.talk.plan(peer.join);
  await peer.goOn(terminal);
  await proveOne(around, peer, terminal, 'approve');
  await proveOne(around, peer, terminal, 'deny');
  if (isShort) return;
  await service.kill();
  await judgeWish(around, await wish(around, peer, terminal, 'away'), false);
  await service.start();
  await proveTwo(around, peer, terminal);
  await proveOne(around, peer, terminal, undefined);
};

/** Sets the hook up, after it was set up and taken back once: the files are what they were. */
const setUp = async ({ home, program, service, ...around }: ProofContext): Promise<void> => {
  const setup = (...words: string[]) => home.pairspace('setup', program.name, ...words, '--yes');
  await setup('--allow', '--service', service.url);
  const before = await home.settings();
  const words = ['--ask-people', '--expires', String(minutes)];
  const { code, out } = await setup(...words);
  if (code !== 0) throw new Error(out);
  await setup('--ask-people', '--remove');
  const removed = await home.settings();
  for (const [path, text] of before) {
    count({ ...around, program }, 'asks', 'taken back', { problem: removed.get(path) === text ? undefined : path });
  }
  await setup(...words);
};

/** Has the model run a command for which the program asks. */
const wish = async ({ home }: ProofContext, of: Peer, at: TerminalOfProgram, when: string): Promise<Wish> => {
  const file = join(home.folder, 'work', `${when}.txt`);
  const command = `touch ${file} && echo "it ran: ${when}"`;
  const { turns, results } = of.talk;
  const wished = { when, of, at, command, file, turns, results: results.length };
  of.talk.plan({ shell: command, asks: true });
  await of.ask(at);
  return wished;
};

/** The open ask that shows a command. */
const askFor = async ({ of: { place }, command }: Wish): Promise<Ask | undefined> => {
  const { items } = await place.person.listAsks({ sessionId: place.sessionId, status: 'open' });
  return items.find(({ details }) => details.split('\n').some((line) => line.trim() === `| ${command}`));
};

const untilAsked = async (around: ProofContext, wished: Wish): Promise<Ask | undefined> => {
  let found: Ask | undefined;
  await until(async () => (found = await askFor(wished)) !== undefined, settleMs);
  const problem = found ? undefined : `nothing was asked for ${wished.command}: ${await wished.at.screen()}`;
  count(around, 'asks', wished.when, { problem });
  return found;
};

const answer = async ({ of: { place } }: Wish, ask: Ask | undefined, optionId: string): Promise<void> => {
  if (ask) await place.person.answerAsk({ sessionId: place.sessionId, askId: ask.id, optionId });
};

/** How long a denial may take that ends a turn without a word to the model. */
const denialMs = 10_000;

/** Judges a command after its turn: it ran if a person approved it, and else the model was told that nobody did. */
const judgeWish = async (around: ProofContext, wished: Wish, isApproved: boolean): Promise<void> => {
  const { when, of, at, file, turns, results } = wished;
  if (around.program.asking?.endsTurn && !isApproved) {
    await pause(denialMs);
    await of.goOn(at);
  } else if (!(await until(() => of.talk.turns > turns && of.talk.isDone, settleMs))) {
    throw new Error(await at.screen());
  }
  const told = of.talk.results.slice(results).join('\n');
  const ran = existsSync(file);
  let problem: string | undefined;
  if (ran !== isApproved) problem = `the command ${ran ? 'ran' : 'did not run'}`;
  else if (!ran && !/not approved|reject|denied/i.test(told)) problem = `its model was told: ${told.slice(0, 200)}`;
  count(around, 'asks', when, { problem });
};

const proveOne = async (
  around: ProofContext,
  peer: Peer,
  terminal: TerminalOfProgram,
  option: 'approve' | 'deny' | undefined,
): Promise<void> => {
  const wished = await wish(around, peer, terminal, option ?? 'expired');
  const asked = await untilAsked(around, wished);
  if (option) await answer(wished, asked, option);
  else await until(async () => (await askFor(wished)) === undefined, settleMs);
  await judgeWish(around, wished, option === 'approve');
};

/** Two runs of the program ask at once, and each gets its own answer. */
const proveTwo = async (around: ProofContext, peer: Peer, terminal: TerminalOfProgram): Promise<void> => {
  const other = peer.beside(around.model.converse(), 'eve');
  await using second = await around.home.openTerminal();
  other.talk.plan(other.join);
  await other.goOn(second);
  const denied = await wish(around, peer, terminal, 'first');
  const approved = await wish(around, other, second, 'second');
  const [ofDenied, ofApproved] = [await untilAsked(around, denied), await untilAsked(around, approved)];
  await answer(denied, ofDenied, 'deny');
  await answer(approved, ofApproved, 'approve');
  await judgeWish(around, denied, false);
  await judgeWish(around, approved, true);
};
