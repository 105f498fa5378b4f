import type {
  ExportedJob,
  exportedParts,
  File,
  FileWithContent,
  Note,
  NoteVersion,
  Session,
  SessionExport,
} from '@pairspace/protocol';
import type { Page } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

interface PageAsked {
  limit: number;
  cursor?: string | undefined;
}

export type ListOf<Item> = (db: Queries, sessionId: string, page: PageAsked) => Promise<Page<Item>>;

/** The parts of an export that are plain lists of another slice. */
type PlainList = Exclude<keyof typeof exportedParts, 'messages' | 'notes' | 'files' | 'compute'>;

/** The parts of an export, read by the operations of each slice. The log comes from the events. */
export interface ExportSections {
  /** The session without its secrets. */
  session: (db: Queries, sessionId: string) => Promise<Session>;
  lists: { readonly [Name in PlainList]: ListOf<SessionExport[Name][number]> };
  notes: ListOf<Note>;
  noteVersions: (db: Queries, sessionId: string, noteId: string, page: PageAsked) => Promise<Page<NoteVersion>>;
  files: ListOf<File>;
  file: (db: Queries, sessionId: string, path: string) => Promise<FileWithContent>;
  compute: {
    summary: (db: Queries, sessionId: string) => Promise<{ pool: object | null; agentUsage: readonly object[] }>;
    jobs: ListOf<ExportedJob>;
  };
}

/** Every item of a list. Pages are short if items can be large. */
export async function* eachOf<Item>(
  list: (page: PageAsked) => Promise<Page<Item>>,
  limit: number,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list({ limit, cursor });
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Page sizes for small items, and for items of up to a megabyte. */
export const pageOf = { small: 200, large: 3 } as const;

export const jobsOf = ({ compute }: ExportSections, db: Queries, sessionId: string): AsyncIterable<ExportedJob> =>
  eachOf((page) => compute.jobs(db, sessionId, page), pageOf.large);
