import { ServiceError } from '@pairspace/protocol';
import { lockCreateKey } from '../access/create-key.ts';
import { operatorActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { drain } from '../lib/drain.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { batch, carryOutEnd, endAgentKey, type EndParts, requestMs } from './end-agent-key.ts';
import { removeObserver } from './remove-observer.ts';
import { listSeats } from './session-store.ts';
import { appendRevoked, notifyTokenEnd } from './token-end.ts';

/**
 * Ends a create key (MOD-10). With `everything`, all that was made under the key ends too, in steps afterwards
 * (MOD-19), even if the key itself has ended before.
 */
export const endCreateKey = async (tx: Transaction, keyId: string, everything: boolean): Promise<void> => {
  lockCreateKey(tx, keyId);
  const ended = await tx.run`delete from create_key where id = ${keyId}`;
  if (ended === 0 && !(everything && (await hasLeft(tx, keyId)))) {
    throw new ServiceError('NOT_FOUND', 'There is no such key.');
  }
  if (!everything) return;
  await tx.run`
    insert into create_key_end (key_id, ended_at) values (${keyId}, ${tx.now}) on conflict (key_id) do nothing
  `;
};

/** Whether anything that was made under the key is left. */
const hasLeft = async (db: Queries, keyId: string): Promise<boolean> => {
  const left = await db.get<{ left: number }>`
    select case when exists (select 1 from token where create_key_id = ${keyId})
      or exists (select 1 from seat where create_key_id = ${keyId})
      or exists (select 1 from observer where create_key_id = ${keyId})
      or exists (select 1 from webhook where create_key_id = ${keyId})
      or exists (select 1 from agent where create_key_id = ${keyId}) then 1 else 0 end as "left"
  `;
  return left?.left === 1;
};

/** A round of the background job: carries out the ends of keys that no request has finished in time. */
export const carryOutCreateKeyEnds = async (parts: EndParts & { now: () => number }): Promise<void> => {
  for (const keyId of await listLeftEnds(parts.storage.read, parts.now())) await carryOutCreateKeyEnd(parts, keyId);
};

export const listLeftEnds = async (db: Queries, now: number): Promise<string[]> => {
  const rows = await db.all<{ keyId: string }>`
    select key_id as "keyId" from create_key_end where ended_at <= ${now - requestMs} order by key_id limit 10
  `;
  return rows.map(({ keyId }) => keyId);
};

/**
 * Ends everything that was made under a create key, in large steps. Recovery codes end first, because a code could make
 * a new token. Tokens, webhooks and agent keys follow. Events in the logs of the sessions come last; these events also
 * end the streams.
 */
export const carryOutCreateKeyEnd = async ({ storage, closing }: EndParts, keyId: string): Promise<void> => {
  const inSteps = async (step: (tx: Transaction, keyId: string) => Promise<boolean>): Promise<void> => {
    while (!closing.aborted && (await storage.write((tx) => step(tx, keyId), { concurrent: true })));
  };
  let after: string | undefined = '';
  while (after !== undefined && !closing.aborted) {
    const from: string = after;
    after = await storage.write((tx) => endCodes(tx, keyId, from), { concurrent: true });
  }
  await inSteps(endTokensUnder);
  await inSteps(endWebhooksUnder);
  const keyFailures = await drain(
    () => listKeyedAgents(storage.read, keyId),
    async ({ agentId }) => {
      await storage.write((tx) => endKeyOfAgent(tx, keyId, agentId));
      await carryOutEnd({ storage, closing }, agentId);
    },
    { batch, closing },
  );
  if (keyFailures.length > 0) throw keyFailures[0];
  await tellOfEnds({ storage, closing }, keyId);
  if (closing.aborted) return;
  await storage.write(async (tx) => {
    if (!(await hasLeft(tx, keyId))) await tx.run`delete from create_key_end where key_id = ${keyId}`;
  });
};

/** Says in the logs of sessions who has lost a token. */
const tellOfEnds = async ({ storage, closing }: EndParts, keyId: string): Promise<void> => {
  for (const [table, work] of [
    [sql`seat`, tellOfSeats],
    [sql`observer`, removeObservers],
  ] as const) {
    const failures = await drain(
      () => listSessionsWith(table, storage.read, keyId),
      (sessionId) => storage.write((tx) => work(tx, keyId, sessionId), { session: sessionId }),
      { batch, closing },
    );
    if (failures.length > 0) throw failures[0];
  }
};

/**
 * Ends the recovery codes of some seats; returns the session of the last of these seats, or undefined if none was left.
 */
const endCodes = async (tx: Transaction, keyId: string, after: string): Promise<string | undefined> => {
  const seats = await tx.all<{ sessionId: string }>`
    select session_id as "sessionId" from seat where create_key_id = ${keyId} and session_id > ${after}
    order by session_id limit ${batch}
  `;
  const last = seats.at(-1)?.sessionId;
  if (last === undefined) return undefined;
  await tx.run`
    update seat set recovery_hash = ''
    where create_key_id = ${keyId} and session_id > ${after} and session_id <= ${last}
  `;
  return last;
};

const endTokensUnder = async (tx: Transaction, keyId: string): Promise<boolean> => {
  const ended = await tx.all<{ sessionId: string; holderId: string }>`
    delete from token where hash in (select hash from token where create_key_id = ${keyId} order by session_id limit ${batch})
    returning session_id as "sessionId", holder_id as "holderId"
  `;
  for (const { sessionId, holderId } of ended) notifyTokenEnd(tx, sessionId, holderId);
  return ended.length === batch;
};

const listKeyedAgents = (db: Queries, keyId: string): Promise<{ agentId: string }[]> =>
  db.all<{ agentId: string }>`
    select id as "agentId" from agent where create_key_id = ${keyId} order by id limit ${batch}
  `;

/** Ends the agent key that was made under the create key, if there is one. */
const endKeyOfAgent = async (tx: Transaction, keyId: string, agentId: string): Promise<void> => {
  const ended = await tx.get<{ keyHash: string | null }>`
    update agent set create_key_id = null where id = ${agentId} and create_key_id = ${keyId}
    returning key_hash as "keyHash"
  `;
  if (ended && ended.keyHash !== null) await endAgentKey(tx, { kind: 'operator' }, agentId);
};

const endWebhooksUnder = async (tx: Transaction, keyId: string): Promise<boolean> => {
  const some = sql`select id from webhook where create_key_id = ${keyId} order by id limit ${batch}`;
  return (await endWebhooks(tx, sql`id in (${some})`)) === batch;
};

const listSessionsWith = async (table: Sql, db: Queries, keyId: string): Promise<string[]> => {
  const rows = await db.all<{ sessionId: string }>(
    ...statement(sql`
      select distinct session_id as "sessionId" from ${table} where create_key_id = ${keyId}
      order by session_id limit ${batch}
    `),
  );
  return rows.map(({ sessionId }) => sessionId);
};

/** Ends the tokens of a session's seats under the key, and tells of it in the log of the session. */
const tellOfSeats = async (tx: Transaction, keyId: string, sessionId: string): Promise<void> => {
  const ended = await tx.all<{ agentId: string }>`
    update seat set create_key_id = null where session_id = ${sessionId} and create_key_id = ${keyId}
    returning agent_id as "agentId"
  `;
  if (!(await findSessionHead(tx, sessionId))) return;
  const seats = await listSeats(tx, sessionId);
  for (const { agentId } of ended) {
    await tx.run`
      delete from token where session_id = ${sessionId} and create_key_id = ${keyId} and holder_id = ${agentId}
    `;
    const seat = seats.find((one) => one.agentId === agentId);
    if (seat) await appendRevoked(tx, sessionId, seat, operatorActor);
  }
};

const removeObservers = async (tx: Transaction, keyId: string, sessionId: string): Promise<void> => {
  const observers = await tx.all<{ id: string }>`
    select id from observer where session_id = ${sessionId} and create_key_id = ${keyId} order by id limit ${batch}
  `;
  for (const { id: observerId } of observers) {
    await removeObserver(tx, { kind: 'operator' }, { sessionId, observerId });
  }
};
