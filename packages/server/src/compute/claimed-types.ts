import { editDistance, sandboxTypes, ServiceError } from '@pairspace/protocol';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';

/** A type that is at most this many letters away from a runtime's name may be a typing error. */
const mostLetters = 2;
/** The greatest number of remembered types, for each session and for the operator's workers. */
const mostTypes = 100;
const everySession = '';

/** The runtime whose name this type probably misspells. */
const runtimeNear = (type: string): string | undefined =>
  sandboxTypes.find((name) => name !== type && editDistance(type, name) <= mostLetters);

/** Remembers that a worker claims types that look misspelt, so that jobs of these types are accepted (JOB-37). */
export const rememberClaimed = async (
  { read, write }: Pick<Storage, 'read' | 'write'>,
  types: readonly string[],
  sessionId: string = everySession,
): Promise<void> => {
  for (const type of new Set(types.filter(runtimeNear))) {
    if (await isClaimed(read, sessionId, type)) continue;
    await write(
      (tx) => tx.run`
        insert into claimed_type (session_id, type) select ${sessionId}, ${type}
        where (select count(*) from claimed_type where session_id = ${sessionId}) < ${mostTypes}
        on conflict (session_id, type) do nothing
      `,
      { durable: false },
    );
  }
};

const isClaimed = async (db: Queries, sessionId: string, type: string): Promise<boolean> => {
  const row = await db.get<{ one: number }>`
    select 1 as one from claimed_type where session_id in (${sessionId}, ${everySession}) and type = ${type}
  `;
  return row !== undefined;
};

/** Refuses a misspelt runtime that no worker has claimed, because nobody would ever take the job (JOB-37). */
export const assertMeant = async (tx: Transaction, sessionId: string, type: string): Promise<void> => {
  const meant = runtimeNear(type);
  if (meant === undefined || (await isClaimed(tx, sessionId, type))) return;
  const message = `is no runtime of the sandbox, and no worker has claimed it; did you mean "${meant}"?`;
  throw new ServiceError('VALIDATION_ERROR', `body.type: ${message}`, {
    details: { reason: 'unknown_type', meant, issues: [{ path: 'body.type', message }] },
  });
};
