import { invalid, type Seat, ServiceError, type Session } from '@pairspace/protocol';
import { findKeyLine, giveSeatToKey } from '../access/agent-key.ts';
import type { Caller } from '../access/caller.ts';
import { seatOf } from '../access/origin.ts';
import { endTokens, issueToken, newRecoveryCode, tokenHash } from '../access/token.ts';
import { countReturn } from '../agent-statistics/count-return.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { inboxEntriesOfSeats, loadSession } from './change-session.ts';
import { presentWithInvite } from './present-session.ts';
import { notifyTokenEnd } from './token-end.ts';

interface Recovered {
  session: Session;
  agentToken: string;
  recoveryCode: string;
}

interface Recovery {
  recoveryCode?: string | undefined;
  caller: Caller;
  agentKey: string | undefined;
  /** Counts a recovery of a seat. Throws above the limit (SEAT-16). */
  recoveries: { count: (seat: string) => Promise<void> };
}

/**
 * Gives an agent a new token and a new code in exchange for its last code, or for the agent key of its seat. The old
 * token and code become invalid (SEAT-2, SEAT-3, ME-8).
 */
export const recoverAgent = async (
  tx: Transaction,
  sessionId: string,
  { recoveryCode: code, caller, agentKey, recoveries }: Recovery,
): Promise<Recovered> => {
  if (code === undefined && caller.kind !== 'agentKey') {
    throw invalid('body.recoveryCode', 'is required, or the agent key of the seat as Authorization');
  }
  const { row, seats } = await loadSession(tx, sessionId);
  const { seat, heldHash } = await (code === undefined && caller.kind === 'agentKey'
    ? findSeatToRecover(tx, sessionId, caller, seats)
    : findSeatOfCode(tx, sessionId, code ?? '', seats));
  const { agentId, agentName, role } = seat;
  const keyLine = await findKeyLine(tx, agentId, agentKey);
  if (code === undefined && keyLine === undefined) throw notOfKey();
  const recoveryCode = await renewCode(tx, sessionId, { seat, heldHash });
  await recoveries.count(`${sessionId} ${agentId}`);
  await endTokens(tx, seatOf(sessionId, agentId));
  if (keyLine !== undefined) giveSeatToKey(tx, { sessionId, agentId, keyLine });
  const agentToken = issueToken(tx, {
    sessionId,
    role,
    holderId: agentId,
    holderName: agentName,
    issuedToCreator: role === 'creator',
    invited: true,
    makers: [],
  });
  const actor = { kind: 'agent', id: agentId, name: agentName } as const;
  const change = { sessionId, event: 'agent.recovered', actor, concerns: inboxEntriesOfSeats(seats, actor) } as const;
  if (row.imported_at !== null) await countReturn(tx, { sessionId, agentId, agentName }, row);
  row.last_seq = (await appendEvent(tx, change, { id: agentId, ...seat })).seq;
  row.last_activity_at = tx.now;
  notifyTokenEnd(tx, sessionId, agentId);
  return { session: presentWithInvite(row, seats), agentToken, recoveryCode };
};

interface HeldSeat {
  seat: Seat;
  /** The hash of the code that is valid now: the end of a key may change it while this transaction runs. */
  heldHash: string;
}

/** Gives the seat a new code; throws if the held code was replaced meanwhile. */
const renewCode = async (tx: Transaction, sessionId: string, { seat, heldHash }: HeldSeat): Promise<string> => {
  const recoveryCode = newRecoveryCode();
  const renewed = await tx.run`
    update seat set recovery_hash = ${tokenHash(recoveryCode)}
    where session_id = ${sessionId} and agent_id = ${seat.agentId} and recovery_hash = ${heldHash}
  `;
  if (renewed === 0) throw wrongCode();
  return recoveryCode;
};

const findSeatOfCode = async (
  tx: Transaction,
  sessionId: string,
  code: string,
  seats: readonly Seat[],
): Promise<HeldSeat> => {
  const heldHash = tokenHash(code);
  const found = await tx.get<{ agentId: string }>`
    select agent_id as "agentId" from seat where session_id = ${sessionId} and recovery_hash = ${heldHash}
  `;
  const seat = seats.find(({ agentId }) => agentId === found?.agentId);
  if (!seat) throw wrongCode();
  return { seat, heldHash };
};

const findSeatToRecover = async (
  tx: Transaction,
  sessionId: string,
  { keyLine, agentId }: { keyLine: string; agentId: string },
  seats: readonly Seat[],
): Promise<HeldSeat> => {
  // A seat of an imported session has no owner until an agent recovers the seat (IMP-7). The recovery adds a row to
  // `participation`.
  const found = await tx.get<{ agentId: string; heldHash: string }>`
    select agent_id as "agentId", recovery_hash as "heldHash" from seat
    where session_id = ${sessionId} and (key_line = ${keyLine} or (
      key_line is null and agent_id = ${agentId}
      and exists (select 1 from session where id = ${sessionId} and imported_at is not null)
      and not exists (select 1 from participation where session_id = ${sessionId} and agent_id = ${agentId})
    ))
  `;
  const seat = seats.find(({ agentId }) => agentId === found?.agentId);
  if (!found || !seat) throw notOfKey();
  return { seat, heldHash: found.heldHash };
};

const wrongCode = (): ServiceError =>
  new ServiceError('FORBIDDEN', 'This recovery code is wrong, or was used. The answer to its use contained a new one.');

const notOfKey = (): ServiceError =>
  new ServiceError('FORBIDDEN', 'No seat of this session belongs to this agent key. Send its recovery code.', {
    details: { reason: 'agent_key' },
  });
