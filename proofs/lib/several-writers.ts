import type { Note } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import type { OpenSession } from '@pairspace/testkit/service';
import type { Ledger } from './ledger.ts';
import { fileWriter, messageWriter, noteEditor, retryingWriter, type Writer } from './writers.ts';

interface WriterCounts {
  messages: number;
  retrying: number;
  files: number;
}

interface SeveralWriters {
  writers: Writer[];
  /** The writers that repeat a message until it is answered. */
  retrying: ReturnType<typeof retryingWriter>[];
  /** The notes of the editors, with two editors each. */
  notes: { session: OpenSession; noteId: string }[];
}

/** Writers of every kind of data, distributed over the sessions. */
export const severalWriters = async (
  { messages, retrying: retryingCount, files }: WriterCounts,
  sessionAt: (index: number) => OpenSession,
  ledger: Ledger,
): Promise<SeveralWriters> => {
  const several = <W extends Writer>(count: number, make: (index: number) => W): W[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const notes = await Promise.all(
    [0, 1].map(async (index) => {
      const session = sessionAt(index);
      const { noteId } = await call<Note>(`${session.url}/notes`, { token: session.token, body: {} });
      return { session, noteId };
    }),
  );
  const retrying = several(retryingCount, (index) =>
    retryingWriter(`retry-${String(index)}`, sessionAt(index), ledger),
  );
  return {
    writers: [
      ...several(messages, (index) => messageWriter(`message-${String(index)}`, sessionAt(index), ledger)),
      ...retrying,
      ...notes.flatMap(({ session, noteId }, note) =>
        several(2, (index) => noteEditor(`edit-${String(note)}-${String(index)}`, session, noteId, ledger)),
      ),
      ...several(files, (index) => fileWriter(`file-${String(index)}`, sessionAt(index), ledger)),
    ],
    retrying,
    notes,
  };
};
