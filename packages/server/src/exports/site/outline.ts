import type { File, Session } from '@pairspace/protocol';
import { eachOf, pageOf } from '../sections.ts';
import { outlineJobs, type PlacedJob } from './outline-jobs.ts';
import type { SiteSource } from './site-source.ts';
import { withoutContent } from './without-content.ts';
import type { NoteFacts } from '@pairspace/protocol/site';

interface Placed<T> {
  path: string;
  about: T;
}

/** What there is and where it will lie; known before the first page is made, since pages link to one another. */
export interface Outline {
  session: Session;
  notes: Placed<NoteFacts>[];
  files: Placed<File>[];
  /** By id, newest first. */
  jobs: ReadonlyMap<string, PlacedJob>;
  messageCount: number;
}

export const readOutline = async (source: SiteSource): Promise<Outline> => {
  const { db, sessionId, sections } = source;
  const notes: Outline['notes'] = [];
  const files: Outline['files'] = [];
  for await (const note of eachOf((page) => sections.notes(db, sessionId, page), pageOf.large)) {
    notes.push({ path: `notes/${pageName(notes.length + 1, note.title)}`, about: withoutContent(note) });
  }
  for await (const about of eachOf((page) => sections.files(db, sessionId, page), pageOf.small)) {
    files.push({ path: `files/${pageName(files.length + 1, about.path)}`, about });
  }
  const messages = await db.get<{ count: number }>`
    select count(*) as count from message where session_id = ${sessionId}
  `;
  return {
    session: await sections.session(db, sessionId),
    notes,
    files,
    jobs: await outlineJobs(source, new Map(files.map(({ about }) => [about.path, about]))),
    messageCount: messages?.count ?? 0,
  };
};

/**
 * The name of a page's file: a number, which makes it unlike all others wherever it is unpacked, and what is left of
 * a title when only small letters, digits and hyphens are kept.
 */
export const pageName = (number: number, title: string): string => {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${[String(number), ...words].join('-').slice(0, 48).replace(/-$/, '')}.html`;
};
