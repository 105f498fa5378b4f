import type { CommandEnvironment } from '../command.ts';
import { findInvitation, type Invitation } from '@pairspace/client';
import { UsageError } from '../usage-error.ts';

/** A link or a code as it was given: as a word, which others on the machine see, or with `-` on standard input. */
export const invitationWord = async (word: string | undefined, { terminal }: Pick<CommandEnvironment, 'terminal'>) =>
  word === '-' ? (await terminal.readInput()).trim() : (word ?? '');

/** Reads `https://host/j/CODE`, or a code alone, which belongs to `service`. */
export const parseInvitation = (text: string, service: string): Invitation => {
  const found = findInvitation(text, service);
  if (found) return found;
  throw new UsageError(`"${text}" is neither a link such as https://host/j/K7QF-2M9X-4TRD nor an invite code.`);
};

export const linkOf = (service: string, inviteCode: string): string => `${service}/j/${inviteCode}`;

/**
 * The address at which a browser shows a session. The token stands behind `#`, a part that browsers send to nobody
 * (VIEW-6).
 */
export const viewerOf = (seat: { service: string; sessionId: string }, token?: string): string =>
  `${seat.service}/#/s/${seat.sessionId}${token === undefined ? '' : `?token=${token}`}`;
