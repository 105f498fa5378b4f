import { ServiceError } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';

const storageFull = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'This service stores as much as it may. Delete something, or ask its operator.', {
    details: { reason: 'storage_full' },
  });

/**
 * Returns the refusal if a session that stores `usedBytes` has no room for `addedBytes` more; undefined if it has
 * (CAP-1, CAP-4).
 */
export const whyNoRoom = (
  { capacity }: Pick<Transaction, 'capacity'>,
  usedBytes: number,
  addedBytes: number,
): ServiceError | undefined => {
  if (capacity.isFull) return storageFull();
  const limitBytes = capacity.sessionBytes;
  if (usedBytes + addedBytes <= limitBytes) return undefined;
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `This session stores ${String(usedBytes)} of ${String(limitBytes)} bytes, which leaves no room for this. Delete notes or files, or go on in a new session.`,
    { details: { reason: 'session_quota', usedBytes, limitBytes } },
  );
};

/** Refuses a write that adds data outside of any session while the database is full (CAP-4). */
export const assertStorageHasRoom = ({ capacity }: Pick<Transaction, 'capacity'>): void => {
  if (capacity.isFull) throw storageFull();
};
