import { setTimeout as pause } from 'node:timers/promises';
import { type ProofContext, count, countDoctor, countReceipts, type Proof } from './proof-context.ts';
import { HomeOfProgram } from './home-of-program.ts';
import { Peer, settleMs, until } from './peer.ts';
import { goOn } from './prove-terminal.ts';
import { ScriptedModel } from './scripted-model.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** A working agent: its program, and the peer that knows its model's input. */
interface Member {
  around: ProofContext;
  peer: Peer;
  terminal: TerminalOfProgram;
}

const agentIds = ['bob', 'eve'];
const lineOf = ({ agentId }: Peer, round: number): string => `${agentId} in round ${String(round)}.`;
const outputOf = ({ agentId }: Peer, round: number): string => `${agentId} has run ${String(round)}`;

/** Two programs in two homes work in one session for some minutes. Returns their number of messages. */
export const proveTogether = async (proofs: readonly Proof[], minutes: number): Promise<number> => {
  await using stack = new AsyncDisposableStack();
  const members: Member[] = [];
  for (const [index, proof] of proofs.entries()) {
    const model = stack.use(await ScriptedModel.start());
    const home = stack.use(await HomeOfProgram.furnish({ ...proof, model }));
    const around = { ...proof, model, home };
    const setup = await home.pairspace('setup', proof.program.name, '--allow', '--yes');
    if (setup.code !== 0) throw new Error(setup.out);
    const talk = model.converse();
    const [first] = members;
    const agentId = agentIds[index] ?? '';
    const peer = first ? first.peer.beside(talk, agentId) : await Peer.open(proof.service.url, talk, proof.perBatch);
    const terminal = await home.openTerminal();
    talk.plan(peer.join);
    await goOn(peer, terminal);
    members.push({ around, peer, terminal });
  }
  await work(members, minutes);
  for (const { around, peer, terminal } of members) {
    await countReceipts(around, peer, 'together');
    await countDoctor(around, peer, 'together');
    await terminal[Symbol.asyncDispose]();
  }
  return members.reduce((sum, { peer }) => sum + peer.said.length, 0);
};

const work = async (members: readonly Member[], minutes: number): Promise<void> => {
  const [first] = members;
  if (!first) return;
  const { client, sessionId, watch } = first.peer.place;
  console.log(`Watch: ${watch}`);
  const content = members.map(({ peer }) => `The last of ${lineOf(peer, 0)}`).join('\n');
  const { id: noteId } = await client.createNote({ sessionId, title: 'Log', content });
  const start = performance.now();
  const gone = (): number => (performance.now() - start) / 60_000 / minutes;
  let round = 0;
  // Each program is killed once, and so is the service.
  const faults = [() => revive(members[0]), () => first.around.service.restart(), () => revive(members[1])];
  while (gone() < 1) {
    round++;
    await workRound(members, round, noteId);
    if (gone() * 4 > 4 - faults.length) await faults.shift()?.();
  }
  const { content: log } = await client.getNote({ sessionId, noteId });
  for (const { around, peer } of members) {
    const rounds = Array.from({ length: round }, (_, index) => index + 1);
    const missing = rounds.flatMap((one) => [
      ...(log.split(`\n${lineOf(peer, one)}`).length === 2 ? [] : [lineOf(peer, one)]),
      ...(peer.talk.results.some((text) => text.includes(outputOf(peer, one))) ? [] : [outputOf(peer, one)]),
    ]);
    if (!log.includes(`The last of ${lineOf(peer, round)}`)) missing.push('the last edit');
    count(around, 'work', 'together', { missing });
    count(around, 'together', 'together', peer.told({ said: peer.said, at: 0 }));
  }
  console.log(`${String(round)} rounds together`);
};

/** Ada writes to both; each edits the note, runs a program and writes to the other. */
const workRound = async (members: readonly Member[], round: number, note: string): Promise<void> => {
  const sent = members.map(({ peer }, index) => {
    const to = members[1 - index]?.peer ?? peer;
    const mark = to.newMark();
    const last = (one: number): string => `The last of ${lineOf(peer, one)}`;
    peer.talk.plan(
      { use: 'pairspace_note_write', given: { note, append: `\n${lineOf(peer, round)}` } },
      { use: 'pairspace_send', given: { text: `@${to.agentId} ${mark}` } },
      { use: 'pairspace_note_write', given: { note, old: last(round - 1), new: last(round) } },
      { use: 'pairspace_run', given: { type: 'javascript', code: `console.log('${outputOf(peer, round)}')` } },
    );
    return { to, mark };
  });
  const batches = await Promise.all(members.map(async ({ peer }) => ({ peer, batch: await peer.say() })));
  await until(
    () =>
      batches.every(({ peer, batch }) => peer.hasRead(batch) && peer.talk.isDone) &&
      sent.every(({ to, mark }) => to.talk.results.some((text) => text.includes(mark))),
    settleMs,
  );
  await Promise.all(sent.map(({ to, mark }) => to.hear(mark)));
  await pause(1000);
};

/** Kills a program, and resumes it after new messages were posted to it. */
const revive = async (member: Member | undefined): Promise<void> => {
  if (!member) return;
  const { around, peer, terminal } = member;
  process.kill(await terminal.pid(), 'SIGKILL');
  await terminal[Symbol.asyncDispose]();
  await around.home.end();
  const missed = await peer.say();
  await pause(2000);
  await countReceipts(around, peer, 'after a kill');
  member.terminal = await around.home.openTerminal(around.program.resume);
  peer.talk.plan({ shell: 'sleep 2' });
  await goOn(peer, member.terminal);
  await until(() => peer.hasRead(missed) && peer.talk.isDone, settleMs);
};
