import { setTimeout as pause } from 'node:timers/promises';
import { type ProofContext, count, countDoctor, countReceipts } from './proof-context.ts';
import type { Step } from './conversation.ts';
import { Peer, until } from './peer.ts';

/** A number of steps of 2 s each. */
export const work = (steps: number): Step[] => Array.from({ length: steps }, () => ({ shell: 'sleep 2' }));

/** A run with one prompt: the tools, news during its turn, and news at its end. */
export const proveHeadless = async (around: ProofContext) => {
  const { service, model, home, program } = around;
  const talk = model.converse();
  const peer = await Peer.open(service.url, talk, around.perBatch);
  const { client, sessionId } = peer.place;
  const { id: note } = await client.createNote({ sessionId, title: 'List', content: 'alpha' });
  talk.plan(
    peer.join,
    { use: 'pairspace_send', given: { text: 'A word of Bob.' } },
    { use: 'pairspace_note_write', given: { note, append: 'beta' } },
    { use: 'pairspace_note_write', given: { note, old: 'gamma', new: 'delta' } },
    ...work(around.isShort ? 6 : 9),
  );
  const ended = home.runOnce(`Go ${talk.word}.`, 150_000);
  const hasResult = (words: string): boolean => talk.results.some((text) => text.includes(words));
  await until(() => hasResult('has version 2'), 90_000);
  await pause(2000);
  const first = await peer.say();
  await until(() => peer.hasRead(first), 60_000);
  await until(() => talk.isDone, 60_000);
  const last = await peer.say();
  await ended;
  const { items } = await client.listMessages({ sessionId });
  const send = items.some(({ content }) => content === 'A word of Bob.');
  const seen = { send, note: hasResult('has version 2'), conflict: hasResult('does not occur') };
  count(around, 'tools', 'headless', seen);
  const told = peer.told(first);
  count(around, 'working', 'headless', { ...told, isDeaf: program.isDeafInTurn ?? false });
  // Such a program took the first batch at the end of its turn, so the last batch came too late.
  count(around, 'turnEnd', 'headless', peer.told(program.isDeafInTurn ? first : last));
  await countReceipts(around, peer, 'headless');
  await countDoctor(around, peer, 'after a headless run');
  return {
    tools: Object.values(seen).every(Boolean) ? 'all' : JSON.stringify(seen),
    working: program.isDeafInTurn ? 'at the end of the turn' : `${(told.ms / 1000).toFixed(1)} s`,
    messages: peer.said.length,
  };
};
