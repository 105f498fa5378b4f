import type { BodyOf, Endpoints, Session, SessionStatus } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { presentWithInvite } from './present-session.ts';
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
  caller: AgentCaller,
  { status, name, mode, metadata }: BodyOf<Endpoints['updateSession']>,
): Promise<Session> => {
  const loaded = await loadSession(tx, caller.sessionId);
  const { row, seats } = loaded;
  const changes = differences(row, { status, name, mode, metadata: metadata && JSON.stringify(metadata) });
  if (Object.keys(changes).length === 0) return presentWithInvite(row, seats);
  if (changes.status) changes.completed_at = changes.status === 'completed' ? tx.now : null;
  const event = changes.status ? eventOfStatus[changes.status] : 'session.updated';
  return presentWithInvite(await changeSession(tx, loaded, { event, actor: actorOf(caller), changes }), seats);
};

type Settable = Pick<SessionRow, 'status' | 'name' | 'mode' | 'metadata'>;

const differences = (
  row: SessionRow,
  wanted: { [K in keyof Settable]: Settable[K] | undefined },
): Partial<SessionRow> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== row[key as keyof Settable]),
  );
