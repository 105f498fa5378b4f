import type { BodyOf, Endpoints, Visibility } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { type OpenedSession, openSession } from './open-session.ts';

interface Defaults {
  defaultVisibility: Visibility;
  inviteTtlMs: number;
}

/** Makes a session for anyone who asks (SES-2, SES-3). */
export const createSession = (
  tx: Transaction,
  { name = 'Untitled session', isPrivate, visibility, ...rest }: BodyOf<Endpoints['createSession']>,
  { defaultVisibility, inviteTtlMs }: Defaults,
): Promise<OpenedSession> => {
  const asked = isPrivate === undefined ? undefined : isPrivate ? 'private' : 'public';
  return openSession(tx, { ...rest, name, visibility: visibility ?? asked ?? defaultVisibility, inviteTtlMs });
};
