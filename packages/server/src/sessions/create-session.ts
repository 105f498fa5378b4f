import type { BodyOf, Endpoints, Visibility } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { openSession } from './open-session.ts';

interface Defaults {
  defaultVisibility: Visibility;
  inviteTtlMs: number;
}

/** Makes a session for anyone who asks (SES-*). */
export const createSession = (
  tx: Transaction,
  { name = 'Untitled session', isPrivate, visibility, ...rest }: BodyOf<Endpoints['createSession']>,
  { defaultVisibility, inviteTtlMs }: Defaults,
) => {
  const asked = isPrivate === undefined ? undefined : isPrivate ? 'private' : 'public';
  return openSession(tx, { ...rest, name, visibility: visibility ?? asked ?? defaultVisibility, inviteTtlMs });
};
