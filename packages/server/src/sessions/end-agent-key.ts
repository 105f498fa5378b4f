import { ServiceError } from '@pairspace/protocol';
import { appendAdminEntry } from '../access/admin-log.ts';
import { agentKeyHash, lockToProtect, newAgentKey } from '../access/agent-key.ts';
import { type Caller, operatorActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { agentTopic } from '../events/topics.ts';
import { drain } from '../lib/drain.ts';
import { newId } from '../lib/ids.ts';
import { newSecret } from '../lib/random.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { listSeats } from './session-store.ts';
import { appendRevoked, notifyTokenEnd } from './token-end.ts';

/** The rows of one step. */
export const batch = 200;
/** A request that ends a key has this time to carry out the end; afterwards the background job takes over. */
export const requestMs = 3000;

interface KeyEnd {
  keyLine: string;
  agentId: string;
  byOperator: number;
}

export interface EndParts {
  storage: Storage;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * Ends the key of a profile. The profile stays protected, because nobody has the secret of its new hash (KEY-1).
 * `carryOutEnd` then ends the tokens of its seats, in steps.
 */
export const endAgentKey = async (tx: Transaction, caller: Caller, agentId: string): Promise<void> => {
  if (caller.kind === 'agentKey' && caller.agentId !== agentId) {
    throw new ServiceError('FORBIDDEN', 'This is the key of another agent.');
  }
  lockToProtect(tx, agentId);
  const ended = await tx.get<{ key_line: string }>`
    update agent set key_hash = ${agentKeyHash(newSecret())} where id = ${agentId} and key_hash is not null
    returning key_line
  `;
  if (!ended) throw new ServiceError('NOT_FOUND', 'There is no such profile, or it has no key.');
  await tx.run`
    insert into key_end (key_line, agent_id, by_operator, ended_at)
    values (${ended.key_line}, ${agentId}, ${Number(caller.kind === 'operator')}, ${tx.now})
    on conflict (agent_id, key_line) do nothing
  `;
  if (caller.kind === 'agentKey') {
    await appendAdminEntry(tx, {
      actor: { kind: 'agent', id: agentId, name: caller.agentName },
      action: 'endAgentKey',
      target: `/api/agents/${agentId}/key`,
      details: {},
    });
  }
  tx.notify(agentTopic(agentId));
};

/** Makes a new key for a profile (KEY-4). Throws while the end of the previous key is still being carried out. */
export const renewAgentKey = async (tx: Transaction, agentId: string): Promise<{ agentKey: string }> => {
  lockToProtect(tx, agentId);
  const ending = await tx.get`select 1 as ending from key_end where agent_id = ${agentId} limit 1`;
  if (ending) throw new ServiceError('UNAVAILABLE', 'The end of the key before is under way. Try again in a second.');
  const agentKey = newAgentKey();
  const renewed = await tx.run`
    update agent set key_hash = ${agentKeyHash(agentKey)}, key_line = coalesce(key_line, ${newId('akl', tx.now)}), bare = 0
    where id = ${agentId}
  `;
  if (renewed === 0) {
    throw new ServiceError('NOT_FOUND', 'There is no profile under this agentId. POST /api/agents makes one.');
  }
  tx.notify(agentTopic(agentId));
  return { agentKey };
};

/** Carries out the end of the keys of an agent (KEY-2). */
export const carryOutEnd = async (parts: EndParts, agentId: string): Promise<void> => {
  const ends = await parts.storage.read.all<KeyEnd>`
    select key_line as "keyLine", agent_id as "agentId", by_operator as "byOperator" from key_end
    where agent_id = ${agentId}
  `;
  for (const end of ends) await carryOut(parts, end);
};

/** A round of the background job: carries out the ends of keys that no request has finished in time. */
export const carryOutEnds = async (parts: EndParts & { now: () => number }): Promise<void> => {
  for (const end of await listLeftEnds(parts.storage.read, parts.now())) await carryOut(parts, end);
};

export const listLeftEnds = (db: Queries, now: number): Promise<KeyEnd[]> =>
  db.all<KeyEnd>`
    select key_line as "keyLine", agent_id as "agentId", by_operator as "byOperator" from key_end
    where ended_at <= ${now - requestMs} order by ended_at limit 10
  `;

/** Tokens end first, in large steps; the log of each session says so afterwards. */
const carryOut = async ({ storage, closing }: EndParts, end: KeyEnd): Promise<void> => {
  while (!closing.aborted && (await storage.write((tx) => endTokensOfSeats(tx, end), { concurrent: true })));
  const failures = await drain(
    () => listUntold(storage.read, end.keyLine),
    (sessionId) => storage.write((tx) => tellOfEnd(tx, end, sessionId), { session: sessionId }),
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
  if (closing.aborted) return;
  await storage.write(
    (tx) => tx.run`
      delete from key_end where agent_id = ${end.agentId} and key_line = ${end.keyLine}
        and not exists (select 1 from seat where key_line = ${end.keyLine} and key_ends > 0)
    `,
  );
};

/** Ends the tokens of some seats; returns whether there may be more. */
const endTokensOfSeats = async (tx: Transaction, { keyLine, agentId }: KeyEnd): Promise<boolean> => {
  const seats = await tx.all<{ sessionId: string; ends: number }>`
    select session_id as "sessionId", key_ends as ends from seat
    where key_line = ${keyLine} and key_ends > 0 and key_ends < 3 order by key_ends, session_id limit ${batch}
  `;
  if (seats.length === 0) return false;
  const isAmong = (sessions: readonly { sessionId: string }[]) =>
    isIn(
      sql`session_id`,
      sessions.map(({ sessionId }) => sessionId),
    );
  // The row of the seat is updated first. The update waits for a recovery under way, so that its new token ends as
  // well.
  await tx.run(
    ...statement(sql`
      update seat set key_ends = 3, recovery_hash = ''
      where ${isAmong(seats)} and agent_id = ${agentId} and key_line = ${keyLine}
    `),
  );
  await tx.run(
    ...statement(sql`
      delete from token where ${isAmong(seats)} and holder_id = ${agentId}
        and (role = 'creator' or role = 'partner')
    `),
  );
  const created = seats.filter(({ ends }) => ends === 2);
  if (created.length > 0) {
    await tx.run(
      ...statement(sql`
        delete from token where ${isAmong(created)} and role = 'observer' and issued_to_creator = 1
      `),
    );
  }
  for (const { sessionId } of seats) notifyTokenEnd(tx, sessionId, agentId);
  return seats.length === batch;
};

const listUntold = async (db: Queries, keyLine: string): Promise<string[]> => {
  const rows = await db.all<{ sessionId: string }>`
    select session_id as "sessionId" from seat
    where key_line = ${keyLine} and key_ends > 0 and key_ends = 3 order by session_id limit ${batch}
  `;
  return rows.map(({ sessionId }) => sessionId);
};

/**
 * Says in the log of a session that the tokens of the agent have ended (KEY-2). If the create key of the seat ends with
 * everything too, the seat is detached from that key, so that the log says so only once.
 */
const tellOfEnd = async (
  tx: Transaction,
  { keyLine, agentId, byOperator }: KeyEnd,
  sessionId: string,
): Promise<void> => {
  const told = await tx.run`
    update seat set key_ends = 0,
      create_key_id = case when create_key_id in (select key_id from create_key_end) then null else create_key_id end
    where session_id = ${sessionId} and agent_id = ${agentId} and key_line = ${keyLine} and key_ends = 3
  `;
  if (told === 0 || !(await findSessionHead(tx, sessionId))) return;
  const seat = (await listSeats(tx, sessionId)).find((one) => one.agentId === agentId);
  if (!seat) return;
  const actor = byOperator === 1 ? operatorActor : ({ kind: 'agent', id: agentId, name: seat.agentName } as const);
  await appendRevoked(tx, sessionId, seat, actor);
};
