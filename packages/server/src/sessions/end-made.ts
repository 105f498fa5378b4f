import type { Actor } from '@pairspace/protocol';
import { agentKeyHash, lockToProtect } from '../access/agent-key.ts';
import { newInviteCode } from '../access/invite-code.ts';
import { type Capability, forgetOrigin, inviteOf, makerName } from '../access/origin.ts';
import { findSessionHead } from '../access/session-head.ts';
import { endTokens, kindOfHolder } from '../access/token.ts';
import { appendEvent } from '../events/append-event.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { agentTopic } from '../events/topics.ts';
import { drain } from '../lib/drain.ts';
import { newSecret } from '../lib/random.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { type ObserverRow, presentObserver } from './observer-row.ts';
import { listSeats, saveTaken } from './session-store.ts';
import { appendRevoked, notifyTokenEnd } from './token-end.ts';

/** The sessions of one step in which everything stops working. */
const stepSessions = 200;
/** The sessions whose logs are told at once: more would wait for a connection of the database for too long. */
const toldAtOnce = 25;
/** A request that ends a key has this time to carry out the end; afterwards the background job takes over. */
const requestMs = 3000;

export interface EndParts {
  storage: Storage;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** The end of all that a maker has made, by somebody. */
interface End {
  maker: string;
  actor: Actor;
}

/** Begins the end of all that a key has made. It is carried out in steps, whatever happens to this process. */
export const beginEnd = (tx: Transaction, key: Capability, actor: Actor): Promise<number> =>
  tx.run`
    insert into key_end (maker, actor, ended_at) values (${makerName(key)}, ${JSON.stringify(actor)}, ${tx.now})
    on conflict (maker) do nothing
  `;

interface EndRow {
  maker: string;
  actor: string;
}

/** Carries out the end of a key, if it has begun and is not over. */
export const carryOutEnd = async (parts: EndParts, key: Capability): Promise<void> => {
  const row = await parts.storage.read.get<EndRow>`select maker, actor from key_end where maker = ${makerName(key)}`;
  if (row) await carryOut(parts, row);
};

/** A round of the background job: carries out the ends of keys that no request has finished in time. */
export const carryOutEnds = async (parts: EndParts & { now: () => number }): Promise<void> => {
  for (const row of await listLeftEnds(parts.storage.read, parts.now())) await carryOut(parts, row);
};

export const listLeftEnds = (db: Queries, now: number): Promise<EndRow[]> =>
  db.all<EndRow>`select maker, actor from key_end where ended_at <= ${now - requestMs} order by ended_at limit 10`;

/** Everything stops working first, in large steps; the log of each session says so afterwards. */
const carryOut = async ({ storage, closing }: EndParts, { maker, actor }: EndRow): Promise<void> => {
  const end = { maker, actor: JSON.parse(actor) as Actor };
  let sessionIds = await listSessionsOf(storage.read, maker, stepSessions);
  while (sessionIds.length > 0 && !closing.aborted) {
    const some = sessionIds;
    await storage.write((tx) => stop(tx, maker, some), { concurrent: true });
    sessionIds = await listSessionsOf(storage.read, maker, stepSessions, some.at(-1));
  }
  const failures = await drain(
    () => listSessionsOf(storage.read, maker, toldAtOnce),
    (sessionId) => storage.write((tx) => endMade(tx, end, sessionId), sessionId === '' ? {} : { session: sessionId }),
    { batch: toldAtOnce, closing },
  );
  if (failures.length > 0) throw failures[0];
  if (closing.aborted) return;
  await storage.write(
    (tx) => tx.run`
      delete from key_end where maker = ${maker} and not exists (select 1 from origin where maker = ${maker})
    `,
  );
};

/** The next sessions in which a maker has made something; the first may be empty, for what is outside of sessions. */
const listSessionsOf = async (db: Queries, maker: string, most: number, after?: string): Promise<string[]> => {
  const rows = await db.all<{ sessionId: string }>(
    ...statement(sql`
      select distinct session_id as "sessionId" from origin
      where maker = ${maker} ${after === undefined ? sql`` : sql`and session_id > ${after}`}
      order by session_id limit 0 + ${most}
    `),
  );
  return rows.map(({ sessionId }) => sessionId);
};

/**
 * Ends all that a maker has made in a session, through any number of steps, and says so in the log. Without a session,
 * ends what it has made outside of sessions.
 */
export const endMade = async (tx: Transaction, { maker, actor }: End, sessionId: string): Promise<void> => {
  await stop(tx, maker, [sessionId]);
  if (await findSessionHead(tx, sessionId)) {
    const made = await tx.all<Capability>`
      select kind, session_id as "sessionId", id from origin where session_id = ${sessionId} and maker = ${maker}
      order by kind, id
    `;
    await tellOfEnd(tx, made, sessionId, actor);
  }
  // Another key may end at the same time: the log says only once what has ended with both.
  await tx.run`
    delete from origin where session_id = ${sessionId} and maker in (
      select cast(${maker} as text) union select maker from key_end
    ) and (kind, id) in (select kind, id from origin where session_id = ${sessionId} and maker = ${maker})
  `;
};

/** Ends the tokens, recovery codes, webhooks and agent keys that a maker has made in some sessions. */
const stop = async (tx: Transaction, maker: string, sessionIds: readonly string[]): Promise<void> => {
  const isAmong = isIn(sql`session_id`, sessionIds);
  const made = sql`select 1 from origin where maker = ${maker}`;
  // The row of a seat is updated first. The update waits for a recovery under way, so that its new token ends as well.
  await tx.run(
    ...statement(sql`
      update seat set recovery_hash = '' where ${isAmong} and exists (
        ${made} and origin.session_id = seat.session_id and kind = 'agent' and origin.id = agent_id
      )
    `),
  );
  const ended = await tx.all<{ sessionId: string; holderId: string }>(
    ...statement(sql`
      delete from token where ${isAmong} and exists (
        ${made} and origin.session_id = token.session_id and kind = ${kindOfHolder} and origin.id = holder_id
      ) returning session_id as "sessionId", holder_id as "holderId"
    `),
  );
  for (const { sessionId, holderId } of ended) notifyTokenEnd(tx, sessionId, holderId);
  await endWebhooks(tx, sql`id in (select id from origin where maker = ${maker} and kind = 'webhook' and ${isAmong})`);
  if (!sessionIds.includes('')) return;
  const keys = await tx.all<{ id: string }>`
    select id from origin where maker = ${maker} and session_id = '' and kind = 'agent key' order by id
  `;
  for (const key of keys) await endKeyOf(tx, key);
};

/** Ends the key of a profile, which stays protected, because nobody has the secret of its new hash (KEY-1). */
export const endKeyOf = async (tx: Transaction, { id }: Pick<Capability, 'id'>): Promise<void> => {
  const [agentId = '', keyLine = ''] = id.split(' ');
  lockToProtect(tx, agentId);
  await tx.run`
    update agent set key_hash = ${agentKeyHash(newSecret())}
    where id = ${agentId} and key_line = ${keyLine} and key_hash is not null
  `;
  tx.notify(agentTopic(agentId));
};

const tellOfEnd = async (
  tx: Transaction,
  made: readonly Capability[],
  sessionId: string,
  actor: Actor,
): Promise<void> => {
  const idsOf = (wanted: Capability['kind']): string[] =>
    made.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const ended = new Set(idsOf('agent'));
  const seats = await listSeats(tx, sessionId);
  for (const seat of seats) if (ended.has(seat.agentId)) await appendRevoked(tx, sessionId, seat, actor);
  for (const id of idsOf('observer')) {
    await deleteObserver(tx, { sessionId, id }, actor);
    forgetOrigin(tx, { kind: 'observer', sessionId, id });
  }
  const endsInvite =
    idsOf('invite').length > 0 || seats.some(({ role, agentId }) => role === 'creator' && ended.has(agentId));
  if (!endsInvite) return;
  forgetOrigin(tx, inviteOf(sessionId));
  await changeSession(tx, await loadSession(tx, sessionId), {
    event: 'session.updated',
    actor,
    changes: { invite_code: newInviteCode() },
  });
};

/** Deletes an observer and says so in the log. Returns false if there is none. */
export const deleteObserver = async (
  tx: Transaction,
  { sessionId, id }: Pick<Capability, 'sessionId' | 'id'>,
  actor: Actor,
): Promise<boolean> => {
  const { row } = await loadSession(tx, sessionId);
  const removed = await tx.get<ObserverRow>`
    delete from observer where session_id = ${sessionId} and id = ${id}
    returning id, name, invited, rights, vouched, joined_at
  `;
  if (!removed) return false;
  await saveTaken(tx, { ...row, observer_count: row.observer_count - 1 });
  await appendEvent(tx, { sessionId, event: 'observer.removed', actor }, presentObserver(removed));
  return true;
};

/** Ends the token of somebody who leaves a session, and what was made there with it (SEAT-6, SEAT-8). */
export const endHolder = async (tx: Transaction, holder: Capability, actor: Actor): Promise<void> => {
  await endTokens(tx, holder);
  await endMade(tx, { maker: makerName(holder), actor }, holder.sessionId);
  forgetOrigin(tx, holder);
};
