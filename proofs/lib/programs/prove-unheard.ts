import { setTimeout as pause } from 'node:timers/promises';
import { type ProofContext, count } from './proof-context.ts';
import { until } from '../until.ts';
import { type Batch, type Peer, settleMs } from './peer.ts';
import { mostSteps, work } from './prove-headless.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** The time in which a hook would have told of a turn, and reach has been reported since. */
const silenceMs = 60_000;
const lookMs = 8000;

interface Claimed {
  said: Batch;
  allowed: readonly string[];
  wantedReach?: string;
  strayPointers?: number;
}

const countUnheard = async (
  around: ProofContext,
  peer: Peer,
  when: string,
  { said, allowed, wantedReach, strayPointers = 0 }: Claimed,
): Promise<void> => {
  const seqs = said.said.map(({ seq }) => seq);
  const receipts = (await peer.receipts()).filter(({ seq, wasTold }) => seqs.includes(seq) && !wasTold);
  const reach = wantedReach === undefined ? {} : { reach: { seen: await peer.reach(), wanted: wantedReach } };
  const states = receipts.map(({ state }) => state);
  const unread = await peer.unread();
  count(around, 'unheard', when, { states, allowed, unread, posted: states.length, strayPointers, ...reach });
};

/** The model refuses the request: the program has taken the message, the model has not. Then the next brings both. */
export const proveRefusal = async (around: ProofContext, peer: Peer): Promise<void> => {
  peer.talk.refuses = true;
  const said = await peer.say();
  await pause(lookMs);
  await countUnheard(around, peer, 'refused', { said, allowed: ['queued', 'offered'] });
  peer.talk.refuses = false;
  await peer.say();
  await peer.untilRead(said);
  await peer.untilIdle();
};

/** The user interrupts a turn. A program that keeps what is handed to it is not known to be reached. */
export const proveInterruption = async (
  around: ProofContext,
  peer: Peer,
  terminal: TerminalOfProgram,
): Promise<void> => {
  if (!around.program.keepsQueue) return;
  peer.talk.plan(...work(mostSteps));
  await peer.ask(terminal);
  await pause(3000);
  await terminal.press('Escape');
  peer.talk.rest();
  await pause(3000);
  const said = await peer.say();
  await pause(silenceMs);
  await countUnheard(around, peer, 'after Esc', { said, allowed: ['queued'], wantedReach: 'unknown' });
  await peer.ask(terminal);
  await peer.untilRead(said);
  await peer.untilIdle();
};

/** A second window in the same home, whose agent has never joined, hears nothing. */
export const proveWindows = async (around: ProofContext, peer: Peer): Promise<void> => {
  const stranger = around.model.converse();
  await using window = await around.home.openTerminal();
  await window.type(`Go ${stranger.word}.`);
  await until(() => stranger.turns > 0, settleMs);
  for (let round = 0; round < 3; round++) {
    const said = await peer.say();
    await peer.untilRead(said);
    await peer.untilIdle();
    const strayPointers = stranger.heard.length;
    await countUnheard(around, peer, 'beside another window', { said, allowed: [], strayPointers });
  }
};

/** The program is stopped, and killed some seconds later: it has taken nothing. */
export const proveStop = async (around: ProofContext, peer: Peer): Promise<void> => {
  const own = await around.home.ownProcesses();
  for (const pid of own) process.kill(pid, 'SIGSTOP');
  const said = await peer.say();
  await pause(lookMs);
  await countUnheard(around, peer, 'while it is stopped', { said, allowed: ['queued'] });
  for (const pid of own) process.kill(pid, 'SIGKILL');
  await countUnheard(around, peer, 'after it was stopped and killed', { said, allowed: ['queued'] });
};
