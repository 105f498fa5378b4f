import { canonicalJson, type Endpoints, type PublicSession, type ResultOf } from '@pairspace/protocol';
import { type Caller, operatorActor, systemActor } from '../../access/caller.ts';
import { whyNoRoom } from '../../access/capacity.ts';
import { type Capability, inviteOf, recordOrigin, seatOf } from '../../access/origin.ts';
import { newRecoveryCode, tokenHash } from '../../access/token.ts';
import { appendEvent } from '../../events/append-event.ts';
import { keepEntity, selectEntities } from '../../events/entity-store.ts';
import { queueIndexing } from '../../events/index-entry.ts';
import { isoTime } from '../../lib/clock.ts';
import { sql } from '../../storage/sql.ts';
import type { Transaction } from '../../storage/storage.ts';
import { issueOverseerToken, newSession } from '../open-session.ts';
import { presentSession, presentWithInvite } from '../present-session.ts';
import { insertSession, type SessionRow } from '../session-store.ts';
import type { ReadExport } from './read-export.ts';
import { insertRows } from './stage-rows.ts';

export type Imported = ResultOf<Endpoints['importSession']>;

export interface Importer {
  caller: Caller;
  /** The service that the export came from, as the importer says. */
  service: string | undefined;
  /** The makers of the session here (MOD-16). */
  makers: readonly Capability[];
}

interface Staged {
  whole: ReadExport;
  storedBytes: number;
}

/** Makes the session of an import visible, with its seats and one event. */
export const openImported = async (
  tx: Transaction,
  importer: Importer & { inviteTtlMs: number; isProven: boolean },
  staged: Staged,
): Promise<Omit<Imported, 'verification'>> => {
  const { session, verified, last } = staged.whole;
  const row = rowOf(session, verified, { now: tx.now, ...importer });
  insertSession(tx, row);
  await settleRows(tx, row.id, staged.storedBytes);
  const seats = [];
  for (const [index, seat] of session.agents.entries()) {
    const taken = await takeSeat(tx, row, seat, index + 1);
    seats.push(taken);
    if (taken.recoveryCode !== null) recordOrigin(tx, seatOf(row.id, seat.agentId), importer.makers);
  }
  recordOrigin(tx, inviteOf(row.id), importer.makers);
  const observerToken = issueOverseerToken(tx, row.id, importer.makers);
  const { pool } = last;
  if (pool) {
    insertRows(tx, row.id, { table: 'compute_pool', columns: Object.keys(pool), rows: [Object.values(pool)] });
  }
  await endWithImport(tx, row.id, row.last_seq + 1);
  queueIndexing(tx, row.id, 0);
  row.last_seq = await appendImported(tx, row, importer, staged);
  row.updated_at = row.last_activity_at = tx.now;
  return { session: { ...presentWithInvite(row, session.agents), observerToken }, observerToken, seats };
};

/**
 * Brings the rows into the state after the import: counts what blocks each task, and stores the size of the session.
 * Throws if the session is too large.
 */
const settleRows = async (tx: Transaction, sessionId: string, storedBytes: number): Promise<void> => {
  await tx.run`
    update task set blockers = (
      select count(*) from task_dependency join task other
        on other.session_id = task_dependency.session_id and other.id = task_dependency.depends_on
      where task_dependency.session_id = ${sessionId} and task_id = task.id and other.status <> 'done'
    ) where session_id = ${sessionId}
  `;
  await tx.run`
    update session set stored_bytes = ${storedBytes} + coalesce((
      select sum(bytes) from file_content join content on content.session_id = content_of and hash = content_hash
      where file_content.session_id = ${sessionId}
    ), 0) where id = ${sessionId}
  `;
  const stored = await tx.get<{ bytes: number }>`select stored_bytes as bytes from session where id = ${sessionId}`;
  const refusal = whyNoRoom(tx, 0, stored?.bytes ?? 0);
  if (refusal) throw refusal;
};

const appendImported = async (
  tx: Transaction,
  row: SessionRow,
  { caller, service }: Importer,
  { whole: { session, verified }, storedBytes }: Staged,
): Promise<number> => {
  const { id, status, visibility, last_seq: lastSeq, last_hash: lastHash } = row;
  const entity = {
    ...presentSession(row, session.agents),
    updatedAt: isoTime(tx.now),
    lastActivityAt: isoTime(tx.now),
    importedFrom: {
      service: service ?? null,
      seq: verified.seq,
      hash: verified.hash,
      checkpoint: verified.signed?.checkpoint ?? null,
    },
  };
  const actor = caller.kind === 'operator' ? operatorActor : systemActor;
  const head = { id, status, visibility, lastSeq, lastHash, storedBytes, watched: 1 } as const;
  return (await appendEvent(tx, { sessionId: id, event: 'session.imported', actor, head }, entity)).seq;
};

/** The asks and jobs that the import ends have the time of its event, which is known only now. */
const endWithImport = async (tx: Transaction, sessionId: string, seq: number): Promise<void> => {
  const times = { ask: { endedAt: isoTime(tx.now) }, job: { finishedAt: isoTime(tx.now) } };
  for (const kind of ['ask', 'job'] as const) {
    for (const { id, data } of await selectEntities(tx, { sessionId, kind }, sql`seq = ${seq}`)) {
      const ended = canonicalJson({ ...(JSON.parse(data) as object), ...times[kind] });
      keepEntity(tx, { sessionId, seq }, { kind, id, endedAt: tx.now, data: ended });
    }
  }
};

const rowOf = (
  session: PublicSession,
  { seq, hash }: { seq: number; hash: string },
  { now, inviteTtlMs, isProven }: { now: number; inviteTtlMs: number; isProven: boolean },
): SessionRow => ({
  ...newSession({ ...session, visibility: 'private', inviteTtlMs }, session.id, now),
  status: session.status,
  last_seq: seq,
  last_hash: hash,
  created_at: Date.parse(session.createdAt),
  completed_at: session.completedAt === null ? null : Date.parse(session.completedAt),
  imported_at: now,
  unproven_seq: isProven ? 0 : seq,
});

/**
 * Inserts a seat whose agent has read the whole log. The seat of a protected id gets no recovery code, because its
 * agent key recovers it.
 */
const takeSeat = async (
  tx: Transaction,
  { id, last_seq }: SessionRow,
  { agentId, agentName, role, joinedAt }: PublicSession['agents'][number],
  position: number,
): Promise<{ agentId: string; recoveryCode: string | null }> => {
  const profile = await tx.get<{ key_hash: string | null }>`select key_hash from agent where id = ${agentId}`;
  const isProtected = profile !== undefined && profile.key_hash !== null;
  const recoveryCode = newRecoveryCode();
  tx.queueWrite`
    insert into seat (session_id, agent_id, agent_name, role, recovery_hash, position, joined_at, read_seq, offered_seq)
    values (${id}, ${agentId}, ${agentName}, ${role}, ${tokenHash(recoveryCode)}, ${position}, ${Date.parse(joinedAt)},
      ${last_seq}, ${last_seq})
  `;
  return { agentId, recoveryCode: isProtected ? null : recoveryCode };
};
