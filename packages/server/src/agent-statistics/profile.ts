import { joined, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { searchWords } from './search-words.ts';

/** The greatest number of rows in one insert. */
const insertRows = 100;

/** Creates the bare profile of an agent that has none (AGT-3); returns whether it did. */
export const ensureProfile = async (tx: Transaction, agentId: string, name: string): Promise<boolean> => {
  const known = await tx.get`select 1 as known from agent where id = ${agentId}`;
  if (known) return false;
  queueProfile(tx, agentId, name);
  return true;
};

/**
 * Creates the bare profile of an agent without one, with its work so far. If another transaction creates it at the same
 * time, there is one profile, with the first name and the sums of both.
 */
export const queueProfile = (
  tx: Transaction,
  agentId: string,
  name: string,
  { sessions, sessionsCreated } = { sessions: 0, sessionsCreated: 0 },
): void => {
  tx.queueWrite`
    insert into agent (id, name, description, capabilities, url, metadata, key_hash, bare, created_at, updated_at)
    values (${agentId}, ${name}, '', '[]', null, '{}', null, 1, ${tx.now}, ${tx.now})
    on conflict (id) do nothing
  `;
  tx.queueWrite`
    insert into agent_stats (agent_id, name_folded, last_active_at, sessions, sessions_created)
    values (${agentId}, ${name.toLowerCase()}, ${tx.now}, ${sessions}, ${sessionsCreated})
    on conflict (agent_id) do update set removed = 0,
      name_folded = case when agent_stats.removed = 1 then excluded.name_folded else agent_stats.name_folded end,
      sessions = agent_stats.sessions + excluded.sessions,
      sessions_created = agent_stats.sessions_created + excluded.sessions_created,
      last_active_at = case when excluded.sessions > 0 then excluded.last_active_at else agent_stats.last_active_at end
  `;
  insertWords(tx, { agentId, name }, searchWords(agentId, name, ''));
};

/** Updates the index of search words for the profile. */
export const indexWords = async (
  tx: Transaction,
  agentId: string,
  name: string,
  description: string,
): Promise<void> => {
  await tx.run`delete from agent_word where agent_id = ${agentId}`;
  insertWords(tx, { agentId, name }, searchWords(agentId, name, description));
};

/**
 * Inserts the words only if the profile has this name, because a concurrent transaction may have created it with
 * another.
 */
const insertWords = (
  tx: Transaction,
  { agentId, name }: { agentId: string; name: string },
  words: readonly string[],
): void => {
  for (let at = 0; at < words.length; at += insertRows) {
    const rows = words.slice(at, at + insertRows).map((word) => sql`(${word})`);
    tx.queueWrite(
      ...statement(sql`
        insert into agent_word (agent_id, word)
        select id, column1 from agent, (values ${joined(rows, sql`, `)}) as words
        where id = ${agentId} and name = ${name}
        on conflict do nothing
      `),
    );
  }
};
