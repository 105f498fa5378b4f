import { expect, test, vi } from 'vitest';
import type { AgentCaller } from '../access/caller.ts';
import { createNote } from '../notes/create-note.ts';
import { copyNotes } from '../notes/copy-notes.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage } from '../testing/test-storage.ts';
import { createSession } from './create-session.ts';
import { forkSession } from './fork-session.ts';

const nothing = () => Promise.resolve(0);
const circumstances = { inviteTtlMs: 1e12, copies: { notes: copyNotes, files: nothing, tasks: nothing } };

test('a fork gives others their turns after each note that it copies', async () => {
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
  await storage.write(async (tx) => {
    for (const title of ['One', 'Two', 'Three']) await createNote(tx, caller, { title, content: title }, 9);
  });
  await storage.write(async (tx) => {
    const turns = vi.spyOn(tx, 'takeTurn');
    const { notesCopied } = await forkSession(tx, caller, { files: false }, circumstances);
    expect([notesCopied, turns.mock.calls.length]).toEqual([3, 3]);
  });
});
