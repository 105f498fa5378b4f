import type { File, Note, Session } from '@pairspace/protocol';
import type { Queries } from '../../storage/storage.ts';
import { eachOf, type ExportSections, jobsOf, pageOf } from '../sections.ts';

/** What the pages of one site are made from. */
export interface SiteSource {
  db: Queries;
  sessionId: string;
  sections: ExportSections;
}

interface Placed<T> {
  path: string;
  about: T;
}

type NoteFacts = Omit<Note, 'content'>;

/** What there is and where it will lie; known before the first page is made, since pages link to one another. */
export interface Outline {
  session: Session;
  notes: Placed<NoteFacts>[];
  files: Placed<File>[];
  jobCount: number;
  messageCount: number;
}

export const readOutline = async ({ db, sessionId, sections }: SiteSource): Promise<Outline> => {
  const outline: Outline = {
    session: await sections.session(db, sessionId),
    notes: [],
    files: [],
    jobCount: 0,
    messageCount: 0,
  };
  for await (const note of eachOf((page) => sections.notes(db, sessionId, page), pageOf.large)) {
    const about: NoteFacts & { content?: string } = { ...note };
    delete about.content;
    outline.notes.push({ path: `notes/${pageName(outline.notes.length + 1, note.title)}`, about });
  }
  for await (const about of eachOf((page) => sections.files(db, sessionId, page), pageOf.small)) {
    outline.files.push({ path: `files/${pageName(outline.files.length + 1, about.path)}`, about });
  }
  const jobs = jobsOf(sections, db, sessionId)[Symbol.asyncIterator]();
  while (!(await jobs.next()).done) outline.jobCount++;
  const messages = await db.get<{ count: number }>`
    select count(*) as count from message where session_id = ${sessionId}
  `;
  outline.messageCount = messages?.count ?? 0;
  return outline;
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
