import { readEventRows } from '../events/read-events.ts';
import {
  type FollowedSession,
  orderOf,
  type SearchDocument,
  type SearchPosition,
  type SearchStore,
} from '../storage/search-store.ts';
import type { Queries } from '../storage/storage.ts';
import { changedEntry, copiedEntries, type Entry, entryOfMessage, type EntryRef, loaders } from './kinds.ts';
import { documentWords } from './lexemes.ts';

const pageEvents = 200;
const pageBytes = 256 * 1024;
/** The bounds of one commit of the index. */
const stepDocuments = 100;
const stepUnits = 1024 * 1024;
/** The greatest length of the text that is read of an entry. */
const maxUnits = 2 * 1024 * 1024;

/** How far a session was followed; `more` says that there is more to do. */
export interface Followed {
  seq: number;
  more: boolean;
}

type Row = Awaited<ReturnType<typeof readEventRows>>[number];

/**
 * Takes the next step in indexing a session: some events, some documents whose visibility has changed, or the removal
 * of some documents of a deleted session. Undefined while another process follows the session.
 */
export const followSession = (store: SearchStore, db: Queries, sessionId: string): Promise<Followed | undefined> =>
  store.follow(sessionId, async (session) => {
    const { position } = session;
    const head = await db.get<{ visibility: string; hash: string | null }>`
      select visibility, (select hash from event where session_id = session.id and seq = ${position?.seq ?? 0}) as hash
      from session where id = ${sessionId}
    `;
    if (!head) return { seq: Infinity, more: await session.forget() };
    // A database that was restored from a backup, or lost its last commits in a power failure, has another log.
    if (position && position.seq > 0 && head.hash !== position.hash) {
      await session.forget();
      return { seq: 0, more: true };
    }
    const isPublic = head.visibility === 'public';
    if (position && position.isPublic !== isPublic) {
      await session.publish(isPublic);
      return { seq: position.seq, more: true };
    }
    const begin = position ?? { seq: 0, hash: '', isPublic };
    const rows = await readEventRows(db, { sessionId, since: begin.seq, limit: pageEvents, bytes: pageBytes });
    const last = rows.at(-1);
    if (!last) return { seq: begin.seq, more: false };
    const end = { seq: last.seq, hash: last.hash, isPublic };
    await applyRows(session, db, { sessionId, rows, begin, end });
    return { seq: end.seq, more: last.seq - begin.seq < last.available || rows.length === pageEvents };
  });

interface Step {
  sessionId: string;
  rows: readonly Row[];
  begin: SearchPosition;
  end: SearchPosition;
}

/** Only the last step of a page moves the position, so that an interrupted page is followed again. */
const applyRows = async (
  session: FollowedSession,
  db: Queries,
  { sessionId, rows, begin, end }: Step,
): Promise<void> => {
  let put: SearchDocument[] = [];
  let removed: EntryRef[] = [];
  let units = 0;
  for (const [ref, entry] of await changesOf(db, sessionId, rows)) {
    const found = entry ?? (await loaders[ref.kind](db, sessionId, ref.ref, maxUnits));
    if (found) put.push(documentOf(ref, found));
    else removed.push(ref);
    units += found?.text.length ?? 0;
    if (put.length + removed.length < stepDocuments && units < stepUnits) continue;
    await session.apply({ position: begin, put, removed });
    [put, removed, units] = [[], [], 0];
  }
  await session.apply({ position: end, put, removed });
};

/** Each entry that the events changed, once. A message comes with its content, because no later event changes it. */
const changesOf = async (
  db: Queries,
  sessionId: string,
  rows: readonly Row[],
): Promise<[EntryRef, Entry | undefined][]> => {
  const changes = new Map<string, [EntryRef, Entry | undefined]>();
  const add = (ref: EntryRef, entry?: Entry): void => {
    changes.set(`${ref.kind} ${ref.ref}`, [ref, entry]);
  };
  for (const row of rows) {
    if (row.event === 'session.created') for (const ref of await copiedEntries(db, sessionId)) add(ref);
    if (row.event === 'message.created') add({ kind: 'message', ref: String(row.seq) }, entryOfMessage(row));
    else {
      const ref = changedEntry(row.event, row.data);
      if (ref) add(ref);
    }
  }
  return [...changes.values()];
};

const documentOf = ({ kind, ref }: EntryRef, { seq, at, title, labels, text, author }: Entry): SearchDocument => ({
  kind,
  ref,
  seq,
  order: orderOf(at, seq),
  author: author.id,
  ...documentWords(title === null ? [] : [title], labels, text),
});
