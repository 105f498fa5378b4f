import { expect, test, vi } from 'vitest';
import type { AgentCaller } from '../access/caller.ts';
import { createNote } from '../notes/create-note.ts';
import { deleteNote } from '../notes/delete-note.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage } from '../testing/test-storage.ts';
import { createSession } from './create-session.ts';
import { forkSession } from './fork-session.ts';
import { unconditional } from '../http/dispatch/preconditions.ts';

const circumstances = { inviteTtlMs: 1e12, copyTasks: () => Promise.resolve(0) };

test('a fork gives others their turns after each statement, and after each note that it restores', async () => {
  await using database = await openTestStorage(new TestClock());
  const { storage } = database;
  const wanted = { agentId: 'ada', mode: 'async', maxAgents: 2, metadata: {} } as const;
  const { session } = await storage.write((tx) =>
    createSession(tx, wanted, { defaultVisibility: 'public', ...circumstances }),
  );
  const caller: AgentCaller = {
    kind: 'agent',
    sessionId: session.id,
    agentId: 'ada',
    agentName: 'ada',
    role: 'creator',
    issuedToCreator: true,
  };
  const ids = await storage.write(async (tx) => {
    const notes = [];
    for (const title of ['One', 'Two', 'Three']) notes.push(await createNote(tx, caller, { title, content: title }, 9));
    return notes.map(({ id }) => id);
  });
  for (const id of ids) await storage.write((tx) => deleteNote(tx, caller, id, unconditional.admits));
  await storage.write(async (tx) => {
    const turns = vi.spyOn(tx, 'takeTurn');
    const { notesCopied } = await forkSession(tx, caller, { seq: 4, files: false }, circumstances);
    expect([notesCopied, turns.mock.calls.length]).toEqual([3, 5]);
  });
});
