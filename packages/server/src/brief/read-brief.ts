import { type Brief, invalid, ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import { findSeatFacts, findSessionFacts, listSeatFacts } from './brief-store.ts';
import { readSections } from './read-sections.ts';
import { writeSections } from './sections.ts';
import { writeHead } from './write-head.ts';

/** The greatest number of seats that a brief lists. */
const mostSeats = 20;

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

/**
 * The events after a point as one text (BRF-1). The number of rows that are read is bounded, however long the log is.
 */
export const readBrief = async (
  db: Queries,
  { sessionId, lastSeq, since, maxChars, agentId, now }: BriefRequest,
): Promise<Brief> => {
  if (since !== undefined && since > lastSeq) {
    throw invalid('query.since', `must be at most ${String(lastSeq)}, the end of the log`);
  }
  const from = since ?? (agentId === undefined ? 0 : await readSeqOf(db, sessionId, agentId));
  const session = await findSessionFacts(db, sessionId);
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const head = writeHead({
    session,
    seats: await listSeatFacts(db, sessionId, mostSeats),
    seatCount: await countSeats(db, sessionId),
    now,
    you: agentId === undefined ? undefined : await findSeatFacts(db, sessionId, agentId),
  });
  const sections = await readSections(db, { sessionId, since: from, until: lastSeq, maxChars, agentId });
  const { text, isCut: truncated } = writeSections(head, sections, maxChars);
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
