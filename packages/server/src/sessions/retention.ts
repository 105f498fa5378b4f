import { namesOfKind } from '@pairspace/protocol';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import type { SessionDeletion } from './session-deletion.ts';
import { findSessionRow, type SessionRow } from './session-store.ts';

/** The number of sessions in one step, which bounds the time of its query. */
const stepSessions = 200;
/** The greatest number of events in the log of an abandoned session. */
const abandonedEvents = 100;

export interface RetentionRules {
  /** The time without activity after which a session is deleted; undefined for never. */
  retainMs: number | undefined;
  /** The same time for a session that nobody but its creator used, and that has no messages. */
  abandonedMs: number | undefined;
}

interface RetentionOptions extends RetentionRules {
  storage: Storage;
  now: () => number;
  deletion: SessionDeletion;
}

/** Deletes sessions whose time is over: goes through all sessions in steps, again and again (CAP-5, CAP-6). */
export class SessionRetention {
  readonly #options: RetentionOptions;
  #after = '';

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Examines the next sessions; returns whether there are more before it starts over. */
  async step(): Promise<boolean> {
    const { storage, now, deletion, ...rules } = this.#options;
    const rows = await storage.read.all<Pick<SessionRow, 'id' | 'last_activity_at' | 'last_seq'>>`
      select id, last_activity_at, last_seq from session where id > ${this.#after} order by id limit 0 + ${stepSessions}
    `;
    for (const row of rows.filter((one) => mayBeOver(one, rules, now()))) {
      await storage.write((tx) => deleteIfOver(tx, row.id, rules, deletion), { session: row.id });
    }
    const hasMore = rows.length === stepSessions;
    this.#after = hasMore ? (rows.at(-1)?.id ?? '') : '';
    return hasMore;
  }
}

type Timed = Pick<SessionRow, 'last_activity_at' | 'last_seq'>;

const isPast = ({ last_activity_at: at }: Timed, ageMs: number | undefined, now: number): boolean =>
  ageMs !== undefined && at <= now - ageMs;

const mayBeOver = (row: Timed, { retainMs, abandonedMs }: RetentionRules, now: number): boolean =>
  isPast(row, retainMs, now) || (isPast(row, abandonedMs, now) && row.last_seq <= abandonedEvents);

const deleteIfOver = async (
  tx: Transaction,
  id: string,
  rules: RetentionRules,
  deletion: SessionDeletion,
): Promise<void> => {
  const row = await findSessionRow(tx, id);
  if (!row || !mayBeOver(row, rules, tx.now)) return;
  if (!isPast(row, rules.retainMs, tx.now) && !(await isAbandoned(tx, id))) return;
  const agents = await tx.all<{ id: string }>`
    select agent_id as id from participation where session_id = ${id} order by agent_id
  `;
  await deletion.delete(tx, id);
  for (const agent of agents) await deleteBareProfile(tx, agent.id);
};

/** Whether the log has nothing but the creator's changes of the session itself. */
const isAbandoned = async (tx: Transaction, id: string): Promise<boolean> => {
  const other = await tx.get(
    ...statement(sql`
      select 1 as found from event where session_id = ${id} and ${isIn(sql`event`, namesOfKind('seat', 'work'))} limit 1
    `),
  );
  return !other;
};

/** Deletes a profile that only sessions created, after the last of them is gone and if nobody has rated the agent. */
const deleteBareProfile = async (tx: Transaction, agentId: string): Promise<void> => {
  const deleted = await tx.run`
    delete from agent where id = ${agentId} and bare = 1
      and not exists (select 1 from participation where agent_id = ${agentId})
      and not exists (select 1 from rating where agent_id = ${agentId})
  `;
  if (deleted > 0) await tx.run`delete from agent_word where agent_id = ${agentId}`;
  // If the operator has removed a profile, its sums are deleted with the last session of the agent.
  await tx.run`
    delete from agent_stats where agent_id = ${agentId} and (removed = 1 or ${deleted} = 1)
      and not exists (select 1 from participation where agent_id = ${agentId})
  `;
};
