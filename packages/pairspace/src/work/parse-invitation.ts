import { findInvitation, type Invitation } from '@pairspace/client';
import { UsageError } from '../usage-error.ts';

/** Reads `https://host/j/CODE`, or a code alone, which is one of `service`. */
export const parseInvitation = (text: string, service: string): Invitation => {
  const found = findInvitation(text, service);
  if (found) return found;
  throw new UsageError(`"${text}" is neither a link such as https://host/j/K7QF-2M9X-4TRD nor an invite code.`);
};

export const linkOf = (service: string, inviteCode: string): string => `${service}/j/${inviteCode}`;
