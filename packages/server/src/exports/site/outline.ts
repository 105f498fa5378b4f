import { type Ask, chosenOption, type File, type Session, type Task } from '@pairspace/protocol';
import { eachOf, pageOf } from '../sections.ts';
import { outlineJobs, type PlacedJob } from './outline-jobs.ts';
import type { SiteSource } from './site-source.ts';
import { withoutContent } from '../../lib/without-content.ts';
import type { NoteFacts, SiteAsk, SiteTask } from '@pairspace/protocol/site';

interface PageOf<T> {
  path: string;
  about: T;
}

/**
 * The content of the site and the path of each page. The outline is complete before the first page is made, because
 * pages link to each other.
 */
export interface Outline {
  session: Session;
  /** Tasks in the order of their numbers, with the fields that a table shows. */
  tasks: SiteTask[];
  /** Asks, newest first, with the fields that a table shows. */
  asks: SiteAsk[];
  notes: PageOf<NoteFacts>[];
  files: PageOf<File>[];
  /** Jobs by id, newest first. */
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
  const tasks: Outline['tasks'] = [];
  for await (const task of eachOf((page) => sections.lists.tasks(db, sessionId, page), pageOf.small)) {
    tasks.push(inTable(task));
  }
  const asks: Outline['asks'] = [];
  for await (const ask of eachOf((page) => sections.lists.asks(db, sessionId, page), pageOf.small)) {
    asks.push(withShortAnswer(ask));
  }
  const messages = await db.get<{ count: number }>`
    select count(*) as count from event where session_id = ${sessionId} and event = 'message.created'
  `;
  return {
    session: await sections.session(db, sessionId),
    tasks,
    asks,
    notes,
    files,
    jobs: await outlineJobs(source, new Map(files.map(({ about }) => [about.path, about]))),
    messageCount: messages?.count ?? 0,
  };
};

/** The fields of a task that a table shows, without the long texts, because a session may have thousands of tasks. */
const inTable = ({ id, number, title, status, assignee, offeredTo, dependsOn, priority }: Task): SiteTask => ({
  ...{ id, number, title, status, assignee, offeredTo, dependsOn, priority },
});

/** The greatest number of characters that a table shows of a free-text answer. */
const shownOfAnswer = 500;

const withShortAnswer = (ask: Ask): SiteAsk => {
  const { id, title, askedBy, status, answer } = ask;
  const chosen = chosenOption(ask)?.label;
  const words = answer?.text?.slice(0, shownOfAnswer);
  return {
    ...{ id, title, askedBy, status },
    answer: answer && [chosen, words].filter((part) => part !== undefined).join(': '),
    answeredBy: answer?.by.name ?? null,
  };
};

/** The file name of a page: a unique number, and the title reduced to lower-case letters, digits and hyphens. */
const pageName = (number: number, title: string): string => {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${[String(number), ...words].join('-').slice(0, 48).replace(/-$/, '')}.html`;
};
