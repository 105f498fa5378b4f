import type { Actor, Ask, EntityOf, SearchKind } from '@pairspace/protocol';
import type { EventRow } from '../events/event-row.ts';
import { changedKind, type Entry, entryOfMessage, type EntryRef } from '../events/index-entry.ts';
import type { Queries } from '../storage/storage.ts';

/** Reads an entry with at most `units` of its text; undefined when the entry is gone. */
type Load = (db: Queries, sessionId: string, ref: string, units: number) => Promise<Entry | undefined>;

const loadMessage: Load = async (db, sessionId, ref) => {
  const row = await db.get<Omit<EventRow, 'hash'>>`
    select seq, event, at, actor_kind, actor_id, actor_name, data from event
    where session_id = ${sessionId} and seq = ${Number(ref)} and event = 'message.created'
  `;
  return row && entryOfMessage(row, JSON.parse(row.data) as EntityOf<'message.created'>);
};

/** A row of a document with the beginning of its text. */
interface TextRow {
  id: string;
  seq: number;
  title: string;
  text: string;
  author: string;
  at: number;
}

const entryOfText = ({ author, ...row }: TextRow, labels: readonly string[] = []): Entry => ({
  ...row,
  labels,
  author: JSON.parse(author) as Actor,
});

const loadNote: Load = async (db, sessionId, ref, units) => {
  const row = await db.get<TextRow>`
    select note.id, seq, title, substr(body, 1, 0 + ${units}) as text, editor as author, note_version.created_at as at
    from note join note_version on note_version.session_id = note.session_id and note_id = note.id
      and note_version.version = note.version
    join content_body on content_body.session_id = content_of and hash = content_hash
    where note.session_id = ${sessionId} and note.id = ${ref}
  `;
  return row && entryOfText(row);
};

/** The stored body of a binary file is empty, so a search finds such a file only by its path. */
const loadFile: Load = async (db, sessionId, ref, units) => {
  const row = await db.get<TextRow>`
    select file.id, seq, path as title, substr(body, 1, 0 + ${units}) as text, last_editor as author, updated_at as at
    from file join file_version on file_version.session_id = file.session_id and file_id = file.id
      and file_version.version = file.version
    join content_body on content_body.session_id = file.content_of and hash = file.content_hash
    where file.session_id = ${sessionId} and path = ${ref}
  `;
  return row && entryOfText(row);
};

const loadTask: Load = async (db, sessionId, ref) => {
  const row = await db.get<TextRow & { labels: string; paths: string; result: string }>`
    select id, seq, title, description as text, requester as author, updated_at as at, labels, paths, result
    from task where session_id = ${sessionId} and id = ${ref}
  `;
  if (!row) return undefined;
  const { labels, paths, result, text, ...rest } = row;
  const { text: said = '' } = (JSON.parse(result) ?? {}) as { text?: string };
  const names = [...labels.split('\n').filter((label) => label !== ''), ...(JSON.parse(paths) as string[])];
  return entryOfText({ ...rest, text: said === '' ? text : `${text}\n${said}` }, names);
};

interface JobRow {
  id: string;
  seq: number;
  label: string | null;
  type: string;
  agentId: string;
  agentName: string;
  at: number;
  text: string;
}

const loadJob: Load = async (db, sessionId, ref, units) => {
  const row = await db.get<JobRow>`
    select id, seq, label, type, agent_id as "agentId", agent_name as "agentName",
      coalesce(finished_at, started_at, created_at) as at,
      substr(coalesce(error_message, '') || substr(stdout, 1, 0 + ${units}) || substr(stderr, 1, 0 + ${units}),
        1, 0 + ${units}) as text
    from job where session_id = ${sessionId} and id = ${ref}
  `;
  if (!row) return undefined;
  const { label, type, agentId, agentName, ...rest } = row;
  return { ...rest, title: label, labels: [type], author: { kind: 'agent', id: agentId, name: agentName } };
};

const loadAsk: Load = async (db, sessionId, ref) => {
  const row = await db.get<{ data: string }>`
    select data from entity where session_id = ${sessionId} and kind = 'ask' and id = ${ref}
  `;
  if (!row) return undefined;
  const { id, seq, title, details, answer, askedBy, createdAt, endedAt } = JSON.parse(row.data) as Ask;
  const author = { kind: 'agent', id: askedBy.agentId, name: askedBy.agentName } as const;
  const text = answer?.text ? `${details}\n${answer.text}` : details;
  return { id, seq, title, text, at: Date.parse(endedAt ?? createdAt), labels: [], author };
};

/** Every kind that a search finds. */
export const loaders: Readonly<Record<SearchKind, Load>> = {
  message: loadMessage,
  note: loadNote,
  file: loadFile,
  task: loadTask,
  job: loadJob,
  ask: loadAsk,
};

/** The entry that an event makes or changes; undefined for another event. Files are known by their paths. */
export const entryOf = ({ event, seq, data }: Pick<EventRow, 'event' | 'seq' | 'data'>): EntryRef | undefined => {
  if (event === 'message.created') return { kind: 'message', ref: String(seq) };
  const kind = changedKind(event);
  if (!kind) return undefined;
  const { id, path } = JSON.parse(data) as { id: string; path: string };
  return { kind, ref: kind === 'file' ? path : id };
};
