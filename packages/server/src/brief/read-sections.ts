import {
  type EventSubject,
  type File,
  type JobSummary,
  jobTypeWords,
  type Message,
  messageTypeWords,
} from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import {
  type AskFacts,
  listAsks,
  listChangedFiles,
  listChangedJobs,
  listChangedNotes,
  listHandoffs,
  listNewestTalk,
  listPeoplesWords,
  listCurrentTasks,
  listWaiting,
  type MessageFacts,
  type NoteFacts,
  type Span,
  type TaskFacts,
} from './brief-store.ts';
import { describeChanges } from './describe-change.ts';
import { named } from './quote.ts';
import type { Entry, Section } from './sections.ts';
import { momentOf } from './write-head.ts';

/** The least number of characters that a message takes in a brief. */
const shortestMessage = 60;
/** The greatest number of newest messages that are read, however long a brief may be. */
const mostTalk = 200;

interface Asked extends Span {
  maxChars: number;
  /** The agent that asks; undefined for everybody else. */
  agentId: string | undefined;
}

type ReadSection = (db: Queries, asked: Asked) => Promise<Section>;

interface SectionOf<Row> extends Pick<Section, 'title' | 'share'> {
  /** The greatest number of rows in a section. */
  most: number;
  list: (db: Queries, asked: Asked, limit: number) => Promise<Row[]>;
  tell: (row: Row) => Entry;
}

/** Makes a section of rows. The query reads a row more than the section shows, to find out whether there are more. */
const section =
  <Row>({ title, share, most, list, tell }: SectionOf<Row>): ReadSection =>
  async (db, asked) => {
    const rows = await list(db, asked, most + 1);
    return { title, share, entries: rows.slice(0, most).map(tell), hasMore: rows.length > most };
  };

const saidEntry = ({ seq, at, data }: MessageFacts): Entry => {
  const head = `#${String(seq)}, ${momentOf(at)}`;
  if (data === null) return { seq, line: `${head}: a long message; read it with its seq.`, isCut: true };
  const message = JSON.parse(data) as Message;
  return { seq, line: `${head}, ${authorOf(message)}${kindOf(message)}:`, quoted: message.content };
};

const authorOf = ({ authorRole, authorAgentId, authorName }: Message): string =>
  authorRole === 'observer' ? `a person, ${named(authorName)}` : `${authorRole} ${named(authorAgentId ?? authorName)}`;

const kindOf = ({ msgType, mentions }: Message): string => {
  const to = mentions.slice(0, 5).map(named).join(', ');
  return `${msgType === 'chat' ? '' : `, ${messageTypeWords(msgType)}`}${to === '' ? '' : `, to ${to}`}`;
};

const noteEntry = ({ note, baseVersion, change }: ToldNote): Entry => {
  const { id, version, title, lastEditor } = note;
  const what = baseVersion === 0 ? `is new` : `was at version ${String(baseVersion)}`;
  const line = `${named(title)} (${id}) ${what}, version ${String(version)} by ${named(lastEditor.id)}`;
  return change === undefined || change === '' ? { line: `${line}.` } : { line: `${line}:`, quoted: change };
};

const fileEntry = ({ path, version, size, lastEditor }: File): Entry => ({
  line: `- ${named(path)}, version ${String(version)}, ${String(size)} bytes, by ${named(lastEditor.id)}`,
});

const jobEntry = ({ type, label, status, submittedBy: { agentId }, error }: JobSummary): Entry => ({
  line: `- ${jobTypeWords(type)} job ${named(label ?? 'without a label')} of ${named(agentId)}: ${status}${error === null ? '' : ` (${error.reason})`}`,
});

const taskEntry = ({ number, title, status, assignee_id, offered_to, blockers, reason }: TaskFacts): Entry => {
  const state =
    status === 'working'
      ? `in work by ${named(assignee_id ?? '?')}`
      : status === 'offered'
        ? `offered to ${named(offered_to ?? '?')}`
        : blockers > 0
          ? `waits for ${String(blockers)} ${blockers === 1 ? 'task' : 'tasks'}`
          : 'free';
  const cause = reason === 'lease' || reason === 'removed' ? ' (its owner is gone)' : '';
  return { line: `- task ${String(number)} ${named(title)}: ${state}${cause}` };
};

const askEntry = ({ title, status, asker_id: asker, chosen }: AskFacts): Entry => {
  const end = status === 'answered' && chosen !== null ? `answered with ${named(chosen)}` : status;
  return { line: `- ask ${named(title)} of ${named(asker)}: ${status === 'open' ? 'waits for a person' : end}` };
};

interface ToldNote extends NoteFacts {
  /** The changes of the note, or the content of a new note; undefined if it is too long. */
  change: string | undefined;
}

const listToldNotes = async (db: Queries, asked: Asked, limit: number): Promise<ToldNote[]> => {
  const notes = await listChangedNotes(db, asked, limit);
  const changes = await describeChanges(notes);
  return notes.map((note, index) => ({ ...note, change: changes[index] }));
};

/**
 * The sections about each subject of events, in the order of a brief. The head of the brief tells of the session and
 * its seats.
 */
const sectionsOf: Readonly<Record<EventSubject, readonly ReadSection[]>> = {
  session: [],
  agent: [],
  observer: [],
  compute: [],
  message: [
    section({ title: 'What people said', share: 0.2, most: 10, list: listPeoplesWords, tell: saidEntry }),
    section({
      title: 'What waits for an answer of yours',
      share: 0.25,
      most: 20,
      list: async (db, asked, limit) =>
        asked.agentId === undefined ? [] : listWaiting(db, asked, asked.agentId, limit),
      tell: saidEntry,
    }),
    section({ title: 'Handoffs', share: 0.12, most: 10, list: listHandoffs, tell: saidEntry }),
  ],
  task: [
    section({
      title: 'Tasks',
      share: 0.15,
      most: 20,
      list: (db, asked, limit) => listCurrentTasks(db, asked.sessionId, asked.agentId ?? '', limit),
      tell: taskEntry,
    }),
  ],
  ask: [
    section({
      title: 'Questions to people',
      share: 0.08,
      most: 10,
      list: (db, asked, limit) => listAsks(db, asked, asked.agentId ?? '', limit),
      tell: askEntry,
    }),
  ],
  note: [section({ title: 'Notes that changed', share: 0.2, most: 10, list: listToldNotes, tell: noteEntry })],
  file: [section({ title: 'Files that changed', share: 0.08, most: 20, list: listChangedFiles, tell: fileEntry })],
  job: [section({ title: 'Jobs', share: 0.08, most: 15, list: listChangedJobs, tell: jobEntry })],
};

const readTalk: ReadSection = async (db, asked) => {
  const most = Math.min(mostTalk, Math.ceil(asked.maxChars / shortestMessage));
  const talk = await listNewestTalk(db, asked, most);
  const oldest = talk.at(-1);
  const hasMore = talk.length === most && oldest !== undefined && oldest.seq > asked.since + 1;
  return { title: 'The newest messages', share: 1, entries: talk.map(saidEntry), hasMore, isReversed: true };
};

/** All sections of a brief, read one after the other (BRF-3). */
export const readSections = async (db: Queries, asked: Asked): Promise<Section[]> => {
  const sections = [];
  for (const read of [...Object.values(sectionsOf).flat(), readTalk]) sections.push(await read(db, asked));
  return sections;
};
