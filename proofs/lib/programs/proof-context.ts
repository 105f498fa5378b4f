import type { KillableService } from '../cluster.ts';
import type { Verdict } from '../verdict.ts';
import type { AgentProgram } from './agent-programs.ts';
import type { HomeOfProgram } from './home-of-program.ts';
import { judge } from './judge.ts';
import { until } from '../until.ts';
import { type Peer, settleMs } from './peer.ts';
import type { ScriptedModel } from './scripted-model.ts';

export interface Proof {
  folder: string;
  program: AgentProgram;
  files: { program: string; pairspace: string };
  service: KillableService;
  verdict: Verdict;
  /** The number of times that the agent is woken. */
  rounds: number;
  /** The number of messages that are posted at once. */
  perBatch: number;
  /** Runs shorter turns, and no tests that wait for half a minute. */
  isShort: boolean;
  /** The claims that are checked: the parts that look at none of them are left out. */
  checks: readonly Claim[];
}

type Judge = typeof judge;
export type Claim = keyof Judge;

const claims: Readonly<Record<Claim, string>> = {
  tools: 'the tools join, send, write a note, and say a conflict',
  working: 'a working agent is told once, in its turn, or at the end of it where its program is deaf',
  turnEnd: 'what comes in the last step of a turn is told before the run ends, once',
  idle: 'an idle agent is woken in time, once, and reads',
  reach: 'those who write to the agent see that it is reached while it idles, and not after its end',
  resume: 'what came while a killed program was away is read once when it is resumed',
  twice: 'two runs of a program in one home are told what is theirs, once',
  receipts: 'every receipt is what the model was told and has read',
  unheard:
    'of what its model did not get nothing is claimed: refused requests, Esc, another window, a program that is stopped',
  doctor: 'doctor finds nothing wrong where nothing is, inside, outside and after the end',
  setup: 'setup changes nothing the second time, and leaves what the program has written',
  task: 'a task that is sent over A2A wakes an idle agent, which does it, and the caller has its result',
  asks: 'what the program would ask its user people of the session are asked, exactly: it runs if one approves, and never else',
};

/** The tools of each check. */
export interface ProofContext extends Proof {
  model: ScriptedModel;
  home: HomeOfProgram;
}

/** A claim about one program. */
const nameOf = ({ program }: Pick<ProofContext, 'program'>, claim: Claim): string =>
  `${program.title}: ${claims[claim]}`;

/** Whether one of some claims is checked. */
export const checks = (around: Pick<Proof, 'checks'>, ...some: readonly Claim[]): boolean =>
  some.some((claim) => around.checks.includes(claim));

/** All claims. */
export const everyClaim = Object.keys(claims) as Claim[];

/** Whether the short or the full form lets people decide what a program asks. */
export const asksIn = ({ asking }: AgentProgram, isShort: boolean): boolean =>
  asking !== undefined && (!isShort || asking.isInShort === true);

/** The claims that are checked of a program. */
export const namesOf = (program: AgentProgram, { isShort, checks: wanted }: Pick<Proof, 'isShort' | 'checks'>) => {
  const missing: Claim[] = [];
  if (!program.wakes) missing.push('idle', 'reach', 'task', 'unheard');
  if (!asksIn(program, isShort)) missing.push('asks');
  if (!program.tellsRunsApart) missing.push('twice');
  return wanted.filter((claim) => !missing.includes(claim)).map((claim) => nameOf({ program }, claim));
};

/** Records an observation; `when` names the situation. */
export const count = <C extends Claim>(
  around: Pick<ProofContext, 'program' | 'verdict'>,
  claim: C,
  when: string,
  seen: Parameters<Judge[C]>[0],
): void => {
  const problem = (judge[claim] as (record: typeof seen) => string | undefined)(seen);
  around.verdict.count(nameOf(around, claim), problem === undefined ? undefined : `${when}: ${problem}`);
};

/** Compares the receipts of all messages so far. A step of the model may be under way. */
export const countReceipts = async (around: ProofContext, peer: Peer, when: string): Promise<void> => {
  const keepsQueue = around.program.keepsQueue === true;
  const receipts = async () => (await peer.receipts()).map((receipt) => ({ ...receipt, keepsQueue }));
  await until(async () => (await receipts()).every((receipt) => judge.receipts(receipt) === undefined), settleMs / 2);
  for (const receipt of await receipts()) count(around, 'receipts', when, receipt);
};

/** Runs the doctor as a person, who must be told some words. */
export const countDoctor = async (around: ProofContext, peer: Peer, when: string, wanted = ''): Promise<void> => {
  const words = ['doctor', '--as', peer.agentId, '--session', peer.place.sessionId, '--seconds', '60'];
  count(around, 'doctor', when, { ...(await around.home.pairspace(...words)), wanted });
};
