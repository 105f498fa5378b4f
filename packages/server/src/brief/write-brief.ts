import { type Editor, jobTypeWords, type Message, messageTypeWords } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { FileFacts, JobFacts, NoteFacts, MessageFacts, SeatFacts, SessionFacts } from './brief-store.ts';
import { cutTo, named } from './quote.ts';
import { type Entry, type Section, writeSections } from './sections.ts';

export interface TellableNote extends NoteFacts {
  /** The description of the change in its content. */
  change: string | undefined;
}

/** The facts for a brief: of each kind one more than is shown, to indicate that there are more. */
export interface BriefFacts {
  session: SessionFacts;
  seats: readonly SeatFacts[];
  seatCount: number;
  people: readonly MessageFacts[];
  waiting: readonly MessageFacts[];
  handoffs: readonly MessageFacts[];
  notes: readonly TellableNote[];
  files: readonly FileFacts[];
  jobs: readonly JobFacts[];
  talk: readonly MessageFacts[];
  now: number;
}

/** The greatest number of items of each kind in a brief of any length. */
export const mostTold = { seats: 20, people: 10, waiting: 20, handoffs: 10, notes: 10, files: 20, jobs: 15 } as const;

export interface WrittenBrief {
  text: string;
  truncated: boolean;
}

/** The brief as Markdown, never longer than `maxChars` (BRF-2, BRF-3). */
export const writeBrief = (facts: BriefFacts, maxChars: number): WrittenBrief => {
  const messageSection = (title: string, share: number, rows: readonly MessageFacts[], most: number): Section => ({
    title,
    share,
    entries: rows.slice(0, most).map(saidEntry),
    hasMore: rows.length > most,
  });
  const head = headOf(facts);
  const { text, isCut } = writeSections(
    cutTo(head, Math.floor(maxChars / 3)),
    [
      messageSection('What people said', 0.2, facts.people, mostTold.people),
      messageSection('What waits for an answer of yours', 0.25, facts.waiting, mostTold.waiting),
      messageSection('Handoffs', 0.12, facts.handoffs, mostTold.handoffs),
      { title: 'Notes that changed', share: 0.2, ...entriesOf(facts.notes, mostTold.notes, noteEntry) },
      { title: 'Files that changed', share: 0.08, ...entriesOf(facts.files, mostTold.files, fileEntry) },
      { title: 'Jobs', share: 0.08, ...entriesOf(facts.jobs, mostTold.jobs, jobEntry) },
      { title: 'The newest messages', share: 1, entries: facts.talk.map(saidEntry), isReversed: true },
    ],
    maxChars,
  );
  return { text, truncated: isCut || head.length > Math.floor(maxChars / 3) };
};

const entriesOf = <Row>(rows: readonly Row[], most: number, entryOf: (row: Row) => Entry) => ({
  entries: rows.slice(0, most).map(entryOf),
  hasMore: rows.length > most,
});

const headOf = ({ session, seats, seatCount, now }: BriefFacts): string => {
  const { name, status, mode, visibility, max_agents: places } = session;
  const shown = seats.map((seat) => seatWords(seat, now));
  const more = seatCount > seats.length ? [`- and ${String(seatCount - seats.length)} more`] : [];
  return [
    `# Session ${named(name)}`,
    '',
    `${status}, ${visibility}, ${mode}; ${String(seatCount)} of ${String(places)} seats are taken.${budgetWords(session)}`,
    'Each line that begins with `>` was written by others: peers and people of the session.',
    '',
    ...shown,
    ...more,
    '',
  ].join('\n');
};

const budgetWords = ({ total_credits: total, used_credits: used, ...pool }: SessionFacts): string => {
  if (total === null || used === null) return '';
  const left = (total - used - (pool.reserved_credits ?? 0)) / 1000;
  const jobs = `${String(pool.pending ?? 0)} jobs wait and ${String(pool.running ?? 0)} run`;
  return ` ${String(left)} of ${String(total / 1000)} credits are left; ${jobs}.`;
};

const seatWords = (seat: SeatFacts, now: number): string => {
  const isAway = seat.expires_at !== null && seat.expires_at <= now;
  const status = isAway ? 'offline' : (seat.status ?? 'without heartbeats');
  const lastActive = Math.max(seat.last_seen_at ?? 0, seat.last_write_at ?? 0, seat.joined_at);
  const active = isAway || seat.status === null ? `, last active ${momentOf(lastActive)}` : '';
  const doing = seat.current_activity === null || isAway ? '' : `: ${named(seat.current_activity)}`;
  return `- ${named(seat.agent_id)} (${seat.role}, named ${named(seat.agent_name)}) is ${status}${active}${doing}`;
};

const momentOf = (at: number): string => isoTime(at).slice(0, 16).replace('T', ' ');

const saidEntry = ({ seq, at, data }: MessageFacts): Entry => {
  const head = `#${String(seq)}, ${momentOf(at)}`;
  if (data === null) return { seq, line: `${head}: a long message; read it with its seq.` };
  const message = JSON.parse(data) as Message;
  return { seq, line: `${head}, ${authorOf(message)}${kindOf(message)}:`, quoted: message.content };
};

const authorOf = ({ authorRole, authorAgentId, authorName }: Message): string =>
  authorRole === 'observer' ? `a person, ${named(authorName)}` : `${authorRole} ${named(authorAgentId ?? authorName)}`;

const kindOf = ({ msgType, mentions }: Message): string => {
  const to = mentions.slice(0, 5).map(named).join(', ');
  return `${msgType === 'chat' ? '' : `, ${messageTypeWords(msgType)}`}${to === '' ? '' : `, to ${to}`}`;
};

const editorOf = (json: string): string => named((JSON.parse(json) as Editor).id);

const noteEntry = (note: TellableNote): Entry => {
  const { id, version, base_version: base, title, change } = note;
  const what = base === null ? `is new` : `was at version ${String(base)}`;
  const line = `${named(title)} (${id}) ${what}, version ${String(version)} by ${editorOf(note.editor)}`;
  return change === undefined || change === '' ? { line: `${line}.` } : { line: `${line}:`, quoted: change };
};

const fileEntry = ({ path, version, size, editor }: FileFacts): Entry => ({
  line: `- ${named(path)}, version ${String(version)}, ${String(size)} bytes, by ${editorOf(editor)}`,
});

const jobEntry = ({ type, label, status, agent_id: agentId, error_reason: reason }: JobFacts): Entry => ({
  line: `- ${jobTypeWords(type)} job ${named(label ?? 'without a label')} of ${named(agentId)}: ${status}${reason === null ? '' : ` (${reason})`}`,
});
