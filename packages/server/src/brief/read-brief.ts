import { type Brief, invalid, ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import {
  findSessionFacts,
  listChangedFiles,
  listChangedJobs,
  listChangedNotes,
  listHandoffs,
  listNewestTalk,
  listPeoplesWords,
  listSeatFacts,
  listWaiting,
} from './brief-store.ts';
import { describeChanges } from './describe-change.ts';
import { mostTold, writeBrief } from './write-brief.ts';

/** The least length of a message in a brief. */
const shortestMessage = 60;
/** The greatest number of messages that are read for a brief of any length. */
const mostTalk = 200;

interface BriefRequest {
  sessionId: string;
  /** The end of the log. */
  lastSeq: number;
  since: number | undefined;
  maxChars: number;
  /** The agent that asks; undefined for other callers. */
  agentId: string | undefined;
  now: number;
}

/** The events after a point as one text (BRF-1). It reads a bounded number of rows for a log of any length. */
export const readBrief = async (
  db: Queries,
  { sessionId, lastSeq, since, maxChars, agentId, now }: BriefRequest,
): Promise<Brief> => {
  if (since !== undefined && since > lastSeq) {
    throw invalid('query.since', `must be at most ${String(lastSeq)}, the end of the log`);
  }
  const from = since ?? (agentId === undefined ? 0 : await readSeqOf(db, sessionId, agentId));
  const span = { sessionId, since: from, until: lastSeq };
  const session = await findSessionFacts(db, sessionId);
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const notes = await listChangedNotes(db, span, mostTold.notes + 1);
  const changes = await describeChanges(notes);
  const facts = {
    session,
    seats: await listSeatFacts(db, sessionId, mostTold.seats),
    seatCount: await countSeats(db, sessionId),
    people: await listPeoplesWords(db, span, mostTold.people + 1),
    waiting: agentId === undefined ? [] : await listWaiting(db, span, agentId, mostTold.waiting + 1),
    handoffs: await listHandoffs(db, span, mostTold.handoffs + 1),
    notes: notes.map((note, index) => ({ ...note, change: changes[index] })),
    files: await listChangedFiles(db, span, mostTold.files + 1),
    jobs: await listChangedJobs(db, span, mostTold.jobs + 1),
    talk: await listNewestTalk(db, span, Math.min(mostTalk, Math.ceil(maxChars / shortestMessage))),
    now,
  };
  const { text, truncated } = writeBrief(facts, maxChars);
  return { sessionId, since: from, seq: lastSeq, text, chars: text.length, truncated };
};

const readSeqOf = async (db: Queries, sessionId: string, agentId: string): Promise<number> => {
  const seat = await db.get<{ read_seq: number }>`
    select read_seq from seat where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  return seat?.read_seq ?? 0;
};

const countSeats = async (db: Queries, sessionId: string): Promise<number> => {
  const row = await db.get<{ seats: number }>`select count(*) as seats from seat where session_id = ${sessionId}`;
  return row?.seats ?? 0;
};
