import { conflict, type ServiceError, type Session } from '@pairspace/protocol';
import { contentOf, keepContent } from '../contents/keep-content.ts';
import { findLoggedContent } from '../contents/logged-content.ts';
import { listPastFiles, listPastNotes, type PastNote } from '../contents/past.ts';
import { newId } from '../lib/ids.ts';
import { joined, type Sql, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';

/** The session that is copied, and the fork. */
export interface CopyTarget {
  sourceId: string;
  /** The documents are copied in their state after this event. */
  seq: number;
  fork: Session;
}

/** The greatest number of rows in one statement. */
const statementRows = 100;

/**
 * Copies the notes of the source into a fork, at version 1 with the fork's only event (SES-17). Contents are shared:
 * they stay while any session refers to them (TIME-8).
 */
export const copyNotes = async (tx: Transaction, { sourceId, seq, fork }: CopyTarget): Promise<number> => {
  const notes = (await listPastNotes(tx, sourceId, seq)).map((note) => ({ ...note, newId: newId('note', tx.now) }));
  const editor = editorOf(fork);
  await insertRows(
    tx,
    sql`insert into note (session_id, id, version, created_by, copied_from, created_at) values `,
    notes.map(({ id, newId: noteId, version }) => {
      const copiedFrom = JSON.stringify({ sessionId: sourceId, noteId: id, version });
      return sql`(${fork.id}, ${noteId}, 1, ${editor}, ${copiedFrom}, ${tx.now})`;
    }),
  );
  await insertRows(
    tx,
    sql`insert into note_version (session_id, note_id, version, seq, title, content_of, content_hash, bytes,
      editor, created_at) `,
    notes.map(
      ({ id, newId: noteId, version }) => sql`
        select ${fork.id}, ${noteId}, 1, cast(${fork.lastSeq} as bigint), title, content_of, content_hash, bytes,
          ${editor}, cast(${tx.now} as bigint)
        from note_version where session_id = ${sourceId} and note_id = ${id} and version = ${version}`,
    ),
    sql` union all `,
  );
  await countUses(tx, fork.id, sql`note_version`);
  const gone: string[] = [];
  for (const note of notes) {
    if (note.content_of !== null) continue;
    if (!(await restoreNote(tx, note, sourceId, fork.id))) gone.push(note.title);
    await tx.takeTurn();
  }
  if (gone.length > 0) throw versionGone('notes', gone, { titles: gone.slice(0, mostNamed) });
  return notes.length;
};

/** Restores the content of a deleted note from the log. Returns false if the log does not hold the content. */
const restoreNote = async (
  tx: Transaction,
  { newId: noteId, seq }: PastNote & { newId: string },
  sourceId: string,
  forkId: string,
): Promise<boolean> => {
  const text = await findLoggedContent(tx, sourceId, seq);
  if (text === undefined) return false;
  const content = contentOf(text);
  const { of, hash } = keepContent(tx, forkId, content);
  await tx.run`
    update note_version set content_of = ${of}, content_hash = ${hash}, bytes = ${content.bytes}
    where session_id = ${forkId} and note_id = ${noteId} and version = 1
  `;
  return true;
};

/** The initial size of a fork counts the contents that it refers to. */
export const countCopiedBytes = async (tx: Transaction, forkId: string): Promise<void> => {
  await tx.run`
    update session set stored_bytes = stored_bytes + coalesce((
      select sum(bytes) from note_version where session_id = ${forkId}
    ), 0) + coalesce((select sum(size) from file_version where session_id = ${forkId}), 0)
    where id = ${forkId}
  `;
};

/**
 * Copies the files of the source into a fork, at version 1 with the fork’s only event. If the content of a file is no
 * longer stored, the whole fork fails.
 */
export const copyFiles = async (tx: Transaction, { sourceId, seq, fork }: CopyTarget): Promise<number> => {
  const past = await listPastFiles(tx, sourceId, seq);
  const gone = past.filter((file) => file.content_of === null).map(({ path }) => path);
  if (gone.length > 0) throw versionGone('files', gone, { paths: gone.slice(0, mostNamed) });
  const files = past.map((file) => ({ ...file, newId: newId('file', tx.now) }));
  const editor = editorOf(fork);
  await insertRows(
    tx,
    sql`insert into file (session_id, path, id, version, size, content_hash, content_of, encoding, media_type,
      created_by, last_editor, created_at, updated_at) values `,
    files.map(
      (file) => sql`(${fork.id}, ${file.path}, ${file.newId}, 1, ${file.size}, ${file.content_hash},
        ${file.content_of}, ${file.encoding}, ${file.media_type}, ${editor}, ${editor}, ${tx.now}, ${tx.now})`,
    ),
  );
  await insertRows(
    tx,
    sql`insert into file_version (session_id, file_id, version, seq, size, content_hash, content_of, encoding,
      media_type, editor, created_at) values `,
    files.map(
      (file) => sql`(${fork.id}, ${file.newId}, 1, ${fork.lastSeq}, ${file.size}, ${file.content_hash},
        ${file.content_of}, ${file.encoding}, ${file.media_type}, ${editor}, ${tx.now})`,
    ),
  );
  await countUses(tx, fork.id, sql`file_version`);
  return files.length;
};

/** The greatest number of documents in a refusal. */
const mostNamed = 20;

const versionGone = (what: string, gone: readonly string[], details: Record<string, unknown>): ServiceError =>
  conflict('version_gone', `The content of ${String(gone.length)} ${what} at that event is no longer stored.`, details);

const editorOf = ({ creator }: Session): string =>
  JSON.stringify({ kind: 'agent', id: creator.agentId, name: creator.agentName });

const insertRows = async (tx: Transaction, head: Sql, rows: readonly Sql[], separator = sql`, `): Promise<void> => {
  for (let at = 0; at < rows.length; at += statementRows) {
    await tx.run(...statement(sql`${head}${joined(rows.slice(at, at + statementRows), separator)}`));
    await tx.takeTurn();
  }
};

/** Adds the versions of a fork to the use counts of their contents. */
const countUses = (tx: Transaction, forkId: string, table: Sql): Promise<number> =>
  tx.run(
    ...statement(sql`
      update content set uses = content.uses + added.n from (
        select content_of, content_hash, count(*) as n from ${table}
        where session_id = ${forkId} and content_of is not null group by content_of, content_hash
      ) added where content.session_id = added.content_of and content.hash = added.content_hash
    `),
  );
