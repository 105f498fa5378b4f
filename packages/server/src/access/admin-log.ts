import { type Actor, type AdminEntry, adminLogStart, canonicalJson } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { isoTime } from '../lib/clock.ts';
import { invariant } from '../lib/invariant.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { actingAs } from './caller.ts';

interface Act {
  actor?: Actor;
  action: string;
  target: string;
  details: Readonly<Record<string, unknown>>;
}

const tokens = /\b(?:agt|obs|rec|wrk|agk|crk)_[\w-]{43}/g;

/** Removes tokens and keys from a text, because the log holds none of them (ADM-1). */
const withoutTokens = (text: string): string => text.replace(tokens, '…');

/** Appends an act to the administration log, in the transaction of the act (ADM-1, ADM-4). */
export const appendAdminEntry = async (
  tx: Transaction,
  { actor = actingAs({ kind: 'operator' }), action, target, details }: Act,
): Promise<void> => {
  tx.queueLock('admin log', 'alone');
  const last = await tx.get<{ seq: number; hash: string }>`
    select seq, hash from admin_log order by seq desc limit 1
  `;
  const entry = {
    seq: (last?.seq ?? 0) + 1,
    at: isoTime(tx.now),
    actor,
    action,
    target: withoutTokens(target),
    details: JSON.parse(withoutTokens(JSON.stringify(details))) as AdminEntry['details'],
  };
  const before = last?.hash ?? hash('sha256', adminLogStart);
  // The snapshot of this transaction may lack a newer entry with the same `seq`. Then nothing is inserted, and the
  // transaction runs again.
  const appended = await tx.run`
    insert into admin_log (seq, at, actor, action, target, details, hash)
    values (${entry.seq}, ${tx.now}, ${JSON.stringify(actor)}, ${action}, ${entry.target}, ${JSON.stringify(entry.details)},
      ${hash('sha256', `${before}\n${canonicalJson(entry)}`)})
    on conflict (seq) do nothing
  `;
  invariant(appended === 1, 'the log of the administration has another end');
};

interface AdminRow {
  seq: number;
  at: number;
  actor: string;
  action: string;
  target: string;
  details: string;
  hash: string;
}

export const listAdminLog = async (
  db: Queries,
  { since, limit }: { since: number; limit: number },
): Promise<{ items: AdminEntry[]; nextCursor: string | null }> => {
  const rows = await db.all<AdminRow>`
    select seq, at, actor, action, target, details, hash from admin_log where seq > ${since}
    order by seq limit 0 + ${limit + 1}
  `;
  const items = rows.slice(0, limit).map(({ at, actor, details, ...row }) => ({
    ...row,
    at: isoTime(at),
    actor: JSON.parse(actor) as Actor,
    details: JSON.parse(details) as AdminEntry['details'],
  }));
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.seq) : null };
};

/** The fields of a request that the log records. None of them holds a secret or a text that others wrote. */
const toldValues = [
  'scope',
  'status',
  'visibility',
  'maxAgents',
  'totalCredits',
  'rights',
  'name',
  'agentId',
  'protect',
  'expiresAt',
  'everything',
  'active',
];

export const toldOf = (query: unknown, body: unknown): Record<string, unknown> => {
  const given = { ...(query as Record<string, unknown>), ...(body as Record<string, unknown>) };
  return Object.fromEntries(
    toldValues.flatMap((name) =>
      Object.hasOwn(given, name) && given[name] !== undefined ? [[name, given[name]]] : [],
    ),
  );
};
