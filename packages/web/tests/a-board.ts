import type { Client } from '@pairspace/client';
import type { Task } from '@pairspace/protocol';
import type { BusySession } from './a-busy-session.ts';

type Board = Record<'grammar' | 'zones' | 'leap' | 'docs' | 'done' | 'failed' | 'waiting' | 'blockedForGood', Task>;

/** Ends a task with a link of each kind, and with one that no browser may open. */
const finishWithLinks = async (sessionId: string, mara: Client, taskId: string): Promise<void> => {
  const [note] = (await mara.listNotes({ sessionId })).items;
  const [message] = (await mara.listMessages({ sessionId, limit: 1 })).items;
  await mara.finishTask({
    sessionId,
    taskId,
    outcome: 'done',
    text: 'PEG, by hand. The plan has the **grammar**.',
    links: [
      { kind: 'note', ref: note?.id ?? '', title: 'The plan' },
      { kind: 'file', ref: 'src/parse.ts' },
      { kind: 'message', ref: message?.id ?? '', title: 'Who said so' },
      { kind: 'url', ref: 'https://example.com/pull/7', title: 'Pull request' },
      { kind: 'url', ref: 'javascript:alert(1)', title: 'Click me' },
    ],
  });
};

/** Tasks of every status, with an owner, an offer, dependencies, a result, and an end that is not a happy one. */
export const aBoard = async ({ sessionId, mara, ivo, reviewer }: BusySession): Promise<Board> => {
  const made = (by: Client, task: Omit<Parameters<Client['createTask']>[0], 'sessionId'>): Promise<Task> =>
    by.createTask({ sessionId, ...task });
  const done = await made(mara, { title: 'Choose a grammar', claim: true, labels: ['design'] });
  await finishWithLinks(sessionId, mara, done.id);
  const grammar = await made(mara, {
    title: 'Parse ISO 8601 dates',
    description: 'Weeks and ordinal dates too.\n\n- `2026-W31`\n- `2026-214`',
    paths: ['src/parse.ts', 'src/grammar/**'],
    labels: ['typescript', 'parser'],
    priority: 3,
    claim: true,
  });
  const zones = await made(mara, { title: 'Names of time zones', offeredTo: 'ivo', priority: 2 });
  const waiting = await made(mara, {
    title: 'Publish the package',
    dependsOn: [done.id, grammar.id, zones.id],
    labels: ['release'],
  });
  const leap = await made(ivo, { title: 'Leap seconds at 23:59:60 UTC alone', labels: ['typescript'] });
  const docs = await made(ivo, { title: 'Say in the README what is refused', priority: 0 });
  const failed = await made(reviewer, { title: 'Compare with the old parser', claim: true });
  await reviewer.finishTask({
    sessionId,
    taskId: failed.id,
    outcome: 'failed',
    text: 'The old parser does not start any more.',
    reason: 'it needs a library that is gone',
  });
  const blockedForGood = await made(mara, { title: 'Report the differences', dependsOn: [failed.id] });
  return { grammar, zones, leap, docs, done, failed, waiting, blockedForGood };
};
