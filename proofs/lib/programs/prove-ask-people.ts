import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '@pairspace/protocol';
import { HomeOfProgram } from './home-of-program.ts';
import { type ProofContext, count, type Proof } from './proof-context.ts';
import { Peer, settleMs, until } from './peer.ts';
import { ask } from './ask-program.ts';
import { goOn } from './prove-terminal.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** The shortest time in which people can answer, in minutes. */
const minutes = 1;

/** A command that the program asks its user for, and the file that says that it ran. */
interface Wish {
  command: string;
  file: string;
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
  await goOn(peer, terminal);
  await proveOne(around, peer, terminal, 'approve');
  await proveOne(around, peer, terminal, 'deny');
  if (isShort) return;
  await proveAway(around, peer, terminal);
  await proveTwo(around, [peer, peer.beside(model.converse(), 'eve')], terminal);
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

const wish = ({ home }: ProofContext, name: string): Wish => {
  const file = join(home.folder, 'work', `${name}.txt`);
  return { file, command: `touch ${file} && echo "it ran: ${name}"` };
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The open ask that shows a command. */
const askFor = async ({ place }: Peer, { command }: Wish): Promise<Ask | undefined> => {
  const { items } = await place.person.listAsks({ sessionId: place.sessionId, status: 'open' });
  return items.find(({ details }) => details.split('\n').some((line) => line.trim() === `| ${command}`));
};

const untilAsked = async (peer: Peer, wanted: Wish): Promise<Ask | undefined> => {
  let found: Ask | undefined;
  await until(async () => (found = await askFor(peer, wanted)) !== undefined, settleMs);
  return found;
};

const answer = ({ place }: Peer, { id: askId }: Ask, optionId: string) =>
  place.person.answerAsk({ sessionId: place.sessionId, askId, optionId });

/** Judges a command after its turn: it ran if a person approved it, and else the model was told that nobody did. */
const judgeWish = async (
  around: ProofContext,
  peer: Peer,
  { when, wanted, isApproved, since }: { when: string; wanted: Wish; isApproved: boolean; since: number },
): Promise<void> => {
  const ran = await isThere(wanted.file);
  const told = peer.talk.results.slice(since).join('\n');
  const problem =
    ran !== isApproved
      ? `the command ${ran ? 'ran' : 'did not run'}`
      : isApproved || /not approved|reject|denied/i.test(told)
        ? undefined
        : `its model was told: ${told.slice(0, 200)}`;
  count(around, 'asks', when, { problem });
};

const proveOne = async (
  around: ProofContext,
  peer: Peer,
  terminal: TerminalOfProgram,
  option: 'approve' | 'deny' | undefined,
): Promise<void> => {
  const when = option ?? 'expired';
  const wanted = wish(around, when);
  const since = peer.talk.results.length;
  const { turns } = peer.talk;
  peer.talk.plan({ shell: wanted.command, asks: true });
  await ask(peer, terminal);
  const asked = await untilAsked(peer, wanted);
  count(around, 'asks', when, { problem: asked ? undefined : `nothing was asked: ${await terminal.screen()}` });
  if (asked && option) await answer(peer, asked, option);
  const isApproved = option === 'approve';
  if (!option) await until(async () => (await askFor(peer, wanted)) === undefined, settleMs);
  await untilTold(around, peer, terminal, { turns, isApproved });
  await judgeWish(around, peer, { when, wanted, isApproved, since });
};

/** How long a denial may take that ends a turn without a word to the model. */
const denialMs = 10_000;

/** Waits until the model knows how its command ended. Throws, with the screen, where it does not. */
const untilTold = async (
  { program }: ProofContext,
  peer: Peer,
  terminal: TerminalOfProgram,
  { turns, isApproved }: { turns: number; isApproved: boolean },
): Promise<void> => {
  const { talk } = peer;
  if (program.asking?.endsTurn && !isApproved) {
    await pause(denialMs);
    await goOn(peer, terminal);
  } else if (!(await until(() => talk.turns > turns && talk.isDone, settleMs))) {
    throw new Error(await terminal.screen());
  }
};

/** The service is away when the program asks. */
const proveAway = async (around: ProofContext, peer: Peer, terminal: TerminalOfProgram): Promise<void> => {
  const wanted = wish(around, 'away');
  const since = peer.talk.results.length;
  const { turns } = peer.talk;
  await around.service.stop();
  peer.talk.plan({ shell: wanted.command, asks: true });
  await ask(peer, terminal);
  await untilTold(around, peer, terminal, { turns, isApproved: false });
  await around.service.restart();
  await judgeWish(around, peer, { when: 'away', wanted, isApproved: false, since });
};

/** Two runs of the program ask at once, and each gets its own answer. */
const proveTwo = async (
  around: ProofContext,
  [peer, other]: readonly [Peer, Peer],
  terminal: TerminalOfProgram,
): Promise<void> => {
  await using second = await around.home.openTerminal();
  other.talk.plan(other.join);
  await goOn(other, second);
  const each = [
    { of: peer, at: terminal, wanted: wish(around, 'first'), isApproved: false },
    { of: other, at: second, wanted: wish(around, 'second'), isApproved: true },
  ].map((one) => ({ ...one, since: one.of.talk.results.length, turns: one.of.talk.turns }));
  for (const { of, at, wanted } of each) {
    of.talk.plan({ shell: wanted.command, asks: true });
    await ask(of, at);
  }
  const asks = await Promise.all(each.map(({ of, wanted }) => untilAsked(of, wanted)));
  for (const [index, { of, isApproved, wanted }] of each.entries()) {
    const asked = asks[index];
    count(around, 'asks', 'two at once', { problem: asked ? undefined : `nothing was asked for ${wanted.command}` });
    if (asked) await answer(of, asked, isApproved ? 'approve' : 'deny');
  }
  for (const { of, at, ...judged } of each) {
    await untilTold(around, of, at, judged);
    await judgeWish(around, of, { when: 'two at once', ...judged });
  }
};
