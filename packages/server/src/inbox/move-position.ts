import {
  type BodyOf,
  type Endpoints,
  invalid,
  type MovedPosition,
  type Position,
  ServiceError,
} from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import type { Transaction } from '../storage/storage.ts';
import { findPositionRow, ordinalAt, type PositionRow, presentPosition } from './position-store.ts';

/** Moves the caller’s positions forward, never back; a read entry counts as offered, too (INB-2). */
export const movePosition = async (
  tx: Transaction,
  caller: AgentCaller,
  { seq, offeredSeq, via }: BodyOf<Endpoints['movePosition']>,
): Promise<Position> => {
  const { sessionId, agentId, agentName } = caller;
  const row = await findPositionRow(tx, sessionId, agentId);
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such session, or no such agent in it.');
  assertWithinLog('seq', seq, row);
  assertWithinLog('offeredSeq', offeredSeq, row);
  const readSeq = Math.max(row.read_seq, seq ?? 0);
  const offered = Math.max(row.offered_seq, offeredSeq ?? 0, readSeq);
  if (readSeq === row.read_seq && offered === row.offered_seq) return presentPosition(row);

  const moved: PositionRow = { ...row, read_seq: readSeq, offered_seq: offered };
  if (readSeq > row.read_seq) {
    const from = Math.max(readSeq, row.joined_seq);
    moved.read_ordinal = await ordinalAt(tx, sessionId, agentId, from);
    await tx.run`
      update seat set read_seq = ${readSeq}, read_ordinal = ${moved.read_ordinal}, read_at = ${tx.now}, read_via = ${via ?? null},
        news_at = case when key_line is null then null else (
          select at from inbox join event on event.session_id = inbox.session_id and event.seq = inbox.seq
          where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id and inbox.seq > ${from}
          order by inbox.seq limit 1
        ) end
      where session_id = ${sessionId} and agent_id = ${agentId}
    `;
    await tx.run`
      delete from unread_mention where session_id = ${sessionId} and agent_id = ${agentId} and seq <= ${readSeq}
    `;
  }
  if (offered > row.offered_seq) {
    await tx.run`
      update seat set offered_seq = ${offered}, offered_at = ${tx.now}, offered_via = ${via ?? null}
      where session_id = ${sessionId} and agent_id = ${agentId}
    `;
  }
  const frame: MovedPosition = { id: agentId, sessionId, agentId, agentName, readSeq, offeredSeq: offered };
  announce(tx, { sessionId, event: 'position.updated', actor: actorOf(caller) }, frame);
  return presentPosition(moved);
};

const assertWithinLog = (name: string, seq: number | undefined, { last_seq: lastSeq }: PositionRow): void => {
  if (seq !== undefined && seq > lastSeq) {
    throw invalid(`body.${name}`, `must be at most ${String(lastSeq)}, the end of the log`);
  }
};
