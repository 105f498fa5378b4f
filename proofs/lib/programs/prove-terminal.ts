import { setTimeout as pause } from 'node:timers/promises';
import { checks, type Claim, type ProofContext, count, countDoctor, countReceipts } from './proof-context.ts';
import { until } from '../until.ts';
import { Peer, settleMs } from './peer.ts';
import { proveTask } from './prove-task.ts';
import { proveInterruption, proveRefusal, proveStop, proveWindows } from './prove-unheard.ts';
import { mostSteps, sayInTurn, work } from './prove-headless.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

export const ofTerminal: readonly Claim[] = [
  'working',
  'idle',
  'reach',
  'task',
  'resume',
  'twice',
  'receipts',
  'unheard',
  'doctor',
];

/** Proves a program in a terminal, in every situation that a person causes there. */
export const proveTerminal = async (around: ProofContext) => {
  const { service, model, home, program } = around;
  const peer = await Peer.open(service.url, model.converse(), around.perBatch);
  let terminal = await home.openTerminal();
  peer.talk.plan(peer.join);
  await peer.goOn(terminal);
  const looksAt = (...claims: readonly Claim[]): boolean => checks(around, 'receipts', ...claims);
  if (program.wakes) await countReach(around, peer, 'while it is idle', 'idle');
  const woken = program.wakes && looksAt('idle') ? await proveIdle(around, peer) : [];
  if (program.wakes && looksAt('task')) await proveTask(around, peer);
  if (looksAt('working')) await proveTurn(around, peer, terminal);
  if (program.wakes && !around.isShort && looksAt('idle')) await proveIgnorance(around, peer);
  if (program.wakes && checks(around, 'unheard')) {
    await proveRefusal(around, peer);
    await proveInterruption(around, peer, terminal);
    await proveWindows(around, peer);
  }
  if (program.wakes && looksAt('doctor')) await countDoctor(around, peer, 'beside the program');
  if (looksAt('resume', 'doctor')) {
    await proveEnd(around, peer, terminal);
    terminal = await proveResume(around, peer);
  }
  const besides = program.tellsRunsApart && looksAt('twice') ? await proveTwice(around, peer) : 0;
  if (program.wakes && looksAt('idle')) {
    await service.kill();
    await service.start();
    await wakeOnce(around, peer, 'after a restart of the service');
  }
  if (looksAt('doctor')) await proveClear(around, peer, terminal);
  if (program.wakes && checks(around, 'unheard')) await proveStop(around, peer);
  await proveEnd(around, peer, terminal);
  return { woken, messages: peer.said.length + besides };
};

const countReach = async (around: ProofContext, peer: Peer, when: string, wanted: string): Promise<void> => {
  await until(async () => (await peer.reach()) === wanted, settleMs);
  count(around, 'reach', when, { seen: await peer.reach(), wanted });
};

const proveIdle = async (around: ProofContext, peer: Peer): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < around.rounds; round++) times.push(await wakeOnce(around, peer, 'idle'));
  await countReceipts(around, peer, 'idle');
  return times;
};

/** Says something to an agent that does nothing, and waits until it has read it. */
const wakeOnce = async (around: ProofContext, peer: Peer, when: string): Promise<number> => {
  const said = await peer.say();
  await peer.untilRead(said);
  // A second pointer would come.
  await peer.untilIdle();
  const told = peer.told(said);
  count(around, 'idle', when, told);
  return told.ms;
};

const proveTurn = async (around: ProofContext, peer: Peer, terminal: TerminalOfProgram): Promise<void> => {
  const { talk } = peer;
  talk.plan(...work(mostSteps));
  const { turns } = talk;
  await peer.ask(terminal);
  await pause(3000);
  const said = await sayInTurn(around, peer);
  talk.rest();
  await until(() => talk.turns > turns && talk.isDone && peer.hasRead(said), settleMs);
  // Entries that wait for the end of the turn arrive now.
  await pause(5000);
  count(around, 'working', 'in a terminal', peer.told(said));
  await countReceipts(around, peer, 'after a long turn');
};

/** The model takes a pointer and does nothing: the receipt stays at "offered", and the next wake works. */
const proveIgnorance = async (around: ProofContext, peer: Peer): Promise<void> => {
  peer.talk.ignores = true;
  const ignored = await peer.say();
  await until(() => peer.told(ignored).pointers.length > 0, settleMs);
  await pause(1500);
  await countReceipts(around, peer, 'while the pointer is ignored');
  peer.talk.ignores = false;
  await pause(32_000);
  await wakeOnce(around, peer, 'after a pointer that was ignored');
  await countReceipts(around, peer, 'after a pointer that was ignored');
};

/** Kills the program. Then nothing reaches its agent, and new messages wait. */
const proveEnd = async (around: ProofContext, peer: Peer, terminal: TerminalOfProgram): Promise<void> => {
  await terminal.kill();
  await around.home.end();
  if (around.program.wakes) await countReach(around, peer, 'after its end', 'none');
  await peer.say();
  await pause(3000);
  await countReceipts(around, peer, 'after the end');
  await countDoctor(around, peer, 'after the end', around.program.wakes ? 'its program has ended' : '');
};

/** Resumes the conversation. The missed messages arrive by themselves, or when the agent works. */
const proveResume = async (around: ProofContext, peer: Peer): Promise<TerminalOfProgram> => {
  const terminal = await around.home.openTerminal(around.program.resume);
  peer.talk.plan(...work(2));
  await peer.goOn(terminal);
  const missed = { said: peer.said.slice(-around.perBatch), at: Date.now() };
  await peer.untilRead(missed);
  await pause(1500);
  count(around, 'resume', 'what was missed', peer.told(missed));
  if (around.program.wakes) {
    await peer.untilIdle();
    await wakeOnce(around, peer, 'after it was resumed');
  }
  await countReceipts(around, peer, 'after it was resumed');
  return terminal;
};

/** A second run in the same home joins the same session as another agent. Returns its number of messages. */
const proveTwice = async (around: ProofContext, peer: Peer): Promise<number> => {
  const other = peer.beside(around.model.converse(), 'eve');
  await using terminal = await around.home.openTerminal();
  other.talk.plan(other.join);
  await other.goOn(terminal);
  const peers = [peer, other];
  // The first agent is told that the second has joined.
  for (const one of peers) await one.untilIdle();
  for (let round = 0; round < (around.isShort ? 1 : 3); round++) {
    const batches = await Promise.all(peers.map(async (one) => ({ one, said: await one.say() })));
    for (const { one, said } of batches) await one.untilRead(said);
    for (const one of peers) await one.untilIdle();
    for (const { one, said } of batches) count(around, 'twice', `to ${one.agentId}`, one.told(said));
  }
  for (const one of peers) await countReceipts(around, one, `beside another, to ${one.agentId}`);
  await terminal.kill();
  await pause(2000);
  await other.say();
  await pause(3000);
  await countReceipts(around, other, 'after its end, beside another');
  return other.said.length;
};

const proveClear = async (around: ProofContext, peer: Peer, terminal: TerminalOfProgram): Promise<void> => {
  const { program } = around;
  const { talk } = peer;
  await terminal.type(program.clear);
  await peer.say();
  // Some programs keep the earlier conversation on the screen.
  await until(async () => !(await terminal.screen()).includes(talk.word), 10_000);
  await pause(4000);
  const results = talk.results.length;
  talk.plan({ shell: `pairspace inbox --keep --session ${peer.place.sessionId}; pairspace doctor` });
  await peer.goOn(terminal);
  const out = talk.results.slice(results).join('\n');
  if (program.keepsSeats) count(around, 'doctor', `after ${program.clear}`, { code: 0, out });
  await peer.say();
  await pause(4000);
  await until(() => talk.isDone, settleMs);
  await countReceipts(around, peer, `after ${program.clear}`);
};
