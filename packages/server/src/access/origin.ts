import type { Queries, Transaction } from '../storage/storage.ts';

/**
 * Something that lets its holder act: the token and the recovery code of a seat (`agent`), the token of an observer or
 * of the workers, a webhook, an invite code, an agent key, a create key.
 */
export interface Capability {
  kind: 'agent' | 'observer' | 'worker' | 'webhook' | 'invite' | 'agent key' | 'create key';
  /** The session in which it counts; empty for one of the service. */
  sessionId: string;
  id: string;
}

/** Returns the name of a capability, under which what it made refers to it. */
export const makerName = ({ kind, sessionId, id }: Capability): string => `${kind} ${sessionId} ${id}`;

export const seatOf = (sessionId: string, id: string): Capability => ({ kind: 'agent', sessionId, id });
export const inviteOf = (sessionId: string): Capability => ({ kind: 'invite', sessionId, id: '' });
export const webhookOf = (sessionId: string | null, id: string): Capability => ({
  kind: 'webhook',
  sessionId: sessionId ?? '',
  id,
});
export const createKeyOf = (id: string): Capability => ({ kind: 'create key', sessionId: '', id });
/** The keys of an agent that replace each other while its profile stays protected (ME-2). */
export const agentKeyOf = (agentId: string, keyLine: string): Capability => ({
  kind: 'agent key',
  sessionId: '',
  id: `${agentId} ${keyLine}`,
});

/**
 * Stores by which capabilities another one was made. It, and all that it made already, are also of those that made its
 * makers, so that one look finds what a maker made through any number of steps.
 */
export const recordOrigin = (tx: Transaction, made: Capability, makers: readonly Capability[]): void => {
  const name = makerName(made);
  for (const maker of makers) {
    tx.queueWrite`
      insert into origin (session_id, kind, id, maker)
      select made.session_id, made.kind, made.id, maker.name from (
        select cast(${made.sessionId} as text) as session_id, cast(${made.kind} as text) as kind, cast(${made.id} as text) as id
        union select session_id, kind, id from origin where maker = ${name}
      ) made cross join (
        select cast(${makerName(maker)} as text) as name
        union select maker from origin
          where session_id = ${maker.sessionId} and kind = ${maker.kind} and id = ${maker.id}
      ) maker
      where made.kind || ' ' || made.session_id || ' ' || made.id <> maker.name
      on conflict do nothing
    `;
  }
};

/** Forgets a capability that is no more, as one that was made and as a maker. Everything that it made keeps its other makers. */
export const forgetOrigin = (tx: Transaction, { sessionId, kind, id }: Capability): void => {
  tx.queueWrite`delete from origin where session_id = ${sessionId} and kind = ${kind} and id = ${id}`;
  tx.queueWrite`delete from origin where maker = ${makerName({ sessionId, kind, id })}`;
};

/** Returns whether anything is left that the capability made. */
export const hasMade = async (db: Queries, maker: Capability): Promise<boolean> =>
  (await db.get`select 1 as found from origin where maker = ${makerName(maker)} limit 1`) !== undefined;
