import { type BodyOf, type Endpoints, ServiceError, type Session, type SessionStatus } from '@pairspace/protocol';
import { actingAs, type AgentCaller, type OperatorCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { presentFor } from './present-session.ts';
import type { SessionRow } from './session-store.ts';

/** The event of reaching a status; any other change is `session.updated` (LOG-3). */
const eventOfStatus = {
  waiting: 'session.updated',
  active: 'session.updated',
  paused: 'session.paused',
  completed: 'session.completed',
} as const satisfies Record<SessionStatus, string>;

/** Changes status, name, mode or metadata. What is already so is no change and no event (SES-7, SES-8). */
export const updateSession = async (
  tx: Transaction,
  caller: AgentCaller | OperatorCaller,
  sessionId: string,
  { status, name, mode, metadata }: BodyOf<Endpoints['updateSession']>,
): Promise<Session> => {
  if (caller.kind === 'operator') assertMayModerate({ status, name, mode, metadata });
  const loaded = await loadSession(tx, sessionId);
  const { row, seats } = loaded;
  const present = presentFor(caller);
  const changes = differences(row, { status, name, mode, metadata: metadata && JSON.stringify(metadata) });
  if (Object.keys(changes).length === 0) return present(row, seats);
  if (changes.status) changes.completed_at = changes.status === 'completed' ? tx.now : null;
  const event = changes.status ? eventOfStatus[changes.status] : 'session.updated';
  const needsRoom = !endsOrHolds(row.status, changes);
  return present(await changeSession(tx, loaded, { event, actor: actingAs(caller), changes, needsRoom }), seats);
};

/** What ends or holds a session works in a full one too (CAP-19). All else could be repeated without end. */
const endsOrHolds = (before: SessionStatus, { name, mode, metadata, status }: Partial<SessionRow>): boolean => {
  if (name !== undefined || mode !== undefined || metadata !== undefined) return false;
  return status === 'completed' || (status === 'paused' && before !== 'completed');
};

/** The operator ends or holds a session, and says nothing in it (MOD-3). */
const assertMayModerate = ({ status, ...others }: BodyOf<Endpoints['updateSession']>): void => {
  const isEmpty = Object.values(others).every((value) => value === undefined);
  if (isEmpty && (status === undefined || status === 'paused' || status === 'completed')) return;
  throw new ServiceError('FORBIDDEN', 'The operator’s token pauses and completes a session, and changes nothing else.');
};

type Settable = Pick<SessionRow, 'status' | 'name' | 'mode' | 'metadata'>;

const differences = (
  row: SessionRow,
  wanted: { [K in keyof Settable]: Settable[K] | undefined },
): Partial<SessionRow> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== row[key as keyof Settable]),
  );
