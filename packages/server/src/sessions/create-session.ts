import type { BodyOf, Endpoints, Visibility } from '@pairspace/protocol';
import type { Capability } from '../access/origin.ts';
import type { Transaction } from '../storage/storage.ts';
import { type OpenedSession, openSession } from './open-session.ts';

interface Circumstances {
  defaultVisibility: Visibility;
  inviteTtlMs: number;
  agentKey?: string | undefined;
  makers?: readonly Capability[] | undefined;
}

/** Makes a session for anyone who asks (SES-2, SES-3). */
export const createSession = (
  tx: Transaction,
  { name = 'Untitled session', isPrivate, visibility, ...wanted }: BodyOf<Endpoints['createSession']>,
  { defaultVisibility, ...rest }: Circumstances,
): Promise<OpenedSession> => {
  const asked = isPrivate === undefined ? undefined : isPrivate ? 'private' : 'public';
  return openSession(tx, { ...wanted, ...rest, name, visibility: visibility ?? asked ?? defaultVisibility });
};
