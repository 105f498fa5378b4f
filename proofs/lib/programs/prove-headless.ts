import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Claim, type ProofContext, count, countDoctor, countReceipts } from './proof-context.ts';
import type { Step } from './conversation.ts';
import { until } from '../until.ts';
import { type Batch, Peer, settleMs } from './peer.ts';

/** Steps of the model of 2 s each. No two are alike: Gemini CLI ends a turn in which a tool is used often in one way. */
export const work = (steps: number): Step[] =>
  Array.from({ length: steps }, (_, index) => ({ shell: `sleep 2; echo ${String(index)}` }));

/** More steps than any turn here has time for. */
export const mostSteps = 150;

/** The second write is a conflict. */
const useOfTools = (note: string): Step[] => [
  { use: 'pairspace_send', given: { text: 'A word of Bob.' } },
  { use: 'pairspace_note_write', given: { note, append: 'beta' } },
  { use: 'pairspace_note_write', given: { note, old: 'gamma', new: 'delta' } },
];

/** Says something to a working agent, and waits until it has read it. A deaf program is told at the end of its turn. */
export const sayInTurn = async ({ program }: ProofContext, peer: Peer): Promise<Batch> => {
  const said = await peer.say();
  await (program.isDeafInTurn ? pause(8000) : until(() => peer.hasRead(said), settleMs));
  return said;
};

/** Says something in the last step of a turn, which lasts until the program has taken it, or for some seconds. */
const sayInLastStep = async ({ folder }: ProofContext, peer: Peer): Promise<Batch> => {
  const end = join(folder, 'end-of-step');
  peer.talk.plan({ shell: `for i in $(seq 600); do test -e ${end} && break; sleep 0.1; done` });
  await until(() => peer.talk.isDone, settleMs);
  const said = await peer.say();
  await pause(3000);
  await until(async () => (await peer.receipts()).every(({ state }) => state !== 'queued'), 5000);
  await writeFile(end, '');
  return said;
};

export const ofHeadless: readonly Claim[] = ['tools', 'working', 'turnEnd', 'receipts', 'doctor'];

/** A run with one prompt: the tools, news during its turn, and news at its end. Returns the number of messages. */
export const proveHeadless = async (around: ProofContext): Promise<number> => {
  const { service, model, home, program } = around;
  const talk = model.converse();
  const peer = await Peer.open(service.url, talk, around.perBatch);
  const { client, sessionId } = peer.place;
  const { id: note } = await client.createNote({ sessionId, title: 'List', content: 'alpha' });
  talk.plan(peer.join, ...useOfTools(note), ...work(mostSteps));
  const ended = home.runOnce(`Go ${talk.word}.`, 600_000);
  const hasResult = (words: string): boolean => talk.results.some((text) => text.includes(words));
  await until(() => hasResult('does not occur'), 300_000);
  // A plugin starts with the first use of Pairspace. A run without an end cannot be woken by every program.
  await until(async () => (await peer.reach()) === 'idle', program.wakes ? 20_000 : 0);
  await pause(2000);
  const first = await sayInTurn(around, peer);
  talk.rest();
  const last = await sayInLastStep(around, peer);
  await ended;
  const { items } = await client.listMessages({ sessionId });
  count(around, 'tools', 'headless', {
    send: items.some(({ content }) => content === 'A word of Bob.'),
    note: hasResult('has version 2'),
    conflict: hasResult('does not occur'),
  });
  count(around, 'working', 'headless', peer.told(first));
  // A deaf program has taken the first at the end of its turn, so the last came too late for it.
  count(around, 'turnEnd', 'headless', peer.told(program.isDeafInTurn ? first : last));
  await countReceipts(around, peer, 'headless');
  await countDoctor(around, peer, 'after a headless run');
  return peer.said.length;
};
