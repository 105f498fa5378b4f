import type { Ask, EntityOf, JobSummary, Message, SearchKind, Task } from '@pairspace/protocol';
import type { EventRow } from '../events/event-row.ts';
import { type Entry, searchedUnits } from '../events/index-entry.ts';
import type { Queries } from '../storage/storage.ts';

type Parts = Pick<Entry, 'title' | 'text'> & Partial<Pick<Entry, 'labels' | 'author'>>;

interface Source {
  db: Queries;
  sessionId: string;
  /** The newest event of the entry. */
  seq: number;
}

const agent = ({ agentId: id, agentName: name }: { agentId: string; agentName: string }) =>
  ({ kind: 'agent', id, name }) as const;

const lines = (...texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join('\n');

/** The beginning of a file. The stored body of a binary file is empty, so that only its path is found. */
const fileText = async ({ db, sessionId, seq }: Source): Promise<string> =>
  (
    await db.get<{ text: string }>`
      select substr(body, 1, 0 + ${searchedUnits}) as text from file_content
      join content_body on content_body.session_id = content_of and hash = content_hash
      where file_content.session_id = ${sessionId} and seq = ${seq}
    `
  )?.text ?? '';

/** The beginning of what a job says about its end, and of its output. */
const jobText = async ({ db, sessionId }: Source, { id, error }: JobSummary): Promise<string> => {
  const output = await db.get<{ text: string }>`
    select substr(stdout, 1, 0 + ${searchedUnits}) || substr(stderr, 1, 0 + ${searchedUnits}) as text
    from job where session_id = ${sessionId} and id = ${id}
  `;
  return `${error?.message ?? ''}${output?.text ?? ''}`;
};

/** The parts of an entity of each kind that a search finds. */
const partsOf: Readonly<Record<SearchKind, (entity: never, source: Source) => Parts | Promise<Parts>>> = {
  message: ({ content }: Message) => ({ title: null, text: content }),
  note: ({ title, content }: EntityOf<'note.updated'>) => ({ title, text: content }),
  file: async (file: EntityOf<'file.updated'>, source) => ({ title: file.path, text: await fileText(source) }),
  task: ({ title, description, result, labels, paths, requester: author }: Task) => ({
    title,
    labels: [...labels, ...paths],
    text: lines(description, result?.text),
    author,
  }),
  job: async (job: JobSummary, source) => ({
    title: job.label,
    labels: [job.type],
    text: await jobText(source, job),
    author: agent(job.submittedBy),
  }),
  ask: ({ title, details, answer, askedBy }: Ask) => ({
    title,
    text: lines(details, answer?.text),
    author: agent(askedBy),
  }),
};

/** Reads an entry as its newest event has it; undefined for one that was deleted. */
export const loadEntry = async ({ db, sessionId }: Omit<Source, 'seq'>, id: string): Promise<Entry | undefined> => {
  const row = await db.get<Omit<EventRow, 'hash'>>`
    select seq, event, at, actor_kind, actor_id, actor_name, data from event
    where session_id = ${sessionId} and entity_id = ${id} order by seq desc limit 1
  `;
  if (!row || row.event.endsWith('.deleted')) return undefined;
  const kind = row.event.split('.', 1)[0] as SearchKind;
  const parts = await partsOf[kind](JSON.parse(row.data) as never, { db, sessionId, seq: row.seq });
  const author = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
  return { id, kind, seq: row.seq, at: row.at, labels: [], author, ...parts };
};
